import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { isFilledIn, readForm } from './form/read';
import { resolveForm } from './form/resolve';
import { bodyOf, rowsIn, valuesOf, type FormNode } from './form/tree';
import type { WritableApi } from '../transport/billingApi';
import type { ItemContext, ItemOutput, PreparedItem } from './item';
import { viewOf } from './view';
import type { ItemGroup, Operation, Write } from './operation';
import { isTool } from './hints';
import { isPreview, previewIfAsked, refuseNumber } from './preview';
import { methodNamed } from '../records/methods';
import { isAbsent } from '../xml/values';
import type { Ledger } from './ledger';
import type { RunForm } from './runForm';

/** One execution of the node. */
export interface Run {
	readonly context: IExecuteFunctions;
	readonly operation: Operation;
	readonly form: RunForm;
	readonly api: WritableApi;
	readonly ledger: Ledger;
	/** Keeps executions for different accounts apart, and this one from others. */
	readonly account: string;
	readonly owner: symbol;
}

const CORRECT = 'Correct the field and run the node again.';

/** Makes errors that n8n shows with the item's index. */
export const problemOf =
	(context: IExecuteFunctions, itemIndex: number): ItemContext['problem'] =>
	(message, description = CORRECT) =>
		new NodeOperationError(context.getNode(), message, { itemIndex, description });

/**
 * Reads an item's form. Throws an error that names the field.
 *
 * @param warnings takes those of an operation that only reads; what they warn of stops a write
 */
function readItem({ context, operation, form }: Run, index: number, warnings: Set<string>): FormNode[] {
	const { properties } = operation;
	const values = Object.fromEntries(properties.map(({ name }) => [name, form.valueOf(name, index)]));
	return readForm(properties, values, {
		raw: form.node.parameters,
		timeZone: context.getTimezone(),
		refuse: problemOf(context, index),
		warn: operation.run && ((message) => void warnings.add(message)),
		doubt: (message) => void warnings.add(message),
	});
}

function perhapsNumberIn(nodes: readonly FormNode[]): PreparedItem['perhapsNumber'] {
	for (const node of nodes)
		if ('perhapsNumber' in node && node.perhapsNumber !== undefined)
			return { type: node.perhapsNumber, id: Number(node.content) };
	return undefined;
}

/** The value of a field for an item; undefined if its expression fails, which is reported when the item is prepared. */
export function valueIn(form: RunForm, name: string, index: number): unknown {
	try {
		return form.valueOf(name, index);
	} catch {
		return undefined;
	}
}

/** Groups the input items as the operation does. */
export function groupItems({ context, operation, form }: Run): ItemGroup[] {
	const indexes = context.getInputData().map((_, index) => index);
	return (
		operation.grouping?.group(indexes, (name, index) => valueIn(form, name, index)) ??
		indexes.map((index) => ({ items: [index] }))
	);
}

/** What the forms of a group's items say, before names are looked up, and the warnings of reading them. */
export interface GroupForm {
	readonly nodes: readonly FormNode[];
	readonly warnings: ReadonlySet<string>;
}

/** Reads the forms of a group's items as one. Throws an error that names the field. */
export function readGroup(run: Run, { items }: ItemGroup): GroupForm {
	const warnings = new Set<string>();
	const read = items.map((item) => readItem(run, item, warnings));
	const [index = 0] = items;
	const [first = []] = read;
	const nodes = run.operation.grouping?.join(items, read, problemOf(run.context, index)) ?? first;
	return { nodes, warnings };
}

/** Looks up what the form of a group names, and makes the context of its item. Throws an error that names the field. */
export async function prepareGroup(
	run: Run,
	group: ItemGroup,
	read: GroupForm = readGroup(run, group),
): Promise<PreparedItem> {
	const { context, operation, form, api, ledger } = run;
	const [index = 0] = group.items;
	const problem = problemOf(context, index);
	const nodes = await resolveForm(read.nodes, api, problem);
	const warnings = new Set(read.warnings);
	return {
		...{ api, index, problem, warnings },
		method: operation.method ?? '',
		values: valuesOf(nodes),
		body: bodyOf(nodes),
		rowsOf: (field) => rowsIn(nodes, field),
		timeZone: context.getTimezone(),
		isFilledIn: (field) => isFilledIn(form.node.parameters[field]),
		turn: () => Promise.resolve(),
		written: (key) => ledger.written.get(key),
		warn: (message) => void warnings.add(message),
		perhapsNumber: perhapsNumberIn(nodes),
	};
}

/** The output of an item, how to show it, and its warnings. */
export const resultOf = (run: Run, item: PreparedItem, output: IDataObject[]): ItemOutput => ({
	output,
	view: viewOf(run, item),
	warnings: [...item.warnings],
});

/** The write of an item, which the guards of its operation may refuse. Or its output, if it needs none or asks for a preview. */
export async function prepareWrite(run: Run, item: PreparedItem): Promise<Write | ItemOutput> {
	const { operation, api, form } = run;
	const verb = methodNamed(item.method)?.verb;
	if ((verb === 'delete' || verb === 'send') && !isPreview(item)) {
		const refusal = await api.refusal(item.method, item.body);
		if (refusal !== undefined) throw item.problem(refusal.message, refusal.advice);
	}
	const write = (await operation.prepare?.(item)) ?? [];
	if (verb === 'update') refuseEmptyUpdate(item);
	if (Array.isArray(write)) return resultOf(run, item, write);
	await refuseNumber(api, item);
	const view = viewOf(run, item);
	const isSimplified = view?.type.isWide && view.fields !== 'raw' && !isTool(form.node);
	return (await previewIfAsked(api, item, write, isSimplified)) ?? write;
}

/** Throws if an update has nothing to change: its output would say that it did (people). */
function refuseEmptyUpdate(item: ItemContext): void {
	const { updateFields, linesFrom = 'none' } = item.values;
	if (updateFields === undefined || linesFrom !== 'none' || !isBlank(updateFields)) return;
	throw item.problem(
		'There is nothing to change',
		'Fill in a field under Update Fields: an empty one keeps its value.',
	);
}

const isBlank = (value: unknown): boolean =>
	isAbsent(value) || (typeof value === 'object' && Object.values(value ?? {}).every(isBlank));
