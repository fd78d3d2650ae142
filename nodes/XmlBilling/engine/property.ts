import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import type { Wire } from '../xml/encode';

/** A form field, and how it is written in a request. */
export interface Property extends Omit<INodeProperties, 'options'>, Wire {
	options?: Array<INodePropertyOptions | Property | PropertyGroup>;
}

export interface PropertyGroup extends Omit<INodePropertyCollection, 'values'>, Wire {
	values: Property[];
}

export const isProperty = (option: object): option is Property => 'type' in option && 'name' in option;
export const isGroup = (option: object): option is PropertyGroup => 'values' in option && 'name' in option;

/** The field as n8n accepts it, without the properties of `Wire`. */
export function toForm({
	element: _element,
	kind: _kind,
	flag: _flag,
	most: _most,
	open: _open,
	strict: _strict,
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
