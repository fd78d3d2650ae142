import { clientLink } from '../../records/recordType';
import { addNames } from '../../lookup/linkedNames';
import { warnOf, type ItemContext, type Unreadable } from '../../execution/item';
import { isIdentifier, textOf, valueAt, type BillingRecord } from '../../xml/shape';
import { shows } from '../../records/states';
import { invoiceRecord } from '../../records';

/** Whom an invoice bills. What is not known is empty. */
export interface BilledClient {
	readonly client_organization: string;
	readonly client_name: string;
	readonly client_email: string;
	readonly client_id: number | null;
}

/** The identifier of an invoice's client; undefined if the record doesn't show it. */
export function clientIdOf(invoice: BillingRecord): number | undefined {
	const id = Number(textOf(valueAt(invoice, 'client/client_id')));
	return isIdentifier(id) ? id : undefined;
}

/** A currency code as it is compared: `EUR`. */
export const currencyCode = (currency: unknown): string => textOf(currency).trim().toUpperCase();

/** Whether an invoice shows whom it bills, and in which currency. */
export const showsClient = (invoice: BillingRecord): boolean =>
	clientIdOf(invoice) !== undefined && shows(invoice, ['currency']);

/** Adds the clients that invoices bill. Each client is read once. Warns of those that can't be read. */
export async function addClients<Row extends { readonly invoice: BillingRecord }>(
	item: ItemContext,
	rows: readonly Row[],
): Promise<Array<Row & { readonly client: BilledClient }>> {
	const named = await addNames(
		item.api,
		rows.map((row) => ({ row, record: { client_id: clientIdOf(row.invoice) ?? null }, links: [clientLink] })),
	);
	warnOf(
		item,
		'Names are empty, because the clients with these IDs could not be read',
		named.filter(({ unread }) => unread.length > 0).map(({ record }) => record['client_id']),
	);
	return named.map(({ row, record }) => ({
		...row,
		client: {
			client_organization: textOf(record['client_organization']),
			client_name: textOf(record['client_name']),
			client_email: textOf(record['client_email']),
			client_id: clientIdOf(row.invoice) ?? null,
		},
	}));
}

/** An invoice that a report leaves out, because a field of it can't be read. */
export const unreadableInvoice = (invoice: BillingRecord, field: string): Unreadable => ({
	id: Number(invoice[invoiceRecord.id]),
	number: textOf(invoice['number']),
	field,
});
