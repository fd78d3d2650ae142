import type { Call } from '../call.mts';
import { type Field, type Group, checked, decimal, text, replaceCustomFields } from '../fields.mts';
import type { Store, Values } from '../store.mts';
import type { LineRow, DocumentKind, ChargeRow } from '../tables.mts';

type Need = 'required' | 'optional';

/** What a method requires of its lines: a row of the table in §4.2. */
type LineRules = readonly [
	name: Need,
	/** `unchecked` takes any word for the first type as well. */
	type: Need | 'unchecked',
	discount: Need,
	discountType: Need,
	/** The tax elements that the method takes. `checkedTypes` are not taken, but a wrong one is refused (§7.1). */
	taxes: 'none' | 'withoutTypes' | 'checkedTypes' | 'withTypes',
	/** The words that `type` may hold; an empty element counts as the first. */
	types?: readonly [LineRow['type'], ...LineRow['type'][]],
];

/** The rules of §4.2 by method. The lines of time entries and expenses are those of §4.11. */
const RULES = {
	createInvoice: ['required', 'required', 'optional', 'optional', 'withTypes'],
	updateInvoice: ['required', 'required', 'optional', 'required', 'withTypes'],
	addInvoiceItem: ['required', 'required', 'required', 'required', 'withoutTypes'],
	updateInvoiceItem: ['required', 'required', 'required', 'required', 'withoutTypes'],
	createEstimate: ['required', 'required', 'optional', 'required', 'checkedTypes'],
	updateEstimate: ['required', 'required', 'optional', 'required', 'checkedTypes'],
	addEstimateItem: ['optional', 'required', 'required', 'required', 'withoutTypes'],
	updateEstimateItem: ['optional', 'required', 'required', 'required', 'withoutTypes'],
	createRecurring: ['required', 'unchecked', 'optional', 'optional', 'withoutTypes'],
	updateRecurring: ['required', 'optional', 'optional', 'required', 'withoutTypes'],
	addRecurringItem: ['optional', 'required', 'required', 'required', 'none'],
	updateRecurringItem: ['optional', 'required', 'required', 'required', 'withoutTypes'],
	createInvoiceFromTimeTracking: ['required', 'required', 'optional', 'required', 'withTypes'],
	createInvoiceFromExpense: ['required', 'required', 'optional', 'required', 'withoutTypes'],
	createInvoiceFromEstimate: ['required', 'required', 'optional', 'optional', 'withoutTypes'],
	timeEntry: ['optional', 'required', 'optional', 'required', 'withTypes', ['Time']],
	expense: ['optional', 'required', 'optional', 'required', 'withoutTypes', ['Expense']],
} satisfies Record<string, LineRules>;

/** How line types are returned (§2.2), whatever word the request used. */
export const RETURNED_TYPES: Record<LineRow['type'], string> = {
	Product: 'Products',
	Service: 'Services',
	Time: 'Services',
	Expense: 'Products',
};

/** Where documents have their lines. */
export const LINES = 'items/item';

/** The lines that a method takes at a path, each with an element for its identifier where it needs one. */
export function lineGroup(
	method: keyof typeof RULES,
	group = LINES,
	identifier: readonly Field[] = [],
): Group {
	const row: LineRules = RULES[method];
	return {
		group,
		fields: [...identifier, ...itself(row), ...taxes(row[4], !/Estimate|Recurring/.test(method))],
	};
}

/** The elements that every method takes on its lines. */
function itself(row: LineRules): Field[] {
	const [name, type, discount, discountType, , types = ['Product', 'Service']] = row;
	const needed = (message: string, mayBeEmpty = true) => ({ required: { message, mayBeEmpty } });
	const NO_TYPE = 'Type is invalid.';
	const NO_DISCOUNT = 'Discount is invalid.';
	const NO_DISCOUNT_TYPE = 'Discount type is invalid.';
	const example = types.at(-1) ?? types[0];
	return [
		text('name', 'Design & <layout>', name === 'required' ? needed('Name is required.', false) : {}),
		text('description', 'Two pages, "A4"'),
		decimal('unit_cost', '19.99', 'Cost is invalid.', { ofLine: true }),
		decimal('quantity', '2.50', 'Quantity is invalid.', { least: 0n, ofLine: true }),
		checked(
			'type',
			example,
			{ message: NO_TYPE, wrong: 'Products' },
			(found) => types.find((one) => one === found) ?? (type === 'unchecked' ? types[0] : undefined),
			{
				returned: RETURNED_TYPES[example],
				...(type === 'required' ? needed(NO_TYPE) : {}),
				...(type === 'unchecked' ? { wrong: undefined } : {}),
			},
		),
		checked(
			'discount_type',
			'Fixed',
			{ message: NO_DISCOUNT_TYPE, wrong: 'percent' },
			(found) => ['Percent', 'Fixed'].find((one) => one === found),
			discountType === 'required' ? needed(NO_DISCOUNT_TYPE) : {},
		),
		decimal('discount', '1.25', NO_DISCOUNT, discount === 'required' ? needed(NO_DISCOUNT, false) : {}),
	];
}

