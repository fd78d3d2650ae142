import type { INodeParameters } from 'n8n-workflow';
import { expenseRecord } from '../../../nodes/XmlBilling/records';
import { byId, useBilling } from '../billing.mts';
import { fillVariants } from '../fill.mts';
import { distinctForm, OPERATIONS } from '../operations.mts';
import { useScriptedService, xml } from '../scripted.mts';

const billing = useBilling();

/** Elements that an update does not send again: answers don't show them, or it keeps them in its own way. */
const NOT_KEPT: Readonly<Record<string, readonly string[]>> = {
	'client/update': ['additional_contacts', 'country', 'custom_fields', 'language', 'username'],
	'estimate/update': ['items', 'schedule_date'],
	'invoice/update': ['additional_charges', 'items'],
	'project/update': ['budget'],
};

/** What a service doesn't change, or only with another value. */
const AS_THEY_ARE = ['currency', 'billingMethod', 'budget'];

const KEEPING = OPERATIONS.filter(
	({ key, fields }) => !key.includes('upsert') && fields.some(({ field }) => field.name === 'keepUnchanged'),
);

// A service may erase what an update omits.
it.each(KEEPING)(
	'$key loses nothing when a value is written again, and is refused without a change',
	async ({ key, fields, parameters: { resource, operation }, method = '' }) => {
		const { sandbox } = billing;
		const form = fields.filter(({ field: { name } }) => !AS_THEY_ARE.includes(name));
		const waysOf = distinctForm(sandbox, fields);
		const [filled] = fillVariants(form, { items: 1, entries: 1, waysOf });
		const { updateFields = {}, ...others } = { ...filled?.parameters } as Record<string, INodeParameters>; // as fields are
		const more = { items: filled?.items ?? [] };
		await billing.outputOf(resource, operation, { ...others, updateFields }, more);
		const [locator = ''] = fields.flatMap(({ names }) => names);
		const names = form.flatMap(({ elements, names: [group, name = '', ...inner] }) =>
			group === 'updateFields' && inner.length === 0 && elements.length > 0 ? [name] : [],
		);
		const record = { [locator]: others[locator] } as INodeParameters;
		sandbox.clearRequests();
		for (const nothing of [{}, Object.fromEntries(names.map((name) => [name, '']))])
			expect(
				await billing.errorOf(resource, operation, { ...record, updateFields: nothing }, more),
			).toContain('There is nothing to change');
		expect(billing.writes()).toEqual([]);
		// An update takes the day of an expense without its time (§4.9).
		const { store } = sandbox;
		const tables = store.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'");
		const all = () => tables.map(({ name }) => [name, store.all(`SELECT * FROM ${name}`)]);
		const rows = () => JSON.stringify(all()).replaceAll(/(?<=\d{4}-\d\d-\d\d) [\d:]{8}/g, '');
		const before = rows();
		const elements = fields.flatMap(({ elements: paths }) => paths.map((path) => path.replace(/\/.*/, '')));
		const kept = elements.filter((element) => NOT_KEPT[key]?.includes(element) !== true);
		// Each value is kept by one of these at least.
		for (const name of [names.at(0) ?? '', names.at(-1) ?? '']) {
			const again = { [name]: updateFields[name] };
			await billing.outputOf(resource, operation, { ...record, updateFields: again }, more);
			expect(Object.keys(billing.sent(method).at(-1) ?? {}).sort()).toEqual([...new Set(kept)].sort());
			expect(billing.warnings()).toBe('');
		}
		expect(rows()).toEqual(before);
		expect(sandbox.requests.flatMap(({ unknownElements }) => unknownElements)).toEqual([]);
	},
);

it('Time and expenses keep what an update leaves out, and what is set otherwise is set', async () => {
	const [{ id = 0 } = {}] = billing.sandbox.records('expense');
	billing.sandbox.change('expense', id, { tax1: 6, tax2: 5 });
	await billing.outputOf('expense', 'update', { expenseId: byId(id), updateFields: { notes: 'New' } });
	expect(billing.sent('updateExpense')[0]).not.toHaveProperty('recurring_frequency');
	expect(billing.sandbox.store.row('expense', id)).toMatchObject({ notes: 'New', tax1: 6, tax2: 5 });
	expect(billing.methods()).not.toContain('listTax');
	// One that has stopped does not recur again.
	const stopped = { is_expense_recurring: 0, recurring_frequency: 2 };
	expect(expenseRecord.keptOnUpdate['recurring_frequency']?.in(stopped)).toBeUndefined();
	await billing.outputOf('timeEntry', 'update', { timelogId: byId(1), updateFields: { billed: false } });
	expect(billing.sandbox.store.row('timeEntry', 1)).toMatchObject({ billed: 'No' });
});

