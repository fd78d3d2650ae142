import {
	byRecord,
	groupsOf,
	invoicesOf,
	isBackfilled,
	isShown,
	keyOf,
	tenuresOf,
	type Rule,
} from './facts.mts';
import type { Played, Tenure, Trace } from './play.mts';
import { type Invoice, isSettled, type Payment, wasAt } from './records.mts';

const wasThere =
	(time: number) =>
	({ bornAt, deletedAt = Infinity }: Payment): boolean =>
		bornAt <= time && deletedAt > time;

/** What was reported of the payments of one amount on one invoice. */
interface Account {
	invoice: Invoice;
	tenure: Tenure;
	payments: Payment[];
	count: number;
}

const accountsIn = (trace: Trace, kind: 'paymentRecorded' | 'paymentRemoved'): Account[] =>
	tenuresOf(trace, kind).flatMap((tenure) => {
		const events = byRecord(tenure.events);
		return invoicesOf(trace).flatMap((invoice) =>
			[...groupsOf(invoice)].map(([key, payments]) => ({
				invoice,
				tenure,
				payments,
				count: (events.get(invoice.id) ?? []).filter(({ payment = {} }) => keyOf(payment) === key).length,
			})),
		);
	});

const nameOf = ({ invoice, tenure, payments, count }: Account): string =>
	`${payments[0]?.amount} on ${invoice.id}: ${payments.map(({ bornAt, deletedAt }) => `${bornAt} to ${deletedAt}`).join(', ')}` +
	` (baseline ${tenure.begun} to ${tenure.settled}): ${count} times`;

/** It was open when the baseline was taken, in which its payments did not change, or it was made later. */
const isCounted = ({ invoice, tenure: { begun, settled } }: Account): boolean =>
	invoice.bornAt > settled ||
	(invoice.bornAt <= begun &&
		wasAt(invoice.openings, begun) === 'open' &&
		invoice.openings.every(({ at }) => at <= begun || at > settled) &&
		invoice.payments.every((payment) =>
			[payment.bornAt, payment.deletedAt ?? 0].every((at) => at <= begun || at > settled),
		));

/** It can be followed to the end: it is open, and nothing of it was ever out of sight. */
const isFollowed = (trace: Trace, { invoice }: Account): boolean =>
	!invoice.isDeleted &&
	!isSettled(invoice) &&
	!(invoice.wasVeiled && invoice.wasSettled) &&
	isShown(trace, invoice.id);

/** No poll that had to stop, perhaps between its two events, came while it was there for a time. */
const wasReported =
	({ polls }: Trace) =>
	({ bornAt, deletedAt }: Payment): boolean =>
		deletedAt === undefined ||
		polls.every(({ isComplete, begunAt, endedAt }) => isComplete || endedAt < bornAt || begunAt > deletedAt);

/** Whether a poll sees an open invoice as it is, with all its payments in the lists. */
const sees = ({ isComplete, begunAt, endedAt, shape, trouble }: Played, invoice: Invoice): boolean =>
	isComplete &&
	begunAt === endedAt &&
	shape === 'full' &&
	trouble === undefined &&
	invoice.bornAt <= begunAt &&
	wasAt(invoice.openings, endedAt) === 'open';

/** An invoice of which no answer ever hid anything, and of which no poll had to guess. */
const isPlain = (invoice: Invoice): boolean =>
	!invoice.wasVeiled &&
	!invoice.wasWithheld &&
	!invoice.isDeleted &&
	invoice.openings.length === 1 &&
	invoice.payments.every(({ amount }) => amount > 0);

export const REMOVAL_RULES: Readonly<Record<string, Rule>> = {
	'reports no removal that there was not, of a hidden, canceled or archived payment neither': (trace) =>
		accountsIn(trace, 'paymentRemoved')
			.filter(
				({ invoice, payments, count, tenure }) =>
					// A hidden payment that balances a refund leaves what removing the refund, and one of zero, would.
					!(invoice.wasVeiled && invoice.payments.some(({ amount }) => amount < 0)) &&
					count > payments.filter(({ deletedAt = 0 }) => deletedAt > tenure.begun).length,
			)
			.map(nameOf),
	'makes no removal up, and tells of each its amount and nothing that it does not know': (trace) =>
		tenuresOf(trace, 'paymentRemoved').flatMap(({ events }) =>
			[...byRecord(events)].flatMap(([id, ofInvoice]) => {
				const invoice = trace.service.invoices.get(id);
				const groups = invoice && groupsOf(invoice);
				return ofInvoice
					.filter(
						({ payment = {}, balanceLeft }) =>
							!groups?.has(keyOf(payment)) ||
							Object.keys(payment).join() !== 'amount' ||
							balanceLeft !== undefined,
					)
					.map(({ eventId }) => eventId);
			}),
		),
	'reports every removal that two polls see': (trace) =>
		accountsIn(trace, 'paymentRemoved')
			.filter(({ invoice }) => isPlain(invoice) && isShown(trace, invoice.id))
			.flatMap((account) => {
				const { invoice, tenure, payments } = account;
				const clear = tenure.polls.filter((played) => sees(played, invoice));
				return clear.slice(1).flatMap((to, index) => {
					const from = clear[index];
					if (from === undefined) return [];
					const [before, after] = [from, to].map(
						({ endedAt }) => payments.filter(wasThere(endedAt)).length,
					) as [number, number];
					const told = tenure.polls
						.slice(tenure.polls.indexOf(from) + 1, tenure.polls.indexOf(to) + 1)
						.flatMap(
							({ events }) =>
								byRecord(events.filter(({ event }) => event === 'paymentRemoved')).get(invoice.id) ?? [],
						)
						.filter(({ payment = {} }) => keyOf(payment) === keyOf({ ...payments[0] })).length;
					return told < before - after ? [`${nameOf(account)}, from ${from.endedAt} to ${to.endedAt}`] : [];
				});
			}),
	'keeps the books: what was there, and what was recorded, less what was removed, is there in the end, however often an invoice was paid and reopened':
		(trace) => {
			const removals = accountsIn(trace, 'paymentRemoved');
			return accountsIn(trace, 'paymentRecorded')
				.filter(({ tenure }) => tenure.isLast)
				.filter((account) => isCounted(account) && isFollowed(trace, account))
				.filter(({ payments }) => payments.every(wasReported(trace)))
				.flatMap((account) => {
					const { invoice, payments, count, tenure } = account;
					const removed = removals.find(
						(one) =>
							one.invoice === invoice &&
							one.payments[0]?.amount === payments[0]?.amount &&
							one.tenure.isLast &&
							one.tenure.begun === tenure.begun &&
							one.tenure.settled === tenure.settled,
					);
					if (removed === undefined) return [];
					const before =
						invoice.bornAt > tenure.settled || isBackfilled(tenure, invoice)
							? 0
							: payments.filter(wasThere(tenure.begun)).length;
					const after = payments.filter(({ deletedAt }) => deletedAt === undefined).length;
					return before + count - removed.count === after
						? []
						: [`${nameOf(account)}, removed ${removed.count} times, ${before} before and ${after} after`];
				});
		},
};
