import {
	type EventKind,
	EVENTS,
	type TriggerEvent,
	type WatchedRecord,
	clientOf,
} from '../../../nodes/XmlBilling/trigger/events/events';
import { byRecord, idOf, invoicesOf, isShown, type Rule, tenuresOf, thingsOf } from './facts.mts';
import type { Played, Tenure, Trace } from './play.mts';
import { type Invoice, isSettled, type Thing, wasAt } from './records.mts';
import { momentsOf, repeated, someOf } from './rules.repeats.mts';
import { summaryFields } from './values.mts';

const KINDS: readonly EventKind[] = ['invoiceChanged', 'clientChanged'];

/** A value of a record, and the events that name it. */
interface Followed {
	record: Invoice | Thing;
	field: string;
	tenure: Tenure;
}

const isInvoice = (record: Invoice | Thing): record is Invoice => 'payments' in record;

/** It was never out of sight, and can still change. */
const isSteady = (trace: Trace, record: Invoice | Thing): boolean =>
	!record.isDeleted &&
	!record.wasWithheld &&
	(isInvoice(record)
		? !record.wasSettled && !isSettled(record) && isShown(trace, record.id)
		: !record.wasArchived);

const recordsOf = (trace: Trace, kind: EventKind): Array<Invoice | Thing> =>
	EVENTS[kind].resource === 'invoice' ? invoicesOf(trace) : thingsOf(trace, kind);

const followedIn = (trace: Trace): Followed[] =>
	tenuresOf(trace, ...KINDS).flatMap((tenure) =>
		recordsOf(trace, tenure.kind).flatMap((record) =>
			Object.keys(record.values).map((field) => ({ record, field, tenure })),
		),
	);

const naming = (events: readonly TriggerEvent[], { record, field }: Followed): TriggerEvent[] =>
	events.filter((event) => idOf(event) === record.id && event.changedFields?.includes(field));

/** How often the value became another one after a time and until another. */
const changesIn = ({ record, field }: Followed, after: number, until: number): number =>
	(record.values[field] ?? []).filter(({ at }, index) => index > 0 && at > after && at <= until).length;

/** Whether a poll reads all lists anew, and nothing happens meanwhile. */
const isClear = ({ polls }: Trace, played: Played): boolean => {
	const before = polls[polls.indexOf(played) - 1];
	return (
		played.isComplete &&
		played.begunAt === played.endedAt &&
		played.trouble === undefined &&
		before?.isComplete !== false
	);
};

/** Whether lists like those of a poll show a value, or the record is read for it. */
function isTold({ shape }: Pick<Played, 'shape'>, { record, field }: Followed): boolean {
	const fields = summaryFields(record);
	return shape === 'full' || shape === 'bare' || fields.length === 0 || fields.includes(field);
}

const isDraftAt = ({ statuses }: Invoice | Thing, time: number): boolean => wasAt(statuses, time) === 'Draft';

const sees = (trace: Trace, played: Played, followed: Followed): boolean =>
	isClear(trace, played) &&
	isTold(played, followed) &&
	followed.record.bornAt <= played.begunAt &&
	!isDraftAt(followed.record, played.endedAt);

const valueAt = ({ record, field }: Followed, { endedAt }: Played): string | undefined =>
	wasAt(record.values[field] ?? [], endedAt);

const nameOf = ({ record, field, tenure }: Followed): string =>
	`${tenure.kind} of ${record.id}, ${field}: ${(record.values[field] ?? []).map(({ at, is }) => `${is} at ${at}`).join(', ')}` +
	` (baseline ${tenure.begun} to ${tenure.settled}), reported ${naming(tenure.events, {
		record,
		field,
		tenure,
	})
		.map(({ eventId }) => eventId)
		.join(', ')}`;

/** Between each two polls that see a value, compares what became of it with the events that name it. */
const betweenPolls =
	(isBroken: (events: TriggerEvent[], followed: Followed, from: Played, to: Played) => boolean): Rule =>
	(trace) =>
		followedIn(trace)
			.filter(({ record }) => isSteady(trace, record))
			.flatMap((followed) => {
				const { polls } = followed.tenure;
				const clear = polls.filter((played) => sees(trace, played, followed));
				return clear.slice(1).flatMap((to, index) => {
					const from = clear[index];
					if (from === undefined) return [];
					const events = polls
						.slice(polls.indexOf(from) + 1, polls.indexOf(to) + 1)
						.flatMap((played) => played.events);
					const broken = isBroken(naming(events, followed), followed, from, to);
					return broken ? [`${nameOf(followed)}, from ${from.endedAt} to ${to.endedAt}`] : [];
				});
			});

