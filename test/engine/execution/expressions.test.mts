import type { INodeParameters } from 'n8n-workflow';
import { byId, GOES_ON, locator, matching, useBilling } from '../billing.mts';

describe('What comes out empty', () => {
	// Empty or malformed results of expressions must not list, bill, change or send more than intended.
	const billing = useBilling();
	const missing = '={{ $json.missing }}';
	const line = { name: 'Work', unitCost: '100' };
	const TO_NOTHING = 'evaluated to nothing; correct its expression or remove it';
	const ofClient = { clientId: byId(1), lineItems: { line: [line] } };
	const grouped = (groupBy: string) => ({ ...ofClient, linesFrom: 'items', groupBy });
	const inJson = (linesJson: string) => ({ clientId: byId(1), linesFrom: 'json', linesJson });

	it('is refused where it would be taken for a default, for no filter, or for all', async () => {
		const estimateId = byId(2);
		const cash = { invoiceId: byId(4), paymentMethod: 'Cash' };
		const items = [{ name: 'A', order: { id: 1 } }, {}];
		for (const [operation, parameters, problem] of [
			['create', { ...ofClient, number: missing }, `Number ${TO_NOTHING}`],
			['create', { ...ofClient, additionalFields: { date: missing } }, `Date ${TO_NOTHING}`],
			['create', { ...ofClient, options: { expectedTotal: missing } }, `Total ${TO_NOTHING}`],
			['create', grouped('={{ $json.orderId }}'), `Group By ${TO_NOTHING}`],
			['create', grouped('={{ $json.order }}'), 'Group By takes text or a number'],
			['create', grouped('={{ Number($json.name) }}'), "Group By came out as 'NaN'"],
			['create', inJson('[{ "name": "A" }]'), 'Lines › 1 › Unit Cost is required'],
			['getAll', { filters: { clientId: '={{ null }}' } }, `Filters › Client ${TO_NOTHING}`],
			['getAll', { filters: { clientId: byId('={{ $fromAI("a") }}') } }, 'Filters › Client '],
			['createFromTimeTracking', { clientId: byId(1), until: missing }, TO_NOTHING],
			['createFromEstimate', { estimateId, tax1: missing }, `Tax Name or ID ${TO_NOTHING}`],
			['recordPayment', { ...cash, amount: '={{ " " }}' }, 'Amount'],
			['getTaxSummary', { basis: missing }, `Count By ${TO_NOTHING}`],
		] as Array<[string, INodeParameters, string]>)
			expect(await billing.errorOf('invoice', operation, parameters, { items })).toContain(problem);
		expect(billing.writes()).toEqual([]);
	});

	it('is refused in each field of a line, new or changed, on which its amount depends', async () => {
		const given = '={{ $json.given }}';
		const items = [{}, { given: null }, { given: ' ' }];
		const more = (additionalFields: INodeParameters) => ({ additionalFields });
		const second = (tax: INodeParameters) => ({ secondTax: { tax } });
		const first = (tax: INodeParameters) => ({ firstTax: { tax } });
		const percent = { tax1Name: 'VAT', tax1Percent: given };
		const rows: ReadonlyArray<[label: string, added: INodeParameters, changed?: INodeParameters]> = [
			['Unit Cost', { unitCost: given }, { unitCost: given }],
			['Quantity', { quantity: given }, { quantity: given }],
			['Discount Amount', more({ discountAmount: given }), { discountAmount: given }],
			['Discount Percent', more({ discountPercent: given }), { discountPercent: given }],
			['Tax Name or ID', { tax1: given }, first({ tax1: given })],
			['Tax Percent', more({ customTax: { tax: percent } }), first({ tax1: 'custom', tax1Percent: given })],
			['Second Tax Name or ID', more(second({ tax2: given })), second({ tax2: given })],
			['Charged On', more(second({ tax2: 1, tax2Type: given }))],
		];
		for (const [label, added, changes] of rows) {
			const change = { line: [{ invoiceItemId: '1', changes: changes ?? {} }] };
			for (const [operation, parameters] of [
				['create', { ...ofClient, lineItems: { line: [{ ...line, ...added }] } }],
				...(changes ? [['updateItems', { invoiceId: byId(2), lineItems: change }]] : []),
			] as Array<[string, INodeParameters]>) {
				const output = await billing.outputOf('invoice', operation, parameters, { items, settings: GOES_ON });
				const problem = new RegExp(`^Lines › 1 › ([\\w ]+ › )*${label} ${TO_NOTHING}`);
				expect(output.map(({ error }) => error)).toEqual(items.map(() => matching(problem)));
			}
		}
		expect(billing.methods()).toEqual([]);
	});

	it('in place of a switch is not sent', async () => {
		const parameters = { name: 'Sketch', additionalFields: { taskBillable: missing } };
		await billing.outputOf('task', 'create', parameters);
		expect(billing.sent('createTask').map(Object.keys)).toEqual([['name']]);
	});

	it('is refused as a key of Lines (JSON) that is there and empty', async () => {
		for (const key of ['unit_cost', 'quantity', 'discount', 'tax1', 'tax2_type', 'tax1_percent']) {
			const parameters = inJson(`[{ "name": "A", "unit_cost": 1, "${key}": null }]`);
			const message = await billing.errorOf('invoice', 'create', parameters);
			expect(message).toMatch(/^Lines › 1 › [A-Z][\w ]+ is empty in Lines \(JSON\) Nothing was created\./);
			expect(message).toContain(`leave out the key ${key}`);
		}
		expect(billing.methods()).toEqual([]);
	});
});

