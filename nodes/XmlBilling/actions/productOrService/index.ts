import { productLocator, serviceLocator } from '../common/locators';
import { previewOptions, listOptions, preview, returnField, updateOptions } from '../common/options';
import { paging } from '../common/paging';
import { productRecord, serviceRecord } from '../../records';
import { updateKept } from '../common/resendUnchanged';
import { operation, type Resource } from '../../engine/operation';
import type { Property } from '../../engine/property';
import { createGoods, PRODUCT, SERVICE, upsertGoods } from './write';
import { getRecord, listRecords } from '../common/standard';

const productName: Property = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Poster A2',
	description: 'How invoices name the product. A name that is in use is refused.',
};

const serviceName: Property = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Consulting',
	description: 'How invoices name the service. A name that is in use is refused.',
};

/** What a record is looked for by, and what a new one is called. */
const nameToMatch: Property = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	description:
		'Finds the active one with this name, upper and lower case being the same. One that is found keeps its spelling.',
};

const changedName: Property = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	description: 'Another name',
};

const itemDescription: Property = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
};

const quantity: Property = {
	displayName: 'Quantity',
	name: 'quantity',
	type: 'string',
	default: '',
	placeholder: 'e.g. 40',
	description: 'How many of the product there are',
	kind: 'decimal',
};

/** One word in a product's request, two in what is read, and `cost` in a service's request (§4.8). */
const productCost: Property = {
	displayName: 'Unit Cost',
	name: 'unitCost',
	type: 'string',
	default: '',
	placeholder: 'e.g. 12.50',
	description: 'The price of one, without taxes',
	kind: 'decimal',
	element: 'unitcost',
};

const serviceCost: Property = {
	displayName: 'Unit Cost',
	name: 'unitCost',
	type: 'string',
	default: '',
	placeholder: 'e.g. 95.00',
	description: 'The price of one unit, without taxes',
	kind: 'decimal',
	element: 'cost',
};

const unit: Property = {
	displayName: 'Unit',
	name: 'unit',
	type: 'string',
	default: '',
	placeholder: 'e.g. Hour',
	description: 'The word for what the service is charged by. The output shows it as quantity.',
};

const ifExists: Property = {
	displayName: 'If Name Exists',
	name: 'ifExists',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail', description: 'Stop with an error that says which one has the name' },
		{
			name: 'Return the Existing One',
			value: 'existing',
			description: 'Create nothing when an active one has the name',
		},
	],
	default: 'fail',
	description: 'What to do when the name is in use',
	element: false,
};

const createOptions: Property = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [ifExists, preview, returnField],
};

/** The states of §3, as suggestions, because the values that the filter takes are not shown (§4.1). */
const status: Property = {
	displayName: 'Status',
	name: 'itemStatus',
	type: 'options',
	options: [
		{ name: 'Active', value: 'Active' },
		{ name: 'Archived', value: 'Archive' },
		{ name: 'Deleted', value: 'Deleted' },
	],
	default: 'Active',
	description:
		'Only those with this status. Active ones when left out. Another status can be given with an expression.',
	open: true,
};

const nameFilter: Property = {
	displayName: 'Name',
	name: 'itemName',
	type: 'string',
	default: '',
	description: 'Only those with this name',
};

const costFilter: Property = {
	displayName: 'Unit Cost',
	name: 'itemCost',
	type: 'string',
	default: '',
	placeholder: 'e.g. 12.50',
	description: 'Only those at exactly this price',
	kind: 'decimal',
};

