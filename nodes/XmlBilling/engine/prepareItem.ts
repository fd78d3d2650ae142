import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { isFilledIn, readForm } from './readForm';
import { resolveLocators } from './resolveLocators';
import { encode, type Values } from '../xml/encode';
import { fieldsOf } from '../objects';
import type { WritableApi } from '../transport/billingApi';
import type { ItemContext } from './itemContext';
import type { ItemGroup, Operation } from './operation';
import type { ReadAhead } from './reads/readAhead';
import type { Claims } from './writes/claims';
import type { RetryMemory } from './retryMemory';
import type { RunForm } from './runForm';

/** One execution of the node. */
export interface Run {
	readonly context: IExecuteFunctions;
	readonly operation: Operation;
	readonly form: RunForm;
	readonly api: WritableApi;
	readonly readAhead: ReadAhead;
	readonly memory: RetryMemory;
	readonly claims: Claims;
}

export interface PreparedItem extends ItemContext {
	readonly warnings: readonly string[];
}

const CORRECT = 'Nothing was sent. Correct the field and run the node again.';

/** Makes errors that n8n shows with the item's index. */
export const problemOf =
	(context: IExecuteFunctions, itemIndex: number): ItemContext['problem'] =>
	(message, description = CORRECT) =>
		new NodeOperationError(context.getNode(), message, { itemIndex, description });

/**
 * Reads an item's form and resolves its locators. Throws an error that names the field.
 *
 * @param warnings takes those of an operation that only reads; what they warn of stops a write
 */
async function readValues(
	{ context, operation, form, api }: Run,
	index: number,
	warnings: string[],
): Promise<Values> {
	const { properties } = operation;
	const problem = problemOf(context, index);
	const given = Object.fromEntries(properties.map(({ name }) => [name, form.valueOf(name, index)]));
	const refuse = (message: string) => problem(message);
	const read = readForm(properties, given, form.node.parameters, refuse);
	const warn = operation.run && ((message: string) => void warnings.push(message));
	const resolved = await resolveLocators(read, api, properties, form.node.parameters, warn);
	if (resolved.ok) return resolved.values;
	throw problem(resolved.problem, resolved.advice);
}

/**
 * Encodes an item's values, once, and makes its context. Throws an error that names the field.
 *
 * @param index the item that errors are shown for
 * @param warnings those of reading its values; later ones are added
 */
function createItemContext(run: Run, index: number, values: Values, warnings: string[]): PreparedItem {
	const { context, operation, form, api, readAhead, claims } = run;
	const problem = problemOf(context, index);
	const timeZone = context.getTimezone();
	const encoded = encode(operation.properties, values, timeZone);
	if (!encoded.ok) throw problem(`${encoded.field} ${encoded.problem}`);
	const ends: Array<() => void> = [];
	const held = new Set<string>();
	let isStale = false;
	return {
		api,
		method: operation.method ?? '',
		values,
		body: encoded.body,
		timeZone,
		async claim(keys) {
			const wanted = keys.filter((key) => !held.has(key));
			const { end, hadOthers } = await claims.claim(wanted);
			ends.push(end);
			for (const key of wanted) held.add(key);
			if (hadOthers) api.forgetAfter(operation.method ?? '');
			isStale ||= hadOthers;
			return hadOthers;
		},
		release() {
			for (const end of ends.splice(0)) end();
			held.clear();
		},
		async current(type) {
			const id = Number(encoded.body[type.id]);
			return isStale ? await api.get(type, id) : await readAhead.current(type, id);
		},
		isFilledIn: (field) => isFilledIn(form.node.parameters[field]),
		problem,
		warn: (message) => void warnings.push(message),
		log: (message) => context.logger.info(`${form.node.name}: ${message}`),
		warnings,
	};
}

/** The value of a field for an item; undefined if its expression fails, which is reported when the item is prepared. */
export function valueOf(form: RunForm, name: string, index: number): unknown {
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
		operation.grouping?.group(indexes, (name, index) => valueOf(form, name, index)) ??
		indexes.map((index) => ({ items: [index] }))
	);
}

/** Prepares the items of a group as one. Throws an error that names the field. */
export async function prepareGroup(run: Run, { items, problem }: ItemGroup): Promise<PreparedItem> {
	const { operation, api, context, form } = run;
	const [index = 0] = items;
	const ended = api.ended(operation.method ?? '');
	// An item that only needs to find its record may still succeed when no more may be created.
	if (ended !== undefined && fieldsOf(valueOf(form, 'options', index))['ifExists'] !== 'existing')
		throw ended;
	const refuse = problemOf(context, index);
	const values: Values[] = [];
	const warnings: string[] = [];
	for (const item of items) values.push(await readValues(run, item, warnings));
	if (problem !== undefined) throw refuse(problem.message, problem.advice);
	const [first = {}] = values;
	const joined = operation.grouping?.join(items, values, operation.properties, refuse) ?? first;
	return createItemContext(run, index, joined, warnings);
}