it('A billed time entry whose price changes is told that its invoice does not get it', async () => {
	const entry = billing.sandbox.records('timeEntry').find(({ billed }) => billed === 'Yes');
	const hours = Number(entry?.hours_worked);
	const update = async (updateFields: INodeParameters, options: INodeParameters = {}) => {
		const form = { timelogId: byId(entry?.id ?? 0), updateFields, options };
		await billing.outputOf('timeEntry', 'update', form);
		return billing.warnings();
	};
	const TOLD = 'This time entry is already billed, and its invoice does not change with it.';
	for (const options of [{}, { keepUnchanged: false }]) {
		expect(await update({ hoursWorked: '9.75' }, options)).toContain(TOLD);
		expect(await update({ hoursWorked: 9.75 }, options)).toBe('');
		expect(await update({ hoursWorked: hours, billed: true }, options)).toBe('');
	}
	expect(await update({ notes: 'New', workDate: '2026-03-09' })).toBe('');
	billing.sandbox.clearRequests();
	await update({ hoursWorked: hours, billed: false });
	expect(await update({ hoursWorked: '9.75' })).toBe('');
	expect(await update({ notes: 'Only' }, { keepUnchanged: false })).toBe('');
	expect(billing.sent('listTimeLog')).toHaveLength(1);
});

describe('Invoice > Update', () => {
	const stored = () => billing.sandbox.records('invoice').find(({ id }) => id === 4);
	const FILLED = {
		...{ address: 'Old Street 1', due_date: '2026-03-20', late_fee_id: 1, notes: 'Notes', po_number: '0042' },
		...{ schedule_date: '2026-04-01', terms: 'Terms', title: 'Title <&>' },
	};
	const update = async (updateFields: INodeParameters) => {
		billing.sandbox.change('invoice', 4, FILLED);
		await billing.outputOf('invoice', 'update', { invoiceId: byId(4), updateFields });
	};

	it('erases each of Clear Fields alone, several beside other changes, and nothing if that is empty', async () => {
		for (const [field, erased] of [
			['client/address', { address: '' }],
			['due_date', { due_date: '' }],
			['late_fee', { late_fee_id: 0 }],
			['notes', { notes: '' }],
			['po_number', { po_number: '' }],
			['schedule_date', { schedule_date: '' }],
			['terms', { terms: '' }],
			['invoice_title', { title: '' }],
		] as const) {
			await update({ clearFields: [field] });
			expect(stored()).toMatchObject({ ...FILLED, ...erased });
		}
		await update({ clearFields: '={{ ["due_date", "notes"] }}', terms: 'New' });
		expect(stored()).toMatchObject({ ...FILLED, due_date: '', notes: '', terms: 'New' });
		await update({ clearFields: '={{ $json.missing }}', terms: 'New' });
		expect(stored()).toMatchObject({ ...FILLED, terms: 'New' });
		billing.sandbox.clearRequests();
		for (const [updateFields, problem] of [
			[{ clearFields: ['notes'], notes: 'New' }, 'Notes is both changed and cleared'],
			[{ clearFields: ['client/address'], address: 'New' }, 'Billing Address is both changed and cleared'],
			[{ clearFields: '={{ ["number"] }}' }, "not 'number'"],
		] as const) {
			const parameters = { invoiceId: byId(4), updateFields: { ...updateFields } as INodeParameters };
			expect(await billing.errorOf('invoice', 'update', parameters)).toContain(problem);
		}
		expect(billing.methods()).toEqual([]);
	});
});

it('Estimate > Update warns when the service erases the title, which the request cannot keep', async () => {
	billing.sandbox.store.database.exec(`CREATE TRIGGER eraser AFTER UPDATE OF notes ON estimate BEGIN
		UPDATE estimate SET title = '' WHERE id = NEW.id;
	END`);
	const title = billing.sandbox.records('estimate').find(({ id }) => id === 4)?.title;
	await billing.outputOf('estimate', 'update', { estimateId: byId(4), updateFields: { notes: 'Changed' } });
	expect(billing.warnings()).toContain(`The service saved no estimate title instead of '${title}'.`);
});

it('Project > Update leaves a budget, which cannot be read, alone, or sends it with its billing method', async () => {
	const row = () => billing.sandbox.records('project').find(({ id }) => id === 1);
	const update = async (updateFields: INodeParameters) =>
		await billing.outputOf('project', 'update', { projectId: byId(1), updateFields });
	billing.sandbox.change('project', 1, { billing_method: 'flat', rate: '5000.00' });
	const before = row();
	await update({ name: 'Relaunch 2' });
	expect(row()).toEqual({ ...before, name: 'Relaunch 2' });
	expect(billing.sent('updateProject').at(-1)).not.toHaveProperty('billing_method');
	expect(billing.warnings()).toBe('');
	await update({ budget: '10' });
	expect(billing.sent('updateProject').at(-1)).toMatchObject({ billing_method: 'flat', budget: '10' });
	expect(row()).toMatchObject({ billing_method: 'flat', rate: '10.00' });
	const another = { projectId: byId(1), updateFields: { billingMethod: 'project' } };
	const message = await billing.errorOf('project', 'update', another);
	expect(message).toContain('Budget is required with the billing method project');
});

