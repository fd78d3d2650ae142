import type { Property } from '../../../../nodes/XmlBilling/descriptions/property';
import { bodyOf } from '../../../../nodes/XmlBilling/execution/form/tree';
import { collection, orRefused, read, rows, text } from './form.mts';

const outcome = (fields: readonly Property[], values: object): unknown =>
	orRefused(() => bodyOf(read(fields, values, {})));

const clientId = text('clientId', {
	...{ displayName: 'Client', type: 'resourceLocator', required: true, element: 'client/client_id' },
});
const contacts = rows('additionalContacts', 'contact', [text('aName', { required: true }), text('aEmail')]);

const locator = (value: unknown): unknown => ({ __rl: true, mode: 'list', value, cachedResultName: 'Shown' });

describe('a field', () => {
	it('is not written when it is absent, left empty or blank, and is when it is zero or false', () => {
		expect(
			outcome(
				[...'abcdefgh'].map((name) => text(name)),
				{ b: undefined, c: null, d: '', e: 0, f: false, g: ' ', h: '\n\t' },
			),
		).toEqual({ e: '0', f: 'false' });
		expect(outcome([text('a', { required: true })], { a: ' ' })).toBe('!A is required and was left empty');
	});

	it.each([undefined, null, '', '  ', locator(''), locator(' '), locator(undefined)])(
		'that is required is not left empty with %p',
		(value) => {
			expect(outcome([clientId], { clientId: value })).toBe('!Client is required and was left empty');
			expect(outcome([text('name', { required: true })], { name: value })).toBe(
				'!NAME is required and was left empty',
			);
		},
	);

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
				/^!STATUS must be one of sent, partial-paid, not /,
			);
		}
		expect(outcome([{ ...status, open: true }], { status: 'Overdue' })).toEqual({ status: 'Overdue' });
		expect(outcome([{ ...status, open: true }], { status: 'SENT' })).toEqual({ status: 'sent' });
		expect(outcome([{ ...status, options: [] }], { status: 'loaded' })).toEqual({ status: 'loaded' });
	});
});

describe('a field with several values', () => {
	const tasks = text('tasks', { type: 'multiOptions', element: 'tasks/task_id', kind: 'identifier' });
	const ids = text('invoiceId', { kind: 'identifiers', required: true });

	it('never sends an empty identifier: without any, nothing is written', () => {
		for (const none of [undefined, null, '', [], [''], [null, ' ']])
			expect(outcome([tasks], { tasks: none })).toEqual({});
		expect(outcome([tasks], { tasks: ['', 3, null] })).toEqual({ tasks: { task_id: ['3'] } });
		for (const none of [undefined, '', [], [''], ',', locator('')]) {
			expect(outcome([ids], { invoiceId: none })).toBe('!INVOICEID is required and was left empty');
		}
	});
});

describe('a problem', () => {
	it('is the first, and names its field by the labels that lead to it', () => {
		const more = collection('more', [contacts, text('amount', { kind: 'decimal' })]);
		const problem = (amount: string, ...names: string[]) => {
			const contact = names.map((aName) => ({ aName }));
			const values = { more: { additionalContacts: { contact }, amount } };
			return outcome([more, text('last', { required: true })], values);
		};
		expect(problem('x', 'Ann', '')).toBe(
			'!MORE › ADDITIONALCONTACTS › 2 › ANAME is required and was left empty',
		);
		expect(problem('x', 'Ann')).toMatch(/^!MORE › AMOUNT takes a plain number/);
		expect(problem('1')).toBe('!LAST is required and was left empty');
	});
});

describe('a fixed collection', () => {
	const optional = rows('people', 'contact', [text('aName')]);

	it('takes no more entries than allowed, not counting empty rows', () => {
		const few: Property = { ...optional, most: 2 };
		const named = (...names: string[]) => ({ people: { contact: names.map((aName) => ({ aName })) } });
		expect(outcome([few], named('Ann', '', 'Bo'))).toEqual({
			people: { contact: [{ a_name: 'Ann' }, { a_name: 'Bo' }] },
		});
		expect(outcome([few], named('Ann', 'Bo', 'Cy'))).toBe('!PEOPLE takes at most 2, not 3');
	});

	it('writes the default of a field that a row leaves empty, of a dropdown too', () => {
		const options = ['Percent', 'Fixed'].map((value) => ({ name: value, value }));
		const type = text('type', { type: 'options', options, default: 'Fixed' });
		const quantity = text('quantity', { default: '1' });
		const set = rows('rows', 'row', [text('name'), type, quantity]);
		const row = [
			{ name: 'a', type: '', quantity: ' ' },
			{ name: 'b', type: 'percent', quantity: 0 },
		];
		const written = [
			{ name: 'a', type: 'Fixed', quantity: '1' },
			{ name: 'b', type: 'Percent', quantity: '0' },
		];
		for (const given of [{ row }, JSON.stringify(row)])
			expect(outcome([set], { rows: given })).toEqual({ rows: { row: written } });
	});

	it('sends no element for a row that was added and left empty', () => {
		const given = { contact: [{}, { aName: '' }, { aName: 'Bo' }] };
		expect(outcome([optional], { people: given })).toEqual({ people: { contact: [{ a_name: 'Bo' }] } });
		for (const people of [undefined, null, '', {}, { contact: [] }, { contact: [{}] }]) {
			expect(outcome([optional], { people })).toEqual({});
			expect(outcome([{ ...optional, required: true }], { people })).toBe(
				'!PEOPLE is required and was left empty',
			);
		}
	});
});

it('Checks fields that are sent, and not those inside a set that is not', () => {
	const amount = text('amount', { kind: 'decimal', required: true });
	expect(outcome([collection('a', [amount])], { a: { amount: 'x' } })).toMatch(/^!A › AMOUNT takes a plain/);
	expect(outcome([collection('a', [amount], { element: false })], { a: { amount: 'x' } })).toEqual({});
	const lines = rows('lines', 'line', [amount], { typeOptions: { multipleValues: true } });
	expect(outcome([lines], { lines: { line: { amount: 'x' } } })).toMatch(/^!LINES › AMOUNT takes a plain/);
});

it('Sends nothing that the form does not have, such as a password', () => {
	expect(outcome([text('a')], { a: 'A', password: 'never-sent' })).toEqual({ a: 'A' });
});
