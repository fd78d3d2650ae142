import type { Property } from '../../engine/property';
import { chosenFromList, sorted } from '../common/fields';

// A field whose default would bill something else is strict: if its expression comes out empty, that is an error.

const name: Property = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Website design',
	description: 'Name of the product or service, as it appears on the line',
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
	default: '',
	placeholder: 'e.g. 120.50',
	description: 'Price per unit, with up to two decimal places',
};

const quantity: Property = {
	displayName: 'Quantity',
	name: 'quantity',
	type: 'string',
	strict: true,
	default: '1',
	description: 'Number of units, with up to two decimal places. Half an hour is 0.5.',
};

const discount: Property = {
	displayName: 'Discount',
	name: 'discount',
	type: 'string',
	strict: true,
	default: '',
	placeholder: 'e.g. 10',
	description: 'A percentage or an amount, depending on the discount type',
};

const discountType: Property = {
	displayName: 'Discount Type',
	name: 'discountType',
	type: 'options',
	strict: true,
	options: [
		{ name: 'Fixed Amount', value: 'Fixed' },
		{ name: 'Percent', value: 'Percent' },
	],
	default: 'Percent',
};

// One of the account's taxes, or a custom one.
const tax = (
	number: 1 | 2,
	[exampleName, examplePercent]: readonly [string, string],
	loadOptionsMethod: string,
	hint?: string,
): Property[] => [
	chosenFromList(loadOptionsMethod, {
		displayName: `Tax ${number} Name or ID`,
		name: `tax${number}`,
		strict: true,
		description: hint,
	}),
	{
		displayName: `Tax ${number} Custom Name`,
		name: `tax${number}Name`,
		type: 'string',
		default: '',
		placeholder: `e.g. ${exampleName}`,
		displayOptions: { show: { [`tax${number}`]: ['custom'] } },
	},
	{
		displayName: `Tax ${number} Custom Percent`,
		name: `tax${number}Percent`,
		type: 'string',
		strict: true,
		default: '',
		placeholder: `e.g. ${examplePercent}`,
		displayOptions: { show: { [`tax${number}`]: ['custom'] } },
	},
];

const taxes = (loadOptionsMethod = 'getTaxes', hint?: string): Property[] => [
	...tax(1, ['VAT', '19'], loadOptionsMethod, hint),
	...tax(2, ['City tax', '2.5'], loadOptionsMethod, hint),
];

// On an existing line, keeping a tax and removing it are two choices.
const changedTaxes = taxes('getChangedTaxes');

// A tax that cannot be read cannot be kept.
const repeatedTaxes = taxes(
	'getUnshownTaxes',
	"Required if the document has taxes: a change replaces the line's taxes, which the service does not show",
);

const taxType: Property = {
	displayName: 'Tax 2 Type',
	name: 'tax2Type',
	type: 'options',
	strict: true,
	options: [
		{ name: 'Normal', value: 'Normal', description: 'Charged on the line amount' },
		{ name: 'Compound', value: 'Compound', description: 'Charged on the line amount plus tax 1' },
	],
	default: 'Normal',
	description: 'Amount that tax 2 is charged on',
};

/** The fields of a new line: without taxes, with them, and with a tax type as well (§4.2). */
export const untaxedRow = [name, type, description, unitCost, quantity, discount, discountType];
export const taxedRow = [...untaxedRow, ...taxes()];
export const taxTypedRow = [...taxedRow, taxType];

/** The fields of lines of estimates and recurring profiles, whose taxes are missing from answers (§2.2). */
export const unshownTaxRow = [
	...untaxedRow,
	...taxes('getTaxes', 'The service charges the tax but does not show it on the line afterwards'),
];

const changes = (fields: readonly Property[], rest: Partial<Property> = {}): Property => ({
	displayName: 'Changes',
	name: 'changes',
	type: 'collection',
	default: {},
	placeholder: 'Add Change',
	options: sorted(fields),
	...rest,
});

// A price whose expression comes out empty must not silently leave the current price.
const changeable = [name, description, { ...unitCost, strict: true }, quantity, discount, discountType];

/** Changes to an existing line: with taxes that can be read, and with taxes that must be entered again. */
export const lineChanges = changes([...changeable, type, ...changedTaxes]);
export const repeatedTaxLineChanges = changes([...changeable, type, ...repeatedTaxes]);

// The prefix sets them apart from the additional lines in the same form.
const overrides = (fields: readonly Property[]): Property =>
	changes(
		fields.map((field) => ({ ...field, displayName: `Billed ${field.displayName}` })),
		{ description: "Values to bill instead of the record's own" },
	);

/** Replaces values that a line takes from its expense or time entry. Only time entries take a tax type (§4.11). */
export const expenseOverrides = overrides([...changeable, ...changedTaxes]);
export const timeEntryOverrides = overrides([...changeable, ...taxes(), taxType]);
