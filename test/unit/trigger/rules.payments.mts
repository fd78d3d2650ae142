import type { TriggerEvent } from '../../../nodes/XmlBilling/trigger/events/events';
import {
	byRecord,
	detailsOf,
	groupsOf,
	keyOf,
	invoicesOf,
	isBackfilled,
	isShown,
	tenuresOf,
	type Rule,
} from './facts.mts';
import type { Tenure, Trace } from './play.mts';
import type { Invoice, Payment } from './records.mts';

/** What was reported of the payments of one invoice that equal one another. */
interface Group {
	invoice: Invoice;
	payments: Payment[];
	count: number;
	tenure: Tenure;
}

const groupsIn = (trace: Trace, of: typeof keyOf): Group[] =>
	tenuresOf(trace, 'paymentRecorded').flatMap((tenure) => {
		const events = byRecord(tenure.events);
		return invoicesOf(trace).flatMap((invoice) =>
			[...groupsOf(invoice, of)].map(([key, payments]) => {
				const count = (events.get(invoice.id) ?? []).filter(
					(event) => of(event.payment ?? {}) === key,
				).length;
				return { invoice, payments, count, tenure };
			}),
		);
	});

const about =
	(isBroken: (group: Group, trace: Trace) => boolean, of = keyOf): Rule =>
	(trace) =>
		groupsIn(trace, of)
			.filter((group) => isBroken(group, trace))
			.map(
				({ invoice, payments, count, tenure }) =>
					`payment of ${payments[0]?.amount} on ${invoice.id}, recorded at ${payments.map(({ bornAt }) => bornAt).join()}` +
					` (baseline ${tenure.begun} to ${tenure.settled}): ${count} times`,
			);

/** How many of the payments must have been reported: deleted ones, and those on a settled invoice, may have been missed. */
function promised({ invoice, payments, tenure }: Group): number {
	// What is hidden when an invoice is read a last time is never seen.
	const wasHidden = invoice.wasVeiled && invoice.wasSettled;
	const isDue = ({ bornAt, isLate }: Payment): boolean =>
		(bornAt > tenure.settled && !isLate && !wasHidden) ||
		(bornAt <= tenure.begun && isBackfilled(tenure, invoice));
	const alive = payments.filter(({ deletedAt }) => deletedAt === undefined).length;
	return alive - payments.filter((payment) => !isDue(payment)).length;
}

const isNews = ({ begun }: Tenure, { bornAt }: Payment): boolean => bornAt > begun;

/** Each payment leaves what the next one leaves, plus the next one's amount; the last one leaves what is outstanding. */
function balanceFaults(events: readonly TriggerEvent[]): string[] {
	return events
		.filter(({ record, payment, balanceLeft }, index) => {
			const next = events[index + 1];
			const isNextOfSame = next?.record === record;
			const left = isNextOfSame
				? Number(next.balanceLeft) + Number(next.payment?.amount)
				: record.outstanding;
			return payment === undefined || Math.abs(Number(left) - Number(balanceLeft)) > 0.001;
		})
		.map(({ eventId, balanceLeft }) => `${eventId} leaves ${balanceLeft}`);
}

export const PAYMENT_RULES: Readonly<Record<string, Rule>> = {
	'reports every payment on an invoice that can change, equal ones each, also those that a backfill asks for':
		about(
			(group, trace) =>
				group.tenure.isLast &&
				!group.invoice.isDeleted &&
				isShown(trace, group.invoice.id) &&
				group.count < promised(group),
		),
	'reports no payment twice, and none that was there before': about(
		({ invoice, payments, count, tenure }) =>
			!isBackfilled(tenure, invoice) &&
			// What was hidden when it was there before is news once it is shown.
			!invoice.wasVeiled &&
			count > payments.filter((payment) => isNews(tenure, payment)).length,
	),
	'reports no payment twice that a backfill asks for': about(
		// A refund counts as removed while a hidden payment balances it.
		({ invoice, payments, count, tenure }) =>
			isBackfilled(tenure, invoice) && !invoice.wasVeiled && count > payments.length,
	),
	'tells of each payment what it is, where none is deleted and lists show all of them': about(
		({ invoice, payments, count, tenure }, { service }) =>
			!service.quirks.blursPayments &&
			!isBackfilled(tenure, invoice) &&
			invoice.payments.every(({ deletedAt }) => deletedAt === undefined) &&
			// What was hidden when it was there before is news once it is shown.
			!invoice.wasVeiled &&
			count > payments.filter((payment) => isNews(tenure, payment)).length,
		detailsOf,
	),
	'makes no payment up': (trace) =>
		tenuresOf(trace, 'paymentRecorded').flatMap(({ events }) =>
			[...byRecord(events)].flatMap(([id, ofInvoice]) => {
				const invoice = trace.service.invoices.get(id);
				const groups = invoice && groupsOf(invoice);
				return ofInvoice
					.filter((event) => !groups?.has(keyOf(event.payment ?? {})))
					.map(({ eventId }) => eventId);
			}),
		),
	'returns the payments of an invoice in the order of their days': (trace) =>
		trace.polls
			.map(({ events }) => events.filter(({ event }) => event === 'paymentRecorded'))
			.flatMap((events) =>
				events
					.filter(({ record, payment }, index) => {
						const next = events[index + 1];
						return (
							next?.record === record &&
							next.payment &&
							payment &&
							String(payment.date) > String(next.payment.date)
						);
					})
					.map(({ eventId }) => eventId),
			),
	'tells what was left after each payment': (trace) =>
		trace.polls
			// A poll that was cut short may have returned only the first of an invoice's payments.
			.filter(({ isComplete }) => isComplete)
			.flatMap(({ events }) => balanceFaults(events.filter(({ event }) => event === 'paymentRecorded'))),
};
