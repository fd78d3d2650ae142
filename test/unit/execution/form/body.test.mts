import type { Property, PropertyGroup } from '../../../../nodes/XmlBilling/descriptions/property';
import { readForm } from '../../../../nodes/XmlBilling/execution/form/read';
import { bodyOf } from '../../../../nodes/XmlBilling/execution/form/tree';
import { type Values } from '../../../../nodes/XmlBilling/xml/encode';

class Refused extends Error {
	advice = '';
}

function read(
	fields: readonly Property[],
	values: Values,
	{
		raw = {},
		timeZone = 'UTC',
		warn,
	}: { raw?: Values; timeZone?: string; warn?: (text: string) => void } = {},
) {
	const refuse = (message: string, advice = '') => Object.assign(new Refused(message), { advice });
	return readForm(fields, values, { raw, timeZone, refuse, warn });
}

/** What comes of a form, or what an error says after an exclamation mark. */
function orRefused(work: () => unknown): unknown {
	try {
		return work();
	} catch (error) {
		if (error instanceof Refused) return `!${error.message}`;
		throw error;
	}
}

const outcome = (fields: readonly Property[], values: Values, timeZone?: string): unknown =>
	orRefused(() => bodyOf(read(fields, values, timeZone === undefined ? {} : { timeZone })));

const text = (name: string, more: Partial<Property> = {}): Property => ({
	name,
	displayName: name,
	type: 'string',
	default: '',
	...more,
});

const collection = (name: string, options: Property[], more: Partial<Property> = {}): Property =>
	text(name, { type: 'collection', options, ...more });
const group = (name: string, ...values: Property[]): PropertyGroup => ({
	name,
	displayName: name,
	values,
});
const groups = (name: string, ...options: PropertyGroup[]): Property =>
	text(name, { type: 'fixedCollection', options });

const clientId = text('clientId', {
	displayName: 'Client',
	type: 'resourceLocator',
	required: true,
	element: 'client/client_id',
});
const contacts: Property = {
	...groups(
		'additionalContacts',
		group('contact', text('aName', { displayName: 'Name', required: true }), text('aEmail')),
	),
	displayName: 'Additional Contacts',
};

const locator = (value: unknown): unknown => ({ __rl: true, mode: 'list', value, cachedResultName: 'Shown' });

describe('a field', () => {
	it('is not written when it is absent, left empty or blank, and is when it is zero or false', () => {
		const fields = [text('a'), text('b'), text('c'), text('d'), text('e'), text('f'), text('g'), text('h')];
		expect(outcome(fields, { b: undefined, c: null, d: '', e: 0, f: false, g: ' ', h: '\n\t' })).toEqual({
			e: '0',
			f: 'false',
		});
		expect(outcome([text('a', { required: true })], { a: ' ' })).toBe('!a is required and was left empty');
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
});

describe('a field with several values', () => {
	const tasks = text('tasks', { type: 'multiOptions', element: 'tasks/task_id', kind: 'identifier' });
	const ids = text('invoiceId', { kind: 'identifiers', required: true });

	it('never sends an empty identifier: without any, nothing is written', () => {
		for (const none of [undefined, null, '', [], [''], [null, ' ']])
			expect(outcome([tasks], { tasks: none })).toEqual({});
		expect(outcome([tasks], { tasks: ['', 3, null] })).toEqual({ tasks: { task_id: ['3'] } });
		for (const none of [undefined, '', [], [''], ',', locator('')]) {
			expect(outcome([ids], { invoiceId: none })).toBe('!invoiceId is required and was left empty');
		}
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

describe('a fixed collection', () => {
	const optional = groups('people', group('contact', text('aName')));

	it('takes no more entries than allowed, not counting empty rows', () => {
		const few: Property = { ...optional, most: 2 };
		const rows = (...names: string[]) => ({ people: { contact: names.map((aName) => ({ aName })) } });
		expect(outcome([few], rows('Ann', '', 'Bo'))).toEqual({
			people: { contact: [{ a_name: 'Ann' }, { a_name: 'Bo' }] },
		});
		expect(outcome([few], rows('Ann', 'Bo', 'Cy'))).toBe('!people takes at most 2, not 3');
	});

	it('writes the default of a field that a row leaves empty, of a dropdown too', () => {
		const options = ['Percent', 'Fixed'].map((value) => ({ name: value, value }));
		const type = text('type', { type: 'options', options, default: 'Fixed' });
		const quantity = text('quantity', { default: '1' });
		const rows = groups('rows', group('row', text('name'), type, quantity));
		const row = [
			{ name: 'a', type: '', quantity: ' ' },
			{ name: 'b', type: 'percent', quantity: 0 },
		];
		const written = [
			{ name: 'a', type: 'Fixed', quantity: '1' },
			{ name: 'b', type: 'Percent', quantity: '0' },
		];
		for (const given of [{ row }, JSON.stringify(row)])
			expect(outcome([rows], { rows: given })).toEqual({ rows: { row: written } });
	});

	it('sends no element for a row that was added and left empty', () => {
		const rows = { contact: [{}, { aName: '' }, { aName: 'Bo' }] };
		expect(outcome([optional], { people: rows })).toEqual({ people: { contact: [{ a_name: 'Bo' }] } });
		for (const people of [undefined, null, '', {}, { contact: [] }, { contact: [{}] }]) {
			expect(outcome([optional], { people })).toEqual({});
			expect(outcome([{ ...optional, required: true }], { people })).toBe(
				'!people is required and was left empty',
			);
		}
	});
});

const lines: Property = {
	...groups('lines', group('line', text('unitCost', { kind: 'decimal' }), { ...clientId, required: false })),
	element: false,
	typeOptions: { multipleValues: true },
};

it('Checks fields that are sent, and not those inside a set that is not', () => {
	const amount = text('amount', { kind: 'decimal', required: true });
	expect(outcome([collection('a', [amount])], { a: { amount: 'x' } })).toMatch(/^!a › amount takes a plain/);
	expect(outcome([collection('a', [amount], { element: false })], { a: { amount: 'x' } })).toEqual({});
	expect(outcome([{ ...lines, element: 'l' }], { lines: { line: { unitCost: 'x' } } })).toMatch(
		/^!lines › unitCost takes a plain number/,
	);
});
