import type { IDataObject } from 'n8n-workflow';
import { warnOf, option, type ItemContext } from '../../../engine/item/itemContext';
import type { Caller, Write } from '../../../engine/item/operation';
import type { RecordType } from '../../../records';
import { withoutTime } from '../../../xml/days';
import { TIME_ENTRIES } from '../../../records/methods';
import { bodiesAt } from '../../../xml/bodies';
import { totalsOf } from '../../../records/totals';
import { asError, asSentence } from '../../../transport/failure';
import { mapInOrder } from '../../../transport/async';
import { FAILURE_LISTS, lists } from '../../../xml/answer';
import type { Body } from '../../../xml/request';
import { decodeNumber, textOf, type BillingRecord } from '../../../xml/shape';
import type { ReadLeft } from './unbilled';

/** What follows an invoice for the records that it bills: whether billing marks them is not specified (§3). */
export interface Marking {
	readonly type: RecordType;
	readonly left: ReadLeft;
	/** Warns of those that are left unbilled, by their identifiers. */
	readonly warning: (ids: string) => string;
	/** Marks one of them as billed. Absent if no method does. */
	readonly mark?: (item: ItemContext, id: number, api: Caller) => Promise<unknown>;
	/** What the output tells about them. */
	readonly output?: (records: readonly BillingRecord[], body: Body) => IDataObject;
}

const MARKING = { preview: 'Entries that the service leaves unbilled would be marked as billed.' };

/**
 * Adds to the write of an invoice that what it bills is read again afterwards. What the service left unbilled is marked, or
 * warned of.
 *
 * @param records what it bills, in the order of its lines
 */
export function withMarking(
	item: ItemContext,
	marking: Marking,
	clientId: string,
	records: readonly BillingRecord[],
	write: Write,
): Write {
	const mark = option(item, 'ifStayUnbilled') === 'warn' ? undefined : marking.mark;
	return {
		...write,
		...(mark && { follows: [...(write.follows ?? []), MARKING] }),
		adviceInDoubt:
			`${write.adviceInDoubt ?? ''} If it exists, what it bills may still be unbilled, and the next All Unbilled would bill it again.`.trim(),
		async confirm(answer, api) {
			const confirmed = await write.confirm(answer, api);
			// What the service lists as failed may not be on the invoice.
			const isWhole = !lists(answer, FAILURE_LISTS);
			const markIt = mark && isWhole ? async (id: number) => await mark(item, id, api) : undefined;
			await markLeft(item, marking, clientId, records, markIt);
			return { ...confirmed, adds: { ...confirmed.adds, ...marking.output?.(records, write.body) } };
		},
	};
}

/** Never throws: the invoice exists, and after an error people would create it again. Without `mark`, it only warns. */
async function markLeft(
	item: ItemContext,
	{ type, left, warning }: Marking,
	clientId: string,
	records: readonly BillingRecord[],
	mark?: (id: number) => Promise<unknown>,
): Promise<void> {
	try {
		let unbilled = await left(item.api, records, clientId);
		let reason = '';
		if (mark !== undefined && unbilled.length > 0) {
			await mapInOrder(unbilled, async (record) => {
				await mark(Number(record[type.id])).catch((error: unknown) => {
					// One of them is enough.
					reason = ` ${asSentence(asError(error).message)}`;
				});
			});
			unbilled = await left(item.api, records, clientId);
		}
		warnOf(
			item,
			unbilled.map((record) => record[type.id]),
			(ids) => `${warning(ids)}${reason}`,
		);
	} catch (error) {
		item.warn(
			`Whether what was billed counts as billed could not be read. ${asSentence(asError(error).message)} Before the next All Unbilled, look at the unbilled records.`,
		);
	}
}

/** The output field of the billed time entries: hours and amounts as on their lines, after discounts and before taxes. */
export function billedTime(records: readonly BillingRecord[], body: Body): IDataObject {
	const { lines } = totalsOf({ time_entries: body['time_entries'] });
	return {
		time_entries: bodiesAt(body, TIME_ENTRIES).map(({ name, description, quantity }, index) => {
			const { [index]: record = {} } = records;
			const { [index]: amounts } = lines;
			return {
				name,
				hours: decodeNumber(textOf(quantity)),
				amount: amounts && decodeNumber(amounts.cost.minus(amounts.discount).toFixed(2)),
				work_date: withoutTime(record['work_date']),
				description,
				timelog_id: record['timelog_id'],
			};
		}),
	};
}
