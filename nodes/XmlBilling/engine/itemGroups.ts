import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { isAbsent } from '../xml/values';
import type { ItemContext } from './itemContext';
import type { Operation } from './operation';
import { createItemContext, prepareItem, type PreparedItem, type Run } from './prepareItem';

/** Input items that are carried out with one call. */
export interface ItemGroup {
	readonly items: readonly number[];
	/** Why they cannot be. */
	readonly problem?: string;
}

/**
 * Groups the input items: each alone, but those that are lines of one document together, by their key, where the first of
 * them stands. Without any key, all of them are one document.
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

// What is no text and no number would be the same key for all: an object, a list, a comparison, a sum that failed.
function keyOf(value: unknown): string | undefined {
	if (isAbsent(value)) return '';
	const isKey = typeof value === 'string' || typeof value === 'bigint' || Number.isFinite(value);
	return isKey ? String(value).trim() : undefined;
}

// An expression that cannot be evaluated is reported when its item is prepared.
function valueOf(context: IExecuteFunctions, name: string, index: number): unknown {
	try {
		return context.getNodeParameter(name, index, '');
	} catch {
		return undefined;
	}
}

/**
 * One call for the items of a group: everything is taken from the first of them, and must be the same for the others, but
 * for the line that each of them is. Throws an error that names what differs: the wrong client could be billed.
 */
export async function prepareGroup(run: Run, { items, problem }: ItemGroup): Promise<PreparedItem> {
	const calls: PreparedItem[] = [];
	for (const index of items) calls.push(await prepareItem(run, index));
	const [first, ...others] = calls;
	if (first === undefined) throw new NodeOperationError(run.context.getNode(), 'There is no input item');
	if (problem !== undefined) {
		throw first.problem(problem, 'Give every item the key of its document, or leave Group By empty for all.');
	}
	if (first.values['linesFrom'] !== 'items') return first;
	for (const [position, other] of others.entries()) {
		const differing = run.operation.properties.find(({ name }) => !isSame(name, first, other));
		if (differing === undefined) continue;
		throw first.problem(
			`${differing.displayName} differs between the input items ${numberOf(items, 0)} and ${numberOf(items, position + 1)}, which are lines of one document`,
			'Nothing was sent. Correct Group By, so that only items of one document share a key, or the field.',
		);
	}
	const line = calls.map(({ values }) => lineOf(values['itemLine']));
	const lineNames = items.map((item, index) => `Line ${index + 1} (input item ${item + 1})`);
	return createItemContext(run, items[0] ?? 0, { ...first.values, lineItems: { line }, lineNames });
}

// The lines are what the items differ in.
const OWN_FIELDS = ['groupBy', 'itemLine', 'lineItems', 'linesJson'];

const isSame = (name: string, first: ItemContext, other: ItemContext): boolean =>
	OWN_FIELDS.includes(name) || JSON.stringify(first.values[name]) === JSON.stringify(other.values[name]);

const numberOf = (items: readonly number[], position: number): number => (items[position] ?? 0) + 1;

// A set of fields that is not repeatable holds its one entry as it is.
const lineOf = (collection: unknown): unknown =>
	typeof collection === 'object' && collection !== null
		? (new Map<string, unknown>(Object.entries(collection)).get('line') ?? {})
		: {};
