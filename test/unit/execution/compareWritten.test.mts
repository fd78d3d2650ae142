import fc from 'fast-check';
import { expectedOfDocument } from '../../../nodes/XmlBilling/actions/documents/update.ts';
import { compareWritten } from '../../../nodes/XmlBilling/execution/compareWritten.ts';
import {
	estimateRecord,
	invoiceRecord,
	type DocumentRecord,
} from '../../../nodes/XmlBilling/records/index.ts';
import { alteredIn, sameTexts, shownStatus } from '../../../nodes/XmlBilling/records/keptFields.ts';
import type { Body } from '../../../nodes/XmlBilling/xml/request.ts';
import type { BillingRecord } from '../../../nodes/XmlBilling/xml/shape.ts';
import { totalsOf, formatDecimal } from '../../../sandbox/amounts.mts';
import { anyCharge, anyLine, type Charges, type Lines } from '../records/anyLines.mts';

/** A line of 100.00. */
const DESIGN = {
	...({ name: 'Design', type: 'Product', description: '', unit_cost: '100.00', quantity: '1.00' } as const),
	...({ discount: '0.00', discount_type: 'Percent', tax1_name: '', tax1_percent: '0.00' } as const),
	...({ tax1_type: 'Normal', tax2_name: '', tax2_percent: '0.00', tax2_type: 'Normal' } as const),
};
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
const HEADER = { late_fee: '3' };
const ofLines = (lines: Lines) => ({ items: { item: lines.map((line) => ({ ...line })) } });

/** The warnings of a comparison, or its error. */
function told(
	after: BillingRecord,
	body: Body,
	before?: BillingRecord,
	type: DocumentRecord = invoiceRecord,
) {
	const warnings: string[] = [];
	const item = {
		warn: (message: string) => void warnings.push(message),
		problem: (message: string, advice: string) => new Error(`${message}: ${advice}`),
	};
	try {
		// It needs no more of an item.
		compareWritten(item as never, expectedOfDocument(type, body, before), after);
	} catch (error) {
		return [String(error)];
	}
	return warnings;
}

describe('An invoice after an update', () => {
	it('shows no difference if its lines and charges stay, whatever happens besides', () => {
		const holds = (lines: Lines, charges: Charges, fee: number, isInTotal: boolean, paid: number) => {
			const before = invoice(lines, charges);
			const after = invoice([...lines].reverse(), [...charges].reverse(), fee, isInTotal ? fee : 0);
			expect(told({ ...after, outstanding: paid, total_paid: paid }, HEADER, before)).toEqual([]);
		};
		const amount = fc.integer({ min: 0, max: 500 });
		fc.assert(fc.property(someLines, someCharges, amount, fc.boolean(), amount, holds));
	});

	it('is an error with both totals if it lost lines that count', () => {
		const holds = (lines: Lines, left: number) => {
			const [before, after] = [invoice(lines, []), invoice(lines.slice(0, left % lines.length), [])];
			const isOff = before['net_balance'] !== after['net_balance'];
			const [found = ''] = told(after, HEADER, before);
			expect(found).toContain(`instead of ${lines.length}`);
			expect(found.includes('changed its total on its own')).toBe(isOff);
		};
		fc.assert(fc.property(someLines, fc.nat(), holds));
	});

	it('shows no difference with new lines, whose charges stay, and warns of lost charges', () => {
		const holds = (old: Lines, lines: Lines, charges: Charges) => {
			const body = { ...HEADER, ...ofLines(lines) };
			expect(told(invoice(lines, charges), body, invoice(old, charges))).toEqual([]);
		};
		fc.assert(fc.property(someLines, someLines, someCharges, holds));
		const before = invoice([DESIGN], [{ name: 'Shipping', type: 'Fixed', amount: '5.00' }]);
		const [warning] = told(invoice([DESIGN], []), { ...HEADER, ...ofLines([DESIGN]) }, before);
		expect(warning).toContain('has a total of 100.00 instead of 105.00');
	});

	it('with another late fee may come to something else', () => {
		const [warning] = told({ net_balance: 110 }, HEADER, { net_balance: 100, late_fee_id: 0 });
		expect(warning).toContain('was changed and has a total of 110.00 instead of 100.00');
	});
});

