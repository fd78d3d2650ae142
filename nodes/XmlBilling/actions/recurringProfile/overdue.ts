import type Big from 'big.js';
import { groupBy } from '../../objects';
import { collection, type ItemContext } from '../../engine/item/itemContext';
import { documentPeriod } from '../../engine/reads/period';
import { asWanted, filtersOf, limitOf, listRecords, recordsFor } from '../../engine/reads/recordReads';
import { invoiceRecord, recurringRecord } from '../../records';
import { amountIn } from '../../records/amounts';
import { dayAfter, dayIn, daysBetween, monthsAfter, monthsBetween, today } from '../../xml/days';
import { totalIn } from '../../records/documentShape';
import { inStatus, shows } from '../../records/states';
import { onFields, unless } from '../../reads/question';
import { askOf } from '../../reads/ask';
import { isSameStatus, isSameText, textOf, type BillingRecord } from '../../xml/shape';
import { isAbsent } from '../../xml/values';
import { clientIdOf } from '../documents/billedClients';
import { FREQUENCIES } from './forms';

/** How often a profile makes an invoice. */
export type Rhythm = { readonly weeks: number } | { readonly months: number };

/** An invoice that a profile was to make. */
export interface ExpectedInvoice {
	readonly day: string;
	/** The first day on which it may have come. */
	readonly since: string;
}

// Where a month has no 31st, a service may take its last day, or the days that it lacks in the next one, and stay there.
const LAST_SAFE_DAY = 28;
const MONTH_END_DAYS = 3;

/** The rhythm of a frequency, by the vendor's word (`3 Month`) or label (`Quarterly`); undefined if it is neither (§4.5). */
export function rhythmOf(frequency: unknown): Rhythm | undefined {
	const [, word] = Object.entries(FREQUENCIES).find(([label]) => isSameText(frequency, label)) ?? [];
	const [, count, unit = ''] =
		/^([1-9]\d?)\s*(week|month|year)s?$/i.exec(word ?? textOf(frequency).trim()) ?? [];
	if (count === undefined) return undefined;
	if (/week/i.test(unit)) return { weeks: Number(count) };
	return { months: Number(count) * (/year/i.test(unit) ? 12 : 1) };
}

/**
 * The newest invoice that a profile was to make before today; undefined if there is none yet, or its last one was followed by a
 * whole interval (§4.5). Those of a month's end are expected at the end of shorter months, and only once the days around it are
 * over.
 *
 * @param first the day of the first invoice, as `YYYY-MM-DD`
 * @param count how many invoices it makes; 0 if they have no end
 * @param now today, in the same form
 */
export function expectedInvoice(
	first: string,
	rhythm: Rhythm,
	count: number,
	now: string,
): ExpectedInvoice | undefined {
	const slack = 'months' in rhythm && Number(first.slice(8)) > LAST_SAFE_DAY ? MONTH_END_DAYS : 0;
	const until = dayAfter(now, -1 - slack);
	if (first > until) return undefined;
	const dayOf = (index: number) =>
		'weeks' in rhythm ? dayAfter(first, index * rhythm.weeks * 7) : monthsAfter(first, index * rhythm.months);
	const intervals =
		'weeks' in rhythm
			? daysBetween(first, until) / 7 / rhythm.weeks
			: monthsBetween(first, until) / rhythm.months;
	const index = Math.floor(intervals);
	if (count > 0 && index >= count) return undefined;
	return { day: dayOf(index), since: dayAfter(dayOf(index), -slack) };
}

/** A profile that was to make an invoice. */
export interface Due {
	readonly expected: ExpectedInvoice;
	readonly client: number;
	/** Undefined if it is not known. Any invoice may be the profile's then. */
	readonly total: Big | undefined;
}

/** An invoice that a profile may have made. */
export interface Made {
	/** `YYYY-MM-DD`; '' if it is not known. */
	readonly day: string;
	readonly client: number;
	readonly total: Big | undefined;
}

/**
 * The profiles without the expected invoice, in their order, each with the last one that it may have made. Invoices don't name
 * their profile (§2.2): each counts for one of the same client and total.
 */
export function unseenOf<D extends Due, M extends Made>(
	due: readonly D[],
	made: readonly M[],
): Array<readonly [profile: D, last: M | undefined]> {
	const newestFirst = made.toSorted((one, other) => other.day.localeCompare(one.day));
	const free = new Map<number, readonly M[]>(groupBy(newestFirst, ({ client }) => client));
	const lastOf = ({ client, total }: D) =>
		free.get(client)?.find((one) => one.total === undefined || total === undefined || one.total.eq(total));
	const seen = new Set<D>();
	// A profile whose total is unknown may be any invoice's, so it chooses last. Among the others, an invoice that is new enough
	// for one is so for all whose day is earlier.
	const inTurn = due.toSorted(
		(a, b) =>
			Number(a.total === undefined) - Number(b.total === undefined) ||
			b.expected.since.localeCompare(a.expected.since),
	);
	for (const one of inTurn) {
		const last = lastOf(one);
		if (last === undefined || last.day < one.expected.since) continue;
		seen.add(one);
		free.set(
			one.client,
			(free.get(one.client) ?? []).filter((other) => other !== last),
		);
	}
	return due.filter((one) => !seen.has(one)).map((one) => [one, lastOf(one)]);
}

