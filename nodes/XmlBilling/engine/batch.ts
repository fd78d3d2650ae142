import type { Answer } from '../xml/answer';
import type { RecordType } from '../records';
import { describeWrite } from '../transport/describeWrite';
import { asError, doubt, failureOfWrite } from '../transport/failure';
import { mayBePartial, readBatchAnswer } from './batchAnswer';
import { idOf, labelOf } from '../actions/common/standard';
import type { ItemContext } from './itemContext';
import type { Outcome } from './operation';

const BATCH_SIZE = 100;
// Answers that turn a request away. They may list which records they are about.
const REJECTIONS = [400, 403, 404, 426];

/** A record, and the items that ask for it. */
interface Wanted {
	readonly id: number;
	readonly items: ReadonlyArray<{ call: ItemContext; index: number }>;
}

/** What is done to all of them. */
interface Action {
	readonly call: ItemContext;
	readonly type: RecordType;
	readonly done: string;
	readonly isListed: boolean;
	readonly goesOn: boolean;
}

/** What became of a record, and the error for an item that asked for it. */
type Fate =
	{ is: 'done' } | { is: 'refused' | 'doubtful' | 'untried'; errorFor: (owner: ItemContext) => Error };

/** The records of one request, and the statuses with which earlier requests for them were turned away. */
interface Batch {
	readonly ids: readonly number[];
	readonly turnedAway: readonly number[];
}

/** What became of the records of a request, and an error that every further request would end with, too. */
interface Verdict {
	readonly fateOf: (id: number) => Fate;
	readonly final?: Error;
}

/**
 * Acts on the records of many items with as few requests as possible, and tells each item what became of its record
 * (§4.1: the identifier repeats). A record that several items name is acted on once. When the service turns a whole
 * request away for one bad record, the others are tried without it.
 *
 * @param done the field that says so in the output, for example `deleted`
 * @param isListed whether the answer lists the records that it was done for, as those of the send methods do (§4.3, §4.4)
 */
export const actOnMany =
	(type: RecordType, done: string, isListed = false) =>
	async (items: readonly ItemContext[], goesOn: boolean): Promise<Outcome[]> => {
		const [first] = items;
		if (first === undefined) return [];
		const wanted = collect(items, type);
		const batches = chunk(
			wanted.map(({ id }) => id),
			BATCH_SIZE,
		);
		const fates = await decide({ call: first, type, done, isListed, goesOn }, batches);
		const outcomes = new Array<Outcome>(items.length);
		for (const { id, items } of wanted) {
			const fate = fates.get(id) ?? UNTRIED;
			const output = { [type.id]: id, [done]: true };
			for (const { call: item, index } of items)
				outcomes[index] =
					fate.is === 'done'
						? { ok: true, output }
						: { ok: false, error: fate.errorFor(item), fate: fate.is };
		}
		return outcomes;
	};

const chunk = (ids: readonly number[], size: number): number[][] =>
	Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
		ids.slice(index * size, (index + 1) * size),
	);

function collect(items: readonly ItemContext[], type: RecordType): Wanted[] {
	const byId = new Map<number, Array<{ call: ItemContext; index: number }>>();
	for (const [index, item] of items.entries()) {
		const id = idOf(item, type);
		byId.set(id, [...(byId.get(id) ?? []), { call: item, index }]);
	}
	return [...byId].map(([id, items]) => ({ id, items }));
}

/**
 * Sends one batch after the other, so that writes keep the order of their items; one that is turned away is followed by its
 * halves. Where the run does not go on after an error, no request follows one.
 */
async function decide(action: Action, batches: readonly number[][]): Promise<Map<number, Fate>> {
	const fates = new Map<number, Fate>();
	const waiting: Batch[] = batches.map((ids) => ({ ids, turnedAway: [] }));
	for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
		const { ids } = batch;
		const verdict = await send(action, batch, waiting.length === 0);
		if (typeof verdict === 'number') {
			const middle = Math.ceil(ids.length / 2);
			const turnedAway = [...batch.turnedAway, verdict];
			const halves = [ids.slice(0, middle), ids.slice(middle)];
			waiting.unshift(...halves.map((half) => ({ ids: half, turnedAway })));
			continue;
		}
		for (const id of ids) fates.set(id, verdict.fateOf(id));
		const { final } = verdict;
		if (final !== undefined)
			for (const id of waiting.flatMap((rest) => rest.ids)) fates.set(id, sharing('untried', final));
		const isOver = final !== undefined || (!action.goesOn && ids.some((id) => fates.get(id)?.is !== 'done'));
		if (!isOver) continue;
		leaveInDoubt(action, batch, waiting, fates);
		break;
	}
	return fates;
}

/** Tells of records that are not tried again, and may be deleted by a request for several that was turned away. */
function leaveInDoubt(
	action: Action,
	{ ids }: Batch,
	waiting: readonly Batch[],
	fates: Map<number, Fate>,
): void {
	const open = waiting.filter((batch) => mayBeCarriedOut(action, batch)).flatMap((batch) => batch.ids);
	if (open.length === 0) return;
	const all = [...ids.filter((id) => fates.get(id)?.is === 'doubtful'), ...open];
	for (const id of action.goesOn ? open : all)
		fates.set(id, doubtful(action, action.goesOn ? [id] : all, TURNED_AWAY));
}

