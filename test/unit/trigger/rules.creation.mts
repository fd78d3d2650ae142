import { type EventKind, EVENTS, WATCHED_RESOURCES } from '../../../nodes/XmlBilling/trigger/events/events';
import {
	byRecord,
	invoicesOf,
	isBackfilled,
	isShown,
	isWord,
	tenuresOf,
	thingsOf,
	type Rule,
} from './facts.mts';
import type { Tenure, Trace } from './play.mts';
import type { Invoice } from './records.mts';

interface Made {
	id: number;
	date: string;
	bornAt: number;
	/** It must be visible to this day, without any gap. */
	isLasting: boolean;
	/** It may be announced although it was there before. */
	isAwaited: boolean;
}

/** Whether an invoice may have looked like a draft when the baseline was taken. */
const wasDraft = ({ statuses }: Invoice, { begun, settled }: Tenure): boolean =>
	statuses.some(
		({ at, is }, index) => is === 'Draft' && at <= settled && (statuses[index + 1]?.at ?? Infinity) > begun,
	);

function madeOf(trace: Trace, tenure: Tenure): Made[] {
	if (tenure.kind !== 'invoiceCreated') {
		return thingsOf(trace, tenure.kind).map((thing) => ({
			...thing,
			isLasting: !thing.isDeleted && !thing.wasArchived,
			// What is restored looks new where nothing newer was seen: of these, only the list in use is read.
			isAwaited: thing.wasArchived,
		}));
	}
	const { settled, polls } = tenure;
	const includeDrafts = polls.every(({ options }) => options.includeDrafts);
	const awaitsDrafts = polls.some(({ options, endedAt }) => !options.includeDrafts && endedAt <= settled);
	return invoicesOf(trace).map((invoice) => ({
		...invoice,
		isLasting:
			!invoice.isDeleted && !invoice.wasDiscardedDraft && (includeDrafts || invoice.status !== 'Draft'),
		isAwaited: awaitsDrafts && wasDraft(invoice, tenure),
	}));
}

const KINDS = Object.entries(EVENTS).flatMap(([kind, { detector: watch }]) =>
	// The keys of a literal record are its type's keys.
	watch === 'created' ? [kind as EventKind] : [],
);

/** A rule about how often each record is announced. */
const counting =
	(
		kinds: readonly EventKind[],
		isBroken: (count: number, made: Made, tenure: Tenure, trace: Trace) => boolean,
	): Rule =>
	(trace) =>
		tenuresOf(trace, ...kinds).flatMap((tenure) => {
			const events = byRecord(tenure.events);
			return madeOf(trace, tenure).flatMap((made) => {
				const count = events.get(made.id)?.length ?? 0;
				const { begun, settled } = tenure;
				return isBroken(count, made, tenure, trace)
					? [
							`${tenure.kind} of ${made.id} (made at ${made.bornAt}, baseline ${begun} to ${settled}): ${count} times`,
						]
					: [];
			});
		});

const isMissing = (count: number, made: Made, tenure: Tenure, trace: Trace): boolean =>
	count === 0 &&
	tenure.isLast &&
	made.isLasting &&
	(made.bornAt > tenure.settled || (made.bornAt <= tenure.begun && isBackfilled(tenure, made))) &&
	(WATCHED_RESOURCES[EVENTS[tenure.kind].resource].hasClient !== true || isShown(trace, made.id));

const OTHERS = KINDS.filter((kind) => kind !== 'invoiceCreated');

export const CREATION_RULES: Readonly<Record<string, Rule>> = {
	'reports every invoice that appears, also one that a backfill asks for': counting(
		['invoiceCreated'],
		isMissing,
	),
	'reports every estimate and other record that appears, also one that a backfill asks for': counting(
		OTHERS,
		isMissing,
	),
	'reports no record twice': counting(KINDS, (count) => count > 1),
	'reports no record as new that was there before': counting(
		KINDS,
		(count, made, tenure) =>
			count > 0 && made.bornAt <= tenure.begun && !made.isAwaited && !isBackfilled(tenure, made),
	),
	'makes no record up': (trace) =>
		trace.tenures.flatMap((tenure) => {
			const records =
				EVENTS[tenure.kind].resource === 'invoice' ? invoicesOf(trace) : thingsOf(trace, tenure.kind);
			const ids = new Set(records.map(({ id }) => id));
			return [...byRecord(tenure.events).keys()]
				.filter((id) => !ids.has(id))
				.map((id) => `${tenure.kind} of ${id}`);
		}),
	'announces a draft, where drafts are left out, only when it is none any more': (trace) =>
		trace.polls.flatMap(({ options, events }) =>
			events
				.filter(
					({ event, record }) =>
						event === 'invoiceCreated' && !options.includeDrafts && isWord(record.invoice_status, 'Draft'),
				)
				.map(({ eventId }) => eventId),
		),
};
