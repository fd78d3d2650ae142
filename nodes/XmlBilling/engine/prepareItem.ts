import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { isMeant, readForm } from './readForm';
import { resolveLocators } from './resolveLocators';
import { encode, type Values } from '../xml/encode';
import type { BillingApi } from '../transport/billingApi';
import type { ItemContext } from './itemContext';
import type { Operation } from './operation';
import { guardWrites } from '../guards/previewAndTotal';

/** One execution of the node. */
export interface Run {
	readonly context: IExecuteFunctions;
	readonly operation: Operation;
	readonly api: BillingApi;
}

export interface PreparedItem extends ItemContext {
	/** What the user is to be warned of, as far as it is known. */
	readonly warnings: readonly string[];
}

/**
 * The call of one input item: what was filled in, with locators looked up. Everything is made anew for its item, so that
 * nothing of one item reaches another. Throws an error that names the field.
 */
export async function prepareItem(run: Run, index: number): Promise<PreparedItem> {
	const { context, operation, api: api } = run;
	const given = Object.fromEntries(
		operation.properties.map(({ name }) => [name, context.getNodeParameter(name, index, null)]),
	);
	const unread = createItemContext(run, index, given);
	const refuse = (message: string) => unread.problem(message, CORRECT);
	const read = readForm(operation.properties, given, context.getNode().parameters, refuse);
	const resolved = await resolveLocators(read, api, operation.properties);
	if (resolved.ok) return createItemContext(run, index, resolved.values);
	throw unread.problem(resolved.problem, resolved.advice);
}

const CORRECT = 'Nothing was sent. Correct the field and run the node again.';

/** A call with the given values, for the item to which its errors belong. */
export function createItemContext(
	{ context, operation, api: api }: Run,
	index: number,
	values: Values,
): PreparedItem {
	const timeZone = context.getTimezone();
	const warnings: string[] = [];
	const problem = (message: string, advice?: string) =>
		new NodeOperationError(context.getNode(), message, {
			itemIndex: index,
			...(advice === undefined ? {} : { description: advice }),
		});
	return {
		api: guardWrites(api, { values, problem, warnings }),
		method: operation.method ?? '',
		values,
		timeZone,
		problem,
		isMeant: (field) => isMeant(context.getNode().parameters[field]),
		body() {
			const encoded = encode(operation.properties, values, timeZone);
			if (!encoded.ok) throw problem(`${encoded.field} ${encoded.problem}`, CORRECT);
			return encoded.body;
		},
		warn: (message) => void warnings.push(message),
		warnings,
	};
}
