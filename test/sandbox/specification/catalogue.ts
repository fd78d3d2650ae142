import { refuse } from './lines.ts';
import { NOTHING_FOUND, PAGING } from './lists.ts';
import { PRODUCT_FIELDS, SERVICE_FIELDS } from './records.ts';
import type { ElementSpecification, MethodSpecification } from './types.ts';

const NO_DECIMALS = ['abc', '1.999', '1,000.00', '$5', '1e3'];
const NO_IDENTIFIERS = [null, '', 'abc', '1.5'];
const NO_NAME = refuse('Please provide valid data.', null, '');

const DESCRIPTION: ElementSpecification = {
	path: 'description',
	example: 'Matt, "A2"\n<recycled> & more',
	readBack: 'description',
};

const PRODUCT_ID: ElementSpecification = {
	path: 'product_id',
	required: 'always',
	example: '{product}',
	invalid: refuse('Product id is invalid.', ...NO_IDENTIFIERS),
};

const SERVICE_ID: ElementSpecification = {
	path: 'service_id',
	required: 'always',
	example: '{service}',
	invalid: refuse('Service id is invalid.', ...NO_IDENTIFIERS),
};

const PRODUCT_NAME: ElementSpecification = {
	path: 'name',
	example: 'Poster & <frame>',
	readBack: 'product_name',
};

const SERVICE_NAME: ElementSpecification = {
	path: 'name',
	example: 'Retouching & <proofs>',
	readBack: 'service_name',
};

/** A service returns its unit as `quantity` (§2.2). */
const UNIT: ElementSpecification = {
	path: 'unit',
	example: 'Hour',
	readBack: 'quantity',
	invalid: refuse('Unit is invalid.', '12'),
};

const READ_PRODUCT = { method: 'getProduct', identifier: 'product_id' };
const READ_SERVICE = { method: 'getService', identifier: 'service_id' };

/** §4.8 */
export const catalogue: readonly MethodSpecification[] = [
	{
		method: 'createProduct',
		group: 'productsAndServices',
		section: '§4.8',
		elements: [
			{ ...PRODUCT_NAME, required: 'always', invalid: NO_NAME },
			{
				path: 'quantity',
				example: '12.50',
				readBack: 'quantity',
				invalid: refuse('Quantity is invalid.', ...NO_DECIMALS),
			},
			{
				path: 'unitcost',
				example: '19.99',
				readBack: 'unit_cost',
				invalid: refuse('Unit cost is invalid.', ...NO_DECIMALS),
			},
			DESCRIPTION,
		],
		answer: { kind: 'identifier', element: 'product_id' },
		read: READ_PRODUCT,
		refusals: [
			{
				status: 400,
				message: 'Product- [{productName}] already exists.',
				when: 'another product has the name',
				change: { name: '{productName}' },
			},
		],
	},
	{
		method: 'updateProduct',
		group: 'productsAndServices',
		section: '§4.8',
		elements: [
			{
				...PRODUCT_ID,
				invalid: [
					...(PRODUCT_ID.invalid ?? []),
					{
						value: '{foreignProduct}',
						status: 403,
						message: 'Product is not associated with your account.',
					},
				],
			},
			PRODUCT_NAME,
			{ path: 'quantity', example: '12.50', readBack: 'quantity' },
			{ path: 'unitcost', example: '19.99', readBack: 'unit_cost' },
			DESCRIPTION,
		],
		answer: { kind: 'empty' },
		read: READ_PRODUCT,
	},
	{
		method: 'deleteProduct',
		group: 'productsAndServices',
		section: '§4.8',
		elements: [{ path: 'product_id', required: 'always', repeatable: true, example: '{product}' }],
		answer: { kind: 'empty' },
	},
	{
		method: 'getProduct',
		group: 'productsAndServices',
		section: '§4.8',
		elements: [PRODUCT_ID],
		answer: { kind: 'record', element: 'product', fields: PRODUCT_FIELDS },
	},
	{
		method: 'listProduct',
		group: 'productsAndServices',
		section: '§4.8',
		elements: [
			{ path: 'filter/product_id', example: '{product}' },
			{ path: 'filter/item_name', example: '{productName}' },
			{ path: 'filter/item_cost', example: '{productCost}' },
			{ path: 'filter/item_status', example: 'Active' },
			...PAGING,
		],
		answer: {
			kind: 'list',
			wrapper: 'products',
			record: 'product',
			identifier: 'product_id',
			count: 'total_records',
		},
		refusals: NOTHING_FOUND,
	},
	{
		method: 'createService',
		group: 'productsAndServices',
		section: '§4.8',
		elements: [
			{ ...SERVICE_NAME, required: 'always', invalid: NO_NAME },
			{
				path: 'cost',
				example: '85.50',
				readBack: 'unit_cost',
				invalid: refuse('Cost is invalid.', ...NO_DECIMALS),
			},
			UNIT,
			DESCRIPTION,
		],
		answer: { kind: 'identifier', element: 'service_id' },
		read: READ_SERVICE,
		refusals: [
			{
				status: 400,
				message: 'Service- [{serviceName}] already exists.',
				when: 'another service has the name',
				change: { name: '{serviceName}' },
			},
		],
	},
	{
		method: 'updateService',
		group: 'productsAndServices',
		section: '§4.8',
		elements: [
			{
				...SERVICE_ID,
				invalid: [
					...(SERVICE_ID.invalid ?? []),
					{
						value: '{foreignService}',
						status: 403,
						message: 'Service is not associated with your account.',
					},
				],
			},
			SERVICE_NAME,
			{ path: 'cost', example: '85.50', readBack: 'unit_cost' },
			UNIT,
			DESCRIPTION,
		],
		answer: { kind: 'empty' },
		read: READ_SERVICE,
	},
	{
		method: 'deleteService',
		group: 'productsAndServices',
		section: '§4.8',
		elements: [{ path: 'service_id', required: 'always', repeatable: true, example: '{service}' }],
		answer: { kind: 'empty' },
	},
	{
		method: 'getService',
		group: 'productsAndServices',
		section: '§4.8',
		elements: [SERVICE_ID],
		answer: { kind: 'record', element: 'service', fields: SERVICE_FIELDS },
	},
	{
		method: 'listService',
		group: 'productsAndServices',
		section: '§4.8',
		elements: [
			{ path: 'filter/service_id', example: '{service}' },
			{ path: 'filter/item_name', example: '{serviceName}' },
			{ path: 'filter/item_cost', example: '{serviceCost}' },
			{ path: 'filter/item_status', example: 'Active' },
			...PAGING,
		],
		answer: {
			kind: 'list',
			wrapper: 'services',
			record: 'service',
			identifier: 'service_id',
			count: 'total_records',
		},
		refusals: NOTHING_FOUND,
	},
];
