import { METHODS } from '../../sandbox/methods/index.mts';
import { FIELDS } from './walk/fields.mts';
import {
	allAt,
	leafPaths,
	repeated,
	startService,
	textAt,
	textsAt,
	TODAY,
	type AnswerElement,
	type RunningService,
	type Values,
} from './walk/service.mts';
import { largestRequest, smallestRequest, SPECIFICATION, type MethodRow } from './walk/specification.mts';

// One pass over the table of §4: what each method takes, refuses, stores, returns, lists and leaves to other accounts.

let service: RunningService;
beforeEach(async () => void (service = await startService()));
afterEach(() => service.close());

/** The kinds of record that placeholders name. */
const KINDS =
	'category|timeEntry|(?:estimate|invoice|recurring)(?:Item)?|expense|client|product|project|service|staff|task|tax|lateFee';

/** §7.1: the name of a wrong element in the message. */
const INVALID = `Amount, Billing method, Billing rate, Charge amount, Charge type, Client, Client id, Cost, Country code,
	Currency code, Date, Discount, Discount type, Due Date, Email, Estimate id, Estimate item, Expense category id, Expense id,
	Hours, Invoice id, Invoice item, Language, Occurence, Page, Per page record, Product id, Project id, Project manager id,
	Quantity, Recurring end date, Recurring frequency, Recurring id, Recurring item, Schedule Date, Service id, Staff, Staff id,
	Task id, Task rate, Tax-1 id, Tax-2 id, Tax1 percent, Tax1 type, Tax2 percent, Tax2 type, Timelog id, Type, Unit,
	Unit cost, Username, Work date`;
