import type { INodeProperties } from 'n8n-workflow';
import type { Resource } from '../engine/operation';
import { shareFields } from './shareFields';

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
