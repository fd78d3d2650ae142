/** What is remembered between two polls, and how a saved copy of it is taken up again. */
import { createHash } from 'crypto';
import { EVENTS, type EventKind, type TriggerOptions } from './events';
import { type ResourceName, RESOURCES } from './resources';
import type { Place } from './scan';

export const STATE_VERSION = 3;

/** Tells one account at one service from another. */
export interface Scope {
	/** The address of the service. */
	readonly service: string;
	/** A hash of the account's names. */
	readonly account: string;
	/** A mark of the token, far too short to tell anything of it, by which a renamed account is known (§5). */
	readonly token: string;
}

/** Another account, or this one under another name, which its token tells. */
interface Rival extends Pick<Scope, 'service' | 'account'> {
	readonly isRenamed: boolean;
}

/** What one event kind remembers. Kinds share no memory, so choosing another one later leaves the rest alone. */
export interface Part {
	/** Records up to this identifier are dealt with. Null until the first reading is through. */
	high: number | null;
	/** What is known of each record that can still change, by identifier. The watch of the kind writes and reads it. */
	watched: Record<string, string>;
	/** The options that the memory depends on: another value starts it afresh. */
	variant: string;
	/** A backfill under way: records dated since `from` count as new, and those up to `reached` are reported. */
	backfill?: { from: string; reached: number };
	/**
	 * `high` after the last scan but one, and after the last one. A service may give out an identifier before it shows the
	 * record, so what is above the first of them is new as well, if it is not among the recent ones.
	 */
	floor: number;
	settled: number | null;
	/** Records above `floor` that are dealt with. */
	recent: number[];
	/** New records that the service refused to show. */
	late: number[];
}

/** What is remembered of a resource's list of records in use. */
export interface ListMemory {
	/** The highest identifier that was ever seen in any list of the resource. */
	glimpsed: number;
	/** The highest identifier that the list held when it was last read, and its number of records then. */
	top: number;
	total: number;
	/** The list was seen to be neither newest nor oldest first. */
	unordered: boolean;
	/** Its lists were seen to ignore the status that they are asked for, and n8n's log says so. */
	ignoresStatus: boolean;
}

export interface State {
	version: typeof STATE_VERSION;
	/** Which account the records belong to. */
	scope: Scope;
	/** Who answered the last poll instead. It is believed when the next one says the same. */
	rival?: Rival;
	parts: Partial<Record<EventKind, Part>>;
	lists: Partial<Record<ResourceName, ListMemory>>;
	/** Where the last poll was when its time or its number of events ran out. It can be dropped without harm. */
	place?: Place;
}

/** A part at rest: the identifiers that share an entry stand together, each as its distance from the one before. */
interface SavedPart extends Omit<Part, 'watched'> {
	watched: Record<string, string>;
}

/** A state at rest: plain data that survives JSON. */
export interface SavedState extends Omit<State, 'parts'> {
	parts: Partial<Record<EventKind, SavedPart>>;
}

export interface ParsedState {
	/** A copy of its own: changing it does not change what was saved. */
	state: State;
	/** False: nothing is remembered, so the next poll takes a baseline. */
	hasBaseline: boolean;
	/** True: an account of another name answers for the first time. Nothing is to be read or forgotten yet. */
	isDoubtful?: true;
	/** Why something that was saved is not used. To be logged. */
	reason?: string;
}

/**
 * Identifies an account at a service. Letter case, blanks and the ways to write one letter make no other account.
 *
 * @param names what the service says of the account: its company and its owner
 * @param token a mark of the token
 */
