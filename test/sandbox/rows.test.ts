import { METHODS } from '../../sandbox/methods/index.ts';
import { SPECIFICATION } from './specification/index.ts';
import type { MethodSpecification } from './specification/types.ts';
import { allAt, at, leafPaths, readAnswer, textAt, textsAt, type AnswerElement } from './walk/answers.ts';
import { changed, largestRequest, smallestRequest } from './walk/documents.ts';
import { startService, TODAY, type Reply, type RunningService } from './walk/service.ts';

let service: RunningService;
beforeEach(async () => void (service = await startService()));
afterEach(() => service.close());

describe('the contract table', () => {
	test('has one row per method', () => {
		const methods = SPECIFICATION.map((row) => row.method);
		expect(new Set(methods).size).toBe(methods.length);
	});

	test.each(SPECIFICATION)(
		'names the elements that the sandbox knows for $method',
		({ method, elements }) => {
			expect([...(METHODS[method]?.elements ?? [])].sort()).toEqual(elements.map(({ path }) => path).sort());
		},
	);
});

describe.each(SPECIFICATION)('$method', (row) => {
	test('accepts the smallest request, and answers in the form of the specification', async () => {
		const reply = await service.call(row.method, smallestRequest(row));
		expect([reply.status, row.answer.kind === 'text' ? '' : reply.text]).toEqual([200, '']);
		expectAnswer(row, reply, 0);
	});

	test('accepts every element', async () => {
		const reply = await service.call(row.method, largestRequest(row));
		expect([reply.status, row.answer.kind === 'text' ? '' : reply.text]).toEqual([200, '']);
		expect(service.lastRequest().unknownElements).toEqual([]);
		expectAnswer(row, reply, 1);
	});

	test('ignores an element that it does not take, and the log notes it', async () => {
		const reply = await service.call(row.method, { ...smallestRequest(row), 'surplus/element': 'x' });
		expect(reply.status).toBe(200);
		expect(service.lastRequest().unknownElements).toEqual(['surplus']);
	});

	if (row.read !== undefined) {
		test('stores what every element says', async () => {
			const record = await recordAfter(row, largestRequest(row));
			for (const [path, values] of expectedTexts(row)) {
				const texts = textsAt(record, path);
				const missing = values.filter((value) => count(texts, value) < count(values, value));
				expect({ path, missing }).toEqual({ path, missing: [] });
			}
		});

		test('counts an empty optional element as not supplied', async () => {
			const optional = row.elements.filter(({ required }) => required === undefined);
			const needed = smallestRequest(
				row,
				row.elements.map(({ path }) => path),
			);
			const without = await recordAfter(row, needed);
			await service.close();
			service = await startService();
			const empty = Object.fromEntries(optional.map(({ path }) => [path, '']));
			expect(withoutTimes(await recordAfter(row, { ...needed, ...empty }))).toBe(withoutTimes(without));
		});
	}
});

/** The further values that elements accept, each with its row and where it is read back. */
const ALTERNATIVES = SPECIFICATION.flatMap((row) =>
	row.elements.flatMap(({ path, readBack = path, accepts = [] }) =>
		accepts.map((alternative) => ({ row, path, readBack, ...alternative })),
	),
).filter(({ row }) => row.read !== undefined);

test.each(ALTERNATIVES)(
	"$row.method takes '$value' for $path, which comes back as $returned",
	async ({ row, path, readBack, value, returned }) => {
		const record = await recordAfter(row, changed(smallestRequest(row, [path]), { [path]: value }));
		expect(textsAt(record, readBack)).toContain(returned);
	},
);

/** The elements whose identifiers may be passed over: the rest of the request is carried out. */
const PASSED_OVER = SPECIFICATION.flatMap((row) =>
	row.elements.flatMap(({ path, readBack = path, example, passedOver }) =>
		passedOver === undefined ? [] : { row, path, readBack, example, ...passedOver },
	),
);

test.each(PASSED_OVER)(
	'$row.method passes over $values in $path, and lists them',
	async ({ row, path, readBack, example, values, listed }) => {
		const list = [...values, example];
		const request = {
			...smallestRequest(row),
			...Object.fromEntries(list.map((value, index) => [`${path}[${index}]`, value])),
		};
		expect(textsAt(await service.succeed(row.method, request), listed)).toEqual(values.map(service.fill));
		expect(textsAt(await recordAfter(row, request), readBack)).toEqual([service.fill(example)]);
	},
);

