import { filledAt, textAt, wordAt, type Element } from '../element.ts';
import { reject } from '../rejection.ts';
import type { ChargeRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { formatDecimal, parseDecimal } from '../values/decimal.ts';

export type ChargeValues = Omit<ChargeRow, 'id' | 'invoice_id'>;

const PATH = 'additional_charges/additional_charge';

/** The elements of additional charges that requests may carry (§4.3). */
export const CHARGE_PATHS = ['name', 'type', 'amount'].map((name) => `${PATH}/${name}`);

/** The additional charges of a request. Throws a Rejection when a type or an amount is none. */
export function readCharges(request: Element): ChargeValues[] {
	return filledAt(request, PATH).map((charge) => ({
		name: textAt(charge, 'name'),
		type: chargeTypeAt(charge),
		amount: formatDecimal(
			parseDecimal(wordAt(charge, 'amount') || '10') ?? reject('Charge amount is invalid.'),
		),
	}));
}

/** Gives an invoice these charges in place of those it had. */
export function replaceCharges(store: Store, invoiceId: number, charges: readonly ChargeValues[]): void {
	store.run('DELETE FROM charge WHERE invoice_id = ?', invoiceId);
	for (const charge of charges) store.insert('charge', { invoice_id: invoiceId, ...charge });
}

/** The charges of an invoice, in order. */
export function chargesOf(store: Store, invoiceId: number): ChargeRow[] {
	return store.all<ChargeRow>('SELECT * FROM charge WHERE invoice_id = ? ORDER BY id', invoiceId);
}

function chargeTypeAt(charge: Element): ChargeRow['type'] {
	const word = wordAt(charge, 'type') || 'Percent';
	return word === 'Percent' || word === 'Fixed' ? word : reject('Charge type is invalid.');
}
