import { decodeIdentifiers, lists, type Answer } from '../interface/answer';
import type { RecordType } from '../interface/records';
import { idOf, labelOf, option } from './standard';
import type { Call } from '../fields/call';
import type { Outcome } from './operation';

const DEFAULT_BATCH_SIZE = 100;
// Answers that turn a request away without saying for which record.
const REJECTIONS = [400, 403, 404];

interface Wanted {
	readonly id: number;
	readonly calls: ReadonlyArray<{ call: Call; index: number }>;
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
	async (calls: readonly Call[]): Promise<Outcome[]> => {
		const outcomes = new Array<Outcome>(calls.length);
		const first = calls[0];
		if (first === undefined) return [];
		const wanted = collect(calls, type);
		const size = batchSizeOf(first);
		for (let start = 0; start < wanted.length; start += size) {
			// One batch after the other: writes keep the order of their items.
			await actOnBatch({ call: first, type, done, isListed }, wanted.slice(start, start + size), outcomes);
		}
		return outcomes;
	};

// A size that is no whole number would leave records out or name them twice.
function batchSizeOf(call: Call): number {
	const size = Math.floor(Number(option(call, 'batchSize')));
	return size >= 1 ? size : DEFAULT_BATCH_SIZE;
}

function collect(calls: readonly Call[], type: RecordType): Wanted[] {
	const byId = new Map<number, Array<{ call: Call; index: number }>>();
	for (const [index, call] of calls.entries()) {
		const id = idOf(call, type);
		byId.set(id, [...(byId.get(id) ?? []), { call, index }]);
	}
	return [...byId].map(([id, items]) => ({ id, calls: items }));
}

/** What is done to all of them. */
interface Action {
	readonly call: Call;
	readonly type: RecordType;
	readonly done: string;
	readonly isListed: boolean;
}

async function actOnBatch(action: Action, batch: Wanted[], outcomes: Outcome[]): Promise<void> {
	const { call, type, done, isListed } = action;
	let answer: Answer;
	try {
		answer = await call.service.call(
			call.method,
			{ [type.id]: batch.map(({ id }) => String(id)) },
			REJECTIONS,
		);
	} catch (error) {
		settle(batch, outcomes, () => ({ ok: false, error: asError(error) }));
		return;
	}
	const found = readLists(answer, type);
	// With this status, some may have been sent (§4.3).
	const isDoubtful = isListed && answer.status === 400 && !found.hasLists && batch.length > 1;
	if (answer.status !== 200 && !found.hasLists && batch.length > 1 && !isDoubtful) {
		const problem = answer.status === 403 ? await accessProblem(call) : undefined;
		if (problem !== undefined) return settle(batch, outcomes, () => ({ ok: false, error: problem }));
		const middle = Math.ceil(batch.length / 2);
		await actOnBatch(action, batch.slice(0, middle), outcomes);
		await actOnBatch(action, batch.slice(middle), outcomes);
		return;
	}
	settle(batch, outcomes, ({ id }, owner) => {
		if (isDone(action, answer, found, id)) return { ok: true, output: { [type.id]: id, [done]: true } };
		const isRefused = found.failed.has(id) || (!found.hasLists && answer.status !== 200 && !isDoubtful);
		const error = isRefused ? refusal(owner, type, id, done, answer) : unknownOutcome(owner, type, id);
		return { ok: false, error };
	});
}

// The status 403 stands for a token that is not accepted as well as for a record of another account (§5). With such a
// token, no smaller request would do better.
async function accessProblem(call: Call): Promise<Error | undefined> {
	try {
		await call.service.once('account', async () => await call.service.account());
		return undefined;
	} catch (error) {
		return asError(error);
	}
}

/** What an answer lists of the records that it was asked for (§7). */
interface Lists {
	readonly failed: ReadonlySet<number>;
	readonly succeeded: ReadonlySet<number>;
	/** Whether there are lists at all, also such as cannot be read. */
	readonly hasLists: boolean;
}

const FAILED = ['failure', 'invalid'];

function readLists(answer: Answer, type: RecordType): Lists {
	// Records that were sent are listed by their bare identifiers, or in a list of successes (§4.3, §4.4).
	const succeeded = ['success', type.id];
	return {
		failed: new Set(FAILED.flatMap((name) => decodeIdentifiers(answer, name))),
		succeeded: new Set(succeeded.flatMap((name) => decodeIdentifiers(answer, name))),
		hasLists: lists(answer, [...FAILED, ...succeeded]),
	};
}

// Where there are lists, a record counts as done only when they leave no doubt: acting on it again may cost money.
function isDone(
	{ isListed }: Action,
	{ status }: Answer,
	{ failed, succeeded, hasLists }: Lists,
	id: number,
): boolean {
	if (failed.has(id)) return false;
	if (succeeded.size > 0) return succeeded.has(id);
	return status === 200 && !isListed && (!hasLists || failed.size > 0);
}

function refusal(call: Call, type: RecordType, id: number, done: string, { message }: Answer): Error {
	const reason = message === '' ? 'The service gives no reason.' : message;
	return call.problem(
		`${labelOf(type, id)} was not ${done}. ${reason}`,
		'Check that the record exists, that it belongs to this account, and that it is complete.',
	);
}

const unknownOutcome = (call: Call, type: RecordType, id: number): Error =>
	call.problem(
		`${labelOf(type, id)}: the answer of the service does not say what became of it`,
		'Before you run this again, get the record and look at its status. The request was not repeated, so that nothing is done twice.',
	);

function settle(
	batch: readonly Wanted[],
	outcomes: Outcome[],
	outcomeOf: (wanted: Wanted, call: Call) => Outcome,
): void {
	for (const wanted of batch) {
		for (const { call, index } of wanted.calls) outcomes[index] = outcomeOf(wanted, call);
	}
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
