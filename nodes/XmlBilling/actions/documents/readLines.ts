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
import { check, isAbsent, quote } from '../../xml/values';
import type { ItemContext } from '../../engine/itemContext';

// As many keys as a line can have, and some more.
const MOST_NAMED = 20;

type MutableLine = Record<string, unknown>;

/** What is chosen as a tax to take it off a line that has one. */
export const TAKE_OFF = 'none';

/**
 * The lines that were filled in, as rows of the form or as one JSON field, by element name and with their taxes
 * looked up. Throws an error that names the line and the field.
 */
export const readLines = async (item: ItemContext): Promise<Line[]> =>
	await toLines(item, rawLines(item, NEVER_EMPTY), lineLabel(item));

/** The same for lines that exist: what is empty is not changed. */
export const readChanges = async (item: ItemContext): Promise<Line[]> =>
	await toLines(item, rawLines(item, [...NEVER_EMPTY, 'unit_cost']).map(withoutEmpty), lineLabel(item));

// Lines that are input items are named with them, too.
function lineLabel(item: ItemContext): RowLabel {
	const names = item.values['lineNames'];
	return Array.isArray(names) ? (index) => textOf(names[index]) : 'Line';
}

// What was typed in for a custom tax stays in a row of the form when another choice hides it.
function withoutHiddenTaxes(row: unknown): unknown {
	if (typeof row !== 'object' || row === null || Array.isArray(row)) return row;
	const fields: MutableLine = Object.fromEntries(Object.entries(row));
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

/** What a row is called in an error, by its place: a word that its number follows, or a name of its own. */
export type RowLabel = string | ((index: number) => string);

export const labelAt = (label: RowLabel, index: number): string =>
	typeof label === 'string' ? `${label} ${index + 1}` : label(index);

/** Rows of a form or of JSON as lines by element name, with their taxes looked up. */
export const toLines = async (
	item: ItemContext,
	rows: readonly unknown[],
	label: RowLabel,
): Promise<Line[]> => await withTaxes(item, toRawLines(item, rows, label), label);

/** The same with the taxes as they were chosen. */
export const toRawLines = (item: ItemContext, rows: readonly unknown[], label: RowLabel): Line[] =>
	rows.map((row, index) => toLine(item, row, labelAt(label, index)));

/** The lines with the name and the percentage of each tax that was chosen by name or ID. */
export async function withTaxes(item: ItemContext, lines: readonly Line[], label: RowLabel): Promise<Line[]> {
	const taxed = lines.map((line): MutableLine => ({ ...line }));
	for (const [index, line] of taxed.entries()) {
		for (const tax of ['tax1', 'tax2'] as const)
			await resolveTax(item, line, tax, `${labelAt(label, index)} › Tax ${tax.slice(3)}`);
	}
	return taxed;
}

/** Whether lines were meant at all. */
const hasLines = (item: ItemContext): boolean => item.values['linesFrom'] !== 'none';

/**
 * The lines as the method takes them (§4.2), ready to stand in `items/item`. No line where lines were meant is an
 * error: an empty document would be worse.
 */
export async function readItems(item: ItemContext, rules: LineRules): Promise<Body[]> {
	if (!hasLines(item)) return [];
	const lines = await readLines(item);
	if (lines.length === 0) {
		throw item.problem(
			'There are no lines',
			'Add at least one line, or choose under Lines From that there are none.',
		);
	}
	return encodeLines(item, lines, rules, lineLabel(item));
}

/** Lines by element name as the method takes them. Throws an error that names the line and the field. */
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

// A key that is there was meant, whatever an expression made of it; to an agent, empty means not given.
function refuseEmpty(item: ItemContext, row: unknown, index: number, neverEmpty: readonly string[]): void {
	const fields = { ...asFields(row), ...asFields(asFields(row)['changes']) };
	const empty = Object.keys(fields).find(
		(key) => neverEmpty.includes(lineElement(key)) && isAbsent(unwrapLocator(fields[key])),
	);
	if (empty === undefined) return;
	throw item.problem(
		`${labelAt('Line', index)} › ${labelOf(lineElement(empty))} is in Lines (JSON) and is empty`,
		`Nothing was sent. Correct its expression, or leave the key ${shownKey(empty)} out.`,
	);
}

/** The rows of a form's repeatable group. */
export function rowsOf(collection: unknown, group: string): unknown[] {
	const rows: unknown =
		typeof collection === 'object' && collection !== null
			? new Map(Object.entries(collection)).get(group)
			: [];
	return Array.isArray(rows) ? rows.map(withoutHiddenTaxes) : [];
}

function parseJson(item: ItemContext, text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw item.problem(
			'Lines (JSON) is not valid JSON',
			'It looks like [{ "name": "Website design", "unit_cost": 120.5, "quantity": 2 }].',
		);
	}
}

// Changes of a row stand beside its identifier, so that only what is chosen is sent.
function toLine(item: ItemContext, row: unknown, label: string): MutableLine {
	if (typeof row !== 'object' || row === null || Array.isArray(row)) {
		throw item.problem(
			`${label} is not an object`,
			'In Lines (JSON), a line looks like { "name": "Design", "unit_cost": 120.5 }.',
		);
	}
	const { changes, item_id: _, ...fields } = asFields(row);
	const all = { ...fields, ...asFields(changes) };
	const elements = Object.entries(all).map(
		([key, value]) => [lineElement(key), unwrapLocator(value)] as const,
	);
	const line = Object.fromEntries(elements);
	if (Object.keys(line).length < elements.length) {
		const names = Object.keys(all).slice(0, MOST_NAMED).map(shownKey).join(', ');
		throw item.problem(`${label} names a field twice, in two spellings: ${names}`);
	}
	return line;
}

/** Refuses a tax that is chosen for all lines at once, by the name of its own field. */
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
				: `${label} ${quote(wanted.text ?? '')} is not a tax of the account`,
			`The taxes of the account are: ${known.map((entry) => textOf(entry['name'])).join(', ') || 'none'}.`,
		);
	}
	if (matches.some((match) => match['value'] !== found['value'])) {
		const rates = matches.map((match) => `${textOf(match['id'])} (${textOf(match['value'])} %)`);
		throw item.problem(
			`${label} ${quote(textOf(found['name']))} is the name of taxes with different percentages`,
			`Choose it by ID: ${rates.join(', ')}.`,
		);
	}
	line[name] = found['name'];
	line[percent] = found['value'];
}

const asFields = (value: unknown): MutableLine =>
	typeof value === 'object' && value !== null ? Object.fromEntries<unknown>(Object.entries(value)) : {};

function findTaxes(taxes: readonly BillingRecord[], wanted: string): BillingRecord[] {
	const text = wanted.trim().toLowerCase();
	if (text === '') return [];
	const byId = taxes.filter((tax) => textOf(tax['id']) === text);
	return byId.length > 0 ? byId : taxes.filter((tax) => textOf(tax['name']).trim().toLowerCase() === text);
}

/** The fields that have a value. */
export const withoutAbsent = (line: Line): Line =>
	Object.fromEntries(Object.entries(line).filter(([, value]) => !isAbsent(value)));
