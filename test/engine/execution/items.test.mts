import type { INodeParameters, IExecuteFunctions } from 'n8n-workflow';
import { byId, containing, EACH, GOES_ON, matching, some, useBilling } from '../billing.mts';
import { useContext } from '../contexts.mts';

const billing = useBilling();
const mixed = [{ id: 5 }, { id: 'x' }, { id: 999_999 }, { id: 2 }];

describe('items that succeed and items that fail', () => {
	it('end the run at the first bad item by default, with its index', async () => {
		const { outputs, error, run } = await billing.run('invoice', 'get', EACH, { items: mixed });
		expect(outputs).toEqual([]);
		expect(run.status).toBe('error');
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
	});

	it('all come out of the one output when it is set to continue, in the order of the input', async () => {
		const { outputs, run } = await billing.run('invoice', 'get', EACH, { items: mixed, settings: GOES_ON });
		expect(run.status).toBe('success');
		expect(outputs).toHaveLength(1);
		expect(outputs[0]).toMatchObject([
			{ json: { invoice_id: 5 }, pairedItem: { item: 0 } },
			{ json: { error: containing('Invoice takes an ID') }, pairedItem: { item: 1 } },
			{ json: { error: containing('Data not found.') }, pairedItem: { item: 2 } },
			{ json: { invoice_id: 2 }, pairedItem: { item: 3 } },
		]);
		for (const { json } of outputs[0]?.slice(1, 3) ?? []) {
			expect(Object.keys(json).sort()).toEqual(['error', 'message']);
		}
	});

	it('are split at the error output, where failed ones keep their input and the error', async () => {
		const settings = { onError: 'continueErrorOutput' as const };
		const { outputs } = await billing.run('invoice', 'get', EACH, { items: mixed, settings });
		expect(outputs[0]).toMatchObject([
			{ json: { invoice_id: 5 }, pairedItem: { item: 0 } },
			{ json: { invoice_id: 2 }, pairedItem: { item: 3 } },
		]);
		expect(outputs[1]).toMatchObject([
			{ json: { id: 'x', error: some(String) }, pairedItem: { item: 1 } },
			{ json: { id: 999_999, error: some(String) }, pairedItem: { item: 2 } },
		]);
		expect(outputs[0]).toHaveLength(2);
		expect(outputs[1]).toHaveLength(2);
	});

	it('write nothing if a form is wrong, and nothing after the bad one when the run must stop, and the error says how many were written', async () => {
		const update = { ...EACH, updateFields: { notes: 'N' } };
		const wrong = await billing.errorOf('invoice', 'update', update, { items: mixed });
		expect(wrong).toContain('3 other items were not tried.');
		expect(billing.methods()).toEqual([]);
		const items = mixed.filter(({ id }) => id !== 'x');
		const message = await billing.errorOf('invoice', 'update', update, { items });
		expect(message).toContain('One other item was carried out.');
		const changed = billing.sandbox.records('invoice').filter(({ notes }) => notes === 'N');
		expect(changed.map(({ id }) => id)).toEqual([5]);
	});
});

describe('Input items as lines', () => {
	const items = [
		{ order: 'A', client: 1, name: 'Poster', price: 10, count: 2 },
		{ order: 'B', client: 2, name: 'Flyer', price: 5, count: 1 },
		{ order: 'A', client: 1, name: 'Frame', price: '7.50', count: 4 },
	];
	const LINE = {
		name: '={{ $json.name }}',
		unitCost: '={{ $json.price }}',
		quantity: '={{ $json.count }}',
		tax1: 1,
	};
	const parameters = (more: INodeParameters = {}): INodeParameters => ({
		clientId: byId('={{ $json.client }}'),
		linesFrom: 'items',
		groupBy: '={{ $json.order }}',
		lineItems: { line: [LINE] },
		...more,
	});
	const linesOf = (id: unknown) =>
		billing.linesOf('invoice', id).map(({ name, unit_cost, quantity }) => [name, unit_cost, quantity]);

	it('become one invoice per key, linked to all of its items, in the order of the first ones', async () => {
		const { outputs } = await billing.run('invoice', 'create', parameters({ simplify: false }), { items });
		expect(outputs[0]).toMatchObject([
			{ json: { client_id: 1, total: 60, total_tax: 10 }, pairedItem: [{ item: 0 }, { item: 2 }] },
			{ json: { result: 'created', client_id: 2 }, pairedItem: { item: 1 } },
		]);
		expect(outputs[0]?.map(({ json }) => linesOf(json['invoice_id']))).toEqual([
			[
				['Poster', '10.00', '2.00'],
				['Frame', '7.50', '4.00'],
			],
			[['Flyer', '5.00', '1.00']],
		]);
		// A sheet has the key and the number as a number in one row and as text in the next.
		const rows = [
			{ ...items[0], order: 85 },
			{ ...items[2], order: '85\u00a0' },
		];
		const numbered = parameters({ number: '={{ $json.order }}' });
		expect(await billing.outputOf('invoice', 'create', numbered, { items: rows })).toMatchObject([
			{ number: '85', total: 60 },
		]);
	});

	it('are refused when they make no one invoice', async () => {
		const additionalFields = { notes: '={{ $json.name }}' };
		for (const [problem, more] of [
			['Client differs between the input items 1 and 2', { groupBy: 'same' }],
			['Additional Fields differs between the input items 1 and 3', { additionalFields }],
			['Lines › 1 (input item 1) › Name is required', { lineItems: {} }],
		] as const)
			expect(await billing.errorOf('invoice', 'create', parameters(more), { items })).toContain(problem);
		expect(billing.sent('createInvoice')).toEqual([]);
	});

	it('are refused without their key, or all of an invoice for one wrong line, which is named; the others are carried out', async () => {
		const lost = { order: ' ', client: 3, name: 'Lost', price: 1, count: 1 };
		const wrong = items.map((item, index) => (index === 2 ? { ...item, price: 'free' } : item));
		const more = { items: [...wrong, lost], settings: GOES_ON };
		const { outputs } = await billing.run('invoice', 'create', parameters(), more);
		const error =
			"Lines › 2 (input item 3) › Unit Cost takes a plain number with a point for decimals, such as 1200.50, and without thousands separators, currency symbols or exponents, not 'free'";
		const keyless = 'Group By evaluated to nothing; correct its expression or remove it';
		expect(outputs[0]).toMatchObject([
			{ json: { error }, pairedItem: { item: 0 } },
			{ json: { error }, pairedItem: { item: 2 } },
			{ json: { result: 'created' }, pairedItem: { item: 1 } },
			{ json: { error: keyless }, pairedItem: { item: 3 } },
		]);
		expect(billing.sent('createInvoice')).toHaveLength(1);
	});
});

