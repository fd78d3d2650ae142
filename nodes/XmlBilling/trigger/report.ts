/** The second half of a poll: makes events of the records that the lists showed, and remembers what it has handled. */
import { withNumbersOf } from './events/paymentLedger';
import { nameById } from '../records/display';
import { withoutTime } from '../xml/dates';
import { NOTHING } from './events/detector';
import {
	EVENTS,
	type TriggerEvent,
	type TriggerOptions,
	passesFilters,
	type ResourceName,
} from './events/events';
import { look, type Look, type Scan } from './scan';
import { UNREAD } from './state';

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
	{ options, events, log }: Findings,
	after: number,
): Promise<number | undefined> {
	const ids = [...new Set([...scan.sightings.keys(), ...scan.unseen])].sort((a, b) => a - b);
	const looks = ids.map((id) => look(scan, id));
	const others = looks.filter((one) => !one.isNew && one.id > after && !isQuiet(one));
	const queue = [...looks.filter(({ isNew }) => isNew), ...others];
	const resumeFrom = ({ id, isNew }: Look): number => {
		if (isNew) return after;
		moveFloors(scan);
		return id - 1;
	};
	for (let start = 0; start < queue.length; start += BATCH_SIZE) {
		const batch = queue.slice(start, start + BATCH_SIZE);
		const [first] = batch;
		if (start > 0 && first && batch.some(needsRead) && scan.reader.isOutOfTime()) return resumeFrom(first);
		for (const one of await Promise.all(batch.map((listed) => complete(scan, listed)))) {
			const told = eventsOf(one).filter((event) => passesFilters(event, options.filters));
			// Those of one record stay together.
			if (told.length > 0 && events.length >= options.maxEvents) return resumeFrom(one);
			events.push(...told.map((event) => ({ resource: scan.row.name, id: one.id, event })));
			if (needsRead(one)) log.push(refusalOf(scan, one));
			remember(scan, one);
		}
	}
	finish(scan);
	return undefined;
}

const needsRead = ({ found }: Look): boolean => found.some(({ detection }) => detection === 'read');

const eventsOf = ({ found }: Look): TriggerEvent[] =>
	found
		.map(({ detection }) => detection)
		.filter((detection) => detection !== 'read')
		.flatMap(({ events }) => events);

/** Whether no event makes anything of it. */
const isQuiet = ({ id, found }: Look): boolean =>
	found.every(
		({ part, detection }) =>
			detection !== 'read' && detection.events.length === 0 && detection.entry === part.watched[id],
	);

/** Reads a record singly if any event needs that. What the service refuses stays as the list showed it. */
async function complete(scan: Scan, listed: Look): Promise<Look> {
	if (!needsRead(listed)) return listed;
	const read = await scan.reader.get(scan.row.name, listed.id);
	if (read === 'unreadable') return listed;
	if (read !== 'gone') return look(scan, listed.id, read);
	return { ...listed, found: listed.found.map((one) => ({ ...one, detection: NOTHING })) };
}

const refusalOf = ({ row }: Scan, { id }: Look): string =>
	`The service lists ${nameById(row.type, id)} but refuses to return it. The next poll tries again.`;

/** Remembers what each event made of a record. */
function remember({ settled }: Scan, { id, found }: Look): void {
	for (const { part, novelty, detection } of found) {
		const isNew = novelty === 'new';
		if (detection === 'read') {
			// Refused: the others must not wait for it.
			if (novelty !== 'known') part.watched[id] ??= UNREAD[novelty];
			continue;
		}
		const { events, entry, former } = detection;
		if (entry === undefined) delete part.watched[id];
		else part.watched[id] = entry;
		if (former !== undefined) {
			const numbered = withNumbersOf(former, settled.get(id));
			settled.delete(id);
			settled.set(id, numbered);
			for (const one of found)
				one.part.settledBefore = one.part.settledBefore?.filter((other) => other !== id);
		}
		if (events.some(({ event }) => EVENTS[event].detector === 'reminder')) part.hasReminded = true;
		if (isNew && (part.isBaseline || id > (part.floor ?? 0))) part.recent.push(id);
	}
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
