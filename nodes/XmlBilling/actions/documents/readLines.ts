import type { Body } from '../../xml/request';
import { unwrapLocator } from '../../xml/encode';
import {
	encodeLine,
	labelOf,
	lineElement,
	NEVER_EMPTY,
	shownKey,
	type Line,
	type LineRules,
} from './lineRules';
import { taxRecord } from '../../records';
import { textOf, type BillingRecord } from '../../xml/shape';
import { fieldsOf } from '../../xml/unknown';
import { check, isAbsent, quote } from '../../xml/values';
import type { ItemContext } from '../../engine/itemContext';

// More keys than a line can have.
const MOST_NAMED = 20;

type MutableLine = Record<string, unknown>;

/** The choice that removes a tax from a line. */
export const TAKE_OFF = 'none';

/**
 * Reads the lines from rows of the form or from one JSON field, by element name, and looks up their taxes. Throws an
 * error that names the line and the field.
 */
export const readLines = async (item: ItemContext): Promise<Line[]> =>
	await toLines(item, rawLines(item, NEVER_EMPTY), lineLabel(item));

/** The same for existing lines: empty fields are not changed. */
export const readChanges = async (item: ItemContext): Promise<Line[]> =>
	await toLines(item, rawLines(item, [...NEVER_EMPTY, 'unit_cost']).map(withoutEmpty), lineLabel(item));

// A line made from an input item is named after the item.
function lineLabel(item: ItemContext): RowLabel {
	const names = item.values['lineNames'];
	return Array.isArray(names) ? (index) => textOf(names[index]) : 'Line';
}

// A row keeps the fields of a custom tax after another choice has hidden them.
function withoutHiddenTaxes(row: unknown): unknown {
	if (typeof row !== 'object' || row === null || Array.isArray(row)) return row;
	const fields = fieldsOf(row);
	for (const tax of ['tax1', 'tax2']) {
		if (!(`${tax}Name` in fields && tax in fields) || fields[tax] === 'custom') continue;
		delete fields[`${tax}Name`];
		delete fields[`${tax}Percent`];
	}
	return 'changes' in fields ? { ...fields, changes: withoutHiddenTaxes(fields['changes']) } : fields;
}

function withoutEmpty(row: unknown): unknown {
	if (typeof row !== 'object' || row === null || Array.isArray(row)) return row;
	return Object.fromEntries(
		Object.entries(row)
			.filter(([, value]) => !isAbsent(value))
			.map(([key, value]) => [key, key === 'changes' ? withoutEmpty(value) : value]),
	);
}

/** Names a row in errors: a word to put before its number, or a function of its index. */
export type RowLabel = string | ((index: number) => string);

export const labelAt = (label: RowLabel, index: number): string =>
	typeof label === 'string' ? `${label} ${index + 1}` : label(index);

/** Turns rows of a form or of JSON into lines by element name, and looks up their taxes. */
export const toLines = async (
	item: ItemContext,
	rows: readonly unknown[],
	label: RowLabel,
): Promise<Line[]> => await withTaxes(item, toRawLines(item, rows, label), label);

/** The same without looking up taxes. */
export const toRawLines = (item: ItemContext, rows: readonly unknown[], label: RowLabel): Line[] =>
	rows.map((row, index) => toLine(item, row, labelAt(label, index)));

/** Adds the name and the percentage of each tax that was chosen by name or ID. */
export async function withTaxes(item: ItemContext, lines: readonly Line[], label: RowLabel): Promise<Line[]> {
	const taxed = lines.map((line): MutableLine => ({ ...line }));
	for (const [index, line] of taxed.entries()) {
		for (const tax of ['tax1', 'tax2'] as const)
			await resolveTax(item, line, tax, `${labelAt(label, index)} › Tax ${tax.slice(3)}`);
	}
	return taxed;
}

const hasLines = (item: ItemContext): boolean => item.values['linesFrom'] !== 'none';

/**
 * Encodes the lines of an item for `items/item` (§4.2). Throws if the form asks for lines and there are none, because an
 * empty document would be worse.
 */
export async function readItems(item: ItemContext, rules: LineRules): Promise<Body[]> {
	if (!hasLines(item)) return [];
	const lines = await readLines(item);
	if (lines.length === 0) {
		throw item.problem('There are no lines', 'Add at least one line, or change Lines From.');
	}
	return encodeLines(item, lines, rules, lineLabel(item));
}

/** Encodes lines for a method. Throws an error that names the line and the field. */
export function encodeLines(
	item: ItemContext,
	lines: readonly Line[],
	rules: LineRules,
	label: RowLabel,
): Body[] {
	return lines.map((line, index) => {
		const encoded = encodeLine(line, rules, item.timeZone);
		if (!encoded.ok) throw item.problem(`${labelAt(label, index)} › ${encoded.field} ${encoded.problem}`);
		return encoded.body;
	});
}

