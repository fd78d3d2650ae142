import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../../billing.mts';
import { CLIENT, useUnbilled } from '../../unbilled.mts';

// The interface takes two decimal places, but a service may show three. What it shows is sent back as it is.
const billing = useBilling({ quirks: ['threePlaces'] });
const { entries, expenses } = useUnbilled(billing);

/** The tax of the sandbox that has three places. */
const CITY = 4;

const client = { clientId: byId(1) };
const design = { name: 'Design', unitCost: '1234.56', quantity: '1' };
const form = (line: object): INodeParameters => ({
	...client,
	lineItems: { line: [{ ...design, ...line }] },
});
const json = (line: object): INodeParameters => ({
	...client,
	linesFrom: 'json',
	linesJson: JSON.stringify([{ name: 'Design', unit_cost: 1234.56, ...line }]),
});
const newest = () => Math.max(...billing.sandbox.records('invoice').map(({ id }) => id));
const first = (name: 'invoice' | 'estimate' | 'recurring', id: number) =>
	billing.linesOf(name, id)[0]?.id ?? 0;

describe('A tax of the account with three decimal places', () => {
	it.each<[string, INodeParameters, object]>([
		['the form, by ID', form({ tax1: CITY }), { tax1_percent: '8.875' }],
		['JSON, by name', json({ tax1: 'GST', tax2: 'Service tax' }), { tax2_percent: '8.875' }],
		['JSON, by its name alone', json({ tax1_name: 'Service tax' }), { tax1_percent: '8.875' }],
	])('is sent as the service shows it, from %s', async (_, parameters, stored) => {
		const [invoice] = await billing.outputOf('invoice', 'create', parameters);
		expect(billing.linesOf('invoice', invoice?.['invoice_id'])).toMatchObject([stored]);
	});

	it('counts in full in a preview, in an expected total and in the service', async () => {
		const lines = [1234.56, 0.99, 999.99].map((unit_cost) => ({
			name: 'A',
			unit_cost,
			tax1: 'GST',
			tax2: CITY,
		}));
		const parameters = { ...client, linesFrom: 'json', linesJson: JSON.stringify(lines) };
		const [preview] = await billing.outputOf('invoice', 'create', {
			...parameters,
			options: { preview: true },
		});
		expect(preview).toMatchObject({
			taxes: [{ name: 'GST 18 %' }, { name: 'Service tax 8.875 %', amount: 198.41 }],
		});
		const options = { expectedTotal: Number(preview?.['total']) };
		const [invoice] = await billing.outputOf('invoice', 'create', { ...parameters, options });
		expect(invoice?.['total']).toBe(preview?.['total']);
	});

	it('is sent by Update Lines', async () => {
		const line = [{ invoiceItemId: first('invoice', 4), changes: { firstTax: { tax: { tax1: CITY } } } }];
		await billing.outputOf('invoice', 'updateItems', { invoiceId: byId(4), lineItems: { line } });
		expect(billing.linesOf('invoice', 4)[0]).toMatchObject({ tax1_percent: '8.875' });
	});

	it('is sent by each Create From', async () => {
		const time = { clientId: byId(CLIENT), entriesFrom: 'all', timeTax1: CITY };
		await billing.outputOf('invoice', 'createFromTimeTracking', time);
		expect(billing.linesOf('invoice', newest())[0]).toMatchObject({ tax1_percent: '8.875' });

		const id = expenses()[0]?.id ?? 0;
		billing.sandbox.change('expense', id, { tax1: CITY });
		await billing.outputOf('invoice', 'createFromExpense', { clientId: byId(CLIENT), entriesFrom: 'all' });
		expect(billing.linesOf('invoice', newest())).toContainEqual(
			expect.objectContaining({ tax1_percent: '8.875' }),
		);

		await billing.outputOf('invoice', 'createFromEstimate', { estimateId: byId(2), tax1: CITY });
		expect(billing.linesOf('invoice', newest())[0]).toMatchObject({ tax1_percent: '8.875' });
	});
});

it('A payment of all that is outstanding is as the service shows it', async () => {
	billing.sandbox.change('invoice', 4, { outstanding: '33.333' });
	const payment = { invoiceId: byId(4), paymentMethod: 'Cash', options: { preview: true } };
	const [preview] = await billing.outputOf('invoice', 'recordPayment', payment);
	expect(preview).toMatchObject({ request: { invoice: [{ amount: '33.333' }] } });
});

describe('A line with three decimal places', () => {
	it.each(['invoice', 'estimate'] as const)('keeps them while another field changes: %s', async (name) => {
		const id = name === 'invoice' ? 4 : 2;
		const line = first(name, id);
		const places = { unit_cost: '33.333', quantity: '0.125', discount: '0.00' };
		billing.sandbox.change('line', line, { ...places, tax1_percent: '8.875', tax1_name: 'Service tax' });
		const taxes =
			name === 'invoice' ? {} : { firstTax: { tax: { tax1: CITY } }, secondTax: { tax: { tax2: 'none' } } };
		await billing.outputOf(name, 'updateItems', {
			[`${name}Id`]: byId(id),
			lineItems: { line: [{ [`${name}ItemId`]: line, changes: { description: 'New', ...taxes } }] },
		});
		expect(billing.linesOf(name, id)[0]).toMatchObject({
			...places,
			description: 'New',
			tax1_percent: '8.875',
		});
	});

	it('keeps them under a Maximum Amount', async () => {
		const line = first('invoice', 4);
		billing.sandbox.change('line', line, { unit_cost: '33.333' });
		const lineItems = { line: [{ invoiceItemId: line, changes: { description: 'New' } }] };
		const credential = { ...billing.credential(), maximumAmount: '100000' };
		await billing.outputOf('invoice', 'updateItems', { invoiceId: byId(4), lineItems }, { credential });
		expect(billing.linesOf('invoice', 4)[0]).toMatchObject({ description: 'New', unit_cost: '33.333' });
	});

	it('is carried from an estimate, and from the hours of a time entry and a price of the catalog', async () => {
		const line = first('estimate', 2);
		billing.sandbox.change('line', line, { unit_cost: '33.333', quantity: '3.000' });
		await billing.outputOf('invoice', 'createFromEstimate', { estimateId: byId(2), tax1: 'none' });
		expect(billing.linesOf('invoice', newest())[0]).toMatchObject({ unit_cost: '33.333', quantity: '3.00' });

		const id = entries()[0]?.id ?? 0;
		billing.sandbox.change('timeEntry', id, { hours_worked: '1.333' });
		await billing.outputOf('invoice', 'createFromTimeTracking', {
			clientId: byId(CLIENT),
			entriesFrom: 'all',
		});
		expect(billing.linesOf('invoice', newest())).toContainEqual(
			expect.objectContaining({ quantity: '1.333' }),
		);

		billing.sandbox.change('product', 1, { unit_cost: '0.125' });
		await billing.outputOf('invoice', 'create', json({ name: undefined, unit_cost: undefined, product: 1 }));
		expect(billing.linesOf('invoice', newest())).toMatchObject([{ unit_cost: '0.125' }]);
	});
});
