/** The memory between two polls, and how a saved copy is restored. */
import { isObject } from '../../objects';
import { adaptEntry, dayMarksOf } from './detectors/reminder';
import { EVENT_KINDS, EVENTS, type EventKind, type TriggerOptions } from '../events/events';
import { readIds, writeIds, type ScanProgress } from './progress';
import { WATCHED_RESOURCES, type ResourceName } from '../events/resources';
import type { Scope, Access } from './scope';

export const STATE_VERSION = 3;

/** Another account or, if the token is the same, a renamed one. */
interface OtherAccount extends Pick<Scope, 'service' | 'account'> {
	readonly isRenamed: boolean;
}

/** The memory of one event. Events share none, so adding one later doesn't affect the others. */
export interface EventMemory {
	/** Records up to this identifier are handled. Null until the first scan is finished. */
	high: number | null;
	/** The detector's entry for each record that can still change, by identifier. */
	watched: Record<string, string>;
	/** What payments were remembered of the records settled last, oldest first. A state may lack it. */
	former?: Array<[id: number, entry: string]>;
	/** The marks of a reminder, as they are written in its entries; '' for other events. */
	variant: string;
	/** A backfill under way: records dated since `from` count as new, and those up to `reached` are reported. */
	backfill?: { from: string; reached: number };
	/**
	 * `floor` is `high` after the scan before last, and `settled` after the last one. A service may assign an identifier
	 * before it shows the record, so a record above `floor` is new as well, unless it is among the recent ones.
	 */
	floor: number;
	settled: number | null;
	/** Handled records above `floor`. */
	recent: number[];
	/** New records that the service refused to return. */
	late: number[];
	/** How many finished scans have reported reminders, and whether the current one has. */
	overdueScans?: number;
	hasOverdue?: true;
	/** For reminders, the day of the last finished scan: `YYYY-MM-DD`. */
	seenOn?: string;
}

/** The memory of a resource's list of records in use. */
export interface ListMemory {
	/** The highest identifier in any list of the resource. */
	glimpsed: number;
	/** The highest identifier in the list when it was last read, and its number of records. */
	top: number;
	total: number;
	/** The list was neither newest nor oldest first. */
	unordered: boolean;
	/** The minute in which the lists of archived and canceled records were last read, as `minuteOf` counts. */
	othersRead?: number;
}

export interface State {
	version: typeof STATE_VERSION;
	/** The account that the records belong to. */
	scope: Scope;
	/** The account that answered the last poll instead. It is accepted if the next answer agrees. */
	otherAccount?: OtherAccount;
	parts: Partial<Record<EventKind, EventMemory>>;
	lists: Partial<Record<ResourceName, ListMemory>>;
	/** The scan that the last poll had to interrupt. It can be dropped without harm. */
	place?: ScanProgress;
}

/** The stored form of a state: JSON, with the identifiers that share an entry grouped under it. */
export type SavedState = State;

export interface ParsedState {
	/** A copy: changing it doesn't change the saved state. */
	state: State;
	/** An account of another name answers for the first time: nothing may be read or forgotten yet. */
	isDoubtful?: true;
	/** For the log: why the saved state is not used. */
	reason?: string;
}

function whyUnusable(saved: unknown): string | undefined {
	if (isObject(saved) && saved.version !== STATE_VERSION)
		return `The saved state has version ${String(saved.version)}, but this node needs version ${STATE_VERSION}.`;
	const isUsable = isObject(saved) && isObject(saved.parts) && isObject(saved.lists) && isObject(saved.scope);
	return isUsable ? undefined : 'The saved state is not readable.';
}

const NEW_BASELINE = 'A new baseline is taken.';
const OTHER_NAME = 'The account that answers has a different name than the account of the saved state.';

/**
 * Reads a saved state. If nothing was saved (undefined, null or an empty object), returns an empty state. For anything but
 * a state of this version, adds the reason. Never throws, and keeps no reference to its arguments.
 */
export function parseState(saved: unknown, scope: Scope): ParsedState {
	const empty: State = { version: STATE_VERSION, scope, parts: {}, lists: {} };
	const isFirst =
		saved === undefined || saved === null || (isObject(saved) && Object.keys(saved).length === 0);
	if (isFirst) return { state: empty };
	const reason = whyUnusable(saved);
	if (reason !== undefined) return { state: empty, reason: `${reason} ${NEW_BASELINE}` };
	// saveState() of this version wrote it. Copied through JSON because n8n passes a proxy.
	const { otherAccount, ...copy } = JSON.parse(JSON.stringify(saved)) as SavedState;
	const state = { ...copy, parts: mapWatched(copy.parts, unpack) };
	const { service, account, token } = scope;
	const isSameService = service === copy.scope.service;
	if (isSameService && account === copy.scope.account) return { state: { ...state, scope } };
	// A single odd answer doesn't prove another account, and its lists may be odd as well.
	const isConfirmed = otherAccount?.service === service && otherAccount.account === account;
	const isRenamed = isSameService && (token === copy.scope.token || (isConfirmed && otherAccount.isRenamed));
	if (!isConfirmed) {
		return {
			state: { ...state, otherAccount: { service, account, isRenamed } },
			isDoubtful: true,
			reason: `${OTHER_NAME} Nothing is reported or forgotten until the next poll confirms it.`,
		};
	}
	return isRenamed
		? { state: { ...state, scope } }
		: { state: empty, reason: `${OTHER_NAME} ${NEW_BASELINE}` };
}

