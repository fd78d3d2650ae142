import type { DocumentKind } from '../store/rows.mts';
import type { Field } from './field.mts';
import { checked, date, decimal, oneOf, word, type Options } from './kinds.mts';

/** A filter of a list, with the condition that its value fills. A word that fits no record finds nothing. */
export function filter(name: string, example: string, sql: string, options: Options = {}): Field {
	return word(`filter/${name}`, example, { sql, ...options });
}

/** The filter by a status; records are Active when it is left out. */
export function statusFilter(name: string, column: string): Field {
	return filter(name, 'Active', hasStatus(column), { otherwise: `${column} = 'Active'` });
}

/** The condition on a record status: Archive and Archived mean the same, and so do Delete and Deleted. The vendor uses all. */
export const hasStatus = (column: string): string => `${plain(column)} = ${plain('?')}`;

const plain = (sql: string): string => `replace(replace(${sql}, 'Archived', 'Archive'), 'Deleted', 'Delete')`;

/** The filters date_from and date_to, both days included. */
export function dateFilters(column: string): Field[] {
	return [
		date('filter/date_from', '2000-01-01', 'Date is invalid.', { sql: `${column} >= ?` }),
		date('filter/date_to', '2099-12-31', 'Date is invalid.', { sql: `${column} <= ?` }),
	];
}

/** The filter by an amount. */
export function amountFilter(name: string, example: string, column: string, message: string): Field {
	return decimal(`filter/${name}`, example, message, { sql: `${column} = ?` });
}

/** The elements that order a list of documents (§4.3). Words that are not listed count as left out. */
export const ORDER: readonly Field[] = [
	word('filter/sort_column', 'date'),
	oneOf('filter/sort_order', 'asc', ['asc', 'desc']),
];

/** More than any list has, and small enough for exact offsets: larger paging values count as this. */
const LARGEST = 1e12;

/** The elements that page a list (§4.1). */
export const PAGING: readonly Field[] = [
	paging('per_page_record', '100', 'Per page record is invalid.'),
	paging('page', '1', 'Page is invalid.'),
];

function paging(name: string, example: string, message: string): Field {
	const parse = (text: string) => (/^0*[1-9]\d*$/.test(text) ? Math.min(Number(text), LARGEST) : undefined);
	return checked(`filter/${name}`, example, { message, wrong: '0' }, parse);
}

/** The columns of each order of a list of documents, most significant first. */
export function ordersOf(table: DocumentKind): Readonly<Record<string, readonly string[]>> {
	return {
		number: [`${table}.number_key`],
		date: [`${table}.date`],
		[`${table}_id`]: [],
		organization: ['client.organization COLLATE NOCASE'],
	};
}