const OTHER_MESSAGES = [
	...['Client id is not exists.', 'Invalid data.', 'Late Fee is invalid or inactive.'],
	...['Please provide mandatory data.', 'Please provide valid data.'],
	'Expense [{invoicedExpense}] is not assigned to this client or not active or already invoiced.',
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
	const { method } = row;

	test('succeeds with the smallest request, and is refused without what it needs or with what is wrong', async () => {
		const before = everythingStored();
		for (const refusal of refusalsOf(row)) {
			const values = changed(smallestRequest(row, Object.keys(refusal.change)), refusal.change);
			const [status, message] = await service.reply(method, values);
			const expected = { status: refusal.status ?? 400, message: service.fill(refusal.message) };
			expect({ ...refusal, status, message }).toEqual({ ...refusal, ...expected });
		}
		expect(everythingStored()).toBe(before);
		expectForm(row, await service.succeed(method, { ...smallestRequest(row), 'surplus/element': 'x' }));
		expect(service.ignored()).toEqual(['surplus']);
	});

	test('accepts every element, and stores its value', async () => {
		const response = await service.succeed(method, largestRequest(row));
		expect(service.ignored()).toEqual([]);
		expectForm(row, response);
		if (!/^(create|update|add)/.test(method)) return;
		const texts = textsOf(await recordAfter(row, response, largestRequest(row)));
		const sent = row.elements.flatMap(({ example, returned = example }) => returned ?? []);
		const expected = sent.map(service.fill);
		expect(expected.filter((text) => count(texts, text) < count(expected, text))).toEqual([]);
	});

	if (/^(create|update)/.test(method))
		test('treats an empty optional element as omitted', async () => {
			const all = row.elements.map(({ path }) => path);
			const needed = smallestRequest(row, all);
			const empty = Object.fromEntries(all.map((path) => [path, '']));
			const record = async (values: Values) =>
				JSON.stringify(await recordAfter(row, await service.succeed(method, values), values));
			const without = await record(needed);
			await service.close();
			service = await startService();
			const time = new RegExp(`${TODAY} [0-9:]{8}`, 'g');
			expect((await record({ ...empty, ...needed })).replaceAll(time, '')).toBe(without.replaceAll(time, ''));
		});

	const named = row.elements.flatMap((element) => {
		const other = foreignOf(element.example);
		return other === undefined ? [] : { element, other };
	});
	if (row.elements.some(({ path }) => /(^|_|\/)id$/.test(path)))
		test('touches no record of another account, and says so (§5)', async () => {
			expect(named.length).toBeGreaterThan(0);
			for (const { element, other } of named) await expectUntouched(row, element, other);
		});

	if (/^update(?!Invoice)/.test(method) && !method.endsWith('Item'))
		test('keeps what is left out: each element changes one column', async () => {
			const needed = smallestRequest(row);
			const identifier = row.elements[0]?.path ?? '';
			const id = service.fill(needed[identifier] ?? '');
			await service.succeed(method, needed);
			for (const { path, example, group } of row.elements) {
				if (path in needed || group !== undefined) continue;
				const before = columnsOf(method, id);
				await service.succeed(method, { ...needed, [path]: example });
				const differing = Object.entries(columnsOf(method, id)).filter(
					([name, value]) => name !== 'number_key' && before[name] !== value,
				);
				expect([path, differing.length <= 1]).toEqual([path, true]);
			}
		});

	if (/^delete/.test(method) && !method.endsWith('Item'))
		test('deletes what it can and lists the rest; what is deleted is found no more, except by that status', async () => {
			const name = method.slice('delete'.length);
			const [identifier = ''] = row.elements.map(({ path }) => path);
			const id = service.fill(row.elements[0]?.example ?? '');
			const foreign = service.fill(foreignOf(row.elements[0]?.example ?? '') ?? '');
			const asked = [foreign, id, '{unknown}', 'abc', id];
			const failed = await service.succeed(method, repeated(identifier, asked));
			expect(textsAt(failed, `failure/${identifier}`)).toEqual([foreign, service.fill('{unknown}'), 'abc']);
			expect(await service.list(`list${name}`)).not.toContain(id);
			if (method === 'deleteInvoice')
				return expect(await service.list('listInvoice', { invoice_record_status: 'Cancel' })).toContain(id);
			if (METHODS[`get${name}`])
				expect((await service.reply(`get${name}`, { [identifier]: id }))[0]).toBe(404);
			const again = await service.succeed(method, { [identifier]: id });
			expect(textsAt(again, `failure/${identifier}`)).toEqual([id]);
			const filter = METHODS[`list${name}`]?.elements.find(
				(one) => 'path' in one && /status$/.test(one.path),
			);
			if (filter === undefined || !('path' in filter)) return;
			const { response } = await service.call(`list${name}`, { [filter.path]: 'Deleted' });
			expect(JSON.stringify(response)).toContain(`"text":"${id}"`);
		});

	if (row.elements.some(({ path }) => path === 'filter/page')) {
		const [wrapper = '', record = ''] = row.answers.split('/');

		test('lists the newest first, in pages that have each record once', async () => {
			const { children, attributes } = (await service.succeed(method)).children[0] ?? {};
			const idOf = (one: AnswerElement) =>
				one.children.find(({ name }) => /(?<!client)_id$|^client_id$/.test(name))?.text;
			const ids = (children ?? []).map(idOf);
			const paged: unknown[] = [];
			const pages = Math.ceil(ids.length / 2);
			const total = method === 'listClient' || method === 'listStaff' || method.endsWith('Category');
			for (let page = 1; page <= pages; page += 1) {
				const asked = { 'filter/page': String(page), 'filter/per_page_record': '2' };
				const [found] = allAt(await service.succeed(method, asked), wrapper);
				paged.push(...(found?.children ?? []).map(idOf));
				const counted = { [total ? 'total' : 'total_records']: String(ids.length) };
				const shown = { page: String(page), per_page_record: '2', total_pages: String(pages), ...counted };
				expect(found?.attributes).toEqual(shown);
			}
			expect([paged, attributes?.['per_page_record']]).toEqual([ids, '100']);
			if (!/Invoice|Estimate/.test(method))
				expect(ids).toEqual([...ids].sort((one, other) => Number(other) - Number(one)));
			for (const large of ['101', '9'.repeat(400)]) {
				const size = { 'filter/per_page_record': large };
				expect((await service.succeed(method, size)).children[0]?.attributes['per_page_record']).toBe('100');
				const beyond = { 'filter/page': large };
				const none = [404, 'Data not found. Kindly check the request.'];
				expect(await service.reply(method, beyond)).toEqual(none);
			}
		});

		test('filters by each of its filters, and finds nothing by another word', async () => {
			for (const { path, example, sql } of row.elements) {
				if (sql === undefined || path.startsWith('filter/date_')) continue;
				const shown = leafOf(path.slice('filter/'.length), record);
				const found = await service.succeed(method, { [path]: example });
				for (const one of allAt(found, row.answers)) {
					const texts = shown === undefined ? [] : textsAt(one, shown);
					if (texts.length > 0)
						expect([path, texts]).toEqual([path, expect.arrayContaining([service.fill(example)])]);
				}
				const other = /date/.test(path) ? '2199-12-31' : /amount|cost/.test(path) ? '987654' : '87654321';
				expect([path, (await service.reply(method, { [path]: other }))[0]]).toEqual([path, 404]);
			}
		});

		test('shows whole records, their summary, or their identifier, as it was started', async () => {
			const pathsOf = async (listRecords: 'full' | 'summary' | 'bare') => {
				await service.close();
				service = await startService({ listRecords });
				const [shown] = allAt(await service.succeed(method), row.answers);
				return shown === undefined ? [] : leafPaths(shown);
			};
			const [full, summary, bare] = [await pathsOf('full'), await pathsOf('summary'), await pathsOf('bare')];
			expect(bare).toHaveLength(1);
			expect(summary).toEqual(expect.arrayContaining(bare));
			expect(full).toEqual(expect.arrayContaining(summary));
		});
	}
});

