import { answer, element, type Answer } from '../answer.ts';
import { CHARGES } from '../fields/groups.ts';
import { EMPTY_INVOICE } from '../fields/headers.ts';
import type { Call } from '../call.ts';
import { countAgainstPlan } from '../planLimits.ts';
import type { Values } from '../store/store.ts';
import { replaceCharges } from './charges.ts';
import { addLines } from './lines.ts';
import { assignNumber } from './numbering.ts';
import { settleInvoice } from './settlement.ts';

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
	addLines(store, 'invoice', id, lines);
	replaceCharges(store, id, groups[CHARGES.group]);
	settleInvoice(store, id, clock.today());
	after(id);
	return answer(element('invoice_id', id));
}
