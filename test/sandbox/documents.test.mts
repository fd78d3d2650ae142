import type { Quirk } from '../../sandbox/index.mts';
import {
	allAt,
	CLIENT,
	fields,
	groups,
	lines,
	repeated,
	textAt,
	textsAt,
	TODAY,
	useService,
	type Values,
} from './walk/service.mts';

// What documents add up to, how they are numbered, changed, mailed, paid and billed from other records (§3, §4.2 to §4.5, §4.11).

let today = TODAY;
const quirks: Quirk[] = [];
const service = useService({ today: () => today, quirks });
afterEach(() => {
	today = TODAY;
	quirks.splice(0);
});

const HUNDRED = lines({ unit_cost: '50', quantity: '2' });
const create = (values: Values = {}, method = 'createInvoice') =>
	service.create(method, { ...CLIENT, ...HUNDRED, ...values });
const get = (invoice_id: string) => service.read('getInvoice', { invoice_id });
const fieldOf = async (id: string, name: string) => textAt(await get(id), name);
const pay = (id: string, amount: string, more: Values = {}) =>
	service.succeed('invoiceOfflinePayment', groups('invoice', [{ id, amount, method: 'Cash', ...more }]));

test('a status is that of the request, or Draft; an update with lines makes an unlisted one a draft (§3)', async () => {
	const statusOf = async (id: string) => await fieldOf(id, 'invoice_status');
	const [known, others] = [{ sent: 'Sent', viewed: 'Viewed', paid: 'Paid' }, ['', 'partial-paid', 'Sent']];
	for (const from of ['', 'FromTimeTracking', 'FromExpense', 'FromEstimate']) {
		const created = async (status: string) =>
			await statusOf(await create({ status }, `createInvoice${from}`));
		for (const [status, shown] of Object.entries(known)) expect(await created(status)).toBe(shown);
		for (const status of others)
			expect([from, status, await created(status)]).toEqual([from, status, 'Draft']);
	}
	const updated = async (status: string, values: Values = {}) => {
		const invoice_id = await create({ status: 'viewed' });
		await service.succeed('updateInvoice', { invoice_id, ...CLIENT, ...values, status });
		return await statusOf(invoice_id);
	};
	expect([await updated('sent'), await updated(''), await updated('overdue')]).toEqual([
		'Sent',
		'Viewed',
		'Viewed',
	]);
	for (const [status, shown] of Object.entries({
		'partial-paid': 'Partial-Paid',
		'': 'Draft',
		Sent: 'Draft',
	}))
		expect(await updated(status, HUNDRED)).toBe(shown);
	const estimate_id = await create({ status: 'any words & more' }, 'createEstimate');
	const estimate = await service.read('getEstimate', { estimate_id });
	expect(textAt(estimate, 'estimate_status')).toBe('any words & more');
});

test('updateInvoice erases the header fields that it lacks, and keeps lines, charges and payments', async () => {
	const header = {
		...{ 'client/address': 'Street', invoice_title: 'Title', number: 'N-1', notes: 'Notes', terms: 'T' },
		...{ date: '2026-01-02', due_date: '2099-01-03', schedule_date: '2026-01-04' },
		...{ po_number: 'PO', late_fee: '{lateFee}' },
	};
	const charge = 'additional_charges/additional_charge/name';
	const invoice_id = await create({ ...header, [charge]: 'Fee' });
	await pay(invoice_id, '10');
	const before = await get(invoice_id);
	// The older reference gives 10 (§4.3).
	const [, ...charged] = allAt(before, 'additional_charges/charge').flatMap(({ children }) => children);
	expect(charged.map(({ text }) => text)).toEqual(['Percent', '10.00']);
	await service.succeed('updateInvoice', { invoice_id, ...CLIENT, ...header });
	expect(await get(invoice_id)).toEqual(before);
	await service.succeed('updateInvoice', { invoice_id, ...CLIENT });
	const after = await get(invoice_id);
	const erased =
		'client/address invoice_title date invoice_due_date invoice_schedule_date po_number notes terms';
	expect(fields(after, `${erased} late_fee_id`).join()).toBe(',,,,,,,,0');
	expect(textAt(after, 'number')).not.toBe('N-1');
	for (const part of ['items', 'additional_charges', 'transactions', 'net_balance', 'outstanding'])
		expect(allAt(after, part)).toEqual(allAt(before, part));
	const other = { [charge]: 'Other', ...lines({ name: 'New' }) };
	await service.succeed('updateInvoice', { invoice_id, ...CLIENT, ...other });
	const changed = await get(invoice_id);
	expect(textsAt(changed, 'additional_charges/charge/name')).toEqual(['Other']);
	expect(textsAt(changed, 'items/item/name')).toEqual(['New']);
});

