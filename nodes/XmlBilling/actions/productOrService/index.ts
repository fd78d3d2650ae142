import {
	createOptions,
	nameToMatch,
	productChanges,
	productCost,
	productFields,
	productFilters,
	productName,
	serviceChanges,
	serviceCost,
	serviceFields,
	serviceFilters,
	serviceName,
} from './forms';
import { updateOptions } from '../../descriptions/options';
import { productRecord, serviceRecord } from '../../records';
import { updateKept } from '../common/updateKept';
import { operation, type Resource } from '../../execution/operation';
import { createOf, deleteOf, getOf, listOf, updateOf } from '../common/rows';
import { createGoods, upsertGoods } from './write';

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
