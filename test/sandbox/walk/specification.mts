import { flatten, type FlatField } from '../../../sandbox/fields.mts';
import type { Method } from '../../../sandbox/call.mts';
import { METHODS } from '../../../sandbox/methods/index.mts';

/** A row of the table of methods, flattened for tests: without groups, so that each element has its full path. */
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
			method,
			section,
			answers,
			elements: fields.filter(({ isOnlyChecked }) => !isOnlyChecked),
			checked: fields.filter(({ isOnlyChecked }) => isOnlyChecked),
			groups: elements.flatMap((one) => ('group' in one && one.required ? one.group : [])),
		};
	},
);
