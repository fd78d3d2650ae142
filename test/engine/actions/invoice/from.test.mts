import { byId, useBilling } from '../../billing.mts';
import { own, useUnbilled } from '../../unbilled.mts';

const billing = useBilling();
const linesOf = (document: 'invoice' | 'estimate', id: unknown) =>
	billing.linesOf(document, id).map(({ id: _, document: __, document_id: ___, ...line }) => line);
const stored = (id: unknown) => billing.sandbox.records('invoice').find((invoice) => invoice.id === id);
const { entries } = useUnbilled(billing);

/** Elements that all requests of the method have. */
afterEach(() => {
	expect(billing.sandbox.requests.flatMap(({ unknownElements }) => unknownElements)).toEqual([]);
});

describe('Invoice > Create From Time Tracking', () => {
	const parameters = (entry: object[]) => ({
		clientId: byId(1),
		entriesFrom: 'chosen',
		timeEntries: { entry: entry as [] },
	});

	it('bills hours at the rate of their task, and marks the entry as billed', async () => {
		const [entry] = entries();
		const task = billing.sandbox.records('task').find(({ id }) => id === entry?.task_id);
		const [invoice] = await billing.outputOf(
			'invoice',
			'createFromTimeTracking',
			parameters([{ id: byId(entry?.id ?? 0) }]),
		);
		expect(linesOf('invoice', invoice?.['invoice_id'])).toMatchObject([
			{
				name: task?.name,
				type: 'Time',
				description: entry?.notes,
				quantity: entry?.hours_worked,
				unit_cost: task?.rate,
			},
		]);
		expect(entries().map(({ id }) => id)).not.toContain(entry?.id);
		expect(invoice).toMatchObject({ result: 'created', client_organization: 'Harbour & Pine Ltd' });
	});

	it.each([
		[[], 'No time entry is selected'],
		[[{ id: '' }], 'Time Entries › 1 is required and was left empty'],
		[[{ id: 'x' }], 'Time Entries › 1 takes an ID, which is a whole number'],
	])('refuses %j before anything is sent', async (entry, problem) => {
		expect(await billing.errorOf('invoice', 'createFromTimeTracking', parameters(entry))).toContain(problem);
		expect(billing.methods()).toEqual([]);
	});

	it('refuses the entry of another client, although the service would bill it', async () => {
		const { id, project_id } = entries()[0] ?? { id: 0, project_id: 0 };
		billing.sandbox.change('project', project_id, { client_id: 2 });
		const message = await billing.errorOf('invoice', 'createFromTimeTracking', parameters([{ id }]));
		expect(message).toContain(
			`Time entry with ID ${id} belongs to the client with ID 2, not to the one with ID 1`,
		);
		expect(billing.sent('createInvoiceFromTimeTracking')).toEqual([]);
	});

	it('bills the entry of a project that belongs to no client', async () => {
		const { id, project_id } = entries()[0] ?? { id: 0, project_id: 0 };
		billing.sandbox.change('project', project_id, { client_id: null });
		const [invoice] = await billing.outputOf('invoice', 'createFromTimeTracking', parameters([{ id }]));
		expect(invoice).toMatchObject({ result: 'created', client_organization: 'Harbour & Pine Ltd' });
	});
});

