import type { Body } from '../../xml/request';
import { unwrapLocator, withElement, type Values } from '../../xml/encode';
import {
	encodeLine,
	isNeverEmpty,
	lineElement,
	lineLabelOf,
	shownKey,
	type Line,
	type LineRules,
} from './lineRules';
import { ITEMS } from '../../records/methods';
import { isAbsent } from '../../xml/values';
import type { ItemContext } from '../../engine/item/itemContext';
import { valuesOfRow } from '../../engine/form/tree';
import { fieldsOf, isObject, without } from '../../objects';
import { LINE_TAXES } from './lineFields';
import { resolveLines, withoutAbsent } from './resolveLines';

/** The path of a line in errors. */
export const linePath = (index: number): string => `Lines › ${index + 1}`;

/** A document's body with its lines, if it has any. */
export const withItems = (body: Body, items: readonly Body[]): Body =>
	items.length > 0 ? withElement(body, ITEMS, [...items]) : body;

/**
 * Reads the new lines of an item for `items/item` (§4.2). Throws an error that names the line and the field, or if the form
 * asks for lines and there are none, because an empty document would be worse.
 */
export async function readItems(item: ItemContext, rules: LineRules): Promise<Body[]> {
	if (item.values['linesFrom'] === 'none') return [];
	const lines = await resolveLines(item, readLines(item, false), rules);
	if (lines.length > 0) return encodeLines(item, lines, rules);
	throw item.problem('There are no lines', 'Nothing was sent. Add at least one line, or change Lines From.');
}

/** Reads changes to existing lines: empty fields are not changed. */
export async function readChanges(item: ItemContext, rules: LineRules): Promise<Line[]> {
	const changes = readLines(item, true).map(({ path, values }) => ({ path, values: withoutAbsent(values) }));
	return await resolveLines(item, changes, rules);
}

/** Encodes lines for a method. Throws an error that names the line and the field. */
export const encodeLines = (item: ItemContext, lines: readonly Line[], rules: LineRules): Body[] =>
	lines.map((line) => encodeLine(line, rules, item));

/** Reads the lines from rows of the form or from one JSON field. */
const readLines = (item: ItemContext, areChanges: boolean): Line[] =>
	item.values['linesFrom'] === 'json'
		? linesInJson(item, LINES_JSON, areChanges)
		: item.rowsOf('lineItems').map((row) => toLine(item, valuesOfRow(row), row.path));

/** A field with lines as JSON. */
export interface JsonField {
	readonly name: string;
	readonly label: string;
	readonly pathAt: (index: number) => string;
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

/** Reads new lines, or changes to lines, from a JSON field. Throws an error that names the line and the field. */
export function linesInJson(item: ItemContext, field: JsonField, areChanges: boolean): Line[] {
	const given = item.values[field.name];
	const parsed = typeof given === 'string' && given.trim() !== '' ? parseJson(item, given, field) : given;
	if (isAbsent(parsed)) return [];
	const rows: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
	const isOwn = item.isFilledIn(field.name);
	return rows.map((row, index) => {
		const path = field.pathAt(index);
		if (!isObject(row))
			throw item.problem(
				`${path} is not an object`,
				'As JSON, a line looks like { "name": "Design", "unit_cost": 120.5 }.',
			);
		const line = toLine(item, row, path);
		refuseTwoTaxes(item, line);
		// A user means every key they write, even if its expression comes out empty. An agent leaves a key empty to omit it.
		if (!isOwn) return { path, values: withoutAbsent(line.values) };
		refuseEmpty(item, line, field.label, areChanges);
		return line;
	});
}

function parseJson(item: ItemContext, text: string, { label, advice }: JsonField): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw item.problem(`${label} is not valid JSON`, advice);
	}
}

function refuseEmpty(item: ItemContext, { path, values }: Line, label: string, isChange: boolean): void {
	// Without a price, a product or service would be billed at its own.
	const isPriced = isChange || 'product' in values || 'service' in values;
	const empty = Object.keys(values).find(
		(key) => isNeverEmpty(key) && (isPriced || key !== 'unit_cost') && isAbsent(unwrapLocator(values[key])),
	);
	if (empty === undefined) return;
	throw item.problem(
		`${path} › ${lineLabelOf(empty)} is empty in ${label}`,
		`Nothing was sent. Correct its expression, or leave out the key ${shownKey(empty)}.`,
	);
}

