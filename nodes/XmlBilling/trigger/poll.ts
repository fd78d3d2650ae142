/**
 * The core of the polling trigger. Compares the saved state with the current lists. It knows nothing of n8n or HTTP, has
 * no clock, and acts only through the reader that it is given.
 *
 * What it promises:
 * - The first poll of an event reports nothing, unless a backfill is asked for, which belongs to the very first poll.
 *   An event chosen later takes its own baseline and leaves the others alone, and so does another number of days for
 *   overdue invoices. Filters only narrow what is returned; changing one changes no memory. Where drafts count as created
 *   from now on, those that are awaited go on being so.
 * - Every record that appears later is reported once, when it is read for the first time; a draft, where drafts are left
 *   out, when it is no draft any more, even if it was made before the first poll.
 * - Every payment that an invoice has when it is read is reported once, equal ones each, those of an invoice that was
 *   created and settled between two polls included. Whether there are new ones is told by their amounts alone, whatever else
 *   of them a list shows or leaves out. An open invoice is watched; one that is paid, archived or cancelled
 *   is read a last time and forgotten.
 * - An overdue invoice is reported once for each due date, also where that is put off and set back.
 * - One answer of an account of another name neither reports nor forgets anything. After a second one in a row, the memory of
 *   a renamed account stays, and another account begins anew.
 * - A record that the service refuses to show doesn't block the others: it is tried again at every poll. An overdue invoice that
 *   is refused at the baseline is reported when it is shown.
 * - The result's state covers exactly the result's events: repeated from an older state, a poll reports what happened
 *   since then, under the same event identifiers. A read that fails changes nothing.
 * - Nothing is lost or doubled because records move between pages, statuses and lists while these are read. A record
 *   that appears and is archived at once may be reported one poll later.
 * - Events beyond `maxEvents` or the time are reported by the next polls, in ascending order of identifiers. Each poll
 *   gets further, if by one round of reads.
 * - Lists may show full records, summaries or identifiers only. Full invoices need no single reads; summaries need one
 *   for each invoice whose total paid (or else outstanding amount) has changed; where neither is shown, every open
 *   invoice is read at every poll. A new record is read once unless the list shows it in full.
 * - The state grows with what is open and with what an unfinished poll has left, not with what there has ever been.
 *
 * What it relies on: identifiers only grow, and a record is visible one poll after a later one at most; a page is what the
 * list was at one moment.
 *
 * What cannot be seen by polling:
 * - What is gone before it is read: a record that is deleted, a payment that is deleted, a status that has changed again.
 *   A payment deleted and recorded again with the same amount counts as the same. In the repeat of a poll, payments of one
 *   amount some of which were deleted may be numbered differently; and where lists tell them apart otherwise than single
 *   reads, or one was replaced, the event of a new one may show another payment of that amount.
 * - What happens to an invoice after it was settled and read a last time: an over-payment, a payment deleted and
 *   replaced. If it is opened again or restored, it is watched anew with the payments and the status it then has; an
 *   equal payment recorded then may bear the number of a former one, and the same due date is announced again under the
 *   same identifier. A draft that is archived is not announced later.
 * - In summaries, changes that leave the total as it was (a zero payment; one payment deleted, another of that amount
 *   recorded): they are seen with the next change of the total, or when the invoice is settled. Where nothing but the
 *   outstanding amount is shown, a payment that comes with an equal rise of the total hides in the same way. Where lists show no due
 *   dates, an invoice is read for its own once: a due date put off later is seen when it was due, an earlier one too late.
 * - Where lists ignore the status that they are asked for and tell the status of some records alone, an older invoice may
 *   pass for a draft and be reported as created once.
 * - Of clients and the other resources only the default list is read, so what is archived before it is seen is not
 *   reported.
 * - While lists are read: a record that is restored, or changed from archived to cancelled; and in a list of several
 *   pages that is neither newest nor oldest first, one record joining and another leaving between the same two pages. The
 *   reading of such a list is begun anew if time cuts it short, and only then goes on over several polls. On large accounts
 *   (open invoices are listed by status) an invoice whose status changes during the very first poll may get its baseline
 *   from the second.
 * - A list of which the newest page (where it is oldest first, the first one as well) is in order is taken to be in
 *   order, unless more records joined it than stand at its newest end; so if a service sorts by something else after all,
 *   a record joining elsewhere can hide behind one leaving.
 */
