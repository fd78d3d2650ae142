import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, GOES_ON, locator, useBilling } from '../billing.mts';

// A sheet whose last row is wrong must not be billed up to that row: it would be billed again once it is corrected.
const billing = useBilling();
const items: IDataObject[] = [1, 2, 3, 4, 5].map((nth) => ({ nth, isLast: nth === 5 }));
const last = (wrong: string, right: string) => `={{ $json.isLast ? ${wrong} : ${right} }}`;
const rows = (row: object) => ({
	linesFrom: 'form',
	lineItems: { line: [{ name: 'Work', unitCost: '5', ...row }] },
});
const WRONG: ReadonlyArray<readonly [string, INodeParameters]> = [
	[
		'product',
		{ linesFrom: 'json', linesJson: last(`'[{"product":"None"}]'`, `'[{"name":"A","unit_cost":1}]'`) },
	],
	['tax', rows({ tax1: last('"None"', '"GST"') })],
	['line', { linesFrom: 'json', linesJson: last(`'[{"name":"A"}]'`, `'[{"name":"A","unit_cost":1}]'`) }],
	['amount', rows({ unitCost: last('"a lot"', '5') })],
];
const invoice = { clientId: byId(1) };
const each = { invoiceId: byId('={{ ({ id: $json.nth }).id }}') };
const HEADERS: ReadonlyArray<readonly [string, INodeParameters]> = [
	['date', { ...invoice, ...rows({}), additionalFields: { date: last('"soon"', '"2026-03-10"') } }],
	['client', { clientId: byId(last('999999', '1')), ...rows({}) }],
	['email', { clientId: locator('email', last('"no@one.example"', '"office@one.example"')), ...rows({}) }],
];

it.each<[string, string, INodeParameters]>([
	...WRONG.flatMap(([what, lines]): Array<[string, string, INodeParameters]> => [
		[what, 'create', { ...invoice, ...lines }],
		[what, 'addItems', { ...each, ...lines }],
		[what, 'update', { ...each, ...lines, updateFields: { notes: 'New' } }],
	]),
	...HEADERS.map(([what, form]): [string, string, INodeParameters] => [what, 'create', form]),
])('A wrong %s in the last item of %s refuses the run, or only its item', async (_, operation, form) => {
	billing.sandbox.change('client', 1, { email: 'office@one.example' });
	const { error } = await billing.run('invoice', operation, form, { items });
	expect(error?.context.itemIndex).toBe(4);
	expect(error?.description).toContain('4 other items were not tried.');
	expect(billing.writes()).toEqual([]);
	const output = await billing.outputOf('invoice', operation, form, { items, settings: GOES_ON });
	expect(output.map(({ error: said }) => said === undefined)).toEqual([true, true, true, true, false]);
	expect(billing.writes()).toHaveLength(4);
});
