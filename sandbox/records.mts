import type { SQLInputValue } from 'node:sqlite';
import { type Call, NOT_FOUND, reject, type Method, type ListRecords, rejectEmpty } from './call.mts';
import { type Elements, several, target, type Field, ordersOf, PAGING } from './fields.mts';
import type { Store, Values } from './store.mts';
import { tableOf, type RecordKind, type RecordRows, type DocumentKind, hasState } from './tables.mts';
import { parseIdentifier, textOr } from './values.mts';
import { answer, element, repeated, type Output, leaves, type Answer } from './xml.mts';

/** The kinds of record that a request names by identifier, with their names in messages (§7.1). */
const LABELS = {
	client: 'Client',
	estimate: 'Estimate',
	expense: 'Expense',
	expenseCategory: 'Expense category',
	invoice: 'Invoice',
	product: 'Product',
	project: 'Project',
	recurring: 'Recurring',
	service: 'Service',
	staff: 'Staff',
	task: 'Task',
	tax: 'Tax',
	timeEntry: 'Timelog',
} as const satisfies Partial<Record<RecordKind, string>>;

export type Kind = keyof typeof LABELS;

/** The name of a kind of record in messages. */
export function labelOf(kind: Kind): string {
	return LABELS[kind];
}

/** What every such record has. */
interface Owned {
	id: number;
	account_id: number;
	status?: string;
	recurring_status?: string;
}

/** Whether a record counts as removed (§3). */
const isDeleted = ({ recurring_status, status = recurring_status }: Owned): boolean =>
	status === 'Deleted' || status === 'Delete';

/**
 * The account's own record that a text identifies. Throws a Rejection: status 400 when the text isn't an identifier, 404 when
 * no such record exists or it is deleted, 403 when it is another account's (§5).
 */
export function ownRecord<Name extends Kind>(call: Call, kind: Name, text: string): RecordRows[Name] & Owned {
	const label = LABELS[kind];
	const id = parseIdentifier(text) ?? reject(`${label} id is invalid.`);
	const row = rowOf(call, kind, id) ?? reject(NOT_FOUND, 404);
	if (row.account_id !== call.account.id) reject(`${label} is not associated with your account.`, 403);
	return isDeleted(row) ? reject(NOT_FOUND, 404) : row;
}

/** The account's own record that a text identifies, or undefined: for methods that refuse it with a message of their own. */
export function findOwnRecord<Name extends Kind>(
	call: Call,
	kind: Name,
	text: string,
): (RecordRows[Name] & Owned) | undefined {
	const id = parseIdentifier(text);
	const row = id === undefined ? undefined : rowOf(call, kind, id);
	return row?.account_id !== call.account.id || isDeleted(row) ? undefined : row;
}

function rowOf<Name extends Kind>({ store }: Call, kind: Name, id: number) {
	return store.one<RecordRows[Name] & Owned>(`SELECT * FROM ${tableOf(kind)} WHERE id = ?`, id);
}

/** True when another record of the account holds the text in a column. Case is ignored, and so are deleted records. */
export function isTaken({ store, account, id }: Call, kind: Kind, column: string, text: string): boolean {
	const sql = `SELECT 1 FROM ${tableOf(kind)}
		WHERE account_id = ? AND ${column} = ? COLLATE NOCASE AND id <> ? AND status <> 'Deleted'`;
	return store.one(sql, account.id, text, id) !== undefined;
}

/** The tables that link records, each from the side that owns the links: its column, the column of the linked record, and that record's table. */
const LINKS = {
	clientsOfStaff: { table: 'staff_client', owner: 'staff_id', linked: 'client_id', records: 'client' },
	projectsOfTask: { table: 'project_task', owner: 'task_id', linked: 'project_id', records: 'project' },
	staffOfProject: { table: 'project_staff', owner: 'project_id', linked: 'staff_id', records: 'staff' },
	tasksOfProject: { table: 'project_task', owner: 'project_id', linked: 'task_id', records: 'task' },
} as const;

type Link = keyof typeof LINKS;

/** The identifiers of the records that a record is linked to; without deleted ones. */
export function linkedIds(store: Store, link: Link, ownerId: number): number[] {
	const { table, owner, linked, records } = LINKS[link];
	const sql = `SELECT ${records}.id FROM ${table} JOIN ${records} ON ${records}.id = ${linked}
		WHERE ${owner} = ? AND ${records}.status <> 'Deleted' ORDER BY ${records}.id`;
	return store.all<{ id: number }>(sql, ownerId).map(({ id }) => id);
}

/** Links a record to others. Existing links stay. */
export function addLinks(
	store: Store,
	link: Link,
	ownerId: number,
	ids: readonly SQLInputValue[] = [],
): void {
	const { table, owner, linked } = LINKS[link];
	const sql = `INSERT OR IGNORE INTO ${table} (${owner}, ${linked}) VALUES (?, ?)`;
	for (const id of ids) store.run(sql, ownerId, id);
}

