import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, locator, useBilling } from '../../billing.mts';
import { listed, useScriptedService } from '../../scripted.mts';

const SERVICES = {
	full: useBilling(),
	summary: useBilling({ listRecords: 'summary' }),
	bare: useBilling({ listRecords: 'bare' }),
	vague: useBilling({ quirks: ['vagueLists'] }),
};
const billing = SERVICES.full;
type Billing = typeof billing;
const scripted = useScriptedService();

/** Three open invoices of a new client, the last one due first. */
const INVOICES = [
	{ number: 'INV-0901', cost: 100, due: '2026-02-02' },
	{ number: 'INV-0902', cost: 200, due: '2026-02-03' },
	{ number: 'INV-0903', cost: 150.5, due: '2026-02-01' },
];
const TOTAL = 450.5;
const NAMED = 'Acme pays INV-0901, INV-0902, INV-0903';

interface Account {
	service: Billing;
	client: number;
	ids: number[];
}

async function open(service: Billing = billing, organization = 'Acme Ltd'): Promise<Account> {
	const [client = {}] = await service.outputOf('client', 'create', {
		name: 'Ann',
		organization,
		additionalFields: { currency: locator('code', 'EUR') },
	});
	const id = Number(client['client_id']);
	const invoices = await service.outputOf(
		'invoice',
		'create',
		{
			clientId: byId(id),
			number: '={{ $json.number }}',
			linesFrom: 'json',
			linesJson: '={{ [{ name: "Work", unit_cost: $json.cost, quantity: 1 }] }}',
			due: 'date',
			dueDate: '={{ $json.due }}',
			afterCreating: 'sent',
		},
		{
			items: INVOICES.map((one) => ({
				...one,
				number: `${one.number}${organization === 'Acme Ltd' ? '' : '-B'}`,
			})),
		},
	);
	service.sandbox.clearRequests();
	return { service, client: id, ids: invoices.map((invoice) => Number(invoice['invoice_id'])) };
}

const allocate = async (
	{ service, client }: Account,
	parameters: INodeParameters = {},
	items?: IDataObject[],
) => await service.outputOf('invoice', 'proposeAllocation', formOf(client, parameters), items && { items });
const refusalOf = async ({ service, client }: Account, parameters: INodeParameters = {}) =>
	await service.errorOf('invoice', 'proposeAllocation', formOf(client, parameters));
const formOf = (client: number, parameters: INodeParameters): INodeParameters => ({
	clientId: byId(client),
	amount: String(TOTAL),
	currency: locator('code', 'EUR'),
	reference: 'TX-1',
	allocateTo: 'named',
	text: NAMED,
	...parameters,
});
const pay = async ({ service }: Account, items: IDataObject[]) =>
	items.length === 0
		? []
		: await service.outputOf(
				'invoice',
				'recordPayment',
				{
					invoiceId: byId('={{ $json.invoice_id }}'),
					amount: '={{ $json.amount }}',
					paymentMethod: 'Bank Transfer',
					reference: '={{ $json.reference }}',
				},
				{ items },
			);
const isShare = ({ kind }: IDataObject) => kind === 'invoice';
const shares = (output: IDataObject[]) =>
	output.map(({ number, kind, amount }) => [kind === 'rest' ? kind : number, amount]);
const paidOn = ({ service, ids }: Account) =>
	ids.map((id) =>
		service.sandbox
			.records('payment')
			.filter(({ invoice_id: of }) => of === id)
			.map(({ amount, notes }) => [Number(amount), notes]),
	);
const PAID = [[[100, 'Reference: TX-1']], [[200, 'Reference: TX-1']], [[150.5, 'Reference: TX-1']]];

describe.each(Object.keys(SERVICES) as Array<keyof typeof SERVICES>)('where lists show %s', (name) => {
	it('pays three invoices with one transfer once, although the run broke off and comes again in another order', async () => {
		const account = await open(SERVICES[name]);
		const first = await allocate(account);
		expect(account.service.writes()).toEqual([]);
		expect(first.map((output) => Object.keys(output))[0]?.slice(0, 5)).toEqual([
			'number',
			'client_organization',
			'amount',
			'currency',
			'kind',
		]);
		expect(first[0]).toEqual({
			number: 'INV-0901',
			client_organization: 'Acme Ltd',
			amount: 100,
			currency: 'EUR',
			kind: 'invoice',
			outstanding: 100,
			invoice_due_date: '2026-02-02',
			reason: '',
			reference: 'TX-1',
			invoice_id: account.ids[0],
			client_id: account.client,
		});
		expect(shares(first)).toEqual([
			['INV-0901', 100],
			['INV-0902', 200],
			['INV-0903', 150.5],
		]);
		await pay(account, first.slice(1, 2));
		const second = await allocate(account, { text: 'INV-0903 INV-0902 INV-0901' });
		expect(shares(second)).toEqual([
			['INV-0903', 150.5],
			['INV-0901', 100],
		]);
		await pay(account, second);
		expect(paidOn(account)).toEqual(PAID);
		expect(await allocate(account)).toEqual([]);
		// A run that was allocated before the others recorded.
		await pay(account, first.toReversed());
		expect(paidOn(account)).toEqual(PAID);
	});
});

