import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Operation, Resource } from './operation';
import { toForm, type Property } from './property';

/** Builds the node's form: two dropdowns, then the fields, each shown for its operations. */
export function buildProperties(resources: readonly Resource[]): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ option }) => option),
			default: 'invoice',
		},
		...resources.map(composeOperations),
		...resources.flatMap(composeFields),
	];
}

function composeOperations({
	option: { value },
	operations,
	preferred = 'create',
}: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: operations.map(({ option }) => option),
		default: preferred,
	};
}

/** A field with the operations of its resource that have it. */
interface Shared {
	readonly property: Property;
	readonly operations: Operation[];
}

// Operations with the same field share a property. This keeps the description small, and keeps the field's value when the
// user changes the operation.
function composeFields({ option, operations }: Resource): INodeProperties[] {
	const fields: Shared[] = [];
	for (const operation of operations) {
		let position = 0;
		for (const property of operation.properties) {
			const found = fields.findIndex((field, index) => index >= position && field.property === property);
			if (found === -1) fields.splice(position, 0, { property, operations: [operation] });
			else fields[found]?.operations.push(operation);
			position = (found === -1 ? position : found) + 1;
		}
	}
	return fields.map((field) => show(field, option.value));
}

function show({ property, operations }: Shared, resource: INodePropertyOptions['value']): INodeProperties {
	const form = toForm(property);
	const operation = operations.map(({ option }) => option.value);
	return {
		...form,
		displayOptions: {
			...form.displayOptions,
			show: { resource: [resource], operation, ...form.displayOptions?.show },
		},
	};
}
