import { invoiceRecord } from './invoice';
import { isSameStatus, isSameText } from '../xml/identity';
import { textOf, type BillingRecord } from '../xml/shape';
import { decimalOf, isAbsent } from '../xml/values';
import type { Filter } from './recordType';

const { inUse, disputed, draft, field, final, openLists } = invoiceRecord.watched.status;

/** The commercial statuses of invoices (§3). */
export const INVOICE_STATUSES: readonly string[] = [...openLists.statuses, ...final].sort();

/** The lists of invoices in these record statuses (§4.3): a list shows one at a time. */
export const inStatus = (...statuses: Array<'Active' | 'Archived' | 'Cancel'>): Filter[] =>
	statuses.map((status) => ({ invoice_record_status: status }));

/** Whether a record is in use, as far as it shows that (§3). */
export const isActive = (record: BillingRecord): boolean => isIn(record, [inUse.value]);

/** Whether an invoice was neither canceled nor removed, as far as the record shows it (§3). */
export const isValid = (invoice: BillingRecord): boolean => isIn(invoice, [inUse.value, 'Archived']);

/** Whether a record shows that it is deleted. The vendor's own app shows a canceled invoice as deleted (§3). */
export const isDeleted = (record: BillingRecord): boolean =>
	['status', 'recurring_status'].some((state) =>
		['Cancel', 'Deleted'].some((word) => isSameStatus(record[state], word)),
	);

const isIn = (record: BillingRecord, states: readonly string[]): boolean => {
	const state = textOf(record[inUse.field]).trim();
	return state === '' || states.some((one) => isSameStatus(state, one));
};

export const isDraft = (invoice: BillingRecord): boolean => isSameText(invoice[field], draft);

export const isDisputed = (invoice: BillingRecord): boolean => isSameText(invoice[field], disputed);

/** Whether an invoice is marked as paid. */
export const isMarkedPaid = (invoice: BillingRecord): boolean =>
	final.some((status) => isSameText(invoice[field], status));

/** Whether something is outstanding on an invoice that is no draft; undefined if the record doesn't show it. */
export function isUnpaid(invoice: BillingRecord): boolean | undefined {
	if (isDraft(invoice)) return false;
	const amount = decimalOf(invoice['outstanding']);
	return amount === undefined && isMarkedPaid(invoice) ? false : amount?.gt(0);
}

/** Whether a record shows all of these fields. A list may omit some (§2.2), or leave them empty (§2.1). */
export const shows = (record: BillingRecord, fields: readonly string[]): boolean =>
	fields.every((name) => !isAbsent(record[name]));

/** Whether a project has one price for all its work (§4.10). */
export const isFlat = (project: BillingRecord): boolean => isSameText(project['billing_method'], 'flat');

/** Whether a listed record can still be billed. The interface marks none as billed (§2.2), but a service may. */
export const isBillable = (record: BillingRecord): boolean =>
	!isSameText(record['billed'], 'Yes') &&
	!isSameText(record['is_expense_invoiced'], 'Yes') &&
	['status', 'log_status'].every((field) =>
		['Archived', 'Deleted'].every((status) => !isSameStatus(record[field], status)),
	);
