import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byId, useBilling } from '../billing.mts';

// README offers an expression for prices with more than two decimal places. It has to round as the node itself does.
const README = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
const [, rounding = ''] = /round it with `({{ .*? }})`/.exec(README) ?? [];

const billing = useBilling();

const withPrice = {
	line: [
		{ name: 'Base', unitCost: 100 },
		{ name: 'Work', unitCost: `=${rounding}` },
	],
};

it.each([
	[1.005, 101.01],
	['1.005', 101.01],
	[1.255, 101.26],
	['1.255', 101.26],
	[10.075, 110.08],
	['10.075', 110.08],
	[12.345, 112.35],
	['12.345', 112.35],
	[-1.005, 98.99],
	['-1.005', 98.99],
	[0.1 + 0.2, 100.3],
	// 5.3549999999999995
	[1.05 * 5.1, 105.36],
	['7', 107],
	[0, 100],
	['1999.994', 2099.99],
	[123456.785, 123556.79],
])('rounds %j as README has it, and adds it to 100: %j', async (price, expected) => {
	expect(rounding).toContain('$json.price');
	const [invoice] = await billing.outputOf(
		'invoice',
		'create',
		{ clientId: byId(1), lineItems: withPrice },
		{ items: [{ price }] },
	);
	expect(invoice?.['total']).toBe(expected);
});

it.each([null, undefined, '', ' ', 'free', '1,5', true])(
	'makes an error, and no price, of %j',
	async (price) => {
		const { error } = await billing.run(
			'invoice',
			'create',
			{ clientId: byId(1), lineItems: withPrice },
			{ items: [{ price }] },
		);
		expect(error?.message).toMatch(/^Lines › 2 › Unit Cost /);
		expect(billing.sent('createInvoice')).toEqual([]);
	},
);
