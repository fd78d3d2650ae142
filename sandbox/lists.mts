import { answer, element, leaves, type Answer, type Output } from './answer.mts';
import type { Field } from './fields/field.mts';
import { ordersOf, PAGING } from './fields/filters.mts';
import type { Call, ListRecords } from './call.mts';
import type { Method } from './method.mts';
import { rejectEmpty } from './rejection.mts';
import type { DocumentKind } from './store/rows.mts';
import type { Store } from './store/store.mts';
import { hasState, tableOf, type RecordKind, type RecordRows } from './store/tables.mts';
import { textOr } from './values/text.mts';

/** A list method. */
export interface List<Kind extends RecordKind> {
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
