import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	NodeConnectionType,
} from 'n8n-workflow';
import type { Wire } from '../xml/encode';
import { without } from '../helpers/GenericFunctions';

// Versions of n8n-workflow before 1.83, which another package may bring along, have no NodeConnectionTypes.
export const MAIN: NodeConnectionType = 'main';

/** A form field, and how it is written in a request. */
export interface Property extends Omit<INodeProperties, 'options'>, Wire {
	options?: Array<INodePropertyOptions | Property | PropertyGroup>;
}

export interface PropertyGroup extends Omit<INodePropertyCollection, 'values'>, Wire {
	values: Property[];
}

export const isProperty = (option: object): option is Property => 'type' in option && 'name' in option;
export const isGroup = (option: object): option is PropertyGroup => 'values' in option && 'name' in option;

const OUR_KEYS = ['element', 'kind', 'flag', 'most', 'open', 'strict'] as const;

/** The field as n8n accepts it, without the properties of `Wire`. */
export function toForm(property: Property): INodeProperties {
	const { options, ...form } = property;
	for (const key of OUR_KEYS) delete form[key];
	return options === undefined ? form : { ...form, options: options.map(toFormOption) };
}

function toFormOption(
	option: INodePropertyOptions | Property | PropertyGroup,
): INodePropertyOptions | INodeProperties | INodePropertyCollection {
	if ('values' in option) return { ...without(option, 'element'), values: option.values.map(toForm) };
	return 'type' in option ? toForm(option) : option;
}
