import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { textOf } from '../../../nodes/XmlBilling/xml/shape';
import { byId, locator, useBilling } from '../billing.mts';
import { listed, useScriptedService } from '../scripted.mts';

/** Three open invoices of a new client, the last one due first. */
const INVOICES = [
	{ number: 'INV-0901', cost: 100, due: '2026-02-02' },
	{ number: 'INV-0902', cost: 200, due: '2026-02-03' },
	{ number: 'INV-0903', cost: 150.5, due: '2026-02-01' },
];
const TOTAL = 450.5;
const OLDEST = { allocateTo: 'oldest' };
const eur = locator('code', 'EUR');
const formOf = (client: number, parameters: INodeParameters): INodeParameters => ({
	...{ clientId: byId(client), amount: String(TOTAL), currency: eur, reference: 'TX-1', allocateTo: 'named' },
	...{ text: 'Acme pays INV-0901, INV-0902, INV-0903', ...parameters },
});
const shares = (output: IDataObject[]) =>
	output.map(({ number, kind, amount }) => `${textOf(kind === 'rest' ? kind : number)} ${textOf(amount)}`);
const PAID = [[[100, 'Reference: TX-1']], [[200, 'Reference: TX-1']], [[150.5, 'Reference: TX-1']]];

/** A service in which a client has the open invoices. */
function useAccount(options: Parameters<typeof useBilling>[0] = {}) {
	const billing = useBilling(options);
	let client = 0;
	let ids: number[] = [];
	const open = async (suffix = '') => {
		const items = INVOICES.map((one) => ({ ...one, number: `${one.number}${suffix}` }));
		const form = {
			...{ clientId: byId(client), number: '={{ $json.number }}', due: 'date', dueDate: '={{ $json.due }}' },
			...{ additionalFields: { date: '={{ $json.due }}' } },
			...{ linesFrom: 'json', linesJson: '={{ [{ name: "Work", unit_cost: $json.cost }] }}' },
			...{ afterCreating: 'sent', options: { return: 'id' } },
		};
		const invoices = await billing.outputOf('invoice', 'create', form, { items });
		billing.sandbox.clearRequests();
		return invoices.map((invoice) => Number(invoice['invoice_id']));
	};
	beforeEach(async () => {
		const person = { name: 'Ann', organization: 'Acme Ltd', currency: eur };
		const [created] = await billing.outputOf('client', 'create', person);
		client = Number(created?.['client_id']);
		ids = await open();
	});
	const allocate = async (parameters: INodeParameters = {}, items: IDataObject[] = [{}]) =>
		await billing.outputOf('invoice', 'proposeAllocation', formOf(client, parameters), { items });
	const refusalOf = async (parameters: INodeParameters = {}) =>
		await billing.errorOf('invoice', 'proposeAllocation', formOf(client, parameters));
	const pay = async (items: IDataObject[]) =>
		await billing.outputOf(
			'invoice',
			'recordPayment',
			{
				...{ invoiceId: byId('={{ $json.invoice_id }}'), amount: '={{ $json.amount }}' },
				...{ paymentMethod: 'Bank Transfer', reference: '={{ $json.reference }}' },
			},
			{ items },
		);
	const paid = () =>
		ids.map((id) =>
			billing.sandbox
				.records('payment')
				.filter(({ invoice_id: of }) => of === id)
				.map(({ amount, notes }) => [Number(amount), notes]),
		);
	return { billing, open, allocate, refusalOf, pay, paid, client: () => client, ids: () => ids };
}