test('a number is the given one, or the next that is free, in each account', async () => {
	const next = (number: string, by: number) => String(Number(number) + by).padStart(5, '0');
	expect(await fieldOf(await create({ number: '007/A' }), 'number')).toBe('007/A');
	const last = await fieldOf(await create(), 'number');
	await create({ number: next(last, 2) });
	expect(await fieldOf(await create({ number: last }), 'number')).toBe(next(last, 1));
	expect(await fieldOf(await create(), 'number')).toBe(next(last, 3));
	const values = { 'client/client_id': '{foreignClient}', number: last };
	const foreign = await service.create('createInvoice', values, 'second');
	expect(service.rowOf('invoice', foreign)?.number).toBe(last);
});

test.each(['Invoice', 'Estimate', 'Recurring'])(
	'lines of the kind %s are added, changed and deleted by their own identifiers only, with its totals',
	async (name) => {
		const kind = name.toLowerCase();
		const identifier = `${kind}_id`;
		const item = `${kind}_item_id`;
		const [id, other] = [await create({}, `create${name}`), await create({}, `create${name}`)];
		const taxed = { unit_cost: '20', discount: '10', tax1_percent: '10', tax2_percent: '5' };
		const more = lines({ name: 'A' }, { name: 'B' });
		const added = await service.succeed(`add${name}Item`, { [identifier]: id, ...more });
		const read = async () => await service.read(`get${name}`, { [identifier]: id });
		const names = async () => textsAt(await read(), 'items/item/name');
		expect([textAt(added, identifier), await names()]).toEqual([id, ['Line', 'A', 'B']]);
		const [first = '', second = ''] = textsAt(added, `${kind}_items/${item}`);
		const changed = lines({ ...taxed, name: 'C', [item]: first });
		await service.succeed(`update${name}Item`, { [identifier]: id, ...changed });
		expect(fields(await read(), 'total_discount total_tax')).toEqual(['2.00', '2.70']);
		const [foreign] = service.sandbox
			.records('line')
			.filter((line) => String(line.document_id) === other && line.document === kind);
		for (const wrong of [String(foreign?.id), '{unknown}', 'abc']) {
			const refused = [400, `${name} item is invalid.`];
			const asked = { [identifier]: id, ...lines({ [item]: second }, { [item]: wrong }) };
			expect(await service.reply(`update${name}Item`, asked)).toEqual(refused);
			const removed = { [identifier]: id, ...repeated(item, [second, wrong]) };
			expect(await service.reply(`delete${name}Item`, removed)).toEqual(refused);
		}
		expect(await names()).toEqual(['Line', 'C', 'B']);
		const both = { ...repeated(identifier, [id, other]), ...repeated(item, [first, String(foreign?.id)]) };
		await service.succeed(`delete${name}Item`, both);
		expect([await names(), fields(await read(), 'total_tax')]).toEqual([['Line', 'B'], ['0.00']]);
	},
);