export function scopeOf(baseUrl: string, names: readonly string[], token: string): Scope {
	const plain = names.map((name) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase());
	return {
		service: baseUrl
			.trim()
			.replace(/(\/xml\/1\.1)?\/*$/i, '')
			.toLowerCase(),
		account: createHash('sha256').update(JSON.stringify(plain)).digest('base64url'),
		token,
	};
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function whyUnusable(saved: unknown): string | undefined {
	if (!isObject(saved)) return 'The saved state is not readable.';
	if (saved.version !== STATE_VERSION) {
		return `The saved state has version ${String(saved.version)}, and this node reads version ${STATE_VERSION}.`;
	}
	if (!isObject(saved.parts) || !isObject(saved.lists) || !isObject(saved.scope))
		return 'The saved state is not readable.';
	return undefined;
}

/**
 * Takes up what was saved, in any form: nothing (undefined, null or an empty object), a state of this version, or
 * something else, which gives an empty state and the reason. Throws nothing and keeps no reference to what it was given.
 */
export function parseState(saved: unknown, scope: Scope): ParsedState {
	const empty: State = { version: STATE_VERSION, scope, parts: {}, lists: {} };
	const isFirst =
		saved === undefined || saved === null || (isObject(saved) && Object.keys(saved).length === 0);
	if (isFirst) return { state: empty, hasBaseline: false };
	const reason = whyUnusable(saved);
	if (reason !== undefined) {
		return { state: empty, hasBaseline: false, reason: `${reason} A new baseline is taken.` };
	}
	// Written by saveState() under this very version. Copied through JSON because n8n hands over a proxy of it.
	const { rival, ...copy } = JSON.parse(JSON.stringify(saved)) as SavedState;
	const state = { ...copy, parts: mapParts(copy.parts, unpack) };
	const hasBaseline = Object.keys(state.parts).length > 0;
	const { service, account } = scope;
	const isSameService = service === copy.scope.service;
	if (isSameService && account === copy.scope.account) return { state: { ...state, scope }, hasBaseline };
	// One odd answer is no other account, and its lists may be odd, too. The same token is the same account, renamed.
	const isConfirmed = rival?.service === service && rival.account === account;
	const isRenamed = isSameService && (scope.token === copy.scope.token || (isConfirmed && rival.isRenamed));
	if (isConfirmed && isRenamed) return { state: { ...state, scope }, hasBaseline };
	if (isConfirmed)
		return { state: empty, hasBaseline: false, reason: `${OTHER_ACCOUNT} A new baseline is taken.` };
	return {
		state: { ...state, rival: { service, account, isRenamed } },
		hasBaseline,
		isDoubtful: true,
		reason: `${OTHER_ACCOUNT} Nothing is reported or forgotten until the next poll says the same.`,
	};
}

const OTHER_ACCOUNT =
	'The account that answers has another name than the one that the saved state belongs to.';

/** The state in the form in which it is kept: a few bytes for each record that is watched. */
export const saveState = (state: State): SavedState => ({ ...state, parts: mapParts(state.parts, pack) });

function mapParts<From extends Part | SavedPart>(
	parts: Partial<Record<EventKind, From>>,
	change: (watched: Record<string, string>) => Record<string, string>,
): Partial<Record<EventKind, From>> {
	return Object.fromEntries(
		Object.entries(parts).map(([kind, part]) => [kind, { ...part, watched: change(part.watched) }]),
	);
}

/** Identifiers as one text, ascending, each as its distance from the one before, in base 36: `2s k 1` for 100, 120, 121. */
export const writeIds = (ids: Iterable<number>): string =>
	[...ids]
		.sort((a, b) => a - b)
		.map((id, index, all) => (id - (all[index - 1] ?? 0)).toString(36))
		.join(' ');

/** The identifiers that {@link writeIds} wrote. */
export function readIds(text: string): number[] {
	let id = 0;
	return text === '' ? [] : text.split(' ').map((distance) => (id += parseInt(distance, 36)));
}

/** Identifiers by entry. */
function pack(watched: Record<string, string>): Record<string, string> {
	const groups = new Map<string, number[]>();
	for (const [id, entry] of Object.entries(watched)) {
		const group = groups.get(entry);
		if (group) group.push(Number(id));
		else groups.set(entry, [Number(id)]);
	}
	return Object.fromEntries([...groups].map(([entry, ids]) => [entry, writeIds(ids)]));
}

const unpack = (groups: Record<string, string>): Record<string, string> =>
	Object.fromEntries(Object.entries(groups).flatMap(([entry, ids]) => readIds(ids).map((id) => [id, entry])));

function variantOf(kind: EventKind, options: TriggerOptions): string {
	if (kind === 'invoiceOverdue') return String(options.overdueDays ?? 1);
	return '';
}

/**
 * The state with a part for each chosen event and no others: a kept one where it fits the options, else a new one,
 * which takes its own baseline. What depends on parts that have changed is dropped with them.
 */
export function chooseParts(state: State, options: TriggerOptions): State {
	const parts: State['parts'] = {};
	// What is chosen later begins with what happens then: part of the backfill may have been reported before.
	const from = Object.keys(state.parts).length === 0 ? options.startFrom : undefined;
	for (const kind of options.events) {
		const variant = variantOf(kind, options);
		const kept = state.parts[kind];
		parts[kind] = kept?.variant === variant ? kept : newPart(kind, variant, from);
	}
	const resources = options.events.map((kind) => EVENTS[kind].resource);
	const lists = Object.fromEntries(
		resources.flatMap((name) => (state.lists[name] ? [[name, state.lists[name]]] : [])),
	);
	const { place } = state;
	const placeFits =
		place !== undefined &&
		Object.entries(parts).every(([kind, part]) => state.parts[kind as EventKind] === part) &&
		Object.keys(state.parts).every((kind) => kind in parts);
	const { version, scope, rival } = state;
	return { version, scope, ...(rival !== undefined && { rival }), parts, lists, ...(placeFits && { place }) };
}

function newPart(kind: EventKind, variant: string, from: string | undefined): Part {
	const { detector: watch, resource } = EVENTS[kind];
	const canBackfill = watch !== 'status' && RESOURCES[resource].dateFilter !== undefined;
	const backfill = canBackfill && from !== undefined ? { backfill: { from, reached: 0 } } : {};
	return { high: null, floor: 0, settled: null, recent: [], late: [], watched: {}, variant, ...backfill };
}
