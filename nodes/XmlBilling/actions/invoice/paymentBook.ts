import { invoiceRecord, type Link } from '../../records';
import { clientLink } from '../../records/links';
import { outputRecord } from '../../records/outputRecord';
import { addNames } from '../../engine/linkedNames';
import type { ItemContext } from '../../engine/itemContext';
import { isSameText, textOf, type BillingRecord } from '../../xml/shape';
import { decimalOf } from '../../xml/values';
import { dayOf, valueAt } from '../../records/display';
import { shows } from '../common/invoiceStates';
import { readInvoices } from '../common/readInvoices';
import { isOpen, makeBook, type Billed, type Book } from './matchPayment';

/** All active invoices, for matching payments. Read once per execution; settled ones count too, for their numbers. */
export const bookOf = async (item: ItemContext): Promise<Book> =>
	await item.api.remember(invoiceRecord.name, 'for payments', async () => await readBook(item));

async function readBook(item: ItemContext): Promise<Book> {
	const records = await readInvoices(item, {
		statuses: ['Active'],
		mayMatter: isActive,
		isEnough: (listed) => shows(listed, NEEDED) && valueAt(listed, 'client/client_id') !== undefined,
		because: 'lists do not show what is outstanding on them',
	});
	return makeBook(await withNames(item, records));
}

const NEEDED = ['number', 'outstanding', 'invoice_status'];

/** Whether a record may be active. A list may omit its status. */
export const isActive = ({ status }: BillingRecord): boolean =>
	textOf(status) === '' || isSameText(status, 'Active');

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
	clientId: Number(valueAt(record, 'client/client_id') ?? 0),
	organization: '',
	contact: '',
	dueDate: dayOf('invoice_due_date')(record),
	outstanding: decimalOf(record['outstanding']),
	currency: textOf(record['currency']),
	isDraft: isSameText(record['invoice_status'], 'Draft'),
});
