import { LINE_RULES, type LineRules } from './lineRules';
import { estimateRecord, invoiceRecord, recurringRecord, type DocumentRecord } from '../../records';

/** A kind of document with lines (§4.3, §4.4, §4.5). */
export interface DocumentType {
	readonly record: DocumentRecord;
	/** The rules for lines of each method. */
	readonly lines: Readonly<Record<'create' | 'update' | 'add' | 'change', LineRules>>;
}

export const INVOICE: DocumentType = {
	record: invoiceRecord,
	lines: {
		create: LINE_RULES.createInvoice,
		update: LINE_RULES.updateInvoice,
		add: LINE_RULES.addInvoiceItem,
		change: LINE_RULES.updateInvoiceItem,
	},
};

export const ESTIMATE: DocumentType = {
	record: estimateRecord,
	lines: {
		create: LINE_RULES.createEstimate,
		update: LINE_RULES.updateEstimate,
		add: LINE_RULES.addEstimateItem,
		change: LINE_RULES.updateEstimateItem,
	},
};

export const PROFILE: DocumentType = {
	record: recurringRecord,
	lines: {
		create: LINE_RULES.createRecurring,
		update: LINE_RULES.updateRecurring,
		add: LINE_RULES.addRecurringItem,
		change: LINE_RULES.updateRecurringItem,
	},
};
