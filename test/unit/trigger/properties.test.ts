import fc from 'fast-check';
import type { EventKind, TriggerEvent } from '../../../nodes/XmlBilling/trigger/events';
import { fingerprint } from '../../../nodes/XmlBilling/trigger/payments';
import { poll } from '../../../nodes/XmlBilling/trigger/poll';
import { parseState, type SavedState } from '../../../nodes/XmlBilling/trigger/state';
import {
	deepFreeze,
	type History,
	HISTORIES,
	histories,
	isBaselined,
	kept,
	nextNow,
	play,
	pollUntilQuiet,
	SCOPE,
	type Trace,
} from './history';
import { type Invoice, isSettled, type Payment } from './model';

const check = (holds: (trace: Trace) => void | Promise<void>, from: fc.Arbitrary<History> = histories) =>
	fc.assert(
		fc.asyncProperty(from, async (history) => {
			await holds(await play(deepFreeze(history)));
		}),
		{ numRuns: HISTORIES },
	);

const invoiceIdOf = ({ record }: TriggerEvent): number => Number(record.invoice_id);

const eventsOf = (trace: Trace, kind: string, id: number): TriggerEvent[] =>
	trace.events.filter(
		({ event, record }) => event === kind && (record.invoice_id ?? record.client_id) === id,
	);

/** The invoice's payments in groups of equals. */
function groupsOf(invoice: Invoice): Map<string, Payment[]> {
	const groups = new Map<string, Payment[]>();
	for (const payment of invoice.payments) {
		const { method, amount, date, notes } = payment;
		const key = fingerprint({ method, amount, date, notes });
		groups.set(key, [...(groups.get(key) ?? []), payment]);
	}
	return groups;
}

const isVisible = (invoice: Invoice, includeDrafts: boolean): boolean =>
	!invoice.isDeleted && (includeDrafts || invoice.status !== 'Draft');

describe('over random histories', () => {
	it('reports every new invoice once, and no other', async () => {
		await check(expectEveryInvoiceOnce);
	});

	it('reports every new invoice once while other events are chosen and given up', async () => {
		const restless = fc
			.tuple(histories, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }))
			.map(([history, isNarrow]) => ({
				...history,
				events: ['invoiceCreated', 'invoiceStatusChanged', 'paymentRecorded', 'clientCreated'] as EventKind[],
				polls: history.polls.map((step, index) => ({ ...step, isNarrow: isNarrow[index] === true })),
			}));
		await check(expectEveryInvoiceOnce, restless);
	});

	it('reports every new client once, and no other', async () => {
		await check((trace) => {
			if (!trace.options.events.includes('clientCreated')) return;
			const reported = trace.events
				.filter(({ event }) => event === 'clientCreated')
				.map(({ eventId }) => eventId);
			expect(new Set(reported).size).toBe(reported.length);
			for (const [id, bornAt] of trace.service.clientBirths) {
				const eventId = `client:${id}:created`;
				if (bornAt <= trace.begun) expect(reported).not.toContain(eventId);
				if (bornAt > trace.settled && trace.service.clients.has(id)) expect(reported).toContain(eventId);
			}
		});
	});

	it('reports every payment once, equal ones each, and makes none up', async () => {
		await check((trace) => {
			if (!trace.options.events.includes('paymentRecorded')) return;
			for (const invoice of trace.service.invoices.values()) {
				const events = eventsOf(trace, 'paymentRecorded', invoice.id);
				const reported = new Map<string, number>();
				for (const { payment } of events) {
					const key = fingerprint(payment ?? {});
					reported.set(key, (reported.get(key) ?? 0) + 1);
				}
				const groups = groupsOf(invoice);
				expect([...reported.keys()].filter((key) => !groups.has(key))).toEqual([]);
				for (const [key, payments] of groups) {
					const count = reported.get(key) ?? 0;
					const births = payments.filter(({ bornAt }) => bornAt > trace.begun).length;
					expect(count).toBeLessThanOrEqual(births);
					if (invoice.isDeleted) continue;
					const promised = payments.filter(({ bornAt, isLate }) => bornAt > trace.settled && !isLate).length;
					const before = payments.length - promised;
					const alive = payments.filter(({ deletedAt }) => deletedAt === undefined).length;
					expect(count).toBeGreaterThanOrEqual(alive - before);
				}
			}
		});
	});

	it('gives every event an identifier of its own', async () => {
		await check((trace) => {
			const ids = trace.events
				.filter((event) => !trace.service.invoices.get(invoiceIdOf(event))?.wasReopened)
				.map(({ eventId }) => eventId);
			expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
		});
	});

	it('follows the status of every open invoice without a gap', async () => {
		await check((trace) => {
			if (!trace.options.events.includes('invoiceStatusChanged')) return;
			for (const invoice of trace.service.invoices.values()) {
				if (invoice.wasReopened) continue;
				const events = eventsOf(trace, 'invoiceStatusChanged', invoice.id);
				events.forEach(({ status, previousStatus }, index) => {
					expect(status).not.toBe(previousStatus);
					if (index > 0) expect(previousStatus).toBe(events[index - 1]?.status);
				});
				const last = events.at(-1)?.status;
				if (last !== undefined && !invoice.isDeleted && !invoice.wasSettled)
					expect(last).toBe(invoice.status);
				if (
					last === undefined &&
					!isSettled(invoice) &&
					!invoice.isDeleted &&
					invoice.bornAt <= trace.begun
				) {
					const { parts } = parseState(trace.lastState, SCOPE).state;
					expect(parts.invoiceStatusChanged?.watched[invoice.id]).toBe(invoice.status);
				}
			}
		});
	});

	it('repeats exactly the events since an older state when it starts from there', async () => {
		await check(async (trace) => {
			const moments = trace.moments.filter(
				({ state }) => isBaselined(state) && canBeResumedLate(trace, state),
			);
			for (const { state, reported } of moments) {
				const again = await pollUntilQuiet(trace.service, trace.options, state);
				const repeated = new Set(
					again.events.filter((event) => isExact(trace, event)).map(({ eventId }) => eventId),
				);
				const since = trace.events.slice(reported);
				const known = new Set(since.map(({ eventId }) => eventId));
				expect([...repeated].filter((id) => !known.has(id))).toEqual([]);
				const lasting = since.filter((event) => isExact(trace, event) && isLasting(trace, event));
				expect(lasting.map(({ eventId }) => eventId).filter((id) => !repeated.has(id))).toEqual([]);
			}
		});
	});

	it('remembers as much as there are open invoices, not as there have been any', async () => {
		await check(({ service, lastState }) => {
			const open = [...service.invoices.values()].filter(
				(invoice) => !invoice.isDeleted && !isSettled(invoice),
			);
			const payments = open.reduce((sum, invoice) => sum + groupsOf(invoice).size, 0);
			const size = JSON.stringify(lastState).length;
			expect(size).toBeLessThan(1200 + 40 * open.length + 15 * payments);
			expect(lastState.place).toBeUndefined();
		});
	});

	it('gets to the end however little time a poll has', async () => {
		await check(async (trace) => {
			const { state, reported } = trace.moments.find(
				({ state }) => isBaselined(state) && canBeResumedLate(trace, state),
			) ?? { state: trace.lastState, reported: trace.events.length };
			const events: TriggerEvent[] = [];
			let saved = state;
			for (let quiet = 0; quiet < 120; quiet++) {
				const reader = trace.service.reader(undefined, () => true);
				const result = await poll(reader, { saved, scope: SCOPE, options: trace.options, now: nextNow() });
				events.push(...result.events);
				saved = kept(result.state);
				if (result.events.length > 0) quiet = 0;
			}
			const ids = events.map(({ eventId }) => eventId);
			expect(new Set(ids).size).toBe(ids.length);
			const lasting = trace.events
				.slice(reported)
				.filter((event) => isExact(trace, event) && isLasting(trace, event));
			expect(lasting.map(({ eventId }) => eventId).filter((id) => !ids.includes(id))).toEqual([]);
		});
	});

	it('returns the events of a poll in the order of their records', async () => {
		await check(({ events }) => {
			for (const at of new Set(events.map(({ detectedAt }) => detectedAt))) {
				const ids = events
					.filter(({ detectedAt, record }) => detectedAt === at && record.invoice_id !== undefined)
					.map(invoiceIdOf);
				expect(ids).toEqual([...ids].sort((a, b) => a - b));
			}
		});
	});
});