export const productOrService: Resource = {
	option: { name: 'Product or Service', value: 'productOrService' },
	preferred: 'createProduct',
	operations: [
		operation({
			option: {
				name: 'Create or Update Product',
				value: 'upsertProduct',
				action: 'Create or update a product',
				description: 'Change the product that has a name, or add it when there is none (upsert)',
			},
			returns: 'The product in full',
			properties: [
				nameToMatch,
				{
					displayName: 'Additional Fields',
					name: 'additionalFields',
					type: 'collection',
					placeholder: 'Add Field',
					default: {},
					options: [itemDescription, quantity, productCost],
				},
				updateOptions,
			],
			prepare: upsertGoods(PRODUCT),
		}),
		operation({
			option: {
				name: 'Create or Update Service',
				value: 'upsertService',
				action: 'Create or update a service',
				description: 'Change the service that has a name, or add it when there is none (upsert)',
			},
			returns: 'The service in full',
			properties: [
				nameToMatch,
				{
					displayName: 'Additional Fields',
					name: 'additionalFields',
					type: 'collection',
					placeholder: 'Add Field',
					default: {},
					options: [itemDescription, unit, serviceCost],
				},
				updateOptions,
			],
			prepare: upsertGoods(SERVICE),
		}),
		operation({
			option: {
				name: 'Create Product',
				value: 'createProduct',
				action: 'Create a product',
				description: 'Add a product to those that invoices can name',
			},
			method: 'createProduct',
			returns: 'The product in full',
			properties: [
				productName,
				{
					displayName: 'Additional Fields',
					name: 'additionalFields',
					type: 'collection',
					placeholder: 'Add Field',
					default: {},
					options: [itemDescription, quantity, productCost],
				},
				createOptions,
			],
			prepare: createGoods(PRODUCT),
		}),
		operation({
			option: {
				name: 'Create Service',
				value: 'createService',
				action: 'Create a service',
				description: 'Add a service to those that invoices can name',
			},
			method: 'createService',
			returns: 'The service in full',
			properties: [
				serviceName,
				{
					displayName: 'Additional Fields',
					name: 'additionalFields',
					type: 'collection',
					placeholder: 'Add Field',
					default: {},
					options: [itemDescription, unit, serviceCost],
				},
				createOptions,
			],
			prepare: createGoods(SERVICE),
		}),
		operation({
			option: {
				name: 'Delete Product',
				value: 'deleteProduct',
				action: 'Delete a product',
				description: 'Remove a product',
			},
			method: 'deleteProduct',
			returns: '`product_id` and `deleted`, for each item',
			properties: [productLocator, previewOptions],
			batch: { type: productRecord, done: 'deleted' },
		}),
		operation({
			option: {
				name: 'Delete Service',
				value: 'deleteService',
				action: 'Delete a service',
				description: 'Remove a service',
			},
			method: 'deleteService',
			returns: '`service_id` and `deleted`, for each item',
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
			returns: 'One item per product',
			properties: [
				...paging,
				{
					displayName: 'Filters',
					name: 'filters',
					type: 'collection',
					placeholder: 'Add Filter',
					default: {},
					element: 'filter',
					strict: true,
					options: [
						nameFilter,
						{
							displayName: 'Product',
							name: 'productId',
							type: 'resourceLocator',
							default: { mode: 'list', value: '' },
							description: 'Only this product',
							modes: productLocator.modes,
						},
						status,
						costFilter,
					],
				},
				listOptions,
			],
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
			returns: 'One item per service',
			properties: [
				...paging,
				{
					displayName: 'Filters',
					name: 'filters',
					type: 'collection',
					placeholder: 'Add Filter',
					default: {},
					element: 'filter',
					strict: true,
					options: [
						nameFilter,
						{
							displayName: 'Service',
							name: 'serviceId',
							type: 'resourceLocator',
							default: { mode: 'list', value: '' },
							description: 'Only this service',
							modes: serviceLocator.modes,
						},
						status,
						costFilter,
					],
				},
				listOptions,
			],
			run: listRecords(serviceRecord),
		}),
		operation({
			option: {
				name: 'Get Product',
				value: 'getProduct',
				action: 'Get a product',
				description: 'Read one product',
			},
			method: 'getProduct',
			returns: 'The product',
			properties: [productLocator],
			run: getRecord(productRecord),
		}),
		operation({
			option: {
				name: 'Get Service',
				value: 'getService',
				action: 'Get a service',
				description: 'Read one service, whose `quantity` is the word for its unit',
			},
			method: 'getService',
			returns: 'The service, whose `quantity` is the word for its unit',
			properties: [serviceLocator],
			run: getRecord(serviceRecord),
		}),
		operation({
			option: {
				name: 'Update Product',
				value: 'updateProduct',
				action: 'Update a product',
				description: 'Change some values of a product and keep the others',
			},
			method: 'updateProduct',
			returns: 'The product in full',
			properties: [
				productLocator,
				{
					displayName: 'Update Fields',
					name: 'updateFields',
					type: 'collection',
					placeholder: 'Add Field',
					default: {},
					options: [itemDescription, changedName, quantity, productCost],
				},
				updateOptions,
			],
			prepare: updateKept(productRecord),
		}),
		operation({
			option: {
				name: 'Update Service',
				value: 'updateService',
				action: 'Update a service',
				description: 'Change some values of a service and keep the others',
			},
			method: 'updateService',
			returns: 'The service in full',
			properties: [
				serviceLocator,
				{
					displayName: 'Update Fields',
					name: 'updateFields',
					type: 'collection',
					placeholder: 'Add Field',
					default: {},
					options: [itemDescription, changedName, unit, serviceCost],
				},
				updateOptions,
			],
			prepare: updateKept(serviceRecord),
		}),
	],
};
