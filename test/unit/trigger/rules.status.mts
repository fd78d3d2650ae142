import type { TriggerEvent } from '../../../nodes/XmlBilling/trigger/events/events';
import { byRecord, invoicesOf, isShown, tenuresOf, thingsOf, type Rule } from './facts.mts';
import type { Tenure, Trace } from './play.mts';
import { type Invoice, isSettled, type Thing, wasAt } from './records.mts';

/** A record of which the status is followed. */
interface Followed {
	id: number;
	bornAt: number;
	status: string;
	statuses: Invoice['statuses'];
	/** It was never lost from sight and found again. */
	isSteady: boolean;
	/** Its status is still known, or was when it was settled. */
	isKnown: boolean;
	events: TriggerEvent[];
}

const isInvoice = (record: Invoice | Thing): record is Invoice => 'payments' in record;

const isKnown = (record: Invoice | Thing): boolean =>
	!record.isDeleted && (isInvoice(record) ? record.recordStatus === 'Active' : !record.wasArchived);

const isSteady = (record: Invoice | Thing): boolean =>
	isInvoice(record) ? !record.wasReopened : !record.wasArchived || record.isArchived;

function followedIn(trace: Trace, tenure: Tenure): Followed[] {
	const events = byRecord(tenure.events);
	const records = tenure.kind === 'invoiceStatusChanged' ? invoicesOf(trace) : thingsOf(trace, tenure.kind);
	return records
		.filter(({ id }) => isShown(trace, id))
		.map((record) => ({
			...record,
			isSteady: isSteady(record),
			isKnown: isKnown(record),
			events: events.get(record.id) ?? [],
		}));
}

const about =
	(isBroken: (record: Followed, tenure: Tenure) => boolean): Rule =>
	(trace) =>
		tenuresOf(trace, 'invoiceStatusChanged', 'estimateStatusChanged').flatMap((tenure) =>
			followedIn(trace, tenure)
				.filter((record) => isBroken(record, tenure))
				.map(
					({ id, statuses, events }) =>
						`${tenure.kind} of ${id}: was ${statuses.map(({ at, is }) => `${is} at ${at}`).join(', ')}` +
						`; reported ${events.map(({ previousStatus, status }) => `${previousStatus} to ${status}`).join(', ')}` +
						` (baseline ${tenure.begun} to ${tenure.settled})`,
				),
		);

/** Its status was another one while the baseline was taken, in which it did not change, and it could still change then. */
function hasChanged({ bornAt, status, statuses }: Followed, { begun, settled }: Tenure): boolean {
	const isCalm = statuses.every(({ at }) => at <= begun || at > settled);
	return bornAt <= begun && isCalm && wasAt(statuses, begun) !== status;
}

export const STATUS_RULES: Readonly<Record<string, Rule>> = {
	'follows a status without a gap: each change begins where the last one ended': about(
		({ isSteady, events }) =>
			isSteady &&
			events.some(({ previousStatus }, index) => index > 0 && previousStatus !== events[index - 1]?.status),
	),
	'follows a status to its end, through jumps back and forth': about(
		(record, { isLast }) =>
			isLast &&
			record.isSteady &&
			record.isKnown &&
			record.events.length > 0 &&
			record.events.at(-1)?.status !== record.status,
	),
	'reports at least one change where a status is another than it was': about(
		(record, tenure) =>
			tenure.isLast &&
			record.isSteady &&
			record.isKnown &&
			!['Paid', 'Auto-Paid'].includes(wasAt(record.statuses, tenure.begun) ?? '') &&
			hasChanged(record, tenure) &&
			record.events.length === 0,
	),
	'makes no status up, and reports no change from one to itself': about(({ statuses, events }) => {
		const had = new Set<string | undefined>(statuses.map(({ is }) => is));
		return events.some(
			({ previousStatus, status }) =>
				previousStatus === status || !had.has(previousStatus) || !had.has(status),
		);
	}),
	'remembers every open invoice, and no other': ({ service, polls }) => {
		const open = [...service.invoices.values()].filter(
			(invoice) => !invoice.isDeleted && !isSettled(invoice),
		);
		const parts = polls.at(-1)?.state.parts ?? {};
		return [parts.invoiceStatusChanged, parts.paymentRecorded].flatMap((part) => {
			const count = Object.keys(part?.watched ?? {}).length;
			return part && count !== open.length ? [`${open.length} are open, ${count} are remembered`] : [];
		});
	},
};
