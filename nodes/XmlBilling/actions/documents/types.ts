import { ESTIMATE_NUMBER, INVOICE_NUMBER, type Key } from '../../engine/resolveLocators';
import type { Body } from '../../xml/request';
import { LINE_RULES, type LineRules } from './lineRules';
import { estimateRecord, invoiceRecord, recurringRecord, type RecordType } from '../../records';
import { shownDay, shownId, shownStatus, shownText, type ResentFields } from '../common/resendUnchanged';

/** A kind of document with lines, as far as its methods and answers differ from the others' (§2.2, §4.3, §4.4, §4.5). */
export interface DocumentType {
	readonly record: RecordType;
	/** What its methods take of a line. */
	readonly lines: Readonly<Record<'create' | 'update' | 'add' | 'change', LineRules>>;
	/** The element that identifies a line in the methods for lines. */
	readonly lineId: string;
	/** The same in answers. */
	readonly shownLineId: string;
	/** Whether answers show the taxes of a line. */
	readonly showsTaxes: boolean;
	/** The header besides the client, where an update has to send again what it leaves alone. */
	readonly header: ResentFields;
	/** How one with a number is found, and the filters of the lists that show all of them; a profile takes no number. */
	readonly number?: { readonly key: Key; readonly lists: readonly Body[] };
}

/** §4.3 */
export const INVOICE: DocumentType = {
	record: invoiceRecord,
	lines: {
		create: LINE_RULES.createInvoice,
		update: LINE_RULES.updateInvoice,
		add: LINE_RULES.addInvoiceItem,
		change: LINE_RULES.updateInvoiceItem,
	},
	lineId: LINE_RULES.updateInvoiceItem.id,
	shownLineId: 'item_id',
	showsTaxes: true,
	header: {
		invoice_title: shownText('invoice_title'),
		number: shownText('number'),
		date: shownDay('date'),
		due_date: shownDay('invoice_due_date'),
		schedule_date: shownDay('invoice_schedule_date'),
		// In an answer `late_fee` is an amount; the rule is `late_fee_id`.
		late_fee: shownId('late_fee_id'),
		po_number: shownText('po_number'),
		status: shownStatus('invoice_status'),
		notes: shownText('notes'),
		terms: shownText('terms'),
	},
	// A list shows one record status at a time, and a number stays taken when its invoice is archived.
	number: {
		key: INVOICE_NUMBER,
		lists: ['Active', 'Archived', 'Cancel'].map((status) => ({ invoice_record_status: status })),
	},
};

/** §4.4: the title is not in the request of an update, and the schedule date is not in answers. */
export const ESTIMATE: DocumentType = {
	record: estimateRecord,
	lines: {
		create: LINE_RULES.createEstimate,
		update: LINE_RULES.updateEstimate,
		add: LINE_RULES.addEstimateItem,
		change: LINE_RULES.updateEstimateItem,
	},
	lineId: LINE_RULES.updateEstimateItem.id,
	shownLineId: 'item_id',
	showsTaxes: false,
	header: {
		number: shownText('number'),
		date: shownDay('date'),
		po_number: shownText('po_number'),
		// Stored as it is sent, whatever it is (§3).
		status: shownText('estimate_status'),
		notes: shownText('notes'),
		terms: shownText('terms'),
	},
	number: { key: ESTIMATE_NUMBER, lists: [{}, { status: 'Archived' }] },
};

/** §4.5: an update keeps what is left out. */
export const PROFILE: DocumentType = {
	record: recurringRecord,
	lines: {
		create: LINE_RULES.createRecurring,
		update: LINE_RULES.updateRecurring,
		add: LINE_RULES.addRecurringItem,
		change: LINE_RULES.updateRecurringItem,
	},
	lineId: LINE_RULES.updateRecurringItem.id,
	shownLineId: 'recurring_item_id',
	showsTaxes: false,
	header: {},
};
