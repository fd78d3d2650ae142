import { decodeIdentifiers, type Answer } from '../../xml/answer';
import type { Body } from '../../xml/request';
import { methodNamed } from '../../records/methods';
import { describeWrite, namesOf } from '../../records/describeWrite';
import { adviseNothingDone, asError, doubt, failureOfWrite, markInDoubt } from '../../transport/failure';
import type { WritableApi } from '../../transport/billingApi';
import { mapInOrder } from '../../transport/mapInOrder';
import { findInLists } from '../../reads/findInLists';
import { isWhole } from '../../reads/question';
import { isSameText, type BillingRecord } from '../../xml/shape';
import { mayBePartial, readBatchAnswer } from './batchAnswer';
import { accountAnswer } from '../../records';
import { capitalized } from '../../records/display';
import { isDeleted } from '../../records/states';
import { idOf, option, type ItemContext } from '../item/itemContext';
import { missingEmail } from './missingEmail';
import type { Batch } from '../item/operation';

const MAX_PER_REQUEST = 100;
// The service may answer these if a record is bad, and list which ones.
const REJECTIONS = [400, 403, 404, 426];

/** Why an item was not written, or may not have been. */
export interface Failed {
	readonly is: 'refused' | 'inDoubt' | 'untried';
	readonly error: Error;
}

/** The outcome of a record, with the error for each item that names it. */
type RecordOutcome =
	| { is: 'done' }
	| { is: 'refused' | 'inDoubt' | 'untried'; errorFor: (item: ItemContext) => Error | Promise<Error> };

/** The action on all records. */
interface Action extends Batch {
	readonly api: WritableApi;
	readonly method: string;
	/** Whether answers list the successful records. */
	readonly isListed: boolean;
	/** Whether to continue after an error. */
	readonly goesOn: boolean;
}

/** The records of one request, and the status with which the service rejected one for these and others before. */
interface Request {
	readonly ids: readonly number[];
	readonly rejected?: number;
}

/** The outcomes of a request's records, and the error if every further request would fail with it. */
interface Verdict {
	readonly outcomeOf: (id: number) => RecordOutcome;
	readonly final?: Error;
}

/** The request for some records: the identifier repeats (§4.1). */
export const requestFor = ({ type }: Pick<Batch, 'type'>, ids: readonly number[]): Body => ({
	[type.id]: ids.map(String),
});

/**
 * Acts on the records of many items with as few requests as possible. If several items name a record, acts on it once. If the
 * service rejects a request for several records, each of them gets its own.
 *
 * @returns the items that failed
 */
export async function sendTogether(
	api: WritableApi,
	batch: Batch,
	items: readonly ItemContext[],
	goesOn: boolean,
): Promise<ReadonlyMap<ItemContext, Failed>> {
	const method = items[0]?.method ?? '';
	// Send methods list the records that they sent (§4.3, §4.4).
	const isListed = methodNamed(method)?.verb === 'send';
	const ids = items.map((item) => idOf(item, batch.type));
	const outcomes = await decide({ ...batch, api, method, isListed, goesOn }, [...new Set(ids)]);
	const failures = await mapInOrder(items, async (item): Promise<Array<[ItemContext, Failed]>> => {
		const outcome = outcomes.get(idOf(item, batch.type));
		if (outcome === undefined) return [[item, untried(item)]];
		return outcome.is === 'done' ? [] : [[item, { is: outcome.is, error: await outcome.errorFor(item) }]];
	});
	return new Map(failures.flat());
}

/** The outcome of an item that the run ended before. */
export const untried = (item: ItemContext): Failed => ({
	is: 'untried',
	error: item.problem('The run ended before this was tried', 'Run the node again.'),
});

/**
 * Sends requests one after another, so that writes keep the order of their items. Unless the run continues on errors, it
 * stops at the first one.
 */
