import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byId, useBilling } from '../billing.mts';

// The expressions that docs/recipes.md offers, in n8n's engine. The one that rounds has to do it as the node itself does.
const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/recipes.md'), 'utf8');
const recipe = (title: string): string => {
	const [, section = ''] = PAGE.split(`## ${title}\n`);
	const [, expression = ''] = /^({{ .*? }})$/m.exec(section) ?? [];
	return `=${expression}`;
};

const billing = useBilling();

const withPrice = {
	line: [
		{ name: 'Base', unitCost: 100 },
		{ name: 'Work', unitCost: recipe('A third decimal place') },
	],
};

const ROUNDED: ReadonlyArray<readonly [price: number | string, total: number]> = [
	[1.005, 101.01],
	['1.005', 101.01],
	[1.255, 101.26],
	[-1.005, 98.99],
	[0.1 + 0.2, 100.3],
	// 5.3549999999999995
	[1.05 * 5.1, 105.36],
	['7', 107],
	[0, 100],
	['1999.994', 2099.99],
	[123456.785, 123556.79],
];

it('rounds as the page has it', async () => {
	const parameters = { clientId: byId(1), lineItems: withPrice };
	const items = ROUNDED.map(([price]) => ({ price }));
	const output = await billing.outputOf('invoice', 'create', parameters, { items });
	expect(output.map((invoice) => invoice['total'])).toEqual(ROUNDED.map(([, total]) => total));
});

async function billed(unitCost: string, item: IDataObject, more: INodeParameters = {}) {
	const parameters = { clientId: byId(1), lineItems: { line: [{ name: 'Work', unitCost }] }, ...more };
	const { error } = await billing.run('invoice', 'create', parameters, {
		items: [item],
		timezone: 'America/Los_Angeles',
	});
	return error?.message ?? billing.sent('createInvoice').at(-1);
}

it('reads decimal commas, and takes 19 % out of what includes them', async () => {
	const [commas, inside] = [recipe('Decimal commas'), recipe('Tax inside prices')];
	for (const [price, item, unit_cost] of [
		[commas, { amount: '1.234,56 €' }, '1234.56'],
		[commas, { amount: '-12,5' }, '-12.5'],
		[commas, { amount: '7' }, '7'],
		[inside, { gross: 119 }, '100'],
		[inside, { gross: '119.00' }, '100'],
		[inside, { gross: 10 }, '8.4'],
	] as const)
		expect(await billed(price, item)).toMatchObject({ items: { item: { unit_cost } } });
});

it('stops at Expected Total where no price without tax comes to the price with tax', async () => {
	const line = {
		name: 'Work',
		unitCost: recipe('Tax inside prices'),
		additionalFields: { customTax: { tax: { tax1Name: 'VAT', tax1Percent: '19' } } },
	};
	const more = { lineItems: { line: [line] }, options: { expectedTotal: '9.99' } };
	expect(await billed('', { gross: 9.99 }, more)).toBe(
		'The total of the document differs from the expected total',
	);
});

it('has the end of next month, and the day in another zone', async () => {
	const fields = {
		due: 'date',
		dueDate: recipe('End of the month'),
		additionalFields: { date: recipe('Time zones') },
	};
	const sent = await billed('1', { paid_at: '2026-02-01T07:30:00Z' }, fields);
	const [year = 0, month = 0] = new Date()
		.toLocaleDateString('sv', { timeZone: 'America/Los_Angeles' })
		.split('-')
		.map(Number);
	const lastDay = new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10);
	expect(sent).toMatchObject({ date: '2026-01-31', due_date: lastDay });
});
