import type { IDataObject } from 'n8n-workflow';
import type { Answer } from '../xml/answer';
import type { Body } from '../xml/request';
import { describeWrite } from '../transport/describeWrite';
import { asError, doubt, failureOfWrite } from '../transport/failure';
import type { WritableApi } from '../transport/billingApi';
import { mayBePartial, readBatchAnswer } from './batchAnswer';
import { idOf, labelOf } from '../actions/common/standard';
import type { ItemContext } from './itemContext';
import type { Batch } from './operation';

const MOST_PER_REQUEST = 100;
// The service may answer so that a record is bad, and list which ones.
const REJECTIONS = [400, 403, 404, 426];

/** The outcome of an item. `previewed` is up to the caller. */
export type Outcome =
	{ is: 'done' | 'previewed'; output: IDataObject } | { is: 'refused' | 'inDoubt' | 'untried'; error: Error };

/** The outcome of a record, with the error for an item that asked for it. */
type RecordOutcome =
	{ is: 'done' } | { is: 'refused' | 'inDoubt' | 'untried'; errorFor: (item: ItemContext) => Error };

/** The one action on all records. */
interface Action extends Batch {
	readonly api: WritableApi;
	readonly method: string;
	/** Whether answers list the records that it was done for. */
	readonly isListed: boolean;
	readonly goesOn: boolean;
}

/** The records of one request, and the statuses with which earlier requests for them were rejected. */
interface Chunk {
	readonly ids: readonly number[];
	readonly rejections: readonly number[];
}

/** The outcomes of the records of a request, and an error that every further request would end with, too. */
interface Verdict {
	readonly outcomeOf: (id: number) => RecordOutcome;
	readonly final?: Error;
}

/** The body of a request for one item alone. */
export const requestFor = ({ type }: Batch, item: ItemContext): Body => bodyOf(type.id, [idOf(item, type)]);

const bodyOf = (element: string, ids: readonly number[]): Body => ({ [element]: ids.map(String) });

/**
 * Acts on the records of many items with as few requests as possible (§4.1: the identifier repeats). A record that
 * several items name is acted on once. If the service rejects a whole request for one bad record, the others are tried
 * without it.
 *
 * @param goesOn whether to go on after an error
 * @returns the outcome of each item
 */
export async function actOnMany(
	api: WritableApi,
	batch: Batch,
	items: readonly ItemContext[],
	goesOn: boolean,
): Promise<Outcome[]> {
	const { type, done } = batch;
	const ids = [...new Set(items.map((item) => idOf(item, type)))];
	const action = { ...batch, api, method: items[0]?.method ?? '', isListed: done === 'sent', goesOn };
	const outcomes = await decide(action, ids);
	return items.map((item) => {
		const id = idOf(item, type);
		const outcome = outcomes.get(id) ?? UNTRIED;
		return outcome.is === 'done'
			? { is: 'done', output: { [type.id]: id, [done]: true } }
			: { is: outcome.is, error: outcome.errorFor(item) };
	});
}

/**
 * Sends one request after the other, so that writes keep the order of their items. One that is rejected is followed by
 * its halves. If the run does not go on after an error, no request follows one.
 */
async function decide(action: Action, all: readonly number[]): Promise<Map<number, RecordOutcome>> {
	const outcomes = new Map<number, RecordOutcome>();
	const waiting: Chunk[] = [];
	for (let start = 0; start < all.length; start += MOST_PER_REQUEST)
		waiting.push({ ids: all.slice(start, start + MOST_PER_REQUEST), rejections: [] });
	for (let chunk = waiting.shift(); chunk !== undefined; chunk = waiting.shift()) {
		const { ids } = chunk;
		const verdict = await send(action, chunk, waiting.length === 0);
		if (typeof verdict === 'number') {
			const middle = Math.ceil(ids.length / 2);
			const rejections = [...chunk.rejections, verdict];
			const halves = [ids.slice(0, middle), ids.slice(middle)];
			waiting.unshift(...halves.map((half) => ({ ids: half, rejections })));
			continue;
		}
		for (const id of ids) outcomes.set(id, verdict.outcomeOf(id));
		const { final } = verdict;
		if (final !== undefined)
			for (const id of waiting.flatMap((rest) => rest.ids)) outcomes.set(id, failed('untried', final));
		const isOver =
			final !== undefined || (!action.goesOn && ids.some((id) => outcomes.get(id)?.is !== 'done'));
		if (!isOver) continue;
		leaveInDoubt(action, chunk, waiting, outcomes);
		break;
	}
	return outcomes;
}

/** Marks records that are not tried again, but may have been deleted by a rejected request for several. */
function leaveInDoubt(
	action: Action,
	{ ids }: Chunk,
	waiting: readonly Chunk[],
	outcomes: Map<number, RecordOutcome>,
): void {
	const open = waiting.filter((chunk) => mayBeCarriedOut(action, chunk)).flatMap((chunk) => chunk.ids);
	if (open.length === 0) return;
	const all = [...ids.filter((id) => outcomes.get(id)?.is === 'inDoubt'), ...open];
	for (const id of action.goesOn ? open : all)
		outcomes.set(id, inDoubt(action, action.goesOn ? [id] : all, REJECTED));
}

