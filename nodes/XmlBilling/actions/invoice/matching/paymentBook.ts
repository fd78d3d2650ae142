import { invoiceRecord, type Link } from '../../../records';
import { clientLink } from '../../../records/links';
import { outputRecord } from '../../../records/outputRecord';
import { addNames } from '../../../reads/linkedNames';
import type { ItemContext } from '../../../engine/item/itemContext';
import { textOf, type BillingRecord } from '../../../xml/shape';
import { dayIn } from '../../../xml/days';
import { amountIn } from '../../../records/amounts';
import { clientIdOf } from '../../documents/billedClients';
import { inStatus, isActive, isDraft, shows } from '../../../records/states';
import { recordsFor } from '../../../engine/reads/recordReads';
import { isOutstanding, makeBook, type Billed, type Book } from './matches';

/** All active invoices, for matching payments. Read once per execution; settled ones count too, for their numbers. */
export const bookOf = async (item: ItemContext): Promise<Book> =>
	await item.api.remember(invoiceRecord.name, 'for payments', async () => await readBook(item));

async function readBook(item: ItemContext): Promise<Book> {
	const invoices = await recordsFor(item, invoiceRecord, {
		lists: inStatus('Active'),
		keep: isActive,
		isEnough: (invoice) =>
			shows(invoice, ['number', 'outstanding', 'invoice_status']) && clientIdOf(invoice) !== undefined,
	});
	// Once for all open ones.
	const outputs = invoices.map((invoice) => {
		const billed = toBilled(invoice);
		const links = isOutstanding(billed) ? [NAMES] : [];
		return { billed, record: outputRecord(invoiceRecord, invoice), links };
	});
	const named = await addNames(item.api, outputs);
	return makeBook(named.map(({ billed, record }) => ({ ...billed, ...namesIn(record) })));
}

const NAMES: Link = {
	...clientLink,
	adds: { client_organization: 'organization', client_name: 'name' },
};

/** The same invoice with the names of its client. */
export async function named(item: ItemContext, invoice: Billed, record: BillingRecord): Promise<Billed> {
	const output = { record: outputRecord(invoiceRecord, record), links: [NAMES] };
	const [found] = await addNames(item.api, [output]);
	return { ...invoice, ...namesIn(found?.record) };
}

const namesIn = (output: Readonly<Record<string, unknown>> = {}) => ({
	organization: textOf(output['client_organization']),
	contact: textOf(output['client_name']),
});

/** What matching needs of an invoice, as far as it shows that. */
export const toBilled = (record: BillingRecord): Billed => ({
	id: Number(record[invoiceRecord.id]),
	number: textOf(record['number']).trim(),
	clientId: clientIdOf(record) ?? 0,
	organization: '',
	contact: '',
	dueDate: dayIn(record['invoice_due_date']) ?? '',
	outstanding: amountIn(record['outstanding']),
	currency: textOf(record['currency']),
	isDraft: isDraft(record),
});
