import { answer, element, type Answer } from '../answer.mts';
import { CHARGES } from '../fields/groups.mts';
import { EMPTY_INVOICE } from '../fields/headers.mts';
import type { Call } from '../call.mts';
import { countAgainstPlan } from '../planLimits.mts';
import type { Values } from '../store/store.mts';
import { replaceCharges } from './charges.mts';
import { fillLines } from './lines.mts';
import { assignNumber } from './numbering.mts';
import { settleInvoice } from './settlement.mts';

/** Creates an invoice from the header and the charges of a request, and from lines. An unlisted status counts as Draft. */
export function createInvoice(
	call: Call,
	lines: readonly Values[] | undefined,
	after: (id: number) => void = () => undefined,
): Answer {
	const { store, account, clock, groups } = call;
	const { number, ...header } = call.values;
	countAgainstPlan(call, 'invoices');
	const id = store.insert('invoice', {
		account_id: account.id,
		...EMPTY_INVOICE,
		date: clock.today(),
		invoice_status: 'Draft',
		status: 'Active',
		...header,
		...assignNumber(store, 'invoice', account.id, number),
	});
	fillLines(call, 'invoice', id, lines);
	replaceCharges(store, id, groups[CHARGES.group]);
	settleInvoice(store, id, clock.today());
	after(id);
	return answer(element('invoice_id', id));
}
