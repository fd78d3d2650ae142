import { at, textAt, textsAt } from './walk/answers.mts';
import { CLIENT } from './walk/invoices.mts';
import { lines } from './walk/lines.mts';
import { create } from './walk/records.mts';
import { useService } from './walk/service.mts';

// Quirks of what is stored.

describe('A service that creates documents without their lines and charges', () => {
	const service = useService({ quirks: ['dropsLines'] });

	test.each([
		['Invoice', 'invoice'],
		['Estimate', 'estimate'],
		['Recurring', 'recurring'],
	])('stores none for %s', async (name, kind) => {
		const given = { ...CLIENT, ...lines({ unit_cost: '20', tax1_percent: '10' }) };
		const charge = { 'additional_charges/additional_charge/amount': '5' };
		const id = await create(service, `create${name}`, { ...given, ...(kind === 'invoice' && charge) });
		const record = at(await service.succeed(`get${name}`, { [`${kind}_id`]: id }), kind);
		expect(textsAt(record, 'items/item/name')).toEqual([]);
		expect(textsAt(record, 'additional_charges/charge/amount')).toEqual([]);
		expect(textAt(record, 'total_tax')).toBe('0.00');
	});
});

describe('A service that erases the lines and charges that an update leaves out', () => {
	const service = useService({ quirks: ['erasesLines'] });

	test.each([
		['Invoice', 'invoice'],
		['Estimate', 'estimate'],
		['Recurring', 'recurring'],
	])('keeps none of %s', async (name, kind) => {
		const charge = {
			'additional_charges/additional_charge/name': 'Shipping',
			'additional_charges/additional_charge/amount': '5',
		};
		const given = { ...CLIENT, ...lines({ unit_cost: '20', tax1_percent: '10' }) };
		const id = await create(service, `create${name}`, { ...given, ...(kind === 'invoice' && charge) });
		const read = async () => at(await service.succeed(`get${name}`, { [`${kind}_id`]: id }), kind);
		expect(textsAt(await read(), 'items/item/name')).toHaveLength(1);
		await service.succeed(`update${name}`, { [`${kind}_id`]: id, ...CLIENT, notes: 'Changed' });
		const record = await read();
		expect(textsAt(record, 'items/item/name')).toEqual([]);
		expect(textsAt(record, 'additional_charges/charge/name')).toEqual([]);
		expect(textAt(record, 'total_tax')).toBe('0.00');
		if (kind === 'invoice') expect(textAt(record, 'net_balance')).toBe('0.00');
	});
});

describe('A service that stores texts escaped', () => {
	const service = useService({ quirks: ['escapesStored'] });

	test('escapes them once more with each write, those of lines too', async () => {
		const client_id = service.fill('{newClient}');
		const read = async () => at(await service.succeed('getClient', { client_id }), 'client');
		for (const organization of ['R&amp;D &lt;Ltd&gt;', 'R&amp;amp;D &amp;lt;Ltd&amp;gt;']) {
			const sent = organization === 'R&amp;D &lt;Ltd&gt;' ? 'R&D <Ltd>' : 'R&amp;D &lt;Ltd&gt;';
			await service.succeed('updateClient', { client_id, name: 'A', organization: sent });
			expect(textAt(await read(), 'organization')).toBe(organization);
		}
		const invoice_id = await create(service, 'createInvoice', { ...CLIENT, ...lines({ name: 'A & B' }) });
		const invoice = at(await service.succeed('getInvoice', { invoice_id }), 'invoice');
		expect(textsAt(invoice, 'items/item/name')).toEqual(['A &amp; B']);
	});
});
