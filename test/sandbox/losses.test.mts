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
