import { allAt, textAt, textsAt } from './walk/answers.ts';
import { fields } from './walk/records.ts';
import { startService, type RunningService } from './walk/service.ts';

let service: RunningService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

test('getAccountInfo tells the company, its owner, its country and its currency', async () => {
	const info = await service.succeed('getAccountInfo');
	const names = ['company', 'name', 'country_code', 'currency_code'];
	expect(names.map((name) => textAt(info, `account/${name}`))).toEqual([
		'Northwind Studio Ltd',
		'Morgan Hale',
		'GBR',
		'GBP',
	]);
});

test('listTax gives the name, the type and the percentage of each tax', async () => {
	const taxes = allAt(await service.succeed('listTax'), 'taxes/tax');
	expect(taxes.map((tax) => fields(tax, 'name', 'type', 'value'))).toEqual([
		['VAT', 'Normal', '20.00'],
		['VAT reduced', 'Normal', '5.50'],
		['GST', 'Normal', '18.00'],
		['Service tax', 'Normal', '2.50'],
	]);
});

test('listLateFee gives the names of the rules', async () => {
	expect(textsAt(await service.succeed('listLateFee'), 'late_fees/late_fee/name')).toEqual([
		'5 percent after due date',
		'Reminder fee 15.00',
	]);
});