async function decide(action: Action, all: readonly number[]): Promise<Map<number, RecordOutcome>> {
	const outcomes = new Map<number, RecordOutcome>();
	const waiting: Request[] = [];
	for (let start = 0; start < all.length; start += MAX_PER_REQUEST)
		waiting.push({ ids: all.slice(start, start + MAX_PER_REQUEST) });
	for (let request = waiting.shift(); request !== undefined; request = waiting.shift()) {
		const { ids } = request;
		const verdict = await send(action, request, waiting.length === 0);
		if (typeof verdict === 'number') {
			waiting.unshift(...ids.map((id) => ({ ids: [id], rejected: verdict })));
			continue;
		}
		for (const id of ids) outcomes.set(id, verdict.outcomeOf(id));
		const { final } = verdict;
		if (final !== undefined)
			for (const id of waiting.flatMap((rest) => rest.ids)) outcomes.set(id, failed('untried', final));
		const isOver =
			final !== undefined || (!action.goesOn && ids.some((id) => outcomes.get(id)?.is !== 'done'));
		if (!isOver) continue;
		leaveInDoubt(action, request, waiting, outcomes);
		break;
	}
	return outcomes;
}

/** Marks the records that won't be tried again, but that a rejected request may have deleted, as in doubt. */
function leaveInDoubt(
	action: Action,
	{ ids }: Request,
	waiting: readonly Request[],
	outcomes: Map<number, RecordOutcome>,
): void {
	const open = waiting.filter((rest) => mayBeCarriedOut(action, rest)).flatMap((rest) => rest.ids);
	if (open.length === 0) return;
	const all = [...ids.filter((id) => outcomes.get(id)?.is === 'inDoubt'), ...open];
	for (const id of action.goesOn ? open : all)
		outcomes.set(id, inDoubt(action, action.goesOn ? [id] : all, REJECTED));
}

// The specification doesn't say whether a delete that answers 404 deleted other records (§7). Sends list theirs.
const mayBeCarriedOut = ({ isListed }: Action, { rejected }: Request): boolean =>
	!isListed && rejected === 404;

const REJECTED = 'The service rejected a request for several records, but may have carried out part of it.';

const failed = (is: 'refused' | 'untried', error: Error): RecordOutcome => ({ is, errorFor: () => error });

/** Sends one request. Returns its status if each of its records needs its own. */
async function send(action: Action, request: Request, isLast: boolean): Promise<Verdict | number> {
	const { ids } = request;
	const { api, method, type, isListed, goesOn } = action;
	let answer: Answer;
	try {
		answer = await api.call(method, requestFor(action, ids), REJECTIONS);
	} catch (error) {
		return await afterError(action, ids, asError(error));
	}
	const outcomeIn = readBatchAnswer(answer, type, ids, isListed);
	if (outcomeIn === undefined) {
		const isAlone = ids.length === 1;
		const isOpen = answer.status === 403 && !(isAlone && (isLast || !goesOn));
		const final = isOpen ? await accessProblem(api) : undefined;
		adviseNothingDone(final, method);
		if (final !== undefined) return { outcomeOf: () => failed('refused', final), final };
		return isAlone ? { outcomeOf: (id) => notDone(action, request, id, answer) } : answer.status;
	}
	const others = ['success', type.id]
		.flatMap((name) => decodeIdentifiers(answer, name))
		.filter((id) => !ids.includes(id));
	const open = ids.filter(
		(id) => outcomeIn(id) === 'nothing' || (outcomeIn(id) === 'done' && others.length > 0),
	);
	const what =
		others.length === 0
			? UNSAID
			: `The service's answer names ${namesOf(type, others, api.numberOf)}, which ${others.length === 1 ? 'was' : 'were'} not asked for: another record may have been ${action.done}.`;
	const nothing = (id: number) => inDoubt(action, goesOn ? [id] : open, what);
	const outcomes: Record<ReturnType<typeof outcomeIn>, (id: number) => RecordOutcome> = {
		done: (id) => (others.length === 0 ? { is: 'done' } : nothing(id)),
		refused: (id) => notDone(action, request, id, answer),
		nothing,
	};
	return { outcomeOf: (id) => outcomes[outcomeIn(id)](id) };
}

const UNSAID = "The service's answer does not give the outcome of each record.";

