import { getEventListeners } from 'node:events';
import { orAborted } from '../../../nodes/XmlBilling/helpers/async';
import { exchange, type Exchanged } from '../../../nodes/XmlBilling/transport/exchange';
import {
	connectionFailure,
	malformedFailure,
	type Failure,
} from '../../../nodes/XmlBilling/transport/failures';
import { createRedactor } from '../../../nodes/XmlBilling/transport/redact';
import { createQueue, pause } from '../../../nodes/XmlBilling/transport/retry';
import type { Body } from '../../../nodes/XmlBilling/xml/request';

const READ = 'getClient';
const WRITE = 'createClient';
const NEVER = new AbortController().signal;
const away = { ...connectionFailure('ECONNREFUSED', 'billing.example'), retryAfterMs: 1 };
const page = (status: number): Failure => malformedFailure('html', 'billing.example', status, false);
const answered = (status: number, retryAfterMs = 1): Failure => ({ ...page(status), retryAfterMs });
const failed = (failure: Failure): Exchanged => ({ ok: false, failure });
const root = { name: 'response', attributes: {}, children: [], text: '' };
const found: Exchanged = { ok: true, answer: { status: 200, message: '', body: root } };

beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
afterEach(() => jest.useRealTimers());

/** What comes of a promise once all waits are over. */
async function afterWaits<Result>(promise: Promise<Result>): Promise<Result> {
	await jest.advanceTimersByTimeAsync(60_000);
	return await promise;
}

/** How often a request is sent that always fails so. */
async function attempts(
	method: string,
	failure: Failure,
	msLeft = Infinity,
	body: Body = {},
): Promise<number> {
	let count = 0;
	const send = createQueue(1, Date.now() + msLeft, NEVER);
	const result = await afterWaits(send(method, body, () => Promise.resolve(((count += 1), failed(failure)))));
	expect(result).toEqual({ ok: false, failure });
	return count;
}

it.each<[string, string, Failure, number]>([
	['A read', READ, away, 4],
	['A read', READ, answered(503), 4],
	['A read', READ, answered(429), 6],
	['A read', READ, answered(404), 1],
	['A write', WRITE, away, 4],
	['A write', WRITE, answered(429), 6],
	['A write', WRITE, answered(502), 1],
	['A write', WRITE, answered(503), 1],
	['A write', WRITE, { ...answered(429), effect: 'unknown' }, 1],
	['A write', WRITE, connectionFailure('ECONNRESET', 'billing.example'), 1],
])('%s (%s) that ends with %j is sent %d times', async (_, method, failure, count) => {
	expect(await attempts(method, failure)).toBe(count);
});

it('429 without a body is waited for, also by a write that names several records', async () => {
	const busy = malformedFailure('empty', 'billing.example', 429, false);
	expect(await attempts('deleteClient', busy, Infinity, { client_id: ['1', '2'] })).toBe(6);
});

it.each([READ, WRITE])('No attempt of %s begins whose wait would end after the deadline', async (method) => {
	expect(await attempts(method, { ...away, retryAfterMs: 300 }, 200)).toBe(1);
	expect(await attempts(method, answered(429, 300), 200)).toBe(1);
});

it.each([
	[undefined, 0],
	['0', 0],
	['-1', 0],
	['Thu, 01 Jan 2026 00:00:00 GMT', 0],
	['1.5', 1500],
	['2', 2000],
])('Waits grow, and are random, and not shorter than the service asks with %j', async (asked, least) => {
	const response = { statusCode: 429, headers: { 'retry-after': asked }, body: undefined };
	const redactor = createRedactor('');
	const options = { host: 'billing.example', timeoutMs: 1000, signal: NEVER, redactor };
	const send = createQueue(1, Infinity, NEVER);
	const at: number[] = [];
	const answer = async () => await exchange(() => Promise.resolve(response), '', options);
	await afterWaits(send(WRITE, {}, async () => (at.push(Date.now()), await answer())));
	expect(at).toHaveLength(6);
	for (const [index, time] of at.slice(1).entries()) {
		const wait = time - (at[index] ?? 0);
		expect(wait).toBeGreaterThanOrEqual(Math.max(least, 250 * 2 ** index));
		expect(wait).toBeLessThanOrEqual(Math.max(least, 500 * 2 ** index));
	}
});

