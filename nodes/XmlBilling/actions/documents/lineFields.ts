import { isGroup, type Property, type PropertyGroup } from '../../forms/property';
import { chosenFromList, optional, sorted } from '../../forms/fields';
import { AS_IN_ACCOUNT } from './lineRules';
import { productLocator, serviceLocator } from '../../forms/locators';
import { withPlaceholders } from '../../forms/textFields';

// The elements say where a line has the value (see formRows.ts); a field without one only decides on others.

// A field whose default would bill something else is strict: if its expression comes out empty, that is an error.

/** What a new line is made from. */
const from: Property = {
	displayName: 'Item',
	name: 'from',
	type: 'options',
	strict: true,
	options: [
		{ name: 'Free Text', value: 'custom', description: 'Type the name and price' },
		{ name: 'Product', value: 'product', description: 'With its name and price' },
		{ name: 'Service', value: 'service', description: 'With its name and price' },
	],
	default: 'custom',
	element: false,
};

const shownFor = (...choices: string[]): Property['displayOptions'] => ({ show: { from: choices } });

const catalogItems = [
	optional(productLocator, {
		description: 'Product to bill',
		displayOptions: shownFor('product'),
		element: false,
	}),
	optional(serviceLocator, {
		description: 'Service to bill',
		displayOptions: shownFor('service'),
		element: false,
	}),
];

const name: Property = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Website design',
	description: 'As shown on the line',
};

const typedName: Property = { ...name, displayOptions: shownFor('custom') };

const catalogName: Property = {
	displayName: 'Name Instead of the Catalog Name',
	name: 'itemName',
	type: 'string',
	default: '',
	description: 'Only for a product or service',
	element: false,
};

const type: Property = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: [
		{ name: 'Product', value: 'Product' },
		{ name: 'Service', value: 'Service' },
	],
	default: 'Product',
};

const typedType: Property = {
	...type,
	name: 'itemType',
	description: 'Only for free text',
	element: 'type',
};

const description: Property = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	default: '',
};

const unitCost: Property = {
	displayName: 'Unit Cost',
	name: 'unitCost',
	type: 'string',
	strict: true,
	default: '',
	placeholder: 'e.g. 120.50',
	description: 'Price per unit, such as 120.50',
};

const newUnitCost: Property = {
	...unitCost,
	description: "Price per unit, such as 120.50. Defaults to the catalog's.",
};

const quantity: Property = {
	displayName: 'Quantity',
	name: 'quantity',
	type: 'string',
	strict: true,
	default: '1',
	description: 'Units, such as 0.5 for half an hour',
};

const discounts: readonly Property[] = [
	{
		displayName: 'Discount Amount',
		name: 'discountAmount',
		type: 'string',
		strict: true,
		default: '',
		placeholder: 'e.g. 12.50',
		description: 'Amount off the line, such as 12.50',
		kind: 'notNegativeDecimal',
		element: false,
	},
	{
		displayName: 'Discount Percent',
		name: 'discountPercent',
		type: 'string',
		strict: true,
		default: '',
		placeholder: 'e.g. 10',
		description: 'Percentage off the line',
		element: 'discount',
	},
];

// One of the account's taxes, or a custom one.
const taxFields = (
	tax: 'tax1' | 'tax2',
	label: string,
	[exampleName, examplePercent]: readonly [string, string],
	loadOptionsMethod: string,
	description?: string,
): Property[] => [
	chosenFromList(loadOptionsMethod, {
		displayName: `${label} Name or ID`,
		name: tax,
		strict: true,
		description,
	}),
	{
		displayName: `Custom ${label} Name`,
		name: `${tax}Name`,
		type: 'string',
		default: '',
		placeholder: `e.g. ${exampleName}`,
		displayOptions: { show: { [tax]: ['custom'] } },
	},
	{
		displayName: `Custom ${label} Percent`,
		name: `${tax}Percent`,
		type: 'string',
		strict: true,
		default: '',
		placeholder: `e.g. ${examplePercent}`,
		displayOptions: { show: { [tax]: ['custom'] } },
	},
];

const secondTaxType: Property = {
	displayName: 'Charged On',
	name: 'tax2Type',
	type: 'options',
	strict: true,
	options: [
		{ name: 'As in the Account', value: AS_IN_ACCOUNT },
		{ name: 'Line Amount', value: 'Normal' },
		{ name: 'Line Amount and First Tax', value: 'Compound' },
	],
	default: AS_IN_ACCOUNT,
	description: 'Amount that the second tax is charged on',
	displayOptions: { hide: { tax2: ['', 'none'] } },
};

