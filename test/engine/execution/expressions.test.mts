import type { INodeParameters } from 'n8n-workflow';
import { byId, locator, matching, useBilling } from '../billing.mts';

describe('What comes out empty', () => {
	// Empty or malformed results of expressions must not list, bill, change or send more than intended.
	const billing = useBilling();
	const missing = '={{ $json.missing }}';
	const line = { name: 'Work', unitCost: '100' };
	const TO_NOTHING = 'evaluated to nothing; correct its expression or remove it';
	const ofClient = { clientId: byId(1), lineItems: { line: [line] } };
	const priced = (unitCost: string) => ({
		clientId: byId(1),
		lineItems: { line: [{ name: 'A', unitCost }] },
	});
	const grouped = (groupBy: string) => ({ ...ofClient, linesFrom: 'items', groupBy });
	const inJson = (linesJson: string) => ({ clientId: byId(1), linesFrom: 'json', linesJson });

	// Each would be taken for a default, for no filter, or for all.
	it.each<[string, string, INodeParameters, problem: string]>([
		['invoice', 'create', { ...ofClient, number: missing }, `Number ${TO_NOTHING}`],
		['invoice', 'create', { ...ofClient, additionalFields: { date: missing } }, `Date ${TO_NOTHING}`],
		['invoice', 'create', { ...ofClient, options: { expectedTotal: missing } }, `Total ${TO_NOTHING}`],
		['invoice', 'create', grouped('={{ $json.orderId }}'), `Group By ${TO_NOTHING}`],
		['invoice', 'create', grouped('={{ $json.order }}'), 'Group By takes text or a number'],
		['invoice', 'create', grouped('={{ Number($json.name) }}'), 'Group By takes text or a number'],
		['invoice', 'create', priced(missing), `Unit Cost ${TO_NOTHING}`],
		['invoice', 'create', inJson('[{ "name": "A" }]'), 'Lines › 1 › Unit Cost is required'],
		['estimate', 'addItems', { estimateId: byId(2), linesFrom: 'items' }, 'Unit Cost is required'],
		['recurringProfile', 'create', priced(missing), `Unit Cost ${TO_NOTHING}`],
		['invoice', 'getAll', { filters: { dateFrom: missing } }, `Filters › Date From ${TO_NOTHING}`],
		['invoice', 'getAll', { filters: { clientId: '={{ null }}' } }, `Filters › Client ${TO_NOTHING}`],
		['invoice', 'getAll', { filters: { clientId: byId('={{ $fromAI("a") }}') } }, 'Filters › Client '],
		['invoice', 'createFromTimeTracking', { clientId: byId(1), until: missing }, TO_NOTHING],
		[
			'invoice',
			'createFromExpense',
			{ clientId: byId(1), filters: { projectId: byId(missing) } },
			TO_NOTHING,
		],
		['invoice', 'createFromEstimate', { estimateId: byId(2), tax1: missing }, `Tax Name or ID ${TO_NOTHING}`],
		[
			'invoice',
			'recordPayment',
			{ invoiceId: byId(4), paymentMethod: 'Cash', amount: '={{ " " }}' },
			'Amount',
		],
	])('is refused in %s > %s of %j', async (resource, operation, parameters, problem) => {
		const items = [{ name: 'A', order: { id: 1 } }, {}];
		expect(await billing.errorOf(resource, operation, parameters, { items })).toContain(problem);
		expect(billing.writes()).toEqual([]);
	});

	it('is refused in each field of a line, new or changed, on which its amount depends', async () => {
		const given = '={{ $json.given }}';
		const items = [{}, { given: null }, { given: ' ' }];
		const settings = { onError: 'continueRegularOutput' as const };
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
			const create = { ...ofClient, lineItems: { line: [{ ...line, ...added }] } };
			const update = {
				invoiceId: byId(2),
				lineItems: { line: [{ invoiceItemId: '1', changes: changes ?? {} }] },
			};
			for (const [operation, parameters] of [
				['create', create],
				['updateItems', update],
			] as const) {
				if (operation === 'updateItems' && changes === undefined) continue;
				const output = await billing.outputOf('invoice', operation, parameters, { items, settings });
				const problem = new RegExp(`^Lines › 1 › ([\\w ]+ › )*${label} ${TO_NOTHING}`);
				expect(output.map(({ error }) => error)).toEqual(items.map(() => matching(problem)));
			}
		}
		expect(billing.methods()).toEqual([]);
	});

	it('is refused as a key of Lines (JSON) that is there and empty', async () => {
		for (const key of ['unit_cost', 'quantity', 'discount', 'tax1', 'tax2_type', 'tax1_percent']) {
			const parameters = inJson(`[{ "name": "A", "unit_cost": 1, "${key}": null }]`);
			const message = await billing.errorOf('invoice', 'create', parameters);
			expect(message).toMatch(/^Lines › 1 › [A-Z][\w ]+ is empty in Lines \(JSON\) Nothing was sent\./);
			expect(message).toContain(`leave out the key ${key}`);
		}
		expect(billing.methods()).toEqual([]);
	});
});

