import { at, textAt, type AnswerElement } from './walk/answers.ts';
import { pay } from './walk/invoices.ts';
import { startService, TODAY, type RunningService } from './walk/service.ts';

let service: RunningService;
let today = TODAY;
beforeEach(async () => {
	today = TODAY;
	service = await startService({ today: () => today });
});
afterEach(() => service.close());

/** Lines and charges as `name=value` words, and the totals that they come to. */
interface Example {
	what: string;
	lines: readonly string[];
	charges?: readonly string[];
	discount?: string;
	tax?: string;
	balance: string;
}

// prettier-ignore
/** Worked out by hand: products are rounded one by one, halves up. */
const EXAMPLES: readonly Example[] = [
	{ what: 'no line', lines: [], balance: '0.00' },
	{ what: 'a line without a cost', lines: ['cost='], balance: '0.00' },
	{ what: 'cost times quantity', lines: ['cost=19.99 quantity=3'], balance: '59.97' },
	{ what: 'what binary fractions get wrong', lines: ['cost=0.1', 'cost=0.2'], balance: '0.30' },
	{ what: 'half a cent, which is rounded up', lines: ['cost=0.01 quantity=0.5'], balance: '0.01' },
	{ what: 'half a negative cent, rounded away from zero', lines: ['cost=-0.05 quantity=0.5'], balance: '-0.03' },
	{ what: 'half cents, each rounded up', lines: ['cost=0.01 quantity=0.5', 'cost=0.01 quantity=0.5'], balance: '0.02' },
	{ what: 'a discount in percent', lines: ['cost=100 discount=12.5 discount_type=Percent'], discount: '12.50', balance: '87.50' },
	{ what: 'a discount in percent by default', lines: ['cost=80 discount=10'], discount: '8.00', balance: '72.00' },
	{ what: 'a fixed discount, once for the line', lines: ['cost=50 quantity=2 discount=7.25 discount_type=Fixed'], discount: '7.25', balance: '92.75' },
	{ what: 'one tax', lines: ['cost=10.05 quantity=3 tax1=20'], tax: '6.03', balance: '36.18' },
	{ what: 'two normal taxes, both on the same amount', lines: ['cost=100 tax1=18 tax2=2.5 tax2_type=Normal'], tax: '20.50', balance: '120.50' },
	{ what: 'a compound second tax, on the first as well', lines: ['cost=100 tax1=18 tax2=2.5 tax2_type=Compound'], tax: '20.95', balance: '120.95' },
	{ what: 'a tax after the discount', lines: ['cost=0.30 discount=15 tax1=10'], discount: '0.05', tax: '0.03', balance: '0.28' },
	{ what: 'taxes that are rounded line by line', lines: ['cost=1.05 tax1=5', 'cost=1.05 tax1=5'], tax: '0.10', balance: '2.20' },
	{ what: 'a charge in percent of the lines after discounts and before taxes', lines: ['cost=250 discount=20 tax1=20'], charges: ['type=Percent amount=10'], discount: '50.00', tax: '40.00', balance: '260.00' },
	{ what: 'a charge in percent by default and a fixed one', lines: ['cost=250'], charges: ['amount=2.50', 'type=Fixed amount=7.25'], balance: '263.50' },
	{ what: 'a charge without an amount', lines: ['cost=250'], charges: ['name=Charge'], balance: '275.00' },
	{ what: 'a line below zero', lines: ['cost=100', 'cost=-10'], balance: '90.00' },
	{ what: 'more than a binary fraction can hold', lines: ['cost=9999999999.99 quantity=999999.99'], balance: '9999999899990000.00' },
];

/** The elements that stand for the short names of the examples. */
const ELEMENTS: Readonly<Record<string, string>> = {
	cost: 'unit_cost',
	tax1: 'tax1_percent',
	tax2: 'tax2_percent',
};

function elements(path: string, descriptions: readonly string[], defaults: Record<string, string>) {
	const entries = descriptions.flatMap((description, index) => {
		const said = description.split(' ').map((word): [string, string] => {
			const [name = '', value = ''] = word.split('=');
			return [ELEMENTS[name] ?? name, value];
		});
		return Object.entries({ ...defaults, ...Object.fromEntries(said) }).map(
			([name, value]): [string, string] => [`${path}[${index}]/${name}`, value],
		);
	});
	return Object.fromEntries(entries);
}

test.each(EXAMPLES)('the totals of an invoice are right for $what', async (example) => {
	const { lines, charges = [], discount = '0.00', tax = '0.00', balance } = example;
	const record = await created({
		...elements('items/item', lines, { name: 'Line', type: 'Service', quantity: '1' }),
		...elements('additional_charges/additional_charge', charges, { name: 'Charge' }),
	});
	const names = ['total_discount', 'total_tax', 'net_balance', 'late_fee', 'total_paid', 'outstanding'];
	expect(names.map((name) => textAt(record, name))).toEqual([
		discount,
		tax,
		balance,
		'0.00',
		'0.00',
		balance,
	]);
});

describe('a late fee', () => {
	const invoice = (rule: number, changes: Record<string, string>) => {
		const { id } = service.sandbox.account('main');
		const rules = service.sandbox
			.records('lateFee')
			.filter((row) => row.account_id === id && row.active === 1);
		const line = elements('items/item', ['cost=200'], { name: 'Line', type: 'Service', quantity: '1' });
		return created({ late_fee: String(rules[rule]?.id), ...line, ...changes });
	};
	const fee = (record: AnswerElement) =>
		['late_fee', 'net_balance', 'outstanding'].map((name) => textAt(record, name));
	const find = async () =>
		at(await service.succeed('listInvoice', { 'filter/invoice_number': 'LATE' }), 'invoices/invoice');

	test('is five percent, or a fixed amount, once the due date has passed', async () => {
		expect(fee(await invoice(0, { due_date: '2026-06-14' }))).toEqual(['10.00', '200.00', '210.00']);
		expect(fee(await invoice(1, { due_date: '2026-06-01' }))).toEqual(['15.00', '200.00', '215.00']);
	});

	test.each<[string, Record<string, string>]>([
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

async function created(values: Record<string, string>): Promise<AnswerElement> {
	const header = { 'client/client_id': '{client}', status: 'sent' };
	const invoice_id = textAt(await service.succeed('createInvoice', { ...header, ...values }), 'invoice_id');
	return at(await service.succeed('getInvoice', { invoice_id }), 'invoice');
}
