/**
 * The core of the polling trigger: compares the saved state with the current lists. It knows nothing of n8n or HTTP, has
 * no clock, and reads only through the `Reader` that it is given.
 *
 * Promises:
 * - Baseline: the first poll of an event reports nothing, unless it is the very first poll and a backfill is requested. An
 *   event that is added later takes its own baseline and doesn't affect the others.
 * - Filters only narrow the result. Changing one doesn't change the memory. If drafts count as created from now on, older
 *   drafts are still reported when they are sent.
 * - Creation: each record that appears later is reported once, when it is first read. If drafts don't count, a draft is
 *   reported when it stops being one, even if it is older than the first poll.
 * - Payments: each payment that an invoice has when it is read is reported once, even among equal ones, and even if the
 *   invoice was created and paid between two polls. Only the amounts show whether a payment is new. An open invoice is
 *   watched; one that is paid, archived or canceled is read a last time, and then only remembered: the payments of the last
 *   1,000 of them, for when they are opened again. Identifiers are unique in any case.
 * - Removals: each payment that an invoice had at one read and lacks at a later one is reported once. A payment whose amount
 *   was corrected is removed, and another one recorded. The invoice has to show it: by a total paid that can be read and fits
 *   the payments that are left. Otherwise they are only out of sight, and so are those of an invoice that is archived or
 *   canceled.
 * - Reminders: an invoice is reported once for each number of days and due date, even if the date is postponed and set back,
 *   and after it is due only as overdue. Of several numbers that it reached since the last poll, only the latest is
 *   reported. A number that is added reports what reaches it after the last finished scan, and a removed one resets none.
 *   Drafts and disputed invoices wait, and are reported for the latest number then. One that was settled and reopened is
 *   reported again, under another identifier, which is the same however the poll is repeated.
 * - Changes: each change of a client or of an open invoice that two polls see is reported once, with the fields that changed.
 *   Which fields count is in `watchedFields.ts`: those that the list shows or, if it shows none, those of the single read. A
 *   field that disappears, or is spelled in another way, is no change. An unsent draft has none.
 * - Account: a single answer from an account with another name reports nothing and forgets nothing. After two in a row, a
 *   renamed account keeps its memory, and another account starts over. `pollAccount.ts` doesn't ask for the account if a poll
 *   reports nothing and leaves the memory as it was.
 * - Refused records don't block the others and are tried again at every poll. An invoice that is due soon or overdue
 *   and refused at the baseline is reported once it can be read.
 * - Repeats: the returned state covers exactly the returned events. A poll repeated from an older state reports what
 *   happened since then, with the same event identifiers. A read that fails changes nothing.
 * - Moves: nothing is lost or duplicated because records move between pages, statuses and lists during a poll. A record
 *   that is archived as soon as it appears may be reported late: the lists of archived and canceled records are read when
 *   anything new was seen, or else every ten minutes, and it may take one more poll.
 * - Limits: events beyond `maxEvents` or the time limit are reported by the next polls, in ascending order of identifiers.
 *   Each poll makes progress by at least one round of reads.
 * - Cost: lists may show full records, summaries or only identifiers. Full invoices need no single reads. Summaries need one
 *   for each invoice whose total paid (or else outstanding amount) has changed. If lists show neither, every open invoice
 *   is read at every poll. A new record is read once, unless the list shows it in full. For changes of clients and of the
 *   statuses of estimates, the whole list is read at every poll: a request for each 100 records, and all of them singly if it
 *   shows none of the fields. The interface lists neither by what changed, and the statuses of estimates are any words (§3).
 * - Memory: the state grows with the open records and with the rest of an interrupted poll, not with the account. For
 *   payments, it has about 25 bytes for each of the 1,000 settled invoices, and for changes about 30 for each open invoice
 *   and each client: a mark of 24 bits for each field.
 *
 * Assumptions: identifiers only grow; a record is visible at most one poll after a later one; a page shows the list as it
 * was at one moment.
 *
 * What polling can't see:
 * - Anything gone before it is read: a deleted record, a removed payment, a status that changed again. A payment that is
 *   removed and recorded again with the same amount between two polls counts as the same one. If some payments of one amount
 *   were removed, a repeated poll may number the others differently. If one was replaced, or lists and single reads show payments
 *   differently, the event of a new payment may show another one of that amount.
 * - Changes to an invoice after it was settled and read a last time, until it is reopened: then its payments are compared
 *   with those it had, if it is among the last 1,000, and it is watched from then on with the status it has by then. So a
 *   payment that is taken back while the invoice still counts as paid shows only then. A draft that was archived is not
 *   reported later.
 * - Payments that are hidden when an invoice is read a last time. Those hidden when it is first read are new once they are
 *   shown. Two removed at once that add up to zero, while an invoice shows no other. A refund counts as removed if a hidden
 *   payment balances it.
 * - In summaries, changes that keep the total paid: a payment of zero, or one removed while another of that amount is
 *   recorded. They show with the next change of the total, or when the invoice is settled. If summaries show only the
 *   outstanding amount, an equal rise of the total hides a payment.
 * - In lists without due dates, a due date that changes after it was read: an invoice with a later date is reported when
 *   the former date has passed, and one with an earlier date is reported late.
 * - Changes of a record while it was settled or out of the lists. A change whose new value has the same mark as the former
 *   one: once in 16.7 million. If lists and single reads differ in more than the spelling of a field, it may be reported
 *   as changed when the record is read for another reason.
 * - Only invoices are read beyond the default list, so other records archived before they are seen are missed.
 * - During a poll: a record that is restored, or changes from archived to canceled. In a list of several pages without an
 *   order: one record joining while another leaves between the same two pages. Such a list is restarted if a poll is
 *   interrupted in it, and continued over several polls only after that. On large accounts (open invoices are listed by
 *   status), an invoice whose status changes during the first poll may get its baseline from the second.
 * - A list counts as ordered if its newest page is (and its first one, if it is oldest first), unless more records joined
 *   than are at its newest end. If it is sorted by something else after all, a record that joins elsewhere can be missed
 *   while another one leaves.
 */