/** Sends a request and reads back the record that it made or changed. */
async function recordAfter(row: MethodSpecification, values: Record<string, string>): Promise<AnswerElement> {
	const { method, identifier } = row.read ?? { method: '', identifier: '' };
	const response = await service.succeed(row.method, values);
	const id = allAt(response, identifier)[0]?.text ?? (response.text || (values[identifier] ?? ''));
	const [record] = await recordsWith(method, identifier, service.fill(id));
	return record ?? readAnswer('<nothing/>');
}

/** What a get method returns for an identifier, or what a list method lists under it. */
async function recordsWith(method: string, identifier: string, id: string): Promise<AnswerElement[]> {
	const answer = SPECIFICATION.find((row) => row.method === method)?.answer;
	if (answer?.kind !== 'list') return (await service.succeed(method, { [identifier]: id })).children;
	const records = allAt(await service.succeed(method), `${answer.wrapper}/${answer.record}`);
	return records.filter((record) => textAt(record, identifier) === id);
}

/** A record to compare, without the time of day of what the service dates itself. */
function withoutTimes(record: AnswerElement): string {
	return JSON.stringify(record, null, 1).replaceAll(new RegExp(`(${TODAY}) [0-9:]{8}`, 'g'), '$1');
}

/** What a record has to hold after the largest request: the values by path. */
function expectedTexts(row: MethodSpecification): Map<string, string[]> {
	const expected = new Map<string, string[]>();
	for (const { readBack, returned, example } of row.elements) {
		if (readBack === undefined) continue;
		expected.set(readBack, [...(expected.get(readBack) ?? []), service.fill(returned ?? example)]);
	}
	return expected;
}

function count(texts: readonly string[], wanted: string): number {
	return texts.filter((text) => text === wanted).length;
}

/** An answer has the form of the specification, and names as many lines as the request added. */
function expectAnswer({ answer }: MethodSpecification, { response }: Reply, lines: number) {
	const names = response.children.map((child) => child.name);
	switch (answer.kind) {
		case 'empty':
			return expect([names, response.text]).toEqual([[], '']);
		case 'text':
			return expect([names, response.text]).toEqual([[], expect.stringMatching(/^\d+$/)]);
		case 'identifier':
		case 'identifiers':
			return expect([leafPaths(response), textsAt(response, answer.element)]).toEqual([
				[answer.element],
				[expect.stringMatching(/^\d+$/)],
			]);
		case 'lines':
			expect(names).toEqual([answer.element, answer.wrapper]);
			return expect(
				textsAt(response, `${answer.wrapper}/${answer.line}`).map((id) => /^\d+$/.test(id)),
			).toEqual(Array.from({ length: lines }, () => true));
		case 'record':
			expect(names).toEqual([answer.element]);
			return expectFields(at(response, answer.element), answer.fields);
		case 'list':
			expect(names).toEqual([answer.wrapper]);
			expect(Object.keys(at(response, answer.wrapper).attributes).sort()).toEqual(
				['page', 'per_page_record', 'total_pages', answer.count].sort(),
			);
			expect(
				textsAt(response, `${answer.wrapper}/${answer.record}/${answer.identifier}`).length,
			).toBeGreaterThan(0);
			if (answer.fields !== undefined) expectFields(at(response, answer.wrapper).children[0], answer.fields);
			return;
		case 'wholeList':
			expect(names).toEqual([answer.wrapper]);
			expect(at(response, answer.wrapper).attributes).toEqual({
				total: String(allAt(response, `${answer.wrapper}/${answer.record}`).length),
			});
			return expectFields(at(response, answer.wrapper).children[0], answer.fields);
	}
}

/** A record has the fields of the specification and no others; those of repeated elements only if there is one. */
function expectFields(record: AnswerElement | undefined, fields: readonly string[]) {
	const found = record === undefined || record.children.length === 0 ? [] : leafPaths(record);
	const isEmptyList = (path: string) => fields.some((field) => field.startsWith(`${path}/`));
	expect(found.filter((path) => !fields.includes(path) && !isEmptyList(path))).toEqual([]);
	const wrappers = found.filter(isEmptyList);
	expect(
		fields.filter(
			(field) => !found.includes(field) && !wrappers.some((path) => field.startsWith(`${path}/`)),
		),
	).toEqual([]);
}