function rawLines(item: ItemContext, neverEmpty: readonly string[]): unknown[] {
	if (item.values['linesFrom'] !== 'json') return rowsOf(item.values['lineItems'], 'line');
	const given = item.values['linesJson'];
	const parsed = typeof given === 'string' && given.trim() !== '' ? parseJson(item, given) : given;
	if (isAbsent(parsed)) return [];
	const rows: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
	if (item.isMeant('linesJson'))
		for (const [index, row] of rows.entries()) refuseEmpty(item, row, index, neverEmpty);
	return rows;
}

// A user means every key they write, even if its expression comes out empty. An agent leaves a key empty to omit it.
function refuseEmpty(item: ItemContext, row: unknown, index: number, neverEmpty: readonly string[]): void {
	const fields = { ...fieldsOf(row), ...fieldsOf(fieldsOf(row)['changes']) };
	const empty = Object.keys(fields).find(
		(key) => neverEmpty.includes(lineElement(key)) && isAbsent(unwrapLocator(fields[key])),
	);
	if (empty === undefined) return;
	throw item.problem(
		`${labelAt('Line', index)} › ${labelOf(lineElement(empty))} is empty in Lines (JSON)`,
		`Nothing was sent. Correct its expression, or leave out the key ${shownKey(empty)}.`,
	);
}

/** The rows of a form's repeatable group. */
export function rowsOf(collection: unknown, group: string): unknown[] {
	const rows = fieldsOf(collection)[group];
	return Array.isArray(rows) ? rows.map(withoutHiddenTaxes) : [];
}

function parseJson(item: ItemContext, text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw item.problem(
			'Lines (JSON) is not valid JSON',
			'It should look like [{ "name": "Website design", "unit_cost": 120.5, "quantity": 2 }].',
		);
	}
}

// The changes of a row are in a collection beside its identifier, so that only chosen fields are sent.
function toLine(item: ItemContext, row: unknown, label: string): MutableLine {
	if (typeof row !== 'object' || row === null || Array.isArray(row)) {
		throw item.problem(
			`${label} is not an object`,
			'In Lines (JSON), a line looks like { "name": "Design", "unit_cost": 120.5 }.',
		);
	}
	const { changes, item_id: _, ...fields } = fieldsOf(row);
	const all = { ...fields, ...fieldsOf(changes) };
	const elements = Object.entries(all).map(
		([key, value]) => [lineElement(key), unwrapLocator(value)] as const,
	);
	const line = Object.fromEntries(elements);
	if (Object.keys(line).length < elements.length) {
		const names = Object.keys(all).slice(0, MOST_NAMED).map(shownKey).join(', ');
		throw item.problem(`${label} sets a field twice, in two spellings: ${names}`);
	}
	return line;
}

/** Throws an error that names the field if a tax chosen for all lines is unknown. */
export const refuseUnknownTax = async (item: ItemContext, tax1: unknown, label: string): Promise<void> =>
	await resolveTax(item, { tax1 }, 'tax1', label);

async function resolveTax(
	item: ItemContext,
	line: MutableLine,
	tax: 'tax1' | 'tax2',
	label: string,
): Promise<void> {
	const chosen = line[tax];
	delete line[tax];
	const name = `${tax}_name`;
	const percent = `${tax}_percent`;
	if (chosen === TAKE_OFF) {
		line[name] = '';
		line[percent] = '';
		return;
	}
	if (chosen === 'custom' && isAbsent(line[name]))
		throw item.problem(`${label} is custom and has no name`, 'Nothing was sent. Name the tax.');
	const typed = isAbsent(chosen) || chosen === 'custom';
	if (typed && (isAbsent(line[name]) || !isAbsent(line[percent]))) return;

	const wanted = check(typed ? line[name] : chosen, 'text', item.timeZone);
	if (!wanted.ok) throw item.problem(`${label}${typed ? ' Custom Name' : ''} ${wanted.problem}`);
	const known = await item.api.table(taxRecord);
	const matches = findTaxes(known, wanted.text ?? '');
	const [found] = matches;
	if (found === undefined) {
		throw item.problem(
			typed
				? `${label} has a name but no percentage`
				: `${label} ${quote(wanted.text ?? '')} is not one of the account's taxes`,
			`The account's taxes are: ${known.map((entry) => textOf(entry['name'])).join(', ') || 'none'}.`,
		);
	}
	if (matches.some((match) => match['value'] !== found['value'])) {
		const rates = matches.map((match) => `${textOf(match['id'])} (${textOf(match['value'])}%)`);
		throw item.problem(
			`${label} ${quote(textOf(found['name']))} is the name of several taxes with different percentages`,
			`Choose one by ID: ${rates.join(', ')}.`,
		);
	}
	line[name] = found['name'];
	line[percent] = found['value'];
}

function findTaxes(taxes: readonly BillingRecord[], wanted: string): BillingRecord[] {
	const text = wanted.trim().toLowerCase();
	if (text === '') return [];
	const byId = taxes.filter((tax) => textOf(tax['id']) === text);
	return byId.length > 0 ? byId : taxes.filter((tax) => textOf(tax['name']).trim().toLowerCase() === text);
}

export const withoutAbsent = (line: Line): Line =>
	Object.fromEntries(Object.entries(line).filter(([, value]) => !isAbsent(value)));
