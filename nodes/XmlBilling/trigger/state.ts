/** The memory between two polls: plain JSON that people can read. It grows with the records that can still change, not with the account. */
import { isObject } from '../helpers/GenericFunctions';
import { accountChange, type OtherAccount, type Scope } from './account';
import { adaptEntry, dayMarksOf } from './events/reminder';
import {
	EVENTS,
	type EventKind,
	type TriggerOptions,
	WATCHED_RESOURCES,
	type ResourceName,
} from './events/events';

export const STATE_VERSION = 4;

/** The entries of records that the service refused to return: what they were to the event, they stay. */
export const UNREAD = { new: '?', baseline: '??' } as const;

/** Whether an entry is a detector's own. */
export const isEntry = (entry: string | undefined): entry is string =>
	entry !== undefined && entry !== UNREAD.new && entry !== UNREAD.baseline;

/** The memory of one event. Events share none, so that adding one later doesn't affect the others. */
export interface EventMemory {
	/** Records up to this identifier are known, and of the newer ones those in `recent`. Null until lists were read. */
	floor: number | null;
	/** The floor after the next poll, since a record may show up one poll after a newer one. */
	next: number;
	recent: number[];
	/** The first poll isn't finished: older records are no news, except those dated `from` this day on. */
	isBaseline?: true;
	from?: string | undefined;
	/** For payments: the invoices that were settled before the event was chosen. What is remembered of them is no news to it. */
	settledBefore?: number[] | undefined;
	/** What is remembered of each record that can still change, by identifier: see the detectors. */
	watched: Record<string, string>;
	/** For reminders: their numbers of days, and the day of the last finished poll. */
	marks?: number[];
	day?: string;
	/** How many finished polls have reminded, and whether one that isn't finished has. */
	remindedPolls?: number;
	hasReminded?: true;
}

/** The memory of a resource's lists. */
export interface ListMemory {
	/** How many records were in use, and the highest identifier in any list. */
	total: number;
	top: number;
	/** The last poll had to stop after this record. */
	after?: number;
}

export interface State {
	version: typeof STATE_VERSION;
	/** The account that the records belong to. */
	scope: Scope;
	/** The account that answered the last poll instead. It is accepted if the next answer agrees. */
	otherAccount?: OtherAccount;
	parts: Partial<Record<EventKind, EventMemory>>;
	lists: Partial<Record<ResourceName, ListMemory>>;
	/** What payments remember of the invoices that were settled last, the latest at the end. */
	settled?: Array<[id: number, entry: string]>;
	/** The last poll had to stop: the next one begins with these records. */
	beginWith?: ResourceName;
}

/** Of how many settled invoices something is remembered. */
export const MAX_SETTLED = 1000;

interface OpenedState {
	/** A copy: changing it doesn't change the saved state. */
	state: State;
	/** An account of another name answers for the first time: nothing may be read or forgotten yet. */
	isDoubtful?: true;
	/** For the log: why the saved state is not used. */
	reason?: string;
}

const NEW_BASELINE = 'A new baseline is taken.';
const OTHER_NAME = 'The account that answers has a different name than the account of the saved state.';

/** Whether a poll of this version saved it. */
export const isState = (saved: unknown): saved is State =>
	isObject(saved) &&
	saved.version === STATE_VERSION &&
	[saved.parts, saved.lists, saved.scope].every(isObject);

/** Reads a saved state. Takes an empty one for anything but a state of this version and account, and says why. */
export function openState(saved: unknown, scope: Scope): OpenedState {
	const empty: State = { version: STATE_VERSION, scope, parts: {}, lists: {} };
	if (saved === undefined || saved === null || (isObject(saved) && Object.keys(saved).length === 0))
		return { state: empty };
	if (!isState(saved)) {
		const version = isObject(saved) ? saved.version : undefined;
		return {
			state: empty,
			reason: `The saved state has version ${String(version)}, but this node needs version ${STATE_VERSION}. ${NEW_BASELINE}`,
		};
	}
	// Copied through JSON because n8n passes a proxy.
	const { otherAccount: before, ...state } = JSON.parse(JSON.stringify(saved)) as State;
	const other = accountChange(state.scope, scope, before);
	if (other === undefined) return { state: { ...state, scope } };
	// A single odd answer doesn't prove another account, and its lists may be odd as well.
	if (other !== 'confirmed')
		return {
			state: { ...state, otherAccount: other },
			isDoubtful: true,
			reason: `${OTHER_NAME} Nothing is reported or forgotten until the next poll confirms it.`,
		};
	return { state: empty, reason: `${OTHER_NAME} ${NEW_BASELINE}` };
}

/** Whether Start From can report an event: not a change, since nothing shows what was before. */
export function canBackfill(kind: EventKind): boolean {
	const { detector, resource } = EVENTS[kind];
	const isChange = ['status', 'changed', 'removal', 'ended'].includes(detector);
	return !isChange && WATCHED_RESOURCES[resource].dateFilter !== undefined;
}

/** Gives the state a part for each chosen event and no others. Returns the events that take their baseline. */
export function chooseParts(state: State, options: TriggerOptions): EventKind[] {
	const { parts, lists } = state;
	// An event that is added later has no backfill, since part of it may have been reported before.
	const from = Object.keys(parts).length === 0 ? options.startFrom : undefined;
	const added = options.events.filter((kind) => parts[kind] === undefined);
	state.parts = {};
	state.lists = {};
	if (!options.events.some((kind) => kind.startsWith('payment'))) delete state.settled;
	for (const kind of options.events) {
		const { resource } = EVENTS[kind];
		const part = parts[kind] ?? {
			floor: null,
			next: 0,
			recent: [],
			isBaseline: true,
			watched: {},
			from: canBackfill(kind) ? from : undefined,
			settledBefore: kind.startsWith('payment') ? state.settled?.map(([id]) => id) : undefined,
		};
		state.parts[kind] = part;
		const list = lists[resource];
		if (list !== undefined) state.lists[resource] = list;
		// A baseline takes all records, wherever the last poll had to stop.
		if (parts[kind] === undefined) delete list?.after;
		if (EVENTS[kind].detector === 'reminder') adaptMarks(part, dayMarksOf(kind, options));
	}
	return added;
}

/** Fits the entries of a reminder to other numbers of days: what had passed a new one is done with it. */
function adaptMarks(part: EventMemory, marks: number[]): void {
	const { marks: before = marks, day = '' } = part;
	part.marks = marks;
	if (before.join() === marks.join()) return;
	for (const [id, entry] of Object.entries(part.watched))
		if (isEntry(entry)) part.watched[id] = adaptEntry(entry, before, marks, day);
}
