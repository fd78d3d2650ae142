import type { INodeParameters } from 'n8n-workflow';
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

describe('300 mails', () => {
	const send = async (options: INodeParameters) => {
		const items = addDrafts(300);
		const output = await full.outputOf('invoice', 'send', { ...EACH, options }, { items });
		expect(output.filter(({ sent }) => sent === true)).toHaveLength(300);
		return counted(full.methods());
	};

	it('take three lists before and three after, where lists show full records', async () => {
		expect(await send({})).toEqual({ listInvoice: 6, sendInvoiceMail: 300, getClient: 1 });
	});

	it('take nothing else, if only their identifiers return and paid ones may be sent', async () => {
		expect(await send({ return: 'id', sendPaid: true })).toEqual({ sendInvoiceMail: 300 });
	});

	it('of which some are archived, or gone, read those on their own', async () => {
		const items = addDrafts(200);
		for (const { id } of items.slice(0, 3)) full.sandbox.change('invoice', id, { status: 'Archived' });
		const settings = { onError: 'continueRegularOutput' as const };
		const all = [...items, { id: 99_999 }];
		await full.outputOf('invoice', 'send', { ...EACH, options: { return: 'id' } }, { items: all, settings });
		const before = full.methods().slice(0, full.methods().indexOf('sendInvoiceMail'));
		expect(counted(before)).toEqual({ listInvoice: 3, getInvoice: 4 });
	});
});

it.each([
	['summaries, which show what is outstanding', summary, 0],
	['identifiers alone', bare, 30],
])('Mails where lists show %s read only what those omit, and return the same', async (_, service, before) => {
	const send = async (billing: typeof full) => {
		const items = addDrafts(30, billing);
		const parameters = { ...EACH, simplify: false, options: NO_NAMES };
		return await billing.outputOf('invoice', 'send', parameters, { items });
	};
	expect(await send(service)).toEqual(await send(full));
	expect(counted(service.methods())).toEqual({
		...{ listInvoice: 2, sendInvoiceMail: 30, getInvoice: before + 30 },
	});
	expect(counted(full.methods())).toEqual({ listInvoice: 2, sendInvoiceMail: 30 });
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
	const PAID = { ...OPEN, invoice_status: 'Paid', total_paid: '50.00', outstanding: '0.00' };
	const invoice = (id: number, fields: object) =>
		`<invoice>${elements({ invoice_id: id, ...fields })}</invoice>`;
	/** Sends six invoices: the last one is paid, and listed with these fields. @returns those that were read before */
	const readBefore = async (...shown: object[]) => {
		const others = IDS.slice(0, 5).map((id) => invoice(id, OPEN));
		const last = shown.map((fields) => invoice(6, fields));
		service.answer(
			'listInvoice',
			`<invoices page="1" total_pages="1" total_records="6">${[...others, ...last].join('')}</invoices>`,
		);
		service.answer('getInvoice', (document) => invoice(Number(/_id>(\d+)/.exec(document)?.[1]), PAID));
		const options = { return: 'id' };
		const more = { items: IDS.map((id) => ({ id })), credential: service.credential() };
		const { error } = await full.run('invoice', 'send', { ...EACH, options }, more);
		expect(error?.message).toBe('The invoice with ID 6 is paid, and sending it would set its status to Sent');
		expect(service.methods()).not.toContain('sendInvoiceMail');
		return service.sent('getInvoice');
	};

	it.each<[string, ...object[]]>([
		['shows no status', { ...OPEN, invoice_status: '' }],
		['shows a status that says little', { ...OPEN, invoice_status: 'Outstanding' }],
		['shows a dispute', { ...OPEN, invoice_status: 'Disputed' }],
		['shows a canceled invoice', { ...OPEN, status: 'Cancel' }],
		['does not show whether it is canceled', { ...OPEN, status: '' }],
		['shows nothing outstanding', { ...OPEN, outstanding: '' }],
		['shows less outstanding than the total', { ...OPEN, outstanding: '10.00' }],
		['shows a total of zero', { ...OPEN, net_balance: '0.00', outstanding: '0.00' }],
		['shows amounts that are none', { ...OPEN, net_balance: 'fifty', outstanding: 'fifty' }],
		['shows that something was paid', { ...OPEN, total_paid: '10.00' }],
		['shows a payment', { ...OPEN, transactions: '<transaction><amount>10</amount></transaction>' }],
		['shows it twice, once as paid', OPEN, PAID],
		['shows it twice, first as paid', PAID, OPEN],
		['does not show it'],
	])('that %s clears no invoice: it is read', async (_, ...shown) => {
		expect(await readBefore(...shown)).toEqual(['<invoice_id>6</invoice_id>']);
	});

	it('that fails clears none either', async () => {
		await full.sandbox.setFaults([{ fault: 'http500', method: 'listInvoice' }]);
		const items = addDrafts(6);
		await full.outputOf('invoice', 'send', { ...EACH, options: { return: 'id' } }, { items });
		expect(counted(full.methods())).toMatchObject({ getInvoice: 6, sendInvoiceMail: 6 });
	});

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
		const output = await full.outputOf('invoice', 'send', { ...EACH, options: NO_NAMES }, more);
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
