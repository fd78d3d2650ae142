import { comparePayments, ledgerOf } from '../../../nodes/XmlBilling/trigger/detectors/ledger';

const paymentOn = (date: string) => ({ method: 'Cash', amount: 10, date, notes: '' });

it('Of payments that were all rewritten, only as many are new as were added, and these are the latest', () => {
	const known = ledgerOf('', [paymentOn('2026-01-01'), paymentOn('2026-01-02')]);
	const now = ['2026-02-01', '2026-02-02', '2026-02-03'].map(paymentOn);
	const { payments } = comparePayments(known, {}, now, '');
	expect(payments.map(({ payment, name }) => [payment.date, name])).toEqual([['2026-02-03', '10.00:3']]);
});
