import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** The output of one call, and what its user should know beside it. */
export interface Told {
	readonly output: IDataObject[];
	readonly warnings: readonly string[];
}

// Above these, the list would be longer than anybody reads.
const MOST_HINTS = 10;
const MOST_ITEMS = 5;

/** Whether a node is at work as the tool of an agent. */
export const isTool = (context: Pick<IExecuteFunctions, 'getNode'>): boolean =>
	context.getNode().type.endsWith('Tool');

/**
 * Tells the user what there is to know, without changing the shape of a record: as hints above the output.
 *
 * @param told for each input item, or for the first one of those that are one document, what came of it
 * @returns whether it was told. A model sees no hints, and n8n may be too old for them: then it has to go into the output
 */
export function hint(context: IExecuteFunctions, told: ReadonlyMap<number, Told>): boolean {
	if (isTool(context) || typeof context.addExecutionHints !== 'function') return false;
	const isAlone = context.getInputData().length === 1;
	const byMessage = new Map<string, number[]>();
	for (const [item, { warnings }] of told)
		for (const message of warnings) byMessage.set(message, [...(byMessage.get(message) ?? []), item + 1]);
	const messages = [...byMessage].map(([message, items]) =>
		isAlone ? message : `${listItems(items)}: ${message}`,
	);
	const unshown = messages.splice(MOST_HINTS).length;
	if (unshown > 0) messages.push(`There are ${unshown} more warnings of this kind.`);
	for (const message of messages)
		context.addExecutionHints({ message: escaped(message), type: 'warning', location: 'outputPane' });
	return true;
}

/** The output of a call for those who see no hints. */
export const withWarnings = ({ output, warnings }: Told): IDataObject[] =>
	warnings.length === 0 ? output : output.map((record) => ({ warning: warnings.join(' '), ...record }));

// The editor shows hints as HTML, and a warning may quote what a service says.
const escaped = (message: string): string => message.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function listItems(items: readonly number[]): string {
	const [first, ...others] = items;
	if (others.length === 0) return `Item ${first}`;
	const shown = items.slice(0, MOST_ITEMS).map(String);
	const unshown = items.length - shown.length;
	const last = unshown > 0 ? `${unshown} more` : shown.pop();
	return `Items ${shown.join(', ')} and ${last}`;
}
