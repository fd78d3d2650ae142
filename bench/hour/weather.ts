import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, FaultRule, Sandbox } from '../../sandbox/index.ts';
import type { Random } from '../../test/e2e/crash/random.ts';

/** What happens between a client and a service that is not well, most of it more than once a day. */
const FAULTS: readonly Fault[] = [
	...([
		'refuse',
		'resetBefore',
		'resetAfter',
		'hang',
		'slow',
		'cut',
		'lengthTooLong',
		'lengthTooShort',
	] as const),
	...([
		'empty',
		'http429',
		'http429RetryAfter',
		'http500',
		'http502',
		'http503',
		'http503RetryAfter',
	] as const),
	...([
		'http504',
		'html200',
		'malformed',
		'wrongRoot',
		'unknownStatus',
		'echo',
		'gzip',
		'otherCharset',
	] as const),
];
// After a rejected token n8n doesn't poll for half an hour, so 401 and 403 are left out.
const METHODS = ['createInvoice', 'invoiceOfflinePayment', 'listInvoice', 'getInvoice', 'getAccountInfo'];
const SHARE_OF_FAIR_WEATHER = 0.3;
const SHARE_OF_ALL_METHODS = 0.5;
const SHARE_OF_HAPPENINGS = 0.4;
const SHORTEST_MS = 4_000;
const LONGEST_MS = 16_000;

/** Faults of a service that change at random every few seconds, and what happens there beside n8n. */
export class Weather {
	/** How often each fault was chosen. */
	readonly chosen = new Map<Fault, number>();
	private readonly sandbox: Sandbox;
	private readonly random: Random;

	constructor(sandbox: Sandbox, random: Random) {
		this.sandbox = sandbox;
		this.random = random;
	}

	/** Lets the faults change until the signal comes, and lets something happen between some of them. None is left then. */
	async change(happen: () => Promise<void>, signal: AbortSignal): Promise<void> {
		while (!signal.aborted) {
			await this.sandbox.setFaults([]);
			if (this.random.next() < SHARE_OF_HAPPENINGS) await happen();
			await this.sandbox.setFaults(this.next());
			const lengthMs = SHORTEST_MS + this.random.below(LONGEST_MS - SHORTEST_MS);
			await sleep(lengthMs, undefined, { signal }).catch(() => undefined);
		}
		await this.sandbox.setFaults([]);
	}

	private next(): FaultRule[] {
		if (this.random.next() < SHARE_OF_FAIR_WEATHER) return [];
		const fault = this.random.of(FAULTS);
		this.chosen.set(fault, (this.chosen.get(fault) ?? 0) + 1);
		if (this.random.next() < SHARE_OF_ALL_METHODS) return [{ fault }];
		return [{ fault, method: this.random.of(METHODS), calls: [1, 2] }];
	}
}
