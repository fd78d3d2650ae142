import { byId, useBilling } from '../billing.mts';

const billing = useBilling();
const EACH = { invoiceId: byId('={{ $json.id }}') };

/** Adds drafts with a line each. @returns their identifiers, oldest first */
function addDrafts(count: number): Array<{ id: number }> {
	const [invoice] = billing.sandbox.records('invoice');
	const [line] = billing.sandbox.records('line').filter(({ document }) => document === 'invoice');
	const copyOf = (kind: 'invoice' | 'line', row: object | undefined, more: object) => {
		const fields = Object.entries(row ?? {}).filter(([name]) => name !== 'id');
		return billing.sandbox.store.insert(kind, { ...Object.fromEntries(fields), ...more });
	};
	const open = { invoice_status: 'Draft', net_balance: '50.00', outstanding: '50.00', total_paid: '0.00' };
	return billing.sandbox.store.transaction(() =>
		Array.from({ length: count }, (_, nth) => {
			const number = `N-${nth}`;
			const id = copyOf('invoice', invoice, { ...open, status: 'Active', number, number_key: number });
			copyOf('line', line, { document: 'invoice', document_id: id });
			return { id };
		}),
	);
}

function counted(methods: readonly string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const method of methods) counts[method] = (counts[method] ?? 0) + 1;
	return counts;
}

it('300 deletes, where a credential allows only drafts, take a read of each before all, and another before its own', async () => {
	const items = addDrafts(300);
	const credential = { ...billing.credential(), allowDeleting: 'drafts' };
	const output = await billing.outputOf('invoice', 'delete', EACH, { credential, items });
	expect(output).toHaveLength(300);
	// The first is deleted right after the reads before all.
	expect(counted(billing.methods())).toEqual({ getInvoice: 599, deleteInvoice: 300 });
});

it('300 mails take three lists before and three after, where lists show full records', async () => {
	const items = addDrafts(300);
	const output = await billing.outputOf('invoice', 'send', EACH, { items });
	expect(output.every(({ sent, invoice_status }) => sent === true && invoice_status === 'Sent')).toBe(true);
	expect(counted(billing.methods())).toEqual({ listInvoice: 6, sendInvoiceMail: 300, getClient: 1 });
});