import { applyPage, resumeLists } from './applyPage';
import { EVENT_KINDS, EVENTS, type TriggerEvent, type TriggerOptions } from '../events/events';
import type { ScanProgress } from './progress';
import { reportRecords } from './report';
import { WATCHED_RESOURCES, type ResourceName } from '../events/resources';
import { mustStop, type RecordReader, type PollRun } from './run';
import { closeScan, filterOf, isUnstable, nextRequests, openScan, type Scan } from './scan';
import { chooseParts, parseState, saveState, type SavedState, type State } from './state';
import type { Scope } from './scope';

export interface PollRequest {
	/** The `state` of the last poll, as JSON keeps it; anything else means a baseline. It is not changed. */
	saved: unknown;
	/** The account that answers, from `scopeOf`. */
	scope: Scope;
	options: TriggerOptions;
	/** When the poll begins: ISO 8601 with the offset of the workflow's time zone, so that it starts with today's date. */
	now: string;
}

export interface PollResult {
	/** In ascending order of identifiers within a resource; those of one record in the order of `EVENTS`. */
	events: TriggerEvent[];
	/** To be stored in one assignment, together with the delivery of the events. Plain data. */
	state: SavedState;
	/** Sentences for the log. */
	log: string[];
	/** Why a list is unreliable: events may be missing. */
	trouble?: string;
	/** False if time or room ran out. The next poll resumes here. */
	isComplete: boolean;
}

// The keys of a literal record are its type's keys.
const RESOURCE_NAMES = Object.keys(WATCHED_RESOURCES) as ResourceName[];