/** The taxes of a line. Estimates and recurring profiles do not return them (§2.2). */
function taxes(taken: LineRules[4], isReturned: boolean): Field[] {
	const options = isReturned ? {} : { returned: null };
	const types = [
		taxType('tax1_type', 'Normal', 'Tax1 type is invalid.', ['Normal']),
		taxType('tax2_type', 'Compound', 'Tax2 type is invalid.', ['Normal', 'Compound']),
	];
	const names = [
		text('tax1_name', 'VAT', options),
		decimal('tax1_percent', '20.00', 'Tax1 percent is invalid.', { ...options, ofLine: true }),
		text('tax2_name', 'Service tax', options),
		decimal('tax2_percent', '2.50', 'Tax2 percent is invalid.', { ...options, ofLine: true }),
	];
	return {
		none: [],
		withoutTypes: names,
		checkedTypes: [...names, ...types.map((one) => ({ ...one, isOnlyChecked: true }))],
		withTypes: [...names, ...types],
	}[taken];
}

function taxType(path: string, example: string, message: string, words: readonly string[]): Field {
	const parse = (found: string) => words.find((one) => one === found);
	return checked(path, example, { message, wrong: 'Simple' }, parse);
}

/** The defaults of a line (§4.2). Its type is Product unless it bills time or an expense. */
export const EMPTY_LINE: Values = {
	name: '',
	type: 'Product',
	description: '',
	unit_cost: '0.00',
	quantity: '0.00',
	discount: '0.00',
	discount_type: 'Percent',
	tax1_name: '',
	tax1_percent: '0.00',
	tax2_name: '',
	tax2_percent: '0.00',
};

/** Adds lines to a document. Returns their identifiers, in order. */
export function addLines(
	store: Store,
	document: DocumentKind,
	document_id: number,
	lines: readonly Values[] = [],
): number[] {
	const owner = { document, document_id, tax1_type: 'Normal', tax2_type: 'Normal' };
	return lines.map((line) => store.insert('line', { ...EMPTY_LINE, ...owner, ...line }));
}

/** Gives a new document its lines. */
export function fillLines(
	{ store }: Call,
	document: DocumentKind,
	id: number,
	lines?: readonly Values[],
): void {
	addLines(store, document, id, lines);
}

/** The lines of a document, in order. */
export function linesOf(store: Store, document: DocumentKind, id: number): LineRow[] {
	const sql = 'SELECT * FROM line WHERE document = ? AND document_id = ? ORDER BY id';
	return store.all<LineRow>(sql, document, id);
}

/** Replaces the lines of a document by those of an update. Without new ones, it keeps its lines: §4.3 to §4.5 don't say. */
export function replaceLines({ store, groups }: Call, document: DocumentKind, id: number): void {
	const lines = groups[LINES] ?? [];
	if (lines.length === 0) return;
	deleteLines(store, document, id);
	addLines(store, document, id, lines);
}

/** What documents show once they are deleted: the vendor's own app sets and lists these words (§3). */
const DELETED: Readonly<Record<DocumentKind, Values>> = {
	invoice: { status: 'Cancel' },
	estimate: { status: 'Delete' },
	recurring: { recurring_status: 'Delete' },
};

/** Deletes a document: it keeps its number, under a status, unless the service removes it with its lines. */
export function deleteDocument({ store, quirks }: Call, document: DocumentKind, id: number): void {
	if (!quirks.includes('removesDeleted')) {
		store.update(document, id, DELETED[document]);
		return;
	}
	deleteLines(store, document, id);
	store.run(`DELETE FROM ${document} WHERE id = ?`, id);
	if (document !== 'invoice') return;
	for (const table of ['charge', 'payment']) store.run(`DELETE FROM ${table} WHERE invoice_id = ?`, id);
	replaceCustomFields(store, 'invoice', id, []);
}

function deleteLines(store: Store, document: DocumentKind, id: number): void {
	store.run('DELETE FROM line WHERE document = ? AND document_id = ?', document, id);
}

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
