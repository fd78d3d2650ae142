import type { ElementSpecification, InvalidValue } from './types.ts';

/** A row of the table of required flags in §4.2. */
export interface LineFlags {
	name: boolean;
	discount: boolean;
	discountType: boolean;
	taxTypes: boolean;
	/** The word that `type` has to hold, where it is not Product or Service. */
	type?: 'Time' | 'Expense';
	/** The method returns the taxes of a line when it is read back. */
	readBack?: string;
}

/** §4.2: name, discount, discount_type and tax type elements of the methods on invoices; §4.11 for entries and expenses. */
export const LINE_FLAGS = {
	createInvoice: { name: true, discount: false, discountType: false, taxTypes: true },
	updateInvoice: { name: true, discount: false, discountType: true, taxTypes: true },
	addInvoiceItem: { name: true, discount: true, discountType: true, taxTypes: false },
	updateInvoiceItem: { name: true, discount: true, discountType: true, taxTypes: false },
	createInvoiceFromTimeTracking: { name: true, discount: false, discountType: true, taxTypes: true },
	createInvoiceFromExpense: { name: true, discount: false, discountType: true, taxTypes: false },
	createInvoiceFromEstimate: { name: true, discount: false, discountType: false, taxTypes: false },
	timeEntry: { name: false, discount: false, discountType: true, taxTypes: true, type: 'Time' },
	expense: { name: false, discount: false, discountType: true, taxTypes: false, type: 'Expense' },
} satisfies Record<string, LineFlags>;

/** Refuses each of the values with one message and status 400. */
export function refuse(message: string, ...values: Array<string | null>): InvalidValue[] {
	return values.map((value) => ({ value, status: 400, message }));
}

/** The elements of the lines at a path. */
export function lineElements(path: string, flags: LineFlags): ElementSpecification[] {
	const required = (isRequired: boolean) => (isRequired ? ('inParent' as const) : undefined);
	const { type } = flags;
	const elements: ElementSpecification[] = [
		{
			path: 'name',
			required: required(flags.name),
			example: 'Design & <layout>',
			invalid: flags.name ? refuse('Name is required.', null, '') : [],
		},
		{
			path: 'type',
			required: 'inParent',
			example: type ?? 'Service',
			returned: type === 'Expense' ? 'Products' : 'Services',
			invalid: refuse('Type is invalid.', null, 'Products', type === undefined ? 'service' : 'Product'),
		},
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
			invalid: refuse('Discount type is invalid.', 'percent', ...(flags.discountType ? [null] : [])),
		},
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
	return elements.map((element) => ({
		...element,
		path: `${path}/${element.path}`,
		readBack: `items/item/${element.path}`,
	}));
}

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
