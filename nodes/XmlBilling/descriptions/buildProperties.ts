import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { formField } from './fields';
import { groupBy } from '../helpers/GenericFunctions';
import { capitalized } from '../records/display';
import { toForm, type Property } from './property';

/** A resource, as its dropdowns and fields show it. */
export interface ShownResource {
	readonly option: INodePropertyOptions;
	readonly operations: ReadonlyArray<{
		readonly option: INodePropertyOptions;
		readonly properties: readonly Property[];
	}>;
	/** The operation that a new node begins with. Defaults to `create`. */
	readonly preferred?: string;
}

/** Builds the node's form: two dropdowns, then the fields, each shown for its operations. */
export function buildProperties(resources: readonly ShownResource[]): INodeProperties[] {
	const forms: Form[] = [];
	const operations: INodeProperties[] = [];
	for (const { option, operations: own, preferred = 'create' } of resources) {
		operations.push(
			formField('Operation', {
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: [option.value] } },
				options: own.map((one) => one.option),
				default: preferred,
			}),
		);
		for (const one of own)
			forms.push({ resource: option.value, operation: one.option.value, fields: one.properties });
	}
	const resource: INodeProperties = formField('Resource', {
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ option }) => option),
		default: 'invoice',
	});
	return [resource, ...operations, ...shareFields(forms)];
}

type Value = INodePropertyOptions['value'];

/** The fields of an operation, in their order. */
export interface Form {
	readonly resource: Value;
	readonly operation: Value;
	readonly fields: readonly Property[];
}

/**
 * Joins the forms of operations into the node's form, in which equal fields share a property, shown for its operations. Each
 * form keeps its order: a field follows when no form has it further down. If forms disagree, one of them repeats a field.
 */
export function shareFields(forms: readonly Form[]): INodeProperties[] {
	const pending = withEqualFields(forms);
	const shared: INodeProperties[] = [];
	for (;;) {
		const firsts = new Set(
			pending.map(({ fields: [first] }) => first).filter((first) => first !== undefined),
		);
		const [earliest] = firsts;
		if (earliest === undefined) return shared;
		const isReady = (field: INodeProperties) => pending.every(({ fields }) => fields.indexOf(field) <= 0);
		const next = [...firsts].find(isReady) ?? earliest;
		const sharing = pending.filter(({ fields: [first] }) => first === next);
		for (const { fields } of sharing) fields.shift();
		shared.push(...shownFor(sharing, next));
	}
}

function withEqualFields(
	forms: readonly Form[],
): Array<{ fields: INodeProperties[] } & Omit<Form, 'fields'>> {
	const known = new Map<string, INodeProperties>();
	const likeOf = (property: Property): INodeProperties => {
		const field = toForm(property);
		const key = JSON.stringify(field);
		const like = known.get(key) ?? field;
		known.set(key, like);
		return like;
	};
	return forms.map((form) => ({ ...form, fields: form.fields.map(likeOf) }));
}

// n8n shows a field for all combinations of a list of resources and a list of operations.
function shownFor(forms: readonly Form[], field: INodeProperties): INodeProperties[] {
	const byResource = groupBy(forms, ({ resource }) => resource);
	const byOperations = groupBy(byResource.values(), (own) => own.map(({ operation }) => operation).join());
	return [...byOperations.values()].map((alike) => {
		const resource = alike.map(([first]) => first.resource);
		const operation = alike[0].map((form) => form.operation);
		const { displayOptions } = field;
		const show = { resource, operation, ...displayOptions?.show };
		return { ...field, displayOptions: { ...displayOptions, show } };
	});
}

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
