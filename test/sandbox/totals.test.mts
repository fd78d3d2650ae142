import { at, textAt, type AnswerElement } from './walk/answers.mts';
import type { Values } from './walk/documents.mts';
import { CLIENT, getInvoice, pay } from './walk/invoices.mts';
import { groups, lines } from './walk/lines.mts';
import { create, fields, stored } from './walk/records.mts';
import { startService, TODAY, type RunningService } from './walk/service.mts';

let service: RunningService;
let today = TODAY;
beforeEach(async () => {
	today = TODAY;
	service = await startService({ today: () => today });
});
afterEach(() => service.close());

/** Lines and charges with their expected totals. */
interface Example {
	what: string;
	lines: readonly Values[];
	charges?: readonly Values[];
	discount?: string;
	tax?: string;
	balance: string;
}

// prettier-ignore
/** Calculated by hand: products are rounded one by one, halves up. */
const EXAMPLES: readonly Example[] = [
	{ what: 'no line', lines: [], balance: '0.00' },
	{ what: 'a line without a cost', lines: [{ unit_cost: '' }], balance: '0.00' },
	{ what: 'cost times quantity', lines: [{ unit_cost: '19.99', quantity: '3' }], balance: '59.97' },
	{ what: 'what binary fractions get wrong', lines: [{ unit_cost: '0.1' }, { unit_cost: '0.2' }], balance: '0.30' },
	{ what: 'half a cent, which is rounded up', lines: [{ unit_cost: '0.01', quantity: '0.5' }], balance: '0.01' },
	{ what: 'half a negative cent, rounded away from zero', lines: [{ unit_cost: '-0.05', quantity: '0.5' }], balance: '-0.03' },
	{ what: 'half cents, each rounded up', lines: [{ unit_cost: '0.01', quantity: '0.5' }, { unit_cost: '0.01', quantity: '0.5' }], balance: '0.02' },
	{ what: 'a discount in percent', lines: [{ unit_cost: '100', discount: '12.5', discount_type: 'Percent' }], discount: '12.50', balance: '87.50' },
	{ what: 'a discount in percent by default', lines: [{ unit_cost: '80', discount: '10', discount_type: '' }], discount: '8.00', balance: '72.00' },
	{ what: 'a fixed discount, once for the line', lines: [{ unit_cost: '50', quantity: '2', discount: '7.25', discount_type: 'Fixed' }], discount: '7.25', balance: '92.75' },
	{ what: 'one tax', lines: [{ unit_cost: '10.05', quantity: '3', tax1_percent: '20' }], tax: '6.03', balance: '36.18' },
	{ what: 'two normal taxes, both on the same amount', lines: [{ unit_cost: '100', tax1_percent: '18', tax2_percent: '2.5', tax2_type: 'Normal' }], tax: '20.50', balance: '120.50' },
	{ what: 'a compound second tax, on the first as well', lines: [{ unit_cost: '100', tax1_percent: '18', tax2_percent: '2.5', tax2_type: 'Compound' }], tax: '20.95', balance: '120.95' },
	{ what: 'a tax after the discount', lines: [{ unit_cost: '0.30', discount: '15', tax1_percent: '10' }], discount: '0.05', tax: '0.03', balance: '0.28' },
	{ what: 'taxes that are rounded line by line', lines: [{ unit_cost: '1.05', tax1_percent: '5' }, { unit_cost: '1.05', tax1_percent: '5' }], tax: '0.10', balance: '2.20' },
	{ what: 'a charge in percent of the lines after discounts and with taxes', lines: [{ unit_cost: '250', discount: '20', tax1_percent: '20' }], charges: [{ type: 'Percent', amount: '10' }], discount: '50.00', tax: '40.00', balance: '264.00' },
	{ what: 'a charge in percent by default and a fixed one', lines: [{ unit_cost: '250' }], charges: [{ amount: '2.50' }, { type: 'Fixed', amount: '7.25' }], balance: '263.50' },
	{ what: 'a charge without an amount', lines: [{ unit_cost: '250' }], charges: [{ name: 'Charge' }], balance: '275.00' },
	{ what: 'a line below zero', lines: [{ unit_cost: '100' }, { unit_cost: '-10' }], balance: '90.00' },
	{ what: 'more than a binary fraction can hold', lines: [{ unit_cost: '9999999999.99', quantity: '999999.99' }], balance: '9999999899990000.00' },
];

test.each(EXAMPLES)('the totals of an invoice are right for $what', async (example) => {
	const { lines: wanted, charges = [], discount = '0.00', tax = '0.00', balance } = example;
	const record = await created({
		...lines(...wanted),
		...groups(
			'additional_charges/additional_charge',
			charges.map((charge) => ({ name: 'Charge', ...charge })),
		),
	});
	const amounts = fields(record, 'total_discount', 'total_tax', 'net_balance', 'outstanding');
	expect(amounts).toEqual([discount, tax, balance, balance]);
	expect(fields(record, 'late_fee', 'total_paid')).toEqual(['0.00', '0.00']);
});

describe('a late fee', () => {
	const invoice = (rule: number, changes: Values) => {
		const rules = stored(service, 'lateFee').filter(({ active }) => active === 1);
		return created({ late_fee: String(rules[rule]?.id), ...lines({ unit_cost: '200' }), ...changes });
	};
	const fee = (record: AnswerElement) => fields(record, 'late_fee', 'net_balance', 'outstanding');
	const find = async () =>
		at(await service.succeed('listInvoice', { 'filter/invoice_number': 'LATE' }), 'invoices/invoice');

	test('is five percent, or a fixed amount, once the due date has passed', async () => {
		expect(fee(await invoice(0, { due_date: '2026-06-14' }))).toEqual(['10.00', '200.00', '210.00']);
		expect(fee(await invoice(1, { due_date: '2026-06-01' }))).toEqual(['15.00', '200.00', '215.00']);
	});

	test.each<[string, Values]>([
		['the due date is today', { due_date: TODAY }],
		['there is no due date', {}],
		['the invoice is a draft', { due_date: '2026-06-01', status: 'draft' }],
		['the invoice is paid', { due_date: '2026-06-01', status: 'paid' }],
	])('is not charged when %s', async (_, changes) => {
		expect(textAt(await invoice(0, changes), 'late_fee')).toBe('0.00');
	});

	test('is charged by the service itself on the day after, once, and has to be paid too', async () => {
		await invoice(0, { due_date: TODAY, number: 'LATE' });
		expect(textAt(await find(), 'late_fee')).toBe('0.00');
		today = '2026-06-16';
		const id = textAt(await find(), 'invoice_id');
		expect(fee(await find())).toEqual(['10.00', '200.00', '210.00']);
		today = '2026-07-30';
		expect(fee(await find())).toEqual(['10.00', '200.00', '210.00']);
		await pay(service, id, '200');
		expect(textAt(await find(), 'invoice_status')).toBe('Partial-Paid');
		await pay(service, id, '10');
		expect(textAt(await find(), 'invoice_status')).toBe('Paid');
		expect(fee(await find())).toEqual(['10.00', '200.00', '0.00']);
	});

	test('is a percentage of the whole amount, what is paid of it included', async () => {
		await invoice(0, { due_date: TODAY, number: 'LATE' });
		await pay(service, textAt(await find(), 'invoice_id'), '150');
		today = '2026-06-16';
		expect(fee(await find())).toEqual(['10.00', '200.00', '60.00']);
	});
});

async function created(values: Values): Promise<AnswerElement> {
	const header = { ...CLIENT, status: 'sent' };
	return await getInvoice(service, await create(service, 'createInvoice', { ...header, ...values }));
}