// Values that an update keeps are sent back unchanged, or nothing is sent at all.
describe('A record that shows a value oddly', () => {
	const service = useScriptedService();
	const written = () => service.methods().filter((method) => !/^(get|list)/.test(method));
	const LINE = { item_id: 1, name: 'A', type: 'Products', unit_cost: 5, quantity: 1 };
	const ITEMS = `<items>${xml('item', LINE)}</items>`;
	const [ofInvoice, ofProject] = [{ invoiceId: byId(7) }, { projectId: byId(7) }];
	/** An operation that reads a record and sends its values again: the method that returns it, the record, and the form. */
	const RECORDS: Readonly<Record<string, [method: string, record: string, form: INodeParameters]>> = {
		'invoice update': ['getInvoice', `<invoice>@${ITEMS}</invoice>`, ofInvoice],
		'project update': ['getProject', '<project><project_name>P</project_name>@</project>', ofProject],
		'staff update': ['getStaff', '<staff><name>Ann</name>@</staff>', { staffId: byId(7) }],
		'invoice createFromEstimate': ['getEstimate', `<estimate>@${ITEMS}</estimate>`, { estimateId: byId(7) }],
		'invoice updateItems': [
			'getInvoice',
			`<invoice>${ITEMS.replace('<unit_cost>', '@$&')}</invoice>`,
			{ ...ofInvoice, lineItems: { line: [{ invoiceItemId: '1', changes: { unitCost: '6' } }] } },
		],
	};
	const run = async (name: string, shown: string, parameters: INodeParameters = {}) => {
		const [method = '', record = '', form] = RECORDS[name] ?? [];
		const [resource = '', operation = ''] = name.split(' ');
		service.answer(method, record.replace('@', shown));
		const more = { credential: service.credential() };
		const { error } = await billing.run(resource, operation, { ...form, ...parameters }, more);
		return `${error?.message} ${error?.description}`;
	};
	/** Ways to show a text that no request can carry. */
	const odd = (field: string) =>
		['a <b>bold</b> word', `once</${field}><${field}>twice`, 'Gr\ufffd\ufffdn'].map(
			(text) => `<${field}>${text}</${field}>`,
		);

	const untaxed = odd('estimate_title').map((title) => `<total_tax>0</total_tax>${title}`);

	it.each<[string, string, string[]]>([
		['invoice update', 'notes', odd('notes')],
		['invoice update', 'date', ['<date>01/11/2026</date>', '<date>2026-01-31T23:30:00-05:00</date>']],
		['invoice update', 'address', odd('address').map((text) => `<client>${text}</client>`)],
		['invoice update', 'client ID', ['<client>Ann</client>', '<client><client_id>C7</client_id></client>']],
		['invoice updateItems', 'description', odd('description')],
		['project update', 'task', ['<task>7, 8</task>', '<task><id>7</id></task>']],
		['staff update', 'bill rate', ['<bill_rate>1,200</bill_rate>', '<bill_rate>90,50 EUR</bill_rate>']],
		['staff update', 'assigned clients', ['<assigned_clients>none</assigned_clients>']],
		['invoice createFromEstimate', 'estimate title', untaxed],
	])('is refused by name, with nothing sent: %s, %s', async (name, field, records) => {
		for (const shown of records) {
			const message = await run(name, shown);
			expect(message).toContain(`The ${field} of `);
			expect(message).toContain(`Nothing was ${name.endsWith('Estimate') ? 'created' : 'changed'}.`);
		}
		expect(written()).toEqual([]);
	});

	it('is updated where that is not kept, and keeps what is text, without zeros and empty elements', async () => {
		const [notes = ''] = odd('notes');
		for (const parameters of [
			{ updateFields: { notes: 'N' } },
			{ updateFields: { clearFields: ['notes'] } },
			{ updateFields: { poNumber: 'P' }, options: { keepUnchanged: false } },
		])
			await run('invoice update', notes, parameters);
		const shown =
			'<notes> a &amp; b\n</notes><terms/><date> 2026-11-19 10:00:00</date><invoice_due_date>0000-00-00</invoice_due_date><late_fee_id>0</late_fee_id><invoice_status>Sent </invoice_status>';
		await run('invoice update', shown, { updateFields: { poNumber: 'P' } });
		expect(written()).toEqual(Array(4).fill('updateInvoice'));
		const kept = '<date>2026-11-19</date><status>sent</status><notes> a &amp; b\n</notes>';
		expect(service.sent('updateInvoice').at(-1)).toContain(`<po_number>P</po_number>${kept}`);
	});

	it('is not invoiced from an estimate whose taxes cannot be read', async () => {
		for (const shown of ['', '<total_tax>5,00</total_tax>'])
			expect(await run('invoice createFromEstimate', shown)).toContain('Their total cannot be read');
		expect(written()).toEqual([]);
	});
});
