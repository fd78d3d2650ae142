/**
 * One poll: compares the saved state with the current lists. It knows nothing of n8n or HTTP, has no clock, and reads only
 * through the `RecordReader` that it is given. What it promises stands in docs/trigger.md, each with its test. It relies on
 * this: identifiers only grow, a record is visible at most one poll after a newer one, and a page shows a list as it was at
 * one moment.
 */
import {
	EVENT_KINDS,
	EVENTS,
	type EventKind,
	type TriggerEvent,
	type TriggerOptions,
	WATCHED_RESOURCES,
	type ResourceName,
} from './events/events';
import { isSameAccess, type Access, type Scope } from './account';
import { readLists } from './lists';
import { reportRecords, type Findings } from './report';
import { openScan, type RecordReader } from './scan';
import { chooseParts, isState, MAX_SETTLED, openState, type State } from './state';

interface PollRequest {
	/** The `state` of the last poll, as JSON keeps it; anything else means a baseline. It is not changed. */
	saved: unknown;
	access: Access;
	/** Asks the service whose account it is. */
	askScope: () => Promise<Scope>;
	/** Whether the process polls for the first time: then it learns another name, before another token comes under it. */
	isFirst: boolean;
	options: TriggerOptions;
	/** When the poll begins: ISO 8601 with the offset of the workflow's time zone, so that it starts with today's date. */
	now: string;
}

export interface PollResult {
	/** By resource and then by identifier; those of one record in the order of `EVENTS`. */
	events: TriggerEvent[];
	/** To be stored in one assignment, together with the delivery of the events. Plain data. */
	state: State;
	/** Sentences for the log. */
	log: string[];
	/** Why a list is unreliable: events may be missing. */
	trouble?: string | undefined;
}

/** One poll. Rejects only if the reader or the question does, and the saved state stays valid then. */
export async function poll(reader: RecordReader, request: PollRequest): Promise<PollResult> {
	const { saved, access, now } = request;
	const isExpected = isState(saved) && isSameAccess(saved.scope, access) && !request.isFirst;
	// Copied because n8n passes a proxy.
	const scope = isExpected ? { ...saved.scope } : await request.askScope();
	const { state, reason, isDoubtful } = openState(saved, scope);
	const log = reason === undefined ? [] : [reason];
	if (isDoubtful) return { events: [], state, log };
	// Only a first start takes a backfill, not a new start after a state was dropped.
	const options = reason === undefined ? request.options : { ...request.options, startFrom: undefined };
	const added = chooseParts(state, options);
	if (reason === undefined && added.length > 0) log.push(noticeOf(added, state));

	const findings: Findings = { options, events: [], log };
	const resources = resourcesFrom(options, state.beginWith);
	delete state.beginWith;
	let trouble: string | undefined;
	for (const [index, resource] of resources.entries()) {
		if (index > 0 && reader.isOutOfTime()) {
			state.beginWith = resource;
			break;
		}
		const scan = openScan(reader, resource, state, options, now);
		const lists = await readLists(scan);
		if (scan.trouble !== undefined) log.push(scan.trouble);
		trouble = scan.trouble ?? trouble;
		// Lists that can't be relied on are read again by the next poll.
		if (lists === undefined) continue;
		const found = findings.events.length;
		const stoppedAt = await reportRecords(scan, findings, scan.memory?.after ?? 0);
		if (scan.settled.size > 0) state.settled = [...scan.settled].slice(-MAX_SETTLED);
		state.lists[resource] = stoppedAt === undefined ? lists : { ...lists, after: stoppedAt };
		if (stoppedAt !== undefined) {
			// If it had its turn, the others come first next time.
			const hadTurn = findings.events.length > found;
			state.beginWith = (hadTurn ? (resources[index + 1] ?? resources[0]) : resource) ?? resource;
			break;
		}
	}
	const names = Object.keys(WATCHED_RESOURCES);
	const found = findings.events.sort(
		(a, b) => names.indexOf(a.resource) - names.indexOf(b.resource) || a.id - b.id,
	);
	return { events: found.map(({ event }) => event), state, log, trouble };
}

// n8n keeps a trigger's memory under its name.
function noticeOf(added: readonly EventKind[], { parts }: State): string {
	const labels = added.map((kind) => EVENTS[kind].label).join(', ');
	const from = added.map((kind) => parts[kind]?.from).find((day) => day !== undefined);
	const before = from === undefined ? '' : ` before ${from}`;
	return `A baseline is taken for ${labels}, as a new or renamed trigger or an added event does. What exists${before} is not reported.`;
}

/** The resources of the chosen events, beginning with one of them. */
function resourcesFrom({ events }: TriggerOptions, first: ResourceName | undefined): ResourceName[] {
	const kinds = EVENT_KINDS.filter((kind) => events.includes(kind));
	const names = [...new Set(kinds.map((kind) => EVENTS[kind].resource))];
	const start = first === undefined ? 0 : Math.max(0, names.indexOf(first));
	return [...names.slice(start), ...names.slice(0, start)];
}
