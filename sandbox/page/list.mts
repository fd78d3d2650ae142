import type { AccountRow } from '../store/rows.mts';
import type { Store } from '../store/store.mts';
import { tableOf } from '../store/tables.mts';
import { input, markup, table, type Html } from './html.mts';
import { live } from './live.mts';
import { KINDS, singularOf, type Kind, type KindName } from './kinds.mts';

const PER_PAGE = 50;

/** What separates thousands on the page, and not in the database. */
const SEPARATORS = /(?<=\d),(?=\d{3})/g;

/** The records of an account in which any column has the text, the newest first: each with its identifier and its columns. */
function search(store: Store, account: AccountRow, name: KindName, text: string, page: number) {
	const kind: Kind = KINDS[name];
	const own = tableOf(name);
	const shown = kind.select.split(', ');
	const isLike = shown.map((column) => `${column} LIKE ? ESCAPE '\\'`).join(' OR ');
	const { state = 'status' } = kind;
	const from = `FROM ${own} ${kind.join ?? ''} WHERE ${kind.account ?? `${own}.account_id`} = ? AND (${isLike})
		${state === '' ? '' : `AND ${own}.${state} NOT IN ('Deleted', 'Delete')`}`;
	const values = [
		account.id,
		...shown.map(() => `%${text.replace(SEPARATORS, '').replace(/[\\%_]/g, '\\$&')}%`),
	];
	const columns = [`${own}.id`, ...shown].map((column, at) => `${column} AS column${at}`).join();
	const sql = `SELECT ${columns} ${from} ORDER BY ${own}.id DESC LIMIT ? OFFSET ?`;
	return {
		rows: store.arrays(sql, ...values, PER_PAGE, (page - 1) * PER_PAGE),
		count: store.one<{ count: number }>(`SELECT COUNT(*) AS count ${from}`, ...values)?.count ?? 0,
	};
}

/** The list of a kind of record, with its search. `query` has the text to search for, and the page. */
export function listOf(store: Store, account: AccountRow, name: KindName, query: URLSearchParams): Html {
	const { title, columns } = KINDS[name];
	const singular = singularOf(name);
	const wanted = query.get('search') ?? '';
	const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
	const { rows, count } = search(store, account, name, wanted, page);
	const base = `/${account.key}/${name}`;
	const linked = rows.map(([id, first, ...others]) => [
		markup`<a href="${base}/${id ?? ''}">${first || `${singular} ${id ?? ''}`}</a>`,
		...others,
	]);
	const pages = Math.ceil(count / PER_PAGE);
	const turn = (to: number, text: string) => {
		const address = new URLSearchParams({ search: wanted, page: String(to) }).toString();
		return to >= 1 && to <= pages && markup` <a href="?${address}">${text}</a>`;
	};
	const shown = markup`<p class="quiet">${count} ${count === 1 ? 'record' : 'records'}${turn(page - 1, 'Newer')}${turn(page + 1, 'Older')}</p>
${table(title, columns.split(', '), linked)}`;
	return markup`<form method="get" role="search">
${input({ label: `Search ${title}`, name: 'search', type: 'search', value: wanted })}<button>Search</button>
${name === 'invoice' && markup`<a class="button" href="${base}/new">New ${singular}</a>`}</form>
${live(shown)}`;
}
