import fc from 'fast-check';
import type { Exchanged } from '../../../nodes/XmlBilling/transport/exchange';
import {
	connectionFailure,
	malformedFailure,
	type Failure,
} from '../../../nodes/XmlBilling/transport/failure';
import {
	createPace,
	learn,
	nothingLearned,
	type Learned,
	type Request,
} from '../../../nodes/XmlBilling/transport/pace';
import { createStop } from '../../../nodes/XmlBilling/transport/stop';

const READ: Request = { method: 'getClient', isRead: true, isLast: false };
const WRITE: Request = { method: 'createClient', isRead: false, isLast: true };
const busy = (retryAfterMs: number) =>
	Promise.resolve({
		ok: false,
		failure: { ...malformedFailure('html', 'a.example', 503, false), retryAfterMs },
	} as const);
const root = { name: 'response', attributes: {}, children: [], text: '' };
const found = () => Promise.resolve({ ok: true, answer: { status: 200, message: '', body: root } } as const);

describe('a wait that the service asks for', () => {
	it('is not begun if it ends after the deadline, and nothing is sent', async () => {
		const { inTurn } = createPace(1, Date.now() + 10_000, createStop());
		await inTurn(READ, () => busy(20_000));
		const result = await inTurn(READ, () => Promise.reject(new Error('sent')));
		expect(result).toMatchObject({ ok: false, failure: { effect: 'none', transient: false, status: 503 } });
	});

	it('ends when the execution is canceled, and what waited is not in doubt', async () => {
		const stop = createStop();
		const { inTurn } = createPace(1, Infinity, stop);
		await inTurn(WRITE, () => busy(20_000));
		const waiting = [WRITE, WRITE].map((request) => inTurn(request, () => Promise.reject(new Error('sent'))));
		stop.stop();
		const unsent = { ok: false, failure: { effect: 'none', transient: false } };
		expect(await Promise.all(waiting)).toMatchObject([unsent, unsent]);
	});
});

describe('after four refusals that passed', () => {
	const MOST = 10;
	const now = () => busy(0);

	/** Sends in waves as large as allowed, and answers each wave at once. Returns the sizes of the waves. */
	async function wavesOf(answers: ReadonlyArray<(index: number) => Promise<Exchanged>>) {
		const { inTurn } = createPace(MOST, Infinity, createStop());
		let waiting: Array<() => void> = [];
		let answer = answers[0] ?? found;
		const send = () =>
			inTurn(READ, async () => {
				const index = waiting.length;
				await new Promise<void>((resolve) => waiting.push(resolve));
				return await answer(index);
			});
		const all = Array.from({ length: 200 }, send);
		const sizes: number[] = [];
		for (const next of answers) {
			await new Promise((resolve) => setImmediate(resolve));
			sizes.push(waiting.length);
			const wave = waiting;
			[waiting, answer] = [[], next];
			wave.forEach((end) => end());
		}
		answer = found;
		for (let left = 1; left > 0; left = waiting.length) {
			waiting.splice(0).forEach((end) => end());
			await new Promise((resolve) => setImmediate(resolve));
		}
		await Promise.all(all);
		return sizes;
	}

	const FOUR = [now, now, now, now];
	it('one more is in flight after as many successes as are, up to the most', async () => {
		expect(await wavesOf([...FOUR, ...Array.from({ length: 12 }, () => found)])).toEqual([
			...[10, 5, 2, 1],
			...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10],
		]);
	});

	it('a refusal halves them again', async () => {
		expect(await wavesOf([...FOUR, found, found, found, found, now, found, found])).toEqual([
			...[10, 5, 2, 1],
			...[1, 2, 3, 4, 5],
			...[2, 3],
		]);
	});

	it('an answer unrelated to the load counts, and one that says the service is down restarts the count', async () => {
		const failed = (failure: Failure) => Promise.resolve({ ok: false, failure } as const);
		const missing = () => failed(malformedFailure('html', 'a.example', 404, false));
		const lost = () => failed(connectionFailure('ECONNRESET', 'a.example'));
		expect(await wavesOf([...FOUR, missing, missing, lost, lost, found])).toEqual([
			...[10, 5, 2, 1],
			...[1, 2, 3, 3, 3],
		]);
		// Requests in flight with the refused one say nothing about the new limit.
		const first = (index: number) => (index === 0 ? now() : found());
		expect(await wavesOf([first, found, found])).toEqual([10, 5, 6]);
	});
});

