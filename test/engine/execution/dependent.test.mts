import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { RECORD_TYPES } from '../../../nodes/XmlBilling/records';
import { methodNamed } from '../../../nodes/XmlBilling/records/methods';
import { byExpression, byId, containing, EACH, GOES_ON, useBilling } from '../billing.mts';
import { CLIENT, useUnbilled } from '../unbilled.mts';

// Items whose write depends on what earlier items of the same run write: it is looked up in the turn of each.
const billing = useBilling();
useUnbilled(billing);
const TWO: IDataObject[] = [{ nth: 1 }, { nth: 2 }];
const LINES = { linesFrom: 'json', linesJson: '[{ "name": "Design", "unit_cost": 120.5 }]' };
const PAID = { invoiceId: byId(4), paymentMethod: 'Cash', amount: '1', reference: 'R-77' };

it.each<[string, string, string, INodeParameters, object[]]>([
	[
		'bill what is unbilled of one client',
		...(['invoice', 'createFromTimeTracking'] as const),
		{ clientId: byId(CLIENT), entriesFrom: 'all' },
		[{ result: 'created' }, { error: containing('There is nothing to bill') }],
	],
	[
		'name one number, which the first takes',
		...(['invoice', 'create'] as const),
		{ clientId: byId(1), ...LINES, number: 'R-1', options: { ifExists: 'existing' } },
		[
			{ result: 'created', number: 'R-1' },
			{ result: 'existing', number: 'R-1' },
		],
	],
	[
		'are one payment',
		...(['invoice', 'recordPayment'] as const),
		{ ...PAID, options: { ifExists: 'existing' } },
		[{ result: 'created' }, { result: 'existing' }],
	],
	[
		'pay what is outstanding',
		...(['invoice', 'recordPayment'] as const),
		{ invoiceId: byId(4), paymentMethod: 'Cash' },
		[{ result: 'created' }, { error: containing('already has a matching payment') }],
	],
	[
		'create or update a client',
		...(['client', 'upsert'] as const),
		{ name: '={{ "Ada " + $json.nth }}', organization: 'E', email: 'ada@two.example' },
		[
			{ result: 'created', name: 'Ada 1' },
			{ result: 'updated', name: 'Ada 2' },
		],
	],
	[
		'create or update a product',
		...(['productOrService', 'upsertProduct'] as const),
		{ name: 'Poster', unitCost: '={{ $json.nth }}' },
		[
			{ result: 'created', unit_cost: 1 },
			{ result: 'updated', unit_cost: 2 },
		],
	],
	[
		'create a client without an email',
		...(['client', 'create'] as const),
		{ name: 'Ada', organization: 'E', options: { ifExists: 'existing' } },
		[{ result: 'created' }, { result: 'existing' }],
	],
	[
		'change one record',
		...(['invoice', 'update'] as const),
		{ invoiceId: byId(4), updateFields: { notes: '={{ "Note " + $json.nth }}' } },
		[
			{ result: 'updated', notes: 'Note 1' },
			{ result: 'updated', notes: 'Note 2' },
		],
	],
])('Two items that %s', async (_, resource, operation, parameters, wanted) => {
	const raw = { ...parameters, simplify: false };
	const output = await billing.outputOf(resource, operation, raw, { items: TWO, settings: GOES_ON });
	expect(output).toMatchObject(wanted);
});

it('A number that an earlier item gives up is free for a later one', async () => {
	const number = (id: number) => billing.sandbox.store.row('invoice', id)['number'];
	const [four, six] = [number(4), number(6)];
	const items = [
		{ id: 4, number: 'T-4' },
		{ id: 6, number: four },
		{ id: 4, number: six },
	] as IDataObject[];
	const form = { ...EACH, updateFields: { number: '={{ $json.number }}' } };
	await billing.outputOf('invoice', 'update', form, { items });
	expect([number(4), number(6)]).toEqual([six, four]);
});

const NOTES = { updateFields: { notes: '={{ "Note " + $json.nth }}' } };
const named = (field: string) => ({ updateFields: { [field]: '={{ "Name " + $json.nth }}' } });
it.each<[string, string, INodeParameters]>([
	['client', 'update', { clientId: byExpression(2), ...named('name') }],
	['staff', 'update', { staffId: byExpression(2), ...named('name') }],
	['productOrService', 'updateProduct', { productId: byExpression(2), ...named('name') }],
	['productOrService', 'updateService', { serviceId: byExpression(2), ...named('name') }],
	['task', 'update', { taskId: byExpression(2), ...named('name') }],
	['project', 'update', { projectId: byExpression(2), ...named('name') }],
	['expense', 'update', { expenseId: byExpression(2), ...NOTES }],
	['timeEntry', 'update', { timelogId: byExpression(2), ...NOTES }],
	['timeEntry', 'markBilled', { timelogId: byExpression(2) }],
	['invoice', 'update', { invoiceId: byExpression(4), ...NOTES }],
	['estimate', 'update', { estimateId: byExpression(2), ...NOTES }],
	['recurringProfile', 'update', { recurringId: byExpression(2), ...NOTES }],
	['invoice', 'recordPayment', { ...PAID, reference: '={{ "R-" + $json.nth }}' }],
])('The second item of %s › %s reads what it resends after the first', async (resource, operation, form) => {
	await billing.outputOf(resource, operation, { ...form, options: {} }, { items: TWO });
	const write = billing.writes()[0] ?? '';
	const [before = [], between = []] = split(billing.methods(), write);
	const kind = RECORD_TYPES.find(({ name }) => name === methodNamed(write)?.kind);
	const reads = (methods: readonly string[]) => methods.filter((method) => method === kind?.get).length;
	expect([write, reads(before), reads(between)]).toEqual([write, 1, 2]);
});

/** The methods before, between and after the calls of one of them. */
const split = (methods: readonly string[], at: string): string[][] =>
	methods
		.join()
		.split(at)
		.map((part) => part.split(','));
