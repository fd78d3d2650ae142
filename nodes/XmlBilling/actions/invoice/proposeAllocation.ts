import Big from 'big.js';
import type { IDataObject } from 'n8n-workflow';
import { clientRecord, invoiceRecord } from '../../records';
import { shownAmount } from '../../records/money';
import { dayIn } from '../../xml/dates';
import { paymentsIn, showsAllPayments, showsPayments } from '../../records/invoicePayments';
import { problemOfReference } from '../../records/paymentReference';
import { inStatus, isActive, isDisputed, isDraft, isMarkedPaid, shows } from '../../records/states';
import { mapInOrder } from '../../helpers/async';
import { isPlaceholder, lookOf } from '../../xml/identity';
import { textOf, type BillingRecord } from '../../xml/shape';
import { decimalOf, quote } from '../../xml/values';
import { requiredValue, checkedValue, type ItemContext } from '../../execution/item';
import { filtersOf, recordsFor } from '../../execution/recordReads';
import { currencyCode } from '../documents/billedClients';
import { clientIdOf } from '../../records/display';
import { allocate, withShare, type Payable, type Incoming } from './allocation';
import { operation } from '../../execution/operation';
import { paymentToAllocate } from './paymentForms';

export const proposeAllocationOperation = operation({
	option: {
		name: 'Propose Allocation',
		value: 'proposeAllocation',
		action: 'Propose allocation of payment to invoices',
		description: 'Propose how a payment is divided among the invoices of a client. Records nothing.',
	},
	properties: paymentToAllocate,
	run: proposeAllocation,
});

/**
 * Proposes how a payment pays a client's invoices: one item per invoice, for Record Payment to carry out, and one for what is
 * left over. Only reads. What it proposes for earlier items of the run counts as recorded.
 */
async function proposeAllocation(item: ItemContext): Promise<IDataObject[]> {
	const incoming = incomingBy(item);
	const date = checkedValue(item, 'Date', item.values['date'], 'date');
	const id = Number(filtersOf(item)['client_id']);
	const client = await item.api.find(clientRecord, id);
	if (client === undefined) throw item.problem(`The client with ID ${id} does not exist`);
	const read = await item.api.remember(invoiceRecord.name, `to allocate to, of client ${id}`, () =>
		readPayables(item, id, currencyCode(client['currency'])),
	);
	const earlier = read.proposed.get(lookOf(incoming.reference));
	if (earlier !== undefined)
		throw item.problem(
			`Reference ${quote(incoming.reference)} is also that of input item ${earlier + 1}`,
			'Nothing was allocated. An invoice gets one payment of a reference. If both are parts of one payment, add up their amounts. If not, give each its own Reference.',
		);
	const found = allocate(incoming, read.payables, read.showsNotes);
	if ('message' in found) throw item.problem(found.message, `Nothing was allocated. ${found.advice}`);
	const { shares, rest, reason } = found;
	read.proposed.set(lookOf(incoming.reference), item.index);
	for (const { payable, amount } of shares)
		read.payables[read.payables.indexOf(payable)] = withShare(payable, amount, incoming.reference);
	const outputOf = (amount: Big, payable?: Payable): IDataObject => ({
		number: payable?.number ?? '',
		client_organization: textOf(client['organization']),
		amount: shownAmount(amount),
		date,
		currency: incoming.currency,
		kind: payable === undefined ? 'rest' : 'invoice',
		outstanding: payable === undefined ? null : shownAmount(payable.open),
		invoice_due_date: payable?.dueDate ?? '',
		reason: payable === undefined ? reason : '',
		reference: incoming.reference,
		invoice_id: payable?.id ?? null,
		client_id: id,
	});
	const outputs = shares.map(({ payable, amount }) => outputOf(amount, payable));
	return rest.gt(0) ? [...outputs, outputOf(rest)] : outputs;
}

function incomingBy(item: ItemContext): Incoming {
	const reference = requiredValue(item, 'Reference', item.values['reference'], 'word');
	const problem = isPlaceholder(reference)
		? `${quote(reference)} identifies no payment: banks write it where there is none`
		: problemOfReference(reference);
	if (problem !== undefined) throw item.problem(`Reference ${problem}`);
	return {
		amount: new Big(requiredValue(item, 'Amount', item.values['amount'], 'positiveMoney')),
		currency: requiredValue(item, 'Currency', item.values['currency'], 'currency'),
		reference,
		allocateTo: item.values['allocateTo'] === 'oldest' ? 'oldest' : 'named',
		text: checkedValue(item, 'Payment Text', item.values['text']),
	};
}

/** Reads a client's invoices, which change as the run proposes payments. */
async function readPayables(item: ItemContext, id: number, ownCurrency: string) {
	const invoices = await recordsFor(item, invoiceRecord, {
		filter: filtersOf(item),
		lists: inStatus('Active', 'Archived', 'Cancel'),
		// Lists may leave out notes.
		isEnough: (invoice) =>
			showsPayments(invoice) &&
			paymentsIn(invoice).every(hasNotes) &&
			shows(invoice, ['number', 'outstanding', 'invoice_due_date', 'currency', ...STATES]) &&
			clientIdOf(invoice) !== undefined,
	});
	const payables = invoices.map((invoice) => payableOf(invoice, id, ownCurrency));
	const payments = payables.flatMap((payable) => payable.payments);
	const isPlain = payables.every(({ isComplete }) => isComplete) && payments.every(hasNotes);
	const showsNotes = isPlain || payments.some(hasNotes) || (await accountShowsNotes(item));
	return { payables, showsNotes, proposed: new Map<string, number>() };
}

const STATES = ['status', 'invoice_status'];

const hasNotes = ({ notes }: { readonly notes: string }): boolean => notes.trim() !== '';

// What can't be read is not paid: it is left over.
function payableOf(record: BillingRecord, clientId: number, ownCurrency: string): Payable {
	const isPayable =
		clientIdOf(record) === clientId &&
		shows(record, STATES) &&
		isActive(record) &&
		![isDraft, isDisputed, isMarkedPaid].some((isSo) => isSo(record));
	return {
		id: Number(record[invoiceRecord.id]),
		number: textOf(record['number']).trim(),
		dueDate: dayIn(record['invoice_due_date']) ?? '',
		currency: currencyCode(record['currency']) || ownCurrency,
		open: (isPayable ? decimalOf(record['outstanding']) : undefined) ?? new Big(0),
		payments: paymentsIn(record),
		isComplete: showsAllPayments(record),
	};
}

const MAX_LOOKS = 10;

/** Whether notes show on payments of other clients, as far as the newest paid invoices tell. */
const accountShowsNotes = ({ api }: ItemContext): Promise<boolean> =>
	api.remember(invoiceRecord.name, 'notes of payments', async () => {
		const { records } = await api.page(invoiceRecord, { invoice_status: 'Paid' }, 1, MAX_LOOKS);
		const isShown = (invoice: BillingRecord | undefined) => paymentsIn(invoice ?? {}).some(hasNotes);
		if (records.some(isShown)) return true;
		const ids = records.map((listed) => Number(listed[invoiceRecord.id]));
		return (await mapInOrder(ids, (id) => api.find(invoiceRecord, id))).some(isShown);
	});