function expectEveryInvoiceOnce(trace: Trace): void {
	if (!trace.options.events.includes('invoiceCreated')) return;
	for (const invoice of trace.service.invoices.values()) {
		const { length } = eventsOf(trace, 'invoiceCreated', invoice.id);
		expect(length).toBeLessThanOrEqual(1);
		const isNew = invoice.bornAt > trace.settled;
		const isOld = invoice.bornAt <= trace.begun;
		const isUnderWatch = !invoice.wasDiscardedDraft && isVisible(invoice, trace.options.includeDrafts);
		if (isNew && isUnderWatch) expect(length).toBe(1);
		if (isOld && trace.options.includeDrafts) expect(length).toBe(0);
	}
}

/** A scan that was cut between two pages can only be continued where nothing hides in what happened since. */
function canBeResumedLate({ history }: Trace, { place }: SavedState): boolean {
	if (place === undefined || place.queue.length === 0) return true;
	const hasRestored = history.polls.some(({ before }) => before.some(({ op }) => op === 'restore'));
	const isContinued = Object.values(place.listings).some(({ isResumed }) => isResumed);
	return (history.order === 'newest' || !isContinued) && !hasRestored;
}

/** Whether an event's identifier is bound to be the same in a repeat: nothing was deleted, or paid after it was settled. */
function isExact({ service }: Trace, event: TriggerEvent): boolean {
	if (event.event === 'invoiceStatusChanged') return false;
	const invoice = service.invoices.get(invoiceIdOf(event));
	if (invoice === undefined) return true;
	if (invoice.wasReopened || invoice.wasDiscardedDraft) return false;
	const equals = event.payment && groupsOf(invoice).get(fingerprint(event.payment));
	return equals === undefined || equals.every(({ deletedAt, isLate }) => deletedAt === undefined && !isLate);
}

/** Whether what an event told of is still to be seen. */
function isLasting({ service, options }: Trace, event: TriggerEvent): boolean {
	if (event.event === 'clientCreated') return service.clients.has(Number(event.record.client_id));
	const invoice = service.invoices.get(invoiceIdOf(event));
	return (
		invoice !== undefined && isVisible(invoice, options.includeDrafts || event.event !== 'invoiceCreated')
	);
}
