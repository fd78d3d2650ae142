import type { Property } from '../../../../nodes/XmlBilling/descriptions/property';
import { snakeCase, unwrapLocator } from '../../../../nodes/XmlBilling/xml/encode';
import { clientId, collection, contacts, outcome, text } from './encoding.mts';

const locator = (value: unknown): unknown => ({ __rl: true, mode: 'list', value, cachedResultName: 'Shown' });

describe('a field', () => {
	it('is written under its name in snake case, or under the element that it names', () => {
		const fields = [text('poNumber'), text('unitCost', { element: 'unitcost' }), text('notes')];
		expect(outcome(fields, { poNumber: '007', unitCost: '5', notes: 'a & b' })).toEqual({
			po_number: '007',
			unitcost: '5',
			notes: 'a & b',
		});
	});

	it('is not written when it is absent, left empty or blank, and is when it is zero or false', () => {
		const fields = [text('a'), text('b'), text('c'), text('d'), text('e'), text('f'), text('g'), text('h')];
		expect(outcome(fields, { b: undefined, c: null, d: '', e: 0, f: false, g: ' ', h: '\n\t' })).toEqual({
			e: '0',
			f: 'false',
		});
		expect(outcome([text('a', { required: true })], { a: ' ' })).toBe('!a is required and was left empty');
	});

	it('for the form only is not written, whatever its type', () => {
		const inner = [text('kept')];
		const fields: Property[] = [
			text('secret', { element: false, required: true }),
			collection('shown', inner, { element: false }),
			{ ...contacts, element: false },
		];
		expect(
			outcome(fields, {
				secret: 'x',
				shown: { kept: 'x' },
				additionalContacts: { contact: [{ aName: 'x' }] },
			}),
		).toEqual({});
	});

	it.each([undefined, null, '', '  ', locator(''), locator(' '), locator(undefined)])(
		'that is required is not left empty with %p',
		(value) => {
			expect(outcome([clientId], { clientId: value })).toBe('!Client is required and was left empty');
			expect(outcome([text('name', { required: true })], { name: value })).toBe(
				'!name is required and was left empty',
			);
		},
	);

	it('is checked by its kind', () => {
		const amount = text('amount', { kind: 'positiveDecimal' });
		expect(outcome([amount], { amount: 0.1 + 0.2 })).toEqual({ amount: '0.3' });
		expect(outcome([amount], { amount: '1.005' })).toMatch(/^!amount takes at most two decimal places/);
		expect(outcome([amount], { amount: 0 })).toMatch(/^!amount must be greater than zero/);
	});

	it('with a date is written in the zone of the workflow', () => {
		const date = text('dueDate', { type: 'dateTime' });
		expect(outcome([date], { dueDate: '2026-11-21T00:30:00Z' }, 'America/New_York')).toEqual({
			due_date: '2026-11-20',
		});
		expect(outcome([date], { dueDate: '2026-11-21T00:00:00' }, 'America/New_York')).toEqual({
			due_date: '2026-11-21',
		});
		expect(outcome([date], { dueDate: '2026-02-30' })).toMatch(/^!dueDate takes a date such as/);
	});

	it('that is a locator is an identifier, unwrapped', () => {
		expect(outcome([clientId], { clientId: locator('12') })).toEqual({ client: { client_id: '12' } });
		expect(outcome([clientId], { clientId: 12 })).toEqual({ client: { client_id: '12' } });
		expect(outcome([clientId], { clientId: locator('12abc') })).toBe(
			"!Client takes an ID, which is a whole number above zero without leading zeros, not '12abc'",
		);
		expect(outcome([{ ...clientId, kind: 'text' }], { clientId: locator('EUR') })).toEqual({
			client: { client_id: 'EUR' },
		});
	});

	it('that is a locator and not required may be absent, or added and left alone', () => {
		const filter: Property = { ...clientId, required: false, element: 'filter/client_id' };
		for (const absent of [undefined, null]) expect(outcome([filter], { clientId: absent })).toEqual({});
		for (const empty of ['', ' ', locator(''), locator(null), { mode: 'list', value: '' }])
			expect(outcome([filter], { clientId: empty })).toEqual({});
	});

	it('that is a dropdown takes its own values, in any case, and no other unless it is open', () => {
		const options = [
			{ name: 'Sent', value: 'sent' },
			{ name: 'Partly Paid', value: 'partial-paid' },
		];
		const status = text('status', { type: 'options', options });
		expect(outcome([status], { status: 'sent' })).toEqual({ status: 'sent' });
		expect(outcome([status], { status: ' Partial-Paid ' })).toEqual({ status: 'partial-paid' });
		expect(outcome([status], { status: '' })).toEqual({});
		for (const wrong of ['Partly Paid', 'overdue', 'constructor', 5]) {
			expect(outcome([status], { status: wrong })).toMatch(
				/^!status must be one of sent, partial-paid, not /,
			);
		}
		expect(outcome([{ ...status, open: true }], { status: 'Overdue' })).toEqual({ status: 'Overdue' });
		expect(outcome([{ ...status, open: true }], { status: 'SENT' })).toEqual({ status: 'sent' });
		expect(outcome([{ ...status, options: [] }], { status: 'loaded' })).toEqual({ status: 'loaded' });
	});

	it('that is a dropdown also takes its values with other blanks, hyphens or in the plural', () => {
		const options = [{ name: 'Product', value: 'Product' }];
		const type = text('type', { type: 'options', options });
		for (const meant of ['Products', 'product', ' PRODUCTS '])
			expect(outcome([type], { type: meant })).toEqual({ type: 'Product' });
		expect(outcome([type], { type: 'Productss' })).toMatch(/^!type must be one of Product, not /);
		expect(outcome([{ ...type, open: true }], { type: 'Products' })).toEqual({ type: 'Products' });
	});

	it('that is a dropdown names the value that another may mean', () => {
		const options = [
			{ name: 'Half Yearly', value: '6 Month' },
			{ name: 'Never', value: '' },
		];
		const rhythm = text('rhythm', { type: 'options', options });
		for (const alike of ['half-yearly', ' HALF  YEARLYS'])
			expect(outcome([rhythm], { rhythm: alike })).toMatch(/^!rhythm .*\. Did you mean 6 Month\?$/);
		expect(outcome([rhythm], { rhythm: 'never' })).toBe(
			"!rhythm must be one of 6 Month, empty, not 'never'. Did you mean empty?",
		);
		expect(outcome([rhythm], { rhythm: '12 Month' })).toBe(
			"!rhythm must be one of 6 Month, empty, not '12 Month'",
		);
		for (const alike of ['6 month', '6 Months', '6month'])
			expect(outcome([rhythm], { rhythm: alike })).toEqual({ rhythm: '6 Month' });
	});

	it('that is a flag is written in its own words, on or off', () => {
		const flag = text('billed', { type: 'boolean', flag: ['Yes', 'No'] });
		const notify = text('clientNotification', { type: 'boolean', flag: ['1', ''] });
		for (const billed of [true, 'true']) expect(outcome([flag], { billed })).toEqual({ billed: 'Yes' });
		for (const billed of [false, 'false']) expect(outcome([flag], { billed })).toEqual({ billed: 'No' });
		expect([undefined, null, ''].map((billed) => outcome([flag], { billed }))).toEqual([{}, {}, {}]);
		expect(outcome([notify], { clientNotification: true })).toEqual({ client_notification: '1' });
		expect(outcome([notify], { clientNotification: false })).toEqual({});
		for (const wrong of ['maybe', 1, 0, []])
			expect(outcome([flag], { billed: wrong })).toMatch(/^!billed must be on or off, not /);
	});
});