/** Names that look like methods; there is no getExpenseCategory (§4.9). */
const UNKNOWN = [
	...['addInvoiceLineItem', 'exportInvoicePDF', 'getInvoiceLog', 'getInvoiceLogDetail', 'invOfflinePayment'],
	...['invoiceOnlinePayment', 'updateInvoiceLineItem'],
	...['getExpenseCategory', 'createEverything', 'getTax', 'createInvoice2', '', ' ', 'toString', '__proto__'],
];

test('another name is answered with status 501, and so is a name in the wrong case (§4.1)', async () => {
	const wrongCase = Object.keys(METHODS).map(
		(method) => `${method.charAt(0).toUpperCase()}${method.slice(1)}`,
	);
	for (const method of [...UNKNOWN, ...wrongCase])
		expect([method, await service.reply(method)]).toEqual([method, [501, 'The method is not recognised.']]);
});

/** Values with some changes: null removes an element. */
function changed(values: Values, changes: Readonly<Record<string, string | null>>): Record<string, string> {
	const entries = Object.entries({ ...values, ...changes });
	return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** The refusals of the table: a missing element, an empty one, and a wrong one. */
function refusalsOf({ elements, checked }: MethodRow) {
	return [...elements, ...checked].flatMap(({ path, group, required, wrong }) => {
		// The group is sent even if it is incomplete.
		const sent = group === undefined ? {} : { [`${group}/surplus`]: '' };
		const refusal = ({ status, message }: { status?: number; message: string }, value: string | null) => ({
			...{ change: { ...sent, [path]: value }, status, message },
		});
		return [
			...(required ? [refusal(required, null)] : []),
			...(required && !required.mayBeEmpty ? [refusal(required, '')] : []),
			...(wrong ? [refusal(wrong, wrong.text)] : []),
		];
	});
}

/** Where a record shows what a filter asks for, if it does; those of goods and of tasks have longer names there. */
function leafOf(filter: string, record: string): string | undefined {
	if (filter === 'client_id' && /invoice|estimate|recurring/.test(record)) return 'client/client_id';
	if (filter === 'status' && record === 'estimate') return undefined;
	return (
		{ item_name: `${record}_name`, item_cost: 'unit_cost', client_email: 'email' }[filter] ??
		filter.replace(/^(invoice|estimate|recurring)_number$/, 'number')
	);
}

/** The placeholder of another account's record for one of the account's own, such as `{foreignClient}` for `{newClient}`. */
function foreignOf(example: string): string | undefined {
	const kind = new RegExp(`^\\{(?:new|other|project(?=C))?(${KINDS})\\}$`, 'i').exec(example)?.[1];
	return kind && `{foreign${kind.charAt(0).toUpperCase()}${kind.slice(1)}}`;
}

/** An element that names another account's record changes nothing there, and is refused as §5 and §7.1 say. */
async function expectUntouched(
	row: MethodRow,
	{ path, sql, wrong }: MethodRow['elements'][number],
	other: string,
): Promise<void> {
	const { method } = row;
	const before = foreignRows();
	const request = { ...smallestRequest(row, [path]), [path]: other };
	const { status, text, response } = await service.call(method, request);
	expect(foreignRows()).toEqual(before);
	const id = service.fill(other);
	if (sql !== undefined) return expect(status).toBe(404);
	if (path === 'tasks/task_id') return expect(textsAt(response, 'invalid/task_id')).toEqual([id]);
	if (method.startsWith('send'))
		return expect([status, ...textsAt(response, `invalid/${path}`)]).toEqual([400, id]);
	if (/^delete.*(?<!Item)$/.test(method))
		return expect([status, ...textsAt(response, `failure/${path}`)]).toEqual([200, id]);
	const refused = wrong?.text === 'abc' ? undefined : wrong;
	const message: unknown = refused
		? service.fill(refused.message.replace(refused.text, other))
		: expect.stringMatching(/ is not associated with your account\.$/);
	expect([path, status, text]).toEqual([path, refused ? (refused.status ?? 400) : 403, message]);
}

function foreignRows() {
	const { sandbox } = service;
	const { id } = sandbox.account('second');
	const sql = `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%account_id%' AND name <> 'counter'`;
	const tables = sandbox.store.all<{ name: string }>(sql);
	return tables.map(({ name }) => sandbox.store.all(`SELECT * FROM ${name} WHERE account_id = ?`, id));
}

/** The columns of the record that an update names. */
function columnsOf(method: string, id: string): Record<string, unknown> {
	const kind =
		{ TimeLog: 'time_entry', ExpenseCategory: 'expense_category' }[method.slice(6)] ?? method.slice(6);
	return service.sandbox.store.one<Record<string, unknown>>(`SELECT * FROM ${kind} WHERE id = ?`, id) ?? {};
}

/** Checks that an answer has the form of the table: identifiers are numbers, records have the fields of §2.2 and no others. */
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
	if (!/^(get|list)/.test(method)) return expect(records[0]?.text).toMatch(/^\d+$/);
	const isListed = method.startsWith('list');
	const attributes = Object.keys(response.children[0]?.attributes ?? {}).join(' ');
	if (isListed) expect(attributes).toMatch(/^(page per_page_record total_pages )?total(_records)?$/);
	const fields = FIELDS[first.split('/').at(-1) ?? '']?.split(/\s+/) ?? [];
	for (const record of records) if (record.children.length > 0) expectFields(record, fields, isListed);
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
	const [identifier = ''] = get?.elements.map((one) => ('key' in one ? one.key : '')) ?? ['category_id'];
	const id =
		allAt(response, identifier)[0]?.text ?? (response.text || service.fill(values[identifier] ?? ''));
	if (get !== undefined) return await service.succeed(`get${kind}`, { [identifier]: id });
	const listed = allAt(await service.succeed(`list${kind}`), 'categories/category');
	return listed.find((record) => textAt(record, identifier) === id) ?? response;
}

const textsOf = ({ text, children }: AnswerElement): string[] =>
	children.length === 0 ? [text] : children.flatMap(textsOf);

const count = (texts: readonly string[], wanted: string): number =>
	texts.filter((text) => text === wanted).length;

/** All the rows of all the tables, as one text. */
function everythingStored(): string {
	const { store } = service.sandbox;
	const tables = store.all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'`);
	return JSON.stringify(tables.map(({ name }) => store.all(`SELECT * FROM ${name}`)));
}