describe.each([{}, { listRecords: 'summary' }, { listRecords: 'bare' }, { quirks: ['vagueLists'] }] as const)(
	'Where a service is %j',
	(options) => {
		const { billing, allocate, pay, paid, client, ids } = useAccount(options);

		it('one transfer pays three invoices once, although the run broke off and comes again in another order', async () => {
			const first = await allocate();
			expect(billing.writes()).toEqual([]);
			expect(first[0]).toEqual({
				...{ number: 'INV-0901', client_organization: 'Acme Ltd', amount: 100, date: '', currency: 'EUR' },
				...{ kind: 'invoice', outstanding: 100, invoice_due_date: '2026-02-02', reason: '' },
				...{ reference: 'TX-1', invoice_id: ids()[0], client_id: client() },
			});
			expect(Object.keys(first[0] ?? {}).slice(0, 3)).toEqual(['number', 'client_organization', 'amount']);
			expect(shares(first)).toEqual(INVOICES.map(({ number, cost }) => `${number} ${cost}`));
			await pay(first.slice(1, 2));
			const second = await allocate({ text: 'INV-0903 INV-0902 INV-0901' });
			expect(shares(second)).toEqual(['INV-0903 150.5', 'INV-0901 100']);
			await pay(second);
			expect(paid()).toEqual(PAID);
			expect(await allocate()).toEqual([]);
			// A run that was allocated before the others recorded.
			await pay(first.toReversed());
			expect(paid()).toEqual(PAID);
		});
	},
);

describe('Propose Allocation', () => {
	const { billing, open, allocate, refusalOf, pay, paid, client, ids } = useAccount();

	it('pays the oldest due first, shows what is left over, and never mixes currencies', async () => {
		const oldest = await allocate({ ...OLDEST, amount: '200' });
		expect(shares(oldest)).toEqual(['INV-0903 150.5', 'INV-0901 49.5']);
		const [rest, ...others] = (await allocate({ ...OLDEST, amount: 500.01 })).toReversed();
		expect(others).toHaveLength(3);
		expect(rest).toEqual({
			...{ number: '', client_organization: 'Acme Ltd', amount: 49.51, date: '', currency: 'EUR' },
			...{ kind: 'rest', outstanding: null, invoice_due_date: '', reason: 'No more is open in EUR.' },
			...{ reference: 'TX-1', invoice_id: null, client_id: client() },
		});
		const usd = { currency: locator('code', ' usd ') };
		const left = { kind: 'rest', amount: TOTAL, currency: 'USD', reason: 'No more is open in USD.' };
		expect(await allocate({ ...usd, ...OLDEST })).toMatchObject([left]);
		await pay((await allocate()).slice(0, 1));
		const PART = 'Invoice INV-0901 has a payment that may be a part of this one Nothing was allocated.';
		expect(await refusalOf(usd)).toContain(PART);
	});

	it('leaves out what is a draft, disputed, paid, canceled, archived, or of another client', async () => {
		const id = ids()[1] ?? 0;
		const { invoice_status, status, client_id } = billing.sandbox.store.row('invoice', id) ?? {};
		for (const change of [
			...[{ invoice_status: 'Draft' }, { invoice_status: 'disputed' }, { invoice_status: 'Paid' }],
			...[{ status: 'Cancel' }, { status: 'Archived' }, { client_id: 1 }],
		]) {
			billing.sandbox.change('invoice', id, { invoice_status, status, client_id, ...change });
			const rest = { kind: 'rest', amount: 200 };
			const [one, other] = [{ number: 'INV-0901' }, { number: 'INV-0903' }];
			expect(await allocate({ text: 'INV-0901 INV-0903' })).toMatchObject([one, other, rest]);
			expect(await allocate(OLDEST)).toMatchObject([other, one, rest]);
		}
	});

	it('counts what is paid with the reference on paid, archived and canceled invoices', async () => {
		const [first = 0, second = 0, third = 0] = ids();
		await pay(await allocate());
		expect(paid()).toEqual(PAID);
		billing.sandbox.change('invoice', first, { status: 'Archived' });
		billing.sandbox.change('invoice', second, { status: 'Cancel' });
		billing.sandbox.change('invoice', third, { invoice_status: 'Disputed' });
		await open('-B');
		expect(await allocate(OLDEST)).toEqual([]);
		expect(shares(await allocate({ ...OLDEST, amount: '500.50' }))).toEqual(['INV-0903-B 50']);
		expect(await refusalOf({ amount: '450.49' })).toBe(
			'Payments with this reference come to more than the Amount Nothing was allocated. They come to 450.50 EUR. Correct the Amount or the Reference.',
		);
	});

	it('counts what it proposes for earlier items of the run, and reads a client once', async () => {
		const items = [120, 60].map((amount) => ({ amount }));
		const each = { ...OLDEST, amount: '={{ $json.amount }}', reference: '=TX-{{ $json.amount }}' };
		const output = await allocate(each, items);
		expect(output.map(({ reference }) => reference)).toEqual(['TX-120', 'TX-60', 'TX-60']);
		expect(shares(output)).toEqual(['INV-0903 120', 'INV-0903 30.5', 'INV-0901 29.5']);
		expect(billing.methods().sort()).toEqual(['getClient', 'listInvoice', 'listInvoice', 'listInvoice']);
	});

	it('is refused where all notes of payments are hidden, and takes one without notes for another beside some', async () => {
		const cash = { invoiceId: byId(ids()[0] ?? 0), amount: '40', paymentMethod: 'Cash' };
		await billing.outputOf('invoice', 'recordPayment', cash);
		const beside = await allocate();
		expect(shares(beside)).toEqual(['INV-0901 60', 'INV-0902 200', 'INV-0903 150.5', 'rest 40']);
		await pay((await allocate(OLDEST)).slice(0, 2));
		billing.sandbox.store.run("UPDATE payment SET notes = ''");
		for (const allocateTo of ['named', 'oldest'])
			expect(await refusalOf({ allocateTo })).toMatch(
				/^Invoice INV-090[13] has payments that the service does not fully show Nothing was allocated\. /,
			);
	});

	it('refuses by its name what says too little', async () => {
		for (const [parameters, problem] of [
			[{ amount: 0 }, 'Amount must be greater than zero'],
			[{ reference: 'NONREF' }, "Reference 'NONREF' identifies no payment: banks write it"],
			[{ clientId: byId(99_999) }, 'The client with ID 99999 does not exist'],
			[{ allocateTo: 'newest' }, 'Allocate To must be one of named, oldest'],
		] as const)
			expect(await refusalOf(parameters)).toContain(problem);
		expect(billing.writes()).toEqual([]);
	});
});

