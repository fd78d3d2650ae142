/**
 * Reads the lists of one resource, and notes the records that a poll has to look at: those that are new, and those that can
 * still change. The service lists the newest records first (vendor). A list in another order is read whole.
 */
import { isIdentifier } from '../xml/shape';
import { statusOf } from './events/detector';
import { EVENTS, type Filter } from './events/events';
import { noveltyOf, type ListPage, type Scan } from './scan';
import type { ListMemory } from './state';

/** What a list is read for: its newest records, those that can still change, or those that Start From asks for. */
type Role = 'newest' | 'open' | 'dated';

/** How many records in a row are newest first before the rest of a list is taken to be. */
const ORDER_EVIDENCE = 32;

/** How often a list is read that gets shorter meanwhile. */
const MAX_READINGS = 4;

/** Reads the lists. Returns what to remember of them; undefined if they can't be relied on this time. */
export async function readLists(scan: Scan): Promise<ListMemory | undefined> {
	const { row, parts, memory } = scan;
	const [inUse, ...others] = row.lists;
	const isFirst = parts.some(([, { floor }]) => floor === null);
	if (isFirst && others.length > 0) await findBound(scan);
	const listed = await readUnchanged(scan, inUse, (first) => (showsAllOpen(scan, first) ? 'open' : 'newest'));
	// A record that is archived meanwhile is in the later list.
	await Promise.all([
		...(isAnyNew(scan) ? others : []).map((list) => readUnchanged(scan, list, () => 'newest')),
		...(listed.role === 'open' ? [] : openStatuses(scan)).map((status) =>
			readUnchanged(scan, { ...inUse, [row.status?.openLists?.filter ?? '']: status }, () => 'open'),
		),
	]);
	const from = parts.find(([, part]) => part.from !== undefined)?.[1].from;
	if (from !== undefined && row.dateFilter !== undefined)
		for (const list of row.lists)
			await readUnchanged(scan, { ...list, [row.dateFilter]: from }, () => 'dated');
	if (scan.isUnstable) return undefined;
	// What earlier polls saw was there before an event that is added, also if no list shows it any more.
	const before = memory?.top ?? 0;
	for (const [, part] of parts) part.floor ??= Math.max(before, Math.min(scan.bound, scan.top));
	return { total: listed.total, top: Math.max(before, scan.top) };
}

/** Learns which records there are before the first poll of an event, in whichever list. Newer ones are new. */
async function findBound(scan: Scan): Promise<void> {
	scan.bound = -1;
	// One after the other: a record that is archived meanwhile is in the later list.
	for (const list of scan.row.lists) await readUnchanged(scan, list, () => 'newest');
	scan.bound = scan.top;
}

/**
 * Whether a record is new. Only then are the lists of archived and canceled records read: all that they alone show is a record
 * that was archived before a poll saw it in use, and it waits there.
 */
const isAnyNew = ({ parts, top }: Scan): boolean =>
	// Also what the last poll saw: no record is known before these lists were read after it.
	parts.some(([, { floor, next }]) => floor !== null && Math.max(top, next) > floor);

/** The statuses whose records can still change; `all` for a resource that can't be listed by status. */
function openStatuses({ row: { status }, parts, options }: Scan): readonly string[] {
	if (parts.some(([kind]) => EVENTS[kind].detector !== 'created'))
		return status?.openLists?.statuses ?? ['all'];
	const waitsForDrafts = parts.some(
		([, { isBaseline, watched }]) =>
			((isBaseline ?? false) && !options.includeDrafts) || Object.keys(watched).length > 0,
	);
	return status?.draft !== undefined && waitsForDrafts ? [status.draft] : [];
}

/** Whether the list of all records in use, with their statuses, takes no more requests than a list for each open status. */
function showsAllOpen(scan: Scan, { records, totalPages }: ListPage): boolean {
	const statuses = openStatuses(scan);
	if (statuses.length === 0 || scan.row.status?.openLists === undefined) return statuses.length > 0;
	const watched = Math.max(...scan.parts.map(([, part]) => Object.keys(part.watched).length));
	const pages = statuses.length + Math.floor(watched / Math.max(1, records.length));
	return totalPages <= pages && records.every((record) => Boolean(statusOf(record, scan.row)));
}

/** Reads a list, again if it gets shorter meanwhile: a record may have moved to a page that was read before. */
async function readUnchanged(scan: Scan, list: Filter, roleOf: (first: ListPage) => Role) {
	for (let reading = 0; reading < MAX_READINGS; reading++) {
		const { role, totals } = await readPages(scan, list, roleOf);
		const total = totals.at(-1) ?? 0;
		if (totals.every((one, index) => one >= (totals[index - 1] ?? 0))) return { role, total };
	}
	scan.isUnstable = true;
	scan.trouble = `${scan.row.type.list} kept changing while it was read. The next poll reads it again.`;
	return { role: 'newest', total: 0 };
}

/** Reads a list to its end or, if only its newest records count, to the first page without new ones. */
async function readPages(scan: Scan, list: Filter, roleOf: (first: ListPage) => Role) {
	const read = (page: number) => scan.reader.page(scan.row.name, list, page);
	const first = await read(1);
	const role = roleOf(first);
	const floor = Math.min(...scan.parts.map(([, part]) => part.floor ?? Infinity));
	const totals: number[] = [];
	const ids: number[] = [];
	let last = 0;
	const use = (page: ListPage): number[] => {
		const own = notePage(scan, page, role);
		ids.push(...own);
		totals.push(page.total);
		last = Math.max(last, page.totalPages);
		return own;
	};
	let own = use(first);
	while (totals.length < last) {
		const isInOrder = ids.every((id, index) => index === 0 || id <= (ids[index - 1] ?? 0));
		const isKnown = ids.length >= ORDER_EVIDENCE && own.length > 0 && own.every((id) => id <= floor);
		if (role === 'newest' && isInOrder && isKnown && !hasGrown(scan, list, totals, ids)) break;
		if (role === 'newest' && isInOrder && !isKnown) own = use(await read(totals.length + 1));
		else {
			const rest = Array.from({ length: last - totals.length }, (_, index) => totals.length + 1 + index);
			await Promise.all(rest.map(async (page) => use(await read(page))));
		}
	}
	return { role, totals };
}

/** Whether more records joined the list in use than are at its newest end: it is sorted by something else. */
function hasGrown(
	{ row, memory }: Scan,
	list: Filter,
	totals: readonly number[],
	ids: readonly number[],
): boolean {
	if (list !== row.lists[0] || memory === undefined) return false;
	return (totals.at(-1) ?? 0) > memory.total + ids.filter((id) => id > memory.top).length;
}

/** Notes the records of a page. Returns their identifiers. */
function notePage(scan: Scan, { records }: ListPage, role: Role): number[] {
	const { row } = scan;
	const ids: number[] = [];
	for (const record of records) {
		const id = record[row.idField];
		if (!isIdentifier(id)) {
			scan.trouble = `${row.type.list} returns records without ${row.idField}.`;
			continue;
		}
		ids.push(id);
		scan.top = Math.max(scan.top, id);
		if (id > scan.bound) continue;
		if (role === 'dated') scan.dated.add(id);
		if (role === 'open') scan.unseen.delete(id);
		const isNew = scan.parts.some(([, part]) => noveltyOf(scan, part, id) === 'new');
		if (isNew || scan.sightings.has(id) || role === 'open') scan.sightings.set(id, record);
	}
	return ids;
}