// A list may show a profile without its lines, or with none.
const hasTotal = (profile: BillingRecord): boolean =>
	Array.isArray(profile['items']) && profile['items'].length > 0 && totalIn(profile) !== undefined;

/** What a profile was to make; undefined if there is nothing, and null if the record doesn't show that. */
function dueOf(profile: BillingRecord, now: string) {
	const { recurring_status: status, date, frequency, occurence } = profile;
	if (!isAbsent(status) && !isSameStatus(status, 'Active')) return undefined;
	const [first, rhythm] = [dayIn(date), rhythmOf(frequency)];
	if (first === undefined || rhythm === undefined) return null;
	const expected = expectedInvoice(first, rhythm, Number(occurence), now);
	if (expected === undefined) return undefined;
	const client = clientIdOf(profile);
	const total = hasTotal(profile) ? amountIn(totalIn(profile)) : undefined;
	return client === undefined ? null : { profile, first, expected, client, total };
}

/** Lists profiles with the form's filters; with *Overdue Only*, those whose last invoice was expected, but not seen. */
export async function listProfiles(item: ItemContext): Promise<BillingRecord[]> {
	if (collection(item, 'filters')['overdueOnly'] !== true)
		return await listRecords(recurringRecord, documentPeriod)(item);
	const now = today(item);
	const isDue = onFields(['recurring_status', 'date', 'frequency', 'occurence', 'client'], (profile) => {
		const due = dueOf(profile, now);
		return due === null ? undefined : due !== undefined;
	});
	const profiles = await recordsFor(item, recurringRecord, {
		filter: filtersOf(item),
		where: [...documentPeriod(item), isDue],
		needs: { due: { isShown: hasTotal, of: (profile) => dueOf(profile, now) } },
	});
	const due = profiles.flatMap((profile) => profile.due ?? []);
	const unseen = due.length === 0 ? [] : unseenOf(due, await invoicesFor(item, due));
	const found = unseen.slice(0, limitOf(item));
	const listed = found.map(([{ profile }]) => profile);
	const shown = await askOf(item, recurringRecord, listed, { profile: asWanted(item, recurringRecord) });
	const byId = new Map(found.map((one) => [one[0].profile[recurringRecord.id], one]));
	return shown.map(({ id, profile }) => {
		const [due, last] = byId.get(id) ?? [];
		return {
			...profile,
			expected_date: due?.expected.day ?? '',
			last_invoice_number: last?.number ?? '',
			last_invoice_date: last?.day ?? '',
		};
	});
}

/** The invoices of these profiles' clients since the first of them. Archived and canceled ones were made as well. */
async function invoicesFor(
	item: ItemContext,
	due: ReadonlyArray<Due & { readonly first: string }>,
): Promise<Array<Made & { readonly number: string }>> {
	const oldest = new Map<number | undefined, string>();
	for (const { client, expected } of due)
		oldest.set(client, [expected.since, oldest.get(client) ?? expected.since].sort()[0] ?? '');
	const [first = ''] = due.map(({ first: day }) => day).sort();
	const { client_id: clientId } = filtersOf(item);
	const invoices = await recordsFor(item, invoiceRecord, {
		filter: { client_id: clientId, date_from: first },
		lists: inStatus('Active', 'Archived', 'Cancel'),
		where: [
			unless((invoice) => {
				const client = clientIdOf(invoice);
				return client !== undefined && !oldest.has(client);
			}),
		],
		needs: {
			made: {
				isShown: (invoice) => {
					const day = dayIn(invoice['date']);
					const since = oldest.get(clientIdOf(invoice));
					if (day === undefined || since === undefined) return false;
					// An older one is only named.
					return shows(invoice, day < since ? ['number'] : ['number', 'net_balance']);
				},
				of: (invoice) => ({
					day: dayIn(invoice['date']) ?? '',
					number: textOf(invoice['number']),
					client: clientIdOf(invoice),
					total: amountIn(invoice['net_balance']),
				}),
			},
		},
		isFresh: true,
	});
	return invoices.flatMap(({ made: { client, ...made } }) =>
		client === undefined ? [] : [{ ...made, client }],
	);
}
