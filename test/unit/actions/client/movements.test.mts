import type { BillingRecord } from '../../../../nodes/XmlBilling/xml/shape';
import { movementsOf, showsMovements } from '../../../../nodes/XmlBilling/actions/client/movements';
import { hasUnclearFee } from '../../../../nodes/XmlBilling/records/invoicePayments';

const PERIOD = { from: '2026-01-01', to: '2026-01-31' };
const LISTED: BillingRecord = {
	client: { client_id: 1 },
	number: 'A-1',
	date: '2026-01-05',
	invoice_due_date: '2026-02-04',
	invoice_status: 'Sent',
	status: 'Active',
	currency: 'EUR',
	net_balance: 100,
	late_fee: 0,
	total_paid: 0,
	outstanding: 100,
	transactions: [],
};

/** The listed invoice with some fields missing. */
const without = (...fields: string[]): BillingRecord =>
	Object.fromEntries(Object.entries(LISTED).filter(([field]) => !fields.includes(field)));

test('a complete listed invoice is not read on its own', () => {
	expect(showsMovements(LISTED, PERIOD)).toBe(true);
	expect(showsMovements({ ...LISTED, late_fee: 10, outstanding: 110 }, PERIOD)).toBe(true);
});

test.each([
	...['client', 'number', 'date', 'invoice_due_date', 'invoice_status', 'status', 'currency'],
	...['net_balance', 'total_paid', 'outstanding'],
])('without %s it does, since the statement would be wrong or empty there', (field) => {
	expect(showsMovements(without(field), PERIOD)).toBe(false);
});

test.each([
	['which the other amounts show not to be there', without('late_fee'), true],
	['which the other amounts show to be there', { ...without('late_fee'), outstanding: 110 }, false],
	['with no outstanding amount to tell', without('late_fee', 'outstanding'), false],
])('without a late fee, %s: %#', (_, invoice, isEnough) => {
	expect(showsMovements(invoice, PERIOD)).toBe(isEnough);
});

test('a listed payment without its day or method is read singly, though another one has both', () => {
	const payment = { amount: 10, date: '2026-01-06', method: 'Cash', notes: 'mine' };
	const paid = (second: BillingRecord): BillingRecord => ({
		...LISTED,
		invoice_due_date: '2026-02-04 10:00:00',
		...{ total_paid: 20, outstanding: 80, transactions: [payment, second] },
	});
	const shown = [payment, { ...payment, date: '' }, { ...payment, method: '' }];
	expect(shown.map((second) => showsMovements(paid(second), PERIOD))).toEqual([true, false, false]);
	const [invoice, first] = movementsOf(paid(payment));
	expect([invoice?.invoice_due_date, first]).toEqual([
		'2026-02-04',
		expect.not.objectContaining({ notes: 'mine' }),
	]);
});

test('an invoice whose total cannot be read shows it unchanged', () => {
	const invoice = { ...LISTED, net_balance: '1,000.00', outstanding: null };
	expect(movementsOf(invoice)).toMatchObject([{ kind: 'invoice', amount: undefined, shown: '1,000.00' }]);
});

test('a due date is not needed where the statement only counts the invoice', () => {
	expect(showsMovements({ ...without('invoice_due_date'), date: '2025-12-31' }, PERIOD)).toBe(true);
});

test.each(['net_balance', 'late_fee'])('a late fee is not unclear where no %s is shown', (field) => {
	expect(hasUnclearFee({ ...without(field), total_paid: 5 })).toBe(false);
});
