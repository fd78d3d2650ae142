import { findByReference } from '../../../../nodes/XmlBilling/actions/invoice/payments/existingPayment';

/** Payments of an invoice, the best to return first: the same reference, then the same amount, then one that can be read. */
const RANKED = [
	['TX-1', '100'],
	['TX-1', 'n/a'],
	['TX-1', '40'],
	['tx-1', '100'],
	['tx-1', 'n/a'],
	['tx-1', '40'],
] as const;
const paymentOf = ([reference, amount]: (typeof RANKED)[number], day: number) => ({
	amount,
	method: 'Cash',
	date: `2026-03-0${day}`,
	notes: `Reference: ${reference}`,
});
const pairs = RANKED.flatMap((better, nth) => RANKED.slice(nth + 1).map((worse) => ({ better, worse })));

it.each(pairs)('by reference, $better is found before $worse, in either order', ({ better, worse }) => {
	for (const order of [
		[better, worse],
		[worse, better],
	]) {
		const invoice = { transactions: order.map((one, nth) => paymentOf(one, nth + 1)) };
		const found = findByReference(invoice, '100', 'TX-1');
		expect(found).toMatchObject({
			payment: { amount: better[1], reference: better[0] },
			isSame: better[0] === 'TX-1',
			isClear: better[1] !== 'n/a',
			mayAgree: better[1] !== '40',
		});
	}
});
