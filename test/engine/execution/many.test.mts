import { byId, useBilling } from '../billing.mts';

const billing = useBilling();

/** Adds copies of the oldest invoice and its line as drafts. @returns their identifiers, oldest first */
function addDrafts(count: number): Array<{ id: number }> {
	const { sandbox } = billing;
	const [invoice] = sandbox.records('invoice');
	const [line] = sandbox.records('line').filter(({ document }) => document === 'invoice');
	if (invoice === undefined || line === undefined) throw new Error('There is no invoice with a line');
	const { id: _, ...header } = invoice;
	const { id: __, ...position } = line;
	const open = { invoice_status: 'Draft', net_balance: '50.00', outstanding: '50.00', total_paid: '0.00' };
	return sandbox.store.transaction(() =>
		Array.from({ length: count }, (_each, nth) => {
			const number = `N-${nth}`;
			const draft = { ...header, ...open, status: 'Active', number, number_key: number };
			const id = sandbox.store.insert('invoice', draft);
			sandbox.store.insert('line', { ...position, document: 'invoice', document_id: id });
			return { id };
		}),
	);
}

it('150 mails take two lists before and two after, where lists show full records', async () => {
	const items = addDrafts(150);
	const output = await billing.outputOf('invoice', 'send', { invoiceId: byId('={{ $json.id }}') }, { items });
	expect(output).toHaveLength(150);
	expect(output.every(({ sent, invoice_status }) => sent === true && invoice_status === 'Sent')).toBe(true);
	const counts: Record<string, number> = {};
	for (const method of billing.methods()) counts[method] = (counts[method] ?? 0) + 1;
	expect(counts).toEqual({ listInvoice: 4, sendInvoiceMail: 150, getClient: 1 });
});
