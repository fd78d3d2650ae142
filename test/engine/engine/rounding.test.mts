import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byId, useBilling } from '../billing.mts';

// README offers an expression for prices with more than two decimal places. It has to round as the node itself does.
const README = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
const [, rounding = ''] = /round it with `({{ .*? }})`/.exec(README) ?? [];

const billing = useBilling();

it.each([
	[1.005, 1.01],
	['1.005', 1.01],
	[1.255, 1.26],
	['1.255', 1.26],
	[10.075, 10.08],
	['10.075', 10.08],
	[12.345, 12.35],
	[0.1 + 0.2, 0.3],
	['7', 7],
	['1999.994', 1999.99],
])('rounds %j to %j, as README has it', async (price, expected) => {
	expect(rounding).toContain('$json.price');
	const lineItems = { line: [{ name: 'Work', unitCost: `=${rounding}` }] };
	const [invoice] = await billing.outputOf(
		'invoice',
		'create',
		{ clientId: byId(1), lineItems },
		{ items: [{ price }] },
	);
	expect(invoice?.['total']).toBe(expected);
});