describe('A service that shows invoices in part', () => {
	const billing = useBilling();
	const scripted = useScriptedService();

	it('has what cannot be read left over, and the currency of the client taken where an invoice shows none', async () => {
		const invoiceOf = (id: number, fields: string) =>
			`<invoice><invoice_id>${id}</invoice_id><number>A-100${id}</number><total_paid>0</total_paid><transactions></transactions>${fields}</invoice>`;
		const client = '<client><client_id>5</client_id></client>';
		const state = '<status>Active</status><invoice_status>Sent</invoice_status>';
		const invoices = [
			invoiceOf(1, `${client}${state}<outstanding>10.10</outstanding>`),
			invoiceOf(2, `${client}${state}<outstanding>many</outstanding>`),
			invoiceOf(3, `${client}<outstanding>10</outstanding>`),
			invoiceOf(4, `${state}<outstanding>10</outstanding>`),
			invoiceOf(5, `${client}${state}<outstanding>0.20</outstanding><currency> eur </currency>`),
		];
		scripted.answer('listInvoice', listed('invoices', invoices.join('')));
		scripted.answer('getInvoice', (sent) => invoices[Number(/invoice_id>(\d)/.exec(sent)?.[1]) - 1] ?? '');
		scripted.answer('getClient', client.replace('</client>', '<currency>EUR</currency>$&'));
		const form = formOf(5, { amount: 10.4, ...OLDEST });
		const more = { credential: scripted.credential() };
		expect(await billing.outputOf('invoice', 'proposeAllocation', form, more)).toMatchObject([
			{ number: 'A-1001', amount: 10.1, currency: 'EUR' },
			{ number: 'A-1005', amount: 0.2 },
			{ kind: 'rest', amount: 0.1 },
		]);
	});
});
