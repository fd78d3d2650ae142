import type { INodeParameters } from 'n8n-workflow';
import { byId, locator, useBilling } from '../billing.mts';

describe('What comes out empty', () => {
	// Empty or malformed results of expressions must not list, bill, change or send more than intended.
	const billing = useBilling();
	const missing = '={{ $json.missing }}';
	const line = { name: 'Work', unitCost: '100' };
	const oneLine = { lineItems: { line: [line] } };
	const TO_NOTHING = 'evaluated to nothing; correct its expression or remove it';

	it.each([
		[{ number: missing }, 'Number'],
		[{ additionalFields: { date: missing } }, 'Date'],
		[{ additionalFields: { address: missing } }, 'Billing Address'],
	])('A new invoice never takes a default from the empty expression of %j', async (fields, label) => {
		const parameters = { clientId: byId(1), ...oneLine, ...fields };
		expect(await billing.errorOf('invoice', 'create', parameters)).toContain(`${label} ${TO_NOTHING}`);
		expect(billing.writes()).toEqual([]);
	});

	describe('A filter', () => {
		it.each([
			['invoice', { invoiceNumber: locator('number', missing) }],
			['invoice', { dateFrom: missing }],
			['invoice', { clientId: '={{ null }}' }],
			['client', { clientEmail: '={{ " " }}' }],
		])('of %s > Get Many that is %j is refused, instead of listing all', async (resource, filters) => {
			const message = await billing.errorOf(resource, 'getAll', { filters });
			expect(message).toContain(`Filters › `);
			expect(message).toContain(TO_NOTHING);
			expect(billing.methods()).toEqual([]);
		});

		it('that was added and left empty is none', async () => {
			await billing.outputOf('invoice', 'getAll', { filters: { dateFrom: '' }, limit: 1 });
			expect(billing.sent('listInvoice')).toEqual([{ filter: { page: '1', per_page_record: '1' } }]);
		});

		it.each(['createFromTimeTracking', 'createFromExpense'])(
			'of %s is refused, instead of billing all that is unbilled',
			async (operation) => {
				for (const limit of [
					{ until: missing },
					{ filters: { dateFrom: missing } },
					{ filters: { projectId: byId(missing) } },
				]) {
					const parameters = { clientId: byId(1), ...limit };
					const message = await billing.errorOf('invoice', operation, parameters);
					expect(message).toContain(TO_NOTHING);
				}
				expect(billing.methods()).toEqual([]);
			},
		);
	});

	describe('Group By', () => {
		const items = [
			{ name: 'A', order: { id: 1 }, list: ['x'], isFirst: true },
			{ name: 'B', order: { id: 2 }, list: ['y'], isFirst: false },
		];
		const grouped = (groupBy: string) => ({
			clientId: byId(1),
			linesFrom: 'items',
			groupBy,
			lineItems: { line: [{ name: '={{ $json.name }}', unitCost: '1' }] },
		});

		it.each(['={{ $json.orderId }}', '={{ null }}'])(
			'is refused when %s leaves it empty, instead of making one invoice of all items',
			async (groupBy) => {
				const message = await billing.errorOf('invoice', 'create', grouped(groupBy), { items });
				expect(message).toContain(`Group By ${TO_NOTHING}`);
				expect(billing.methods()).toEqual([]);
			},
		);

		it.each(['={{ $json.order }}', '={{ Number($json.name) }}'])(
			'is refused when %s is neither text nor number',
			async (groupBy) => {
				const message = await billing.errorOf('invoice', 'create', grouped(groupBy), { items });
				expect(message).toContain('Group By takes text or a number');
				expect(billing.methods()).toEqual([]);
			},
		);

		it.each(['={{ $json.order.id }}', '={{ $json.name }}'])(
			'makes an invoice of each key of %s',
			async (groupBy) => {
				const output = await billing.outputOf('invoice', 'create', grouped(groupBy), { items });
				expect(output).toHaveLength(2);
			},
		);
	});

	it.each([missing, '={{ "  " }}'])(
		'The amount of a payment that %s leaves empty is not all that is outstanding',
		async (amount) => {
			const parameters = { invoiceId: byId(4), paymentMethod: 'Cash', amount };
			expect(await billing.errorOf('invoice', 'recordPayment', parameters)).toContain(`Amount ${TO_NOTHING}`);
			expect(billing.methods()).toEqual([]);
		},
	);

	it('The expected total that an expression leaves empty is not passed over', async () => {
		const parameters = { clientId: byId(1), ...oneLine, options: { expectedTotal: missing } };
		const message = await billing.errorOf('invoice', 'create', parameters);
		expect(message).toContain(`Options › Expected Total ${TO_NOTHING}`);
		expect(billing.methods()).toEqual([]);
	});
});

