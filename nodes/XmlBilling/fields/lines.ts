import type { Body } from '../interface/document';
import { encodeLine, lineElement, type Line, type LineRules } from '../interface/lines';
import { taxRecord } from '../interface/records';
import { textOf, type BillingRecord } from '../interface/shape';
import { isAbsent } from '../interface/values';
import type { Call } from '../resources/operation';

type MutableLine = Record<string, unknown>;

/**
 * The lines that were filled in, as rows of the form or as one JSON field, by element name and with their taxes
 * looked up. Throws an error that names the line and the field.
 */
export const readLines = async (call: Call): Promise<Line[]> => await toLines(call, rawLines(call), 'Line');

/**
 * Rows of a form or of JSON as lines by element name, with their taxes looked up.
 *
 * @param label what a row is called in an error
 */
export async function toLines(call: Call, rows: readonly unknown[], label: string): Promise<Line[]> {
	const lines = rows.map((row, index) => toLine(call, row, `${label} ${index + 1}`));
	for (const [index, line] of lines.entries()) {
		for (const tax of ['tax1', 'tax2'] as const) await resolveTax(call, line, tax, `${label} ${index + 1}`);
	}
	return lines;
}

/** Whether lines were meant at all. */
export const hasLines = (call: Call): boolean => ['form', 'json'].includes(String(call.values['linesFrom']));

/**
 * The lines as the method takes them (§4.2), ready to stand in `items/item`. No line where lines were meant is an
 * error: an empty document would be worse.
 */
export async function readItems(call: Call, rules: LineRules): Promise<Body[]> {
	if (!hasLines(call)) return [];
	const lines = await readLines(call);
	if (lines.length === 0) {
		throw call.problem(
			'There are no lines',
			'Add at least one line, or choose under Lines From that there are none.',
		);
	}
	return encodeLines(call, lines, rules, 'Line');
}

/** Lines by element name as the method takes them. Throws an error that names the line and the field. */
export function encodeLines(call: Call, lines: readonly Line[], rules: LineRules, label: string): Body[] {
	return lines.map((line, index) => {
		const encoded = encodeLine(line, rules, call.timeZone);
		if (!encoded.ok) throw call.problem(`${label} ${index + 1} › ${encoded.field} ${encoded.problem}`);
		return encoded.body;
	});
}

function rawLines(call: Call): unknown[] {
	if (call.values['linesFrom'] !== 'json') return rowsOf(call.values['lineItems'], 'line');
	const given = call.values['linesJson'];
	const parsed = typeof given === 'string' && given.trim() !== '' ? parseJson(call, given) : given;
	if (isAbsent(parsed)) return [];
	return Array.isArray(parsed) ? parsed : [parsed];
}

/** The rows of a form's repeatable group. */
export function rowsOf(collection: unknown, group: string): unknown[] {
	const rows: unknown =
		typeof collection === 'object' && collection !== null
			? new Map(Object.entries(collection)).get(group)
			: [];
	return Array.isArray(rows) ? rows : [];
}

function parseJson(call: Call, text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw call.problem(
			'Lines (JSON) is not valid JSON',
			'It looks like [{ "name": "Website design", "unit_cost": 120.5, "quantity": 2 }].',
		);
	}
}

// Changes of a row stand beside its identifier, so that only what is chosen is sent.
function toLine(call: Call, row: unknown, label: string): MutableLine {
	if (typeof row !== 'object' || row === null || Array.isArray(row)) {
		throw call.problem(
			`${label} is not an object`,
			'A line looks like { "name": "Design", "unit_cost": 120.5 }.',
		);
	}
	const { changes, item_id: _, ...fields } = asFields(row);
	const all = { ...fields, ...asFields(changes) };
	return Object.fromEntries(Object.entries(all).map(([key, value]) => [lineElement(key), value]));
}

async function resolveTax(call: Call, line: MutableLine, tax: 'tax1' | 'tax2', row: string): Promise<void> {
	const chosen = line[tax];
	delete line[tax];
	const name = `${tax}_name`;
	const percent = `${tax}_percent`;
	const typed = isAbsent(chosen) || chosen === 'custom';
	if (typed && (isAbsent(line[name]) || !isAbsent(line[percent]))) return;

	const known = await call.service.table(taxRecord);
	const found = findTax(known, textOf(typed ? line[name] : chosen));
	if (found === undefined) {
		const label = `${row} › Tax ${tax.slice(3)}`;
		throw call.problem(
			typed
				? `${label} has a name but no percentage`
				: `${label} '${textOf(chosen)}' is not a tax of the account`,
			`The taxes of the account are: ${known.map((entry) => textOf(entry['name'])).join(', ') || 'none'}.`,
		);
	}
	line[name] = found['name'];
	line[percent] = found['value'];
}

const asFields = (value: unknown): MutableLine =>
	typeof value === 'object' && value !== null ? Object.fromEntries<unknown>(Object.entries(value)) : {};

function findTax(taxes: readonly BillingRecord[], wanted: string): BillingRecord | undefined {
	const text = wanted.trim().toLowerCase();
	return (
		taxes.find((tax) => textOf(tax['id']) === text) ??
		taxes.find((tax) => textOf(tax['name']).toLowerCase() === text)
	);
}