// The interface does not say whether records were deleted before one was not found (§7). Answers about mails list them.
const mayBeCarriedOut = ({ isListed }: Action, { rejections }: Chunk): boolean =>
	!isListed && rejections.includes(404);

const REJECTED =
	'The service turned a request for several records away, and may have carried out a part of it.';

const failed = (is: 'refused' | 'untried', error: Error): RecordOutcome => ({ is, errorFor: () => error });

const UNTRIED: RecordOutcome = {
	is: 'untried',
	errorFor: (item) => item.problem('The run ended before this was tried', 'Run the node again.'),
};

/** Sends one request. @returns the status alone if it is to be tried again in halves */
async function send(action: Action, chunk: Chunk, isLast: boolean): Promise<Verdict | number> {
	const { ids } = chunk;
	const { api, method, type, isListed, goesOn } = action;
	let answer: Answer;
	try {
		answer = await api.call(method, bodyOf(type.id, ids), REJECTIONS);
	} catch (error) {
		return afterError(action, ids, asError(error));
	}
	const said = readBatchAnswer(answer, type, ids, isListed);
	if (said === undefined) {
		const isAlone = ids.length === 1;
		const isOpen = answer.status === 403 && !(isAlone && (isLast || !goesOn));
		const final = isOpen ? await accessProblem(api) : undefined;
		if (final !== undefined) return { outcomeOf: () => failed('refused', final), final };
		return isAlone ? { outcomeOf: (id) => notDone(action, chunk, id, answer) } : answer.status;
	}
	const open = ids.filter((id) => said(id) === 'nothing');
	const outcomes: Record<ReturnType<typeof said>, (id: number) => RecordOutcome> = {
		done: () => ({ is: 'done' }),
		refused: (id) => notDone(action, chunk, id, answer),
		nothing: (id) => inDoubt(action, goesOn ? [id] : open, UNSAID),
	};
	return { outcomeOf: (id) => outcomes[said(id)](id) };
}

const UNSAID = 'The answer of the service does not say what became of each record.';

/** The outcomes of records whose request has no readable answer. */
function afterError(action: Action, ids: readonly number[], error: Error): Verdict {
	const failure = failureOfWrite(error);
	if (failure !== undefined && mayBePartial(failure.status, ids, action.isListed))
		return { outcomeOf: (id) => inDoubt(action, action.goesOn ? [id] : ids, failure.message) };
	if (failure?.effect !== 'unknown') {
		// If the token is not accepted, no further request would do better.
		const isFinal = failure?.cause === 'credential-invalid';
		return { outcomeOf: () => failed('refused', error), ...(isFinal ? { final: error } : {}) };
	}
	// This error names all records of the request: it ends the run, but each item gets an error about its own.
	if (!action.goesOn || ids.length === 1)
		return { outcomeOf: () => ({ is: 'inDoubt', errorFor: () => error }) };
	return { outcomeOf: (id) => inDoubt(action, [id], failure.message) };
}

function inDoubt({ method, type }: Action, ids: readonly number[], what: string): RecordOutcome {
	const { message, advice } = doubt(what, describeWrite(method, bodyOf(type.id, ids)));
	return { is: 'inDoubt', errorFor: (item) => item.problem(message, advice) };
}

// With these statuses, the record exists and was not deleted.
const EXISTS = [403, 426];

/** The outcome of a record that the service rejected: an earlier request may have deleted it. */
function notDone(action: Action, chunk: Chunk, id: number, answer: Answer): RecordOutcome {
	const { type, method, isListed } = action;
	const isGone =
		!isListed &&
		chunk.rejections.length > 0 &&
		(answer.status === 404 || (mayBeCarriedOut(action, chunk) && !EXISTS.includes(answer.status)));
	if (!isGone) return refused(action, id, answer);
	const label = labelOf(type, id);
	const { done } = describeWrite(method, bodyOf(type.id, [id]));
	const what = `${label} is not there: a request for several records that was turned away before may have deleted it. It is unknown whether ${done}.`;
	return { is: 'inDoubt', errorFor: (item) => item.problem(what, GONE) };
}

const GONE = 'If it was there before, it is deleted now. If it was not, check its identifier.';

function refused({ type, done }: Action, id: number, { message }: Answer): RecordOutcome {
	const reason = message === '' ? 'The service gives no reason.' : message;
	const advice = 'Check that the record exists, that it belongs to this account, and that it is complete.';
	const what = `${labelOf(type, id)} was not ${done}. ${reason}`;
	return { is: 'refused', errorFor: (item) => item.problem(what, advice) };
}

// The status 403 means that the token is not accepted, or that the record is of another account (§5). With such a token,
// no smaller request would do better.
async function accessProblem(api: WritableApi): Promise<Error | undefined> {
	try {
		await api.remember('account', 'access', async () => await api.account());
		return undefined;
	} catch (error) {
		return asError(error);
	}
}
