import { byExpression, byId, containing, useBilling } from '../../billing.mts';
import { useScriptedService } from '../../scripted.mts';

const billing = useBilling();
const scripted = useScriptedService();

/** Invoices that are not paid, paid in part, and paid in full. */
const [OPEN, OTHER, PART, PAID] = [4, 6, 8, 1];
const each = { invoiceId: byId('={{ $json.id }}') };
const toItems = (...ids: number[]) => ids.map((id) => ({ id }));
const continuesOnFail = { onError: 'continueRegularOutput' as const };
const settle = (id: number, invoice_status: string, total_paid: string, outstanding: string) =>
	billing.sandbox.change('invoice', id, { invoice_status, total_paid, outstanding });
const statusOf = (id: number) =>
	billing.sandbox.records('invoice').find((invoice) => invoice.id === id)?.invoice_status;
const refused = (id: number) =>
	`Invoice ${String(id).padStart(5, '0')} is paid, and sending it would set its status to Sent`;

beforeEach(() => {
	settle(OPEN, 'Unpaid', '0.00', '100.00');
	settle(OTHER, 'Viewed', '0.00', '100.00');
	settle(PART, 'Partial-Paid', '40.00', '60.00');
	settle(PAID, 'Paid', '100.00', '0.00');
});

describe('Invoice > Send', () => {
	it.each([
		['Paid', '100.00', '0.00'],
		['Auto-Paid', '0.00', '0.00'],
		['Viewed', '100.00', '0.00'],
	])('refuses an invoice that is paid: %s, %s, %s', async (status, paid, outstanding) => {
		settle(OPEN, status, paid, outstanding);
		const { error } = await billing.run('invoice', 'send', { invoiceId: byId(OPEN) });
		expect(error?.message).toBe(refused(OPEN));
		expect(error?.description).toMatch(
			/^Nothing was sent\. To send it anyway, add the option Send Paid Invoices\.$/,
		);
		expect(billing.writes()).toEqual([]);
	});

	it.each([
		['Sent', '0.00', '0.00'],
		['Draft', '0.00', '100.00'],
	])('sends one that nothing was paid of, without a warning: %s, %s, %s', async (...facts) => {
		settle(OPEN, ...facts);
		const [output] = await billing.outputOf('invoice', 'send', { invoiceId: byId(OPEN) });
		expect(output).toMatchObject({ invoice_id: OPEN, sent: true });
		expect(billing.warnings()).toBe('');
	});

	it('sends one that is partly paid, with a warning, and one that is paid where that is allowed', async () => {
		const options = { sendPaid: '={{ $json.id === 1 }}' };
		const items = toItems(OPEN, PART, PAID);
		const output = await billing.outputOf('invoice', 'send', { ...each, options }, { items });
		expect(output.map(({ sent }) => sent)).toEqual([true, true, true]);
		expect(billing.warnings()).toBe(
			'Item 2: This invoice is partly paid. Sending it sets its status to Sent.',
		);
		expect([PART, PAID].map(statusOf)).toEqual(['Sent', 'Sent']);
	});

	it('sends each of the others once if the run continues, and nothing if it does not', async () => {
		const items = toItems(OPEN, PAID, OTHER, PAID, OPEN);
		const output = await billing.outputOf('invoice', 'send', each, { items, settings: continuesOnFail });
		const paid = { error: refused(PAID), message: containing('Nothing was sent.') };
		expect(output).toMatchObject([{ sent: true }, paid, { sent: true }, paid, { sent: true }]);
		expect(billing.sent('sendInvoiceMail')).toEqual([OPEN, OTHER].map((id) => ({ invoice_id: String(id) })));
		const before = billing.methods().slice(0, billing.methods().indexOf('sendInvoiceMail'));
		expect(before).toEqual(['getInvoice', 'getInvoice', 'getInvoice']);
		billing.sandbox.clearRequests();
		const { error } = await billing.run('invoice', 'send', each, { items });
		expect(error?.message).toBe(refused(PAID));
		expect(billing.writes()).toEqual([]);
	});

	it('warns in a preview as well, and refuses there what it would refuse', async () => {
		const options = { preview: true };
		const [output] = await billing.outputOf('invoice', 'send', { invoiceId: byId(PART), options });
		expect(output?.['warnings']).toEqual([
			'This invoice is partly paid. Sending it sets its status to Sent.',
		]);
		expect(await billing.errorOf('invoice', 'send', { invoiceId: byId(PAID), options })).toContain('is paid');
		expect(billing.writes()).toEqual([]);
	});

	it('sends none that cannot be read', async () => {
		scripted.answer('getInvoice', 'Something broke.', 500);
		const more = { credential: scripted.credential() };
		await billing.run('invoice', 'send', { invoiceId: byId(OPEN) }, more);
		expect(scripted.sent('sendInvoiceMail')).toEqual([]);
	});

	it('leaves an invoice that does not exist to the service', async () => {
		const output = await billing.outputOf('invoice', 'send', each, {
			items: toItems(99999, OPEN),
			settings: continuesOnFail,
		});
		expect(output).toMatchObject([
			{ error: containing('The invoice with ID 99999 was not sent.') },
			{ sent: true },
		]);
	});
});

it('Estimate > Send reads no estimate before', async () => {
	await billing.outputOf('estimate', 'send', { estimateId: byExpression(2), options: { return: 'id' } });
	expect(billing.methods()).toEqual(['sendEstimateMail']);
});
