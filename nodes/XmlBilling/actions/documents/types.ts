import { estimateRecord, invoiceRecord, recurringRecord, type DocumentRecord } from '../../records';
import { LINE_RULES, type LineRules } from './lineRules';

/** A kind of document with lines (§4.3, §4.4, §4.5). */
export interface DocumentType {
	readonly record: DocumentRecord;
	/** The rules for lines of each method. */
	readonly lines: Readonly<Record<'create' | 'update' | 'add' | 'change', LineRules>>;
}

const documentType = (record: DocumentRecord, kind: 'Estimate' | 'Invoice' | 'Recurring'): DocumentType => ({
	record,
	lines: {
		create: LINE_RULES[`create${kind}`],
		update: LINE_RULES[`update${kind}`],
		add: LINE_RULES[`add${kind}Item`],
		change: LINE_RULES[`update${kind}Item`],
	},
});

export const INVOICE = documentType(invoiceRecord, 'Invoice');
export const ESTIMATE = documentType(estimateRecord, 'Estimate');
export const PROFILE = documentType(recurringRecord, 'Recurring');