describe('a field with several values', () => {
	const tasks = text('tasks', { type: 'multiOptions', element: 'tasks/task_id', kind: 'identifier' });
	const ids = text('invoiceId', { kind: 'identifiers', required: true });

	it('a field with several values repeats its element', () => {
		expect(outcome([tasks], { tasks: [3, '5'] })).toEqual({ tasks: { task_id: ['3', '5'] } });
		expect(outcome([ids], { invoiceId: [3, '5'] })).toEqual({ invoice_id: ['3', '5'] });
		expect(outcome([ids], { invoiceId: 7 })).toEqual({ invoice_id: ['7'] });
	});

	it('takes several identifiers as one text, and in a locator', () => {
		expect(outcome([ids], { invoiceId: '3, 5;7 9\n11,' })).toEqual({
			invoice_id: ['3', '5', '7', '9', '11'],
		});
		expect(outcome([ids], { invoiceId: locator('3,5') })).toEqual({ invoice_id: ['3', '5'] });
	});

	it('never sends an empty identifier: without any, nothing is written', () => {
		for (const none of [undefined, null, '', [], [''], [null, ' ']])
			expect(outcome([tasks], { tasks: none })).toEqual({});
		expect(outcome([tasks], { tasks: ['', 3, null] })).toEqual({ tasks: { task_id: ['3'] } });
		for (const none of [undefined, '', [], [''], ',', locator('')]) {
			expect(outcome([ids], { invoiceId: none })).toBe('!invoiceId is required and was left empty');
		}
	});

	it('is refused as a whole for one wrong value', () => {
		expect(outcome([ids], { invoiceId: '3,x' })).toBe(
			"!invoiceId takes an ID, which is a whole number above zero without leading zeros, not 'x'",
		);
		expect(outcome([tasks], { tasks: [3, 0] })).toMatch(/^!tasks takes an ID, .+, not 0$/);
	});
});

describe('a problem', () => {
	it('is the first, and names its field by the labels that lead to it', () => {
		const more = collection('more', [contacts, text('amount', { kind: 'decimal' })], { displayName: 'More' });
		const problem = (amount: string, ...names: string[]) => {
			const contact = names.map((aName) => ({ aName }));
			const values = { more: { additionalContacts: { contact }, amount } };
			return outcome([more, text('last', { required: true })], values);
		};
		expect(problem('x', 'Ann', '')).toBe(
			'!More › Additional Contacts › 2 › Name is required and was left empty',
		);
		expect(problem('x', 'Ann')).toMatch(/^!More › amount takes a plain number/);
		expect(problem('1')).toBe('!last is required and was left empty');
	});
});

describe('snakeCase and unwrapLocator', () => {
	it.each([
		['unitCost', 'unit_cost'],
		['name', 'name'],
		['tax1Name', 'tax1_name'],
		['aEmail', 'a_email'],
		['invoiceItemId', 'invoice_item_id'],
	])('snakeCase and unwrapLocator spell %s as %s', (name, element) => {
		expect(snakeCase(name)).toBe(element);
	});

	it('take the value out of a locator and leave all else alone', () => {
		expect(unwrapLocator(locator(5))).toBe(5);
		for (const value of [5, 'a', null, undefined, { value: 5 }, { __rl: true }, [1]])
			expect(unwrapLocator(value)).toBe(value);
	});
});