test.each([
	['invoice', 'Invoice'],
	['estimate', 'Estimate'],
] as const)(
	'the %s is mailed to its client if that has an address, and is Sent then; the rest is listed',
	async (kind, name) => {
		const id = await create({}, `create${name}`);
		const without = await create({ 'client/client_id': '{newClient}' }, `create${name}`);
		const archived = await create({}, `create${name}`);
		service.sandbox.change(kind, Number(archived), { status: 'Archived' });
		const before = service.sandbox.outbox.length;
		const asked = repeated(`${kind}_id`, [id, without, archived, `{foreign${name}}`]);
		const { status, text, response } = await service.call(`send${name}Mail`, asked);
		expect([status, text]).toEqual([400, `Some ${kind}s could not be sent.`]);
		expect(textsAt(response, `success/${kind}_id`)).toEqual([id]);
		const unsent = [without, archived, service.fill(`{foreign${name}}`)];
		expect(textsAt(response, `invalid/${kind}_id`)).toEqual(unsent);
		const { number, ...row } = service.rowOf(kind, id) ?? {};
		expect(row).toMatchObject({ [`${kind}_status`]: 'Sent' });
		const about = {
			subject: `${name} ${number} from Northwind Studio Ltd`,
			attachment: `${kind}-${number}.pdf`,
		};
		const mail = { kind, recipient: service.fill('{clientEmail}'), ...about };
		expect(service.sandbox.outbox.slice(before)).toMatchObject([mail]);
	},
);

test('payments make an invoice Partial-Paid, then Paid; all of a request are recorded, or none', async () => {
	const [one, two] = [await create({ status: 'sent' }), await create()];
	const both = groups('invoice', [
		{ id: one, amount: '99.99', method: 'Cash' },
		{ id: two, amount: 'x', method: 'Cash' },
	]);
	expect((await service.reply('invoiceOfflinePayment', both))[0]).toBe(400);
	const shown = async (id: string) => fields(await get(id), 'invoice_status total_paid outstanding');
	expect(await shown(one)).toEqual(['Sent', '0.00', '100.00']);
	const mails = service.sandbox.outbox.length;
	await pay(one, '99.99', { date: '2026-06-01', notes: 'First', client_notification: '1' });
	expect(await shown(one)).toEqual(['Partial-Paid', '99.99', '0.01']);
	await pay(one, '0.01', { client_notification: 'yes' });
	expect(await shown(one)).toEqual(['Paid', '100.00', '0.00']);
	expect(service.sandbox.outbox.length).toBe(mails + 1);
	const paid = allAt(await get(one), 'transactions/transaction');
	expect(paid.map(({ children }) => children.map(({ text }) => text))).toEqual([
		['Cash', 'First', '99.99', '2026-06-01'],
		['Cash', '', '0.01', TODAY],
	]);
	await pay(one, '30');
	expect(await shown(one)).toEqual(['Paid', '130.00', '-30.00']);
	await service.succeed('addInvoiceItem', { invoice_id: one, ...lines({ unit_cost: '50' }) });
	expect(await shown(one)).toEqual(['Paid', '130.00', '20.00']);
	expect(await shown(await create({ status: 'paid' }))).toEqual(['Paid', '100.00', '0.00']);
});

test('a late fee is charged once, on the day after the due date, and has to be paid too', async () => {
	const late = { late_fee: '{lateFee}', status: 'sent' };
	const charged = async (id: string) => fields(await get(id), 'late_fee net_balance outstanding').join();
	expect(await charged(await create({ ...late, due_date: '2026-06-14' }))).toBe('5.00,100.00,105.00');
	const passed = { ...late, due_date: '2026-06-01' };
	for (const no of [late, { ...passed, status: 'draft' }, { ...passed, status: 'paid' }])
		expect(await fieldOf(await create(no), 'late_fee')).toBe('0.00');
	const id = await create({ ...late, due_date: TODAY });
	expect(await charged(id)).toBe('0.00,100.00,100.00');
	for (const day of ['2026-06-16', '2026-07-30']) {
		today = day;
		expect(await charged(id)).toBe('5.00,100.00,105.00');
	}
	await pay(id, '100');
	expect(await fieldOf(id, 'invoice_status')).toBe('Partial-Paid');
	await pay(id, '5');
	expect(await fieldOf(id, 'invoice_status')).toBe('Paid');
});