/** Where a record has the values that events name otherwise. */
const ELSEWHERE: Readonly<Record<string, (record: WatchedRecord) => unknown>> = {
	client_id: clientOf,
	total: ({ net_balance: total }) => total,
};

const shownIn = ({ record }: TriggerEvent, field: string): string => {
	const value = (ELSEWHERE[field] ?? (() => record[field]))(record);
	return String(value)
		.trim()
		.replace(/\s+/g, ' ')
		.replace(/ 00:00:00$/, '')
		.toLowerCase();
};

export const CHANGE_RULES: Readonly<Record<string, Rule>> = {
	'reports every change that two polls see': betweenPolls(
		(events, followed, from, to) => events.length === 0 && valueAt(followed, from) !== valueAt(followed, to),
	),
	'reports no more changes between two polls than there were': betweenPolls(
		(events, followed, from, to) => events.length > changesIn(followed, from.begunAt, to.endedAt),
	),
	'reports no more changes of a record than there ever were, wherever it has been': (trace) =>
		followedIn(trace)
			.filter(
				(followed) =>
					naming(followed.tenure.events, followed).length >
					changesIn(followed, followed.tenure.begun, Infinity),
			)
			.map(nameOf),
	'reports no change of a value to itself': (trace) =>
		followedIn(trace)
			.filter(({ record }) => isSteady(trace, record))
			.filter((followed) => {
				const told = naming(followed.tenure.events, followed).map((event) => shownIn(event, followed.field));
				return told.some((value, index) => value === told[index + 1]);
			})
			.map(nameOf),
	'names what changed': (trace) =>
		tenuresOf(trace, ...KINDS).flatMap(({ events }) =>
			events.filter(({ changedFields = [] }) => changedFields.length === 0).map(({ eventId }) => eventId),
		),
	'reports no change of an unsent draft': (trace) =>
		tenuresOf(trace, 'invoiceChanged').flatMap(({ events }) =>
			events
				.filter(({ record }) => String(record.invoice_status).toLowerCase() === 'draft')
				.map(({ eventId }) => eventId),
		),
	'reports one change from an older state, if a value is another by now': async (trace) => {
		const faults: string[] = [];
		for (const moment of someOf(momentsOf(trace))) {
			const then = trace.polls.find(({ state }) => state === moment.state);
			const now = trace.polls.at(-1);
			if (then === undefined || now === undefined) continue;
			const events = byRecord((await repeated(trace, moment)).filter(({ event }) => KINDS.includes(event)));
			const wrong = followedIn(trace)
				.filter(
					({ tenure, record }) => tenure.isLast && isSteady(trace, record) && !isDraftAt(record, Infinity),
				)
				.filter((followed) => sees(trace, then, followed) && isTold(now, followed))
				.filter((followed) => {
					const expected = valueAt(followed, then) === valueAt(followed, now) ? 0 : 1;
					return naming(events.get(followed.record.id) ?? [], followed).length !== expected;
				});
			faults.push(...wrong.map((followed) => `${nameOf(followed)}, repeated from ${then.endedAt}`));
		}
		return faults;
	},
	'remembers the clients in use and the invoices that are open, and no others': (trace) => {
		const remembered = (kind: EventKind): number[] =>
			Object.keys(trace.polls.at(-1)?.state.parts[kind]?.watched ?? {}).map(Number);
		return KINDS.filter((kind) => trace.polls.at(-1)?.state.parts[kind] !== undefined).flatMap((kind) => {
			const inUse = recordsOf(trace, kind).filter(
				(record) => !record.isDeleted && !(isInvoice(record) ? isSettled(record) : record.isArchived),
			);
			const ids = new Set(remembered(kind));
			// A draft is remembered only if it was sent before.
			const missing = inUse.filter((record) => record.status !== 'Draft' && !ids.has(record.id));
			const most = inUse.length;
			return [
				...missing.map(({ id }) => `${kind}: ${id} is forgotten`),
				...(ids.size > most ? [`${kind}: ${ids.size} are remembered, ${most} are in use`] : []),
			];
		});
	},
};
