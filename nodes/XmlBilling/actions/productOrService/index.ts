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

const changedName = optional(recordName, { description: 'New name on invoices. It must not be in use.' });

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

// Products and services have the same operations (§4.8).
const KINDS = [
	{
		...{ type: productRecord, of: 'Product', locator: productLocator, placeholder: 'e.g. Poster A2' },
		...{ cost: cost('unitcost', '12.50'), details: [recordDetails, quantity] },
	},
	{
		...{ type: serviceRecord, of: 'Service', locator: serviceLocator, placeholder: 'e.g. Consulting' },
		...{ cost: cost('cost', '95.00'), details: [recordDetails, unit] },
	},
] as const;

export const productOrService: Resource = {
	option: { name: 'Product or Service', value: 'productOrService' },
	preferred: 'createProduct',
	operations: [
		...KINDS.map(({ type, of, cost: price, details }) =>
			operation({
				option: {
					name: `Create or Update ${of}`,
					value: `upsert${of}`,
					action: `Create or update ${type.label}`,
					description: `Update the ${type.label} with this name, or create it if there is none (upsert)`,
				},
				shows: type,
				properties: [nameToMatch, price, additionalFields(...details), updateOptions],
				prepare: upsertGoods(type),
			}),
		),
		...KINDS.map(({ type, of, placeholder, cost: price, details }) => {
			const description = `Name of the ${type.label} on invoices. It must not be in use.`;
			const name: Property = { ...recordName, placeholder, description };
			const fields = [name, price, additionalFields(...details), createOptions];
			return createOf(type, fields, createGoods(type), {
				of,
				description: `Create a ${type.label} to bill on invoices`,
			});
		}),
		...KINDS.map(({ type, of }) => deleteOf(type, { of })),
		...KINDS.map(({ type, of, locator }) => listOf(type, [filtersOf(locator, type.label)], { of })),
		...KINDS.map(({ type, of }) => getOf(type, { of })),
		...KINDS.map(({ type, of, cost: price, details }) => {
			const changes = updateFields(...details, price, changedName);
			return updateOf(type, [changes, updateOptions], updateKept(type), { of });
		}),
	],
};