describe('Days and moments', () => {
	// The moments of n8n's expressions come from n8n's own luxon, and the package has its own.
	const billing = useBilling();

	const expense = (date: unknown) => ({ categoryId: '2', amount: '12.50', date: String(date) });

	async function dayOf(date: string, timezone: string, json = {}): Promise<unknown> {
		await billing.outputOf('expense', 'create', expense(date), { timezone, items: [json] });
		const [request] = billing.sent('createExpense');
		return typeof request === 'object' ? request['date'] : undefined;
	}

	it.each([
		['={{ DateTime.fromISO("2026-11-21T00:30:00Z") }}', 'America/New_York', '2026-11-20'],
		['={{ DateTime.fromISO("2026-12-31T23:30:00-05:00") }}', 'Europe/Berlin', '2027-01-01'],
		['={{ $json.day.toDateTime() }}', 'Europe/Berlin', '2026-11-21'],
		['2026-03-01T00:00:00.000Z', 'America/Los_Angeles', '2026-03-01'],
		['={{ new Date("2026-03-01") }}', 'America/Los_Angeles', '2026-03-01'],
	])('takes %s in %s for %s', async (date, timezone, day) => {
		expect(await dayOf(date, timezone, { day: '2026-11-21' })).toBe(day);
	});

	it.each(['={{ DateTime.invalid("none") }}', '={{ new Date("none") }}'])(
		'refuses %s, and says that it is invalid',
		async (date) => {
			const message = await billing.errorOf('expense', 'create', expense(date));
			expect(message).toContain('Date takes a date such as 2026-01-31, not an invalid date');
			expect(billing.methods()).toEqual([]);
		},
	);
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

	const pay = async (invoiceId: ReturnType<typeof locator> | string, item: object) =>
		await billing.errorOf(
			'invoice',
			'recordPayment',
			{ invoiceId, paymentMethod: 'Cash' },
			{ items: [{ ...item }] },
		);

	describe('The number of an invoice, By ID', () => {
		it.each([
			[byId('={{ $json.given }}'), { given: ' 0131 ' }],
			['={{ $json.given }}', { given: '0131' }],
		])('pays no other invoice: %j', async (invoiceId, item) => {
			const message = await pay(invoiceId, item);
			expect(message).toMatch(/^Invoice takes an ID, .+ not ' ?0131 ?' /);
			expect(message).toContain('Choose Number.');
			expect(billing.methods()).toEqual([]);
		});

		it.each(['={{ $json.number }}', '={{ $("Source").item.json.number }}'])(
			'pays no other invoice where its expression ends in number: %s',
			async (expression) => {
				const item = { number: '131', invoice: { number: '131' } };
				for (const mode of ['id', 'list']) {
					const message = await pay(locator(mode, expression), item);
					expect(message).toContain('Invoice takes an ID, but its expression ends in number');
					expect(message).toContain('Nothing was sent. Choose Number, or use invoice_id.');
				}
				expect(billing.methods()).toEqual([]);
			},
		);

		it('is read with a warning, which an agent gets as a field', async () => {
			const invoiceId = byId('={{ $json.number }}');
			const items = [{ number: '131' }];
			const warning =
				'Invoice takes an ID, but its expression ends in number. Choose Number, or use invoice_id.';
			const [invoice] = await billing.outputOf('invoice', 'get', { invoiceId }, { items });
			expect(invoice).toMatchObject({ invoice_id: OTHER, number: 'A-1' });
			expect(billing.warnings()).toBe(warning);
			const [answer] = await billing.outputOf('invoice', 'get', { invoiceId }, { items, isTool: true });
			expect(answer).toMatchObject({ warning, invoice_id: OTHER });
		});
	});

	it.each([
		'={{ $json.invoice_id }}',
		'={{ $json.number ? $json.invoice_id : "" }}',
		'={{ $json.invoice_id ?? $fromAi("invoice", `The ID. Number is another field.`) }}',
		'={{ Object.keys($json).number ?? $json.number.length + $json.offset }}',
	])('An identifier that an expression has not from a number is taken: %s', async (expression) => {
		const items = [{ number: '131', invoice_id: 131, offset: 128 }];
		await billing.outputOf('invoice', 'get', { invoiceId: byId(expression) }, { items });
		expect(billing.sent('getInvoice')).toMatchObject([{ invoice_id: '131' }]);
		expect(billing.warnings()).toBe('');
	});
});

