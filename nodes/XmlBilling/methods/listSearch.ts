import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { readUnless } from '../lookup/readList';
import {
	clientRecord,
	estimateRecord,
	invoiceRecord,
	paymentMethodRecord,
	projectRecord,
	RECORD_TYPES,
	taskRecord,
	type Part,
	type PickableRecord,
	type RecordType,
} from '../records';
import { amountPart, clientIdOf } from '../records/display';
import { isDraft, isUnpaid } from '../records/states';
import { isRead, METHODS, type Method } from '../records/methods';
import { MAX_PER_PAGE, type BillingApi } from '../transport/billingApi';
import { codesNear, countries, currencies, labelOf, type Code } from '../helpers/codes';
import type { Body } from '../xml/request';
import type { BillingRecord } from '../xml/shape';
import { isAbsent } from '../xml/values';
import { chosenProject, inEditor, matching, toEntry } from './formContext';
import { searchLines, searchUnbilledExpenses, searchUnbilledTimeEntries } from './formLists';

interface SearchOptions {
	/** A filter from the rest of the form. */
	readonly within?: (context: ILoadOptionsFunctions, api: BillingApi) => Promise<Body>;
	/** Adds fields that people recognize records by, but that lists omit. */
	readonly complete?: (api: BillingApi, records: readonly BillingRecord[]) => Promise<BillingRecord[]>;
	/** Which records the list is for: the others follow when people type, and `hides` says which never do. */
	readonly prefers?: (record: BillingRecord) => boolean;
	readonly hides?: (record: BillingRecord) => boolean;
	/** What stands after the title, in place of the kind's own. */
	readonly detail?: readonly Part[];
}

const PER_PAGE = 50;
const MIN_RESULTS = 20;
const MAX_PAGES_PER_SEARCH = 10;

/**
 * A searchable list with pages; `token` is the number of the page. Names are sorted if one page has all of them, or if the
 * user typed something. Otherwise, they keep the service's order, because the editor joins the pages. Throws the
 * service's errors: otherwise, wrong credentials would look like an empty list.
 */
const searchOf = (type: PickableRecord, options: SearchOptions = {}) =>
	inEditor(async (context, api, typed?: string, token?: string): Promise<INodeListSearchResult> => {
		const sought = typed?.trim() ?? '';
		const filter = sought === '' ? undefined : type.picker.filter?.(sought);
		const all = { ...(await options.within?.(context, api)), ...filter };
		const results: INodeListSearchItems[] = [];
		const isSortable = !type.picker.isByTime;
		const first = Math.max(1, Number(token ?? 1));
		for (let page = first; ; page += 1) {
			const { records, totalPages } = await api.page(type, all, page, PER_PAGE);
			const items = await itemsOf(api, type, records, sought !== '', options);
			const found = filter === undefined ? matching(items, sought) : items;
			results.push(...found);
			if (page >= totalPages)
				return { results: isSortable && (page === 1 || sought !== '') ? byName(results) : results };
			const isEnough = (sought === '' && !options.prefers) || results.length >= MIN_RESULTS;
			if (!isEnough && page - first + 1 < MAX_PAGES_PER_SEARCH) continue;
			const sorted = isSortable && sought !== '' ? byName(results) : results;
			return { results: sorted, paginationToken: String(page + 1) };
		}
	});

async function itemsOf(
	api: BillingApi,
	type: PickableRecord,
	listed: readonly BillingRecord[],
	isTyped: boolean,
	{ complete, prefers = () => true, hides = () => false, detail }: SearchOptions,
): Promise<INodeListSearchItems[]> {
	const named = listed.filter((record) => !isAbsent(record[type.id]));
	const records = await readUnless(api, type, named, (record) => !isAbsent(record[type.picker.needs]));
	const shown = (await complete?.(api, records)) ?? records;
	const others = isTyped ? shown.filter((record) => !prefers(record) && !hides(record)) : [];
	return [...shown.filter(prefers), ...others].map((record) => toEntry(type, record, detail));
}

/** Entries in alphabetical order, by which people look for names. */
const byName = (items: readonly INodeListSearchItems[]): INodeListSearchItems[] =>
	[...items].sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));

/**
 * Adds the organizations and currencies of the newest clients to records that show only client identifiers (§2.2). Users can
 * choose records without them, so errors are ignored.
 */
async function withClients(api: BillingApi, records: readonly BillingRecord[]): Promise<BillingRecord[]> {
	const clients = await api
		.remember(clientRecord.name, 'newest', () => api.list(clientRecord, {}, MAX_PER_PAGE))
		.catch(() => []);
	const known = new Map(clients.map((client) => [client[clientRecord.id], client]));
	return records.map((record) => {
		const { organization = '', currency = '' } = known.get(clientIdOf(record) ?? 0) ?? {};
		return { organization, currency, ...record };
	});
}

const isPickable = (type: RecordType): type is PickableRecord => type.picker !== undefined;

/** The searches for all kinds of records with a picker, by name. */
export const searchesOf = (types: readonly RecordType[]) =>
	Object.fromEntries(types.filter(isPickable).map((type) => [type.picker.search, searchOf(type)]));

/** Searches a list of codes without sending requests. Exact matches come first, then names that begin with the typed text. */
const searchCodes = (list: () => readonly Code[]) =>
	function (this: ILoadOptionsFunctions, typed = ''): Promise<INodeListSearchResult> {
		const results = codesNear(list(), typed).map((code) => ({ name: labelOf(code), value: code.code }));
		return Promise.resolve({ results });
	};

/** Searches the methods of the interface, grouped by what they read or write. Sends no requests. */
function searchMethods(this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
	return Promise.resolve({ results: matching(METHODS.map(toMethod), typed) });
}

const METHOD_KINDS = [...RECORD_TYPES, paymentMethodRecord];

function toMethod({ name, kind, of }: Method): INodeListSearchItems {
	const label = METHOD_KINDS.find((type) => type.name === kind)?.label ?? kind;
	const what = of === undefined ? label : `${label} ${of}`;
	return { name: `${name} (${isRead(name) ? 'reads' : 'writes'} ${what})`, value: name };
}

/** The searches behind the resource locators. */
export const listSearch = {
	...searchesOf(RECORD_TYPES),
	...Object.fromEntries(
		[estimateRecord, invoiceRecord, projectRecord].map((type) => [
			type.picker.search,
			searchOf(type, { complete: withClients }),
		]),
	),
	searchInvoicesToPay: searchOf(invoiceRecord, {
		complete: withClients,
		prefers: (invoice) => isUnpaid(invoice) !== false,
		hides: isDraft,
		detail: [amountPart('outstanding'), 'invoice_status'],
	}),
	searchCountries: searchCodes(countries),
	searchCurrencies: searchCodes(currencies),
	searchLines,
	searchMethods,
	searchProjectTasks: searchOf(taskRecord, { within: chosenProject }),
	searchUnbilledExpenses,
	searchUnbilledTimeEntries,
};
