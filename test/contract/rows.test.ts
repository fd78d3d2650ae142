import { METHODS } from '../../sandbox/methods/index.ts';
import { SPECIFICATION } from './specification/index.ts';
import type { MethodSpecification } from './specification/types.ts';
import { allAt, at, leafPaths, readAnswer, textsAt, type AnswerElement } from './walk/answers.ts';
import { largestRequest, smallestRequest } from './walk/documents.ts';
import { startService, type Reply, type RunningService } from './walk/service.ts';

let service: RunningService;
beforeEach(async () => void (service = await startService()));
afterEach(() => service.close());

describe('the contract table', () => {
	test('has one row per method', () => {
		const methods = SPECIFICATION.map((row) => row.method);
		expect(new Set(methods).size).toBe(methods.length);
		expect(methods.length).toBe(22);
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
		expectAnswer(row, reply);
	});

	test('accepts every element', async () => {
		const reply = await service.call(row.method, largestRequest(row));
		expect([reply.status, row.answer.kind === 'text' ? '' : reply.text]).toEqual([200, '']);
		expect(service.lastRequest().unknownElements).toEqual([]);
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
			expect(await recordAfter(row, { ...needed, ...empty })).toEqual(without);
		});
	}
});

/** Sends a request and reads back the record that it made or changed. */
async function recordAfter(row: MethodSpecification, values: Record<string, string>): Promise<AnswerElement> {
	const { method, identifier } = row.read ?? { method: '', identifier: '' };
	const response = await service.succeed(row.method, values);
	const id = allAt(response, identifier)[0]?.text ?? (response.text || (values[identifier] ?? ''));
	const [record] = (await service.succeed(method, { [identifier]: id })).children;
	return record ?? readAnswer('<nothing/>');
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

function expectAnswer({ answer }: MethodSpecification, { response }: Reply) {
	const names = response.children.map((child) => child.name);
	switch (answer.kind) {
		case 'empty':
			return expect([names, response.text]).toEqual([[], '']);
		case 'text':
			return expect([names, response.text]).toEqual([[], expect.stringMatching(/^\d+$/)]);
		case 'identifier':
		case 'identifiers':
			return expect([names, response.children[0]?.text]).toEqual([
				[answer.element],
				expect.stringMatching(/^\d+$/),
			]);
		case 'lines':
			return expect([names, at(response, answer.wrapper).children]).toEqual([
				[answer.element, answer.wrapper],
				[],
			]);
		case 'record':
			expect(names).toEqual([answer.element]);
			return expectFields(at(response, answer.element), answer.fields);
		case 'list':
			expect(names).toEqual([answer.wrapper]);
			expect(Object.keys(at(response, answer.wrapper).attributes).sort()).toEqual(
				['page', 'per_page_record', 'total_pages', answer.count].sort(),
			);
			return expect(
				textsAt(response, `${answer.wrapper}/${answer.record}/${answer.identifier}`).length,
			).toBeGreaterThan(0);
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
