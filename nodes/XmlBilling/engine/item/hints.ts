import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { someOf } from '../../xml/text';
import type { ItemOutput } from './itemContext';

// Longer lists go unread.
const MAX_HINTS = 10;

/** Whether the node runs as an agent's tool. */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

/**
 * Shows warnings as hints above the output, so that records keep their shape.
 *
 * @param outputs by input item; for items that form one document, by the first of them
 * @returns false if nobody would see hints, because the node runs as a tool or n8n is too old
 */
export function showHints(context: IExecuteFunctions, outputs: ReadonlyMap<number, ItemOutput>): boolean {
	if (isTool(context.getNode()) || typeof context.addExecutionHints !== 'function') return false;
	const isAlone = context.getInputData().length === 1;
	const byMessage = new Map<string, number[]>();
	for (const [item, { warnings }] of outputs)
		for (const message of warnings) byMessage.set(message, [...(byMessage.get(message) ?? []), item + 1]);
	const messages = [...byMessage].map(([message, items]) =>
		isAlone ? message : `${listItems(items)}: ${message}`,
	);
	const unshown = messages.splice(MAX_HINTS).length;
	if (unshown > 0)
		messages.push(`${unshown} more ${unshown === 1 ? 'warning is' : 'warnings are'} not shown.`);
	for (const message of messages)
		context.addExecutionHints({ message: escaped(message), type: 'warning', location: 'outputPane' });
	return true;
}

/** The output with its warnings inside its first record, for use without hints. */
export const withWarnings = ({ output: [first, ...others], warnings }: ItemOutput): IDataObject[] =>
	first === undefined
		? []
		: [warnings.length === 0 ? first : { warning: warnings.join(' '), ...first }, ...others];

// The editor shows hints as HTML, and a warning may quote the service.
const escaped = (message: string): string => message.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const listItems = (items: readonly number[]): string =>
	`${items.length === 1 ? 'Item' : 'Items'} ${someOf(items.map(String))}`;
