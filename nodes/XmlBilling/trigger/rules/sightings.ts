/**
 * Records as the lists of a scan show them. Each sighting that matters is judged once, when it is noted, and replaced by a
 * later sighting of the same record.
 */
import { DETECTORS } from './detectors';
import { statusOf, type Novelty, type Observation, type Verdict } from './detectors/detector';
import { EVENTS, type WatchedRecord } from '../events/events';
import type { PageRequest } from './progress';
import { contextOf, type Scan, type Sighting } from './scan';
import type { EventMemory } from './state';

/** Notes a record of a page if an event needs it. */
export function noteSighting(scan: Scan, request: PageRequest, id: number, record: WatchedRecord): void {
	const { progress, parts, todo, sightings } = scan;
	const shown = statusOf(record, scan.row);
	const status = request.status !== undefined && !shown ? attribute(scan, id, request.status) : shown;
	progress.glimpsed = Math.max(progress.glimpsed, id);
	if (request.role === 'prelude') return;
	if (request.role === 'dated') scan.dated.add(id);
	const isWatching = request.role === 'watch' || (request.list === 0 && progress.listsAll);
	if (isWatching) scan.unseen.delete(id);
	const isNoted =
		todo.has(id) ||
		request.role === 'dated' ||
		parts.some(([, part]) => part.high !== null && noveltyOf(scan, part, id) === 'new');
	if (!isNoted && !isWatching) return;
	const sighting = judged(scan, id, record, status);
	if (!isNoted && needOf(sighting) === 'ignore') return;
	todo.add(id);
	sightings.set(id, sighting);
}

function judged(scan: Scan, id: number, record: WatchedRecord, status: string | undefined): Sighting {
	const sighting = { record, status };
	const verdicts = scan.parts.map(([kind, part]) =>
		DETECTORS[EVENTS[kind].detector].judge(observe(scan, part, id, sighting), contextOf(scan, kind)),
	);
	return { ...sighting, verdicts };
}

/** A record needs a single read if one of its events does, or if no list has shown it. */
export function needOf(sighting: Sighting | undefined): Verdict {
	if (sighting === undefined || sighting.verdicts.includes('read')) return 'read';
	return sighting.verdicts.includes('enough') ? 'enough' : 'ignore';
}

/** A record as one event sees it: in a list or, if it was `read` singly, in full. */
export function observe(
	scan: Scan,
	part: EventMemory,
	id: number,
	sighting: Pick<Sighting, 'record' | 'status'> | undefined,
	read?: WatchedRecord,
): Observation {
	const record = read ?? sighting?.record ?? {};
	return {
		id,
		novelty: noveltyOf(scan, part, id),
		entry: part.watched[id],
		former: part.former?.find(([of]) => of === id)?.[1],
		overdueScans: part.overdueScans ?? 0,
		record,
		status: read === undefined ? sighting?.status : statusOf(read, scan.row),
		isListed: !scan.unseen.has(id),
		listRecord: sighting?.record,
	};
}

/** Whether the record is news to an event, as far as its identifier shows. */
export function noveltyOf({ dated }: Scan, part: EventMemory, id: number): Novelty {
	const { high, floor, recent, late, backfill } = part;
	if (late.includes(id)) return 'new';
	if (high !== null) return id > floor && !recent.includes(id) ? 'new' : 'known';
	if (backfill === undefined) return 'baseline';
	if (id <= backfill.reached) return 'known';
	return dated.has(id) ? 'new' : 'baseline';
}

/** The status of a record that only its lists show; undefined if they contradict each other. */
function attribute(scan: Scan, id: number, status: string): string | undefined {
	const { row, attributions } = scan;
	const isKnown = attributions.has(id);
	const earlier = attributions.get(id);
	if (row.status?.openLists?.broad.includes(status)) return isKnown ? earlier : status;
	attributions.set(id, isKnown && earlier !== status ? undefined : status);
	return attributions.get(id);
}
