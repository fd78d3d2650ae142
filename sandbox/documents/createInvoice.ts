import { answer, element, type Answer } from '../answer.ts';
import { wordAt } from '../element.ts';
import type { Call } from '../method.ts';
import { countAgainstPlan } from '../planLimits.ts';
import { readCharges, replaceCharges } from './charges.ts';
import { newDocumentClient } from './header.ts';
import { readInvoiceHeader, statusAt } from './invoiceHeader.ts';
import { addLines, type LineValues } from './lines.ts';
import { assignNumber } from './numbering.ts';
import { settleInvoice } from './settlement.ts';
import type { ClientRow } from '../store/rows.ts';

/** The commercial statuses that an invoice can be created with (§4.3), by the word of the request. */
const CREATE_STATUSES = { draft: 'Draft', sent: 'Sent', viewed: 'Viewed', paid: 'Paid' };

/**
 * Creates an invoice from a request's header, its charges, and the lines that a method reads in its own way once the header
 * is known to be right. An unlisted status counts as Draft. Returns the new identifier.
 */
export function createInvoice(
	call: Call,
	{
		takesLateFee,
		readLines,
	}: { takesLateFee: boolean; readLines: (client: ClientRow) => readonly LineValues[] },
): number {
	const { store, account, clock, request } = call;
	const client = newDocumentClient(call);
	const header = readInvoiceHeader(call, { dateFallback: clock.today(), takesLateFee });
	const lines = readLines(client);
	const charges = readCharges(request);
	countAgainstPlan(call, 'invoices');
	const id = store.insert('invoice', {
		account_id: account.id,
		client_id: client.id,
		...header,
		...assignNumber(store, 'invoice', account.id, wordAt(request, 'number')),
		invoice_status: statusAt(request, CREATE_STATUSES) ?? 'Draft',
		status: 'Active',
	});
	addLines(store, 'invoice', id, lines);
	replaceCharges(store, id, charges);
	settleInvoice(store, id, clock.today());
	return id;
}

/** The answer of the methods that create or update an invoice. */
export function answerInvoiceId(id: number): Answer {
	return answer(element('invoice_id', id));
}
