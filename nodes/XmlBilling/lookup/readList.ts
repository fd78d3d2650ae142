import type { RecordType } from '../records';
import { shows } from '../records/states';
import { mapInOrder } from '../helpers/async';
import { MAX_PER_PAGE, type BillingApi } from '../transport/billingApi';
import type { Body } from '../xml/request';
import type { BillingRecord, Value } from '../xml/shape';
import { isAbsent } from '../xml/values';

/**
 * Whether a record is wanted; undefined if it doesn't show that.
 *
 * @param isListed whether the record is as its list shows it, which may lack what the record has (§2.2)
 */
export type Condition = (record: BillingRecord, isListed: boolean) => boolean | undefined;

/** Which records to read, and what they have to show. */
export interface Query {
	/** Filters of the list. */
	readonly filter?: Body;
	/** A further filter for each list to read, if one list doesn't show all records. */
	readonly lists?: readonly Body[];
	/** Which of the records are wanted, if the filters don't say all. */
	readonly keep?: Condition | undefined;
	/** Whether a listed record shows what is needed. By default, it does. */
	readonly isEnough?: (listed: BillingRecord) => boolean;
	/** The most records to return; all by default. */
	readonly limit?: number;
	/** Told the identifiers of records that don't show whether they are wanted. They are left out. */
	readonly leaveOut?: ((ids: readonly unknown[]) => void) | undefined;
}

/**
 * Reads records from lists. A list may omit fields (§2.2): a record is read on its own if its list doesn't show what is
 * needed, or whether it is wanted. Each is returned once, in the order of the lists. One that was deleted meanwhile is left
 * out.
 */
export async function readList(
	api: Pick<BillingApi, 'list' | 'find'>,
	type: RecordType,
	query: Query,
): Promise<BillingRecord[]> {
	const { filter, lists = [{}], keep = () => true, isEnough = () => true, limit = Infinity } = query;
	const most = query.keep === undefined ? limit : Infinity;
	const read = await Promise.all(lists.map((list) => api.list(type, { ...filter, ...list }, most)));
	// A record may move from one list to another while they are read.
	const listed = [...new Map(read.flat().map((record) => [record[type.id], record])).values()];
	const possible = listed.filter((record) => keep(record, true) !== false);
	const isClear = possible.every((record) => keep(record, true));
	const chosen = isClear ? possible.slice(0, limit) : possible;
	const records = await readUnless(api, type, chosen, (record) => keep(record, true) && isEnough(record));
	// Its own record may show that one is not wanted after all.
	const unclear = records.filter((record) => keep(record, false) === undefined);
	if (unclear.length > 0) query.leaveOut?.(unclear.map((record) => record[type.id]));
	return records.filter((record) => keep(record, false)).slice(0, limit);
}

/** Reads those of the listed records on their own that show too little, side by side. Tables show all there is. */
export async function readUnless(
	api: Pick<BillingApi, 'find'>,
	type: RecordType,
	listed: readonly BillingRecord[],
	isEnough: (listed: BillingRecord) => boolean | undefined,
): Promise<BillingRecord[]> {
	if (type.get === undefined) return [...listed];
	const records = await mapInOrder(listed, async (record) =>
		isEnough(record) ? record : await api.find(type, Number(record[type.id])),
	);
	return records.filter((record) => record !== undefined);
}

// Below this number of records, a list can't save requests.
const MAX_SINGLE_READS = 4;

/**
 * Finds records by their identifiers in their list, newest first: the first page, then as many together as the rest would
 * fill, as long as each shows one on average. The caller reads the others singly. Never throws: a page that can't be read shows
 * nothing.
 *
 * @param isEnough whether a listed record shows enough (§2.2)
 */
export async function findInLists(
	api: Pick<BillingApi, 'page'>,
	type: RecordType,
	ids: Iterable<number>,
	isEnough: (listed: BillingRecord) => boolean,
): Promise<Map<number, BillingRecord>> {
	const found = new Map<number, BillingRecord>();
	const unlisted = new Set(ids);
	const [filter = {}] = type.watched?.lists ?? [];
	let count = unlisted.size > MAX_SINGLE_READS ? 1 : 0;
	for (let last = 0, wanted = 0; count > 0 && found.size >= wanted;) {
		const numbers = Array.from({ length: count }, (_, index) => last + 1 + index);
		const read = (page: number) => api.page(type, filter, page, MAX_PER_PAGE).catch(() => undefined);
		const pages = (await Promise.all(numbers.map(read))).filter((page) => page !== undefined);
		wanted = found.size + count;
		last += count;
		for (const record of pages.flatMap(({ records }) => records)) {
			const id = Number(record[type.id]);
			if (unlisted.delete(id) && isEnough(record)) found.set(id, record);
		}
		const left = Math.max(0, ...pages.map(({ totalPages }) => totalPages)) - last;
		count = Math.min(left, Math.ceil(unlisted.size / MAX_PER_PAGE));
	}
	return found;
}

/** Records that meet all conditions. */
export const allOf =
	(...conditions: readonly Condition[]): Condition =>
	(record, isListed) => {
		const answers = conditions.map((keep) => keep(record, isListed));
		if (answers.includes(false)) return false;
		return answers.includes(undefined) ? undefined : true;
	};

/** Records with a certain value in a field. */
export const field =
	(name: string, isSame: (shown: Value | undefined) => boolean): Condition =>
	(record, isListed) =>
		isListed && isAbsent(record[name]) ? undefined : isSame(record[name]);

/** A condition on fields that decide together: what a list shows may exclude a record, but only all of them include it. */
export const onFields =
	(names: readonly string[], meets: Condition): Condition =>
	(record, isListed) => {
		const answer = meets(record, isListed);
		return answer !== false && isListed && !shows(record, names) ? undefined : answer;
	};
