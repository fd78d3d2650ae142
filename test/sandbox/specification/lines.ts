import type { ElementSpecification, InvalidValue, Refusal } from './types.ts';

/** A row of the table of required flags in §4.2. */
export interface LineFlags {
	name: boolean;
	type: boolean;
	discount: boolean;
	discountType: boolean;
	taxTypes: boolean;
	/** The word that `type` has to hold, where it is not Product or Service; `any` where other words count as Product. */
	word?: 'Time' | 'Expense' | 'any';
	/** Whether lines take no tax elements at all, or take them and do not return them (§2.2). */
	taxes?: 'none' | 'not returned';
}

const NOT_RETURNED = { taxTypes: false, taxes: 'not returned' } as const;

/** §4.2: name, type, discount, discount_type and tax type elements of each method; §4.11 for entries and expenses. */
export const LINE_FLAGS = {
	createInvoice: { name: true, type: true, discount: false, discountType: false, taxTypes: true },
	updateInvoice: { name: true, type: true, discount: false, discountType: true, taxTypes: true },
	addInvoiceItem: { name: true, type: true, discount: true, discountType: true, taxTypes: false },
	updateInvoiceItem: { name: true, type: true, discount: true, discountType: true, taxTypes: false },
	createEstimate: { name: true, type: true, discount: false, discountType: true, ...NOT_RETURNED },
	updateEstimate: { name: true, type: true, discount: false, discountType: true, ...NOT_RETURNED },
	addEstimateItem: { name: false, type: true, discount: true, discountType: true, ...NOT_RETURNED },
	updateEstimateItem: { name: false, type: true, discount: true, discountType: true, ...NOT_RETURNED },
	createRecurring: {
		name: true,
		type: false,
		discount: false,
		discountType: false,
		...NOT_RETURNED,
		word: 'any',
	},
	updateRecurring: { name: true, type: false, discount: false, discountType: true, ...NOT_RETURNED },
	addRecurringItem: {
		name: false,
		type: true,
		discount: true,
		discountType: true,
		taxTypes: false,
		taxes: 'none',
	},
	updateRecurringItem: { name: false, type: true, discount: true, discountType: true, ...NOT_RETURNED },
	createInvoiceFromTimeTracking: {
		name: true,
		type: true,
		discount: false,
		discountType: true,
		taxTypes: true,
	},
	createInvoiceFromExpense: { name: true, type: true, discount: false, discountType: true, taxTypes: false },
	createInvoiceFromEstimate: {
		name: true,
		type: true,
		discount: false,
		discountType: false,
		taxTypes: false,
	},
	timeEntry: {
		name: false,
		type: true,
		discount: false,
		discountType: true,
		taxTypes: true,
		word: 'Time',
	},
	expense: {
		name: false,
		type: true,
		discount: false,
		discountType: true,
		taxTypes: false,
		word: 'Expense',
	},
} satisfies Record<string, LineFlags>;

/** Refuses each of the values with one message and status 400. */
export function refuse(message: string, ...values: Array<string | null>): InvalidValue[] {
	return values.map((value) => ({ value, status: 400, message }));
}

/** The elements of the lines at a path. */
export function lineElements(path: string, flags: LineFlags): ElementSpecification[] {
	return [...itself(flags), ...taxes(flags)].map((element) => ({
		...element,
		path: `${path}/${element.path}`,
		...(element.readBack === undefined ? {} : { readBack: `items/item/${element.readBack}` }),
	}));
}