it('A new invoice shows no difference as it was sent, whatever it hides', () => {
	const hidden = fc.subarray(['items', 'additional_charges', 'net_balance']);
	const holds = (lines: Lines, charges: Charges, fee: number, names: string[], isEmpty: boolean) => {
		const shown: BillingRecord = { ...invoice(lines, charges, fee, fee), late_fee_id: 0 };
		for (const name of names) {
			if (isEmpty && Array.isArray(shown[name])) shown[name] = [];
			else delete shown[name];
		}
		const body = { ...ofLines(lines), additional_charges: { additional_charge: [...charges] } };
		expect(told(shown, body)).toEqual([]);
	};
	const fee = fc.integer({ min: 0, max: 500 });
	fc.assert(fc.property(someLines, someCharges, fee, hidden, fc.boolean(), holds));
});

it('A new invoice of whole cents differs by one cent, and one that is rounded does not', () => {
	const off = (totals: string) => [expect.stringContaining(`a total of ${totals}`) as unknown];
	for (const [tax1_percent, net_balance, warnings] of [
		['20.00', 0.11, off('0.11 instead of 0.12')],
		['25.00', 0.12, []],
		['25.00', 0.16, off('0.16 instead of 0.13')],
	] as const) {
		const items = [{ ...DESIGN, unit_cost: '0.10', tax1_name: 'VAT' as const, tax1_percent }];
		expect(told({ ...invoice(items, []), net_balance }, ofLines(items))).toEqual(warnings);
	}
	const charge = (amount: string) => [{ name: 'Express', type: 'Percent' as const, amount }];
	const lines = ofLines([DESIGN]);
	const charged = (amount: string) => ({
		...lines,
		additional_charges: { additional_charge: charge(amount) },
	});
	const shown = { ...invoice([DESIGN], []), net_balance: 102.51 };
	expect(told(shown, charged('2.515'))).toEqual([]);
	// One that stays counts as well.
	expect(told(shown, lines, invoice([DESIGN], charge('2.515')))).toEqual([]);
	expect(told(shown, charged('2.5'))).toEqual(off('102.51 instead of 102.50'));
});

it('An estimate comes to its lines and its tax', () => {
	const items = [{ unit_cost: 50, quantity: 2 }];
	const before = { items, total_tax: 20 };
	const toldOf = (after: BillingRecord) => told(after, {}, before, estimateRecord).join();
	expect([toldOf(before), toldOf({ items })]).toEqual(['', '']);
	const wrong = 'changed its total on its own: It has no lines instead of 1';
	expect(toldOf({ items: [], total_tax: 0 })).toContain(wrong);
});

describe('A field that was sent', () => {
	const fields = { ...sameTexts('notes'), status: shownStatus('invoice_status') };
	it('is the same in other blanks, and in another case if it is a status', () => {
		const shown = { notes: ' A \u00c4\r\nB  C ', invoice_status: 'PAID ' };
		expect(alteredIn(shown, { notes: 'A A\u0308\nB\tC', status: 'paid' }, fields)).toEqual([]);
	});

	it.each([
		['A', 'A&amp;', "the notes 'A&amp;' instead of 'A'"],
		['A', null, "no notes instead of 'A'"],
		['', 'A', "the notes 'A' instead of none"],
		['A\nB', 'A B', 'the notes in another wording'],
		['x'.repeat(300), 'x'.repeat(255), 'the notes in another wording'],
	])('is told with both values if it is another: %j, shown as %j', (notes, shown, said) => {
		expect(alteredIn({ notes: shown }, { notes }, fields)).toEqual([said]);
	});

	it('is unknown if the record does not show it, or not as it is sent', () => {
		const sent = { notes: 'A', status: 'paid', other: 'B' };
		expect(alteredIn({}, sent, fields)).toEqual([]);
		expect(alteredIn({ notes: ['A', 'B'], other: 'C' }, sent, fields)).toEqual([]);
	});
});
