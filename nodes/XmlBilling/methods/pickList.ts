import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import type { Body } from '../xml/request';
import type { RecordType } from '../records';
import type { BillingRecord } from '../xml/shape';
import type { BillingApi } from '../transport/billingApi';
import { openForEditor } from './openForEditor';

/** How the records of a kind are offered for choice. */
export interface PickList {
	readonly type: RecordType;
	/** A field that a record must show to be recognised; records whose list leaves it out are read one by one. */
	readonly shows: string;
	readonly name: (record: BillingRecord) => string;
	readonly detail?: (record: BillingRecord) => string;
	/** The service's own filter for what was typed, where it has one; otherwise pages are searched. */
	readonly filter?: (typed: string) => Body | undefined;
	/** Adds what someone recognises records by and they do not show themselves. */
	readonly complete?: (api: BillingApi, records: BillingRecord[]) => Promise<BillingRecord[]>;
	/** What the list is always filtered by, as the rest of the form says. */
	readonly within?: (context: ILoadOptionsFunctions, api: BillingApi) => Promise<Body>;
}

const PER_PAGE = 50;
const ENOUGH = 20;
const MAX_PAGES_PER_SEARCH = 10;

/**
 * A searchable list that pages (the token is the next page). Records keep the service's order, because the editor joins
 * the pages; errors reach the user, who would otherwise take a bad token for an empty list.
 */
export const searchOf = (list: PickList) =>
	async function (
		this: ILoadOptionsFunctions,
		typed?: string,
		token?: string,
	): Promise<INodeListSearchResult> {
		const api = await openForEditor(this);
		const wanted = typed?.trim().toLowerCase() ?? '';
		const filter = wanted === '' ? undefined : list.filter?.(typed?.trim() ?? '');
		const within = (await list.within?.(this, api)) ?? {};
		const results: INodeListSearchItems[] = [];
		let page = Math.max(1, Number(token ?? 1));
		for (let read = 0; read < MAX_PAGES_PER_SEARCH; read += 1, page += 1) {
			const found = await api.page(list.type, { ...within, ...filter }, page, PER_PAGE);
			const records = await Promise.all(
				found.records.map(async (record) => await withField(api, list.type, list.shows, record)),
			);
			const shown = (await list.complete?.(api, records)) ?? records;
			const items = shown.map((record) => toItem(list, record));
			results.push(...items.filter((item) => filter !== undefined || matches(item, wanted)));
			if (page >= found.totalPages) return { results };
			if (wanted === '' || results.length >= ENOUGH) break;
		}
		return { results, paginationToken: String(page + 1) };
	};

/** The record, read on its own when its list leaves out the field that shows what it is (§2.2, gaps). */
export const withField = async (
	api: BillingApi,
	type: RecordType,
	shows: string,
	record: BillingRecord,
): Promise<BillingRecord> =>
	record[shows] === undefined && type.get !== undefined
		? await api.get(type, Number(record[type.id]))
		: record;

export function toItem(
	{ type, name, detail }: Pick<PickList, 'type' | 'name' | 'detail'>,
	record: BillingRecord,
): INodeListSearchItems {
	const description = detail?.(record) ?? '';
	const id = Number(record[type.id]);
	return {
		name: `${name(record) || `${type.label} ${id}`}${description === '' ? '' : ` – ${description}`}`,
		value: id,
	};
}

export const matches = (item: INodeListSearchItems, wanted: string): boolean =>
	item.name.toLowerCase().includes(wanted) || String(item.value) === wanted;
