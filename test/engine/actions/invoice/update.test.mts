import { byId, useBilling } from '../../billing.mts';

const billing = useBilling();
const stored = (id: number) => billing.sandbox.records('invoice').find((invoice) => invoice.id === id);
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

	/** Values that the service calculates, or that remain when rows are changed directly. */
	function recalculated(id: number) {
		const { late_fee, total_paid, outstanding, net_balance, number_key } = stored(id) ?? {};
		return { late_fee, total_paid, outstanding, net_balance, number_key };
	}

	it.each([
		['keeps the status', 'Partial-Paid', 'Partial-Paid', /^$/],
		[
			'warns when the service makes a draft of an invoice',
			'Disputed',
			'Draft',
			/the invoice status 'Draft' instead of 'disputed'/i,
		],
	])('%s when it replaces the lines of one that is %s', async (_, before, after, warning) => {
		billing.sandbox.change('invoice', 2, { invoice_status: before });
		const linesJson = '[{ "name": "A", "unit_cost": 5 }]';
		await billing.outputOf('invoice', 'update', { invoiceId: byId(2), linesFrom: 'json', linesJson });
		expect(stored(2)?.invoice_status).toBe(after);
		expect(billing.warnings()).toMatch(warning);
	});
});
