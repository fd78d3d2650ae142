import type { IExecuteFunctions, INode } from 'n8n-workflow';

/** The node's form in one run. n8n copies the node each time it is asked for, and checks a value each time it is read. */
export interface RunForm {
	readonly node: INode;
	/** The value of a field for an item, with its expressions resolved; null if the node lacks the field. */
	valueOf(name: string, item: number): unknown;
}

/** Evaluates each expression once per item, and reads fields without expressions only once. */
export function openForm(context: IExecuteFunctions): RunForm {
	const node = context.getNode();
	const varying = new Set(
		Object.keys(node.parameters).filter((name) => hasExpression(node.parameters[name])),
	);
	const constant = new Map<string, unknown>();
	const ofItems = new Map<number, Map<string, unknown>>();
	function valuesOf(item: number): Map<string, unknown> {
		const values = ofItems.get(item) ?? new Map<string, unknown>();
		ofItems.set(item, values);
		return values;
	}
	function valueOf(name: string, item: number): unknown {
		const values = varying.has(name) ? valuesOf(item) : constant;
		if (!values.has(name)) values.set(name, context.getNodeParameter(name, item, null));
		return values.get(name);
	}
	return { node, valueOf };
}

const hasExpression = (raw: unknown): boolean => {
	if (typeof raw === 'string') return raw.startsWith('=');
	return Object.values(raw ?? {}).some(hasExpression);
};