import type { BillingRecord, TriggerEvent, TriggerOptions } from './events';
import type { Filter, ResourceName } from './resources';
import { EVENT_KINDS, EVENTS, passesFilters } from './events';
import { RESOURCES } from './resources';
import { applyPage, resumeLists } from './applyPage';
import {
	BATCH_SIZE,
	closeScan,
	filterOf,
	ignoresStatus,
	isNewTo,
	isRestless,
	judge,
	judgeAll,
	type ListPage,
	lookAt,
	nextRequests,
	openScan,
	type Place,
	type Scan,
	settingOf,
} from './scan';
import {
	chooseParts,
	type Part,
	parseState,
	type SavedState,
	saveState,
	type Scope,
	type State,
} from './state';
import { type Step, DETECTORS } from './detectors';

/** What the core needs of the outside. A read that rejects ends the poll: nothing of it is kept. */
export interface Reader {
	/** One page of a list of up to 100 records, from page 1 on. Nothing found (404) is an empty page, not an error. */
	page(resource: ResourceName, filter: Filter, page: number): Promise<ListPage>;
	/**
	 * One record, with its identifier in it; `gone` if there is no such record, `unreadable` if the service has one and
	 * refuses it now.
	 */
	get(resource: ResourceName, id: number): Promise<BillingRecord | 'gone' | 'unreadable'>;
	/** Whether the poll has to stop. It is asked before each round of reads but the first. */
	isOutOfTime(): boolean;
}

/** What a single read has given; undefined where none was needed. */
type Read = Awaited<ReturnType<Reader['get']>> | undefined;

export interface PollRequest {
	/** What the last poll gave as `state` and JSON kept; anything else is a baseline. It is not changed. */
	saved: unknown;
	/** The account that answers, as `scopeOf` names it. */
	scope: Scope;
	options: TriggerOptions;
	/** When the poll begins: ISO 8601 with the offset of the workflow's time zone, so that it starts with today's date. */
	now: string;
}

export interface PollResult {
	/** In ascending order of identifiers within a resource; one record's in the order of `EVENTS`. */
	events: TriggerEvent[];
	/** To be kept in one assignment, together with the delivery of the events. Plain data. */
	state: SavedState;
	/** Sentences for the log. */
	log: string[];
	/** Why a list cannot be relied on, so that there may be events which are not seen. */
	trouble?: string;
	/** False: time or room ran out, and the next poll goes on from here. */
	isComplete: boolean;
}

// The keys of a literal record are its type's keys.
const RESOURCE_NAMES = Object.keys(RESOURCES) as ResourceName[];

/** More records than these are not kept in mind because of one that may appear among them. */
const MOST_RECENT = 1000;

interface Run {
	reader: Reader;
	options: TriggerOptions;
	now: string;
	state: State;
	found: Array<{ resource: ResourceName; id: number; event: TriggerEvent }>;
	log: string[];
	trouble?: string;
	/** Resources of which a scan was taken up, or has come to its end, in this poll. */
	met: Set<ResourceName>;
	/** The first round of reads is always made, so that every poll gets further. */
	hasRead: boolean;
}

