import { elementsAt, isSent, textAt, wordAt, type Element } from '../element.ts';
import { reject } from '../rejection.ts';
import type { DocumentKind, LineRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { decimalOr } from '../values/decimal.ts';

/** What one method asks of its lines: a row of the table in §4.2. */
export interface LineRules {
	name: 'required' | 'optional';
	/** `required` has to be sent, `optional` may be left out; with `unchecked` an unlisted word counts as the first type as well. */
	type: 'required' | 'optional' | 'unchecked';
	discount: 'required' | 'optional';
	discountType: 'required' | 'optional';
	/**
	 * The tax elements that the method takes: none, names and percentages, or the types too. Those that are `checked` are not
	 * taken, but a wrong one is refused (§7.1).
	 */
	taxes: 'none' | 'withoutTypes' | 'checkedTypes' | 'withTypes';
	/** The words that `type` may hold; an empty element counts as the first. */
	types: readonly [LineRow['type'], ...LineRow['type'][]];
}

/** The rules of §4.2 by method. The lines of time entries and expenses are those of §4.11. */
export const LINE_RULES = {
	createInvoice: rules('required', 'required', 'optional', 'optional', 'withTypes'),
	updateInvoice: rules('required', 'required', 'optional', 'required', 'withTypes'),
	addInvoiceItem: rules('required', 'required', 'required', 'required', 'withoutTypes'),
	updateInvoiceItem: rules('required', 'required', 'required', 'required', 'withoutTypes'),
	createEstimate: rules('required', 'required', 'optional', 'required', 'checkedTypes'),
	updateEstimate: rules('required', 'required', 'optional', 'required', 'checkedTypes'),
	addEstimateItem: rules('optional', 'required', 'required', 'required', 'withoutTypes'),
	updateEstimateItem: rules('optional', 'required', 'required', 'required', 'withoutTypes'),
	createRecurring: rules('required', 'unchecked', 'optional', 'optional', 'withoutTypes'),
	updateRecurring: rules('required', 'optional', 'optional', 'required', 'withoutTypes'),
	addRecurringItem: rules('optional', 'required', 'required', 'required', 'none'),
	updateRecurringItem: rules('optional', 'required', 'required', 'required', 'withoutTypes'),
	createInvoiceFromTimeTracking: rules('required', 'required', 'optional', 'required', 'withTypes'),
	createInvoiceFromExpense: rules('required', 'required', 'optional', 'required', 'withoutTypes'),
	createInvoiceFromEstimate: rules('required', 'required', 'optional', 'optional', 'withoutTypes'),
	timeEntry: rules('optional', 'required', 'optional', 'required', 'withTypes', ['Time']),
	expense: rules('optional', 'required', 'optional', 'required', 'withoutTypes', ['Expense']),
} satisfies Record<string, LineRules>;

/** A row: the flags in the order of the table's columns. */
function rules(
	name: LineRules['name'],
	type: LineRules['type'],
	discount: LineRules['discount'],
	discountType: LineRules['discountType'],
	taxes: LineRules['taxes'],
	types: LineRules['types'] = ['Product', 'Service'],
): LineRules {
	return { name, type, discount, discountType, taxes, types };
}

/** The values of a line, as they are stored. */
export type LineValues = Omit<LineRow, 'id' | 'document' | 'document_id'>;

/** What a line may have of its own where it leaves that out: of the record that it bills, or of the line that it changes. */
type LineDefaults = Partial<Pick<LineValues, 'name' | 'description' | 'tax1_type' | 'tax2_type'>>;

const LINE_ELEMENTS = ['name', 'type', 'description', 'unit_cost', 'quantity', 'discount', 'discount_type'];

const TAX_ELEMENTS = ['tax1_name', 'tax1_percent', 'tax2_name', 'tax2_percent'];

const TAKEN_TAX_ELEMENTS: Record<LineRules['taxes'], readonly string[]> = {
	none: [],
	withoutTypes: TAX_ELEMENTS,
	checkedTypes: TAX_ELEMENTS,
	withTypes: [...TAX_ELEMENTS, 'tax1_type', 'tax2_type'],
};

/** The paths of the elements that a method takes on the lines at a path. */
export function linePaths(path: string, { taxes }: LineRules): string[] {
	return [...LINE_ELEMENTS, ...TAKEN_TAX_ELEMENTS[taxes]].map((name) => `${path}/${name}`);
}

/** The lines at a path of a request, checked by the rules of its method. Throws a Rejection with the message of §7.1. */
export function readLines(request: Element, path: string, lineRules: LineRules): LineValues[] {
	return elementsAt(request, path).map((line) => readLine(line, lineRules));
}

/**
 * One line, checked by the rules of its method. A cost or a quantity that is left out is 0, whatever the line stands for
 * (§4.2). Throws a Rejection with the message of §7.1.
 */
export function readLine(line: Element, lineRules: LineRules, defaults: LineDefaults = {}): LineValues {
	const name = textAt(line, 'name');
	if (name === '' && lineRules.name === 'required') reject('Name is required.');
	return {
		name: name || (defaults.name ?? ''),
		description: textAt(line, 'description') || (defaults.description ?? ''),
		unit_cost: decimalOr(wordAt(line, 'unit_cost'), '0.00', 'Cost is invalid.'),
		quantity: decimalOr(wordAt(line, 'quantity'), '0.00', 'Quantity is invalid.', 0n),
		type: typeAt(line, lineRules),
		discount_type: discountTypeAt(line, lineRules),
		discount: discountAt(line, lineRules),
		...taxesAt(line, lineRules),
		...taxTypesAt(line, lineRules, defaults),
	};
}

/** Adds lines to a document. Returns their identifiers, in order. */
export function addLines(
	store: Store,
	document: DocumentKind,
	id: number,
	lines: readonly LineValues[],
): number[] {
	return lines.map((line) => store.insert('line', { document, document_id: id, ...line }));
}

/** The lines of a document, in order. */
export function linesOf(store: Store, document: DocumentKind, id: number): LineRow[] {
	return store.all<LineRow>(
		'SELECT * FROM line WHERE document = ? AND document_id = ? ORDER BY id',
		document,
		id,
	);
}

/** Gives a document these lines in place of those it had. When there are none, it keeps those. */
export function replaceLines(
	store: Store,
	document: DocumentKind,
	id: number,
	lines: readonly LineValues[],
): void {
	if (lines.length === 0) return;
	deleteLines(store, document, id);
	addLines(store, document, id, lines);
}

/** Removes all the lines of a document. */
export function deleteLines(store: Store, document: DocumentKind, id: number): void {
	store.run('DELETE FROM line WHERE document = ? AND document_id = ?', document, id);
}

function typeAt(line: Element, { type, types }: LineRules): LineRow['type'] {
	const word = wordAt(line, 'type');
	const listed = types.find((one) => one === word);
	if (listed !== undefined) return listed;
	const isUnsaid = word === '' && (type === 'optional' || isSent(line, 'type'));
	return isUnsaid || type === 'unchecked' ? types[0] : reject('Type is invalid.');
}

function discountTypeAt(line: Element, { discountType }: LineRules): LineRow['discount_type'] {
	const word = wordAt(line, 'discount_type');
	if (word === 'Percent' || word === 'Fixed') return word;
	const mayBeLeftOut = discountType === 'optional' || isSent(line, 'discount_type');
	return word === '' && mayBeLeftOut ? 'Percent' : reject('Discount type is invalid.');
}

function discountAt(line: Element, { discount }: LineRules): string {
	if (discount === 'required' && wordAt(line, 'discount') === '') reject('Discount is invalid.');
	return decimalOr(wordAt(line, 'discount'), '0.00', 'Discount is invalid.');
}

function taxesAt(line: Element, { taxes }: LineRules) {
	if (taxes === 'none') return { tax1_name: '', tax1_percent: '0.00', tax2_name: '', tax2_percent: '0.00' };
	return {
		tax1_name: textAt(line, 'tax1_name'),
		tax1_percent: decimalOr(wordAt(line, 'tax1_percent'), '0.00', 'Tax1 percent is invalid.'),
		tax2_name: textAt(line, 'tax2_name'),
		tax2_percent: decimalOr(wordAt(line, 'tax2_percent'), '0.00', 'Tax2 percent is invalid.'),
	};
}

function taxTypesAt(line: Element, { taxes }: LineRules, defaults: LineDefaults) {
	const kept = { tax1_type: defaults.tax1_type ?? 'Normal', tax2_type: defaults.tax2_type ?? 'Normal' };
	if (taxes === 'none' || taxes === 'withoutTypes') return kept;
	const sent = sentTaxTypesAt(line);
	return taxes === 'withTypes' ? sent : kept;
}

function sentTaxTypesAt(line: Element) {
	const tax1_type = wordAt(line, 'tax1_type') || 'Normal';
	if (tax1_type !== 'Normal') reject('Tax1 type is invalid.');
	const tax2_type = wordAt(line, 'tax2_type') || 'Normal';
	if (tax2_type !== 'Normal' && tax2_type !== 'Compound') reject('Tax2 type is invalid.');
	return { tax1_type, tax2_type };
}