it('pays the oldest due first, and shows what is left over', async () => {
	const account = await open();
	const oldest = { allocateTo: 'oldest' };
	expect(shares(await allocate(account, { ...oldest, amount: '200' }))).toEqual([
		['INV-0903', 150.5],
		['INV-0901', 49.5],
	]);
	const [rest, ...others] = (await allocate(account, { ...oldest, amount: 500.01 })).toReversed();
	expect(others).toHaveLength(3);
	expect(rest).toEqual({
		number: '',
		client_organization: 'Acme Ltd',
		amount: 49.51,
		currency: 'EUR',
		kind: 'rest',
		outstanding: null,
		invoice_due_date: '',
		reason: 'No more is open in EUR.',
		reference: 'TX-1',
		invoice_id: null,
		client_id: account.client,
	});
});

it.each(['NONREF', '--', '0000'])(
	'refuses the Reference %j, which identifies no payment',
	async (reference) => {
		const account = await open();
		billing.sandbox.clearRequests();
		expect(await refusalOf(account, { reference })).toContain(
			`Reference '${reference}' identifies no payment: banks write it where there is none`,
		);
		expect(billing.writes()).toEqual([]);
	},
);

it.each([
	['a draft', { invoice_status: 'Draft' }],
	['disputed', { invoice_status: 'disputed' }],
	['marked as paid', { invoice_status: 'Paid' }],
	['canceled', { status: 'Cancel' }],
	['archived', { status: 'Archived' }],
	["another client's", { client_id: 1 }],
])('leaves out an invoice that is %s', async (_, change) => {
	const account = await open();
	billing.sandbox.change('invoice', Number(account.ids[1]), change);
	for (const allocateTo of ['named', 'oldest'])
		expect(await allocate(account, { allocateTo, text: 'INV-0901 INV-0903' })).toMatchObject([
			...(allocateTo === 'named'
				? [{ number: 'INV-0901' }, { number: 'INV-0903' }]
				: [{ number: 'INV-0903' }, { number: 'INV-0901' }]),
			{ kind: 'rest', amount: 200 },
		]);
});

it('counts what is paid with the reference on paid, archived and canceled invoices', async () => {
	const account = await open();
	const [first, second, third] = account.ids.map(Number);
	await pay(account, (await allocate(account)).filter(isShare));
	expect(paidOn(account)).toEqual(PAID);
	billing.sandbox.change('invoice', first ?? 0, { status: 'Archived' });
	billing.sandbox.change('invoice', second ?? 0, { status: 'Cancel' });
	billing.sandbox.change('invoice', third ?? 0, { invoice_status: 'Disputed' });
	const next = await open(billing, 'Other Ltd');
	for (const id of next.ids) billing.sandbox.change('invoice', id, { client_id: account.client });
	expect(await allocate(account, { allocateTo: 'oldest' })).toEqual([]);
	expect(shares(await allocate(account, { allocateTo: 'oldest', amount: '500.50' }))).toEqual([
		[expect.any(String), 50],
	]);
	expect(await refusalOf(account, { amount: '450.49' })).toBe(
		'Payments with this reference come to more than the Amount Nothing was allocated. They come to 450.50 EUR. Correct the Amount or the Reference.',
	);
});

it('counts what it proposes for earlier items of the run, and reads a client once', async () => {
	const account = await open();
	const items = [
		{ amount: 120, reference: 'TX-1' },
		{ amount: 60, reference: 'TX-2' },
		{ amount: 120, reference: 'TX-1' },
	];
	const output = await allocate(
		account,
		{ allocateTo: 'oldest', amount: '={{ $json.amount }}', reference: '={{ $json.reference }}' },
		items,
	);
	expect(output.map(({ number, amount, reference }) => [number, amount, reference])).toEqual([
		['INV-0903', 120, 'TX-1'],
		['INV-0903', 30.5, 'TX-2'],
		['INV-0901', 29.5, 'TX-2'],
	]);
	expect(billing.methods().sort()).toEqual(['getClient', 'listInvoice', 'listInvoice', 'listInvoice']);
	await pay(account, output);
	expect(
		paidOn(account)
			.flat()
			.map(([amount]) => amount),
	).toEqual([29.5, 120, 30.5]);
});

