import { decodeIdentifiers, type Answer } from '../interface/answer';
import type { RecordType } from '../interface/records';
import { serviceFailure } from '../transport/failure';
import { idOf, option } from './standard';
import type { Call, Outcome } from './operation';

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
 */
export const actOnMany =
	(type: RecordType, done: string) =>
	async (calls: readonly Call[]): Promise<Outcome[]> => {
		const outcomes = new Array<Outcome>(calls.length);
		const first = calls[0];
		if (first === undefined) return [];
		const wanted = collect(calls, type);
		const size = Math.max(1, Number(option(first, 'batchSize') ?? DEFAULT_BATCH_SIZE));
		for (let start = 0; start < wanted.length; start += size) {
			// One batch after the other: writes keep the order of their items.
			await actOnBatch(first, type, done, wanted.slice(start, start + size), outcomes);
		}
		return outcomes;
	};

function collect(calls: readonly Call[], type: RecordType): Wanted[] {
	const byId = new Map<number, Array<{ call: Call; index: number }>>();
	for (const [index, call] of calls.entries()) {
		const id = idOf(call, type);
		byId.set(id, [...(byId.get(id) ?? []), { call, index }]);
	}
	return [...byId].map(([id, items]) => ({ id, calls: items }));
}

async function actOnBatch(
	call: Call,
	type: RecordType,
	done: string,
	batch: Wanted[],
	outcomes: Outcome[],
): Promise<void> {
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
	const failed = new Set([...decodeIdentifiers(answer, 'failure'), ...decodeIdentifiers(answer, 'invalid')]);
	const succeeded = new Set(decodeIdentifiers(answer, 'success'));
	const isListed = failed.size > 0 || succeeded.size > 0;
	if (answer.status !== 200 && !isListed && batch.length > 1) {
		const middle = Math.ceil(batch.length / 2);
		await actOnBatch(call, type, done, batch.slice(0, middle), outcomes);
		await actOnBatch(call, type, done, batch.slice(middle), outcomes);
		return;
	}
	const isDone = (id: number): boolean => (answer.status === 200 ? !failed.has(id) : succeeded.has(id));
	settle(batch, outcomes, ({ id }, owner) =>
		isDone(id)
			? { ok: true, output: { [type.id]: id, [done]: true } }
			: { ok: false, error: refusal(owner, type, id, answer) },
	);
}

function refusal(call: Call, type: RecordType, id: number, answer: Answer): Error {
	const { message, advice } = serviceFailure(answer.status === 200 ? 400 : answer.status, answer.message);
	return call.problem(
		`${type.name} ${id}: ${answer.message === '' ? 'the service could not do this' : message}`,
		advice,
	);
}

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
