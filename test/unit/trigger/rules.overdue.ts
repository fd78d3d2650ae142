import type { TriggerEvent } from '../../../nodes/XmlBilling/trigger/rules/events';
import {
	byRecord,
	duplicatesOf,
	invoicesOf,
	isBackfilled,
	isShown,
	isWord,
	tenuresOf,
	type Rule,
} from './facts';
import type { Tenure, Trace } from './play';
import { type Invoice, isSettled, paidOn, wasAt } from './records';

const DAY_MS = 24 * 60 * 60 * 1000;

const isLateBy = (days: number, due: string, today: string): boolean =>
	(Date.parse(today) - Date.parse(due)) / DAY_MS >= days;

const dueOf = ({ record }: TriggerEvent): string => String(record.invoice_due_date).slice(0, 10);

const daysOf = ({ options }: Tenure): number => options.overdueDays ?? 1;

/** Its due date never came back to one that it had had, and it was never settled and opened again. */
const isSteady = ({ dues, wasReopened }: Invoice): boolean =>
	!wasReopened && duplicatesOf(dues.map(({ is }) => is)).length === 0;

/** It was late before the event was chosen, and not a draft while the baseline was taken. */
function wasOverdue({ bornAt, dues, statuses }: Invoice, tenure: Tenure): boolean {
	const { begun, settled, polls } = tenure;
	const due = wasAt(dues, begun);
	return (
		bornAt <= begun &&
		due !== undefined &&
		isLateBy(daysOf(tenure), due, polls[0]?.day ?? '') &&
		!statuses.some(
			({ at, is }, index) => is === 'Draft' && at <= settled && (statuses[index + 1]?.at ?? Infinity) > begun,
		)
	);
}

/** It is open, late, and was not so already when the baseline was taken, or a backfill asks for it. */
function mustBeReported(trace: Trace, tenure: Tenure, invoice: Invoice): boolean {
	const { settled, polls } = tenure;
	const settledOn = polls.find(
		({ endedAt, state }) => endedAt >= settled && state.parts.invoiceOverdue?.high !== null,
	)?.day;
	const [first] = invoice.dues;
	return (
		tenure.isLast &&
		isSteady(invoice) &&
		!invoice.isDeleted &&
		!isSettled(invoice) &&
		invoice.status !== 'Draft' &&
		paidOn(invoice) < invoice.net &&
		isShown(trace, invoice.id) &&
		first !== undefined &&
		(invoice.bornAt > settled ||
			(invoice.bornAt <= tenure.begun && isBackfilled(tenure, invoice)) ||
			invoice.dues.every(({ is }) => !isLateBy(daysOf(tenure), is, settledOn ?? '')))
	);
}

/** A rule about what is reported of one invoice. */
const about =
	(isBroken: (events: TriggerEvent[], invoice: Invoice, tenure: Tenure, trace: Trace) => boolean): Rule =>
	(trace) =>
		tenuresOf(trace, 'invoiceOverdue').flatMap((tenure) => {
			const events = byRecord(tenure.events);
			return invoicesOf(trace)
				.filter((invoice) => isBroken(events.get(invoice.id) ?? [], invoice, tenure, trace))
				.map(
					({ id, dues }) =>
						`${id}, due ${dues.map(({ at, is }) => `${is} since ${at}`).join(', ')}` +
						`; reported ${(events.get(id) ?? []).map(({ eventId, detectedAt }) => `${eventId} on ${detectedAt}`).join(', ')}` +
						` (baseline ${tenure.begun} to ${tenure.settled})`,
				);
		});

export const OVERDUE_RULES: Readonly<Record<string, Rule>> = {
	'reports every invoice that becomes overdue, also one that is so when a backfill asks for it': about(
		(events, invoice, tenure, trace) => events.length === 0 && mustBeReported(trace, tenure, invoice),
	),
	'reports an invoice that is overdue by another due date, where lists show these': about(
		(events, invoice, tenure, trace) =>
			trace.polls.at(-1) !== undefined &&
			trace.service.shape === 'full' &&
			mustBeReported(trace, tenure, invoice) &&
			!events.some((event) => dueOf(event) === invoice.due),
	),
	'reports an invoice as overdue once for each due date': about(
		(events, invoice) => !invoice.wasReopened && duplicatesOf(events.map(dueOf)).length > 0,
	),
	'reports no invoice as overdue that was so before': about(
		(events, invoice, tenure) =>
			isSteady(invoice) &&
			!isBackfilled(tenure, invoice) &&
			wasOverdue(invoice, tenure) &&
			events.some((event) => dueOf(event) === wasAt(invoice.dues, tenure.begun)),
	),
	'calls no invoice overdue before its days are over, nor a draft, nor one that is paid, archived or cancelled':
		about((events, _, tenure) =>
			events.some(
				(event) =>
					!isLateBy(daysOf(tenure), dueOf(event), event.detectedAt.slice(0, 10)) ||
					!isWord(event.record.status, 'Active') ||
					Number(event.record.outstanding) <= 0 ||
					['Draft', 'Paid', 'Auto-Paid'].some((status) => isWord(event.record.invoice_status, status)),
			),
		),
};
