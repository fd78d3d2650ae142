import { groupBy } from '../../helpers/GenericFunctions';
import { isGroup } from '../../descriptions/property';
import { rowsIn, valueOf, valuesOf, type FormNode, type Refuse, type Row } from '../../execution/form/tree';
import type { Grouping, ItemGroup } from '../../execution/operation';
import { compareIdentity, identityKey, lookOf } from '../../xml/identity';
import { textOf } from '../../xml/shape';
import { isAbsent, quote } from '../../xml/values';

// With Lines From set to Input Items, each input item brings its lines along, and items with the same Group By are one document.

/**
 * Lines with the same key form one group, at the position of the first of them; those with keys that look the same are refused
 * in it. Any other item is a group of its own. Without keys, all lines belong to one document.
 */
function groupLines(
	indexes: readonly number[],
	valueOf: (field: string, index: number) => unknown,
): ItemGroup[] {
	const groups = groupBy(indexes, (index) => {
		const key = valueOf('groupBy', index);
		if (valueOf('linesFrom', index) !== 'items' || !isKey(key)) return index;
		return isAbsent(key) ? '' : lookOf(key);
	});
	return [...groups.values()].map((items) => ({ items }));
}

// Only texts and exact numbers distinguish documents: objects, and failed calculations (NaN), would all be the same key.
const isKey = (value: unknown): boolean =>
	isAbsent(value) ||
	['string', 'bigint'].includes(typeof value) ||
	(typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER);

/**
 * Joins items into the document of the first. The others may differ only in their lines: otherwise the wrong client could be
 * billed, so this throws an error that names the differing field.
 */
function joinLines(
	items: readonly number[],
	[first = [], ...others]: ReadonlyArray<readonly FormNode[]>,
	refuse: Refuse,
): readonly FormNode[] {
	const { linesFrom, groupBy: key } = valuesOf(first);
	if (linesFrom !== 'items') return first;
	if (!isKey(key)) throw refuse('Group By takes text or a number', 'Correct its expression.');
	for (const [position, other] of others.entries()) {
		const { groupBy: own } = valuesOf(other);
		if (compareIdentity('number', key, own) !== 'same')
			throw refuse(
				`Group By looks the same in the input items ${numberOf(items, 0)} and ${numberOf(items, position + 1)}, but is not`,
				`It is ${quote(textOf(key))} and ${quote(textOf(own))}: spell both alike if they mean one document, and tell them apart if they don't.`,
			);
		const differing = first.find((node, at) => !isSame(node, other[at]));
		if (differing === undefined) continue;
		throw refuse(
			`${differing.field.displayName} differs between the input items ${numberOf(items, 0)} and ${numberOf(items, position + 1)}, which are lines of one document`,
			'Correct the field, or correct Group By so that only items of one document share a key.',
		);
	}
	const rows = [first, ...others].flatMap((form, position) => {
		// An item without a line must not go missing: an empty line is an error, which names the item.
		const [own = NO_LINE, ...more] = rowsIn(form, 'lineItems');
		return [own, ...more].map((row) => ({ ...row, path: `(input item ${numberOf(items, position)})` }));
	});
	const named = rows.map((row, index) => ({ ...row, path: `Lines › ${index + 1} ${row.path}` }));
	return first.map((node) => (node.field.name === 'lineItems' ? withRows(node, named) : node));
}

const OWN_FIELDS = ['groupBy', 'lineItems', 'linesJson'];

const isSame = (one: FormNode, other: FormNode | undefined): boolean =>
	OWN_FIELDS.includes(one.field.name) || (other !== undefined && comparable(one) === comparable(other));

// A sheet has 85 in one row and '85' in the next (people). Texts that are printed count as written.
function comparable(node: FormNode): string {
	const value = valueOf(node);
	if (node.field.name === 'number') return identityKey('number', value);
	return JSON.stringify(value, (_, part: unknown) => (typeof part === 'number' ? String(part) : part));
}

const NO_LINE: Row = { path: '', fields: [] };

const withRows = ({ field, path }: FormNode, rows: readonly Row[]): FormNode => ({
	field,
	path,
	groups: (field.options ?? []).filter(isGroup).map((group) => ({ group, isList: true, rows })),
});

const numberOf = (items: readonly number[], position: number): number => (items[position] ?? 0) + 1;

/** How operations with Lines From make one document of several input items. */
export const linesPerItem: Grouping = { group: groupLines, join: joinLines };
