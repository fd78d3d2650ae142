import type { INodeParameters } from 'n8n-workflow';
import { byId, containing, locator, useBilling } from '../billing.mts';

// Empty or malformed results of expressions must not list, bill, change or send more than intended.
const billing = useBilling();
const missing = '={{ $json.missing }}';
const line = { name: 'Work', unitCost: '100' };
const oneLine = { lineItems: { line: [line] } };
const invoice = (id: unknown) => billing.sandbox.records('invoice').find((row) => row.id === id);
const TO_NOTHING = 'evaluated to nothing; correct its expression or remove it';

describe('Preview', () => {
	const create = (preview: string) => ({ clientId: byId(1), ...oneLine, options: { preview } });

	it.each(['={{ "TRUE" }}', '={{ " true " }}'])('is on with %s', async (preview) => {
		const output = await billing.outputOf('invoice', 'create', create(preview));
		expect(output).toMatchObject([{ preview: true }]);
		expect(billing.writes()).toEqual([]);
	});

	it.each([
		['={{ 1 }}', 'must be on or off, not'],
		['={{ "yes" }}', 'must be on or off, not'],
		[missing, TO_NOTHING],
		['={{ null }}', TO_NOTHING],
	])('is refused with %s, and nothing is sent', async (preview, problem) => {
		const message = await billing.errorOf('invoice', 'create', create(preview));
		expect(message).toContain(`Options › Preview ${problem}`);
		expect(billing.methods()).toEqual([]);
	});

	it('is off with a text', async () => {
		const output = await billing.outputOf('invoice', 'create', create('={{ "False" }}'));
		expect(output).toMatchObject([{ result: 'created' }]);
	});
});

it.each([
	[{ number: missing }, 'Number'],
	[{ additionalFields: { date: missing } }, 'Date'],
	[{ additionalFields: { address: missing } }, 'Billing Address'],
])('A new invoice never takes a default from the empty expression of %j', async (fields, label) => {
	const parameters = { clientId: byId(1), ...oneLine, ...fields };
	expect(await billing.errorOf('invoice', 'create', parameters)).toContain(`${label} ${TO_NOTHING}`);
	expect(billing.writes()).toEqual([]);
});

describe('A filter', () => {
	it.each([
		['invoice', { invoiceNumber: locator('number', missing) }],
		['invoice', { dateFrom: missing }],
		['invoice', { clientId: '={{ null }}' }],
		['client', { clientEmail: '={{ " " }}' }],
	])('of %s > Get Many that is %j is refused, instead of listing all', async (resource, filters) => {
		const message = await billing.errorOf(resource, 'getAll', { filters });
		expect(message).toContain(`Filters › `);
		expect(message).toContain(TO_NOTHING);
		expect(billing.methods()).toEqual([]);
	});

	it('that was added and left empty is none', async () => {
		await billing.outputOf('invoice', 'getAll', { filters: { dateFrom: '' }, limit: 1 });
		expect(billing.sent('listInvoice')).toEqual([{ filter: { page: '1', per_page_record: '1' } }]);
	});

	it.each(['createFromTimeTracking', 'createFromExpense'])(
		'of %s is refused, instead of billing all that is unbilled',
		async (operation) => {
			for (const limit of [
				{ until: missing },
				{ filters: { dateFrom: missing } },
				{ filters: { projectId: byId(missing) } },
			]) {
				const parameters = { clientId: byId(1), ...limit };
				const message = await billing.errorOf('invoice', operation, parameters);
				expect(message).toContain(TO_NOTHING);
			}
			expect(billing.methods()).toEqual([]);
		},
	);
});

describe('Group By', () => {
	const items = [
		{ name: 'A', order: { id: 1 }, list: ['x'], isFirst: true },
		{ name: 'B', order: { id: 2 }, list: ['y'], isFirst: false },
	];
	const grouped = (groupBy: string) => ({
		clientId: byId(1),
		linesFrom: 'items',
		groupBy,
		lineItems: { line: [{ name: '={{ $json.name }}', unitCost: '1' }] },
	});

	it.each(['={{ $json.orderId }}', '={{ null }}'])(
		'is refused when %s leaves it empty, instead of making one invoice of all items',
		async (groupBy) => {
			const message = await billing.errorOf('invoice', 'create', grouped(groupBy), { items });
			expect(message).toContain(`Group By ${TO_NOTHING}`);
			expect(billing.methods()).toEqual([]);
		},
	);

	it.each(['={{ $json.order }}', '={{ Number($json.name) }}'])(
		'is refused when %s is neither text nor number',
		async (groupBy) => {
			const message = await billing.errorOf('invoice', 'create', grouped(groupBy), { items });
			expect(message).toContain('Group By takes text or a number');
			expect(billing.methods()).toEqual([]);
		},
	);

	it.each(['={{ $json.order.id }}', '={{ $json.name }}'])(
		'makes an invoice of each key of %s',
		async (groupBy) => {
			const output = await billing.outputOf('invoice', 'create', grouped(groupBy), { items });
			expect(output).toHaveLength(2);
		},
	);
});

it.each([missing, '={{ "  " }}'])(
	'The amount of a payment that %s leaves empty is not all that is outstanding',
	async (amount) => {
		const parameters = { invoiceId: byId(4), paymentMethod: 'Cash', amount };
		expect(await billing.errorOf('invoice', 'recordPayment', parameters)).toContain(`Amount ${TO_NOTHING}`);
		expect(billing.methods()).toEqual([]);
	},
);

it('The expected total that an expression leaves empty is not passed over', async () => {
	const parameters = { clientId: byId(1), ...oneLine, options: { expectedTotal: missing } };
	const message = await billing.errorOf('invoice', 'create', parameters);
	expect(message).toContain(`Options › Expected Total ${TO_NOTHING}`);
	expect(billing.methods()).toEqual([]);
});

describe('Blank text', () => {
	const update = async (id: number, updateFields: INodeParameters) => {
		const before = invoice(id);
		await billing.outputOf('invoice', 'update', { invoiceId: byId(id), updateFields });
		expect(invoice(id)).toEqual(before);
	};

	beforeEach(() =>
		billing.sandbox.change('invoice', 1, {
			notes: 'N',
			terms: 'T',
			title: 'I',
			po_number: 'P',
			address: 'Street 1',
		}),
	);

	it('erases nothing in an update', async () => {
		await update(1, { notes: ' ', terms: '={{ "\\n" }}', invoiceTitle: '\t', poNumber: '  ' });
		await update(1, { address: ' ' });
	});

	it('gives an invoice no other number', async () => {
		await update(1, { number: ' ' });
	});

	it('is no email of a new client', async () => {
		const parameters = {
			name: 'Ada',
			organization: 'Engine Ltd',
			email: ' ',
			additionalFields: { workPhone: ' ' },
		};
		await billing.outputOf('client', 'create', parameters);
		expect(billing.sent('createClient')).toEqual([{ name: 'Ada', organization: 'Engine Ltd' }]);
	});
});

it.each([
	['Charge Amount is required', { type: 'Fixed', amount: missing }],
	[`Charge Type ${TO_NOTHING}`, { type: missing, amount: '12.50' }],
])('A charge that an expression leaves empty is named with what it lacks: %s', async (problem, row) => {
	const additionalCharge = [{ name: 'Shipping', ...row }];
	const parameters = {
		clientId: byId(1),
		...oneLine,
		additionalFields: { additionalCharges: { additionalCharge } },
	};
	const { error } = await billing.run('invoice', 'create', parameters);
	expect(error?.message).toEqual(containing(`Additional Charges › 1 › ${problem}`));
	expect(billing.methods()).toEqual([]);
});
