import { clientLink } from '../../records/recordType';
import { addNames } from '../../lookup/linkedNames';
import { warnOf, type ItemContext, type Unreadable } from '../../execution/item';
import { textOf, type BillingRecord } from '../../xml/shape';
import { clientIdOf } from '../../records/display';
import { shows } from '../../records/states';
import { accountAnswer, clientRecord, invoiceRecord } from '../../records';

/** Whom an invoice bills. What is not known is empty. */
export interface BilledClient {
	readonly client_organization: string;
	readonly client_name: string;
	readonly client_email: string;
	readonly client_id: number | null;
}

/** A currency code as it is compared: `EUR`. */
export const currencyCode = (currency: unknown): string => textOf(currency).trim().toUpperCase();

/**
 * Warns once a run if prices of records, which are in the account's currency, are billed in the client's (§2.2): nothing
 * converts them (people). A form that leaves out the client doesn't tell.
 */
export async function warnOfCurrency({ api, ...item }: ItemContext): Promise<void> {
	const id = clientIdOf(item.body);
	if (id === undefined) return;
	const readAccount = () => api.read(accountAnswer).catch((): BillingRecord => ({}));
	const account = await api.remember(accountAnswer.name, 'read', readAccount);
	const client = await api.find(clientRecord, id).catch(() => undefined);
	const [own, billed] = [account['currency_code'], client?.['currency']].map(currencyCode);
	if (own && billed && own !== billed)
		item.warn(
			`Prices of the catalog, tasks and expenses are in ${own}, and are billed as ${billed}, the client's currency, without conversion. Enter the Unit Cost in ${billed}.`,
		);
}

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
