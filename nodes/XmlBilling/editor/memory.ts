import { createHash } from 'crypto';
import type { ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';
import type { BillingApi } from '../transport/billingApi';
import { createMemory, credentialKey } from '../transport/processMemory';
import type { Page } from '../xml/answer';
import type { BillingRecord } from '../xml/shape';

const LIST_MS = 60_000;
// A list of ten pages takes about 50 KB.
const MAX_LISTS = 50;

/** Keeps what lists show. */
export const createListMemory = <Kept>() => createMemory<Kept>(LIST_MS, MAX_LISTS);

/** A key for what may only be shown to users of this credential. */
export const accountKey = (context: ILoadOptionsFunctions, api: BillingApi): string =>
	// Token marks may collide; credential identifiers don't.
	`${credentialKey(context)} ${api.baseUrl} ${api.tokenMark}`;

interface ShownPage {
	readonly items: readonly INodeListSearchItems[];
	readonly totalPages: number;
}

interface ShownList {
	/** Tells whether the first page has changed. */
	readonly mark: string;
	readonly pages: Map<number, ShownPage>;
}

const lists = createListMemory<ShownList>();

/**
 * One page of a list. The first page is always read, so that a new record shows. While it stays the same, the others are
 * read once a minute.
 *
 * @param key the account, the method and the filter
 */
export async function pageOf(
	key: string,
	page: number,
	read: () => Promise<Page>,
	toItems: (records: readonly BillingRecord[]) => Promise<INodeListSearchItems[]>,
): Promise<ShownPage> {
	const list = lists.get(key);
	const known = list?.pages.get(page);
	if (page > 1 && known !== undefined) return known;
	const listed = await read();
	const mark = page > 1 ? '' : createHash('sha256').update(JSON.stringify(listed)).digest('base64');
	if (known !== undefined && list?.mark === mark) return known;
	const shown = { items: await toItems(listed.records), totalPages: listed.totalPages };
	const { pages } = page > 1 && list !== undefined ? list : lists.set(key, { mark, pages: new Map() });
	pages.set(page, shown);
	return shown;
}
