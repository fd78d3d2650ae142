import { invoiceRecord } from '../../../nodes/XmlBilling/records';
import { byId, including, useBilling } from '../billing.mts';
import { useScriptedService } from '../scripted.mts';

// Many records at once: by lists where a list may decide, and by single reads where it says too little.
const full = useBilling();
const summary = useBilling({ listRecords: 'summary' });
const bare = useBilling({ listRecords: 'bare' });

const EACH = { invoiceId: byId('={{ $json.id }}') };
const NO_NAMES = { includeNames: false };

/** Adds drafts with a line each. @returns their identifiers, oldest first */
function addDrafts(count: number, { sandbox } = full): Array<{ id: number }> {
	const [invoice] = sandbox.records('invoice');
	const [line] = sandbox.records('line').filter(({ document }) => document === 'invoice');
	const copyOf = (kind: 'invoice' | 'line', row: object | undefined, more: object) => {
		const fields = Object.entries(row ?? {}).filter(([name]) => name !== 'id');
		return sandbox.store.insert(kind, { ...Object.fromEntries(fields), ...more });
	};
	const open = { invoice_status: 'Draft', net_balance: '50.00', outstanding: '50.00', total_paid: '0.00' };
	return sandbox.store.transaction(() =>
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

it('300 mails take a read of each before and three lists after, where lists show full records', async () => {
	const items = addDrafts(300);
	const output = await full.outputOf('invoice', 'send', EACH, { items });
	expect(output.filter(({ sent }) => sent === true)).toHaveLength(300);
	expect(counted(full.methods())).toEqual({
		...{ getInvoice: 300, sendInvoiceMail: 300, listInvoice: 3, getClient: 1 },
	});
});

it.each([
	['summaries', summary],
	['identifiers alone', bare],
])('Mails where lists show %s read what those omit, and return the same', async (_, service) => {
	const send = async (billing: typeof full) => {
		const items = addDrafts(30, billing);
		const parameters = { ...EACH, simplify: false, options: { ...NO_NAMES, sendPaid: true } };
		return await billing.outputOf('invoice', 'send', parameters, { items });
	};
	expect(await send(service)).toEqual(await send(full));
	expect(counted(service.methods())).toEqual({ listInvoice: 1, sendInvoiceMail: 30, getInvoice: 30 });
	expect(counted(full.methods())).toEqual({ listInvoice: 1, sendInvoiceMail: 30 });
});

describe('A list', () => {
	const service = useScriptedService();
	const IDS = [1, 2, 3, 4, 5, 6];
	const elements = (values: object) =>
		Object.entries(values)
			.map(([name, value]) => `<${name}>${value}</${name}>`)
			.join('');
	const OPEN = {
		...{ invoice_status: 'Sent', status: 'Active', net_balance: '50.00' },
		...{ total_paid: '0.00', outstanding: '50.00' },
	};
	const invoice = (id: number, fields: object) =>
		`<invoice>${elements({ invoice_id: id, ...fields })}</invoice>`;

	it.each([
		['Draft', 6],
		['Sent', 0],
	])('that shows %s after a mail leaves %d records to read', async (invoice_status, reads) => {
		const fields = Object.keys(invoiceRecord.shape).map((field): [string, string] => [field, '']);
		const whole = {
			...{ ...Object.fromEntries(fields), ...OPEN, number: 'A-1', date: '2026-03-01' },
			...{ client: '<client_id>1</client_id>', items: '<item><name>Design</name></item>' },
		};
		const listed = IDS.map((invoice_id) => invoice(invoice_id, { ...whole, invoice_id, invoice_status }));
		service.answer(
			'listInvoice',
			`<invoices page="1" total_pages="1" total_records="6">${listed.join('')}</invoices>`,
		);
		service.answer('getInvoice', (document) => invoice(Number(/_id>(\d+)/.exec(document)?.[1]), OPEN));
		service.answer(
			'sendInvoiceMail',
			(document) => /<invoice_id>\d+<\/invoice_id>/.exec(document)?.[0] ?? '',
		);
		const more = { items: IDS.map((id) => ({ id })), credential: service.credential() };
		const options = { ...NO_NAMES, sendPaid: true };
		const output = await full.outputOf('invoice', 'send', { ...EACH, options }, more);
		expect(output).toEqual(
			IDS.map((id) => including({ invoice_id: id, sent: true, invoice_status: 'Sent' })),
		);
		expect(service.sent('getInvoice')).toHaveLength(reads);
	});
});

describe('Where a credential allows deleting only drafts', () => {
	const drafts = () => ({ credential: { ...full.credential(), allowDeleting: 'drafts' } });

	it('300 deletes take a read of each before all, and another before its own, and no list decides', async () => {
		const items = addDrafts(300);
		const output = await full.outputOf('invoice', 'delete', EACH, { ...drafts(), items });
		expect(output).toHaveLength(300);
		// The first is deleted right after the reads before all.
		expect(counted(full.methods())).toEqual({ getInvoice: 599, deleteInvoice: 300 });
	});
});