describe('Lines that come out empty', () => {
	// Empty or malformed results of expressions must not list, bill, change or send more than intended.
	const billing = useBilling();
	const missing = '={{ $json.missing }}';
	const line = { name: 'Work', unitCost: '100' };
	const TO_NOTHING = 'evaluated to nothing; correct its expression or remove it';

	describe('The price of a new line', () => {
		const attempts: ReadonlyArray<readonly [string, string, INodeParameters]> = [
			['invoice', 'create', { clientId: byId(1), lineItems: { line: [{ name: 'A', unitCost: missing }] } }],
			['invoice', 'create', { clientId: byId(1), linesFrom: 'json', linesJson: '[{ "name": "A" }]' }],
			['invoice', 'addItems', { invoiceId: byId(2), linesFrom: 'json', linesJson: '{ "name": "A" }' }],
			['estimate', 'addItems', { estimateId: byId(2), linesFrom: 'items' }],
			[
				'recurringProfile',
				'create',
				{ clientId: byId(1), lineItems: { line: [{ name: 'A', unitCost: missing }] } },
			],
		];

		it.each(attempts)(
			'that is empty in %s > %s is no price of nothing: %j',
			async (resource, operation, parameters) => {
				const message = await billing.errorOf(resource, operation, parameters, { items: [{}, {}] });
				expect(message).toMatch(
					/^Lines?( ›)? 1( \(input item 1\))? › Unit Cost (is required|evaluated to nothing)/,
				);
				expect(billing.writes()).toEqual([]);
			},
		);

		it('the price of a new line may be 0', async () => {
			const parameters = { clientId: byId(1), lineItems: { line: [{ name: 'Gift', unitCost: '={{ 0 }}' }] } };
			expect(await billing.outputOf('invoice', 'create', parameters)).toMatchObject([{ total: 0 }]);
		});
	});

	describe('A field of a line on which its amount depends', () => {
		const FIELDS = {
			unitCost: 'Unit Cost',
			quantity: 'Quantity',
			discountAmount: 'Discount Amount',
			discountPercent: 'Discount Percent',
			tax1: 'Tax Name or ID',
			tax1Percent: 'Tax Percent',
			tax2: 'Second Tax Name or ID',
			tax2Type: 'Charged On',
		} as const;
		const fields = Object.entries(FIELDS).map(([field, label]) => ({ field, label }));
		/** A field in its place: new rows have their discounts and second tax among Additional Fields. */
		function rowWith(field: string, given: unknown, isNew: boolean): INodeParameters {
			const value = given as string; // an expression can return anything
			const isCustom = field === 'tax1Percent';
			const first = { ...(isCustom ? { tax1Name: 'VAT' } : {}), [field]: value };
			const second = { ...(field === 'tax2Type' ? { tax2: 1 } : {}), [field]: value };
			if (isNew && isCustom) return { additionalFields: { customTax: { tax: first } } };
			if (isNew && field === 'tax1') return first;
			if (field.startsWith('tax1'))
				return { firstTax: { tax: { ...(isCustom ? { tax1: 'custom' } : {}), ...first } } };
			const more = field.startsWith('tax2') ? { secondTax: { tax: second } } : { [field]: value };
			const isApart = isNew && !['quantity', 'unitCost'].includes(field);
			return isApart ? { additionalFields: more } : more;
		}
		/** Each way to fill in a line, with the place of its field. */
		const WAYS: Readonly<Record<string, (row: INodeParameters) => [string, string, INodeParameters]>> = {
			'Lines › 1': (row) => [
				'invoice',
				'create',
				{ clientId: byId(1), lineItems: { line: [{ ...line, ...row }] } },
			],
			'Lines › 1 › Changes': (row) => [
				'invoice',
				'updateItems',
				{ invoiceId: byId(2), lineItems: { line: [{ invoiceItemId: '1', changes: row }] } },
			],
		};
		const ways = Object.entries(WAYS).map(([where, wayTo]) => ({ where, wayTo }));
		it.each(ways)('is refused in $where when its expression comes out empty', async ({ where, wayTo }) => {
			for (const { field, label } of fields) {
				if (field === 'tax2Type' && where.endsWith('Changes')) continue;
				for (const value of [missing, '={{ null }}', '={{ " " }}']) {
					const message = await billing.errorOf(...wayTo(rowWith(field, value, !where.endsWith('Changes'))));
					expect(message).toMatch(new RegExp(`^${where} › ([\\w ]+ › )*${label} ${TO_NOTHING}`));
				}
			}
			expect(billing.methods()).toEqual([]);
		});

		it('is refused as a key of Lines (JSON) that is there and empty', async () => {
			for (const key of ['unit_cost', 'quantity', 'discount', 'tax1', 'tax2_type', 'tax1_percent'])
				for (const value of ['null', '" "']) {
					const linesJson = `[{ "name": "A", "unit_cost": 1, "${key}": ${value} }]`;
					const parameters = { clientId: byId(1), linesFrom: 'json', linesJson };
					const message = await billing.errorOf('invoice', 'create', parameters);
					expect(message).toMatch(/^Lines › 1 › [A-Z][\w ]+ is empty in Lines \(JSON\) Nothing was sent\./);
					expect(message).toContain(`leave out the key ${key}`);
				}
			expect(billing.methods()).toEqual([]);
		});
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
		['={{ DateTime.fromISO("2026-11-21T00:30:00+01:00", { setZone: true }) }}', 'UTC', '2026-11-20'],
		['={{ DateTime.fromISO("2026-12-31T23:30:00-05:00") }}', 'Europe/Berlin', '2027-01-01'],
		['={{ DateTime.fromISO("2026-01-31").plus({ months: 1 }) }}', 'Europe/Berlin', '2026-02-28'],
		['={{ new Date("2026-11-21T00:30:00Z") }}', 'America/New_York', '2026-11-20'],
		['={{ $json.day.toDateTime() }}', 'Europe/Berlin', '2026-11-21'],
		['2026-03-01T00:00:00.000Z', 'America/Los_Angeles', '2026-03-01'],
		['={{ DateTime.fromISO("2026-03-01T00:00:00.000Z") }}', 'America/Los_Angeles', '2026-03-01'],
		['={{ new Date("2026-03-01") }}', 'America/Los_Angeles', '2026-03-01'],
	])('takes %s in %s for %s', async (date, timezone, day) => {
		expect(await dayOf(date, timezone, { day: '2026-11-21' })).toBe(day);
	});

	it('takes midnight UTC for its day wherever a day is asked for', async () => {
		const more = { timezone: 'America/Los_Angeles' };
		const day = '2026-03-01T00:00:00.000Z';
		const invoice = { clientId: byId(1), lineItems: { line: [{ name: 'Advice', unitCost: '100' }] } };
		const due = { due: 'date', dueDate: '2026-03-15T00:00:00.000Z' };
		const [created] = await billing.outputOf(
			'invoice',
			'create',
			{ ...invoice, ...due, additionalFields: { date: day } },
			more,
		);
		expect(created).toMatchObject({ date: '2026-03-01', invoice_due_date: '2026-03-15' });
		const payment = {
			invoiceId: byId(Number(created?.['invoice_id'])),
			amount: '10',
			paymentMethod: 'Cash',
			additionalFields: { date: day },
		};
		await billing.outputOf('invoice', 'recordPayment', payment, more);
		await billing.outputOf('timeEntry', 'getAll', { filters: { workDate: day } }, more);
		await billing.outputOf('invoice', 'getAll', { filters: { dateFrom: day } }, more);
		expect(billing.sent('invoiceOfflinePayment')).toMatchObject([{ invoice: { date: '2026-03-01' } }]);
		expect(billing.sent('listTimeLog')).toMatchObject([{ filter: { work_date: '2026-03-01' } }]);
		expect(billing.sent('listInvoice').at(-1)).toMatchObject({ filter: { date_from: '2026-03-01' } });
	});

	it.each([
		'={{ DateTime.fromISO("31/12/2026") }}',
		'={{ DateTime.invalid("none") }}',
		'={{ new Date("none") }}',
	])('refuses %s, and says that it is invalid', async (date) => {
		const message = await billing.errorOf('expense', 'create', expense(date));
		expect(message).toContain('Date takes a date such as 2026-01-31, not an invalid date');
		expect(billing.methods()).toEqual([]);
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
			[locator('list', '={{ $json.given }}'), { given: '0131' }],
			['={{ $json.given }}', { given: '0131' }],
		])('pays no other invoice: %j', async (invoiceId, item) => {
			const message = await pay(invoiceId, item);
			expect(message).toMatch(/^Invoice takes an ID, .+ not ' ?0131 ?' /);
			expect(message).toContain('Choose Number.');
			expect(billing.methods()).toEqual([]);
		});

		it('that no invoice has is named with what was looked for', async () => {
			expect(await pay(byId(' 999131\t'), {})).toContain('The invoice with ID 999131 was not found: Data');
		});

		it.each([
			'={{ $json.number }}',
			'={{ $json.invoice?.number.toString().trim() }}',
			'={{ $("Source").item.json.number }}',
			'={{ $json.missing }}{{ $json.number }}',
		])('pays no other invoice where its expression ends in number: %s', async (expression) => {
			const item = { number: '131', invoice: { number: '131' } };
			for (const mode of ['id', 'list']) {
				const message = await pay(locator(mode, expression), item);
				expect(message).toContain('Invoice takes an ID, but its expression ends in number');
				expect(message).toContain('Nothing was sent. Choose Number, or use invoice_id.');
			}
			expect(billing.methods()).toEqual([]);
		});

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
		'={{ [$json].find((one) => one.number === "131").invoice_id }}',
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
			['client', 'delete', { clientId: unlisted }],
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
			['00121', '4', byId(ID)],
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
			['invoice', 'send', 'invoice', 'invoice', { invoiceId: byId(String(ID)) }],
			[
				'invoice',
				'update',
				'invoice',
				'invoice',
				{ invoiceId: byId(String(ID)), updateFields: { notes: 'N' } },
			],
			[
				'invoice',
				'createFromEstimate',
				'estimate',
				'estimate',
				{ estimateId: byId(String(ID)), tax1: 'none' },
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

		it('is also refused when another row changes it', async () => {
			const again = { invoiceItemId: String(lines()[0]?.id), changes: { quantity: '9' } };
			const message = await billing.errorOf('invoice', 'updateItems', change({ unitCost: '1' }, [again]));
			expect(message).toContain('is listed twice');
			expect(billing.sent('updateInvoiceItem')).toEqual([]);
		});
	});

	it.each([
		['createFromTimeTracking', 'timeEntries'],
		['createFromExpense', 'expenses'],
	])('%s refuses to bill a record twice', async (operation, collection) => {
		const rows = { [collection]: { entry: [{ id: '1' }, { id: ' 1' }] } };
		const parameters = { clientId: byId(1), entriesFrom: 'chosen', ...rows };
		expect(await billing.errorOf('invoice', operation, parameters)).toContain('1 is listed twice');
		expect(billing.methods()).toEqual([]);
	});

	describe('What another operation left in the form', () => {
		it('is refused where this one does not offer it, instead of adding no lines', async () => {
			const parameters = { invoiceId: byId(INVOICE), linesFrom: 'none' };
			const message = await billing.errorOf('invoice', 'addItems', parameters);
			expect(message).toContain("Lines From must be one of form, items, json, not 'none'");
			expect(billing.sent('addInvoiceItem')).toEqual([]);
		});
	});

	describe('A tax', () => {
		it('of an estimate is sent even if an expression leaves it empty', async () => {
			const parameters = { estimateId: byId(2), tax1: '={{ $json.missing }}', tax2: 'none' };
			const message = await billing.errorOf('invoice', 'createFromEstimate', parameters);
			expect(message).toContain('Tax Name or ID evaluated to nothing');
		});

		afterEach(() => {
			expect(billing.methods().filter((method) => method.startsWith('create'))).toEqual([]);
		});
	});
});
