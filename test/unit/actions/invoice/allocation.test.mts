import Big from 'big.js';
import fc from 'fast-check';
import {
	allocate,
	withShare,
	type Payable,
	type Allocation,
	type Incoming,
} from '../../../../nodes/XmlBilling/actions/invoice/allocation';
import { withReference } from '../../../../nodes/XmlBilling/records/paymentReference';

const cents = (amount: number) => new Big(amount).div(100);
const sum = (amounts: readonly Big[]) => amounts.reduce((all, amount) => all.plus(amount), new Big(0));
const sumOf = ({ shares }: Allocation) => sum(shares.map(({ amount }) => amount));
const paidWith = (reference: string, payables: readonly Payable[]) =>
	sum(
		payables.flatMap(({ payments }) =>
			payments.flatMap(({ amount, notes }) =>
				amount !== undefined && notes === withReference('', reference) ? [amount] : [],
			),
		),
	);

function allocated(...given: Parameters<typeof allocate>): Allocation {
	const found = allocate(...given);
	if ('message' in found) throw new Error(found.message);
	return found;
}

const payableOf = (id: number, more: Partial<Payable> = {}): Payable => ({
	...{ id, number: `INV-${String(id).padStart(4, '0')}`, dueDate: '2026-03-01', currency: 'EUR' },
	...{ open: new Big(100), payments: [], isComplete: true, ...more },
});

/** A client's invoices, some settled or in another currency, some with other payments. */
const payables = fc
	.array(
		fc.record({
			open: fc.nat(200_00).map(cents),
			dueDate: fc.constantFrom('', '2026-01-31', '2026-02-10', '2026-03-01'),
			currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'USD'),
			payments: fc.array(
				fc.record({ amount: fc.nat(99_99).map(cents), notes: fc.constantFrom('Cash', 'Reference: OTHER') }),
				{ maxLength: 2 },
			),
		}),
		{ maxLength: 6 },
	)
	.map((all) => all.map((one, nth) => payableOf(nth + 1, one)));
const amount = fc.integer({ min: 1, max: 600_00 }).map(cents);
const BY_AGE = { allocateTo: 'oldest', text: '' } as const;
/** The oldest due first, or these of the invoices. */
const ways = fc.option(fc.uniqueArray(fc.nat(5), { maxLength: 5 }));

const textFor = (way: readonly number[], all: readonly Payable[]) =>
	way.map((nth) => all[nth]?.number ?? '').join(' ');

const incoming = fc.tuple(payables, amount, ways).map(([all, received, way]) => {
	const wanted = way === null ? BY_AGE : { allocateTo: 'named' as const, text: textFor(way, all) };
	return { all, payment: { amount: received, currency: 'EUR', reference: 'TX-1', ...wanted } };
});

const record = (all: readonly Payable[], { shares }: Allocation, isRecorded: (nth: number) => boolean) =>
	all.map((payable) => {
		const nth = shares.findIndex((share) => share.payable === payable);
		const share = shares[nth];
		return share === undefined || !isRecorded(nth) ? payable : withShare(payable, share.amount, 'TX-1');
	});
const facts = ({ shares }: Allocation) =>
	shares.map(({ payable, amount: share }) => [payable.id, share.toFixed()]).sort();

describe('an allocation', () => {
	it('comes with its rest to the amount, to the cent, and gives no invoice more than is open', () => {
		let [divided, left] = [0, 0];
		fc.assert(
			fc.property(incoming, ({ all, payment }) => {
				const found = allocated(payment, all, true);
				expect(sumOf(found).plus(found.rest).toFixed()).toBe(payment.amount.toFixed());
				for (const { payable, amount: share } of found.shares) {
					expect(payable.currency).toBe('EUR');
					expect(share.gt(0) && share.lte(payable.open) && share.round(2).eq(share)).toBe(true);
				}
				expect(new Set(found.shares.map(({ payable }) => payable)).size).toBe(found.shares.length);
				divided += Number(found.shares.length > 1);
				left += Number(found.rest.gt(0));
			}),
			{ numRuns: 1_000 },
		);
		expect(Math.min(divided, left)).toBeGreaterThan(50);
	});

	it('is the same again for what an earlier run did not record, whatever it recorded in whatever order', () => {
		fc.assert(
			fc.property(incoming, fc.nat(63), ({ all, payment }, bits) => {
				const first = allocated(payment, all, true);
				const isRecorded = (nth: number) => ((bits >> nth) & 1) === 1;
				const later = record(all, first, isRecorded).reverse();
				const second = allocated(payment, later, true);
				const left = first.shares.filter((_, nth) => !isRecorded(nth));
				expect(facts(second)).toEqual(facts({ ...first, shares: left }));
				expect(second.rest.toFixed()).toBe(first.rest.toFixed());
				const whole = record(later, second, () => true);
				expect(allocated(payment, whole, true).shares).toEqual([]);
			}),
			{ numRuns: 1_000 },
		);
	});

	it('never exceeds the amount through runs that break off, although the invoices change between them', () => {
		const change = fc.record({ nth: fc.nat(5), open: fc.nat(200_00).map(cents), bits: fc.nat(63) });
		fc.assert(
			fc.property(incoming, fc.array(change, { maxLength: 4 }), ({ all, payment }, changes) => {
				let now: readonly Payable[] = all;
				for (const { nth, open, bits } of changes) {
					const found = allocated(payment, now, true);
					const all = paidWith('TX-1', now).plus(sumOf(found)).plus(found.rest);
					expect(all.toFixed()).toBe(payment.amount.toFixed());
					const again = found.shares.map(({ payable }) => payable);
					expect(paidWith('TX-1', again).toFixed()).toBe('0');
					now = record(now, found, (share) => ((bits >> share) & 1) === 1);
					now = now.map((payable, at) => (at === nth ? { ...payable, open } : payable));
				}
				expect(paidWith('TX-1', now).lte(payment.amount)).toBe(true);
			}),
			{ numRuns: 1_000 },
		);
	});
});

