import type { Property } from '../../descriptions/property';
import { additionalFields, chosenFromList, optional, sorted, formField } from '../../descriptions/fields';
import { productLocator, serviceLocator } from '../../descriptions/locators';

// A field whose element is false decides on others, or on the record that a line is made from (see lineRows.ts).

/** The choice that leaves the type of a line's second tax to the account. A custom tax is Normal then. */
export const AS_IN_ACCOUNT = 'account';

/** The choice that removes a tax from a line. */
export const TAKE_OFF = 'none';

// A field whose default would bill something else is strict: if its expression comes out empty, that is an error.

/** What a new line is made from. */
const from = formField('What to Bill', {
	name: 'from',
	type: 'options',
	strict: true,
	options: [
		{ name: 'Free Text', value: 'custom', description: 'With a name and price that you enter' },
		{ name: 'Product', value: 'product', description: 'With its name and price' },
		{ name: 'Service', value: 'service', description: 'With its name and price' },
	],
	default: 'custom',
	description: "Something you describe, or one of the account's products or services",
	element: false,
});

const shownFor = (...choices: string[]): Property['displayOptions'] => ({ show: { from: choices } });

const catalogItems = [productLocator, serviceLocator].map((locator) =>
	optional(locator, {
		description: `${locator.displayName} to bill. Its price is not converted to the client's currency.`,
		displayOptions: shownFor(locator.displayName.toLowerCase()),
		element: false,
	}),
);

export const name = formField('Name', {
	placeholder: 'e.g. Website design',
	description: 'As shown on the line',
});

/** A field that a product or service fills in unless the line has its own value. */
const catalogField = (field: Property): Property[] => [
	{ ...field, displayOptions: shownFor('custom') },
	{ ...field, placeholder: 'From the product or service', displayOptions: shownFor('product', 'service') },
];

export const type = formField('Type', {
	type: 'options',
	options: [
		{ name: 'Product', value: 'Product' },
		{ name: 'Service', value: 'Service' },
	],
	default: 'Product',
	description: 'Kind of line',
});

export const description = formField('Description', { description: 'Details, as shown below the name' });

export const unitCost = formField('Unit Cost', {
	strict: true,
	placeholder: 'e.g. 120.50',
	description: 'Price per unit, such as 120.50',
	kind: 'money',
});

export const quantity = formField('Quantity', {
	strict: true,
	placeholder: '1',
	description: 'Units, such as 0.5 for half an hour. Defaults to 1.',
	kind: 'notNegativeDecimal',
});

const discounts: readonly Property[] = [
	formField('Discount Amount', {
		strict: true,
		placeholder: 'e.g. 12.50',
		description: 'Amount off the line, such as 12.50. Use this or Discount Percent, not both.',
		kind: 'notNegativeMoney',
		element: false,
	}),
	formField('Discount Percent', {
		strict: true,
		placeholder: 'e.g. 10',
		description: 'Percentage off the line, such as 10. Use this or Discount Amount, not both.',
		kind: 'notNegativePercent',
		element: 'discount',
	}),
];

/** The two taxes of a line, with examples of custom ones. */
export const TAX_FIELDS = {
	tax1: { label: 'Tax', exampleName: 'Sales tax', examplePercent: '8.25' },
	tax2: { label: 'Second Tax', exampleName: 'City tax', examplePercent: '2.5' },
} as const;

export type LineTax = keyof typeof TAX_FIELDS;

export const LINE_TAXES: readonly LineTax[] = ['tax1', 'tax2'];

const chosenTax = (tax: LineTax, { loadOptionsMethod, description }: Taxes): Property =>
	chosenFromList(loadOptionsMethod, TAX_FIELDS[tax].label, {
		name: tax,
		strict: true,
		description,
	});