describe('Values from a list', () => {
	// n8n keeps the value of a locator when its mode changes, so that a number can end up From List or By ID.
	const billing = useBilling();

	describe('A value that is From List without the name that the list gives with it', () => {
		const unlisted = locator('list', '97');

		it.each<[resource: string, operation: string, parameters: INodeParameters]>([
			['invoice', 'recordPayment', { invoiceId: unlisted, paymentMethod: 'Cash' }],
			['invoice', 'update', { invoiceId: byId(1), updateFields: { clientId: unlisted } }],
			[
				'invoice',
				'create',
				{ clientId: byId(1), lineItems: { line: [{ from: 'product', productId: unlisted }] } },
			],
		])('stops %s > %s', async (resource, operation, parameters) => {
			expect(await billing.errorOf(resource, operation, parameters)).toMatch(
				/is From List, but '97' was not chosen there Nothing was sent\. Choose it in the list again, or choose By ID/,
			);
			expect(billing.methods()).toEqual([]);
		});

		it('is taken where the name is with it, an expression fills it in, or n8n kept the number of an entry', async () => {
			const named = { ...locator('list', '1'), cachedResultName: '00001, 10.00 USD' };
			for (const invoiceId of [named, locator('list', '={{ 1 }}'), locator('list', 1)]) {
				const parameters = { invoiceId, options: { preview: true } };
				expect(await billing.outputOf('invoice', 'delete', parameters)).toHaveLength(1);
			}
		});

		it('is read with a warning', async () => {
			await billing.outputOf('invoice', 'get', { invoiceId: locator('list', '1') });
			expect(billing.warnings()).toContain("is From List, but '1' was not chosen there");
		});
	});

	describe('An ID that was typed', () => {
		const [ID, OTHER] = [4, 5];
		const swap = (kind: 'invoice' | 'estimate' | 'recurring', number = '00004', own = '00121') => {
			for (const [id, text] of [
				[ID, own],
				[OTHER, number],
			] as const) {
				billing.sandbox.change(kind, id, { number: text });
				if (kind !== 'recurring') billing.sandbox.change(kind, id, { number_key: text });
			}
		};
		const pay = (invoiceId: INodeParameters[string], amount = '1') => ({
			invoiceId,
			paymentMethod: 'Cash',
			amount,
		});
		const items = [{ paid: ID, id: ID, invoice_id: ID, invoiceID: ` ${ID}` }];

		it.each(['={{ 4 }}', '={{ $json.paid }}', '=4'])(
			'stops a payment if it comes from %s',
			async (written) => {
				swap('invoice');
				for (const mode of ['list', 'id']) {
					const parameters = pay(locator(mode, written));
					const message = await billing.errorOf('invoice', 'recordPayment', parameters, { items });
					expect(message).toContain('ID 4 is invoice 00121, but invoice 00004 is another one');
				}
				expect(billing.writes()).toEqual([]);
			},
		);

		it.each([
			['00004', '4', byId(ID)],
			['INV-0121', 'INV-0004', byId(ID)],
			['00121', '00004', locator('list', ID)],
		])('stops a payment on %s if %s is another invoice', async (own, number, invoiceId) => {
			swap('invoice', number, own);
			const message = await billing.errorOf('invoice', 'recordPayment', pay(invoiceId));
			expect(message).toContain(`ID 4 is invoice ${own}, but invoice ${number} is another one`);
		});

		it.each(['$json.id', '$json.invoice_id', '$json.invoiceID.trim()'])(
			'pays if %s says that it is an ID',
			async (written) => {
				swap('invoice');
				const parameters = pay(byId(`={{ ${written} }}`));
				const [paid] = await billing.outputOf('invoice', 'recordPayment', parameters, { items });
				expect(paid).toMatchObject({ invoice_id: ID });
			},
		);

		it.each([
			['invoice', 'delete', 'invoice', 'invoice', { invoiceId: byId(String(ID)) }],
			[
				'invoice',
				'update',
				'invoice',
				'invoice',
				{ invoiceId: byId(String(ID)), updateFields: { notes: 'N' } },
			],
			['recurringProfile', 'delete', 'recurring', 'recurring profile', { recurringId: byId(String(ID)) }],
		] as const)(
			'stops %s > %s if it is the number of another %s',
			async (resource, operation, kind, label, parameters) => {
				swap(kind);
				expect(await billing.errorOf(resource, operation, parameters)).toBe(
					`ID 4 is ${label} 00121, but ${label} 00004 is another one Nothing was sent. For ${label} 00004, choose Number. For ${label} 00121, choose From List, or an expression that ends in ${kind}_id.`,
				);
				expect(billing.writes()).toEqual([]);
			},
		);
	});
});

