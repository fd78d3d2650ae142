import Big from 'big.js';
import type { IDataObject } from 'n8n-workflow';
import {
	checkedValue,
	collection,
	warnOf,
	warnOfUnreadable,
	type ItemContext,
	type Unreadable,
} from '../../execution/item';
import { addNames } from '../../lookup/linkedNames';
import { filtersOf, recordsFor } from '../../execution/recordReads';
import { groupBy } from '../../helpers/GenericFunctions';
import { timeEntryRecord, type Link, type OutputRecord } from '../../records';
import { shownAmount, sumOf, ZERO } from '../../records/money';
import { dayIn } from '../../xml/dates';
import { clientWithCurrency, projectLink } from '../../records/recordType';
import { isBillable, isFlat, shows } from '../../records/states';
import { allOf } from '../../lookup/readList';
import { isSameText } from '../../xml/identity';
import { textOf } from '../../xml/shape';
import { decimalOf, isAbsent } from '../../xml/values';
import { currencyCode } from '../documents/billedClients';
import { byWorkDate } from './forms';

const PRICES: readonly Link[] = [
	{
		...projectLink,
		adds: {
			...projectLink.adds,
			client_id: 'client_id',
			billing_method: 'billing_method',
			project_rate: 'project_rate',
		},
	},
	{ field: 'task_id', to: 'task', adds: { task_billable: 'task_billable', task_rate: 'task_rate' } },
];

/** A time entry with the fields that `PRICES` add. */
interface Priced {
	readonly record: OutputRecord;
	readonly unread: readonly string[];
}

/**
 * The time that is not billed yet, of all clients or one, one item per project: by currency, the largest value first. A project has one client, who
 * has one currency (§4.6). The value is what Create From Time Tracking bills before taxes: hours times the rate of the task,
 * rounded for each entry to two places, halves away from zero. Hours on tasks that are not billable and of flat projects are
 * not in `hours`. An entry that does not show its client may be one of the client's: its project is shown, too.
 */
export async function getUnbilledSummary(item: ItemContext): Promise<IDataObject[]> {
	const { filter: ofPeriod, keep } = byWorkDate(item);
	const clientId = checkedValue(
		item,
		'Filters › Client',
		collection(item, 'filters')['clientId'],
		'identifier',
	);
	const entries = await recordsFor(item, timeEntryRecord, {
		filter: { ...filtersOf(item), ...ofPeriod, billed: 'No' },
		keep: allOf(isBillable, keep ?? (() => true)),
		isEnough: (entry) => shows(entry, ['project_id', 'task_id', 'work_date', 'hours_worked']),
	});
	const named = await addNames(
		item.api,
		entries.map((record) => ({ record, links: PRICES })),
	);
	const shown = named.filter(
		({ record }) => clientId === '' || ['', clientId].includes(textOf(record['client_id'])),
	);
	const projects = [...groupBy(shown, ({ record }) => textOf(record['project_id'])).values()];
	const rows = await addNames(
		item.api,
		projects.map((group) => ({
			group,
			record: { client_id: group[0].record['client_id'] ?? '' },
			links: [clientWithCurrency],
		})),
	);
	warnOf(
		item,
		'Names, rates or currencies are missing, because linked records could not be read',
		[...shown, ...rows].flatMap(({ unread }) => unread),
	);
	const summaries = rows
		.map(({ group, record }) => rowOf(group, record))
		.sort((one, other) => one.currency.localeCompare(other.currency) || other.value.cmp(one.value))
		.map(({ output }) => output);
	warnOfUnreadable(item, summaries);
	return summaries;
}

/** The rate that an entry is billed at, as when it is billed: that of its task, unless the project shows another one. */
function rateIn({ record, unread }: Priced): Big | 'none' | 'not billable' {
	if (unread.length > 0) return 'none';
	const { task_billable: billable, task_rate: shown, project_rate: other } = record;
	if (isFlat({ billing_method: textOf(record['billing_method']) }) || isSameText(billable, 'N'))
		return 'not billable';
	const rate = decimalOf(shown);
	// Without its project, the currency isn't known either.
	if (rate === undefined || rate.eq(0) || !(Number(record['project_id']) > 0)) return 'none';
	const isOnly = isAbsent(other) || [ZERO, rate].some((one) => decimalOf(other)?.eq(one));
	return isOnly ? rate : 'none';
}

function rowOf(group: readonly [Priced, ...Priced[]], client: OutputRecord) {
	const counted: Array<{ day: string; hours: Big; rate: ReturnType<typeof rateIn> }> = [];
	const unreadable: Unreadable[] = [];
	for (const one of group) {
		const hours = decimalOf(one.record['hours_worked']);
		const day = dayIn(one.record['work_date']);
		const id = Number(one.record[timeEntryRecord.id]);
		if (hours === undefined) unreadable.push({ id, field: 'hours_worked' });
		else if (day === undefined) unreadable.push({ id, field: 'work_date' });
		else counted.push({ day, hours, rate: rateIn(one) });
	}
	const hoursOf = (some: typeof counted) => shownAmount(sumOf(some.map(({ hours }) => hours)));
	const billable = counted.filter(({ rate }) => rate !== 'not billable');
	const unrated = billable.filter(({ rate }) => rate === 'none');
	const value = sumOf(
		billable.map(({ hours, rate }) =>
			typeof rate === 'string' ? ZERO : hours.times(rate).round(2, Big.roundHalfUp),
		),
	);
	const currency = currencyCode(client['currency']);
	const { project_name: name, project_id: id } = group[0].record;
	const output = {
		client_organization: textOf(client['client_organization']),
		project_name: textOf(name),
		value: shownAmount(value),
		currency,
		hours: hoursOf(billable),
		hours_without_rate: hoursOf(unrated),
		hours_not_billable: hoursOf(counted.filter(({ rate }) => rate === 'not billable')),
		entry_count: billable.length,
		entries_without_rate: unrated.length,
		oldest_entry: billable.map(({ day }) => day).sort()[0] ?? '',
		client_name: textOf(client['client_name']),
		client_email: textOf(client['client_email']),
		client_id: decimalOf(client['client_id'])?.toNumber() ?? null,
		project_id: decimalOf(id)?.toNumber() ?? null,
		unreadable,
	};
	return { currency, value, output };
}
