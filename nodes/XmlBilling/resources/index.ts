import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { account } from './account';
import { client } from './client';
import { estimate } from './estimate';
import { expense } from './expense';
import { invoice } from './invoice';
import type { Operation, Property, PropertyGroup, Resource } from './operation';
import { productOrService } from './productOrService';
import { project } from './project';
import { recurringProfile } from './recurring';
import { staff } from './staff';
import { task } from './task';
import { timeEntry } from './timeEntry';

export const RESOURCES: readonly Resource[] = [
	account,
	client,
	estimate,
	expense,
	invoice,
	productOrService,
	project,
	recurringProfile,
	staff,
	task,
	timeEntry,
];

/** The operation of a resource, by their values. */
export function findOperation(resource: string, operation: string): Operation | undefined {
	return RESOURCES.find(({ option }) => option.value === resource)?.operations.find(
		({ option }) => option.value === operation,
	);
}

/** The node's whole form: the two dropdowns, then each operation's fields, shown with their operation only. */
export function composeProperties(): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: RESOURCES.map(({ option }) => option),
			default: 'invoice',
		},
		...RESOURCES.map(composeOperations),
		...RESOURCES.flatMap(({ option, operations }) =>
			operations.flatMap((operation) =>
				operation.properties.map((property) => show(property, option.value, operation.option.value)),
			),
		),
	];
}

function composeOperations({ option: resource, operations }: Resource): INodeProperties {
	const first =
		operations.find(({ option }) => ['create', 'createProduct', 'getInfo'].includes(String(option.value))) ??
		operations[0];
	const preferred = first?.option.value ?? '';
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options: operations.map((operation) => operation.option),
		default: preferred,
	};
}

function show(
	property: Property,
	resource: INodePropertyOptions['value'],
	operation: INodePropertyOptions['value'],
) {
	const form = toForm(property);
	const conditions = form.displayOptions?.show ?? {};
	return {
		...form,
		displayOptions: {
			...form.displayOptions,
			show: { resource: [resource], operation: [operation], ...conditions },
		},
	};
}

// n8n need not know how a field is written.
function toForm({
	element: _element,
	kind: _kind,
	flag: _flag,
	most: _most,
	open: _open,
	options,
	...form
}: Property): INodeProperties {
	return options === undefined ? form : { ...form, options: options.map(toFormOption) };
}

function toFormOption(
	option: INodePropertyOptions | Property | PropertyGroup,
): INodePropertyOptions | INodeProperties | INodePropertyCollection {
	if ('values' in option) {
		const { element: _, ...group } = option;
		return { ...group, values: group.values.map(toForm) };
	}
	return 'type' in option ? toForm(option) : option;
}
