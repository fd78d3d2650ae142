/** Lines as the form has them, in rows or as JSON, become values by element. */
import type { FormNode, Row } from '../../execution/form/tree';
import { jsonIn, type ItemContext } from '../../execution/item';
import { isObject, without } from '../../helpers/GenericFunctions';
import { snakeCase, type Values } from '../../xml/encode';
import { isAbsent } from '../../xml/values';
import { FIELDS, lineLabelOf } from './lineRules';

/** A line on its way to a request: its values by element, whatever they came from, and its path in errors. */
export interface Line {
	readonly path: string;
	readonly values: Values;
}

/** The path of a line in errors. */
export const linePath = (index: number): string => `Lines › ${index + 1}`;

/** The values that are there. */
export const withoutAbsent = (values: Values): Values =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => !isAbsent(value)));

/** Reads the lines from rows of the form or from one JSON field. */
export const readLines = (item: ItemContext): Line[] =>
	item.values['linesFrom'] === 'json'
		? linesInJson(item, LINES_JSON)
		: item.rowsOf('lineItems').map((row) => lineOfRow(item, row));

/** The values of a row of the form by element. Hidden fields have none. */
export function lineOfRow(item: ItemContext, { path, fields }: Row): Line {
	const given: Record<string, unknown> = {};
	addValues(fields, given);
	const { product_id: product, service_id: service, discount_amount: amount, ...others } = given;
	const values: Record<string, unknown> = { ...without(others, 'from'), product, service };
	if (!isAbsent(values['discount'])) values['discount_type'] = 'Percent';
	if (!isAbsent(amount)) {
		if (!isAbsent(values['discount']))
			throw item.problem(`${path} has both a Discount Amount and a Discount Percent`, 'Remove one of them.');
		values['discount'] = amount;
		values['discount_type'] = 'Fixed';
	}
	// Under Additional Fields, there is no choice of a custom tax.
	const hasCustom = 'tax1_name' in values || 'tax1_percent' in values;
	if (hasCustom && isAbsent(values['tax1'])) values['tax1'] = 'custom';
	return { path, values };
}

// The fields of sets belong to the line.
function addValues(nodes: readonly FormNode[], values: Record<string, unknown>): void {
	for (const node of nodes) {
		if ('fields' in node) addValues(node.fields, values);
		else if ('groups' in node)
			for (const row of node.groups.flatMap(({ rows }) => rows)) addValues(row.fields, values);
		else if (node.value !== undefined && node.value !== null)
			values[node.field.element || snakeCase(node.field.name)] = node.value;
	}
}

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

/** Reads lines from a JSON field, by element. Throws an error that names the line and the field. */
export function linesInJson(item: ItemContext, { name, label, pathAt, advice }: JsonField): Line[] {
	const parsed = jsonIn(item, name, label, advice);
	if (isAbsent(parsed)) return [];
	const rows: unknown[] = [parsed].flat();
	return rows.map((row, index) => {
		const path = pathAt(index);
		if (!isObject(row)) throw item.problem(`${path} is not an object`, advice);
		// An invoice shows it, and people copy its lines.
		const values = without(row, 'item_id');
		// A user means every key they write, even if its expression comes out empty. An agent leaves a key empty to omit it.
		if (!item.isFilledIn(name)) return { path, values: withoutAbsent(values) };
		const empty = Object.keys(values).find((key) => FIELDS.get(key)?.strict && isAbsent(values[key]));
		if (empty === undefined) return { path, values };
		throw item.problem(
			`${path} › ${lineLabelOf(empty)} is empty in ${label}`,
			`Correct its expression, or leave out the key ${empty}.`,
		);
	});
}
