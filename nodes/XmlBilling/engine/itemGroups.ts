import type { IExecuteFunctions } from 'n8n-workflow';
import type { Values } from '../xml/encode';
import { isAbsent } from '../xml/values';
import type { Operation } from './operation';
import { createItemContext, problemOf, readValues, type PreparedItem, type Run } from './prepareItem';

/** Input items that are worked on as one, by their indexes. */
export interface ItemGroup {
	readonly items: readonly number[];
	/** Set if they cannot be grouped. */
	readonly problem?: string;
}

/**
 * Groups the input items. Items that are lines of one document share a group, by their key, in the place of the first of
 * them; any other item is a group of its own. Without any key, all lines belong to one document.
 */
export function groupItems(context: IExecuteFunctions, operation: Operation): ItemGroup[] {
	const indexes = context.getInputData().map((_, index) => index);
	const canGroup = operation.properties.some(({ name }) => name === 'groupBy');
	const keys = new Map<number, string | undefined>();
	for (const index of canGroup ? indexes : []) {
		if (valueOf(context, 'linesFrom', index) !== 'items') continue;
		keys.set(index, keyOf(valueOf(context, 'groupBy', index)));
	}
	const isKeyed = [...keys.values()].some((key) => key !== '');
	const groups = new Map<string, number[]>();
	return indexes.flatMap((index): ItemGroup[] => {
		if (!keys.has(index)) return [{ items: [index] }];
		const key = keys.get(index);
		if (key === undefined) return [{ items: [index], problem: 'Group By takes a text or a number' }];
		if (key === '' && isKeyed) return [{ items: [index], problem: 'Group By is empty for this item' }];
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

// Only texts and numbers tell documents apart: objects, lists and failed sums would all be the same key.
function keyOf(value: unknown): string | undefined {
	if (isAbsent(value)) return '';
	const isKey = typeof value === 'string' || typeof value === 'bigint' || Number.isFinite(value);
	return isKey ? String(value).trim() : undefined;
}

// An expression that fails is reported when its item is prepared.
function valueOf(context: IExecuteFunctions, name: string, index: number): unknown {
	try {
		return context.getNodeParameter(name, index, '');
	} catch {
		return undefined;
	}
}

/**
 * Prepares the items of a group as one. Everything is taken from the first of them, and must be the same for the others
 * except for the line that each of them is. Throws an error that names the difference: the wrong client could be billed.
 */
export async function prepareGroup(run: Run, { items, problem }: ItemGroup): Promise<PreparedItem> {
	const [index = 0] = items;
	const refuse = problemOf(run.context, index);
	const values: Values[] = [];
	for (const item of items) values.push(await readValues(run, item));
	if (problem !== undefined)
		throw refuse(problem, 'Give every item the key of its document, or leave Group By empty for all.');
	const [first = {}, ...others] = values;
	if (first['linesFrom'] !== 'items') return createItemContext(run, index, first);
	for (const [position, other] of others.entries()) {
		const differing = run.operation.properties.find(({ name }) => !isSame(name, first, other));
		if (differing === undefined) continue;
		throw refuse(
			`${differing.displayName} differs between the input items ${numberOf(items, 0)} and ${numberOf(items, position + 1)}, which are lines of one document`,
			'Nothing was sent. Correct Group By, so that only items of one document share a key, or the field.',
		);
	}
	const line = values.map(({ itemLine }) => lineOf(itemLine));
	const lineNames = items.map((item, position) => `Line ${position + 1} (input item ${item + 1})`);
	return createItemContext(run, index, { ...first, lineItems: { line }, lineNames });
}

// The lines are what the items differ in.
const OWN_FIELDS = ['groupBy', 'itemLine', 'lineItems', 'linesJson'];

const isSame = (name: string, first: Values, other: Values): boolean =>
	OWN_FIELDS.includes(name) || JSON.stringify(first[name]) === JSON.stringify(other[name]);

const numberOf = (items: readonly number[], position: number): number => (items[position] ?? 0) + 1;

// A set of fields that is not repeatable holds its one entry as it is.
const lineOf = (collection: unknown): unknown =>
	typeof collection === 'object' && collection !== null
		? (new Map<string, unknown>(Object.entries(collection)).get('line') ?? {})
		: {};