/** What a line is: the elements that every method takes. */
function itself(flags: LineFlags): ElementSpecification[] {
	const required = (isRequired: boolean) => (isRequired ? ('inParent' as const) : undefined);
	// Where the name is all that a line needs, a line without it would not be sent at all.
	const withoutName = flags.type || flags.discountType ? [null] : [];
	const elements: ElementSpecification[] = [
		{
			path: 'name',
			required: required(flags.name),
			example: 'Design & <layout>',
			invalid: flags.name ? refuse('Name is required.', ...withoutName, '') : [],
		},
		{ path: 'type', required: required(flags.type), ...typeOf(flags) },
		{ path: 'description', example: 'Two pages, "A4"' },
		{
			path: 'unit_cost',
			example: '19.99',
			invalid: refuse('Cost is invalid.', 'abc', '1.999', '1,000.00', '$5', '1e3'),
		},
		{ path: 'quantity', example: '2.50', invalid: refuse('Quantity is invalid.', '-1', 'two', '0.333') },
		{
			path: 'discount',
			required: required(flags.discount),
			example: '1.25',
			invalid: flags.discount ? refuse('Discount is invalid.', null, '', 'ten') : [],
		},
		{
			path: 'discount_type',
			required: required(flags.discountType),
			example: 'Fixed',
			accepts: [{ value: '', returned: 'Percent' }],
			invalid: refuse('Discount type is invalid.', 'percent', ...(flags.discountType ? [null] : [])),
		},
	];
	return elements.map((element) => ({ ...element, readBack: element.path }));
}

/** What `type` takes and refuses. */
function typeOf({ type, word }: LineFlags): Omit<ElementSpecification, 'path'> {
	const missing = type ? [null] : [];
	if (word === 'Time' || word === 'Expense') {
		return {
			example: word,
			returned: word === 'Expense' ? 'Products' : 'Services',
			invalid: refuse('Type is invalid.', ...missing, 'Products', 'Product'),
		};
	}
	const asProduct = word === 'any' ? ['', null, 'service', 'Products', 'Time'] : [''];
	return {
		example: 'Service',
		returned: 'Services',
		accepts: asProduct.map((value) => ({ value, returned: 'Products' })),
		invalid: word === 'any' ? [] : refuse('Type is invalid.', ...missing, 'Products', 'service'),
	};
}

/** The taxes of a line. */
function taxes(flags: LineFlags): ElementSpecification[] {
	if (flags.taxes === 'none') return [];
	const elements: ElementSpecification[] = [
		{ path: 'tax1_name', example: 'VAT' },
		{ path: 'tax1_percent', example: '20.00' },
		{ path: 'tax2_name', example: 'Service tax' },
		{ path: 'tax2_percent', example: '2.50' },
	];
	if (flags.taxTypes) {
		elements.push(
			{
				path: 'tax1_type',
				example: 'Normal',
				invalid: refuse('Tax1 type is invalid.', 'Compound', 'normal'),
			},
			{ path: 'tax2_type', example: 'Compound', invalid: refuse('Tax2 type is invalid.', 'Simple') },
		);
	}
	if (flags.taxes === 'not returned') return elements;
	return elements.map((element) => ({ ...element, readBack: element.path }));
}

/** Tax type elements that a method does not take, and nevertheless refuses (§7.1). */
export const TAX_TYPE_REFUSALS: readonly Refusal[] = [
	{
		status: 400,
		message: 'Tax1 type is invalid.',
		when: 'the first tax of a line is compound',
		change: { 'items/item/tax1_type': 'Compound' },
	},
	{
		status: 400,
		message: 'Tax2 type is invalid.',
		when: 'the second tax of a line is neither normal nor compound',
		change: { 'items/item/tax2_type': 'Simple' },
	},
];

/** The elements of additional charges (§4.3). */
export const CHARGES: readonly ElementSpecification[] = [
	{ path: 'name', example: 'Shipping' },
	{ path: 'type', example: 'Fixed' },
	{ path: 'amount', example: '7.25' },
].map(({ path, example }) => ({
	path: `additional_charges/additional_charge/${path}`,
	example,
	readBack: `additional_charges/charge/${path}`,
}));

/** The elements of custom fields; no method returns them (§2.2). */
export const CUSTOM_FIELDS: readonly ElementSpecification[] = [
	{ path: 'custom_fields/custom_field/label', example: 'Cost centre' },
	{ path: 'custom_fields/custom_field/value', example: '0042' },
];
