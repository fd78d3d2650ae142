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
import { productLocator, serviceLocator } from '../../forms/locators';
import { previewOptions, listOptions, updateOptions } from '../../forms/options';
import { paging } from '../../forms/paging';
import { productRecord, serviceRecord } from '../../records';
import { updateKept } from '../../engine/writes/resendUnchanged';
import { operation, type Resource } from '../../engine/operation';
import { createGoods, PRODUCT, SERVICE, upsertGoods } from './write';
import { getRecord, listRecords } from '../../engine/reads/recordReads';

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
			returns: 'The full product, which is not written if it already has all values',
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
			returns: 'The full service, which is not written if it already has all values',
			properties: [nameToMatch, serviceCost, serviceFields, updateOptions],
			prepare: upsertGoods(SERVICE),
		}),
		operation({
			option: {
				name: 'Create Product',
				value: 'createProduct',
				action: 'Create product',
				description: 'Add a product to bill on invoices',
			},
			method: 'createProduct',
			shows: productRecord,
			returns: 'The full product',
			properties: [productName, productCost, productFields, createOptions],
			prepare: createGoods(PRODUCT),
		}),
		operation({
			option: {
				name: 'Create Service',
				value: 'createService',
				action: 'Create service',
				description: 'Add a service to bill on invoices',
			},
			method: 'createService',
			shows: serviceRecord,
			returns: 'The full service',
			properties: [serviceName, serviceCost, serviceFields, createOptions],
			prepare: createGoods(SERVICE),
		}),
		operation({
			option: {
				name: 'Delete Product',
				value: 'deleteProduct',
				action: 'Delete product',
				description: 'Remove a product',
			},
			method: 'deleteProduct',
			returns: '`product_id` and `deleted` for each item',
			properties: [productLocator, previewOptions],
			batch: { type: productRecord, done: 'deleted' },
		}),
		operation({
			option: {
				name: 'Delete Service',
				value: 'deleteService',
				action: 'Delete service',
				description: 'Remove a service',
			},
			method: 'deleteService',
			returns: '`service_id` and `deleted` for each item',
			properties: [serviceLocator, previewOptions],
			batch: { type: serviceRecord, done: 'deleted' },
		}),
		operation({
			option: {
				name: 'Get Many Products',
				value: 'getAllProducts',
				action: 'Get many products',
				description: 'List products',
			},
			method: 'listProduct',
			shows: productRecord,
			returns: 'One item per product',
			properties: [...paging, productFilters, listOptions],
			run: listRecords(productRecord),
		}),
		operation({
			option: {
				name: 'Get Many Services',
				value: 'getAllServices',
				action: 'Get many services',
				description: 'List services',
			},
			method: 'listService',
			shows: serviceRecord,
			returns: 'One item per service',
			properties: [...paging, serviceFilters, listOptions],
			run: listRecords(serviceRecord),
		}),
		operation({
			option: {
				name: 'Get Product',
				value: 'getProduct',
				action: 'Get product',
				description: 'Get one product',
			},
			method: 'getProduct',
			shows: productRecord,
			returns: 'The product',
			properties: [productLocator],
			run: getRecord(productRecord),
		}),
		operation({
			option: {
				name: 'Get Service',
				value: 'getService',
				action: 'Get service',
				description: 'Get one service',
			},
			method: 'getService',
			shows: serviceRecord,
			returns: 'The service, with its unit in `quantity`',
			properties: [serviceLocator],
			run: getRecord(serviceRecord),
		}),
		operation({
			option: {
				name: 'Update Product',
				value: 'updateProduct',
				action: 'Update product',
				description: 'Change some values of a product and keep the rest',
			},
			method: 'updateProduct',
			shows: productRecord,
			returns: 'The full product',
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
			returns: 'The full service',
			properties: [serviceLocator, serviceChanges, updateOptions],
			prepare: updateKept(serviceRecord),
		}),
	],
};
