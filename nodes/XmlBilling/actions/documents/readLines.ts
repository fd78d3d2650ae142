import type { Body } from '../../xml/request';
import { unwrapLocator, withElement } from '../../xml/encode';
import {
	AS_IN_ACCOUNT,
	encodeLine,
	lineLabelOf,
	lineElement,
	NEVER_EMPTY,
	shownKey,
	type Line,
	type LineRules,
} from './lineRules';
import { taxRecord } from '../../records';
import { ITEMS } from '../../records/methods';
import { hasMorePlaces, warningOfPlaces } from '../../records/amounts';
import { isSameText, textOf } from '../../xml/shape';
import { asShown, check, decimalOf, isAbsent, quote, Shown } from '../../xml/values';
import type { ItemContext } from '../../engine/item/itemContext';
import { findTaxes, isCompound, isEqualTax, refuseUnfitTax, taxLabel } from './accountTaxes';
import { CATALOG_KEYS, withCatalog } from './catalogLines';
import { flatRow } from './formRows';
import { valuesOfRow } from '../../engine/form/tree';
import { without } from '../../objects';

// More keys than a line can have.
const MAX_KEYS = 20;

type MutableLine = Record<string, unknown>;

/** The choice that removes a tax from a line. */
export const TAKE_OFF = 'none';

/**
 * Reads the lines from rows of the form or from one JSON field, by element name, and looks up their taxes. Throws an
 * error that names the line and the field.
 */
const readLines = async (item: ItemContext, rules: LineRules): Promise<Line[]> =>
	await withTaxes(
		item,
		await withCatalog(item, rawLines(item, neverEmptyIn), pathsOf(item)),
		rules,
		pathsOf(item),
	);

/** The same for existing lines: empty fields are not changed. */
export const readChanges = async (item: ItemContext, rules: LineRules): Promise<Line[]> => {
	const changes = rawLines(item, neverEmptyInChanges);
	return await withTaxes(item, changes.map(withoutAbsent), rules, linePath);
};

/** What changes must not have empty. */
export const neverEmptyInChanges = (): readonly string[] => [...NEVER_EMPTY, 'unit_cost'];

// Without a price, a product or service would be billed at its own.
const neverEmptyIn = (line: Line): readonly string[] =>
	'product' in line || 'service' in line ? [...NEVER_EMPTY, 'product', 'service', 'unit_cost'] : NEVER_EMPTY;

/** The path of a line in errors, by its index. */
export type PathAt = (index: number) => string;

export const linePath: PathAt = (index) => `Lines › ${index + 1}`;

// A line made from an input item is named after the item.
const pathsOf = (item: ItemContext): PathAt => {
	const rows = item.rowsOf('lineItems');
	return (index) => rows[index]?.path ?? linePath(index);
};

/** Turns rows of a form or of JSON into lines by element name, and looks up their taxes. */
export const toLines = async (
	item: ItemContext,
	rows: readonly unknown[],
	rules: LineRules,
	pathAt: PathAt,
): Promise<Line[]> => await withTaxes(item, toRawLines(item, rows, pathAt), rules, pathAt);

/** The same without looking up taxes. */
export const toRawLines = (item: ItemContext, rows: readonly unknown[], pathAt: PathAt): Line[] =>
	rows.map((row, index) => toLine(item, row, pathAt(index)));

/** Adds the name, the percentage and the type of each tax that was chosen by name or ID. */
export async function withTaxes(
	item: ItemContext,
	lines: readonly Line[],
	rules: LineRules,
	pathAt: PathAt,
): Promise<Line[]> {
	const taxed = lines.map((line): MutableLine => ({ ...line }));
	for (const [index, line] of taxed.entries()) {
		for (const tax of ['tax1', 'tax2'] as const)
			await resolveTax(item, line, tax, rules, `${pathAt(index)} › ${lineLabelOf(tax)}`);
	}
	return taxed;
}

const hasLines = (item: ItemContext): boolean => item.values['linesFrom'] !== 'none';

/** A document's body with its lines, if it has any. */
export const withItems = (body: Body, items: readonly Body[]): Body =>
	items.length > 0 ? withElement(body, ITEMS, [...items]) : body;

