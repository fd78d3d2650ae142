import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { isMeant, readForm } from './readForm';
import { resolveLocators } from './resolveLocators';
import { encode, type Values } from '../xml/encode';
import type { WritableApi } from '../transport/billingApi';
import type { ItemContext } from './itemContext';
import type { Operation } from './operation';
import type { RetryMemory } from './retryMemory';

/** One execution of the node. */
export interface Run {
	readonly context: IExecuteFunctions;
	readonly operation: Operation;
	readonly api: WritableApi;
	readonly memory: RetryMemory;
}

export interface PreparedItem extends ItemContext {
	readonly warnings: readonly string[];
	/** Resolves with the identifier of the written record once it is being read back. */
	readonly reading: Promise<number>;
}

const CORRECT = 'Nothing was sent. Correct the field and run the node again.';

/** Makes errors that n8n shows with the item's index. */
export const problemOf =
	(context: IExecuteFunctions, itemIndex: number): ItemContext['problem'] =>
	(message, description) =>
		new NodeOperationError(context.getNode(), message, {
			itemIndex,
			...(description === undefined ? {} : { description }),
		});

/** Reads an item's form and resolves its locators. Throws an error that names the field. */
export async function readValues({ context, operation, api }: Run, index: number): Promise<Values> {
	const { properties } = operation;
	const problem = problemOf(context, index);
	const given = Object.fromEntries(
		properties.map(({ name }) => [name, context.getNodeParameter(name, index, null)]),
	);
	const refuse = (message: string) => problem(message, CORRECT);
	const read = readForm(properties, given, context.getNode().parameters, refuse);
	const resolved = await resolveLocators(read, api, properties);
	if (resolved.ok) return resolved.values;
	throw problem(resolved.problem, resolved.advice);
}

/**
 * Encodes an item's values, once, and makes its context. Throws an error that names the field.
 *
 * @param index the item that errors are shown for
 */
export function createItemContext(run: Run, index: number, values: Values): PreparedItem {
	const { context, operation, api } = run;
	const problem = problemOf(context, index);
	const timeZone = context.getTimezone();
	const encoded = encode(operation.properties, values, timeZone);
	if (!encoded.ok) throw problem(`${encoded.field} ${encoded.problem}`, CORRECT);
	const warnings: string[] = [];
	let readsBack: (id: number) => void = () => undefined;
	const reading = new Promise<number>((resolve) => (readsBack = resolve));
	return {
		api,
		method: operation.method ?? '',
		values,
		body: encoded.body,
		timeZone,
		isMeant: (field) => isMeant(context.getNode().parameters[field]),
		problem,
		warn: (message) => void warnings.push(message),
		log: (message) => context.logger.info(`${context.getNode().name}: ${message}`),
		warnings,
		readsBack,
		reading,
	};
}
