import { rowsOf } from './formRows';
import type { Property } from '../../forms/property';
import type { Grouping, ItemGroup } from '../../engine/operation';
import type { Values } from '../../xml/encode';
import { isAbsent } from '../../xml/values';

// With Lines From set to Input Items, each input item brings its lines along, and items with the same Group By are one document.

const CORRECT_KEYS = "Set Group By to the document's key for every item, or leave it empty for all.";

/**
 * Lines with the same key form one group, at the position of the first of them. Any other item is a group of its own.
 * Without keys, all lines belong to one document.
 */
function groupLines(
	indexes: readonly number[],
	valueOf: (field: string, index: number) => unknown,
): ItemGroup[] {
	const keys = new Map(
		indexes
			.filter((index) => valueOf('linesFrom', index) === 'items')
			.map((index) => [index, keyOf(valueOf('groupBy', index))]),
	);
	const isKeyed = [...keys.values()].some((key) => key !== '');
	const groups = new Map<string, number[]>();
	return indexes.flatMap((index): ItemGroup[] => {
		if (!keys.has(index)) return [{ items: [index] }];
		const key = keys.get(index);
		const refused = (message: string) => [{ items: [index], problem: { message, advice: CORRECT_KEYS } }];
		if (key === undefined) return refused('Group By takes text or a number');
		if (key === '' && isKeyed) return refused('Group By is empty for this item');
		const group = groups.get(key);
		if (group !== undefined) {
			group.push(index);
			return [];
		}
		const items = [index];
		groups.set(key, items);
		return [{ items }];
	});
}

// Only texts and numbers distinguish documents: objects, and failed calculations (NaN), would all be the same key.
function keyOf(value: unknown): string | undefined {
	if (isAbsent(value)) return '';
	const isKey = typeof value === 'string' || typeof value === 'bigint' || Number.isFinite(value);
	return isKey ? String(value).trim() : undefined;
}

/**
 * Joins items into the document of the first. The others may differ only in their lines: otherwise the wrong client could be
 * billed, so this throws an error that names the differing field.
 */
function joinLines(
	items: readonly number[],
	[first = {}, ...others]: readonly Values[],
	properties: readonly Property[],
	refuse: (message: string, advice: string) => Error,
): Values {
	if (first['linesFrom'] !== 'items') return first;
	for (const [position, other] of others.entries()) {
		const differing = properties.find(({ name }) => !isSame(name, first, other));
		if (differing === undefined) continue;
		throw refuse(
			`${differing.displayName} differs between the input items ${numberOf(items, 0)} and ${numberOf(items, position + 1)}, which are lines of one document`,
			'Nothing was sent. Correct the field, or correct Group By so that only items of one document share a key.',
		);
	}
	const joined = [first, ...others].flatMap(({ lineItems }, position) =>
		linesIn(lineItems).map((line) => ({ line, position })),
	);
	const line = joined.map((one) => one.line);
	const lineNames = joined.map(
		({ position }, index) => `Line ${index + 1} (input item ${numberOf(items, position)})`,
	);
	return { ...first, lineItems: { line }, lineNames };
}

const OWN_FIELDS = ['groupBy', 'lineItems', 'linesJson'];

const isSame = (name: string, first: Values, other: Values): boolean =>
	OWN_FIELDS.includes(name) || JSON.stringify(first[name]) === JSON.stringify(other[name]);

const numberOf = (items: readonly number[], position: number): number => (items[position] ?? 0) + 1;

// An item without a line must not go missing: an empty line is an error, which names the item.
function linesIn(collection: unknown): readonly unknown[] {
	const lines = rowsOf(collection, 'line');
	return lines.length === 0 ? [{}] : lines;
}

/** How operations with Lines From make one document of several input items. */
export const linesPerItem: Grouping = { group: groupLines, join: joinLines };
