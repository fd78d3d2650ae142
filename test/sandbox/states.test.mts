import { at, textAt, textsAt } from './walk/answers.mts';
import { CLIENT, createInvoice, getInvoice, LINE, pay, statusOf } from './walk/invoices.mts';
import { fields } from './walk/records.mts';
import { TODAY, useService } from './walk/service.mts';

const service = useService();

/** §3: (none) by the methods that create an invoice. */
const CREATED = {
	...{ '': 'Draft', draft: 'Draft', sent: 'Sent', viewed: 'Viewed', paid: 'Paid' },
	...{ 'partial-paid': 'Draft', Sent: 'Draft', overdue: 'Draft' },
};

test.each([
	'createInvoice',
	'createInvoiceFromTimeTracking',
	'createInvoiceFromExpense',
	'createInvoiceFromEstimate',
])('%s creates an active invoice of today, with the status that is asked for', async (method) => {
	const record = await getInvoice(service, await createInvoice(service, {}, method));
	expect(fields(record, 'status', 'date', 'invoice_status')).toEqual(['Active', TODAY, 'Draft']);
	for (const [status, expected] of Object.entries(CREATED)) {
		const id = await createInvoice(service, { status }, method);
		expect([status, await statusOf(service, id)]).toEqual([status, expected]);
	}
});

/** §3: any invoice by updateInvoice, from Viewed. */
const UPDATED: ReadonlyArray<[status: string, withLines: boolean, expected: string]> = [
	['draft', false, 'Draft'],
	['sent', false, 'Sent'],
	['paid', true, 'Paid'],
	['partial-paid', true, 'Partial-Paid'],
	['partial-paid', false, 'Partial-Paid'],
	['', false, 'Viewed'],
	['', true, 'Draft'],
	['overdue', false, 'Viewed'],
	['overdue', true, 'Draft'],
	['Sent', true, 'Draft'],
];

test.each(UPDATED)(
	'updateInvoice with status %p, and lines: %p, makes a viewed invoice %s',
	async (status, withLines, expected) => {
		const id = await createInvoice(service, { status: 'viewed' });
		const lines = withLines ? LINE : {};
		await service.succeed('updateInvoice', { invoice_id: id, ...CLIENT, ...lines, status });
		expect(await statusOf(service, id)).toBe(expected);
	},
);

describe('updateInvoice', () => {
	const HEADER = {
		...{ 'client/address': 'Street', invoice_title: 'Title', number: 'N-1', date: '2026-01-02' },
		...{ due_date: '2099-01-03', schedule_date: '2026-01-04', po_number: 'PO', late_fee: '{lateFee}' },
		...{ notes: 'Notes', terms: 'Terms' },
	};
	const FIELDS =
		'client/address invoice_title date invoice_due_date invoice_schedule_date po_number notes terms late_fee_id';

	test('erases the omitted header fields', async () => {
		const id = await createInvoice(service, HEADER);
		await service.succeed('updateInvoice', { invoice_id: id, ...CLIENT });
		const record = await getInvoice(service, id);
		expect(fields(record, ...FIELDS.split(' ')).join()).toBe(',,,,,,,,0');
		expect(textAt(record, 'number')).not.toBe('N-1');
	});

	test('keeps what is sent again, the own number too', async () => {
		const id = await createInvoice(service, HEADER);
		const before = await getInvoice(service, id);
		await service.succeed('updateInvoice', { invoice_id: id, ...CLIENT, ...HEADER });
		expect(await getInvoice(service, id)).toEqual(before);
	});

	const CHARGE = 'additional_charges/additional_charge/name';

	test('keeps lines, charges and payments when the request has none', async () => {
		const id = await createInvoice(service, { [CHARGE]: 'Fee' });
		await pay(service, id, '10');
		const before = await getInvoice(service, id);
		await service.succeed('updateInvoice', { invoice_id: id, ...CLIENT });
		const after = await getInvoice(service, id);
		for (const part of ['items', 'additional_charges', 'transactions', 'net_balance', 'outstanding'])
			expect(at(after, part)).toEqual(at(before, part));
	});

	test('replaces charges when the request has some', async () => {
		const id = await createInvoice(service, { [CHARGE]: 'Fee' });
		await service.succeed('updateInvoice', { invoice_id: id, ...CLIENT, [CHARGE]: 'Other' });
		const record = await getInvoice(service, id);
		expect(textsAt(record, 'additional_charges/charge/name')).toEqual(['Other']);
	});
});
