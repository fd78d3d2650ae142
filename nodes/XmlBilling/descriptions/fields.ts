import type { INodePropertyOptions, INodePropertyTypeOptions } from 'n8n-workflow';
import type { Property } from './property';
import { without } from '../helpers/GenericFunctions';
import { camelCase } from '../xml/encode';

/** Fields sorted by label, which n8n requires in collections. */
export const sorted = (fields: readonly Property[]): Property[] =>
	[...fields].sort((one, other) => one.displayName.localeCompare(other.displayName));

const collection = (displayName: string, placeholder: string, fields: readonly Property[]): Property =>
	formField(displayName, { type: 'collection', placeholder, default: {}, options: [...fields] });

export const additionalFields = (...fields: Property[]): Property =>
	collection('Additional Fields', 'Add Field', sorted(fields));

export const updateFields = (...fields: Property[]): Property =>
	collection('Update Fields', 'Add Field', sorted(fields));

/** Strict, because a filter that comes out empty must not widen the list. */
export const filters = (...fields: Property[]): Property => ({
	...collection('Filters', 'Add Filter', sorted(fields)),
	element: 'filter',
	strict: true,
});

export const options = (...fields: Property[]): Property =>
	collection('Options', 'Add option', sorted(fields));

/** How to sort a list. */
export const sort = (...fields: Property[]): Property => collection('Sort', 'Add Sort Field', fields);

/** A field, which takes text unless it has another type. Its name is its label in camel case, unless it has another. */
export const formField = (displayName: string, more: Partial<Property> = {}): Property => ({
	displayName,
	name: camelCase(displayName.toLowerCase().replaceAll(/\W+/g, '_')),
	type: 'string',
	default: '',
	...more,
});

/** A switch, which is on once it is added. */
export const switchField = (displayName: string, more: Partial<Property>): Property =>
	formField(displayName, { type: 'boolean', default: true, ...more });

/** A field that takes a day, to spread into it. Nothing in the interface has a time of day that a user sets. */
export const DAY = {
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
} satisfies Partial<Property>;

/**
 * A copy of the field that isn't required, with other properties replaced. An ID that is typed there is checked when the node
 * runs, and not in the editor as well: a form has dozens of such fields, and each browser loads them all.
 */
export function optional(field: Property, differences: Partial<Property> = {}): Property {
	const { modes } = field;
	const unchecked = modes === undefined ? {} : { modes: modes.map((mode) => without(mode, 'validation')) };
	return { ...without(field, 'required'), ...unchecked, ...differences };
}

/**
 * Type options that title the rows of a set of fields in n8n's editor, where their numbers would stand otherwise. n8n 2.41
 * shows titles only in its new collections, which few instances have yet.
 *
 * @param title an expression on `row`, the values of a row. If it gives nothing, the row keeps its number.
 */
export const rowTitle = (title: string): Pick<INodePropertyTypeOptions, 'fixedCollection'> => ({
	fixedCollection: { itemTitle: `={{ ${title.replaceAll(/\brow\b/g, '$collection.item.value')} }}` },
});

/** Choices whose labels are their values. */
export const asChoices = (values: readonly string[]): INodePropertyOptions[] =>
	values.map((value) => ({ name: value, value }));

/** The states of a record (§3). */
export const RECORD_STATES = asChoices(['Active', 'Archived', 'Deleted']);

/** Those of an estimate or a recurring profile, as the vendor's own app lists them (§3). */
export const DOCUMENT_STATES = [...asChoices(['Active', 'Archived']), { name: 'Deleted', value: 'Delete' }];

// Only suggestions: the service stores any status as it is spelled (§3). The vendor's own app knows these.
export const ESTIMATE_STATUSES = asChoices(['Accepted', 'Draft', 'Expired', 'Rejected', 'Sent', 'Viewed']);

/** A filter by status. Its choices are only suggestions, because the interface doesn't list its values (§4.1). */
export const statusFilter = (name: string, differences: Partial<Property> = {}): Property =>
	formField('Status', {
		name,
		type: 'options',
		options: RECORD_STATES,
		default: 'Active',
		description: 'Defaults to Active. For other statuses, use an expression.',
		open: true,
		...differences,
	});

/** A filter for what can still be billed. Switched off, it does not filter. */
export const unbilledOnly = (element: string, records: string): Property =>
	switchField('Unbilled Only', {
		description: `Whether to list only ${records}`,
		element,
		flag: ['No', ''],
	});

const EXPRESSION = '<a href="https://docs.n8n.io/code/expressions/">expression</a>';

const loaded =
	(type: 'options' | 'multiOptions', ending: 'Name or ID' | 'Names or IDs', what: 'an ID' | 'IDs') =>
	(loadOptionsMethod: string, label: string, more: Partial<Property> = {}): Property => {
		const { description, typeOptions, ...others } = more;
		const hint = `Choose from the list, or specify ${what} using an ${EXPRESSION}`;
		return {
			...formField(label, { type, default: type === 'options' ? '' : [], ...others }),
			displayName: `${label} ${ending}`,
			typeOptions: { loadOptionsMethod, ...typeOptions },
			description: description === undefined ? hint : `${description}. ${hint}.`,
		};
	};

/** A field whose choices are loaded from the service. Its label and its description end as n8n prescribes. */
export const chosenFromList = loaded('options', 'Name or ID', 'an ID');

/** The same for a field that takes several choices. */
export const severalFromList = loaded('multiOptions', 'Names or IDs', 'IDs');