describe('Days and moments', () => {
	// The moments of n8n's expressions come from n8n's own luxon, and the package has its own.
	const billing = useBilling();

	const expense = (date: string) => ({ categoryId: '2', amount: '12.50', date });

	it('are the day in the zone of the workflow, or as written, or refused as invalid', async () => {
		const items = [{ day: '2026-11-21' }];
		for (const [date, timezone, day] of [
			['={{ DateTime.fromISO("2026-11-21T00:30:00Z") }}', 'America/New_York', '2026-11-20'],
			['={{ DateTime.fromISO("2026-12-31T23:30:00-05:00") }}', 'Europe/Berlin', '2027-01-01'],
			['={{ $json.day.toDateTime() }}', 'Europe/Berlin', '2026-11-21'],
			['2026-03-01T00:00:00.000Z', 'America/Los_Angeles', '2026-03-01'],
			['={{ new Date("2026-03-02") }}', 'America/Los_Angeles', '2026-03-02'],
		] as const) {
			await billing.outputOf('expense', 'create', expense(date), { timezone, items });
			expect(billing.sent('createExpense').at(-1)).toMatchObject({ date: day });
		}
		for (const date of ['={{ DateTime.invalid("none") }}', '={{ new Date("none") }}'])
			expect(await billing.errorOf('expense', 'create', expense(date))).toContain(
				'Date takes a date such as 2026-01-31, not an invalid date',
			);
	});
});

describe('Identifiers and numbers', () => {
	// The number of one client's invoice looks like the identifier of another client's.
	const billing = useBilling();
	const [NUMBERED, OTHER] = [4, 131];

	beforeEach(() => {
		const { store } = billing.sandbox;
		const [invoice] = billing.sandbox.records('invoice').filter(({ id }) => id === NUMBERED);
		store.insert('invoice', { ...invoice, id: OTHER, client_id: 2, number: 'A-1', number_key: 'A-1' });
		billing.sandbox.change('invoice', NUMBERED, { number: '0131', number_key: '0131' });
	});

	it('The number of an invoice pays no other one By ID, and is read with a warning, which an agent gets as a field', async () => {
		const payment = { paymentMethod: 'Cash' };
		for (const [invoiceId, item] of [
			[byId('={{ $json.given }}'), { given: ' 0131 ' }],
			['={{ $json.given }}', { given: '0131' }],
		] as const) {
			const items = [item];
			const message = await billing.errorOf('invoice', 'recordPayment', { ...payment, invoiceId }, { items });
			expect(message).toMatch(/^Invoice takes an ID, .+ not ' ?0131 ?' .*Choose Number\./);
		}
		const items = [{ number: '131' }];
		const warning = 'Invoice takes an ID, but its expression ends in number';
		for (const expression of ['={{ $json.number }}', '={{ $("Source").item.json.number }}'])
			for (const mode of ['id', 'list']) {
				const parameters = { ...payment, invoiceId: locator(mode, expression) };
				expect(await billing.errorOf('invoice', 'recordPayment', parameters, { items })).toContain(
					`${warning} Nothing was recorded. Choose Number, or use invoice_id.`,
				);
			}
		expect(billing.methods()).toEqual([]);
		const form = { invoiceId: byId('={{ $json.number }}') };
		const [invoice] = await billing.outputOf('invoice', 'get', form, { items });
		expect(invoice).toMatchObject({ invoice_id: OTHER, number: 'A-1' });
		const advised = `${warning}. Choose Number, or use invoice_id.`;
		expect(billing.warnings()).toBe(advised);
		const [answer] = await billing.outputOf('invoice', 'get', form, { items, isTool: true });
		expect(answer).toMatchObject({ warning: advised, invoice_id: OTHER });
	});

	it('An identifier that an expression has not from a number is taken', async () => {
		const items = [{ number: '131', invoice_id: 131, offset: 128 }];
		for (const expression of [
			'={{ $json.number ? $json.invoice_id : "" }}',
			'={{ $json.invoice_id ?? $fromAi("invoice", `The ID. Number is another field.`) }}',
			'={{ Object.keys($json).number ?? $json.number.length + $json.offset }}',
		]) {
			await billing.outputOf('invoice', 'get', { invoiceId: byId(expression) }, { items });
			expect(billing.sent('getInvoice').at(-1)).toMatchObject({ invoice_id: '131' });
			expect(billing.warnings()).toBe('');
		}
	});
});

