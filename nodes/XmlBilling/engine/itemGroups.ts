import type { IExecuteFunctions } from 'n8n-workflow';
import type { Values } from '../xml/encode';
import { fieldsOf } from '../xml/unknown';
import { isAbsent } from '../xml/values';
import type { Operation } from './operation';
import type { RunForm } from './runForm';
import { createItemContext, problemOf, readValues, type PreparedItem, type Run } from './prepareItem';

/** Indexes of input items that are processed as one. */
export interface ItemGroup {
	readonly items: readonly number[];
	/** Why the item cannot be grouped. */
	readonly problem?: string;
}

/**
 * Groups the input items. Lines with the same key form one group, at the position of the first of them. Any other item is
 * a group of its own. Without keys, all lines belong to one document.
 */
export function groupItems(context: IExecuteFunctions, operation: Operation, form: RunForm): ItemGroup[] {
	const indexes = context.getInputData().map((_, index) => index);
	const canGroup = operation.properties.some(({ name }) => name === 'groupBy');
	const keys = new Map<number, string | undefined>();
	for (const index of canGroup ? indexes : []) {
		if (valueOf(form, 'linesFrom', index) !== 'items') continue;
		keys.set(index, keyOf(valueOf(form, 'groupBy', index)));
	}
	const isKeyed = [...keys.values()].some((key) => key !== '');
	const groups = new Map<string, number[]>();
	return indexes.flatMap((index): ItemGroup[] => {
		if (!keys.has(index)) return [{ items: [index] }];
		const key = keys.get(index);
		if (key === undefined) return [{ items: [index], problem: 'Group By takes text or a number' }];
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

// Only texts and numbers distinguish documents: objects, and failed calculations (NaN), would all be the same key.
function keyOf(value: unknown): string | undefined {
	if (isAbsent(value)) return '';
	const isKey = typeof value === 'string' || typeof value === 'bigint' || Number.isFinite(value);
	return isKey ? String(value).trim() : undefined;
}

/** The value of a field for an item; undefined if its expression fails, which is reported when the item is prepared. */
export function valueOf(form: RunForm, name: string, index: number): unknown {
	try {
		return form.valueOf(name, index);
	} catch {
		return undefined;
	}
}

/**
 * Prepares the items of a group as one, from the first item's values. The others may differ only in their line: otherwise
 * the wrong client could be billed, so this throws an error that names the differing field.
 */
export async function prepareGroup(run: Run, { items, problem }: ItemGroup): Promise<PreparedItem> {
	const [index = 0] = items;
	const ended = run.api.ended(run.operation.method ?? '');
	// An item that only needs to find its record may still succeed when no more may be created.
	if (ended !== undefined && fieldsOf(valueOf(run.form, 'options', index))['ifExists'] !== 'existing')
		throw ended;
	const refuse = problemOf(run.context, index);
	const values: Values[] = [];
	const warnings: string[] = [];
	for (const item of items) values.push(await readValues(run, item, warnings));
	if (problem !== undefined)
		throw refuse(problem, "Set Group By to the document's key for every item, or leave it empty for all.");
	const [first = {}, ...others] = values;
	if (first['linesFrom'] !== 'items') return createItemContext(run, index, first, warnings);
	for (const [position, other] of others.entries()) {
		const differing = run.operation.properties.find(({ name }) => !isSame(name, first, other));
		if (differing === undefined) continue;
		throw refuse(
			`${differing.displayName} differs between the input items ${numberOf(items, 0)} and ${numberOf(items, position + 1)}, which are lines of one document`,
			'Nothing was sent. Correct the field, or correct Group By so that only items of one document share a key.',
		);
	}
	const line = values.map(({ itemLine }) => lineOf(itemLine));
	const lineNames = items.map((item, position) => `Line ${position + 1} (input item ${item + 1})`);
	return createItemContext(run, index, { ...first, lineItems: { line }, lineNames }, warnings);
}

const OWN_FIELDS = ['groupBy', 'itemLine', 'lineItems', 'linesJson'];

const isSame = (name: string, first: Values, other: Values): boolean =>
	OWN_FIELDS.includes(name) || JSON.stringify(first[name]) === JSON.stringify(other[name]);

const numberOf = (items: readonly number[], position: number): number => (items[position] ?? 0) + 1;

// A set of fields that isn't repeatable holds an object instead of a list.
const lineOf = (collection: unknown): unknown =>
	typeof collection === 'object' && collection !== null
		? (new Map<string, unknown>(Object.entries(collection)).get('line') ?? {})
		: {};