describe('Hints', () => {
	/** Records payments; those whose references stand for nothing get a warning. */
	const pay = (references: readonly string[], settings = {}) =>
		billing.run(
			'invoice',
			'recordPayment',
			{
				...{ invoiceId: byId(4), paymentMethod: 'Cash', amount: '0.01', reference: '={{ $json.reference }}' },
				...{ date: '2026-03-09', options: { ifExists: 'create' } },
			},
			{ items: references.map((reference) => ({ reference })), settings },
		);
	const of = (reference: string) => containing(`The Reference '${reference}' was left out`);

	it('A warning is a hint, which names its item where there are several, and changes no record', async () => {
		const alone = await pay(['NONREF']);
		expect(alone.outputs[0]?.map(({ json }) => 'warning' in json)).toEqual([false]);
		expect(alone.run.data.resultData.runData['XML Billing']?.[0]?.hints).toEqual([
			{ message: of('NONREF'), type: 'warning', location: 'outputPane' },
		]);
		expect(alone.hints[0]).not.toMatch(/^Item/);
		const { hints } = await pay(['TX-1', 'NONREF', 'N/A', 'NONREF']);
		expect(hints).toEqual([of('NONREF'), of('N/A')]);
		expect(hints.map((text) => text.split(':')[0])).toEqual(['Items 2 and 4', 'Item 3']);
	});

	it('Warnings of many items are few', async () => {
		const { hints } = await pay([
			...Array.from({ length: 14 }, () => 'NONREF'),
			...['NOREF', 'NONE', 'NULL', 'NIL', 'NAN', 'NA', 'TBD', 'UNKNOWN', 'XXX', '000', '-', 'N/A'],
		]);
		expect(hints).toHaveLength(11);
		expect(hints[0]).toMatch(/^Items 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 4 more: /);
		expect(hints.at(-1)).toBe('3 more warnings are not shown.');
	});

	it('A warning from an earlier attempt is shown once', async () => {
		await billing.sandbox.setFaults([{ fault: 'http404', method: 'invoiceOfflinePayment', calls: [2] }]);
		const { hints, error } = await pay(['NONREF', 'N/A'], { retryOnFail: true, waitBetweenTries: 1 });
		expect(error).toBeUndefined();
		expect(hints).toEqual([of('NONREF'), of('N/A')]);
	});

	it('A preview says that nothing was sent', async () => {
		const form = { invoiceId: byId(1), options: { preview: true } };
		const { hints } = await billing.run('invoice', 'delete', form);
		expect(hints).toEqual(['This is a preview. Nothing was sent. To send it, turn off Options › Preview.']);
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
			const { outputs, hints } = await pay(['TX-1', 'NONREF']);
			expect(outputs[0]?.map(({ json }) => json['warning'])).toEqual([undefined, of('NONREF')]);
			expect(hints).toEqual([]);
		});
	});
});

describe("A failed execution in n8n's log", () => {
	let lines: Array<{ level: string; message: string; [more: string]: unknown }>;
	let stopListening: () => void;
	beforeEach(() => {
		lines = [];
		stopListening = engine.listenToLogs((line) => lines.push(JSON.parse(line) as (typeof lines)[number])); // as n8n writes them
	});
	afterEach(() => stopListening());
	/** What the package itself logged as an error. */
	const logged = () =>
		lines.flatMap(({ level, message }) =>
			level === 'error' && message.includes(' failed. ') ? [message] : [],
		);

	it('names the operation, the document by its number, and the reason, but no client, amount or value of a field', async () => {
		const invoice = billing.sandbox.records('invoice').find(({ id }) => id === 4);
		const client = billing.sandbox.records('client').find(({ id }) => id === invoice?.client_id);
		const payment = { invoiceId: byId(4), paymentMethod: 'Cash', amount: '99999.25' };
		const { error } = await billing.run('invoice', 'recordPayment', payment);
		const reason = `Invoice ${invoice?.number} would be overpaid`;
		expect(error).toMatchObject({ message: reason, description: containing('The payment is 99999.25 ') });
		expect(logged()).toEqual([matching(new RegExp(`: Invoice: Record Payment failed\\. ${reason}$`))]);
		const all = JSON.stringify(lines.filter(({ level }) => level !== 'debug'));
		for (const secret of ['99999.25', client?.organization, client?.email, client?.name])
			expect(all).not.toContain(secret);
		const wrong = { clientId: byId("={{ 'ada@secret.example' }}") };
		expect(await billing.errorOf('client', 'get', wrong)).toContain("not 'ada@secret.example'");
		expect(logged().slice(1)).toEqual([matching(/: Client: Get failed\. Client .* not …$/)]);
	});
});