describe('Slips', () => {
	// Mistakes of people and expressions that fill in the form: none may silently change the invoice.
	const billing = useBilling();
	const INVOICE = 2;
	const lines = () => billing.linesOf('invoice', INVOICE);
	const invoices = () => billing.sandbox.records('invoice');

	it('A number that moved within one run is looked up again', async () => {
		const numberOf = (id: number) => invoices().find((invoice) => invoice.id === id)?.number;
		const parameters = {
			invoiceId: locator('number', '={{ $json.from }}'),
			updateFields: { number: '={{ $json.to }}' },
		};
		const items = [
			{ from: '00002', to: 'TMP-1' },
			{ from: '00003', to: '00002' },
			{ from: '00002', to: 'FINAL' },
		];
		await billing.outputOf('invoice', 'update', parameters, { items });
		expect([numberOf(2), numberOf(3)]).toEqual(['TMP-1', 'FINAL']);
	});

	describe('A line that is changed', () => {
		const change = (changes: INodeParameters, more: INodeParameters[] = []) => ({
			invoiceId: byId(INVOICE),
			lineItems: { line: [{ invoiceItemId: String(lines()[0]?.id), changes }, ...more] },
		});
		beforeEach(() => {
			const id = lines()[0]?.id ?? 0;
			billing.sandbox.store.run(
				"UPDATE line SET unit_cost = '250.00', quantity = '3.00', tax1_name = 'VAT', tax1_percent = '20.00' WHERE id = ?",
				id,
			);
		});

		it('keeps what a cleared field, or the empty expression of a text, would have replaced', async () => {
			const changes = {
				description: '={{ $json.missing }}',
				unitCost: '',
				quantity: '',
				firstTax: { tax: { tax1: '' } },
				discountAmount: '5',
			};
			const [before] = lines();
			await billing.outputOf('invoice', 'updateItems', change(changes));
			expect(lines()[0]).toEqual({ ...before, discount: '5.00', discount_type: 'Fixed' });
		});
	});

	it.each([['createFromTimeTracking', 'timeEntries']])(
		'%s refuses to bill a record twice',
		async (operation, collection) => {
			const rows = { [collection]: { entry: [{ id: '1' }, { id: ' 1' }] } };
			const parameters = { clientId: byId(1), entriesFrom: 'chosen', ...rows };
			expect(await billing.errorOf('invoice', operation, parameters)).toContain('1 is listed twice');
			expect(billing.methods()).toEqual([]);
		},
	);
});
