import { invoiceRecord, type Link } from '../../../records';
import { clientLink } from '../../../records/links';
import { outputRecord } from '../../../records/outputRecord';
import { addNames } from '../../../engine/reads/linkedNames';
import type { ItemContext } from '../../../engine/itemContext';
import { textOf, type BillingRecord } from '../../../xml/shape';
import { dayIn } from '../../../xml/days';
import { amountIn } from '../../../records/amounts';
import { clientIdOf } from '../../documents/billedClients';
import { isActive, isDraft, shows } from '../../../records/states';
import { readInvoices } from '../../documents/readInvoices';
import { isOpen, makeBook, type Billed, type Book } from './matchPayment';

/** All active invoices, for matching payments. Read once per execution; settled ones count too, for their numbers. */
export const bookOf = async (item: ItemContext): Promise<Book> =>
	await item.api.remember(invoiceRecord.name, 'for payments', async () => await readBook(item));

async function readBook(item: ItemContext): Promise<Book> {
	const records = await readInvoices(item, {
		statuses: ['Active'],
		mayMatter: isActive,
		isEnough: (listed) => shows(listed, NEEDED) && clientIdOf(listed) !== undefined,
		because: 'lists do not show what is outstanding on them',
	});
	return makeBook(await withNames(item, records));
}

const NEEDED = ['number', 'outstanding', 'invoice_status'];

const NAMES: Link = {
	...clientLink,
	adds: { client_organization: 'organization', client_name: 'name' },
};

/** Reads the names of the clients of open invoices: once for all of them. */
async function withNames(item: ItemContext, records: readonly BillingRecord[]): Promise<Billed[]> {
	const invoices = records.map(toBilled);
	const outputs = records.map((record, nth) => ({
		record: outputRecord(invoiceRecord, record),
		links: invoices[nth] !== undefined && isOpen(invoices[nth]) ? [NAMES] : [],
	}));
	const named = await addNames(item.api, outputs);
	return invoices.map((invoice, nth) => ({ ...invoice, ...namesIn(named[nth]?.record) }));
}

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

/** What matching needs of an invoice, as far as the record shows it. */
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
