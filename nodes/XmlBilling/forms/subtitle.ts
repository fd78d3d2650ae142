import { capitalized } from '../records/display';
import type { ShownResource } from './buildDescription';

const INNER_CAPITAL = /\B[A-Z]/g;

/** A value as most labels spell it: `recordPayment` as Record Payment. */
const spelled = (value: string): string => capitalized(value).replace(INNER_CAPITAL, ' $&');

/** The same in an expression, with the labels that are spelled otherwise. No label is a map: two closing braces would end it. */
function spell(value: string, labels: ReadonlyArray<readonly [value: string, label: string]>): string {
	const others = Object.fromEntries(labels.filter(([given, label]) => spelled(given) !== label));
	const first = `${value}.charAt(0).toUpperCase() + ${value}.slice(1)`;
	return `(${JSON.stringify(others)})[${value}] || (${first}).replace(${String(INNER_CAPITAL)}, " $&")`;
}

/** The subtitle of a node on the canvas, in the words of its form: `Invoice: Record Payment`. */
export function subtitleOf(resources: readonly ShownResource[]): string {
	const options = resources.flatMap(({ option, operations }) => [
		option,
		...operations.map((operation) => operation.option),
	]);
	const labels = options.map(({ value, name }) => [String(value), name] as const);
	return `={{ [$parameter["resource"], $parameter["operation"]].map((value) => ${spell('value', labels)}).join(": ") }}`;
}

/** The subtitle of a trigger: the labels of its events, or their number if there are more than two. */
export function eventsSubtitle(events: Readonly<Record<string, { readonly label: string }>>): string {
	const labels = Object.entries(events).map(([event, { label }]) => [event, label] as const);
	return `={{ $parameter["events"].length > 2 ? $parameter["events"].length + " Events" : $parameter["events"].map((event) => ${spell('event', labels)}).join(", ") }}`;
}