/** Replaces a record's links. Without new ones, it keeps its links. */
export function replaceLinks(
	store: Store,
	link: Link,
	ownerId: number,
	ids: readonly SQLInputValue[] = [],
): void {
	if (ids.length === 0) return;
	const { table, owner } = LINKS[link];
	store.run(`DELETE FROM ${table} WHERE ${owner} = ?`, ownerId);
	addLinks(store, link, ownerId, ids);
}

/** A kind of record, as its methods name it. */
interface RecordType<Name extends Kind> {
	section: string;
	kind: Name;
	/** The element of its identifier. */
	identifier: string;
	/** The placeholder of a record to act on. */
	example: string;
}

/** A kind of record whose identifier and placeholder have its name. */
export const recordType = <Name extends Kind>(section: string, kind: Name): RecordType<Name> => ({
	section,
	kind,
	identifier: `${kind}_id`,
	example: `{${kind}}`,
});

/** What a create or update method does besides storing the values. May return further elements of its answer. */
type After = (call: Call, id: number) => Output[] | void;

interface UpdateOptions<Row> {
	/** The answer: empty by default, the identifier in its element, or as text. */
	answers?: '' | 'identifier' | 'text()';
	/** Refuses what does not fit the present record. */
	before?: (call: Call, present: Row) => void;
	after?: After;
}

/** A method that creates a record with the values of the request in place of the defaults. */
export function createMethod<Name extends Kind>(
	{ section, kind, identifier }: RecordType<Name>,
	elements: Elements,
	defaults: (call: Call) => Values,
	after: After = () => [],
): Method {
	return {
		section,
		elements,
		answers: identifier,
		run: (call) => {
			const row = { account_id: call.account.id, ...defaults(call), ...call.values };
			const id = call.store.insert(tableOf(kind), row);
			return answer(element(identifier, id), ...(after(call, id) ?? []));
		},
	};
}

/** A method that changes what the request says and keeps the rest. */
export function updateMethod<Name extends Kind>(
	{ section, kind, identifier, example }: RecordType<Name>,
	elements: Elements,
	{ answers = '', before, after }: UpdateOptions<RecordRows[Name]> = {},
): Method {
	return {
		section,
		elements: [target(kind, identifier, example), ...elements],
		answers: answers === 'identifier' ? identifier : answers,
		run: (call) => {
			const { id, store, values } = call;
			before?.(call, store.row(kind, id));
			if (Object.keys(values).length > 0) store.update(tableOf(kind), id, values);
			const more = after?.(call, id) ?? [];
			if (answers === 'text()') return { status: 200, text: String(id) };
			return answer(...(answers === '' ? [] : [element(identifier, id)]), ...more);
		},
	};
}

/** A method that returns one record. */
export function getMethod<Name extends Kind>(
	{ section, kind, identifier, example }: RecordType<Name>,
	name: string,
	fields: (store: Store, row: RecordRows[Name]) => Output[],
): Method {
	return {
		section,
		elements: [target(kind, identifier, example)],
		answers: name,
		run: ({ store, id }) => answer(element(name, fields(store, store.row(kind, id)))),
	};
}

/**
 * A method that deletes records. By default, they get the status Deleted (§3): no method finds them anymore, except lists
 * that are asked for that status.
 *
 * @param remove removes a record; returns false if it may not be removed
 */
export function deleteMethod<Name extends Kind>(
	{ section, kind, identifier, example }: RecordType<Name>,
	remove: (call: Call, id: number) => boolean | void = ({ store }, id) => markDeleted(store, kind, id),
	message = `${labelOf(kind)} id is invalid.`,
): Method {
	return {
		section,
		elements: [several(identifier, example, message)],
		answers: '',
		run: (call) => {
			const { done, failed } = forEachIdentifier(call, identifier, (text) => {
				const record = findOwnRecord(call, kind, text);
				return record !== undefined && remove(call, record.id) !== false;
			});
			const isNamed = kind === 'expenseCategory' && call.quirks.includes('namesDeleted');
			const failure = failed.length === 0 ? [] : [element('failure', repeated(identifier, failed))];
			return answer(...repeated(identifier, isNamed ? done : []), ...failure);
		},
	};
}

/** Gives a record the status Deleted (§3). */
export function markDeleted(store: Store, kind: Kind, id: number): void {
	store.update(tableOf(kind), id, { status: 'Deleted' });
}

/** Acts on each record that a repeated identifier names (§4.1), and sorts the identifiers by the result. */
export function forEachIdentifier(call: Call, name: string, act: (identifier: string) => boolean) {
	const identifiers = (call.lists[name] ?? []).map(String);
	const done: string[] = [];
	const failed: string[] = [];
	for (const identifier of identifiers) (act(identifier) ? done : failed).push(identifier);
	return { done, failed };
}

