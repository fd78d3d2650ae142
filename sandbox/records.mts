import type { SQLInputValue } from 'node:sqlite';
import type { Call, ListRecords } from './call.mts';
import { type Method, type Methods, PAGING, several, target, type Elements, type Field } from './fields.mts';
import { findOwnRecord, labelOf, type Kind } from './ownership.mts';
import { rejectEmpty } from './rejection.mts';
import type { Store, Values } from './store.mts';
import { hasColumn, tableOf, type RecordRows } from './tables.mts';
import { isNameIn, textOr } from './values.mts';
import { answer, element, repeated, shown, type Output } from './xml.mts';

/** The tables that link records, each from the side that owns the links: its column, the linked record's, and that record's table. */
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
export function addLinks(store: Store, link: Link, id: number, ids: readonly SQLInputValue[] = []): void {
	const { table, owner, linked } = LINKS[link];
	const sql = `INSERT OR IGNORE INTO ${table} (${owner}, ${linked}) VALUES (?, ?)`;
	for (const other of ids) store.run(sql, id, other);
}

/** Replaces a record's links. Without new ones, it keeps its links. */
export function replaceLinks(store: Store, link: Link, id: number, ids?: readonly SQLInputValue[]): void {
	if (ids?.length) store.run(`DELETE FROM ${LINKS[link].table} WHERE ${LINKS[link].owner} = ?`, id);
	addLinks(store, link, id, ids);
}

/** The fields of a record as its get method returns them (§2.2). */
type Fields<Name extends Kind> = (store: Store, row: RecordRows[Name]) => Output[];

/** A kind of record, as its methods name it. */
interface RecordType<Name extends Kind> {
	section: string;
	kind: Name;
	/** The elements around all records of a list and around each of them, such as `tasks/task`. */
	path: string;
	/** The element of its identifier; by default, of the name in the path. */
	identifier?: string;
	/** The placeholder of a record to act on; by default, that of the kind. */
	example?: string;
}

const nameOf = ({ path }: { path: string }): string => path.slice(path.indexOf('/') + 1);
const identifierOf = <Name extends Kind>(type: RecordType<Name>) => type.identifier ?? `${nameOf(type)}_id`;

/** What a create or update method does besides storing the values. May return further elements of its answer. */
type After = (call: Call, id: number) => Output[] | void;

/** A method that creates a record with the values of the request in place of the defaults. */
export function createMethod<Name extends Kind>(
	type: RecordType<Name>,
	elements: Elements,
	defaults: (call: Call) => Values,
	after: After = () => [],
): Method {
	const identifier = identifierOf(type);
	return {
		section: type.section,
		elements,
		answers: identifier,
		run: (call) => {
			const row = { account_id: call.account.id, ...defaults(call), ...call.values };
			const id = call.store.insert(tableOf(type.kind), row);
			return answer(element(identifier, id), ...(after(call, id) ?? []));
		},
	};
}

interface UpdateOptions<Row> {
	/** The answer: empty by default, the identifier in its element, or as text (§4). */
	answers?: '' | 'identifier' | 'text()';
	/** Refuses what does not fit the present record. */
	before?: (call: Call, present: Row) => void;
	after?: After;
}

/** A method that changes what the request says and keeps the rest. */
export function updateMethod<Name extends Kind>(
	type: RecordType<Name>,
	elements: Elements,
	{ answers = '', before, after }: UpdateOptions<RecordRows[Name]> = {},
): Method {
	const identifier = identifierOf(type);
	return {
		section: type.section,
		elements: [target(type.kind, identifier, type.example), ...elements],
		answers: answers === 'identifier' ? identifier : answers,
		run: (call) => {
			const { id, store, values } = call;
			before?.(call, store.row(type.kind, id));
			if (Object.keys(values).length > 0) store.update(tableOf(type.kind), id, values);
			const more = after?.(call, id) ?? [];
			if (answers === 'text()') return { status: 200, text: String(id) };
			return answer(...(answers === '' ? [] : [element(identifier, id)]), ...more);
		},
	};
}

export function getMethod<Name extends Kind>(type: RecordType<Name>, fields: Fields<Name>): Method {
	const name = nameOf(type);
	return {
		section: type.section,
		elements: [target(type.kind, identifierOf(type), type.example)],
		answers: name,
		run: ({ store, id }) => answer(element(name, fields(store, store.row(type.kind, id)))),
	};
}

