import type { Property } from '../../../../nodes/XmlBilling/descriptions/property';
import { address, clientId, collection, contacts, group, groups, outcome, text } from './encoding.mts';

describe('a collection', () => {
	const options = [text('notes'), text('terms'), text('title', { element: false })];
	const flat = collection('additionalFields', options);
	const filter = collection('filters', options, { element: 'filter' });

	it('without an element writes its fields in its own place', () => {
		expect(
			outcome([text('name'), flat], { name: 'a', additionalFields: { notes: 'b', title: 'c' } }),
		).toEqual({ name: 'a', notes: 'b' });
	});

	it('with an element writes them inside it, and nothing when there are none', () => {
		expect(outcome([filter], { filters: { notes: 'b', terms: '' } })).toEqual({ filter: { notes: 'b' } });
		for (const filters of [undefined, null, {}, '', { notes: '' }])
			expect(outcome([filter], { filters })).toEqual({});
	});

	it('can be anywhere: in another collection and below a path', () => {
		const nested = collection('outer', [filter, text('c')], { element: 'a/b' });
		expect(outcome([nested], { outer: { filters: { notes: 'n' }, c: '1' } })).toEqual({
			a: { b: { filter: { notes: 'n' }, c: '1' } },
		});
	});
});

describe('a fixed collection', () => {
	const optional = groups('people', group('contact', text('aName')));

	it('repeats the element of its group inside its own', () => {
		const values = {
			additionalContacts: { contact: [{ aName: 'Ann', aEmail: 'ann@example.com' }, { aName: 'Bo' }] },
		};
		expect(outcome([contacts], values)).toEqual({
			additional_contacts: { contact: [{ a_name: 'Ann', a_email: 'ann@example.com' }, { a_name: 'Bo' }] },
		});
	});

	it('that does not repeat has one entry', () => {
		expect(outcome([contacts], { additionalContacts: { contact: { aName: 'Ann' } } })).toEqual({
			additional_contacts: { contact: [{ a_name: 'Ann' }] },
		});
	});

	it('without its own element repeats its group in its own place', () => {
		const payment = group('payment', text('id'), text('amount', { kind: 'decimal' }));
		const invoices = { ...payment, element: 'invoice' };
		const payments: Property = { ...groups('payments'), options: [invoices], element: '' };
		const rows = [
			{ id: 1, amount: 5 },
			{ id: 2, amount: '6.50' },
		];
		expect(outcome([payments], { payments: { payment: rows } })).toEqual({
			invoice: [
				{ id: '1', amount: '5' },
				{ id: '2', amount: '6.5' },
			],
		});
	});

	it('has several kinds of groups side by side', () => {
		const both = groups('extras', group('charge', text('name')), group('field', text('label')));
		expect(outcome([both], { extras: { field: [{ label: 'l' }], charge: [{ name: 'n' }] } })).toEqual({
			extras: { charge: [{ name: 'n' }], field: [{ label: 'l' }] },
		});
	});

	it('takes no more entries than allowed, not counting empty rows', () => {
		const few: Property = { ...optional, most: 2 };
		const rows = (...names: string[]) => ({ people: { contact: names.map((aName) => ({ aName })) } });
		expect(outcome([few], rows('Ann', '', 'Bo'))).toEqual({
			people: { contact: [{ a_name: 'Ann' }, { a_name: 'Bo' }] },
		});
		expect(outcome([few], rows('Ann', 'Bo', 'Cy'))).toBe('!people takes at most 2, not 3');
	});

	it('writes a dropdown that a row leaves empty as the form shows it', () => {
		const options = [
			{ name: 'Percent', value: 'Percent' },
			{ name: 'Fixed', value: 'Fixed' },
		];
		const type = text('type', { type: 'options', options, default: 'Fixed' });
		const charges = groups('charges', group('charge', text('name'), type));
		const entries = [{ name: 'a', type: '' }, { name: 'b', type: 'percent' }, { name: 'c' }];
		expect(outcome([charges], { charges: { charge: entries } })).toEqual({
			charges: {
				charge: [
					{ name: 'a', type: 'Fixed' },
					{ name: 'b', type: 'Percent' },
					{ name: 'c', type: 'Fixed' },
				],
			},
		});
	});

	it('writes the default of any other field that a row leaves empty', () => {
		const rows = groups('rows', group('row', text('name'), text('quantity', { default: '1' })));
		const row = [{ name: 'a', quantity: ' ' }, { name: 'b', quantity: 0 }, { name: 'c' }];
		expect(outcome([rows], { rows: { row } })).toEqual({
			rows: {
				row: [
					{ name: 'a', quantity: '1' },
					{ name: 'b', quantity: '0' },
					{ name: 'c', quantity: '1' },
				],
			},
		});
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

describe('a path', () => {
	it.each([
		['identifier first', [clientId, address]],
		['address first', [address, clientId]],
	])('shares its parent with another path (%s)', (_, fields) => {
		expect(outcome(fields, { clientId: 5, address: 'Street' })).toEqual({
			client: { client_id: '5', address: 'Street' },
		});
		expect(outcome(fields, { clientId: 5 })).toEqual({ client: { client_id: '5' } });
	});

	it('shares its parent with a collection that has it for its element, in either order', () => {
		const more = collection('more', [text('address')], { element: 'client' });
		const values = { clientId: 5, more: { address: 'Street' } };
		expect(outcome([clientId, more], values)).toEqual({ client: { client_id: '5', address: 'Street' } });
		expect(outcome([more, clientId], values)).toEqual({ client: { address: 'Street', client_id: '5' } });
	});
});
