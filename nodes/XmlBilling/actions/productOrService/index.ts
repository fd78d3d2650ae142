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
import { productLocator, serviceLocator } from '../../descriptions/locators';
import { updateOptions } from '../../descriptions/options';
import { productRecord, serviceRecord } from '../../records';
import { updateKept } from '../common/updateKept';
import { operation, type Resource } from '../../execution/operation';
import { deleteOf, getOf, listOf } from '../common/rows';
import { createGoods, PRODUCT, SERVICE, upsertGoods } from './write';

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
			prepare: upsertGoods(PRODUCT),
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
			prepare: upsertGoods(SERVICE),
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
			prepare: createGoods(PRODUCT),
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
			prepare: createGoods(SERVICE),
		}),
		deleteOf(productRecord, { of: 'Product' }),
		deleteOf(serviceRecord, { of: 'Service' }),
		listOf(productRecord, [productFilters], { of: 'Product' }),
		listOf(serviceRecord, [serviceFilters], { of: 'Service' }),
		getOf(productRecord, { of: 'Product' }),
		getOf(serviceRecord, { of: 'Service' }),
		operation({
			option: {
				name: 'Update Product',
				value: 'updateProduct',
				action: 'Update product',
				description: 'Change some values of a product and keep the rest',
			},
			method: 'updateProduct',
			shows: productRecord,
			properties: [productLocator, productChanges, updateOptions],
			prepare: updateKept(productRecord),
		}),
		operation({
			option: {
				name: 'Update Service',
				value: 'updateService',
				action: 'Update service',
				description: 'Change some values of a service and keep the rest',
			},
			method: 'updateService',
			shows: serviceRecord,
			properties: [serviceLocator, serviceChanges, updateOptions],
			prepare: updateKept(serviceRecord),
		}),
	],
};
