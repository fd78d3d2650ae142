import { malformedFailure } from '../../../nodes/XmlBilling/transport/failure';
import { createPace, type Request } from '../../../nodes/XmlBilling/transport/pace';

const READ: Request = { method: 'getClient', isRead: true, isLast: false };
const WRITE: Request = { method: 'createClient', isRead: false, isLast: true };
const busy = (retryAfterMs: number) =>
	Promise.resolve({
		ok: false,
		failure: { ...malformedFailure('html', 'a.example', 503), retryAfterMs },
	} as const);
const root = { name: 'response', attributes: {}, children: [], text: '' };
const found = () => Promise.resolve({ ok: true, answer: { status: 200, message: '', body: root } } as const);

describe('a wait that the service asks for', () => {
	it('is not begun if it ends after the deadline, and nothing is sent', async () => {
		const { inTurn } = createPace(1, Date.now() + 10_000, new AbortController().signal);
		await inTurn(READ, () => busy(20_000));
		const result = await inTurn(READ, () => Promise.reject(new Error('sent')));
		expect(result).toMatchObject({ ok: false, failure: { effect: 'none', transient: false, status: 503 } });
	});

	it('ends when the execution is canceled, and what waited is not in doubt', async () => {
		const cancel = new AbortController();
		const { inTurn } = createPace(1, Infinity, cancel.signal);
		await inTurn(WRITE, () => busy(20_000));
		const waiting = [WRITE, WRITE].map((request) => inTurn(request, () => Promise.reject(new Error('sent'))));
		cancel.abort();
		const unsent = { ok: false, failure: { effect: 'none', transient: false } };
		expect(await Promise.all(waiting)).toMatchObject([unsent, unsent]);
	});
});

describe('waits of 30 seconds, one after another', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	const sendAll = async (
		request: Request,
		answer: (index: number) => ReturnType<typeof busy | typeof found>,
	) => {
		const { inTurn, ended } = createPace(2, Infinity, new AbortController().signal);
		let sent = 0;
		const all = Array.from({ length: 50 }, () => inTurn(request, () => answer((sent += 1))));
		await jest.advanceTimersByTimeAsync(50 * 30_000);
		await Promise.all(all);
		return { sent, failure: ended(request.method) };
	};

	it.each([READ, WRITE])('end with the fourth, for %j', async (request) => {
		const { sent, failure } = await sendAll(request, () => busy(30_000));
		// The first two were in flight together.
		expect(sent).toBe(5);
		expect(failure).toMatchObject({ status: 503, effect: 'none' });
	});

	it('go on while requests succeed in between', async () => {
		const { sent, failure } = await sendAll(READ, (index) => (index % 4 === 0 ? found() : busy(30_000)));
		expect([sent, failure]).toEqual([50, undefined]);
	});
});
