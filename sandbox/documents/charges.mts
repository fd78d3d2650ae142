import type { ChargeRow } from '../store/rows.mts';
import type { Store, Values } from '../store/store.mts';

/** Replaces the charges of an invoice. A charge defaults to 10 percent. */
export function replaceCharges(store: Store, invoice_id: number, charges: readonly Values[] = []): void {
	store.run('DELETE FROM charge WHERE invoice_id = ?', invoice_id);
	for (const charge of charges)
		store.insert('charge', { invoice_id, name: '', type: 'Percent', amount: '10.00', ...charge });
}

/** The charges of an invoice, in order. */
export function chargesOf(store: Store, invoiceId: number): ChargeRow[] {
	return store.all<ChargeRow>('SELECT * FROM charge WHERE invoice_id = ? ORDER BY id', invoiceId);
}