/**
 * A method that deletes records. By default, they get the status Deleted (§3): no method finds them anymore, except lists
 * that are asked for that status.
 *
 * @param remove removes a record; returns false if it may not be removed
 */
export function deleteMethod<Name extends Kind>(
	type: RecordType<Name>,
	remove: (call: Call, id: number) => boolean | void = ({ store }, id) => markDeleted(store, type.kind, id),
	message = `${labelOf(type.kind)} id is invalid.`,
): Method {
	const identifier = identifierOf(type);
	return {
		section: type.section,
		elements: [several(identifier, type.example ?? `{${type.kind}}`, message)],
		answers: '',
		run: (call) => {
			const { failed } = forEachIdentifier(call, identifier, (text) => {
				const record = findOwnRecord(call, type.kind, text);
				return record !== undefined && remove(call, record.id) !== false;
			});
			return answer(...(failed.length === 0 ? [] : [element('failure', repeated(identifier, failed))]));
		},
	};
}

export function markDeleted(store: Store, kind: Kind, id: number): void {
	store.update(tableOf(kind), id, { status: 'Deleted' });
}

/** Acts on each record that a repeated identifier names (§4.1), and sorts the identifiers by the result. */
export function forEachIdentifier(call: Call, name: string, act: (identifier: string) => boolean) {
	const done: string[] = [];
	const failed: string[] = [];
	for (const identifier of (call.lists[name] ?? []).map(String))
		(act(identifier) ? done : failed).push(identifier);
	return { done, failed };
}

interface List<Name extends Kind> extends RecordType<Name> {
	/** The attribute that counts the matching records (§4.1). */
	count?: 'total' | 'total_records';
	filters: readonly Field[];
	/** A condition that always holds. */
	always?: string;
	/** The columns of each order that can be requested, most significant first. */
	orders?: Readonly<Record<string, readonly string[]>>;
	/** The elements of a record in a summary; `client/client_id` keeps one of an element. */
	summary: readonly string[];
	fields: Fields<Name>;
}

/** A method that answers with the requested page of a list, or with 404 when that page is empty (§4.1). */
export function listMethod<Name extends Kind>(list: List<Name>): Method {
	const { section, path, count: counted = 'total_records', filters } = list;
	return {
		section,
		elements: [...filters, ...PAGING],
		answers: path,
		run: (call) => {
			const { store, values, quirks } = call;
			const perPage = Math.min(Number(values['per_page_record'] ?? 100), 100);
			const page = Number(values['page'] ?? 1);
			const table = tableOf(list.kind);
			const { from, filling } = selectionOf(call, list, table);
			const total = store.one<{ count: number }>(`SELECT COUNT(*) AS count ${from}`, ...filling)?.count ?? 0;
			const sql = `SELECT ${table}.* ${from} ORDER BY ${orderOf(call, table, list.orders)} LIMIT ? OFFSET ?`;
			const rows = store.all<RecordRows[Name]>(sql, ...filling, perPage, (page - 1) * perPage);
			if (rows.length === 0) rejectEmpty(quirks);
			const identifier = identifierOf(list);
			const records = rows.map((row) => {
				const fields = list.fields(store, row);
				// Some records have an identifier in lists only (§2.2).
				const own = fields.some(({ name }) => name === identifier) ? [] : [element(identifier, row.id)];
				const kept = keep(call.listRecords, [...own, ...fields], [identifier, ...list.summary]);
				return element(nameOf(list), kept);
			});
			const pages = { page, per_page_record: perPage, total_pages: Math.ceil(total / perPage) };
			return answer(element(path.split('/', 1).join(), records, { ...pages, [counted]: total }));
		},
	};
}

/** Which records a list has: those that fit the filters that were sent, and what holds without the others. */
function selectionOf<Name extends Kind>({ account, values, quirks }: Call, list: List<Name>, table: string) {
	const where = [`${table}.account_id = ?`, ...(list.always === undefined ? [] : [list.always])];
	if (quirks.includes('removesDeleted') && hasColumn(list.kind, 'status'))
		where.push(`${table}.status <> 'Deleted'`);
	const filling: SQLInputValue[] = [account.id];
	for (const { key, sql, otherwise } of list.filters) {
		const value = values[key];
		if (sql !== undefined && value !== undefined) {
			where.push(sql);
			filling.push(...Array.from(sql.matchAll(/\?/g), () => value));
		} else if (otherwise !== undefined) where.push(otherwise);
	}
	const needsClient = list.orders !== undefined && values['sort_column'] === 'organization';
	const join = needsClient ? `JOIN client ON client.id = ${table}.client_id` : '';
	return { from: `FROM ${table} ${join} WHERE ${where.join(' AND ')}`, filling };
}