/** One poll. Rejects only if the reader does, and the saved state stays valid then. */
export async function poll(reader: RecordReader, request: PollRequest): Promise<PollResult> {
	const { options, now } = request;
	const { state: parsed, reason, isDoubtful } = parseState(request.saved, request.scope);
	const log = reason === undefined ? [] : [reason];
	if (isDoubtful) return { events: [], state: saveState(parsed), log, isComplete: true };
	// Only a first start takes a backfill, not a new start after a state was dropped.
	const state = chooseParts(parsed, reason === undefined ? options : { ...options, startFrom: undefined });
	const added = options.events.filter((kind) => parsed.parts[kind] === undefined);
	if (reason === undefined && added.length > 0) {
		// n8n keeps a trigger's memory under its name.
		const labels = added.map((kind) => EVENTS[kind].label).join(', ');
		const from = added.some((kind) => state.parts[kind]?.backfill) ? ` before ${options.startFrom}` : '';
		log.push(
			`A baseline is taken for ${labels}, as a new or renamed trigger or an added event does. What exists${from} is not reported.`,
		);
	}
	const run: PollRun = { reader, options, state, found: [], log, scanned: new Set(), hasRead: false };
	let isComplete = true;
	for (const { resource, progress } of scansOf(state)) {
		const scan = openScan(resource, state, options, now, progress);
		resumeLists(scan);
		if (progress !== undefined) run.scanned.add(resource);
		delete state.place;
		// One resource after the other, since a poll may have to stop in any of them. Within each, reads are parallel.
		isComplete = (await readLists(run, scan)) && (await reportRecords(run, scan));
		if (!isComplete) {
			state.place = closeScan(scan);
			break;
		}
	}
	const { trouble } = run;
	return {
		events: inOrder(run),
		state: saveState(state),
		log,
		...(trouble !== undefined && { trouble }),
		isComplete,
	};
}

/**
 * The scans of a poll: the interrupted one first, then the others in rotation, so that each gets its turn even if every poll
 * is interrupted.
 */
function scansOf(state: State): Array<{ resource: ResourceName; progress?: ScanProgress }> {
	const kinds = EVENT_KINDS.filter((kind) => state.parts[kind]);
	const names = [...new Set(kinds.map((kind) => EVENTS[kind].resource))];
	const { place: progress } = state;
	if (progress === undefined) return names.map((resource) => ({ resource }));
	const next = names.indexOf(progress.resource) + 1;
	const circle = [...names.slice(next), ...names.slice(0, next)];
	return [{ resource: progress.resource, progress }, ...circle.map((resource) => ({ resource }))];
}

/** The events in the promised order. An interrupted scan and the next one may both have found some. */
function inOrder({ found }: PollRun): TriggerEvent[] {
	const rank = (resource: ResourceName) => RESOURCE_NAMES.indexOf(resource);
	return found.sort((a, b) => rank(a.resource) - rank(b.resource) || a.id - b.id).map(({ event }) => event);
}

/** Reads the lists of a scan. Returns false if time ran out. */
async function readLists(run: PollRun, scan: Scan): Promise<boolean> {
	const { name, listMethod, idField } = scan.row;
	let hasNameless = false;
	for (let batch = nextRequests(scan); batch.length > 0; batch = nextRequests(scan)) {
		if (mustStop(run)) return false;
		// What to request next depends on these answers.
		const pages = await Promise.all(
			batch.map((request) => run.reader.page(name, filterOf(scan, request), request.page)),
		);
		batch.forEach((request, index) => {
			const page = pages[index];
			if (page && !applyPage(scan, request, page)) hasNameless = true;
		});
	}
	if (hasNameless) addTrouble(run, `${listMethod} returns records without ${idField}.`);
	if (isUnstable(scan))
		addTrouble(run, `${listMethod} kept changing while it was read. The next poll reads it again.`);
	return true;
}

function addTrouble(run: PollRun, trouble: string): void {
	run.trouble = trouble;
	run.log.push(trouble);
}
