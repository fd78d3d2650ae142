import type { IDataObject } from 'n8n-workflow';
import { EMPTY_ENTRY } from '../nodes/XmlBilling/actions/client/statement';
import { EMPTY_TAX } from '../nodes/XmlBilling/actions/invoice/taxSummary';
import { accountAnswer } from '../nodes/XmlBilling/records';
import { arrayOf, NUMBER, objectOf, schemasOf, TEXT, type Schemas } from './outputSchema.mts';

const invoices = arrayOf(
	objectOf({
		number: TEXT,
		outstanding: NUMBER,
		days_overdue: NUMBER,
		invoice_due_date: TEXT,
		date: TEXT,
		invoice_status: TEXT,
		invoice_id: NUMBER,
	}),
);

/** The schemas of rows that have all fields of an empty one. */
const rowsLike = (empty: IDataObject): Schemas =>
	Object.fromEntries(Object.entries(empty).map(([name, value]) => [name, value === null ? NUMBER : TEXT]));

/** The fields of outputs that are no kind of record, by operation: those of receivables with the default limits. */
export const REPORTS: Readonly<Record<string, Schemas>> = {
	checkService: { check: TEXT, found: TEXT, result: TEXT, handling: TEXT, report: TEXT },
	getInfo: schemasOf(accountAnswer.shape),
	getPayments: {
		number: TEXT,
		client_organization: TEXT,
		amount: NUMBER,
		currency: TEXT,
		date: TEXT,
		method: TEXT,
		reference: TEXT,
		notes: TEXT,
		invoice_status: TEXT,
		client_name: TEXT,
		client_email: TEXT,
		invoice_id: NUMBER,
		client_id: NUMBER,
	},
	getReceivables: {
		client_organization: TEXT,
		currency: TEXT,
		total: NUMBER,
		not_due: NUMBER,
		days_1_30: NUMBER,
		days_31_60: NUMBER,
		days_61_90: NUMBER,
		days_over_90: NUMBER,
		credit: NUMBER,
		invoice_count: NUMBER,
		client_name: TEXT,
		client_email: TEXT,
		client_id: NUMBER,
		unreadable: arrayOf(objectOf({ id: NUMBER, number: TEXT, field: TEXT })),
		invoices,
	},
	getStatement: rowsLike(EMPTY_ENTRY),
	getTaxSummary: rowsLike(EMPTY_TAX),
	getUnbilledSummary: {
		client_organization: TEXT,
		project_name: TEXT,
		value: NUMBER,
		currency: TEXT,
		hours: NUMBER,
		hours_without_rate: NUMBER,
		hours_not_billable: NUMBER,
		entry_count: NUMBER,
		entries_without_rate: NUMBER,
		oldest_entry: TEXT,
		client_name: TEXT,
		client_email: TEXT,
		client_id: NUMBER,
		project_id: NUMBER,
		unreadable: arrayOf(objectOf({ id: NUMBER, field: TEXT })),
	},
	matchPayment: {
		amount: NUMBER,
		match: TEXT,
		reason: TEXT,
		number: TEXT,
		client_organization: TEXT,
		outstanding: NUMBER,
		currency: TEXT,
		text: TEXT,
		reference: TEXT,
		invoice_id: NUMBER,
		candidates: arrayOf(
			objectOf({
				number: TEXT,
				client_organization: TEXT,
				outstanding: NUMBER,
				currency: TEXT,
				invoice_due_date: TEXT,
				reasons: arrayOf(TEXT),
				invoice_id: NUMBER,
				client_id: NUMBER,
			}),
		),
	},
	proposeAllocation: {
		number: TEXT,
		client_organization: TEXT,
		amount: NUMBER,
		currency: TEXT,
		kind: TEXT,
		outstanding: NUMBER,
		invoice_due_date: TEXT,
		reason: TEXT,
		reference: TEXT,
		invoice_id: NUMBER,
		client_id: NUMBER,
	},
};
