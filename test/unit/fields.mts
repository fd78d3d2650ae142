import { isGroup, isProperty, type Property } from '../../nodes/XmlBilling/descriptions/property';

/** The fields directly inside a field. */
export const fieldsIn = ({ options = [] }: Property): Property[] =>
	options.flatMap((option) => (isGroup(option) ? option.values : isProperty(option) ? [option] : []));

/** A field, and all fields inside it. */
export const withInner = (field: Property): Property[] => [field, ...fieldsIn(field).flatMap(withInner)];

export const choicesOf = ({ options = [] }: Property) =>
	options.flatMap((one) => ('value' in one ? [one] : []));
