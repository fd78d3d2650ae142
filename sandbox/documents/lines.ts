import { elementsAt, isSent, textAt, wordAt, type Element } from '../element.ts';
import { reject } from '../rejection.ts';
import type { DocumentKind, LineRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { formatDecimal, parseDecimal } from '../values/decimal.ts';

/** What one method asks of its lines: a row of the table in §4.2. */
export interface LineRules {
	name: 'required' | 'optional';
	discount: 'required' | 'optional';
	discountType: 'required' | 'optional';
	/** The method takes tax1_type and tax2_type. */
	taxTypes: boolean;
	/** The words that `type` may hold; an empty element counts as the first. The element itself must be sent. */
	types: readonly LineRow['type'][];
}

const ITEM_TYPES = ['Product', 'Service'] as const;

/** The rules of §4.2 by method. The lines of time entries and expenses are those of §4.11. */
export const LINE_RULES = {
	createInvoice: rules('required', 'optional', 'optional', true),
	updateInvoice: rules('required', 'optional', 'required', true),
	addInvoiceItem: rules('required', 'required', 'required', false),
	updateInvoiceItem: rules('required', 'required', 'required', false),
	createInvoiceFromTimeTracking: rules('required', 'optional', 'required', true),
	createInvoiceFromExpense: rules('required', 'optional', 'required', false),
	createInvoiceFromEstimate: rules('required', 'optional', 'optional', false),
	timeEntry: rules('optional', 'optional', 'required', true, ['Time']),
	expense: rules('optional', 'optional', 'required', false, ['Expense']),
} satisfies Record<string, LineRules>;

function rules(
	name: LineRules['name'],
	discount: LineRules['discount'],
	discountType: LineRules['discountType'],
	taxTypes: boolean,
	types: LineRules['types'] = ITEM_TYPES,
): LineRules {
	return { name, discount, discountType, taxTypes, types };
}

/** The values of a line, as they are stored. */
export type LineValues = Omit<LineRow, 'id' | 'document' | 'document_id'>;

const LINE_ELEMENTS = [
	'name',
	'type',
	'description',
	'unit_cost',
	'quantity',
	'discount',
	'discount_type',
	'tax1_name',
	'tax1_percent',
	'tax2_name',
	'tax2_percent',
];

/** The paths of the elements that a method takes on the lines at a path. */
export function linePaths(path: string, { taxTypes }: LineRules): string[] {
	const names = taxTypes ? [...LINE_ELEMENTS, 'tax1_type', 'tax2_type'] : LINE_ELEMENTS;
	return names.map((name) => `${path}/${name}`);
}

/** The lines at a path of a request, checked by the rules of its method. Throws a Rejection with the message of §7.1. */
export function readLines(request: Element, path: string, lineRules: LineRules): LineValues[] {
	return elementsAt(request, path).map((line) => readLine(line, lineRules));
}

/**
 * One line, checked by the rules of its method. What the line leaves out is taken from the defaults: the record that a time
 * entry or an expense stands for, or what an existing line keeps. Throws a Rejection with the message of §7.1.
 */
export function readLine(
	line: Element,
	lineRules: LineRules,
	defaults: Partial<LineValues> = {},
): LineValues {
	const name = textAt(line, 'name');
	if (name === '' && lineRules.name === 'required') reject('Name is required.');
	const values = {
		name: name || (defaults.name ?? ''),
		description: textAt(line, 'description') || (defaults.description ?? ''),
		unit_cost: decimalAt(line, 'unit_cost', defaults.unit_cost, 'Cost is invalid.'),
		quantity: quantityAt(line, defaults.quantity),
		type: typeAt(line, lineRules.types),
		discount_type: discountTypeAt(line, lineRules),
		discount: discountAt(line, lineRules),
		tax1_name: textAt(line, 'tax1_name'),
		tax1_percent: decimalAt(line, 'tax1_percent', '0.00', 'Tax1 percent is invalid.'),
		tax2_name: textAt(line, 'tax2_name'),
		tax2_percent: decimalAt(line, 'tax2_percent', '0.00', 'Tax2 percent is invalid.'),
	};
	return { ...values, ...taxTypesAt(line, lineRules, defaults) };
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

/** Removes all the lines of a document. */
export function deleteLines(store: Store, document: DocumentKind, id: number): void {
	store.run('DELETE FROM line WHERE document = ? AND document_id = ?', document, id);
}

function decimalAt(line: Element, name: string, fallback: string | undefined, message: string): string {
	const word = wordAt(line, name);
	if (word === '') return fallback ?? '0.00';
	return formatDecimal(parseDecimal(word) ?? reject(message));
}

function quantityAt(line: Element, fallback: string | undefined): string {
	const quantity = decimalAt(line, 'quantity', fallback, 'Quantity is invalid.');
	return quantity.startsWith('-') ? reject('Quantity is invalid.') : quantity;
}

function typeAt(line: Element, types: LineRules['types']): LineRow['type'] {
	const [emptyMeans] = types;
	if (isSent(line, 'type') && wordAt(line, 'type') === '' && emptyMeans !== undefined) return emptyMeans;
	return types.find((type) => type === wordAt(line, 'type')) ?? reject('Type is invalid.');
}

function discountTypeAt(line: Element, { discountType }: LineRules): LineRow['discount_type'] {
	const word = wordAt(line, 'discount_type');
	if (word === 'Percent' || word === 'Fixed') return word;
	const mayBeLeftOut = discountType === 'optional' || isSent(line, 'discount_type');
	return word === '' && mayBeLeftOut ? 'Percent' : reject('Discount type is invalid.');
}

function discountAt(line: Element, { discount }: LineRules): string {
	if (discount === 'required' && wordAt(line, 'discount') === '') reject('Discount is invalid.');
	return decimalAt(line, 'discount', '0.00', 'Discount is invalid.');
}

function taxTypesAt(line: Element, { taxTypes }: LineRules, defaults: Partial<LineValues>) {
	if (!taxTypes)
		return { tax1_type: defaults.tax1_type ?? 'Normal', tax2_type: defaults.tax2_type ?? 'Normal' };
	const tax1_type = wordAt(line, 'tax1_type') || 'Normal';
	if (tax1_type !== 'Normal') reject('Tax1 type is invalid.');
	const tax2_type = wordAt(line, 'tax2_type') || 'Normal';
	if (tax2_type !== 'Normal' && tax2_type !== 'Compound') reject('Tax2 type is invalid.');
	return { tax1_type, tax2_type };
}
