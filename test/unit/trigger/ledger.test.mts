import { comparePayments, ledgerOf, totalsMark } from '../../../nodes/XmlBilling/trigger/detectors/ledger';

const paymentOn = (date: string) => ({ method: 'Cash', amount: 10, date, notes: '' });

it('Of payments that were all rewritten, only as many are new as were added, and these are the latest', () => {
	const known = ledgerOf('', [paymentOn('2026-01-01'), paymentOn('2026-01-02')]);
	const now = ['2026-02-01', '2026-02-02', '2026-02-03'].map(paymentOn);
	const { recorded } = comparePayments(known, {}, now, '', true);
	expect(recorded.map(({ payment, name }) => [payment.date, name])).toEqual([['2026-02-03', '10.00:3']]);
});

it('A payment that is only rewritten is not new', () => {
	const known = ledgerOf('', [paymentOn('2026-01-01')]);
	const { recorded } = comparePayments(known, {}, [paymentOn('2026-02-01')], '', true);
	expect(recorded).toEqual([]);
});

it('Of equal payments of one day, the one with notes that are not known is new', () => {
	const known = { ...paymentOn('2026-01-01'), notes: 'first part' };
	const added = { ...known, notes: 'second part' };
	const { recorded } = comparePayments(ledgerOf('', [known]), {}, [added, known], '', true);
	expect(recorded.map(({ payment }) => payment)).toEqual([added]);
});

it('The totals that a record and its list both show mark it, and where they share none, nothing does', () => {
	const [five, six] = [{ outstanding: 5 }, { outstanding: 6 }];
	expect(totalsMark(five, { total_paid: 0, ...five })).toBe(totalsMark(five));
	expect(totalsMark(five)).not.toBe(totalsMark(six));
	expect(totalsMark({ invoice_id: 1 })).toBe('');
});
