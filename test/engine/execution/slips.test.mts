import type { INodeParameters } from 'n8n-workflow';
import { byId, locator, useBilling } from '../billing.mts';

// Mistakes of people and expressions that fill in the form: none may silently change the invoice.
const billing = useBilling();
const INVOICE = 2;
const lines = () => billing.linesOf('invoice', INVOICE);
const invoices = () => billing.sandbox.records('invoice');
const create = (additionalFields: object) => ({
	clientId: byId(1),
	linesFrom: 'none',
	additionalFields: { ...additionalFields },
});

describe('A status', () => {
	it.each([
		['={{ "disputed" }}', 'disputed'],
		['={{ "Partial-Paid" }}', 'partial-paid'],
	])('%s is sent in an update as %s', async (status, sent) => {
		await billing.outputOf('invoice', 'update', { invoiceId: byId(INVOICE), updateFields: { status } });
		expect(billing.sent('updateInvoice')).toMatchObject([{ status: sent }]);
	});
});

it('A number in use is named in the output when the service gave the invoice another one', async () => {
	const number = String(invoices().find(({ id }) => id === 3)?.number);
	const parameters = { ...create({}), number, options: { ifExists: 'create' } };
	await billing.outputOf('invoice', 'create', parameters);
	expect(billing.warnings()).toContain(`'${number}'`);
	expect(billing.warnings()).toContain(
		`saved the number '${billing.sandbox.records('invoice').at(-1)?.number}' instead of '${number}'`,
	);
});

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

	it('is deleted once when it is named twice', async () => {
		const id = String(lines()[0]?.id);
		const parameters = { invoiceId: byId(INVOICE), invoiceItemId: `${id},${id}` };
		await billing.outputOf('invoice', 'deleteItems', parameters);
		expect(billing.sent('deleteInvoiceItem')).toEqual([{ invoice_id: '2', invoice_item_id: id }]);
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

describe('Rows of the form', () => {
	it('have the type that the form would show when it is empty', async () => {
		const additionalCharge = [{ name: 'Shipping', type: '', amount: '12.50' }];
		await billing.outputOf('invoice', 'create', create({ additionalCharges: { additionalCharge } }));
		expect(billing.sent('createInvoice')).toMatchObject([
			{ additional_charges: { additional_charge: { name: 'Shipping', type: 'Fixed', amount: '12.5' } } },
		]);
	});
});

it.each(['={{ 1.5 }}', '={{ "many" }}', '={{ -3 }}'])(
	'The limit %s is refused, and nothing is sent',
	async (limit) => {
		const message = await billing.errorOf('invoice', 'getAll', { limit });
		expect(message).toContain('Limit takes a whole number of 1 or more, not ');
		expect(billing.methods()).toEqual([]);
	},
);

it('A token with white space around it works as its test says', async () => {
	const credential = { ...billing.credential(), token: ` ${billing.credential().token}\n` };
	expect(await engine.testCredential(credential)).toMatchObject({ status: 'OK' });
	expect(await billing.outputOf('settings', 'getInfo', {}, { credential })).toHaveLength(1);
});

it('All records are returned when that is switched on by a text', async () => {
	const own = invoices().filter(({ account_id, status }) => account_id === 1 && status === 'Active');
	expect(own.length).toBeGreaterThan(50);
	const output = await billing.outputOf('invoice', 'getAll', { returnAll: '={{ "true" }}' });
	expect(output).toHaveLength(own.length);
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
	const time = (more: object) => ({ clientId: byId(1), entriesFrom: 'all', ...more });

	it('on time that an expression leaves empty bills nothing', async () => {
		const parameters = time({ timeTax1: '={{ $json.missing }}' });
		const message = await billing.errorOf('invoice', 'createFromTimeTracking', parameters);
		expect(message).toContain('Tax Name or ID evaluated to nothing');
	});

	it('of an estimate is sent even if an expression leaves it empty', async () => {
		const parameters = { estimateId: byId(2), tax1: '={{ $json.missing }}', tax2: 'none' };
		const message = await billing.errorOf('invoice', 'createFromEstimate', parameters);
		expect(message).toContain('Tax Name or ID evaluated to nothing');
	});

	afterEach(() => {
		expect(billing.methods().filter((method) => method.startsWith('create'))).toEqual([]);
	});
});