const PAYMENT: Incoming = { amount: new Big(250), currency: 'EUR', reference: 'TX-1', ...BY_AGE };
const three = [payableOf(1), payableOf(2, { dueDate: '2026-02-01' }), payableOf(3, { dueDate: '' })];
const shared = (text: string, all: readonly Payable[] = three) => {
	const { shares, rest, reason } = allocated({ ...PAYMENT, allocateTo: 'named', text }, all, true);
	return {
		shares: shares.map(({ payable, amount: share }) => `${payable.number} ${share.toFixed()}`),
		rest: rest.toFixed(),
		reason,
	};
};

it('pays the oldest due first, and what has no due date last', () => {
	const { shares } = allocated(PAYMENT, three, true);
	const told = shares.map(({ payable, amount: share }) => `${payable.id}: ${share.toFixed()}`);
	expect(told).toEqual(['2: 100', '1: 100', '3: 50']);
	expect(allocated({ ...PAYMENT, text: 'Retoure' }, three, true).shares).toEqual([]);
});

it('pays the invoices that the text names in its order, or leaves all to a person if it is not clear', () => {
	for (const [text, shares, rest] of [
		['INV-0001 INV-0002', ['INV-0001 100', 'INV-0002 100'], '50'],
		['INV-1,INV-3 and inv–2', ['INV-0001 100', 'INV-0003 100', 'INV-0002 50'], '0'],
		['Total 250.00: INV-0001 (10.03.2026), INV-0002', ['INV-0001 100', 'INV-0002 100'], '50'],
		['Invoices paid\r\nINV-0001\r\n\r\nINV-0002', ['INV-0001 100', 'INV-0002 100'], '50'],
	] as const)
		expect(shared(text)).toMatchObject({ shares, rest });
	const NONE = 'The text has no number of an invoice of this client.';
	const RANGE = 'The text has the numbers INV-0001, INV-0003, but they are no plain list.';
	for (const [text, reason] of [
		['', NONE],
		['INV-0001\n23', "The text has the number INV-0001, but '23' may be another one."],
		['INV-0001 60.00 EUR', "The text has the number INV-0001, but '60.00' may be another one."],
		['INV-0001-INV-0003', NONE],
		...['-', '–', 'to', 'bis', 'thru', '...'].map((to) => [`INV-0001 ${to} INV-0003`, RANGE] as const),
		['Refund INV-0001', "The text has the word 'Refund', so a payment may have been taken back."],
	] as const)
		expect(shared(text)).toEqual({ shares: [], rest: '250', reason });
	const { shares, reason } = shared('INV-0001', [payableOf(1), payableOf(9, { number: 'inv-01' })]);
	expect(shares).toEqual([]);
	expect(reason).toMatch(/numbers INV-0001, inv-01, but more than one invoice may have this number\.$/);
	// Numbers without letters need a word for an invoice before them, and one length.
	const plain = ['1042', '1043', '43', 'AB10'].map((number, id) => payableOf(id, { number }));
	expect(shared('Invoices 1042, 1043', plain).shares).toEqual(['1042 100', '1043 100']);
	for (const text of ['1042, 1043', 'Order 1042', 'Invoices 1042, 43', 'Invoice 1042/1043', 'AB10, 1042'])
		expect(shared(text, plain).shares).toEqual([]);
});

const paid = (notes: string, share = '40') => ({ payments: [{ amount: new Big(share), notes }] });

const [SIMILAR, SAME] = ['Reference: tx-1', 'Reference: TX-1'];

it('refuses payments of the client that may be a part of it, and no others', () => {
	for (const [payable, showsNotes, isRefused] of [
		[paid(SIMILAR), true, true],
		[paid('Reference: B'.padStart(50, '.')), true, false],
		[paid('Reference: T'.padStart(50, '.')), true, true],
		[{ payments: [{ amount: undefined, notes: SAME }] }, true, true],
		[{ ...paid(SAME), currency: 'USD' }, true, true],
		[paid(SAME, '250.01'), true, true],
		// What does not all show.
		[{ isComplete: false, open: new Big(60) }, true, true],
		[{ ...paid('Cash'), isComplete: false }, true, true],
		[{ isComplete: false }, false, true],
		[paid(''), false, true],
		[paid('', '250.01'), false, false],
		[paid(''), true, false],
		[paid('Reference: B-7'), false, false],
		// Taken back: no more is available than came in.
		[paid(SAME, '-40'), true, false],
	] as Array<[Partial<Payable>, boolean, boolean]>) {
		const all = [...three, payableOf(7, { open: new Big(0), ...payable })];
		if (isRefused) expect(allocate(PAYMENT, all, showsNotes)).toHaveProperty('message');
		else expect(sumOf(allocated(PAYMENT, all, showsNotes)).toFixed()).toBe('250');
	}
});
