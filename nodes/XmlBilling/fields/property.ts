import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import type { Wire } from '../interface/encode';

/** A form field, which is also the schema of what it is written as. */
export interface Property extends Omit<INodeProperties, 'options'>, Wire {
	options?: Array<INodePropertyOptions | Property | PropertyGroup>;
}

export interface PropertyGroup extends Omit<INodePropertyCollection, 'values'>, Wire {
	values: Property[];
}
