import { SPECIFICATION } from './walk/specification.mts';
import { textsAt } from './walk/answers.mts';
import { smallestRequest } from './walk/documents.mts';
import { useService } from './walk/service.mts';

const service = useService({}, true);

/** The kinds of record behind the placeholders of the table, by the first word of the name. */
const KINDS = [
	'expenseCategory', 'timeEntry', 'estimateItem', 'invoiceItem', 'recurringItem', 'estimate', 'expense', 'invoice',
	'recurring', 'client', 'product', 'project', 'service', 'staff', 'task', 'tax', 'lateFee', 'category',
]; // prettier-ignore

/** The placeholder of another account's record for one of the account's own, such as `{foreignClient}` for `{newClient}`. */
function foreign(example: string): string | undefined {
	const name = /^\{(?:new|other)?([A-Za-z]+?)(?:WithCredit)?\}$/.exec(example)?.[1] ?? '';
	const kind = name.charAt(0).toLowerCase() + name.slice(1);
	if (kind === 'projectClient') return '{foreignClient}';
	return KINDS.includes(kind) ? `{foreign${kind.charAt(0).toUpperCase()}${kind.slice(1)}}` : undefined;
}

/** Each element that names a record, with a record of another account (§5). */
const CASES = SPECIFICATION.flatMap((row) =>
	row.elements.flatMap((element) => {
		const other = foreign(element.example);
		return other === undefined ? [] : { method: row.method, row, path: element.path, other, element };
	}),
);

test('every method that takes an identifier is tried', () => {
	const takingIdentifiers = SPECIFICATION.filter(({ elements }) =>
		elements.some(({ path }) => /(^|_|\/)id$/.test(path)),
	);
	const tried = new Set(CASES.map(({ method }) => method));
	expect(takingIdentifiers.filter(({ method }) => !tried.has(method))).toEqual([]);
	expect(tried.size).toBe(takingIdentifiers.length);
});

test.each(CASES)('$method does not touch the $other that $path names', async (one) => {
	const { method, row, path, other, element } = one;
	const before = foreignRows();
	const { status, text, response } = await service.call(method, {
		...smallestRequest(row, [path]),
		[path]: other,
	});
	expect(foreignRows()).toEqual(before);
	const id = service.fill(other);
	if (element.sql !== undefined) return expect(status).toBe(404);
	if (path === 'tasks/task_id') return expect(textsAt(response, 'invalid/task_id')).toEqual([id]);
	if (method.startsWith('send'))
		return expect([status, ...textsAt(response, `invalid/${path}`)]).toEqual([400, id]);
	if (/^delete.*(?<!Item)$/.test(method))
		return expect([status, ...textsAt(response, `failure/${path}`)]).toEqual([200, id]);
	const refused = element.wrong?.text === 'abc' || element.wrong === undefined ? undefined : element.wrong;
	expect({ status, text }).toEqual(
		refused === undefined
			? { status: 403, text: expect.stringMatching(/ is not associated with your account\.$/) as string }
			: { status: refused.status ?? 400, text: service.fill(refused.message.replace(refused.text, other)) },
	);
});

function foreignRows() {
	const { id } = service.sandbox.account('second');
	const { store } = service.sandbox;
	const tables = store.all<{ name: string }>(
		`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%account_id%' AND name <> 'counter'`,
	);
	return tables.map(({ name }) => store.all(`SELECT * FROM ${name} WHERE account_id = ?`, id));
}