it('As many requests as there are slots are under way, also while one of them waits', async () => {
	const send = createQueue(2, Infinity, NEVER);
	const begun: number[] = [];
	const ends: Array<() => void> = [];
	let isBusy = true;
	const all = Array.from({ length: 4 }, (_, index) =>
		send(READ, {}, async () => {
			begun.push(index);
			if (index === 0 && isBusy) return failed(answered(503, 50));
			await new Promise<void>((resolve) => ends.push(resolve));
			return found;
		}),
	);
	await new Promise(setImmediate);
	expect(begun).toEqual([0, 1]);
	isBusy = false;
	ends.shift()?.();
	await new Promise(setImmediate);
	expect(begun).toEqual([0, 1, 2]);
	const end = setInterval(() => ends.shift()?.(), 1);
	expect(await afterWaits(Promise.all(all))).toEqual([found, found, found, found]);
	clearInterval(end);
});

it.each([
	['refused each time', answered(429)],
	['asked to wait for an hour', answered(503, 3_600_000)],
])('After a request was %s, nothing else is sent', async (_, failure) => {
	const send = createQueue(1, Infinity, NEVER);
	await afterWaits(send(READ, {}, () => Promise.resolve(failed(failure))));
	const result = await send(WRITE, {}, () => Promise.reject(new Error('sent')));
	const message = expect.stringMatching(/^This was not tried, because/) as string;
	expect(result).toMatchObject({ ok: false, failure: { kind: 'unsent', effect: 'none', message } });
});

it('After the limit of the plan, only creates of that kind end', async () => {
	const send = createQueue(1, Infinity, NEVER);
	await send(WRITE, {}, () => Promise.resolve(failed(answered(426))));
	await send('updateClient', {}, () => Promise.resolve(failed(answered(426))));
	const sent = (method: string) => send(method, {}, () => Promise.resolve(found));
	expect(await sent(WRITE)).toMatchObject({ failure: { status: 426, effect: 'none' } });
	for (const method of ['createInvoice', 'updateClient', READ]) expect(await sent(method)).toBe(found);
});

it('A cancellation ends the wait, and no attempt follows', async () => {
	const cancel = new AbortController();
	const send = createQueue(1, Infinity, cancel.signal);
	let count = 0;
	const waiting = [WRITE, WRITE].map((method) =>
		send(method, {}, () => Promise.resolve(((count += 1), failed(answered(429, 5_000))))),
	);
	await new Promise(setImmediate);
	expect(count).toBe(1);
	cancel.abort();
	const unsent = { ok: false, failure: { kind: 'unsent', effect: 'none' } };
	expect(await Promise.all(waiting)).toMatchObject([unsent, unsent]);
	expect(count).toBe(1);
});

it('A wait ends with its promise, or at the signal, and leaves nothing on it', async () => {
	const cancel = new AbortController();
	const { signal } = cancel;
	const never = new Promise(() => undefined);
	const listening = () => getEventListeners(signal, 'abort').length;
	await afterWaits(pause(1, signal));
	expect(await orAborted(Promise.resolve(7), signal)).toBe(7);
	await expect(orAborted(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
	expect(listening()).toBe(0);
	const waiting = orAborted(never, signal);
	const pauses = Array.from({ length: 20 }, async () => await pause(60_000, signal));
	// Of the pauses, none: Node 20 warns of more than ten.
	expect(listening()).toBe(1);
	cancel.abort();
	await expect(waiting).rejects.toThrow('stopped');
	await Promise.all(pauses);
	await expect(orAborted(never, signal)).rejects.toThrow('stopped');
	expect(listening()).toBe(0);
});