/** The outcomes of records whose request has no readable answer. Deletes that HTTP confirms are looked up. */
async function afterError(action: Action, ids: readonly number[], error: Error): Promise<Verdict> {
	const failure = failureOfWrite(error);
	const gone = failure?.isSilent ? await goneOf(action, ids) : [];
	if (failure !== undefined && gone.length > 0) {
		const left = ids.filter((id) => !gone.includes(id));
		const open = (id: number) => inDoubt(action, action.goesOn ? [id] : left, failure.message);
		return { outcomeOf: (id) => (left.includes(id) ? open(id) : { is: 'done' }) };
	}
	const wasSent = failure !== undefined && failure.effect !== 'none';
	if (wasSent && mayBePartial(failure.status, ids, action.isListed))
		return { outcomeOf: (id) => inDoubt(action, action.goesOn ? [id] : ids, failure.message) };
	if (failure?.effect !== 'unknown') {
		// If the token is invalid, further requests would fail as well.
		const isFinal = failure?.cause === 'credential-invalid';
		return { outcomeOf: () => failed('refused', error), ...(isFinal ? { final: error } : {}) };
	}
	// This error names all records of the request, which is right if it ends the run. Otherwise, each item gets its own.
	if (!action.goesOn || ids.length === 1)
		return { outcomeOf: () => ({ is: 'inDoubt', errorFor: () => error }) };
	return { outcomeOf: (id) => inDoubt(action, [id], failure.message, failure.advice) };
}

/** Those of the records to delete that the service no longer has. */
async function goneOf({ api, type, done }: Action, ids: readonly number[]): Promise<number[]> {
	if (done !== 'deleted' || type.get === undefined) return [];
	const found = await mapInOrder(ids, async (id) => {
		const record = await api.tryGet(type, id).catch(asError);
		const isGone = record === 'gone' || (!(record instanceof Error) && isDeleted(record));
		return isGone ? id : [];
	});
	return found.flat();
}

function inDoubt(action: Action, ids: readonly number[], what: string, more?: string): RecordOutcome {
	const { api, method } = action;
	const words = describeWrite(method, requestFor(action, ids), api.numberOf);
	const { message, advice } = doubt(what, words, more);
	return { is: 'inDoubt', errorFor: (item) => markInDoubt(item.problem(message, advice)) };
}

// With these statuses, the record exists and was not deleted.
const EXISTS = [403, 426];

/** The outcome of a rejected record, which an earlier request may have deleted. */
function notDone(action: Action, request: Request, id: number, answer: Answer): RecordOutcome {
	const { api, type, method, isListed } = action;
	const isGone =
		!isListed &&
		request.rejected !== undefined &&
		(answer.status === 404 || (mayBeCarriedOut(action, request) && !EXISTS.includes(answer.status)));
	if (!isGone) return refused(action, id, answer);
	const label = capitalized(namesOf(type, [id], api.numberOf));
	const { done } = describeWrite(method, requestFor(action, [id]), api.numberOf);
	const what = `${label} was not found: an earlier, rejected request for several records may have deleted it. It is unknown whether ${done}.`;
	return { is: 'inDoubt', errorFor: (item) => item.problem(what, GONE) };
}

const GONE = 'If it existed before, it is deleted now. If it did not, check its identifier.';

function refused({ api, type, done, perhaps }: Action, id: number, { message }: Answer): RecordOutcome {
	const reason = message === '' ? 'The service gives no reason.' : message;
	const check = 'Check that the record exists, that it belongs to this account, and that it is complete.';
	const advice = perhaps === undefined ? check : `${perhaps} ${check}`;
	const what = `${capitalized(namesOf(type, [id], api.numberOf))} was not ${done}. ${reason}`;
	return {
		is: 'refused',
		async errorFor(item) {
			const found = done === 'sent' ? await missingEmail(item, type, id) : undefined;
			return found ?? item.problem(what, advice);
		},
	};
}

// Status 403 means that the token is invalid, or that the record belongs to another account (§5). Only in the second case
// may a smaller request succeed.
async function accessProblem(api: WritableApi): Promise<Error | undefined> {
	try {
		await api.remember('account', 'access', async () => await api.read(accountAnswer));
		return undefined;
	} catch (error) {
		return asError(error);
	}
}

/** The records of items that were sent and ask for them, as far as lists show them in full, and as sent (§3). */
export async function sentRecords(
	api: WritableApi,
	{ type, done }: Batch,
	items: readonly ItemContext[],
): Promise<ReadonlyMap<number, BillingRecord>> {
	const asking = items.filter((item) => done === 'sent' && option(item, 'return') !== 'id');
	const ids = asking.map((item) => idOf(item, type));
	const status = type.watched?.status?.field ?? '';
	return await findInLists(
		api,
		type,
		ids,
		(listed) => isWhole(type, listed) && isSameText(listed[status], 'Sent'),
	);
}
