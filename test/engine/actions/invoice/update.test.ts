import { byId, locator, useBilling } from '../../billing.ts';

const billing = useBilling();
const stored = (id: number) => billing.sandbox.records('invoice').find((invoice) => invoice.id === id);
const linesOf = (id: number) =>
	billing.sandbox
		.records('line')
		.filter(({ document, document_id }) => document === 'invoice' && document_id === id);

describe('Invoice > Update', () => {
	it.each(['Draft', 'Sent', 'Viewed', 'Paid', 'Partial-Paid', 'Outstanding', 'Auto-Paid'])(
		'keeps every header value, all lines and charges of an invoice that is %s',
		async (invoice_status) => {
			const everything = {
				title: 'Title <&>',
				number: '007',
				po_number: '0042',
				date: '2026-01-02',
				due_date: '2026-03-20',
				schedule_date: '2026-04-01',
				late_fee_id: 1,
				terms: 'Terms',
				invoice_status,
			};
			billing.sandbox.change('invoice', 4, everything);
			const { invoices, lines, charges } = snapshot();
			await billing.outputOf('invoice', 'update', { invoiceId: byId(4), updateFields: { notes: 'Changed' } });
			expect(snapshot()).toEqual({
				invoices: invoices.map((row) =>
					row.id === 4 ? { ...row, notes: 'Changed', ...recalculated(4) } : row,
				),
				lines,
				charges,
			});
		},
	);

	const snapshot = () => ({
		invoices: billing.sandbox.records('invoice'),
		lines: billing.sandbox.records('line'),
		charges: billing.sandbox.records('charge'),
	});

	/** What the service works out itself, and a change of the rows past the interface leaves behind. */
	function recalculated(id: number) {
		const { late_fee, total_paid, outstanding, net_balance, number_key } = stored(id) ?? {};
		return { late_fee, total_paid, outstanding, net_balance, number_key };
	}

	it('sends every field', async () => {
		const updateFields = {
			additionalCharges: { additionalCharge: [{ name: 'Shipping', type: 'Fixed', amount: '3' }] },
			address: 'New Street 1',
			clientId: byId(5),
			date: '2026-02-01',
			dueDate: '2026-03-01',
			lateFee: 2,
			notes: 'N',
			number: 'U-1',
			poNumber: '009',
			scheduleDate: '2026-05-05',
			status: 'viewed',
			terms: 'T',
			invoiceTitle: 'I',
		};
		const line = [{ name: 'Only line', unitCost: '10', quantity: '1', tax1: 1 }];
		const parameters = { invoiceId: byId(2), linesFrom: 'form', lineItems: { line }, updateFields };
		const [invoice] = await billing.outputOf('invoice', 'update', parameters);
		expect(stored(2)).toMatchObject({
			address: 'New Street 1',
			client_id: 5,
			date: '2026-02-01',
			due_date: '2026-03-01',
			late_fee_id: 2,
			notes: 'N',
			number: 'U-1',
			po_number: '009',
			schedule_date: '2026-05-05',
			invoice_status: 'Viewed',
			terms: 'T',
			title: 'I',
		});
		expect(linesOf(2)).toMatchObject([{ name: 'Only line', tax1_name: 'VAT', tax1_percent: '20.00' }]);
		const charges = billing.sandbox.records('charge').filter(({ invoice_id }) => invoice_id === 2);
		expect(charges).toMatchObject([{ name: 'Shipping', type: 'Fixed', amount: '3.00' }]);
		expect(invoice).toMatchObject({ result: 'updated', invoice_id: 2, number: 'U-1' });
	});

	it('keeps the status when it replaces the lines', async () => {
		billing.sandbox.change('invoice', 2, { invoice_status: 'Partial-Paid' });
		const parameters = {
			invoiceId: byId(2),
			linesFrom: 'json',
			linesJson: '[{ "name": "A", "unit_cost": 5 }]',
		};
		await billing.outputOf('invoice', 'update', parameters);
		expect(stored(2)?.invoice_status).toBe('Partial-Paid');
		expect(billing.warnings()).toBe('');
	});

	it('warns when the service makes a draft of an invoice whose lines are replaced', async () => {
		billing.sandbox.change('invoice', 2, { invoice_status: 'Disputed' });
		const parameters = {
			invoiceId: byId(2),
			linesFrom: 'json',
			linesJson: '[{ "name": "A", "unit_cost": 5 }]',
		};
		await billing.outputOf('invoice', 'update', parameters);
		expect(stored(2)?.invoice_status).toBe('Draft');
		expect(billing.warnings()).toContain('draft');
	});

	it('does not take the address of one client over to another', async () => {
		await billing.outputOf('invoice', 'update', { invoiceId: byId(2), updateFields: { clientId: byId(5) } });
		expect(stored(2)).toMatchObject({ client_id: 5, address: '' });
	});

	it('sends only what is given when other values are not to be kept', async () => {
		await billing.outputOf('invoice', 'update', {
			invoiceId: byId(2),
			updateFields: { clientId: byId(4), notes: 'Only this' },
			options: { keepUnchanged: false, return: 'id' },
		});
		expect(billing.methods()).toEqual(['updateInvoice']);
		expect(billing.sent('updateInvoice')).toEqual([
			{ invoice_id: '2', client: { client_id: '4' }, notes: 'Only this' },
		]);
		expect(stored(2)).toMatchObject({ title: '', terms: '', notes: 'Only this' });
	});

	it('finds the invoice by its number', async () => {
		const invoiceId = locator('number', '00006');
		const [invoice] = await billing.outputOf('invoice', 'update', {
			invoiceId,
			updateFields: { notes: 'X' },
		});
		expect(invoice).toMatchObject({ invoice_id: 6, notes: 'X' });
	});

	it.each(['', 'INV-1', '0', '2.5'])('refuses the identifier %j before anything is sent', async (id) => {
		const parameters = { invoiceId: byId('={{ $json.id }}'), updateFields: { notes: 'X' } };
		expect(await billing.errorOf('invoice', 'update', parameters, { items: [{ id }] })).toContain('Invoice');
		expect(billing.methods()).toEqual([]);
	});
});
