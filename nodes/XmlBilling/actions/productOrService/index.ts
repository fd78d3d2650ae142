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
import { deleteOf, getOf, listOf, updateOf } from '../common/rows';
import { createGoods, upsertGoods } from './write';

export const productOrService: Resource = {
	option: { name: 'Product or Service', value: 'productOrService' },
	preferred: 'createProduct',
	operations: [
		operation({
			option: {
				name: 'Create or Update Product',
				value: 'upsertProduct',
				action: 'Create or update product',
				description: 'Update the product with this name, or create it if there is none (upsert)',
			},
			shows: productRecord,
			properties: [nameToMatch, productCost, productFields, updateOptions],
			prepare: upsertGoods(productRecord),
		}),
		operation({
			option: {
				name: 'Create or Update Service',
				value: 'upsertService',
				action: 'Create or update service',
				description: 'Update the service with this name, or create it if there is none (upsert)',
			},
			shows: serviceRecord,
			properties: [nameToMatch, serviceCost, serviceFields, updateOptions],
			prepare: upsertGoods(serviceRecord),
		}),
		operation({
			option: {
				name: 'Create Product',
				value: 'createProduct',
				action: 'Create product',
				description: 'Create a product to bill on invoices',
			},
			method: 'createProduct',
			shows: productRecord,
			properties: [productName, productCost, productFields, createOptions],
			prepare: createGoods(productRecord),
		}),
		operation({
			option: {
				name: 'Create Service',
				value: 'createService',
				action: 'Create service',
				description: 'Create a service to bill on invoices',
			},
			method: 'createService',
			shows: serviceRecord,
			properties: [serviceName, serviceCost, serviceFields, createOptions],
			prepare: createGoods(serviceRecord),
		}),
		deleteOf(productRecord, { of: 'Product' }),
		deleteOf(serviceRecord, { of: 'Service' }),
		listOf(productRecord, [productFilters], { of: 'Product' }),
		listOf(serviceRecord, [serviceFilters], { of: 'Service' }),
		getOf(productRecord, { of: 'Product' }),
		getOf(serviceRecord, { of: 'Service' }),
		updateOf(productRecord, [productChanges, updateOptions], updateKept(productRecord), { of: 'Product' }),
		updateOf(serviceRecord, [serviceChanges, updateOptions], updateKept(serviceRecord), { of: 'Service' }),
	],
};