/** The order of a list: by default the newest first, and the newest number first for documents. The identifier breaks ties. */
function orderOf({ values, listOrder }: Call, table: string, orders: List<Kind>['orders'] = {}): string {
	const id = `${table}.id`;
	if (listOrder === 'oldestFirst') return id;
	const wanted = textOr(values['sort_column'], 'number');
	const columns = (Object.hasOwn(orders, wanted) ? orders[wanted] : orders['number']) ?? [];
	const direction = values['sort_order'] === 'asc' ? 'ASC' : 'DESC';
	return [...columns, id].map((column) => `${column} ${direction}`).join();
}

/** The fields of a record in a list: as many as the sandbox was told to show. */
function keep(records: ListRecords, fields: readonly Output[], summary: readonly string[]) {
	if (records === 'full') return fields;
	const kept = records === 'bare' ? summary.slice(0, 1) : summary;
	return fields.flatMap((field) => {
		if (kept.includes(field.name)) return field;
		const { name, content } = field;
		if (typeof content === 'string') return [];
		const inner = content.filter((child) => kept.includes(`${name}/${child.name}`));
		return inner.length === 0 ? [] : element(name, inner);
	});
}

/** A kind of record whose methods are alike: all of §4.6 to §4.10. */
interface Resource<Name extends Kind> extends RecordType<Name>, UpdateOptions<RecordRows[Name]> {
	/** The name in its methods, such as Task in createTask. */
	name: string;
	count?: 'total';
	/** What it takes. Only creating needs what is required, unless `isNeededAgain`. */
	elements: readonly Elements[number][];
	/** What only an update takes besides. */
	more?: Elements;
	isNeededAgain?: true;
	defaults: (call: Call) => Values;
	filters: readonly Field[];
	always?: string;
	/**
	 * What it shows, in order: `task_name=name` has another column, `staff/staff_id=staffOfProject` has links. Summaries have
	 * what is starred, besides the identifier; lists lack what is in square brackets.
	 */
	shows: string;
	derive?: (store: Store, row: RecordRows[Name]) => Readonly<Record<string, string | number>>;
	last?: (store: Store, row: RecordRows[Name]) => Output[];
	isListedOnly?: true;
	remove?: (call: Call, id: number) => boolean;
	/** What says that none is named to be deleted. */
	refusal?: string;
}

export function resource<Name extends Kind>(it: Resource<Name>): Methods {
	const words = it.shows.split(/\s+/);
	const fieldsOf = (chosen: readonly string[]): Fields<Name> => {
		const links = chosen.filter((word) => word.includes('/'));
		const columns = chosen.filter((word) => !word.includes('/')).join(' ');
		return (store, row) => [
			...shown({ ...row, ...it.derive?.(store, row) }, columns.replace(/[*[\]]/g, '')),
			...links.map((word) => linksOf(store, word, row.id)),
			...(it.last?.(store, row) ?? []),
		];
	};
	const summary = words.flatMap((word) => /^\*(\w+)/.exec(word)?.[1] ?? []);
	const update = it.isNeededAgain ? it.elements : it.elements.map((one) => ({ ...one, required: undefined }));
	return {
		[`create${it.name}`]: createMethod(it, it.elements, it.defaults, it.after),
		[`update${it.name}`]: updateMethod(it, [...update, ...(it.more ?? [])], it),
		[`delete${it.name}`]: deleteMethod(it, it.remove, it.refusal),
		...(it.isListedOnly ? {} : { [`get${it.name}`]: getMethod(it, fieldsOf(words)) }),
		[`list${it.name}`]: listMethod({
			...it,
			summary,
			fields: fieldsOf(words.filter((word) => !word.startsWith('['))),
		}),
	};
}

function linksOf(store: Store, word: string, id: number): Output {
	const [, outer = '', inner = '', link = ''] = /^(\w+)\/(\w+)=(\w+)$/.exec(word) ?? [];
	if (!isNameIn(LINKS, link)) throw new RangeError(`No links ${link}`);
	return element(outer, repeated(inner, linkedIds(store, link, id)));
}