/** The account that an access leads to, as far as a saved state shows; undefined if the account has to be asked for. */
export function expectedScope(saved: unknown, { service, token }: Access): Scope | undefined {
	if (!isObject(saved) || whyUnusable(saved) !== undefined || saved.otherAccount !== undefined)
		return undefined;
	// saveState() of this version wrote it. Copied because n8n passes a proxy.
	const scope = { ...(saved.scope as Scope) };
	return scope.service === service && scope.token === token ? scope : undefined;
}

/** The state as it is stored: a few bytes for each watched record. */
export const saveState = (state: State): SavedState => ({ ...state, parts: mapWatched(state.parts, pack) });

const mapWatched = (
	parts: State['parts'],
	change: (watched: EventMemory['watched']) => EventMemory['watched'],
) =>
	Object.fromEntries(
		Object.entries(parts).map(([kind, part]) => [kind, { ...part, watched: change(part.watched) }]),
	);

/** Groups identifiers by their entry. */
function pack(watched: EventMemory['watched']): Record<string, string> {
	const groups = new Map<string, number[]>();
	for (const [id, entry] of Object.entries(watched)) {
		const group = groups.get(entry);
		if (group) group.push(Number(id));
		else groups.set(entry, [Number(id)]);
	}
	return Object.fromEntries([...groups].map(([entry, ids]) => [entry, writeIds(ids)]));
}

const unpack = (groups: Record<string, string>): EventMemory['watched'] =>
	Object.fromEntries(Object.entries(groups).flatMap(([entry, ids]) => readIds(ids).map((id) => [id, entry])));

/** A part whose entries fit other marks. Without a finished scan, nothing is known to have passed a mark. */
function adaptPart(part: EventMemory, marks: readonly number[]): EventMemory {
	const variant = marks.join();
	if (part.variant === variant) return part;
	const before = part.variant.split(',').map(Number);
	const watched = Object.entries(part.watched).map(([id, entry]): [string, string] => [
		id,
		adaptEntry(entry, before, marks, part.seenOn ?? ''),
	]);
	return { ...part, variant, watched: Object.fromEntries(watched) };
}

/**
 * Returns the state with a part for each chosen event and no others. A new part takes its own baseline. After any change,
 * also of a reminder's days, an interrupted scan starts over.
 */
export function chooseParts(state: State, options: TriggerOptions): State {
	const parts: State['parts'] = {};
	// An event that is added later has no backfill, since part of it may have been reported before.
	const from = Object.keys(state.parts).length === 0 ? options.startFrom : undefined;
	for (const kind of options.events) {
		const marks = dayMarksOf(kind, options);
		const kept = state.parts[kind];
		parts[kind] = kept === undefined ? newPart(kind, marks.join(), from) : adaptPart(kept, marks);
	}
	const resources = options.events.map((kind) => EVENTS[kind].resource);
	const lists = Object.fromEntries(
		resources.flatMap((name) => (state.lists[name] ? [[name, state.lists[name]]] : [])),
	);
	const isUnchanged = EVENT_KINDS.every((kind) => parts[kind] === state.parts[kind]);
	const { version, scope, otherAccount, place } = state;
	return {
		version,
		scope,
		...(otherAccount !== undefined && { otherAccount }),
		parts,
		lists,
		...(place !== undefined && isUnchanged && { place }),
	};
}

/** Whether a backfill can report an event: not a change, since nothing shows what was before. */
export function canBackfill(kind: EventKind): boolean {
	const { detector, resource } = EVENTS[kind];
	const isChange = detector === 'status' || detector === 'changed' || detector === 'removal';
	return !isChange && WATCHED_RESOURCES[resource].dateFilter !== undefined;
}

function newPart(kind: EventKind, variant: string, from: string | undefined): EventMemory {
	const backfill = canBackfill(kind) && from !== undefined ? { backfill: { from, reached: 0 } } : {};
	return { high: null, floor: 0, settled: null, recent: [], late: [], watched: {}, variant, ...backfill };
}