/**
 * Encodes the lines of an item for `items/item` (§4.2). Throws if the form asks for lines and there are none, because an
 * empty document would be worse.
 */
export async function readItems(item: ItemContext, rules: LineRules): Promise<Body[]> {
	if (!hasLines(item)) return [];
	const lines = await readLines(item, rules);
	if (lines.length === 0) {
		throw item.problem(
			'There are no lines',
			'Nothing was sent. Add at least one line, or change Lines From.',
		);
	}
	return encodeLines(item, lines, rules, pathsOf(item));
}

/** Encodes lines for a method. Throws an error that names the line and the field. */
export function encodeLines(
	item: ItemContext,
	lines: readonly Line[],
	rules: LineRules,
	pathAt: PathAt,
): Body[] {
	const bodies = lines.map((line, index) => {
		const encoded = encodeLine(line, rules, item.timeZone);
		if (!encoded.ok) throw item.problem(`${pathAt(index)} › ${encoded.field} ${encoded.problem}`);
		return encoded.body;
	});
	warnOfPlaces(item, lines, bodies, pathAt);
	return bodies;
}

/** Warns of decimals that the service shows, and that have more places than a request takes (§2.1). */
function warnOfPlaces(
	item: ItemContext,
	lines: readonly Line[],
	bodies: readonly Body[],
	pathAt: PathAt,
): void {
	const found = bodies.flatMap((body, index) =>
		Object.entries(body).flatMap(([element, text]) => {
			const exact = lines[index]?.[element] instanceof Shown ? decimalOf(text) : undefined;
			if (exact === undefined || !hasMorePlaces(exact)) return [];
			const tax = /^tax[12]/.exec(element)?.[0];
			return tax === undefined
				? `${pathAt(index)} › ${lineLabelOf(element)} is ${exact.toFixed()}`
				: `The tax ${quote(textOf(body[`${tax}_name`]))} is ${exact.toFixed()} %`;
		}),
	);
	for (const what of new Set(found)) item.warn(`${warningOfPlaces(what)} Check the total of the document.`);
}

const rawLines = (item: ItemContext, neverEmptyOf: (line: Line) => readonly string[]): Line[] =>
	item.values['linesFrom'] === 'json'
		? linesInJson(item, LINES_JSON, neverEmptyOf)
		: toRawLines(item, item.rowsOf('lineItems').map(valuesOfRow), pathsOf(item));

/** A field with lines as JSON. */
export interface JsonField {
	readonly name: string;
	readonly label: string;
	readonly pathAt: PathAt;
	/** What it should look like, as a sentence. */
	readonly advice: string;
}

const LINES_JSON: JsonField = {
	name: 'linesJson',
	label: 'Lines (JSON)',
	pathAt: linePath,
	advice:
		'It should look like [{ "name": "Website design", "unit_cost": 120.5, "quantity": 2 }]. A line from the catalog looks like { "product": "Poster A2", "quantity": 2 }.',
};

/** Lines from one JSON field, by element name. */
export function linesInJson(
	item: ItemContext,
	field: JsonField,
	neverEmptyOf: (line: Line) => readonly string[],
): Line[] {
	const given = item.values[field.name];
	const parsed = typeof given === 'string' && given.trim() !== '' ? parseJson(item, given, field) : given;
	if (isAbsent(parsed)) return [];
	const lines = toRawLines(item, Array.isArray(parsed) ? parsed : [parsed], field.pathAt);
	for (const [index, line] of lines.entries()) refuseTwoTaxes(item, line, field.pathAt(index));
	if (!item.isFilledIn(field.name)) return lines.map(withoutAbsent);
	for (const [index, line] of lines.entries())
		refuseEmpty(item, line, `${field.pathAt(index)} › `, field.label, neverEmptyOf(line));
	return lines;
}

