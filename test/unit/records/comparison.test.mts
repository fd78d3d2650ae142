import fc from 'fast-check';
import { estimateRecord, invoiceRecord } from '../../../nodes/XmlBilling/records/index.ts';
import { compareDocument, type Differences } from '../../../nodes/XmlBilling/records/comparison.ts';
import { alteredIn, sameTexts, shownStatus } from '../../../nodes/XmlBilling/records/keptFields.ts';
import type { BillingRecord } from '../../../nodes/XmlBilling/xml/shape.ts';
import { totalsOf } from '../../../sandbox/documents/totals.mts';
import { formatDecimal } from '../../../sandbox/values/decimal.mts';

const decimal = (least: number, most: number) =>
	fc.integer({ min: least, max: most }).map((hundredths) => formatDecimal(BigInt(hundredths)));
const anyLine = fc.record({
	name: fc.string(),
	type: fc.constant('Product' as const),
	description: fc.string(),
	unit_cost: decimal(-100_000, 100_000),
	quantity: decimal(0, 1_000),
	discount: decimal(0, 5_000),
	discount_type: fc.constant('Percent' as const),
	tax1_name: fc.constantFrom('VAT', ''),
	tax1_percent: decimal(0, 4_000),
	tax1_type: fc.constant('Normal' as const),
	tax2_name: fc.constantFrom('City tax', ''),
	tax2_percent: decimal(0, 4_000),
	tax2_type: fc.constantFrom('Normal' as const, 'Compound' as const),
});
const anyCharge = fc.record({
	name: fc.string(),
	type: fc.constantFrom('Percent' as const, 'Fixed' as const),
	amount: decimal(-1_000, 10_000),
});
/** A line of 100.00. */
const DESIGN = {
	...({ name: 'Design', type: 'Product', description: '', unit_cost: '100.00', quantity: '1.00' } as const),
	...({ discount: '0.00', discount_type: 'Percent', tax1_name: '', tax1_percent: '0.00' } as const),
	...({ tax1_type: 'Normal', tax2_name: '', tax2_percent: '0.00', tax2_type: 'Normal' } as const),
};
type Lines = ReadonlyArray<typeof anyLine extends fc.Arbitrary<infer One> ? One : never>;
type Charges = ReadonlyArray<typeof anyCharge extends fc.Arbitrary<infer One> ? One : never>;
const someLines = fc.array(anyLine, { minLength: 1, maxLength: 5 });
const someCharges = fc.array(anyCharge, { maxLength: 3 });

/** An invoice as the sandbox shows it, or one that also counts its late fee in its total. */
const invoice = (lines: Lines, charges: Charges, fee = 0, feeInTotal = 0): BillingRecord => ({
	items: [...lines],
	additional_charges: [...charges],
	net_balance: Number(formatDecimal(totalsOf(lines, charges).balance + BigInt(feeInTotal * 100))),
	late_fee: fee,
	late_fee_id: 3,
});
/** The update of a header, which resends the late fee. */
const HEADER = { invoice_title: 'Title', late_fee: '3' };
const ofLines = (lines: Lines) => ({ items: { item: lines.map((line) => ({ ...line })) } });
const compare = (before: BillingRecord, after: BillingRecord, more: object = {}) =>
	compareDocument({ type: invoiceRecord, before, body: { ...HEADER, ...more } }, after);
const NONE: Differences = {
	...{ lines: undefined, charges: undefined, total: undefined },
	...{ isHidden: false, isUnasked: false },
};