/** The fields of a tax that the account lacks. */
export const typedTax = (tax: LineTax, more: Partial<Property> = {}): Property[] => [
	{
		displayName: `${TAX_FIELDS[tax].label} Name`,
		name: `${tax}Name`,
		type: 'string',
		default: '',
		placeholder: `e.g. ${TAX_FIELDS[tax].exampleName}`,
		description: 'As shown on the document',
		...more,
	},
	{
		displayName: `${TAX_FIELDS[tax].label} Percent`,
		name: `${tax}Percent`,
		type: 'string',
		strict: true,
		default: '',
		placeholder: `e.g. ${TAX_FIELDS[tax].examplePercent}`,
		kind: 'percent',
		description: `Percentage of the line amount, such as ${TAX_FIELDS[tax].examplePercent}`,
		...more,
	},
];

// One of the account's taxes, or a custom one.
const taxFields = (tax: LineTax, taxes: Taxes): Property[] => [
	chosenTax(tax, taxes),
	...typedTax(tax, { displayOptions: { show: { [tax]: ['custom'] } } }),
];

const secondTaxType = formField('Charged On', {
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
	displayOptions: { hide: { tax2: ['', TAKE_OFF] } },
});

/** How the taxes of a line are chosen, and what its form says about them. */
interface Taxes {
	readonly loadOptionsMethod: string;
	readonly description?: string;
}

// The fields of one tax stand together, and only those that mean something.
const group = (displayName: string, name: string, values: Property[]): Property => ({
	displayName,
	name,
	type: 'fixedCollection',
	default: { tax: {} },
	placeholder: `Add ${displayName}`,
	options: [{ displayName, name: 'tax', values }],
});

const secondTax = (taxes: Taxes, ...more: Property[]): Property =>
	group('Second Tax', 'secondTax', [...taxFields('tax2', taxes), ...more]);

const accountTax = chosenTax('tax1', { loadOptionsMethod: 'getAccountTaxes' });

/** A tax that the account lacks. A row sends it in place of the chosen one. */
const customTax = group('Custom Tax', 'customTax', typedTax('tax1', { element: false, strict: true }));

const TAXES: Taxes = { loadOptionsMethod: 'getTaxes' };
const needed = [from, ...catalogItems, ...catalogField(name), ...catalogField(unitCost), quantity];
const others = [description, ...discounts, { ...type, name: 'itemType', element: 'type' }];

const withTaxes = (second: Property) => [
	...needed,
	accountTax,
	additionalFields(...others, customTax, second),
];

/** The fields of a new line: without taxes, with taxes, and with a type of the second tax as well (§4.2). */
export const untaxedRow = [...needed, additionalFields(...others)];
export const taxedRow = withTaxes(secondTax(TAXES));
export const taxTypedRow = withTaxes(secondTax(TAXES, secondTaxType));

// What most lines need. JSON takes the rest.
const shortRow: readonly Property[] = [name, unitCost, quantity, description];

const changes = (options: readonly Property[], description?: string): Property =>
	formField('Changes', {
		type: 'collection',
		default: {},
		placeholder: 'Add Change',
		description,
		options: sorted(options),
	});

const lineChangesOf = (taxes: Taxes): Property =>
	changes([
		...shortRow,
		type,
		...discounts,
		group('Tax', 'firstTax', taxFields('tax1', taxes)),
		secondTax(taxes),
	]);

const REPEATED: Taxes = {
	loadOptionsMethod: 'getUnshownTaxes',
	description: 'Required if the document has taxes, which the service does not show: a change replaces them',
};

/** Changes to an existing line: with taxes that can be read, and with taxes that must be entered again. */
export const lineChanges = lineChangesOf({ loadOptionsMethod: 'getChangedTaxes' });
export const untaxedLineChanges = lineChangesOf(REPEATED);

/** An additional line of an invoice from time entries or expenses. */
export const additionalRow: Property[] = [...shortRow, accountTax];

/** Replaces values that a line takes from its time entry or expense. */
export const entryChanges = changes(
	shortRow,
	"Values to bill instead of the record's own. For discounts and taxes, use JSON.",
);
