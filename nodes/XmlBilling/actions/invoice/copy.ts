/** A new invoice like one that exists. */
import type { Property } from '../../descriptions/property';
import { invoiceLocator } from '../../descriptions/locators';
import { idOf, type ItemContext } from '../../execution/item';
import { operation, type Prepared } from '../../execution/operation';
import { invoiceRecord } from '../../records';
import { nameOf } from '../../records/display';
import { isUnfit } from '../../records/keptFields';
import { CHARGES } from '../../records/methods';
import { pick } from '../../records/outputRecord';
import { dayAsWritten, daysBetween } from '../../xml/dates';
import { withElement } from '../../xml/encode';
import { isSameText } from '../../xml/identity';
import type { Body } from '../../xml/request';
import { recordsIn, textOf, type BillingRecord } from '../../xml/shape';
import { decimalOf, isAbsent } from '../../xml/values';
import { afterCreatingInvoice } from '../documents/afterCreating';
import { createOf } from '../documents/create';
import { due } from '../documents/dueDate';
import { documentNumber } from '../documents/headerFields';
import { carriedOver } from './createFromEstimate';
import { createInvoiceOptions, invoiceFields } from './forms';

const AS_BEFORE = {
	name: 'As in the Original',
	value: 'original',
	description: 'As many days after its date as the original, or none',
};

const dueAsBefore = due.map((field): Property =>
	field.name === 'due'
		? { ...field, options: [AS_BEFORE, ...(field.options ?? [])], default: AS_BEFORE.value }
		: field,
);

export const copyOperation = operation({
	option: {
		name: 'Copy',
		value: 'copy',
		action: 'Copy invoice',
		description:
			'Create a duplicate of an invoice as a draft, dated today: client, lines, charges, title, PO number, notes, terms and late fee. Custom fields cannot be read.',
	},
	method: 'createInvoice',
	shows: invoiceRecord,
	properties: [
		invoiceLocator,
		documentNumber,
		...dueAsBefore,
		afterCreatingInvoice,
		invoiceFields,
		createInvoiceOptions,
	],
	prepare: copyInvoice,
});

const COPIED = pick(invoiceRecord.keptOnUpdate, ['invoice_title', 'late_fee', 'po_number', 'notes', 'terms']);

/** Creates an invoice with what another one shows and the form doesn't set. Its number, status, dates and payments are new. */
async function copyInvoice(item: ItemContext): Promise<Prepared> {
	const original = await item.api.get(invoiceRecord, idOf(item, invoiceRecord));
	const body = await carriedOver(item, invoiceRecord, original, COPIED);
	const shown = body['additional_charges'] === undefined ? recordsIn(original['additional_charges']) : [];
	const charges = shown.map((charge) => chargeOf(item, original, charge));
	if (body['custom_fields'] === undefined)
		item.warn(
			'The service does not show custom fields, so they are not copied. If the original has some, add them under Additional Fields.',
		);
	const charged = charges.length > 0 ? withElement(body, CHARGES, charges) : body;
	return await createOf(withDue(item, original), invoiceRecord, charged);
}

/** A charge as a request takes it. The service would take an unknown type for a percentage (§4.3). */
function chargeOf(item: ItemContext, original: BillingRecord, charge: BillingRecord): Body {
	const type = ['Fixed', 'Percent'].find((known) => isSameText(charge['type'], known));
	const amount = decimalOf(charge['amount']);
	if (type !== undefined && amount !== undefined && !isUnfit(charge['name']))
		return { name: textOf(charge['name']), type, amount: amount.toFixed() };
	throw item.problem(
		`A charge of ${nameOf(invoiceRecord, original)} cannot be sent back as the service shows it`,
		'Set Additional Fields › Additional Charges.',
	);
}

/** The item with the due date of the original in days, if the form leaves it to that. */
function withDue(item: ItemContext, { date, invoice_due_date: due }: BillingRecord): ItemContext {
	if (item.values['due'] !== AS_BEFORE.value) return item;
	if (isAbsent(due)) return { ...item, values: { ...item.values, due: 'none' } };
	const [from, to] = [date, due].map(dayAsWritten);
	const days = from === undefined || to === undefined ? -1 : daysBetween(from, to);
	if (days >= 0) return { ...item, values: { ...item.values, due: 'days', dueInDays: days } };
	throw item.problem('The original does not show how many days after its date it is due', 'Set Due.');
}