/** One poll. It rejects only with what the reader rejects with, and then the saved state is still the right one. */
export async function poll(reader: Reader, request: PollRequest): Promise<PollResult> {
	const { options, now } = request;
	const { state: parsed, reason, isDoubtful } = parseState(request.saved, request.scope);
	if (isDoubtful)
		return { events: [], state: saveState(parsed), log: reason ? [reason] : [], isComplete: true };
	// What was forgotten for a reason has been reported before.
	const state = chooseParts(parsed, reason === undefined ? options : { ...options, startFrom: undefined });
	const run: Run = {
		reader,
		options,
		now,
		state,
		found: [],
		log: reason ? [reason] : [],
		met: new Set(),
		hasRead: false,
	};
	let isComplete = true;
	for (const { resource, place } of itinerary(state)) {
		const scan = openScan(resource, state, options, now, place);
		resumeLists(scan);
		if (place !== undefined) run.met.add(resource);
		delete state.place;
		// One resource after the other: each is read in parallel within itself, and a poll may stop in any of them.
		isComplete = (await readLists(run, scan)) && (await reportRecords(run, scan));
		if (!isComplete) {
			state.place = closeScan(scan);
			break;
		}
	}
	const { log, trouble } = run;
	return {
		events: inOrder(run),
		state: saveState(state),
		log,
		...(trouble !== undefined && { trouble }),
		isComplete,
	};
}

/**
 * The scans of a poll: the one that was interrupted is brought to its end, and the others follow in a circle, so that
 * each has its turn even if every poll is cut short.
 */
function itinerary(state: State): Array<{ resource: ResourceName; place?: Place }> {
	const kinds = EVENT_KINDS.filter((kind) => state.parts[kind]);
	const names = [...new Set(kinds.map((kind) => EVENTS[kind].resource))];
	const { place } = state;
	if (place === undefined) return names.map((resource) => ({ resource }));
	const next = names.indexOf(place.resource) + 1;
	const circle = [...names.slice(next), ...names.slice(0, next)];
	return [{ resource: place.resource, place }, ...circle.map((resource) => ({ resource }))];
}

/** An interrupted scan and the one after it may both have found something of one record. */
function inOrder({ found }: Run): TriggerEvent[] {
	const rank = (resource: ResourceName) => RESOURCE_NAMES.indexOf(resource);
	return found.sort((a, b) => rank(a.resource) - rank(b.resource) || a.id - b.id).map(({ event }) => event);
}

function mustStop(run: Run): boolean {
	const must = run.hasRead && run.reader.isOutOfTime();
	run.hasRead = true;
	return must;
}

/** Reads the lists of a scan. False: time ran out. */
async function readLists(run: Run, scan: Scan): Promise<boolean> {
	const { name, listMethod, idField } = scan.row;
	let hasNameless = false;
	for (let batch = nextRequests(scan); batch.length > 0; batch = nextRequests(scan)) {
		if (mustStop(run)) return false;
		// What is asked for next depends on these answers.
		const pages = await Promise.all(
			batch.map((request) => run.reader.page(name, filterOf(scan, request), request.page)),
		);
		batch.forEach((request, index) => {
			const page = pages[index];
			if (page && !applyPage(scan, request, page)) hasNameless = true;
		});
	}
	if (hasNameless) complain(run, `${listMethod} shows records without ${idField}.`);
	if (isRestless(scan))
		complain(run, `${listMethod} changed whenever it was read. The next poll reads it again.`);
	if (ignoresStatus(scan) && scan.memory?.ignoresStatus !== true) {
		run.log.push(
			`${listMethod} ignores the status that it is asked for, and its records do not tell theirs. Each is read singly at every poll.`,
		);
	}
	return true;
}

function complain(run: Run, trouble: string): void {
	run.trouble = trouble;
	run.log.push(trouble);
}

/** Looks at every record that the lists gave reason to look at. False: time or room ran out. */
async function reportRecords(run: Run, scan: Scan): Promise<boolean> {
	if (isRestless(scan)) return true;
	const ids = [...new Set([...scan.todo, ...scan.unseen])]
		// What is watched, and half reported, may stand above the bound.
		.filter((id) => id <= scan.place.bound || scan.unseen.has(id))
		.sort((a, b) => a - b);
	for (let start = 0; start < ids.length; start += BATCH_SIZE) {
		const batch = ids.slice(start, start + BATCH_SIZE);
		const verdicts = batch.map((id) => judgeAll(scan, id));
		const mustRead = verdicts.includes('read');
		if (mustRead && mustStop(run)) return false;
		// In rounds, in ascending order, so that a poll that stops has reported what comes first.
		const reads = await Promise.all(
			batch.map(async (id, index) =>
				verdicts[index] === 'read' ? await run.reader.get(scan.row.name, id) : undefined,
			),
		);
		for (const [index, id] of batch.entries()) {
			if (verdicts[index] !== 'ignore' && !report(run, scan, id, reads[index])) return false;
			scan.todo.delete(id);
			scan.unseen.delete(id);
		}
	}
	finish(run, scan);
	return true;
}