describe('Values from a list', () => {
	// n8n keeps the value of a locator when its mode changes, so that a number can end up From List or By ID.
	const billing = useBilling();

	it('without the name that the list gives with them stop a write, and are read with a warning', async () => {
		const unlisted = locator('list', '97');
		for (const [operation, done, parameters] of [
			['recordPayment', 'recorded', { invoiceId: unlisted, paymentMethod: 'Cash' }],
			['update', 'changed', { invoiceId: byId(1), updateFields: { clientId: unlisted } }],
			[
				'create',
				'created',
				{ clientId: byId(1), lineItems: { line: [{ from: 'product', productId: unlisted }] } },
			],
		] as Array<[string, string, INodeParameters]>)
			expect(await billing.errorOf('invoice', operation, parameters)).toContain(
				`is From List, but '97' was not chosen there Nothing was ${done}. Choose it in the list again, or choose By ID`,
			);
		expect(billing.methods()).toEqual([]);
		await billing.outputOf('invoice', 'get', { invoiceId: locator('list', '1') });
		expect(billing.warnings()).toContain("is From List, but '1' was not chosen there");
		// The name is with it, an expression fills it in, or n8n kept the number of an entry.
		const named = { ...locator('list', '1'), cachedResultName: '00001, 10.00 USD' };
		for (const invoiceId of [named, locator('list', '={{ 1 }}'), locator('list', 1)])
			expect(
				await billing.outputOf('invoice', 'delete', { invoiceId, options: { preview: true } }),
			).toHaveLength(1);
	});

	describe('An ID that was typed', () => {
		const [ID, OTHER] = [4, 5];
		const swap = (kind: 'invoice' | 'recurring', number = '00004', own = '00121') => {
			for (const [id, text] of [
				[OTHER, 'moved'],
				[ID, own],
				[OTHER, number],
			] as const) {
				billing.sandbox.change(kind, id, { number: text });
				if (kind === 'invoice') billing.sandbox.change(kind, id, { number_key: text });
			}
		};
		const pay = (invoiceId: INodeParameters[string]) => ({ invoiceId, paymentMethod: 'Cash', amount: '1' });
		const items = [{ paid: ID, id: ID, invoice_id: ID, invoiceID: ` ${ID}` }];

		it('stops a payment if another invoice has it as its number, unless its expression says that it is an ID', async () => {
			for (const [own, number, invoiceId] of [
				...['={{ 4 }}', '={{ $json.paid }}', '=4'].flatMap((written) =>
					['list', 'id'].map((mode) => ['00121', '00004', locator(mode, written)] as const),
				),
				['00004', '4', byId(ID)],
				['INV-0121', 'INV-0004', byId(ID)],
				['00121', '00004', locator('list', ID)],
			] as const) {
				swap('invoice', number, own);
				expect(await billing.errorOf('invoice', 'recordPayment', pay(invoiceId), { items })).toContain(
					`ID 4 is invoice ${own}, but invoice ${number} is another one`,
				);
			}
			expect(billing.writes()).toEqual([]);
			for (const written of ['$json.id', '$json.invoice_id', '$json.invoiceID.trim()']) {
				const payment = { ...pay(byId(`={{ ${written} }}`)), options: { ifExists: 'create' } };
				expect(await billing.outputOf('invoice', 'recordPayment', payment, { items })).toMatchObject([
					{ invoice_id: ID },
				]);
			}
		});

		it('stops an update and a delete as well', async () => {
			const typed = byId(String(ID));
			for (const [resource, operation, kind, label, parameters] of [
				['invoice', 'delete', 'invoice', 'invoice', { invoiceId: typed }],
				['invoice', 'update', 'invoice', 'invoice', { invoiceId: typed, updateFields: { notes: 'N' } }],
				['recurringProfile', 'delete', 'recurring', 'recurring profile', { recurringId: typed }],
			] as const) {
				swap(kind);
				expect(await billing.errorOf(resource, operation, parameters)).toBe(
					`ID 4 is ${label} 00121, but ${label} 00004 is another one Nothing was ${operation === 'delete' ? 'deleted' : 'changed'}. For ${label} 00004, choose Number. For ${label} 00121, choose From List, or an expression that ends in ${kind}_id.`,
				);
			}
			expect(billing.writes()).toEqual([]);
		});
	});
});

describe('Slips', () => {
	// Mistakes of people and expressions that fill in the form: none may silently change the invoice.
	const billing = useBilling();
	const INVOICE = 2;
	const lines = () => billing.linesOf('invoice', INVOICE);

	it('A line keeps what a cleared field, or the empty expression of a text, would have replaced', async () => {
		const [line] = lines();
		const taxed = { tax1_name: 'VAT', tax1_percent: '20.00' };
		billing.sandbox.change('line', line?.id ?? 0, { unit_cost: '250.00', quantity: '3.00', ...taxed });
		const [before] = lines();
		const changes = {
			...{ description: '={{ $json.missing }}', unitCost: '', quantity: '', discountAmount: '5' },
			firstTax: { tax: { tax1: '' } },
		};
		await billing.outputOf('invoice', 'updateItems', {
			...{ invoiceId: byId(INVOICE), lineItems: { line: [{ invoiceItemId: String(line?.id), changes }] } },
		});
		expect(lines()[0]).toEqual({ ...before, discount: '5.00', discount_type: 'Fixed' });
	});
});