it('never mixes currencies', async () => {
	const account = await open();
	expect(await allocate(account, { currency: locator('code', ' usd '), allocateTo: 'oldest' })).toMatchObject(
		[{ kind: 'rest', amount: TOTAL, currency: 'USD', reason: 'No more is open in USD.' }],
	);
	await pay(account, (await allocate(account)).slice(0, 1));
	expect(await refusalOf(account, { currency: locator('code', 'USD') })).toMatch(
		/^Invoice INV-0901 has a payment that may be a part of this one Nothing was allocated\./,
	);
});

describe('a service that hides', () => {
	const hide = (notes: string) => billing.sandbox.store.run('UPDATE payment SET notes = ?', notes);

	it('the notes of all payments is refused, so that a second run allocates nothing again', async () => {
		const account = await open();
		hide('');
		await pay(account, (await allocate(account, { allocateTo: 'oldest' })).slice(0, 2));
		hide('');
		for (const allocateTo of ['named', 'oldest'])
			expect(await refusalOf(account, { allocateTo })).toMatch(
				/^Invoice INV-090[13] has payments that the service does not fully show Nothing was allocated\. /,
			);
	});

	it('nothing: a payment without notes is another one where any client has notes', async () => {
		const account = await open();
		await billing.outputOf('invoice', 'recordPayment', {
			invoiceId: byId(account.ids[0] ?? 0),
			amount: '40',
			paymentMethod: 'Cash',
		});
		expect(shares(await allocate(account))).toEqual([
			['INV-0901', 60],
			['INV-0902', 200],
			['INV-0903', 150.5],
			['rest', 40],
		]);
	});
});

it('leaves over what it cannot read, and takes the currency of the client where an invoice shows none', async () => {
	const invoiceOf = (id: number, fields: string) =>
		`<invoice><invoice_id>${id}</invoice_id><number>A-100${id}</number><total_paid>0</total_paid><transactions></transactions>${fields}</invoice>`;
	const known =
		'<client><client_id>5</client_id></client><status>Active</status><invoice_status>Sent</invoice_status>';
	const invoices = [
		invoiceOf(1, `${known}<outstanding>10.10</outstanding>`),
		invoiceOf(2, `${known}<outstanding>many</outstanding>`),
		invoiceOf(3, '<client><client_id>5</client_id></client><outstanding>10</outstanding>'),
		invoiceOf(4, '<status>Active</status><invoice_status>Sent</invoice_status><outstanding>10</outstanding>'),
		invoiceOf(5, `${known}<outstanding>0.20</outstanding><currency> eur </currency>`),
	];
	scripted.answer('listInvoice', listed('invoices', invoices.join('')));
	scripted.answer(
		'getInvoice',
		(document) => invoices[Number(/<invoice_id>(\d)/.exec(document)?.[1]) - 1] ?? '',
	);
	scripted.answer(
		'getClient',
		'<client><client_id>5</client_id><organization>Acme</organization><currency>EUR</currency></client>',
	);
	const { outputs, error } = await engine.run({
		credential: scripted.credential(),
		parameters: {
			resource: 'invoice',
			operation: 'proposeAllocation',
			...formOf(5, { amount: 10.4, allocateTo: 'oldest' }),
		},
	});
	expect(error).toBeUndefined();
	expect(outputs[0]?.map(({ json }) => json)).toMatchObject([
		{ number: 'A-1001', amount: 10.1, currency: 'EUR' },
		{ number: 'A-1005', amount: 0.2 },
		{ kind: 'rest', amount: 0.1 },
	]);
});

const NOTHING = '={{ " " }}';

it.each<[string, INodeParameters, RegExp]>([
	['no amount', { amount: NOTHING }, /^Amount is required and was left empty/],
	['an amount of zero', { amount: 0 }, /^Amount must be greater than zero/],
	['a third decimal', { amount: '10.005' }, /^Amount takes at most two decimal places/],
	['no reference', { reference: NOTHING }, /^Reference is required and was left empty/],
	['a reference of two lines', { reference: 'a\nb' }, /^Reference takes one line of text/],
	['no currency', { currency: locator('code', NOTHING) }, /^Currency is required and was left empty/],
	['no client', { clientId: byId(NOTHING) }, /^Client is required and was left empty/],
	['a client that does not exist', { clientId: byId(99_999) }, /^The client with ID 99999 does not exist/],
	['another way', { allocateTo: 'newest' }, /^Allocate To must be one of named, oldest/],
])('refuses %s', async (_, parameters, message) => {
	expect(await billing.errorOf('invoice', 'proposeAllocation', formOf(1, parameters))).toMatch(message);
	expect(billing.writes()).toEqual([]);
});
