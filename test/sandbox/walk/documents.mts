import type { MethodRow } from './specification.mts';

/**
 * The elements of a request: texts by path. A path may repeat an element with an index (`items/item[1]/name`); an element
 * without an index is the first.
 */
export type Values = Readonly<Record<string, string>>;

interface Branch {
	name: string;
	text: string;
	children: Map<string, Branch>;
}

/** The XML document of a request. */
export function writeRequest(method: string, values: Values): string {
	const root: Branch = { name: 'request', text: '', children: new Map() };
	for (const [path, text] of Object.entries(values)) {
		path.split('/').reduce(childOf, root).text = text;
	}
	const content = [...root.children.values()].map(writeBranch).join('');
	return `<?xml version="1.0" encoding="utf-8"?><request method="${method}">${content}</request>`;
}

/**
 * Elements that a method needs because of the value of another one: both billing methods named in §4.10 need a
 * budget.
 */
const ALSO_NEEDED: Readonly<Record<string, string>> = { createProject: 'budget' };

/** The values of the smallest valid request of a method, with the lines or payments that the given paths are in. */
export function smallestRequest(row: MethodRow, paths: readonly string[] = []): Record<string, string> {
	const needed = row.elements.filter(
		({ path, group, required }) =>
			ALSO_NEEDED[row.method] === path ||
			(required !== undefined &&
				(group === undefined ||
					row.groups.includes(group) ||
					paths.some((one) => one.startsWith(`${group}/`)))),
	);
	return Object.fromEntries(needed.map(({ path, example }) => [path, example]));
}

/** The values of a request with every element of a method. */
export function largestRequest(row: MethodRow): Record<string, string> {
	return Object.fromEntries(row.elements.map(({ path, example }) => [path, example]));
}

/** Values with some changes: null removes an element. */
export function changed(
	values: Values,
	changes: Readonly<Record<string, string | null>>,
): Record<string, string> {
	const entries = Object.entries({ ...values, ...changes });
	return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null));
}

function childOf(parent: Branch, step: string): Branch {
	const child = parent.children.get(step) ?? {
		name: step.replace(/\[\d+\]$/, ''),
		text: '',
		children: new Map(),
	};
	parent.children.set(step, child);
	return child;
}

function writeBranch({ name, text, children }: Branch): string {
	const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
	return `<${name}>${escaped}${[...children.values()].map(writeBranch).join('')}</${name}>`;
}