test.each([
	[
		'TimeTracking',
		'time_entries/time_entry',
		'Time',
		'timeEntry',
		'Time-entry id is not valid or already billed.',
	],
	[
		...(['Expense', 'expenses/expense', 'Expense', 'expense'] as const),
		'Expense [{expense}] is not assigned to this client or not active or already invoiced.',
	],
] as const)(
	'createInvoiceFrom%s bills a record once, with its name and no cost; never one that is not active',
	async (from, path, type, kind, refusal) => {
		const one = { id: `{${kind}}`, type, discount_type: '' };
		const bill = (times: number) => {
			const billed = groups(path, Array<Values>(times).fill(one));
			return service.call(`createInvoiceFrom${from}`, { ...CLIENT, ...billed });
		};
		const refused = { status: 400, text: service.fill(refusal) };
		const row = Number(service.fill(one.id));
		expect(await bill(2)).toMatchObject(refused);
		service.sandbox.change(kind, row, { status: 'Archived' });
		expect(await bill(1)).toMatchObject(refused);
		service.sandbox.change(kind, row, { status: 'Active' });
		if (kind === 'expense') {
			service.sandbox.change(kind, row, { client_id: Number(service.fill('{newClient}')) });
			expect(await bill(1)).toMatchObject(refused);
			service.sandbox.change(kind, row, { client_id: Number(service.fill('{client}')) });
		}
		const { response } = await bill(1);
		const [item] = allAt(await get(textAt(response, 'invoice_id')), 'items/item');
		const name =
			kind === 'expense' ? service.rowOf('expense', String(row))?.vendor : service.fill('{taskName}');
		expect(item && fields(item, 'name unit_cost quantity')).toEqual([name, '0.00', '0.00']);
		expect(await bill(1)).toMatchObject(refused);
	},
);

test('a plan limits clients, invoices and sent invoices, and gives nothing back for what is deleted (§8)', async () => {
	const names = { name: 'A', organization: 'B', email: 'a@b.example' };
	const add = async () => await service.create('createClient', names, 'limited');
	await service.succeed('deleteClient', { client_id: await add() }, 'limited');
	const client = { 'client/client_id': await add() };
	const refused = (what: string) => [426, `Your plan is limited to ${what}. Please upgrade your plan.`];
	expect(await service.reply('createClient', names, 'limited')).toEqual(refused('2 clients'));
	const invoice_id = await service.create('createInvoice', client, 'limited');
	await service.create('createInvoiceFromEstimate', client, 'limited');
	expect(await service.reply('createInvoice', client, 'limited')).toEqual(refused('2 invoices'));
	await service.succeed('sendInvoiceMail', { invoice_id }, 'limited');
	const again = await service.reply('sendInvoiceMail', { invoice_id }, 'limited');
	expect(again).toEqual(refused('1 sent invoices'));
});

test('what is deleted keeps its number under a status, or goes with all its parts where the service removes it', async () => {
	const invoice_id = await create({ 'additional_charges/additional_charge/name': 'Fee' });
	await pay(invoice_id, '10');
	const parts = () => {
		const { sandbox } = service;
		const owners = [
			...sandbox.records('line').map((row) => row.document === 'invoice' && row.document_id),
			...sandbox.records('charge').map((row) => row.invoice_id),
			...sandbox.records('payment').map((row) => row.invoice_id),
		];
		return owners.filter((owner) => String(owner) === invoice_id).length;
	};
	await service.succeed('deleteInvoice', { invoice_id });
	expect([parts(), service.rowOf('invoice', invoice_id)?.status]).toEqual([3, 'Cancel']);
	quirks.push('removesDeleted');
	await service.succeed('deleteInvoice', { invoice_id });
	expect([parts(), service.rowOf('invoice', invoice_id)]).toEqual([0, undefined]);
});
