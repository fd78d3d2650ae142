import { type Method, flatten, type FlatField } from '../../../sandbox/fields.mts';

import { METHODS } from '../../../sandbox/methods/index.mts';

/** A method of the table of §4. */
export interface MethodRow extends Pick<Method, 'section' | 'answers'> {
	method: string;
	/** The elements that the method takes. */
	elements: readonly FlatField[];
	/** The elements that it does not accept, but validates. */
	checked: readonly FlatField[];
	/** The required groups. */
	groups: readonly string[];
}

/** The table of the methods. */
export const SPECIFICATION: readonly MethodRow[] = Object.entries(METHODS).map(
	([method, { section, answers, elements }]) => {
		const fields = flatten(elements);
		return {
			...{ method, section, answers },
			elements: fields.filter(({ isOnlyChecked }) => !isOnlyChecked),
			checked: fields.filter(({ isOnlyChecked }) => isOnlyChecked),
			groups: elements.flatMap((one) => ('group' in one && one.required ? one.group : [])),
		};
	},
);

/** The row of a method. */
export function rowOf(method: string): MethodRow {
	const row = SPECIFICATION.find((one) => one.method === method);
	if (row === undefined) throw new RangeError(`There is no ${method}`);
	return row;
}

/** Elements that a method needs because of the value of another one: both billing methods of §4.10 need a budget. */
const ALSO_NEEDED: Readonly<Record<string, string>> = { createProject: 'budget' };

/** The values of the smallest valid request of a method, with the lines or payments that the given paths are in. */
export function smallestRequest(row: MethodRow, paths: readonly string[] = []): Record<string, string> {
	const isSent = (group: string | undefined) =>
		group === undefined || row.groups.includes(group) || paths.some((one) => one.startsWith(`${group}/`));
	const needed = row.elements.filter(
		({ path, group, required }) =>
			ALSO_NEEDED[row.method] === path || (required !== undefined && isSent(group)),
	);
	return Object.fromEntries(needed.map(({ path, example }) => [path, example]));
}

/** The values of a request with every element of a method. */
export const largestRequest = (row: MethodRow): Record<string, string> =>
	Object.fromEntries(row.elements.map(({ path, example }) => [path, example]));
