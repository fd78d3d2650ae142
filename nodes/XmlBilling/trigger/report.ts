/** The second half of a poll: makes events of the records that the lists showed, and remembers what it has handled. */
import { withNumbersOf } from './events/ledger';
import { nameById } from '../records/display';
import { withoutTime } from '../xml/dates';
import { NOTHING, type Detection } from './events/detector';
import {
	EVENTS,
	type TriggerEvent,
	type TriggerOptions,
	passesFilters,
	type ResourceName,
} from './events/events';
import { look, noveltyOf, type RecordAnswer, type Scan } from './scan';
import { NEW, type EventMemory } from './state';

/** What a poll has found so far. */
export interface Findings {
	options: TriggerOptions;
	events: Array<{ resource: ResourceName; id: number; event: TriggerEvent }>;
	log: string[];
}

/** How many records are read at once, before the time is asked for. */
const BATCH_SIZE = 20;

/**
 * Handles the records that the lists showed: the new ones, and then the others, beginning after the one at which the last poll
 * had to stop. Returns where it has to stop itself; undefined if it doesn't.
 */
export async function reportRecords(
	scan: Scan,
	findings: Findings,
	after: number,
): Promise<number | undefined> {
	const ids = [...new Set([...scan.sightings.keys(), ...scan.unseen])].sort((a, b) => a - b);
	const isNew = (id: number) => scan.parts.some(([, part]) => noveltyOf(scan, part, id) === 'new');
	const news = ids.filter(isNew);
	const inTurn = [...news, ...ids.filter((id) => id > after && !isNew(id))];
	/** Stops before a record. */
	const stopAt = (index: number): number => {
		if (index >= news.length) moveFloors(scan);
		return index > news.length ? (inTurn[index - 1] ?? after) : after;
	};
	for (let start = 0; start < inTurn.length; start += BATCH_SIZE) {
		const batch = inTurn.slice(start, start + BATCH_SIZE);
		const needy = batch.map((id) =>
			scan.parts.some((part) => look(scan, part, id, scan.sightings.get(id)) === 'read'),
		);
		if (start > 0 && needy.includes(true) && scan.reader.isOutOfTime()) return stopAt(start);
		const reads = await Promise.all(
			batch.map(async (id, index) => (needy[index] ? await scan.reader.get(scan.row.name, id) : undefined)),
		);
		for (const [index, id] of batch.entries()) {
			if (!reportRecord(scan, findings, id, reads[index])) return stopAt(start + index);
		}
	}
	finish(scan);
	return undefined;
}

/** Handles a record, and the answer to a single read, for every event. Returns false if there is no room left for events. */
function reportRecord(scan: Scan, findings: Findings, id: number, read: RecordAnswer | undefined): boolean {
	if (read === 'unreadable') {
		findings.log.push(
			`The service lists ${nameById(scan.row.type, id)} but refuses to return it. The next poll tries again.`,
		);
	}
	for (const [kind, part] of scan.parts) {
		const isNew = noveltyOf(scan, part, id) === 'new';
		const full = typeof read === 'string' ? undefined : read;
		const detection = read === 'gone' ? NOTHING : look(scan, [kind, part], id, scan.sightings.get(id), full);
		if (detection === 'read') {
			// Refused: the others must not wait for it. What was reported of it already stays known.
			if (isNew) part.watched[id] ??= NEW;
			continue;
		}
		if (!take(scan, findings, part, id, detection)) return false;
		if (isNew && (part.isBaseline || id > (part.floor ?? 0))) part.recent.push(id);
	}
	return true;
}

/** Reports what an event makes of a record, and remembers it. Returns false if there is no room left. */
function take(
	{ row, settled }: Scan,
	{ events, options }: Findings,
	part: EventMemory,
	id: number,
	{ changes, entry, former }: Detection,
): boolean {
	const keep = (kept: string | undefined) => {
		if (kept === undefined) delete part.watched[id];
		else part.watched[id] = kept;
	};
	for (const change of changes) {
		if (passesFilters(change.event, options.filters)) {
			if (events.length >= options.maxEvents) return false;
			events.push({ resource: row.name, id, event: change.event });
		}
		keep(change.entry);
		if (EVENTS[change.event.event].detector === 'reminder') part.hasReminded = true;
	}
	if (former !== undefined) {
		const numbered = withNumbersOf(former, settled.get(id));
		settled.delete(id);
		settled.set(id, numbered);
	}
	keep(entry);
	return true;
}

/** Remembers that all is handled. */
function finish(scan: Scan): void {
	for (const [kind, part] of scan.parts) {
		delete part.isBaseline;
		delete part.from;
		if (EVENTS[kind].detector === 'reminder') part.day = withoutTime(scan.now);
		if (part.hasReminded) part.remindedPolls = (part.remindedPolls ?? 0) + 1;
		delete part.hasReminded;
	}
	moveFloors(scan);
}

/** Remembers that all new records are handled. One that shows up late, after a newer one, is new until the next poll. */
function moveFloors({ parts, top, bound }: Scan): void {
	for (const [, part] of parts) {
		if (part.isBaseline) continue;
		const floor = Math.max(part.floor ?? 0, part.next);
		part.floor = floor;
		part.next = Math.max(part.next, Math.min(top, bound));
		part.recent = part.recent.filter((id) => id > floor);
	}
}
