import type { SQLInputValue } from 'node:sqlite';
import { answer, element, type Answer, type Output } from './answer.ts';
import { wordAt, type Element } from './element.ts';
import type { Call } from './method.ts';
import { NOT_FOUND, reject } from './rejection.ts';
import type { DocumentKind } from './store/rows.ts';
import { dateOr } from './values/date.ts';
import { formatDecimal, parseDecimal } from './values/decimal.ts';

/** A condition of a query, with the values for its placeholders. */
export interface Condition {
	sql: string;
	values: readonly SQLInputValue[];
}

/** What a list method lists, and how. */
export interface List<Row> {
	/** The table; its rows have `id` and `account_id`. */
	table: string;
	/** Another table that an order or a condition needs, as a JOIN clause. */
	join?: string;
	conditions: readonly Condition[];
	/** The columns of the order, most significant first, and its direction; by default the newest comes first. The identifier decides between equals. */
	order?: { columns: readonly string[]; direction: 'ASC' | 'DESC' };
	/** The name of the wrapper element, and of its attribute that counts the matching records (§4.1). */
	wrapper: string;
	count: 'total' | 'total_records';
	/** One record of the list. */
	record: (row: Row) => Output;
}

/** More than any list has, and small enough for exact offsets: what larger paging values count as. */
const LARGEST = 1e12;

/** The elements that page a list, to be added to those of its filter (§4.1). */
export const PAGING_PATHS = ['filter/page', 'filter/per_page_record'];

/** The paths of filter elements, paging included. */
export function filterPaths(...names: string[]): string[] {
	return [...names.map((name) => `filter/${name}`), ...PAGING_PATHS];
}

/**
 * Answers a list method with the page that the request asks for. Throws a Rejection with status 400 when the page is none,
 * and with status 404 when there is nothing on it (§4.1).
 */
export function answerList<Row>(call: Call, list: List<Row>): Answer {
	const perPage = Math.min(
		pagingAt(call.request, 'per_page_record', 100, 'Per page record is invalid.'),
		100,
	);
	const page = pagingAt(call.request, 'page', 1, 'Page is invalid.');
	const conditions = [{ sql: `${list.table}.account_id = ?`, values: [call.account.id] }, ...list.conditions];
	const values = conditions.flatMap((condition) => condition.values);
	const where = conditions.map((condition) => condition.sql).join(' AND ');
	const from = `FROM ${list.table} ${list.join ?? ''} WHERE ${where}`;

	const total = call.store.one<{ count: number }>(`SELECT COUNT(*) AS count ${from}`, ...values)?.count ?? 0;
	const rows = call.store.all<Row>(
		`SELECT ${list.table}.* ${from} ORDER BY ${orderOf(call, list)} LIMIT ? OFFSET ?`,
		...values,
		perPage,
		(page - 1) * perPage,
	);
	if (rows.length === 0) reject(NOT_FOUND, 404);
	const attributes = {
		page,
		per_page_record: perPage,
		total_pages: Math.ceil(total / perPage),
		[list.count]: total,
	};
	return answer(element(list.wrapper, rows.map(list.record), attributes));
}

/** A condition for each filter element that the request carries: its name, and the expression that its value fills. */
export function filtersOf(request: Element, expressions: Record<string, string>): Condition[] {
	return Object.entries(expressions).flatMap(([name, sql]) => {
		const value = wordAt(request, `filter/${name}`);
		return value === '' ? [] : [{ sql, values: [value] }];
	});
}

/** The condition on a status column: the status that the filter names, or Active when it names none. */
export function statusFilter(request: Element, name: string, column: string): Condition {
	return { sql: `${column} = ?`, values: [wordAt(request, `filter/${name}`) || 'Active'] };
}

/** The conditions of date_from and date_to, both days included. Throws a Rejection when one is not a date. */
export function dateFilters(request: Element, column: string): Condition[] {
	const bound = (name: string, operator: string): Condition[] => {
		const date = dateOr(wordAt(request, `filter/${name}`), undefined, 'Date is invalid.');
		return date === undefined ? [] : [{ sql: `${column} ${operator} ?`, values: [date] }];
	};
	return [...bound('date_from', '>='), ...bound('date_to', '<=')];
}

/** The condition on an amount: equal to the decimal that the filter gives. Throws a Rejection with the message when it is none. */
export function decimalFilter(request: Element, name: string, column: string, message: string): Condition[] {
	const word = wordAt(request, `filter/${name}`);
	if (word === '') return [];
	return [{ sql: `${column} = ?`, values: [formatDecimal(parseDecimal(word) ?? reject(message))] }];
}

/**
 * The order that a list of documents is asked for by sort_column and sort_order (§4.3): by default the newest number first.
 * Words that are not listed count as the default.
 */
export function documentOrder(request: Element, table: DocumentKind): Pick<List<unknown>, 'join' | 'order'> {
	const columns: Record<string, readonly string[]> = {
		number: [`${table}.number_key`],
		date: [`${table}.date`],
		[`${table}_id`]: [],
		organization: ['client.organization COLLATE NOCASE'],
	};
	const name = wordAt(request, 'filter/sort_column');
	const sortColumn = Object.hasOwn(columns, name) ? name : 'number';
	return {
		join: sortColumn === 'organization' ? `JOIN client ON client.id = ${table}.client_id` : '',
		order: {
			columns: columns[sortColumn] ?? [],
			direction: wordAt(request, 'filter/sort_order') === 'asc' ? 'ASC' : 'DESC',
		},
	};
}

function pagingAt(request: Element, name: string, fallback: number, message: string): number {
	const word = wordAt(request, `filter/${name}`);
	if (word === '') return fallback;
	return /^0*[1-9]\d*$/.test(word) ? Math.min(Number(word), LARGEST) : reject(message);
}

function orderOf<Row>(
	{ listOrder }: Call,
	{ table, order = { columns: [], direction: 'DESC' } }: List<Row>,
): string {
	const id = `${table}.id`;
	if (listOrder === 'newestFirst') return `${id} DESC`;
	if (listOrder === 'oldestFirst') return `${id} ASC`;
	// A fixed scattering, so that the pages of one list still fit together.
	if (listOrder === 'shuffled') return `(${id} * 7919) % 10007, ${id}`;
	return [...order.columns, id].map((column) => `${column} ${order.direction}`).join();
}