// The interface does not say whether records were deleted before one was not found (§7). What sends lists what it did.
const mayBeCarriedOut = ({ isListed }: Action, { turnedAway }: Batch): boolean =>
	!isListed && turnedAway.includes(404);

const TURNED_AWAY =
	'The service turned a request for several records away, and may have carried out a part of it.';

const sharing = (is: 'refused' | 'untried', error: Error): Fate => ({ is, errorFor: () => error });

const UNTRIED: Fate = {
	is: 'untried',
	errorFor: (owner) => owner.problem('The run ended before this was tried', 'Run the node again.'),
};

/** Sends one request. @returns the status alone where it is to be tried again in halves */
async function send(action: Action, batch: Batch, isLast: boolean): Promise<Verdict | number> {
	const { ids } = batch;
	const { call: item, type, isListed, goesOn } = action;
	let answer: Answer;
	try {
		answer = await item.api.call(item.method, { [type.id]: ids.map(String) }, REJECTIONS);
	} catch (problem) {
		return afterError(action, ids, asError(problem));
	}
	const said = readBatchAnswer(answer, type, ids, isListed);
	if (said === undefined) {
		const isAlone = ids.length === 1;
		const isOpen = answer.status === 403 && !(isAlone && (isLast || !goesOn));
		const final = isOpen ? await accessProblem(item) : undefined;
		if (final !== undefined) return { fateOf: () => sharing('refused', final), final };
		return isAlone ? { fateOf: (id) => notDone(action, batch, id, answer) } : answer.status;
	}
	const open = ids.filter((id) => said(id) === 'nothing');
	const fates: Record<ReturnType<typeof said>, (id: number) => Fate> = {
		done: () => ({ is: 'done' }),
		refused: (id) => notDone(action, batch, id, answer),
		nothing: (id) => doubtful(action, goesOn ? [id] : open, UNSAID),
	};
	return { fateOf: (id) => fates[said(id)](id) };
}

const UNSAID = 'The answer of the service does not say what became of each record.';

/** What became of records whose request has no answer that can be read. */
function afterError(action: Action, ids: readonly number[], error: Error): Verdict {
	const failure = failureOfWrite(error);
	if (failure !== undefined && mayBePartial(failure.status, ids, action.isListed))
		return { fateOf: (id) => doubtful(action, action.goesOn ? [id] : ids, failure.message) };
	if (failure?.effect !== 'unknown') {
		// With a token that is not accepted, no further request would do better.
		const isFinal = failure?.cause === 'credential-invalid';
		return { fateOf: () => sharing('refused', error), ...(isFinal ? { final: error } : {}) };
	}
	// The error names all records of the request: the run ends with it, or each item is told of its own.
	if (!action.goesOn || ids.length === 1)
		return { fateOf: () => ({ is: 'doubtful', errorFor: () => error }) };
	return { fateOf: (id) => doubtful(action, [id], failure.message) };
}

function doubtful({ call, type }: Action, ids: readonly number[], what: string): Fate {
	const { message, advice } = doubt(what, describeWrite(call.method, { [type.id]: ids.map(String) }));
	return { is: 'doubtful', errorFor: (owner) => owner.problem(message, advice) };
}

// These say that a record is there, and is not to be deleted.
const THERE = [403, 426];

/** What became of a record that the service does not act on: an earlier request may have done so. */
function notDone(action: Action, batch: Batch, id: number, answer: Answer): Fate {
	const { type, isListed } = action;
	const isGone =
		!isListed &&
		batch.turnedAway.length > 0 &&
		(answer.status === 404 || (mayBeCarriedOut(action, batch) && !THERE.includes(answer.status)));
	if (!isGone) return refused(action, id, answer);
	const label = labelOf(type, id);
	const { done } = describeWrite(action.call.method, { [type.id]: [String(id)] });
	const what = `${label} is not there: a request for several records that was turned away before may have deleted it. It is unknown whether ${done}.`;
	return { is: 'doubtful', errorFor: (owner) => owner.problem(what, GONE) };
}

const GONE = 'If it was there before, it is deleted now. If it was not, check its identifier.';

function refused({ type, done }: Action, id: number, { message }: Answer): Fate {
	const reason = message === '' ? 'The service gives no reason.' : message;
	const advice = 'Check that the record exists, that it belongs to this account, and that it is complete.';
	const what = `${labelOf(type, id)} was not ${done}. ${reason}`;
	return { is: 'refused', errorFor: (owner) => owner.problem(what, advice) };
}

// The status 403 stands for a token that is not accepted as well as for a record of another account (§5). With such a
// token, no smaller request would do better.
async function accessProblem(item: ItemContext): Promise<Error | undefined> {
	try {
		await item.api.once('account', async () => await item.api.account());
		return undefined;
	} catch (error) {
		return asError(error);
	}
}