/** A list method. */
interface List<Kind extends RecordKind> {
	section: string;
	kind: Kind;
	/** The elements around all records and around each of them, such as `tasks/task`. */
	path: string;
	/** The attribute that counts the matching records (§4.1). */
	count?: 'total' | 'total_records';
	filters: readonly Field[];
	/** A condition that always holds. */
	always?: string;
	/** Set for documents, which can be requested in several orders. */
	ordered?: DocumentKind;
	/** The fields of a record, as its get method returns them. */
	fields: (store: Store, row: RecordRows[Kind]) => Output[];
	/** The fields of a record in a summary; the first is its identifier. `client/client_id` keeps one field of an element. */
	summary: readonly string[];
}

/** A method that answers with the requested page of a list, or with 404 when that page is empty (§4.1). */
export function listMethod<Kind extends RecordKind>(list: List<Kind>): Method {
	return {
		section: list.section,
		elements: [...list.filters, ...PAGING],
		answers: list.path,
		run: (call) => answerList(call, list),
	};
}

function answerList<Kind extends RecordKind>(call: Call, list: List<Kind>): Answer {
	const { store, values, quirks, listRecords } = call;
	const perPage = Math.min(Number(values['per_page_record'] ?? 100), 100);
	const page = Number(values['page'] ?? 1);
	const table = tableOf(list.kind);
	const conditions = conditionsOf(call, list.filters);
	const where = [
		`${table}.account_id = ?`,
		list.always ?? 'TRUE',
		...(quirks.includes('removesDeleted') && hasState(list.kind) ? [`${table}.status <> 'Deleted'`] : []),
		...conditions.map(({ sql }) => sql),
	];
	const filling = [call.account.id, ...conditions.flatMap((condition) => condition.values)];
	const { join, order } = orderOf(call, table, list.ordered);
	const from = `FROM ${table} ${join} WHERE ${where.join(' AND ')}`;
	const total = store.one<{ count: number }>(`SELECT COUNT(*) AS count ${from}`, ...filling)?.count ?? 0;
	const rows = store.all<RecordRows[Kind]>(
		`SELECT ${table}.* ${from} ORDER BY ${order} LIMIT ? OFFSET ?`,
		...filling,
		perPage,
		(page - 1) * perPage,
	);
	if (rows.length === 0) rejectEmpty(quirks);
	const [wrapper = '', record = ''] = list.path.split('/');
	const [identifier = ''] = list.summary;
	const records = rows.map((row) => {
		const fields = list.fields(store, row);
		// Some records have an identifier in lists only (§2.2).
		const own = fields.some(({ name }) => name === identifier) ? [] : leaves({ [identifier]: row.id });
		return element(record, shown(listRecords, [...own, ...fields], list.summary));
	});
	const attributes = {
		page,
		per_page_record: perPage,
		total_pages: Math.ceil(total / perPage),
		[list.count ?? 'total_records']: total,
	};
	return answer(element(wrapper, records, attributes));
}

/** The conditions of the filters that were sent, and those that hold without them. */
function conditionsOf({ values }: Call, filters: readonly Field[]) {
	return filters.flatMap(({ key, sql, otherwise }) => {
		const value = values[key];
		if (sql === undefined || value === undefined)
			return otherwise === undefined ? [] : { sql: otherwise, values: [] };
		return { sql, values: Array.from(sql.matchAll(/\?/g), () => value) };
	});
}

/** The fields of a record in a list: as many as the sandbox was told to show. */
function shown(
	records: ListRecords,
	fields: readonly Output[],
	summary: readonly string[],
): readonly Output[] {
	if (records === 'full') return fields;
	const kept = records === 'bare' ? summary.slice(0, 1) : summary;
	return fields.flatMap((field) => {
		if (kept.includes(field.name)) return field;
		const { content } = field;
		const inner = kept.filter((path) => path.startsWith(`${field.name}/`));
		if (inner.length === 0 || typeof content === 'string') return [];
		return element(
			field.name,
			content.filter(({ name }) => inner.includes(`${field.name}/${name}`)),
		);
	});
}

/** The order of a list: by default the newest first, and the newest number first for documents. The identifier breaks ties. */
function orderOf({ values, listOrder }: Call, table: string, document?: DocumentKind) {
	const id = `${table}.id`;
	const orders = document === undefined ? {} : ordersOf(document);
	const wanted = textOr(values['sort_column'], 'number');
	const columns = (Object.hasOwn(orders, wanted) ? orders[wanted] : orders['number']) ?? [];
	const direction = document !== undefined && values['sort_order'] === 'asc' ? 'ASC' : 'DESC';
	const needsClient = columns.some((column) => column.startsWith('client.'));
	const asked = [...columns, id].map((column) => `${column} ${direction}`).join();
	return {
		join: needsClient ? `JOIN client ON client.id = ${table}.client_id` : '',
		order: listOrder === 'oldestFirst' ? id : asked,
	};
}
