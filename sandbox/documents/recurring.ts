import { element, leaves, type Output } from '../answer.ts';
import { listRecord } from '../listRecord.ts';
import type { ListRecords } from '../method.ts';
import type { RecurringRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { linesOf } from './lines.ts';
import { clientElement, untaxedLine } from './untaxed.ts';

const SUMMARY = ['recurring_id', 'client', 'number', 'date', 'frequency', 'recurring_status'];

/** The fields of a recurring profile as getRecurring returns them (§2.2): its lines come without taxes. */
export function recurringFields(store: Store, recurring: RecurringRow): Output[] {
	return [
		clientElement(store, recurring),
		...leaves({
			recurring_id: recurring.id,
			recurring_status: recurring.recurring_status,
			recurring_title: recurring.title,
			number: recurring.number,
			date: recurring.date,
			frequency: recurring.frequency,
			occurence: recurring.occurence,
			po_number: recurring.po_number,
			total_discount: recurring.total_discount,
			total_tax: recurring.total_tax,
			notes: recurring.notes,
			terms: recurring.terms,
		}),
		element(
			'items',
			linesOf(store, 'recurring', recurring.id).map((line) => untaxedLine('recurring_item_id', line)),
		),
	];
}

/** One recurring profile of a list, saying as much as the sandbox was told to let lists say. */
export function recurringRecord(store: Store, records: ListRecords, recurring: RecurringRow): Output {
	return listRecord(records, 'recurring', recurringFields(store, recurring), SUMMARY);
}
