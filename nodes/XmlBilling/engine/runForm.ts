import type { IExecuteFunctions, INode } from 'n8n-workflow';

/** The node's form in one run. n8n copies the node each time it is asked for, and checks a value each time it is read. */
export interface RunForm {
	readonly node: INode;
	/** The value of a field for an item, with its expressions resolved; null if the node lacks the field. */
	valueOf(name: string, item: number): unknown;
	/** Resolves the expressions of an item before they are asked for, which takes n8n about half a millisecond each. */
	readAhead(names: readonly string[], item: number): void;
}

/** Reads fields without expressions only once, since they are the same for all items. */
export function openForm(context: IExecuteFunctions): RunForm {
	const node = context.getNode();
	let ahead = { item: -1, values: new Map<string, unknown>() };
	/** Those that are the same for all items. */
	const known = new Map<string, unknown>();
	function valueOf(name: string, item: number): unknown {
		const values = item === ahead.item && ahead.values.has(name) ? ahead.values : known;
		if (values.has(name)) return values.get(name);
		const value: unknown = context.getNodeParameter(name, item, null);
		if (!hasExpression(node.parameters[name])) known.set(name, value);
		else if (item === ahead.item) ahead.values.set(name, value);
		return value;
	}
	return {
		node,
		valueOf,
		readAhead(names, item) {
			ahead = { item, values: new Map() };
			try {
				for (const name of names) valueOf(name, item);
			} catch {
				// A failing expression is reported when its item is prepared.
			}
		},
	};
}

const hasExpression = (raw: unknown): boolean => {
	if (typeof raw === 'string') return raw.startsWith('=');
	return typeof raw === 'object' && raw !== null && Object.values(raw).some(hasExpression);
};