describe('waits of 30 seconds, one after another', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	const sendAll = async (
		request: Request,
		answer: (index: number) => ReturnType<typeof busy | typeof found>,
	) => {
		const { inTurn, ended } = createPace(2, Infinity, createStop());
		let sent = 0;
		const all = Array.from({ length: 50 }, () => inTurn(request, () => answer((sent += 1))));
		await jest.advanceTimersByTimeAsync(50 * 30_000);
		await Promise.all(all);
		return { sent, failure: ended(request.method) };
	};

	it.each([READ, WRITE])('let nothing begin before they are over, for %j', async (request) => {
		const { inTurn } = createPace(2, Infinity, createStop());
		await inTurn(request, () => busy(30_000));
		let sent = 0;
		const all = Array.from({ length: 4 }, () => inTurn(request, () => ((sent += 1), found())));
		await jest.advanceTimersByTimeAsync(29_999);
		expect(sent).toBe(0);
		await jest.advanceTimersByTimeAsync(1);
		await Promise.all(all);
		expect(sent).toBe(4);
	});

	it.each([READ, WRITE])('end with the fourth, for %j', async (request) => {
		const { sent, failure } = await sendAll(request, () => busy(30_000));
		// The first two were in flight together.
		expect(sent).toBe(5);
		expect(failure).toMatchObject({ status: 503, effect: 'none' });
	});

	it('continue while requests succeed in between', async () => {
		const { sent, failure } = await sendAll(READ, (index) => (index % 4 === 0 ? found() : busy(30_000)));
		expect([sent, failure]).toEqual([50, undefined]);
	});
});

it('keeps between one and the most in flight, never resumes earlier, and never takes an end back', () => {
	const outcome = fc.record({
		request: fc.constantFrom(READ, WRITE, { ...READ, isLast: true }),
		status: fc.constantFrom(undefined, 400, 401, 404, 426, 429, 500, 503),
		retryAfterMs: fc.constantFrom(undefined, 0, 1_000, 60_000),
		begunBefore: fc.nat(2),
		passed: fc.nat(5_000),
	});
	fc.assert(
		fc.property(fc.array(outcome, { maxLength: 60 }), fc.integer({ min: 1, max: 50 }), (outcomes, most) => {
			let now = 0;
			let learned: Learned = nothingLearned(most);
			for (const { request, status, retryAfterMs, begunBefore, passed } of outcomes) {
				now += passed;
				const failure: Failure | undefined =
					status === undefined
						? undefined
						: {
								...malformedFailure('html', 'a.example', status, false),
								status,
								...(retryAfterMs === undefined ? {} : { retryAfterMs }),
							};
				const begunAt = Math.max(0, learned.halvings - begunBefore);
				const before = JSON.stringify(learned);
				const after = learn(learned, { ...request, failure, begunAt, now, ownWaitMs: 0 });
				expect(JSON.stringify(learned)).toBe(before);
				expect(after.limit).toBeGreaterThanOrEqual(1);
				expect(after.limit).toBeLessThanOrEqual(most);
				expect(after.limit).toBeLessThanOrEqual(learned.limit + 1);
				expect(after.resumeAt).toBeGreaterThanOrEqual(learned.resumeAt);
				expect(learned.all === undefined || after.all === learned.all).toBe(true);
				expect(learned.writes === undefined || after.writes === learned.writes).toBe(true);
				learned = after;
			}
		}),
	);
});