/** Lets every part look at a record. False: there is no room left for its events. */
function report(run: Run, scan: Scan, id: number, read: Read): boolean {
	if (read === 'unreadable') {
		run.log.push(`The service lists the ${scan.row.name} ${id} and refuses it. The next poll tries again.`);
	}
	return scan.parts.every(([kind, part]) => {
		if (read === 'gone') return remember(part, id, undefined);
		const record = read === 'unreadable' ? undefined : read;
		const sighting = scan.sightings.get(id);
		if (record === undefined) {
			// What the list record does not tell one part it may tell another.
			const verdict = sighting ? judge(scan, kind, part, id, sighting) : 'read';
			if (verdict === 'ignore') return remember(part, id, part.watched[id]);
			if (verdict === 'read') return putOff(scan, part, id);
		}
		const look = lookAt(scan, part, id, sighting, record);
		const step = DETECTORS[EVENTS[kind].detector].step(look, settingOf(scan, kind));
		return deliver(run, scan.row.name, part, id, step);
	});
}

/** The service refuses the record to a part that needs it: it is tried again at each poll, and the others do not wait. */
function putOff(scan: Scan, part: Part, id: number): true {
	const isNew = isNewTo(scan, part, id);
	remember(part, id, part.watched[id]);
	if (isNew) part.late.push(id);
	return true;
}

function deliver(
	run: Run,
	resource: ResourceName,
	part: Part,
	id: number,
	{ changes, entry }: Step,
): boolean {
	const { found, options } = run;
	for (const { event, entry: soFar } of changes) {
		if (passesFilters(event, options.filters)) {
			if (found.length >= options.maxEvents) return false;
			found.push({ resource, id, event });
		}
		setEntry(part, id, soFar);
	}
	return remember(part, id, entry);
}

/** The record is dealt with: what is left to remember of it, and that it is. */
function remember(part: Part, id: number, entry: string | undefined): true {
	setEntry(part, id, entry);
	part.late = part.late.filter((late) => late !== id);
	if (part.high !== null) {
		if (id > part.floor && !part.recent.includes(id)) part.recent.push(id);
		part.high = Math.max(part.high, id);
	}
	if (part.backfill) part.backfill.reached = Math.max(part.backfill.reached, id);
	return true;
}

function setEntry({ watched }: Part, id: number, entry: string | undefined): void {
	if (entry === undefined) delete watched[id];
	else watched[id] = entry;
}

/** All that the scan found is dealt with, so all records up to its bound are. */
function finish({ state, met }: Run, scan: Scan): void {
	const { row, parts, place, memory } = scan;
	for (const [, part] of parts) {
		part.high = Math.max(part.high ?? 0, place.bound);
		delete part.backfill;
		// An interrupted scan read its first pages before, and the next one counts for both.
		if (part.settled !== null && met.has(row.name) && part.recent.length < MOST_RECENT) continue;
		part.floor = part.settled ?? part.high;
		part.settled = part.high;
		part.recent = part.recent.filter((id) => id > part.floor);
	}
	met.add(row.name);
	const { total, top, run } = place.listings.find0 ?? { total: 0, top: 0, run: 0 };
	state.lists[row.name] = {
		glimpsed: place.glimpsed,
		total: total ?? 0,
		top,
		unordered: run < 0,
		ignoresStatus: memory?.ignoresStatus === true || ignoresStatus(scan),
	};
}
