import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { post, TODAY } from './walk/service.mts';

// What the page of a mail says, and the document on it as its client sees it. A browser is in e2e/sandboxPages.test.mts.

const TOKEN = 'sandbox-token-main';
let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ today: () => TODAY });
});
afterEach(async () => await sandbox.close());

const ask = async (method: string, content: string) =>
	await post(sandbox, TOKEN, `<request method="${method}">${content}</request>`);

/** The page of the newest mail: its markup, and each part of it that people read, in order. */
async function newest() {
	const path = `/main/mail/${sandbox.outbox.at(-1)?.id}`;
	const answer = await fetch(`http://127.0.0.1:${sandbox.port}${path}`);
	const markup = await answer.text();
	const text = (/<main>([^]*)<\/main>/.exec(markup)?.[1] ?? '').replace(/<caption>.*?<\/caption>/g, '');
	const read = text.split(/<[^>]*>/).map((part) => part.trim());
	return { status: answer.status, markup, read: read.filter((part) => part !== '') };
}

const LINE = `<item><name>Design &amp; print</name><type>Service</type><description>Two days</description><unit_cost>150.00</unit_cost>
<quantity>2</quantity><discount>10</discount><discount_type>Percent</discount_type>
<tax1_name>VAT</tax1_name><tax1_percent>20</tax1_percent><tax2_name>Service tax</tax2_name><tax2_percent>2.5</tax2_percent></item>
<item><name>Travel</name><type>Service</type><unit_cost>1030.00</unit_cost><quantity>1</quantity>
<discount>30</discount><discount_type>Fixed</discount_type><tax1_name>VAT</tax1_name><tax1_percent>20</tax1_percent></item>`;
const HEADER = `<client><client_id>1</client_id></client>
<invoice_title>Campaign</invoice_title><estimate_title>Campaign</estimate_title><number>M-1</number>
<date>2026-03-01</date><po_number>PO-7</po_number><notes>Thank you.</notes><terms>Net 30 &lt;days&gt;.</terms>`;
const CHARGE = `<additional_charges><additional_charge><name>Handling</name><type>Percent</type><amount>2.50</amount>
</additional_charge></additional_charges>`;

const SHEET = [
	...['From', 'Northwind Studio Ltd', 'Morgan Hale'],
	...[
		'Billed To',
		'Harbour &amp; Pine Ltd',
		'Eleanor Voss\n12 Quay Street\nBristol BS1 4RN\neleanor.voss@harbour.example',
	],
];
const LINES = [
	...['Name', 'Description', 'Quantity', 'Unit Cost', 'Discount', 'Taxes', 'Net Amount'],
	...[
		'Design &amp; print',
		'Two days',
		'2.00',
		'150.00',
		'10.00 %',
		'VAT 20 %, Service tax 2.5 %',
		'270.00 GBP',
	],
	...['Travel', '1.00', '1,030.00', '30.00 GBP', 'VAT 20 %', '1,000.00 GBP'],
];
const SUMS = [
	...['Subtotal', '1,330.00 GBP', 'Discounts', '-60.00 GBP'],
	...['VAT 20 %', '254.00 GBP', 'Service tax 2.5 %', '6.75 GBP'],
];

async function sendInvoice(more = ''): Promise<number> {
	await ask('createInvoice', `${HEADER}${more}<items>${LINE}</items>${CHARGE}`);
	const id = sandbox.records('invoice').at(-1)?.id ?? 0;
	await ask('sendInvoiceMail', `<invoice_id>${id}</invoice_id>`);
	return id;
}

test('the mail of an invoice says what it bills, and shows it: parties, dates, lines, and how they come to what is outstanding', async () => {
	const id = await sendInvoice('<due_date>2026-03-31</due_date>');
	await ask(
		'invoiceOfflinePayment',
		`<invoice><id>${id}</id><method>Cash</method><amount>100.50</amount></invoice>`,
	);
	const { markup, read } = await newest();
	expect(read).toContain('Northwind Studio Ltd sent you invoice M-1 for 1,569.02 GBP, due 2026-03-31.');
	expect(read.slice(read.indexOf('Invoice M-1'))).toEqual([
		...['Invoice M-1', 'Campaign', ...SHEET],
		...['Date', '2026-03-01', 'Due Date', '2026-03-31', 'PO Number', 'PO-7'],
		...[...LINES, 'Part', 'Amount', ...SUMS, 'Handling 2.5 %', '38.27 GBP', 'Total', '1,569.02 GBP'],
		...['Paid', '-100.50 GBP', 'Outstanding', '1,468.52 GBP'],
		...['Notes', 'Thank you.', 'Terms', 'Net 30 &lt;days&gt;.'],
	]);
	expect(markup).not.toContain('<script');
	expect(markup).toContain(`href="/main/invoice/${id}"`);
});

test('the mail of an estimate shows the estimate, which has no due date and nothing to pay', async () => {
	await ask('createEstimate', `${HEADER}<items>${LINE}</items>`);
	await ask('sendEstimateMail', `<estimate_id>${sandbox.records('estimate').at(-1)?.id}</estimate_id>`);
	const { read } = await newest();
	expect(read).toContain('Northwind Studio Ltd sent you estimate M-1 for 1,530.75 GBP.');
	expect(read.slice(read.indexOf('Estimate M-1'))).toEqual([
		...['Estimate M-1', 'Campaign', ...SHEET.map((text) => (text === 'Billed To' ? 'For' : text))],
		...['Date', '2026-03-01', 'PO Number', 'PO-7'],
		...[...LINES, 'Part', 'Amount', ...SUMS, 'Total', '1,530.75 GBP'],
		...['Notes', 'Thank you.', 'Terms', 'Net 30 &lt;days&gt;.'],
	]);
});

test('the mail about a payment says what is outstanding; without a due date, that of an invoice names none', async () => {
	const id = await sendInvoice();
	expect((await newest()).read).toContain('Northwind Studio Ltd sent you invoice M-1 for 1,569.02 GBP.');
	const payment = `<id>${id}</id><method>Cash</method><amount>562.50</amount><client_notification>1</client_notification>`;
	await ask('invoiceOfflinePayment', `<invoice>${payment}</invoice>`);
	expect((await newest()).read).toContain(
		'Northwind Studio Ltd received your payment for invoice M-1. Of 1,569.02 GBP, 1,006.52 GBP is outstanding.',
	);
});

test('a late fee stands between the total and what is paid', async () => {
	const id = await sendInvoice();
	sandbox.change('invoice', id, { late_fee: '12.00', outstanding: '1581.02' });
	const { read } = await newest();
	expect(read.slice(read.indexOf('Total'), read.indexOf('Notes'))).toEqual([
		...['Total', '1,569.02 GBP', 'Late Fee', '12.00 GBP', 'Paid', '0.00 GBP', 'Outstanding', '1,581.02 GBP'],
	]);
});

test('a mail whose invoice is gone says so', async () => {
	const id = await sendInvoice();
	sandbox.store.run('DELETE FROM invoice WHERE id = ?', id);
	expect(await newest()).toMatchObject({
		status: 200,
		read: expect.arrayContaining(['What it is about is no longer there.']) as unknown,
	});
});