// One of them would be ignored, and another tax billed than somebody meant.
function refuseTwoTaxes(item: ItemContext, { path, values }: Line): void {
	const twice = LINE_TAXES.find(
		(tax) =>
			!isAbsent(values[tax]) &&
			values[tax] !== 'custom' &&
			['name', 'percent'].some((part) => !isAbsent(values[`${tax}_${part}`])),
	);
	if (twice === undefined) return;
	throw item.problem(
		`${path} sets a tax both by ${twice} and by its own name or percentage`,
		`Nothing was sent. Keep ${twice}, or keep ${twice}_name and ${twice}_percent.`,
	);
}

// More keys than a line can have.
const MAX_KEYS = 20;

const REMOVE_ONE = 'Nothing was sent. Remove one of them.';

// The fields of these sets belong to the line.
const SETS = ['additionalFields', 'changes', 'customTax', 'firstTax', 'secondTax', 'tax'];

const withoutSets = (row: Values): Values =>
	Object.fromEntries(
		Object.entries(row).flatMap(([key, value]) =>
			SETS.includes(key) ? Object.entries(withoutSets(fieldsOf(value))) : [[key, value]],
		),
	);

const CATALOG: readonly string[] = ['product', 'service'];

/** Turns a row into values by element. JSON and expressions have names of the form, of the interface, or both. */
export function toLine(item: ItemContext, row: Values, path: string): Line {
	const { from, productId, serviceId, itemType, discountAmount, discountPercent, ...own } = without(
		withoutSets(row),
		'item_id',
	);
	const all = {
		...own,
		...discountOf(item, discountAmount, discountPercent, path),
		...catalogOf(item, { from, product: productId, service: serviceId, type: itemType }, path),
		...customTaxOf(item, row, own, path),
	};
	const entries = Object.entries(all).map(([key, value]) => {
		const element = lineElement(key);
		// The mode of a product's locator says how to look it up.
		return [element, CATALOG.includes(element) ? value : unwrapLocator(value)] as const;
	});
	const values = Object.fromEntries(entries);
	if (Object.keys(values).length === entries.length) return { path, values };
	const names = Object.keys(all).slice(0, MAX_KEYS).map(shownKey).join(', ');
	throw item.problem(`${path} sets a field twice, in two spellings: ${names}`);
}

function discountOf(item: ItemContext, amount: unknown, percent: unknown, path: string): Values {
	if (!isAbsent(amount) && !isAbsent(percent))
		throw item.problem(`${path} has both a Discount Amount and a Discount Percent`, REMOVE_ONE);
	if (!isAbsent(amount)) return { discount: amount, discountType: 'Fixed' };
	if (!isAbsent(percent)) return { discount: percent, discountType: 'Percent' };
	return amount === undefined && percent === undefined ? {} : { discount: '' };
}

/** The product or service of a line, or the type of its free text. A row may hold values of another choice. */
function catalogOf(item: ItemContext, { from, type, ...ids }: Values, path: string): Values {
	// An expression that gives whole rows may leave the choice out.
	const implied = CATALOG.find((kind) => !isAbsent(ids[kind])) ?? 'custom';
	const chosen = isAbsent(from) ? implied : from;
	if (chosen === 'custom') return isAbsent(type) ? {} : { type };
	if (chosen !== 'product' && chosen !== 'service') return { from };
	if (isAbsent(type)) return { [chosen]: ids[chosen] ?? '' };
	throw item.problem(`${path} › Type is only for free text`, 'Nothing was sent. Remove the field.');
}

/** Marks the tax that is typed in under Additional Fields, if there is one, as a custom one. */
function customTaxOf(
	item: ItemContext,
	row: Values,
	{ tax1, tax1Name, tax1Percent }: Values,
	path: string,
): Values {
	if (!('customTax' in { ...row, ...fieldsOf(row['additionalFields']) })) return {};
	const isEmpty = isAbsent(tax1Name) && isAbsent(tax1Percent);
	if (!isEmpty && isAbsent(tax1)) return { tax1: 'custom' };
	if (!isEmpty) throw item.problem(`${path} has both a Tax and a Custom Tax`, REMOVE_ONE);
	if (!isAbsent(tax1)) return {};
	throw item.problem(
		`${path} › Custom Tax is empty`,
		'Nothing was sent. Enter its name and percentage, or remove it.',
	);
}
