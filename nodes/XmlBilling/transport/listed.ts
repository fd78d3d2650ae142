import { valueAt } from '../records/display';
import { isActive } from '../records/states';
import type { Key, KnownRecord, RecordType } from '../records';
import type { Body } from '../xml/request';
import { isSameName, isSameText, type BillingRecord, type Value } from '../xml/shape';
import { isAbsent } from '../xml/values';
import type { BillingApi } from './billingApi';
import { mapInOrder } from './mapInOrder';
import { MAX_PER_PAGE } from './pages';

/** Whether a listed record has content in the needed fields: lists may omit fields (§2.2), or leave them empty (§2.1). */
export const isComplete = (type: RecordType, record: BillingRecord, needed: readonly string[]): boolean =>
	type.get === undefined || needed.every((field) => !isAbsent(record[field]));

/** Whether a listed record shows every field of its kind (§2.2). Documents show their client's identifier inside. */
export const isWhole = ({ shape, watched }: RecordType, record: BillingRecord): boolean =>
	Object.keys(shape).every((field) => valueAt(record, `client/${field}`) !== undefined) &&
	(watched?.filled ?? []).every((field) => !isAbsent(record[field]));

// Below this number of records, a list can't save requests.
const MAX_SINGLE_READS = 4;

/** How pages are read: side by side by default, and no further one once `mayRead` returns false. */
export interface Reading {
	readonly each: <Item>(
		items: readonly Item[],
		work: (item: Item, index: number) => Promise<unknown>,
	) => Promise<unknown>;
	readonly mayRead?: (() => boolean) | undefined;
}

/**
 * Finds records by their identifiers in the newest pages of their list, which are read until all are found, or as long as
 * this should take fewer requests than single reads. The caller reads the others on their own. Never throws: a page that
 * can't be read shows nothing.
 *
 * @param isEnough whether a listed record shows enough; one that is listed twice has to each time
 * @returns the records that show enough, by identifier
 */
export async function findInLists(
	api: Pick<BillingApi, 'page'>,
	type: RecordType,
	ids: Iterable<number>,
	isEnough: (listed: BillingRecord) => boolean,
	{ each, mayRead }: Reading = { each: mapInOrder },
): Promise<Map<number, BillingRecord>> {
	const found = new Map<number, BillingRecord>();
	const unseen = new Set(ids);
	const wanted = unseen.size;
	const filter = type.watched?.lists?.[0] ?? {};
	let [pages, read, listed, enough] = [1, 0, 0, 0];
	const readPage = async (page: number) => {
		const reading = mayRead?.() === false ? undefined : api.page(type, filter, page, MAX_PER_PAGE);
		const { records = [], totalPages = 0 } = (await reading?.catch(() => undefined)) ?? {};
		pages = totalPages;
		listed += records.length;
		for (const record of records) {
			const id = Number(record[type.id]);
			const isNew = unseen.delete(id);
			if (!isEnough(record)) found.delete(id);
			else {
				enough += 1;
				if (isNew) found.set(id, record);
			}
		}
	};
	for (let next = wanted > MAX_SINGLE_READS ? 1 : 0; next > 0;) {
		const before = read;
		await each(Array.from({ length: next }), async (_, index) => await readPage(before + index + 1));
		read += next;
		// As many as it takes if the others hold as many of the wanted records.
		next = Math.min(pages - read, Math.ceil((unseen.size * read) / (wanted - unseen.size)));
		if (next * listed >= unseen.size * enough) break;
	}
	return found;
}

/**
 * Reads listed records in full, side by side, unless they show enough. Leaves out those that were deleted meanwhile.
 *
 * @param read `recall` reads each only once, until its kind is forgotten; `find` keeps none, for reports of many
 */
export async function completeListed(
	api: BillingApi,
	type: RecordType,
	records: readonly BillingRecord[],
	isEnough: (record: BillingRecord) => boolean,
	read: Pick<BillingApi, 'find'>['find'] = async (...one) => await api.recall(...one),
): Promise<BillingRecord[]> {
	const completed = await mapInOrder(records, async (listed) => {
		if (isEnough(listed)) return listed;
		return await read(type, Number(listed[type.id]));
	});
	return completed.filter((record) => record !== undefined);
}

/** Whether a field's value is the one that a record is recognized by. */
export type Marks = Readonly<Record<string, (shown: Value | undefined) => boolean>>;

/** The listed records that have all marks. Reads those in full that show no other mark, but not all of them. */
export async function recognized(
	api: BillingApi,
	type: RecordType,
	listed: readonly BillingRecord[],
	marks: Marks,
): Promise<BillingRecord[]> {
	const fields = Object.entries(marks);
	const isOther = (record: BillingRecord) =>
		fields.some(([field, isSame]) => !isAbsent(record[field]) && !isSame(record[field]));
	const isEnough = (record: BillingRecord) => isOther(record) || isComplete(type, record, Object.keys(marks));
	const completed = await completeListed(api, type, listed, isEnough);
	return completed.filter((record) => fields.every(([field, isSame]) => isSame(record[field])));
}

/**
 * The records with an email, a name or a number, in any case. Compares the field itself: if the service's filter were
 * wrong, the wrong client or invoice would be billed or paid. Without a filter, all active records are read, once per
 * execution, and blanks between words make no difference.
 *
 * @param more further filters
 */
export async function findByKey(
	api: BillingApi,
	type: KnownRecord,
	wanted: string,
	more: Body = {},
	{ field, filter }: Key = type.knownBy,
): Promise<BillingRecord[]> {
	if (filter === undefined)
		return (await activeRecords(api, type, field)).filter((record) => isSameName(record[field], wanted));
	const list = async (limit: number) => await api.list(type, { ...more, [filter]: wanted }, limit);
	const listed = await list(MAX_PER_PAGE);
	const marks: Marks = { [field]: (shown) => isSameText(shown, wanted) };
	const found = await recognized(api, type, listed, marks);
	if (listed.length < MAX_PER_PAGE || found.length === listed.length) return found;
	// If the service ignores the filter, the record may be on any page.
	return await recognized(api, type, await list(Infinity), marks);
}

/** All active records of a kind, with a field that their list may omit. */
const activeRecords = async (api: BillingApi, type: RecordType, field: string): Promise<BillingRecord[]> =>
	await api.remember(type.name, `all, with ${field}`, async () => {
		const listed = await api.list(type, {}, Infinity);
		const completed = await completeListed(api, type, listed, (record) => isComplete(type, record, [field]));
		// The list should have no others, but the wrong record would be billed.
		return completed.filter(isActive);
	});
