import { METHODS, UNSUPPORTED_METHODS } from '../../sandbox/methods/index.mts';
import { SPECIFICATION, type MethodRow } from './walk/specification.mts';
import { allAt, at, leafPaths, textAt, type AnswerElement } from './walk/answers.mts';
import { changed, largestRequest, smallestRequest, type Values } from './walk/documents.mts';
import { FIELDS } from './walk/fields.mts';
import { startService, TODAY, type RunningService } from './walk/service.mts';

let service: RunningService;
beforeEach(async () => void (service = await startService()));
afterEach(() => service.close());

/** §7.1: the name of a wrong element in the message. */
const INVALID = `Amount, Billing method, Billing rate, Charge amount, Charge type, Client, Client id, Cost, Country code,
	Currency code, Date, Discount, Discount type, Due Date, Email, Estimate id, Estimate item, Expense category id, Expense id,
	Hours, Invoice id, Invoice item, Language, Occurence, Page, Per page record, Product id, Project id, Project manager id,
	Quantity, Recurring end date, Recurring frequency, Recurring id, Recurring item, Schedule Date, Service id, Staff, Staff id,
	Task id, Task rate, Tax-1 id, Tax-2 id, Tax1 percent, Tax1 type, Tax2 percent, Tax2 type, Timelog id, Type, Unit,
	Unit cost, Username, Work date`;
const OTHER_MESSAGES = [
	'Client id is not exists.',
	'Expense [{invoicedExpense}] is not assigned to this client or not active or already invoiced.',
	'Invalid data.',
	'Late Fee is invalid or inactive.',
	'Please provide mandatory data.',
	'Please provide valid data.',
	'Time-entry id is not valid or already billed.',
];

test('the messages about elements are those of §7.1', () => {
	const refusals = SPECIFICATION.flatMap(refusalsOf).map(({ message }) => message);
	const required = ['Expense id', 'Invoice id', 'Method', 'Name', 'Time-entry id'];
	expect([...new Set(refusals)].sort()).toEqual(
		[
			...INVALID.split(/,\s+/).map((name) => `${name} is invalid.`),
			...required.map((name) => `${name} is required.`),
			...OTHER_MESSAGES,
		].sort(),
	);
});

describe.each(SPECIFICATION)('$method', (row) => {
	test('succeeds with the smallest request, and is refused without what it needs or with what is wrong', async () => {
		const before = everythingStored();
		for (const refusal of refusalsOf(row)) {
			const values = changed(smallestRequest(row, Object.keys(refusal.change)), refusal.change);
			const { status, text } = await service.call(row.method, values);
			expect({ ...refusal, status, message: text }).toEqual({
				...refusal,
				status: refusal.status ?? 400,
				message: service.fill(refusal.message),
			});
		}
		expect(everythingStored()).toBe(before);
		expectForm(row, await service.succeed(row.method, { ...smallestRequest(row), 'surplus/element': 'x' }));
		expect(service.lastRequest().unknownElements).toEqual(['surplus']);
	});

	test('accepts every element, and stores its value', async () => {
		const response = await service.succeed(row.method, largestRequest(row));
		expect(service.lastRequest().unknownElements).toEqual([]);
		expectForm(row, response);
		if (!/^(create|update|add)/.test(row.method)) return;
		const texts = textsOf(await recordAfter(row, response, largestRequest(row)));
		const expected = row.elements
			.flatMap(({ example, returned = example }) => returned ?? [])
			.map(service.fill);
		const missing = expected.filter((text) => count(texts, text) < count(expected, text));
		expect(missing).toEqual([]);
	});

	if (/^(create|update)/.test(row.method)) {
		test('treats an empty optional element as omitted', async () => {
			const all = row.elements.map(({ path }) => path);
			const needed = smallestRequest(row, all);
			const empty = Object.fromEntries(all.map((path) => [path, '']));
			const record = async (values: Values) =>
				JSON.stringify(await recordAfter(row, await service.succeed(row.method, values), values));
			const without = await record(needed);
			await service.close();
			service = await startService();
			const time = new RegExp(`${TODAY} [0-9:]{8}`, 'g');
			expect((await record({ ...empty, ...needed })).replaceAll(time, '')).toBe(without.replaceAll(time, ''));
		});
	}
});

/** Names that look like methods; there is no getExpenseCategory (§4.9). */
const UNKNOWN = [
	...UNSUPPORTED_METHODS,
	...['getExpenseCategory', 'createEverything', 'getTax', 'createInvoice2', '', ' ', 'toString', '__proto__'],
];

