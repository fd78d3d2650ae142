import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Property } from './property';
import { shareFields } from './shareFields';

/** A resource, as its dropdowns and fields show it. */
export interface ShownResource {
	readonly option: INodePropertyOptions;
	readonly operations: ReadonlyArray<{
		readonly option: INodePropertyOptions;
		readonly properties: readonly Property[];
	}>;
	/** The operation that a new node begins with. Defaults to `create`. */
	readonly preferred?: string;
}

/** Builds the node's form: two dropdowns, then the fields, each shown for its operations. */
export function buildProperties(resources: readonly ShownResource[]): INodeProperties[] {
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
		...shareFields(
			resources.flatMap(({ option: { value: resource }, operations }) =>
				operations.map(({ option, properties }) => ({
					resource,
					operation: option.value,
					fields: properties,
				})),
			),
		),
	];
}

function composeOperations({
	option: { value },
	operations,
	preferred = 'create',
}: ShownResource): INodeProperties {
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
