import { snakeCase } from '../nodes/XmlBilling/xml/encode';
import type { Operation } from '../nodes/XmlBilling/execution/operation';
import {
	isGroup,
	isProperty,
	type Property,
	type PropertyGroup,
} from '../nodes/XmlBilling/descriptions/property';

/** Stands for the index of an entry in a field's path. */
export const ENTRY = '*';

/** A field that takes a value, at any depth of a form. */
export interface FormField {
	readonly field: Property;
	/** The labels on the way to it: `Additional Fields › Due Date`. */
	readonly label: string;
	/** The path of its value in the parameters of the node. */
	readonly names: readonly string[];
	/** The request elements for its value; none for a field that only controls the node. */
	readonly elements: readonly string[];
	/** When it is shown: the path of another field, and the values that it must have. */
	readonly conditions: ReadonlyArray<{ names: readonly string[]; values: readonly unknown[] }>;
}

/** The elements of the fields with these names. Lines are written by a method's rules, not by the form (§4.2). */
const LINES: Readonly<Record<string, string>> = {
	expenses: 'expenses/expense',
	lineItems: 'items/item',
	linesJson: 'items/item',
	tax1: 'items/item',
	tax2: 'items/item',
	timeEntries: 'time_entries/time_entry',
};

/** What chooses unbilled records is not sent. */
const withoutNarrowing = (element: string) => (/^(filter|until)\b/.test(element) ? undefined : element);

/** Operations that write the elements of their forms elsewhere (§4.11), or nowhere: undefined. */
const MOVED: Readonly<Record<string, (element: string) => string | undefined>> = {
	createInvoiceFromExpense: withoutNarrowing,
	createInvoiceFromTimeTracking: withoutNarrowing,
	createInvoice: (element) => (element === 'invoice_id' ? undefined : element),
	createInvoiceFromEstimate: (element) => (element === 'estimate_id' ? undefined : element),
	invoiceOfflinePayment: (element) => (element === 'invoice_id' ? 'invoice/id' : `invoice/${element}`),
};

/** The fields without notices and without their variants for agents, which are the same field. */
export const withoutRepeats = (properties: readonly Property[]): Property[] =>
	properties.filter(
		({ name, type }, index) =>
			type !== 'notice' && properties.findIndex((other) => other.name === name) === index,
	);

type Place = Omit<FormField, 'field' | 'elements'> & {
	/** The element that these fields are written to; false if they only control the node. */
	readonly element: string | false;
	readonly isLine: boolean;
};

/** The fields of an operation's form in order, including those inside collections. */
export function fieldsOf({ method = '', properties }: Pick<Operation, 'method' | 'properties'>): FormField[] {
	const move = MOVED[method] ?? ((element: string) => element);
	const top: Place = { label: '', names: [], conditions: [], element: '', isLine: false };
	return withoutRepeats(properties)
		.flatMap((property) => walk(property, top))
		.map(({ elements, ...found }) => ({ ...found, elements: elements.flatMap((path) => move(path) ?? []) }));
}

function walk(field: Property, outside: Place): FormField[] {
	const place: Place = {
		...outside,
		label: outside.label === '' ? field.displayName : `${outside.label} › ${field.displayName}`,
		names: [...outside.names, field.name],
		conditions: [...outside.conditions, ...conditionsOf(field, outside.names)],
	};
	const options = field.options ?? [];
	if (field.type === 'collection') {
		const inside = {
			...place,
			element: place.isLine ? place.element : below(outside.element, field.element ?? ''),
		};
		return options.filter(isProperty).flatMap((option) => walk(option, inside));
	}
	if (field.type === 'fixedCollection') {
		return options.filter(isGroup).flatMap((group) => walkGroup(field, group, place));
	}
	const { label, names, conditions } = place;
	return [{ field, label, names, conditions, elements: elementsOf(field, outside) }];
}

function walkGroup(field: Property, group: PropertyGroup, place: Place): FormField[] {
	// The fields of a group inside a line belong to the line.
	const lines = place.isLine ? place.element : linesOf(field);
	const element = below(place.element, field.element ?? snakeCase(field.name));
	const inside: Place = {
		...place,
		names: [...place.names, group.name, ...(field.typeOptions?.multipleValues === true ? [ENTRY] : [])],
		element: lines ?? below(element, group.element ?? snakeCase(group.name)),
		isLine: lines !== undefined,
	};
	return group.values.flatMap((value) => walk(value, inside));
}

function elementsOf(field: Property, { element, isLine }: Place): string[] {
	const lines = linesOf(field) ?? (isLine ? element : undefined);
	if (isLine && field.element === false) return [];
	if (lines !== undefined) {
		const name = field.element || snakeCase(field.name);
		if (field.type === 'json') return written(lines);
		// The form chooses a tax; a request takes its name and percentage.
		const parts = /^tax\d$/.test(name) ? [`${name}_name`, `${name}_percent`] : [name];
		return parts.flatMap((part) => written(below(lines, part)));
	}
	return written(below(element, field.element ?? snakeCase(field.name)));
}

const linesOf = ({ element, name }: Property): string | undefined =>
	element === false ? LINES[name] : undefined;

const below = (element: string | false, inner: string | false): string | false =>
	element === false || inner === false ? false : [element, inner].filter((part) => part !== '').join('/');

const written = (element: string | false): string[] => (element === false ? [] : [element]);

function conditionsOf({ displayOptions }: Property, container: readonly string[]): FormField['conditions'] {
	return Object.entries(displayOptions?.show ?? {}).map(([key, values]) => ({
		names: key.startsWith('/') ? [key.slice(1)] : [...container, key],
		values: values ?? [],
	}));
}