describe('Invoice > Create From Expenses', () => {
	const expenses = () => own(billing.sandbox.records('expense')).filter(({ invoiced }) => invoiced === 'No');
	const parameters = (clientId: number, entry: object[]) => ({
		clientId: byId(clientId),
		entriesFrom: 'chosen',
		expenses: { entry: entry as [] },
	});

	it('bills the amount of an expense, and marks it as invoiced', async () => {
		const [expense] = expenses();
		const [invoice] = await billing.outputOf(
			'invoice',
			'createFromExpense',
			parameters(expense?.client_id ?? 0, [{ id: String(expense?.id) }]),
		);
		expect(linesOf('invoice', invoice?.['invoice_id'])).toMatchObject([
			{
				name: expense?.vendor,
				type: 'Expense',
				description: expense?.notes,
				quantity: '1.00',
				unit_cost: expense?.amount,
			},
		]);
		expect(expenses().map(({ id }) => id)).not.toContain(expense?.id);
	});

	const taxed = (changes: object) => {
		const [expense] = expenses();
		billing.sandbox.change('expense', expense?.id ?? 0, { tax1: 2, tax2: 4 });
		const entriesJson = JSON.stringify({ expense_id: expense?.id, ...changes });
		return { clientId: byId(expense?.client_id ?? 0), entriesFrom: 'json', entriesJson };
	};
	const reduced = { tax1_name: 'VAT reduced', tax1_percent: '5.50' };
	const service = { tax2_name: 'Service tax', tax2_percent: '2.50' };

	it.each([
		['carries the taxes of the expense over', {}, { ...reduced, ...service }],
		['keeps the taxes beside another change', { name: 'Train' }, { name: 'Train', ...reduced, ...service }],
		[
			'takes a tax off where the JSON says so',
			{ tax1: 'none' },
			{ tax1_name: '', tax1_percent: '0.00', ...service },
		],
		[
			'takes the tax that the JSON names',
			{ tax1_name: 'Own', tax1_percent: 7 },
			{ tax1_name: 'Own', tax1_percent: '7.00', ...service },
		],
	])('%s', async (_, changes, line) => {
		const [invoice] = await billing.outputOf('invoice', 'createFromExpense', taxed(changes));
		expect(linesOf('invoice', invoice?.['invoice_id'])).toMatchObject([line]);
	});

	it.each([
		['[{ "expense_id": 1 ', 'Entries (JSON) is not valid JSON'],
		['[]', 'No expense is selected'],
		[{ name: 'Train' }, 'Entries › 1 › expense_id is required'],
		[[{ expense_id: 1 }, { expense_id: 1 }], 'Expense with ID 1 is listed twice'],
		[{ expense_id: 1, discount: '' }, 'Entries › 1 › Discount is empty in Entries (JSON)'],
		[{ expense_id: 1, tax1: 'VAT', tax1_name: 'Own' }, 'Expense with ID 1 › Tax is both one of'],
	])('refuses unclear JSON: %j', async (given, problem) => {
		const entriesJson = typeof given === 'string' ? given : JSON.stringify(given);
		const parameters = { clientId: byId(1), entriesFrom: 'json', entriesJson };
		expect(await billing.errorOf('invoice', 'createFromExpense', parameters)).toContain(problem);
		expect(billing.writes()).toEqual([]);
	});

	it('refuses a tax of the expense that the account does not have', async () => {
		const [expense] = expenses();
		billing.sandbox.change('expense', expense?.id ?? 0, { tax1: 99 });
		const message = await billing.errorOf(
			'invoice',
			'createFromExpense',
			parameters(expense?.client_id ?? 0, [{ id: byId(expense?.id ?? 0) }]),
		);
		expect(message).toContain("Expenses › 1 › Tax '99' is not one of the account's taxes");
		expect(billing.sent('createInvoiceFromExpense')).toEqual([]);
	});
});

describe('Invoice > Create From Estimate', () => {
	const estimate = () => billing.sandbox.records('estimate')[1];
	const parameters = () => ({ estimateId: byId(estimate()?.id ?? 0) });

	it('carries client, lines, title, notes and terms of the estimate over, and says that its taxes are not charged', async () => {
		billing.sandbox.change('estimate', 2, { po_number: '0099' });
		const untaxedInvoice = { ...parameters(), tax1: 'none' };
		const [invoice] = await billing.outputOf('invoice', 'createFromEstimate', untaxedInvoice);
		const id = invoice?.['invoice_id'];
		const { client_id, address, title, notes, terms } = estimate() ?? {};
		expect(stored(id)).toMatchObject({ client_id, address, title, notes, terms, po_number: '0099' });
		const untaxed = { tax1_name: '', tax1_percent: '0.00', tax2_name: '', tax2_percent: '0.00' };
		expect(linesOf('invoice', id)).toEqual(
			linesOf('estimate', estimate()?.id).map((line) => ({ ...line, ...untaxed, tax2_type: 'Normal' })),
		);
		expect(billing.warnings()).toContain(
			"The estimate's taxes come to 378.96, but the invoice's come to 0.00",
		);
	});

	it('is refused until its taxes are chosen, or none', async () => {
		const message = await billing.errorOf('invoice', 'createFromEstimate', parameters());
		expect(message).toContain('They come to 378.96');
		expect(message).toContain('choose the Tax');
		expect(billing.sent('createInvoiceFromEstimate')).toEqual([]);
	});

	it('is converted once under one number', async () => {
		const numbered = { ...parameters(), tax1: 'none', number: 'R-7' };
		await billing.outputOf('invoice', 'createFromEstimate', numbered);
		expect(await billing.errorOf('invoice', 'createFromEstimate', numbered)).toContain('already exists: ID');
		expect(billing.sent('createInvoiceFromEstimate')).toHaveLength(1);
	});

	it('asks for no taxes where the estimate has none, and says nothing where the totals agree', async () => {
		const line = { name: 'Work', unitCost: '100' };
		for (const taxes of [{}, { tax1: 1 }]) {
			const create = { clientId: byId(1), lineItems: { line: [{ ...line, ...taxes }] } };
			const [estimate] = await billing.outputOf('estimate', 'create', create);
			const from = { estimateId: byId(Number(estimate?.['estimate_id'])), ...taxes };
			const [invoice] = await billing.outputOf('invoice', 'createFromEstimate', from);
			expect(invoice).toMatchObject({ result: 'created' });
			expect(billing.warnings()).toBe('');
		}
	});

	it('puts the chosen taxes on every line', async () => {
		const [invoice] = await billing.outputOf('invoice', 'createFromEstimate', {
			...parameters(),
			tax1: 1,
			tax2: 4,
		});
		const lines = linesOf('invoice', invoice?.['invoice_id']);
		expect(lines).not.toEqual([]);
		for (const line of lines) {
			expect(line).toMatchObject({ tax1_name: 'VAT', tax1_percent: '20.00', tax2_name: 'Service tax' });
		}
		expect(billing.warnings()).toContain("the invoice's come to 921.60");
	});
});
