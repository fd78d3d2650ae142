import type { IExecuteFunctions } from 'n8n-workflow';
import { byId, containing, locator, useBilling } from '../billing.mts';
import { useContext } from '../contexts.mts';

const billing = useBilling();
/** Creates recurring profiles; those with undocumented frequencies get a warning. */
const create = (frequencies: readonly string[], settings = {}) =>
	billing.run(
		'settings',
		'customRequest',
		{
			requestMethod: locator('methodName', 'createRecurring'),
			requestBody: '={{ ({ client: { client_id: 1 }, frequency: $json.frequency }) }}',
		},
		{ items: frequencies.map((frequency) => ({ frequency })), settings },
	);
const of = (frequency: string) => containing(`not '${frequency}'`);

it('A warning is a hint, which names its item where there are several, and changes no record', async () => {
	const alone = await create(['Rarely']);
	expect(alone.outputs[0]?.map(({ json }) => Object.keys(json))).toEqual([['status', 'recurring_id']]);
	expect(alone.run.data.resultData.runData['XML Billing']?.[0]?.hints).toEqual([
		{ message: of('Rarely'), type: 'warning', location: 'outputPane' },
	]);
	expect(alone.hints[0]).not.toMatch(/^Item/);
	const { hints } = await create(['1 Month', 'Rarely', 'Often', 'Rarely']);
	expect(hints).toEqual([of('Rarely'), of('Often')]);
	expect(hints.map((text) => text.split(':')[0])).toEqual(['Items 2 and 4', 'Item 3']);
});

it('Warnings of many items are few', async () => {
	const { hints } = await create([...Array.from({ length: 14 }, () => 'Same'), ...'abcdefghijkl']);
	expect(hints).toHaveLength(11);
	expect(hints[0]).toMatch(/^Items 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 4 more: /);
	expect(hints.at(-1)).toBe('3 more warnings are not shown.');
});

it('A warning that quotes markup shows it as text', async () => {
	expect((await create(['<a href="x">&amp;</a>'])).hints).toEqual([of('&lt;a href="x">&amp;amp;&lt;/a>')]);
});

it('A warning from an earlier attempt is shown once', async () => {
	await billing.sandbox.setFaults([{ fault: 'http404', method: 'createRecurring', calls: [2] }]);
	const { hints, error } = await create(['Rarely', 'Often'], { retryOnFail: true, waitBetweenTries: 1 });
	expect(error).toBeUndefined();
	expect(hints).toEqual([of('Rarely'), of('Often')]);
});

it.each([
	['create', { clientId: byId(1), linesFrom: 'none' }],
	['delete', { invoiceId: byId(1) }],
])('A preview says that nothing was sent (%s)', async (operation, form) => {
	const { hints } = await billing.run('invoice', operation, { ...form, options: { preview: true } });
	expect(hints).toEqual(['This is a preview. Nothing was sent. To send it, turn off Options › Preview.']);
	expect(billing.writes()).toEqual([]);
});

const altered = (get: (context: IExecuteFunctions, name: string | symbol) => unknown) => {
	return (context: IExecuteFunctions) => new Proxy(context, { get });
};

describe.each([
	[
		'a tool of an agent, which sees no hints',
		altered((context, name) => {
			if (name !== 'getNode') return Reflect.get(context, name);
			return () => ({ ...context.getNode(), type: `${context.getNode().type}Tool` });
		}),
	],
	[
		'an n8n without hints',
		altered((context, name) => (name === 'addExecutionHints' ? undefined : Reflect.get(context, name))),
	],
])('in %s', (_, wrap) => {
	useContext(wrap);

	it('a warning is part of the record', async () => {
		const { outputs, hints } = await create(['1 Month', 'Rarely']);
		expect(outputs[0]?.map(({ json }) => json['warning'])).toEqual([undefined, of('Rarely')]);
		expect(hints).toEqual([]);
	});
});
