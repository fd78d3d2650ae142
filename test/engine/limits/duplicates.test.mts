import type { IDataObject, INodeParameters, INode } from 'n8n-workflow';
import { byId, containing, GOES_ON, locator, matching, useBilling } from '../billing.mts';
import { RECORD_TYPES, type RecordType } from '../../../nodes/XmlBilling/records';
import { useScriptedService } from '../scripted.mts';

// n8n writes the message of an error that ends an execution into its event log: values are in the description alone.
const guarded = useBilling();
const LINES = { linesFrom: 'json', linesJson: '[{ "name": "Design", "unit_cost": 1 }]' };
const DATED = { invoiceId: byId(4), paymentMethod: 'Cash', date: '2026-03-09' };
const MARKED = 'a@guard.example';
const WORK = { clientId: byId(1), lineItems: { line: [{ name: 'Work', unitCost: '8123.45' }] } };

it.each<[says: string, ...Parameters<typeof guarded.run>]>([
	['The total of the document', 'invoice', 'create', { ...WORK, options: { expectedTotal: '8123.46' } }],
	['Invoice 00004 already has a matching payment', 'invoice', 'recordPayment', { ...DATED, amount: '8.12' }],
	['A client with this email', 'client', 'create', { name: 'A', organization: 'B', email: MARKED }],
	['there is no active client', 'client', 'get', { clientId: locator('email', `no-${MARKED}`) }],
])("'%s …' names no value but a number in its message and in n8n's log", async (says, ...operation) => {
	// The second of two payments and clients meets the guard.
	await guarded.run(...operation);
	const logged: string[] = [];
	const stopListening = engine.listenToLogs((line) => logged.push(line));
	const { error } = await guarded.run(...operation);
	stopListening();
	expect(error?.message).toContain(says);
	const lines = logged.filter((line) => !line.includes('"level":"debug"')).join('\n');
	expect(lines).toContain(error?.message);
	for (const text of [error?.message, lines])
		expect(text).not.toMatch(/8123|8\.12|2026-03-09|guard\.example/);
	expect(error?.message).not.toMatch(/\d\.\d\d|@|'/);
});

describe('The same record in one run', () => {
	/**
	 * Two items of a run that a guard considers the same record, with different bodies, and a service whose lists show
	 * nothing yet: the second item is recognized from the run alone.
	 */
	const scripted = useScriptedService();
	const slow = useBilling({ latencyMs: 20 });
	const ID = 7;

	interface Guarded {
		readonly name: string;
		readonly operation: readonly [resource: string, operation: string];
		readonly type: RecordType['name'];
		readonly method: string;
		readonly parameters: INodeParameters;
		/** A different spelling that the guard considers equal. */
		readonly key: readonly [first: unknown, second: unknown];
	}

	const KEY = '={{ $json.key }}';
	const additionalFields = { notes: '={{ "Notes " + $itemIndex }}' };
	const billed = { clientId: byId(1), ...LINES, number: KEY };
	const spent = { categoryId: byId(2), amount: '61.10', date: '2026-03-02' };
	const paid = { invoiceId: byId(4), paymentMethod: KEY, amount: '10.0' };

	const GUARDED: readonly [Guarded, ...Guarded[]] = [
		{
			...{ name: 'Invoice > Create', type: 'invoice', method: 'createInvoice', key: ['R-1', ' r-1'] },
			operation: ['invoice', 'create'],
			parameters: { ...billed, additionalFields: { ...additionalFields, address: '' } },
		},
		{
			...{ name: 'Client > Create', type: 'client', method: 'createClient' },
			operation: ['client', 'create'],
			parameters: { name: additionalFields.notes, organization: 'B', email: KEY },
			key: ['A@same.example', ' a@Same.example'],
		},
		{
			...{ name: 'Expense > Create', type: 'expense', method: 'createExpense', key: ['Print', 'print '] },
			operation: ['expense', 'create'],
			parameters: { ...spent, additionalFields: { ...additionalFields, vendor: KEY } },
		},
		{
			...{ name: 'Invoice > Record Payment', type: 'invoice', method: 'invoiceOfflinePayment' },
			operation: ['invoice', 'recordPayment'],
			parameters: { ...paid, additionalFields, date: '2026-03-09' },
			key: ['Cash', 'cash'],
		},
	];

	/** A service that does not show what it has just created. */
	function beStale({ type: name, method }: Guarded, isDone: boolean): void {
		const type = RECORD_TYPES.find((known) => known.name === name);
		if (type === undefined) throw new RangeError(`There is no ${name}`);
		scripted.answer(type.list, 'Data not found.', 404);
		const shown =
			method === 'invoiceOfflinePayment' ? '<outstanding>10</outstanding>' : `<${type.id}>${ID}</${type.id}>`;
		scripted.answer(type.get ?? '', `<${name}>${shown}</${name}>`);
		scripted.answer(method, isDone ? `<${type.id}>${ID}</${type.id}>` : 'Later', isDone ? 200 : 500);
	}

	async function run(
		{ operation: [resource, operation], parameters, key }: Guarded,
		ifExists: string,
		settings: Partial<INode> = {},
	) {
		const { outputs } = await engine.run({
			credential: scripted.credential(),
			parameters: { resource, operation, ...parameters, options: { ifExists } },
			items: key.map((value) => ({ key: value })) as IDataObject[], // they are JSON
			settings: { ...GOES_ON, ...settings },
		});
		return (outputs[0] ?? []).map(({ json }) => json);
	}

	const RETRIED = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const UNKNOWN = / It is unknown whether .+ was (created|recorded)\.$/;
	const SAME = 'This was not sent, because an earlier item of the run is the same';
	const DOUBT = new RegExp(`^${SAME}\\.${UNKNOWN.source}`);

	describe.each(GUARDED)('$name', (guarded) => {
		const { method } = guarded;
		const sent = () => scripted.sent(method).length;

		it('sends nothing for an item that is the same as one in doubt, also when n8n tries again', async () => {
			beStale(guarded, false);
			for (const settings of [{}, RETRIED]) {
				const before = sent();
				const output = await run(guarded, 'existing', settings);
				const same = { error: matching(DOUBT), message: containing('Before you run this again') };
				expect(output).toMatchObject([{ error: matching(UNKNOWN) }, ...[same]]);
				expect(sent() - before).toBe(1);
			}
		});

		it('is written once by two executions of one process at the same moment', async () => {
			const { operation, parameters, key } = guarded;
			const items = [{ key: key[0] }] as IDataObject[]; // it is JSON
			const runs = key.map(async () => {
				const once = { ...parameters, options: { ifExists: 'existing' } };
				return await slow.outputOf(...operation, once, { items });
			});
			const results = (await Promise.all(runs)).flat().map(({ result }) => result);
			expect(results.sort()).toEqual(['created', 'existing']);
			expect(slow.sent(method)).toHaveLength(1);
		});
	});

	it('An invoice that exists and shows no total is returned as it is', async () => {
		const [invoice] = GUARDED;
		const shown = '<invoice><invoice_id>7</invoice_id><number>R-1</number></invoice>';
		scripted.answer('listInvoice', `<invoices>${shown}</invoices>`);
		scripted.answer('getInvoice', shown);
		const [output] = await run(invoice, 'existing');
		expect(output).toMatchObject({ invoice_id: 7, result: 'existing' });
		expect(scripted.sent('createInvoice')).toEqual([]);
	});
});

describe('Equal numbers of several items', () => {
	const billing = useBilling();
	const each = { clientId: byId('={{ $json.id }}'), number: '={{ $json.key }}' };
	const invoice = (more: INodeParameters = {}) => ({ ...each, ...LINES, ...more });
	const items = ['R-1', ' r-1'].map((key, index) => ({ id: index + 1, key }));

	it('are refused before anything is sent, or for the later ones if the run continues', async () => {
		const message = await billing.errorOf('invoice', 'create', invoice(), { items });
		const SAID = "Number 'r-1' is also that of input item 1, as 'R-1' Nothing was created for this item.";
		expect(message).toContain(SAID);
		expect(billing.methods()).toEqual([]);
		const more = { items, settings: GOES_ON };
		const [first, second] = await billing.outputOf('invoice', 'create', invoice(), more);
		expect(first).toMatchObject({ result: 'created' });
		expect(second).toMatchObject({ error: containing('input item 1') });
	});

	it('are those of lines of one document, or the choice of who says what to do', async () => {
		const [first = {}] = items;
		const one = invoice({ linesFrom: 'items', lineItems: { line: [{ name: 'A', unitCost: '1' }] } });
		expect(await billing.outputOf('invoice', 'create', one, { items: [first, first] })).toHaveLength(1);
		const again = invoice({ number: 'R-2', options: { ifExists: 'existing' } });
		const output = await billing.outputOf('invoice', 'create', again, { items: [first, first] });
		expect(output.map(({ result }) => result)).toEqual(['created', 'existing']);
	});
});