/** How the taxes of a line are chosen, and what its form says about them. */
interface Taxes {
	readonly loadOptionsMethod: string;
	readonly description?: string;
	/** Whether the second tax may be charged on the first (§4.2). */
	readonly hasType?: true;
}

const firstTax = ({ loadOptionsMethod, description }: Taxes): Property[] =>
	taxFields('tax1', 'Tax', ['VAT', '19'], loadOptionsMethod, description);

// The fields of one tax stand together, and only those that mean something.
const group = (displayName: string, name: string, values: Property[]): Property => ({
	displayName,
	name,
	type: 'fixedCollection',
	default: { tax: {} },
	placeholder: `Add ${displayName}`,
	joins: 'line',
	options: [{ displayName, name: 'tax', values }],
});

const secondTax = ({ loadOptionsMethod, description, hasType }: Taxes): Property =>
	group('Second Tax', 'secondTax', [
		...taxFields('tax2', 'Second Tax', ['City tax', '2.5'], loadOptionsMethod, description),
		...(hasType === true ? [secondTaxType] : []),
	]);

// One text for all documents, so that they share the field (§2.2).
const SOMETIMES_UNSHOWN = 'Estimates and recurring profiles do not show it afterwards';

/** The fields of a new line: those that most lines need, and a collection with the others. */
const newRow = (text: Property, taxes?: Taxes): Property[] => [
	from,
	...catalogItems,
	typedName,
	newUnitCost,
	quantity,
	...(taxes === undefined ? [] : firstTax({ ...taxes, description: SOMETIMES_UNSHOWN })),
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		default: {},
		placeholder: 'Add Field',
		joins: 'line',
		options: sorted([
			text,
			...discounts,
			catalogName,
			typedType,
			...(taxes === undefined ? [] : [secondTax(taxes)]),
		]),
	},
];

const TAXES: Taxes = { loadOptionsMethod: 'getTaxes' };

/** The fields of a new line: with taxes, and with a type of the second tax as well (§4.2). */
export const taxedRow = newRow(description, TAXES);
export const taxTypedRow = newRow(description, { ...TAXES, hasType: true });

/** Those of a recurring profile: without taxes and with them (§4.2). */
export const untaxedProfileRow = newRow(withPlaceholders(description));
export const taxedProfileRow = newRow(withPlaceholders(description), TAXES);

const changes = (text: Property, taxes: Taxes, ...more: Property[]): Property => ({
	displayName: 'Changes',
	name: 'changes',
	type: 'collection',
	default: {},
	placeholder: 'Add Change',
	joins: 'line',
	options: sorted([...changeable(text, taxes), ...more]),
});

const changeable = (text: Property, taxes: Taxes): Property[] => [
	name,
	text,
	unitCost,
	quantity,
	...discounts,
	group('Tax', 'firstTax', firstTax(taxes)),
	secondTax(taxes),
];

const REPEATED: Taxes = {
	loadOptionsMethod: 'getUnshownTaxes',
	description: 'Required if the document has taxes, which the service does not show: a change replaces them',
};

/** Changes to an existing line: with taxes that can be read, and with taxes that must be entered again. */
export const lineChanges = changes(description, { loadOptionsMethod: 'getChangedTaxes' }, type);
export const estimateLineChanges = changes(description, REPEATED, type);
export const profileLineChanges = changes(withPlaceholders(description), REPEATED, type);

// The prefix sets them apart from the additional lines in the same form, also for agents.
const billed = (field: Property): Property => ({
	...field,
	displayName: `Billed ${field.displayName}`,
	...(field.options?.some(isGroup) === true && { options: field.options.filter(isGroup).map(billedGroup) }),
});

const billedGroup = (tax: PropertyGroup): PropertyGroup => ({
	...tax,
	displayName: `Billed ${tax.displayName}`,
	values: tax.values.map(billed),
});

const overrides = (taxes: Taxes): Property => ({
	...changes(description, taxes),
	description: "Values to bill instead of the record's own",
	options: sorted(changeable(description, taxes).map(billed)),
});

/** Replaces values that a line takes from its expense or time entry. Only time entries take a tax type (§4.11). */
export const expenseOverrides = overrides({ loadOptionsMethod: 'getChangedTaxes' });
export const timeEntryOverrides = overrides({ ...TAXES, hasType: true });