// A user means every key they write, even if its expression comes out empty. An agent leaves a key empty to omit it.
function refuseEmpty(
	item: ItemContext,
	line: Line,
	path: string,
	label: string,
	neverEmpty: readonly string[],
): void {
	const empty = Object.keys(line).find(
		(key) => neverEmpty.includes(key) && isAbsent(unwrapLocator(line[key])),
	);
	if (empty === undefined) return;
	throw item.problem(
		`${path}${lineLabelOf(empty)} is empty in ${label}`,
		`Nothing was sent. Correct its expression, or leave out the key ${shownKey(empty)}.`,
	);
}

// One of them would be ignored, and another tax billed than somebody meant.
function refuseTwoTaxes(item: ItemContext, line: Line, label: string): void {
	const twice = (['tax1', 'tax2'] as const).find(
		(tax) =>
			!isAbsent(line[tax]) &&
			line[tax] !== 'custom' &&
			['name', 'percent'].some((part) => !isAbsent(line[`${tax}_${part}`])),
	);
	if (twice === undefined) return;
	throw item.problem(
		`${label} sets a tax both by ${twice} and by its own name or percentage`,
		`Nothing was sent. Keep ${twice}, or keep ${twice}_name and ${twice}_percent.`,
	);
}

function parseJson(item: ItemContext, text: string, { label, advice }: JsonField): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw item.problem(`${label} is not valid JSON`, advice);
	}
}

function toLine(item: ItemContext, row: unknown, label: string): MutableLine {
	const all = without(flatRow(item, row, label), 'item_id');
	const elements = Object.entries(all).map(([key, value]) => [lineElement(key), value] as const);
	const line = Object.fromEntries(
		// The mode of these locators says how to look the record up.
		elements.map(([key, value]) => [key, CATALOG_KEYS.includes(key) ? value : unwrapLocator(value)]),
	);
	if (Object.keys(line).length < elements.length) {
		const names = Object.keys(all).slice(0, MAX_KEYS).map(shownKey).join(', ');
		throw item.problem(`${label} sets a field twice, in two spellings: ${names}`);
	}
	return line;
}

/** Throws an error that names the field if a tax chosen for all lines is unknown, or no line can have it. */
export const refuseWrongTax = async (
	item: ItemContext,
	tax: 'tax1' | 'tax2',
	chosen: unknown,
	rules: LineRules,
	label: string,
): Promise<void> => await resolveTax(item, { [tax]: chosen }, tax, rules, label);

async function resolveTax(
	item: ItemContext,
	line: MutableLine,
	tax: 'tax1' | 'tax2',
	rules: LineRules,
	label: string,
): Promise<void> {
	const chosen = line[tax];
	delete line[tax];
	const [name, percent, type] = [`${tax}_name`, `${tax}_percent`, `${tax}_type`] as const;
	if (line[type] === AS_IN_ACCOUNT) delete line[type];
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
	if (!wanted.ok) throw item.problem(`${typed ? customName(label) : label} ${wanted.problem}`);
	const known = await item.api.list(taxRecord, {}, Infinity);
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
	if (matches.some((match) => !isEqualTax(match, found))) {
		const choices = matches.map((match) => `${textOf(match['id'])} for ${taxLabel(match)}`);
		throw item.problem(
			`${label} ${quote(textOf(found['name']))} is the name of several taxes with different percentages or types`,
			`Choose one by ID: ${choices.join(', ')}.`,
		);
	}
	const takesTypes = rules.elements.includes('tax2_type');
	refuseUnfitTax(item, found, label, !takesTypes ? 'never' : tax === 'tax1' ? 'asSecondTax' : 'always');
	line[name] = found['name'];
	line[percent] = asShown(found['value']);
	if (!isCompound(found)) return;
	// It would be charged on less than the account says.
	if (isSameText(line[type], 'Normal'))
		throw item.problem(
			`${label} ${quote(textOf(found['name']))} is a compound tax in the account, but ${lineLabelOf(type)} says Line Amount`,
			'Nothing was sent. Set it to As in the Account (in JSON, leave out tax2_type), or enter the tax as a custom one.',
		);
	line[type] = 'Compound';
}

const customName = (label: string): string => label.replace(/(Second )?Tax$/, 'Custom $& Name');

export const withoutAbsent = (line: Line): Line =>
	Object.fromEntries(Object.entries(line).filter(([, value]) => !isAbsent(value)));