describe('An invoice after an update', () => {
	it('shows no difference if its lines and charges stay, whatever happens besides', () => {
		const holds = (lines: Lines, charges: Charges, fee: number, isInTotal: boolean, paid: number) => {
			const before = invoice(lines, charges);
			const after = invoice([...lines].reverse(), [...charges].reverse(), fee, isInTotal ? fee : 0);
			const paidAfter = { ...after, outstanding: paid, total_paid: paid, invoice_status: 'partial-paid' };
			expect(compare(before, { ...paidAfter, transactions: [{ amount: paid }] })).toEqual(NONE);
		};
		const amount = fc.integer({ min: 0, max: 500 });
		fc.assert(fc.property(someLines, someCharges, amount, fc.boolean(), amount, holds));
	});

	it('shows a loss with both values', () => {
		const holds = (lines: Lines, charges: Charges, left: number) => {
			const [fewer, before] = [lines.slice(0, left % lines.length), invoice(lines, charges)];
			const after = invoice(fewer, []);
			const { isUnasked, ...found } = compare(before, after);
			expect(found.lines).toEqual({ wanted: lines.length, shown: fewer.length });
			expect(found.charges).toEqual(charges.length === 0 ? undefined : { wanted: charges.length, shown: 0 });
			expect(isUnasked).toBe(before['net_balance'] !== after['net_balance']);
			expect(found.total?.shown.toNumber()).toBe(isUnasked ? after['net_balance'] : undefined);
			// Without a total, fewer lines may be a loss.
			const { net_balance: unshown, ...hidden } = after;
			expect([compare(before, hidden).isUnasked, unshown !== undefined]).toEqual([true, true]);
		};
		fc.assert(fc.property(someLines, someCharges, fc.nat(), holds));
	});

	it('that hides what it showed is unknown', () => {
		const hidden = fc.subarray(['items', 'additional_charges', 'net_balance', 'late_fee']);
		const holds = (lines: Lines, charges: Charges, names: string[]) => {
			const before = invoice(lines, charges);
			const after = Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name)));
			const isHidden = names.includes('items') && names.includes('net_balance');
			expect(compare(before, after)).toEqual({ ...NONE, isHidden });
		};
		fc.assert(fc.property(someLines, someCharges, hidden, holds));
	});

	it('shows no difference with new lines, whose charges stay', () => {
		const holds = (old: Lines, lines: Lines, charges: Charges) =>
			expect(compare(invoice(old, charges), invoice(lines, charges), ofLines(lines))).toEqual(NONE);
		fc.assert(fc.property(someLines, someLines, someCharges, holds));
	});

	it('shows charges that new lines cost, and old lines beside the new ones', () => {
		const lines: Lines = [DESIGN];
		const before = invoice(lines, [{ name: 'Shipping', type: 'Fixed', amount: '5.00' }]);
		expect(compare(before, invoice(lines, []), ofLines(lines))).toMatchObject({ isUnasked: true });
		const twice = {
			...invoice([...lines, ...lines], []),
			additional_charges: before['additional_charges'] ?? [],
		};
		expect(compare(before, twice, ofLines(lines))).toMatchObject({
			lines: { wanted: 1, shown: 2 },
			isUnasked: true,
		});
	});

	it('with another late fee may come to something else', () => {
		const before = { net_balance: 100, late_fee_id: 0 };
		const found = compareDocument(
			{ type: invoiceRecord, before, body: { late_fee: '3' } },
			{ net_balance: 110 },
		);
		expect(found).toMatchObject({ isUnasked: false, total: {} });
	});
});

