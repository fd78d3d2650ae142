import { updateOptions, ifKnown, optionsOfWrite, returnField } from '../../descriptions/options';
import { productRecord, serviceRecord } from '../../records';
import { updateKept } from '../common/updateKept';
import { operation, type Resource } from '../../execution/operation';
import { createOf, deleteOf, getOf, listOf, updateOf } from '../common/rows';
import { createGoods, upsertGoods } from './write';
import type { Property } from '../../descriptions/property';
import {
	additionalFields,
	asChoices,
	filters,
	optional,
	statusFilter,
	updateFields,
	formField,
} from '../../descriptions/fields';
import { productLocator, serviceLocator } from '../../descriptions/locators';
import { recordDetails, recordName } from '../../descriptions/commonFields';

/** The name of a new record. */
const productName: Property = {
	...recordName,
	placeholder: 'e.g. Poster A2',
	description: 'Name of the product on invoices. It must not be in use.',
};
const serviceName: Property = {
	...recordName,
	placeholder: 'e.g. Consulting',
	description: 'Name of the service on invoices. It must not be in use.',
};

const nameToMatch: Property = {
	...recordName,
	description:
		'Name of the active record to update (not case-sensitive). An existing record keeps its own spelling.',
};

const quantity = formField('Quantity', {
	placeholder: 'e.g. 40',
	description: 'Number of units of the product, such as 40',
	kind: 'decimal',
});

// Named `unitcost` in a product's request, `unit_cost` in answers, and `cost` in a service's request (§4.8).
const cost = (element: string, example: string): Property =>
	formField('Unit Cost', {
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		description: `Price per unit without taxes, such as ${example}`,
		kind: 'money',
		element,
	});

/** Of a service (§4.8). */
export const unit = formField('Unit', {
	type: 'options',
	// The vendor's list, in its spelling.
	options: asChoices(['Basic', 'Day', 'Hour', 'Minutes', 'Month', 'Year']),
	default: 'Hour',
	description: 'Unit of the price, shown as quantity in the output. For other units, use an expression.',
	open: true,
});

/** Optional fields of a product or a service besides its name and its price (§4.8). */
const productDetails = [recordDetails, quantity];
const serviceDetails = [recordDetails, unit];
const productCost = cost('unitcost', '12.50');
const serviceCost = cost('cost', '95.00');
const productFields = additionalFields(...productDetails);
const serviceFields = additionalFields(...serviceDetails);

const changedName = optional(recordName, { description: 'New name on invoices. It must not be in use.' });
const productChanges = updateFields(...productDetails, productCost, changedName);
const serviceChanges = updateFields(...serviceDetails, serviceCost, changedName);

/** The service refuses a name that is in use (§4.8). */
const createOptions = optionsOfWrite(ifKnown('Name', 'record', []), returnField);

// Spelled as in §3.
const status = statusFilter('itemStatus', {
	options: [
		{ name: 'Active', value: 'Active' },
		{ name: 'Archived', value: 'Archive' },
		{ name: 'Deleted', value: 'Deleted' },
	],
});

const filtersOf = (locator: Property, label: string): Property =>
	filters(
		formField('Name', { name: 'itemName', description: 'Only records with exactly this name' }),
		optional(locator, { description: `Only this ${label}` }),
		status,
		formField('Unit Cost', {
			name: 'itemCost',
			placeholder: 'e.g. 12.50',
			description: 'Only records with exactly this price, such as 12.50',
			kind: 'money',
		}),
	);

/** Filters of a list of products or services (§4.8). */
const productFilters = filtersOf(productLocator, 'product');
const serviceFilters = filtersOf(serviceLocator, 'service');

// Products and services have the same operations.
const KINDS = [
	{
		...{ type: productRecord, of: 'Product', name: productName, cost: productCost },
		...{ fields: productFields, filters: productFilters, changes: productChanges },
	},
	{
		...{ type: serviceRecord, of: 'Service', name: serviceName, cost: serviceCost },
		...{ fields: serviceFields, filters: serviceFilters, changes: serviceChanges },
	},
] as const;

export const productOrService: Resource = {
	option: { name: 'Product or Service', value: 'productOrService' },
	preferred: 'createProduct',
	operations: [
		...KINDS.map(({ type, of, cost, fields }) =>
			operation({
				option: {
					name: `Create or Update ${of}`,
					value: `upsert${of}`,
					action: `Create or update ${type.label}`,
					description: `Update the ${type.label} with this name, or create it if there is none (upsert)`,
				},
				shows: type,
				properties: [nameToMatch, cost, fields, updateOptions],
				prepare: upsertGoods(type),
			}),
		),
		...KINDS.map(({ type, of, name, cost, fields }) =>
			createOf(type, [name, cost, fields, createOptions], createGoods(type), {
				of,
				description: `Create a ${type.label} to bill on invoices`,
			}),
		),
		...KINDS.map(({ type, of }) => deleteOf(type, { of })),
		...KINDS.map(({ type, of, filters }) => listOf(type, [filters], { of })),
		...KINDS.map(({ type, of }) => getOf(type, { of })),
		...KINDS.map(({ type, of, changes }) =>
			updateOf(type, [changes, updateOptions], updateKept(type), { of }),
		),
	],
};
