import type { ShownResource } from './buildDescription';

// No value of a map is a map, because two closing braces would end the expression.
const mapOf = (labels: Iterable<readonly [value: unknown, label: string]>): string =>
	`(${JSON.stringify(Object.fromEntries(labels))})`;

/** The subtitle of a node on the canvas, in the words of its form: `Invoice: Record Payment`. */
export function subtitleOf(resources: readonly ShownResource[]): string {
	const labelsOf = (options: ReadonlyArray<ShownResource['option']>) =>
		mapOf(options.map(({ value, name }) => [value, name]));
	const operations = resources.flatMap(({ operations: all }) => all.map(({ option }) => option));
	return `={{ ${labelsOf(resources.map(({ option }) => option))}[$parameter["resource"]] + ": " + ${labelsOf(operations)}[$parameter["operation"]] }}`;
}

/** The subtitle of a trigger: the labels of its events, or their number if there are more than two. */
export const eventsSubtitle = (labels: Readonly<Record<string, { readonly label: string }>>): string =>
	`={{ $parameter["events"].length > 2 ? $parameter["events"].length + " Events" : $parameter["events"].map((event) => ${mapOf(Object.entries(labels).map(([value, { label }]) => [value, label]))}[event]).join(", ") }}`;
