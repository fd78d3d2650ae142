import { clientWithCurrency } from '../../records/links';
import { organizationOf, valueAt } from '../../records/display';
import { addNames } from '../../reads/linkedNames';
import { warnOf, type ItemContext } from '../../engine/item/itemContext';
import { isIdentifier, textOf, type BillingRecord } from '../../xml/shape';
import { shows } from '../../records/states';
import type { Keep } from '../../reads/readList';
import type { OutputRecord } from '../../records';

/** Whom an invoice bills, and in which currency. What is not known is empty. */
export type BilledClient = {
	client_organization: string;
	currency: string;
	client_name: string;
	client_email: string;
	client_id: number | null;
};

/** The identifier of an invoice's client; undefined if the record doesn't show it. */
export function clientIdOf(invoice: BillingRecord): number | undefined {
	const id = Number(textOf(valueAt(invoice, 'client/client_id')));
	return isIdentifier(id) ? id : undefined;
}

/** Invoices of a client; of any if the identifier is ''. One that shows no client may be meant. */
export const ofClient =
	(wanted: string): Keep =>
	(invoice) => {
		const id = clientIdOf(invoice);
		return wanted === '' || id === undefined || String(id) === wanted;
	};

/** A currency code as it is compared: `EUR`. */
export const currencyCode = (currency: unknown): string => textOf(currency).trim().toUpperCase();

/** Whether an invoice shows whom it bills, and in which currency. */
export const showsClient = (invoice: BillingRecord): boolean =>
	clientIdOf(invoice) !== undefined && shows(invoice, ['currency']);

/**
 * Adds the clients that invoices bill. Each client is read once. An invoice that shows no currency takes its client's, in
 * which the service bills (§4.6). Warns of clients that can't be read.
 */
export async function addClients<Row extends { readonly invoice: BillingRecord }>(
	item: ItemContext,
	rows: readonly Row[],
): Promise<Array<Row & { readonly client: BilledClient }>> {
	const named = await addNames(
		item.api,
		rows.map((row) => ({ row, record: shownClient(row.invoice), links: [clientWithCurrency] })),
	);
	warnOf(
		item,
		named.filter(({ unread }) => unread.length > 0).map(({ record }) => record['client_id']),
		(ids) =>
			`Names are empty, and currencies may be, because the clients with these IDs could not be read: ${ids}.`,
	);
	return named.map(({ row, record }) => ({
		...row,
		client: {
			client_organization: textOf(record['client_organization']),
			currency: currencyCode(record['currency']),
			client_name: textOf(record['client_name']),
			client_email: textOf(record['client_email']),
			client_id: typeof record['client_id'] === 'number' ? record['client_id'] : null,
		},
	}));
}

/** What an invoice shows of its client. What is undefined is taken from the client. */
const shownClient = (invoice: BillingRecord): OutputRecord => ({
	client_id: clientIdOf(invoice),
	client_organization: organizationOf(invoice) || undefined,
	currency: currencyCode(invoice['currency']) || undefined,
});