describe('A new invoice', () => {
	const create = (after: BillingRecord, lines: Lines, charges: Charges = []) => {
		const body = { ...ofLines(lines), additional_charges: { additional_charge: [...charges] } };
		return compareDocument({ type: invoiceRecord, body }, after);
	};

	it('shows no difference as it was sent, whatever it hides', () => {
		const hidden = fc.subarray(['items', 'additional_charges', 'net_balance']);
		const holds = (lines: Lines, charges: Charges, fee: number, names: string[], isEmpty: boolean) => {
			const shown: BillingRecord = invoice(lines, charges, fee, fee);
			for (const name of names) {
				if (isEmpty && Array.isArray(shown[name])) shown[name] = [];
				else delete shown[name];
			}
			expect(create(shown, lines, charges)).toEqual(NONE);
		};
		const fee = fc.integer({ min: 0, max: 500 });
		fc.assert(fc.property(someLines, someCharges, fee, hidden, fc.boolean(), holds));
	});

	it('without its lines and charges shows what is missing', () => {
		const holds = (lines: Lines, charges: Charges) => {
			const { total, ...found } = create(invoice([], []), [DESIGN, ...lines], charges);
			const given = totalsOf([DESIGN, ...lines], charges).balance;
			fc.pre(given > 10_00n || given < -10_00n);
			expect(total?.wanted.toFixed(2)).toBe(formatDecimal(given));
			expect(found.lines).toEqual({ wanted: lines.length + 1, shown: 0 });
			expect(found.charges).toEqual(charges.length === 0 ? undefined : { wanted: charges.length, shown: 0 });
		};
		fc.assert(fc.property(someLines, someCharges, holds));
	});

	it('also counts the lines of time and expenses', () => {
		const [line] = [{ ...DESIGN }];
		const body = { ...ofLines([DESIGN]), time_entries: { time_entry: [line, line] } };
		const found = (after: BillingRecord) => compareDocument({ type: invoiceRecord, body }, after);
		expect(found(invoice([DESIGN, DESIGN, DESIGN], []))).toEqual(NONE);
		expect(found(invoice([DESIGN], [])).lines).toEqual({ wanted: 3, shown: 1 });
	});
});

it('an estimate comes to its lines and its tax', () => {
	const items = [{ unit_cost: 50, quantity: 2 }];
	const before = { items, total_tax: 20 };
	const found = (after: BillingRecord) => compareDocument({ type: estimateRecord, before, body: {} }, after);
	expect(found(before)).toEqual(NONE);
	expect(found({ items: [], total_tax: 0 })).toMatchObject({
		isUnasked: true,
		lines: { wanted: 1, shown: 0 },
	});
	expect(found({ items })).toEqual(NONE);
	expect(found({ total_tax: 20 })).toEqual({ ...NONE, isHidden: true });
});

describe('A field that was sent', () => {
	const fields = { ...sameTexts('notes'), status: shownStatus('invoice_status') };
	const blanks = fc.constantFrom(' ', '\n', '\r\n', '\t', '  ');

	it('is the same in other blanks, and in another case if it is a status', () => {
		const holds = (words: string[], inside: string, around: string) => {
			const shown = { notes: `${around}${words.join(inside)}${around}`, invoice_status: 'PAID ' };
			expect(alteredIn(shown, { notes: words.join(' '), status: 'paid' }, fields)).toEqual([]);
		};
		const words = fc.array(
			fc.string().map((text) => `w${text}w`),
			{ minLength: 1 },
		);
		fc.assert(fc.property(words, blanks, blanks, holds));
	});

	it('is told with both values if it is another', () => {
		const holds = (text: string) => {
			const [sent, shown] = [`${text}&`, `${text}&amp;`];
			const found = alteredIn({ notes: shown }, { notes: sent }, fields);
			expect(found).toEqual([{ field: 'notes', sent: sent.trim(), shown: shown.trim() }]);
		};
		fc.assert(fc.property(fc.string(), holds));
		expect(alteredIn({ notes: null }, { notes: 'A' }, fields)).toEqual([
			{ field: 'notes', sent: 'A', shown: '' },
		]);
		expect(alteredIn({ notes: 'A' }, { notes: '' }, fields)).toEqual([
			{ field: 'notes', sent: '', shown: 'A' },
		]);
	});

	it('is unknown if the record does not show it, or not as it is sent', () => {
		const sent = { notes: 'A', status: 'paid', other: 'B' };
		expect(alteredIn({}, sent, fields)).toEqual([]);
		expect(alteredIn({ notes: ['A', 'B'], other: 'C' }, sent, fields)).toEqual([]);
	});
});