test('another name is answered with status 501, and so is a name in the wrong case (§4.1)', async () => {
	const wrongCase = Object.keys(METHODS).flatMap((method) => [
		method.toLowerCase(),
		method.toUpperCase(),
		`${method.charAt(0).toUpperCase()}${method.slice(1)}`,
	]);
	for (const method of [...UNKNOWN, ...wrongCase]) {
		const { status, text } = await service.call(method);
		expect([method, status, text]).toEqual([method, 501, 'The method is not recognised.']);
	}
});

/** The refusals of the table: a missing element, an empty one, and a wrong one. */
function refusalsOf({ elements, checked }: MethodRow) {
	return [...elements, ...checked].flatMap(({ path, group, required, wrong }) => {
		// The group is sent even if it is incomplete.
		const sent = group === undefined ? {} : { [`${group}/surplus`]: '' };
		const refusal = ({ status, message }: { status?: number; message: string }, value: string | null) => ({
			change: { ...sent, [path]: value },
			status,
			message,
		});
		return [
			...(required ? [refusal(required, null)] : []),
			...(required && !required.mayBeEmpty ? [refusal(required, '')] : []),
			...(wrong ? [refusal(wrong, wrong.text)] : []),
		];
	});
}

/**
 * Checks that an answer has the form of the table: identifiers are numbers, records have the fields of §2.2 and no
 * others.
 */
function expectForm({ method, answers }: MethodRow, response: AnswerElement): void {
	const [first = ''] = answers.split(' ');
	if (answers === '' || answers === 'text()') {
		expect(response.children).toEqual([]);
		return expect(response.text).toMatch(answers === '' ? /^$/ : /^\d+$/);
	}
	expect(response.children.map(({ name }) => name)).toEqual(
		answers.split(' ').map((path) => path.split('/')[0]),
	);
	const records = allAt(response, first);
	expect(records.length).toBeGreaterThan(0);
	const fields = FIELDS[first.split('/').at(-1) ?? '']?.split(/\s+/);
	if (!/^(get|list)/.test(method)) return expect(records[0]?.text).toMatch(/^\d+$/);
	const isListed = method.startsWith('list');
	const attributes = Object.keys(at(response, first.split('/')[0] ?? '').attributes);
	if (isListed)
		expect(attributes.join(' ')).toMatch(/^(page per_page_record total_pages )?total(_records)?$/);
	for (const record of records) if (record.children.length > 0) expectFields(record, fields ?? [], isListed);
}

/** A record has these fields; those of repeated elements only if there is one, those in brackets only where they are shown. */
function expectFields(record: AnswerElement, fields: readonly string[], isListed: boolean): void {
	const left = isListed ? '[' : '(';
	const wanted = fields
		.filter((field) => !field.startsWith(left))
		.map((field) => field.replaceAll(/[()[\]]/g, ''));
	const found = leafPaths(record);
	const isEmptyList = (path: string) => wanted.some((field) => field.startsWith(`${path}/`));
	expect(found.filter((path) => !wanted.includes(path) && !isEmptyList(path))).toEqual([]);
	const empty = found.filter(isEmptyList);
	const missing = wanted.filter((field) => !found.includes(field));
	expect(missing.filter((field) => !empty.some((path) => field.startsWith(`${path}/`)))).toEqual([]);
}

/** The record that a request created or changed, as its get method returns it, or the list of a kind without one. */
async function recordAfter(
	{ method }: MethodRow,
	response: AnswerElement,
	values: Values,
): Promise<AnswerElement> {
	const kind = method.replace(/^(create|update|add)|Item$|From.*/g, '');
	const get = METHODS[`get${kind}`];
	const [identifier = ''] =
		get === undefined ? ['category_id'] : get.elements.map((one) => ('key' in one ? one.key : ''));
	const id =
		allAt(response, identifier)[0]?.text ?? (response.text || service.fill(values[identifier] ?? ''));
	if (get !== undefined) return await service.succeed(`get${kind}`, { [identifier]: id });
	const listed = allAt(await service.succeed(`list${kind}`), 'categories/category');
	return listed.find((record) => textAt(record, identifier) === id) ?? response;
}

function textsOf({ text, children }: AnswerElement): string[] {
	return children.length === 0 ? [text] : children.flatMap(textsOf);
}

function count(texts: readonly string[], wanted: string): number {
	return texts.filter((text) => text === wanted).length;
}

/** All the rows of all the tables, as one text. */
function everythingStored(): string {
	const { store } = service.sandbox;
	const tables = store.all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'`);
	return JSON.stringify(tables.map(({ name }) => store.all(`SELECT * FROM ${name}`)));
}
