import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { groupBy } from '../objects';
import { toForm, type Property } from './property';

type Value = INodePropertyOptions['value'];

/** The fields of an operation, in their order. */
export interface Form {
	readonly resource: Value;
	readonly operation: Value;
	readonly fields: readonly Property[];
}

/**
 * Joins the forms of operations into the node's form, in which equal fields share a property, shown for its operations. Each
 * form keeps its order: a field follows when no form has it further down. If forms disagree, one of them repeats a field.
 */
export function shareFields(forms: readonly Form[]): INodeProperties[] {
	const pending = withEqualFields(forms);
	const shared: INodeProperties[] = [];
	for (;;) {
		const firsts = new Set(pending.flatMap(({ fields: [first] }) => first ?? []));
		const [earliest] = firsts;
		if (earliest === undefined) return shared;
		const isReady = (field: INodeProperties) => pending.every(({ fields }) => fields.indexOf(field) <= 0);
		const next = [...firsts].find(isReady) ?? earliest;
		const sharing = pending.filter(({ fields: [first] }) => first === next);
		for (const { fields } of sharing) fields.shift();
		shared.push(...shownFor(sharing, next));
	}
}

function withEqualFields(
	forms: readonly Form[],
): Array<{ fields: INodeProperties[] } & Omit<Form, 'fields'>> {
	const known = new Map<string, INodeProperties>();
	const likeOf = (property: Property): INodeProperties => {
		const field = toForm(property);
		const key = JSON.stringify(field);
		const like = known.get(key) ?? field;
		known.set(key, like);
		return like;
	};
	return forms.map((form) => ({ ...form, fields: form.fields.map(likeOf) }));
}

// n8n shows a field for all combinations of a list of resources and a list of operations.
function shownFor(forms: readonly Form[], field: INodeProperties): INodeProperties[] {
	const byResource = groupBy(forms, ({ resource }) => resource);
	const byOperations = groupBy(byResource.values(), (own) => own.map(({ operation }) => operation).join());
	return [...byOperations.values()].map((alike) => {
		const resource = alike.map(([first]) => first.resource);
		const operation = alike[0].map((form) => form.operation);
		const { displayOptions } = field;
		const show = { resource, operation, ...displayOptions?.show };
		return { ...field, displayOptions: { ...displayOptions, show } };
	});
}
