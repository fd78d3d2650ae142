/** The second half of a poll: turns the records that scans noted into events, and remembers them as handled. */
import { nameById } from '../../records/display';
import { minuteOf, withoutTime } from '../../xml/days';
import { DETECTORS } from './detectors';
import type { Detection } from './detectors/detector';
import { EVENTS, type WatchedRecord } from '../events/events';
import { passesFilters } from '../events/filters';
import { mustStop, type RecordReader, type PollRun } from './run';
import { BATCH_SIZE, contextOf, isUnstable, type Scan } from './scan';
import { needOf, noveltyOf, observe } from './sightings';
import type { EventMemory } from './state';

/** How many recent records are remembered, in case an older identifier still appears among them. */
const MAX_RECENT = 1000;

/** Of how many settled records something is remembered. */
const MAX_FORMER = 1000;

/** The answer to a single read; undefined if none was needed. */
type Read = Awaited<ReturnType<RecordReader['get']>> | undefined;

/** Handles every record that the scan noted, in ascending order. Returns false if time or room ran out first. */
export async function reportRecords(run: PollRun, scan: Scan): Promise<boolean> {
	if (isUnstable(scan)) return true;
	const ids = [...new Set([...scan.todo, ...scan.unseen])]
		// A watched record may be above the bound if the last poll reported only part of it.
		.filter((id) => id <= scan.progress.bound || scan.unseen.has(id))
		.sort((a, b) => a - b);
	for (let start = 0; start < ids.length; start += BATCH_SIZE) {
		const batch = ids.slice(start, start + BATCH_SIZE);
		const needs = batch.map((id) => needOf(scan.sightings.get(id)));
		if (needs.includes('read') && mustStop(run)) return false;
		// Batch by batch, so that a poll that stops has reported the lowest identifiers.
		const reads = await Promise.all(
			batch.map(async (id, index) =>
				needs[index] === 'read' ? await run.reader.get(scan.row.name, id) : undefined,
			),
		);
		for (const [index, id] of batch.entries()) {
			if (needs[index] !== 'ignore' && !reportRecord(run, scan, id, reads[index])) return false;
			scan.todo.delete(id);
			scan.unseen.delete(id);
		}
	}
	finishScan(run, scan);
	return true;
}

/** Handles a record for every event. Returns false if there is no room left in the result. */
function reportRecord(run: PollRun, scan: Scan, id: number, read: Read): boolean {
	if (read === 'unreadable') {
		run.log.push(
			`The service lists ${nameById(scan.row.type, id)} but refuses to return it. The next poll tries again.`,
		);
	}
	const sighting = scan.sightings.get(id);
	return scan.parts.every(([kind, part], index) => {
		if (read === 'gone') return markHandled(part, id, undefined);
		const record: WatchedRecord | undefined = read === 'unreadable' ? undefined : read;
		if (record === undefined) {
			// The list record may be enough for one event and not for another.
			const verdict = sighting?.verdicts[index] ?? 'read';
			if (verdict === 'ignore') return markHandled(part, id, part.watched[id]);
			if (verdict === 'read') return postpone(scan, part, id);
		}
		const seen = observe(scan, part, id, sighting, record);
		const detection = DETECTORS[EVENTS[kind].detector].detect(seen, contextOf(scan, kind));
		return addEvents(run, scan, part, id, detection);
	});
}

/** Leaves a record that the service refuses for the next poll, so that it doesn't block the others. */
function postpone(scan: Scan, part: EventMemory, id: number): true {
	const isNew = noveltyOf(scan, part, id) === 'new';
	markHandled(part, id, part.watched[id]);
	if (isNew) part.late.push(id);
	return true;
}

function addEvents(
	run: PollRun,
	scan: Scan,
	part: EventMemory,
	id: number,
	{ changes, entry, former }: Detection,
): boolean {
	const { found, options } = run;
	for (const { event, entry: soFar } of changes) {
		if (passesFilters(event, options.filters)) {
			if (found.length >= options.maxEvents) return false;
			found.push({ resource: scan.row.name, id, event });
		}
		setEntry(part, id, soFar);
		if (EVENTS[event.event].detector === 'reminder') part.hasOverdue = true;
	}
	if (entry !== undefined || former !== undefined) setFormer(part, id, former);
	return markHandled(part, id, entry);
}

/** Remembers a settled record, or that it is open again. */
function setFormer(part: EventMemory, id: number, entry: string | undefined): void {
	if (entry === undefined && part.former === undefined) return;
	const others = (part.former ?? []).filter(([of]) => of !== id);
	const own: typeof others = entry === undefined ? [] : [[id, entry]];
	part.former = [...others, ...own].slice(-MAX_FORMER);
}

function markHandled(part: EventMemory, id: number, entry: string | undefined): true {
	setEntry(part, id, entry);
	part.late = part.late.filter((late) => late !== id);
	if (part.high !== null) {
		if (id > part.floor && !part.recent.includes(id)) part.recent.push(id);
		part.high = Math.max(part.high, id);
	}
	if (part.backfill) part.backfill.reached = Math.max(part.backfill.reached, id);
	return true;
}

function setEntry({ watched }: EventMemory, id: number, entry: string | undefined): void {
	if (entry === undefined) delete watched[id];
	else watched[id] = entry;
}

/** Remembers that all records up to the scan's bound are handled. */
function finishScan({ state, scanned }: PollRun, scan: Scan): void {
	const { row, parts, progress, memory } = scan;
	for (const [kind, part] of parts) {
		if (EVENTS[kind].detector === 'reminder') part.seenOn = withoutTime(scan.now);
		if (part.hasOverdue) part.overdueScans = (part.overdueScans ?? 0) + 1;
		delete part.hasOverdue;
		part.high = Math.max(part.high ?? 0, progress.bound);
		delete part.backfill;
		// A resumed scan read its first pages in an earlier poll, so it and the next scan count as one.
		if (part.settled !== null && scanned.has(row.name) && part.recent.length < MAX_RECENT) continue;
		part.floor = part.settled ?? part.high;
		part.settled = part.high;
		part.recent = part.recent.filter((id) => id > part.floor);
	}
	// A resumed scan may have read them long ago.
	const hasReadOthers = progress.listings.find1 !== undefined && !scanned.has(row.name);
	const othersRead = hasReadOthers ? minuteOf(scan.now) : memory?.othersRead;
	scanned.add(row.name);
	const { total, top, run } = progress.listings.find0 ?? { total: 0, top: 0, run: 0 };
	state.lists[row.name] = {
		glimpsed: progress.glimpsed,
		total: total ?? 0,
		top,
		unordered: run < 0,
		...(othersRead !== undefined && { othersRead }),
	};
}
