import type { INodeParameters } from 'n8n-workflow';
import { byId, containing, useBilling } from '../../billing.mts';
import { useScriptedService } from '../../scripted.mts';

// Values that an update keeps are sent back unchanged, or nothing is sent at all.
const billing = useBilling();
const service = useScriptedService();
const more = () => ({ credential: service.credential() });
const written = () => service.methods().filter((method) => !/^(get|list)/.test(method));

const ITEMS =
	'<items><item><item_id>1</item_id><name>A</name><type>Products</type><unit_cost>5</unit_cost><quantity>1</quantity></item></items>';

/**
 * An operation that reads a record and sends its values again: the method that returns it, the record, and the form.
 */
const OPERATIONS = {
	'invoice update': ['getInvoice', `<invoice>@${ITEMS}</invoice>`, { invoiceId: byId(7) }],
	'estimate update': ['getEstimate', `<estimate>@${ITEMS}</estimate>`, { estimateId: byId(7) }],
	'client update': ['getClient', '<client><name>Ann</name>@</client>', { clientId: byId(7) }],
	'expense update': ['getExpense', '<expense><amount>5</amount>@</expense>', { expenseId: byId(7) }],
	'project update': [
		'getProject',
		'<project><project_name>P</project_name>@</project>',
		{ projectId: byId(7) },
	],
	'staff update': ['getStaff', '<staff><name>Ann</name>@</staff>', { staffId: byId(7) }],
	'task update': ['getTask', '<task><task_name>T</task_name>@</task>', { taskId: byId(7) }],
	'invoice createFromEstimate': [
		'getEstimate',
		`<estimate><total_tax>0</total_tax>@${ITEMS}</estimate>`,
		{ estimateId: byId(7) },
	],
} as const;

type Name = keyof typeof OPERATIONS;

const run = async (name: Name, shown: string, parameters: INodeParameters = {}) => {
	const [method, record, form] = OPERATIONS[name];
	const [resource = '', operation = ''] = name.split(' ');
	service.answer(method, record.replace('@', shown));
	return await billing.errorOf(resource, operation, { ...form, ...parameters }, more()).catch(() => 'done');
};

/** Ways to show a text that no request can carry. */
const ODD = ['a <b>bold</b> word', 'once</@><@>twice', 'Gr\ufffd\ufffdn'];
const odd = (field: string) => ODD.map((text) => `<${field}>${text.replaceAll('@', field)}</${field}>`);

describe.each<[Name, string, string[]]>([
	['invoice update', 'notes', odd('notes')],
	['invoice update', 'terms', odd('terms')],
	['invoice update', 'date', ['<date>01/11/2026</date>', '<date>2026-01-31T23:30:00-05:00</date>']],
	['invoice update', 'invoice due date', ['<invoice_due_date>2026-1-2</invoice_due_date>']],
	['invoice update', 'late fee ID', ['<late_fee_id>LF-3</late_fee_id>', '<late_fee_id>-1</late_fee_id>']],
	['invoice update', 'address', odd('address').map((text) => `<client>${text}</client>`)],
	['invoice update', 'client ID', ['<client>Ann</client>', '<client><client_id>C7</client_id></client>']],
	['estimate update', 'notes', odd('notes')],
	['estimate update', 'estimate status', odd('estimate_status')],
	['client update', 'address', odd('address')],
	['expense update', 'vendor', odd('vendor')],
	['expense update', 'date', ['<date>01.11.2026</date>']],
	['expense update', 'tax1', ['<tax1>VAT</tax1>']],
	['expense update', 'amount', ['<amount>1.100,00</amount>']],
	['project update', 'task', ['<task>7, 8</task>', '<task><id>7</id></task>']],
	['staff update', 'bill rate', ['<bill_rate>1,200</bill_rate>', '<bill_rate>90,50 EUR</bill_rate>']],
	['staff update', 'assigned clients', ['<assigned_clients>none</assigned_clients>']],
	['task update', 'task rate', ['<task_rate>90,50</task_rate>']],
	['invoice createFromEstimate', 'notes', odd('notes')],
	['invoice createFromEstimate', 'estimate title', odd('estimate_title')],
])('%s of a record that shows its %s oddly', (name, field, records) => {
	it.each(records)('as in %s is refused by name, with nothing sent', async (shown) => {
		const message = await run(name, shown);
		expect(message).toContain(`The ${field} of `);
		expect(message).toContain('Nothing was sent');
		expect(written()).toEqual([]);
	});
});

it('An estimate whose taxes cannot be read is not invoiced without a word on taxes', async () => {
	for (const shown of ['', '<total_tax>5,00</total_tax>']) {
		service.answer('getEstimate', `<estimate>${shown}${ITEMS}</estimate>`);
		const form = { estimateId: byId(7) };
		expect(await billing.errorOf('invoice', 'createFromEstimate', form, more())).toContain(
			'Their total cannot be read',
		);
	}
	expect(written()).toEqual([]);
});

describe('Invoice > Update of notes that cannot be carried over', () => {
	const [notes = ''] = odd('notes');

	it.each<[string, INodeParameters]>([
		['are set', { updateFields: { notes: 'N' } }],
		['are cleared', { updateFields: { clearFields: ['notes'] } }],
		['are let go', { updateFields: { poNumber: 'P' }, options: { keepUnchanged: false } }],
	])('goes through where the notes %s', async (_, parameters) => {
		await run('invoice update', notes, parameters);
		expect(written()).toEqual(['updateInvoice']);
	});

	it('carries over what is text, with its blanks, and leaves zeros and empty elements out', async () => {
		const shown =
			'<notes> a &amp; b\n</notes><terms/><date> 2026-11-19 10:00:00</date><invoice_due_date>0000-00-00</invoice_due_date><late_fee_id>0</late_fee_id><invoice_status>Sent </invoice_status>';
		await run('invoice update', shown, { updateFields: { poNumber: 'P' } });
		expect(service.sent('updateInvoice')).toEqual([
			containing(
				'<po_number>P</po_number><date>2026-11-19</date><status>sent</status><notes> a &amp; b\n</notes>',
			),
		]);
	});
});

it('A line that cannot be carried over is not changed', async () => {
	const [description = ''] = odd('description');
	const items = ITEMS.replace('<unit_cost>', `${description}<unit_cost>`);
	service.answer('getInvoice', `<invoice>${items}</invoice>`);
	const change = { invoiceItemId: '1', changes: { unitCost: '6' } };
	const parameters = { invoiceId: byId(7), lineItems: { line: [change] } };
	const message = await billing.errorOf('invoice', 'updateItems', parameters, more());
	expect(message).toContain('The description of the line with ID 1 of the invoice with ID 7 ');
	expect(written()).toEqual([]);
});
