import fc from 'fast-check';
import { NodeHelpers, type INode, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { RESOURCES } from '../../../nodes/XmlBilling/actions';
import { toForm, type Property } from '../../../nodes/XmlBilling/descriptions/property';
import { type Form, shareFields } from '../../../nodes/XmlBilling/descriptions/buildProperties';
import { XmlBilling } from '../../../nodes/XmlBilling/XmlBilling.node';

type Choice = Pick<Form, 'resource' | 'operation'>;

const FORMS: Form[] = RESOURCES.flatMap(({ option: { value: resource }, operations }) =>
	operations.map(({ option, properties }) => ({ resource, operation: option.value, fields: properties })),
);

/** The fields that are shown for an operation, without the conditions that chose them. */
function shownFor({ resource, operation }: Choice, fields: INodeProperties[]): INodeProperties[] {
	return fields.flatMap(({ displayOptions, ...field }) => {
		const { resource: resources, operation: operations, ...own } = displayOptions?.show ?? {};
		if (resources?.includes(resource) !== true || operations?.includes(operation) !== true) return [];
		const others = { ...displayOptions, show: Object.keys(own).length === 0 ? undefined : own };
		const isFree = others.show === undefined && others.hide === undefined;
		return [{ ...field, displayOptions: isFree ? undefined : others }];
	});
}

it.each(FORMS)('shows for $resource > $operation its own fields, in its order', ({ fields, ...choice }) => {
	expect(shownFor(choice, shareFields(FORMS))).toEqual(fields.map(toForm));
});

const text = (name: string): Property => ({ displayName: name, name, type: 'string', default: '' });
const names = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e']);
const collection = (inside: string[]): Property => ({
	...text('all'),
	type: 'collection',
	options: inside.map(text),
});
const anyForms = fc.array(
	fc.record({
		resource: fc.constantFrom('x', 'y', 'z'),
		operation: fc.constantFrom('p', 'q', 'r'),
		fields: fc
			.tuple(names, names, names)
			.map(([before, inside, after]) => [
				...before.map(text),
				collection(inside),
				...after.map((name) => text(`${name}2`)),
			]),
	}),
);
const alike = ({ resource, operation }: Form) => `${String(resource)} ${String(operation)}`;

test('shows each of any forms as it was, even where they disagree on the order', () => {
	fc.assert(
		fc.property(anyForms, (all) => {
			const forms = [...new Map(all.map((form) => [alike(form), form])).values()];
			const shared = shareFields(forms);
			for (const { fields, ...choice } of forms) expect(shownFor(choice, shared)).toEqual(fields.map(toForm));
		}),
	);
});

test.each([
	['invoice', 'create', { secondTax: { tax: { tax2: '5', tax2Type: 'Compound' } } }],
	['estimate', 'create', { secondTax: { tax: { tax2: '5' } } }],
	['recurringProfile', 'addItems', {}],
])('n8n itself keeps the fields of a line that belong to %s > %s', (resource, operation, kept) => {
	const tax = { tax2: '5', tax2Type: 'Compound' };
	const parameters: INodeParameters = {
		resource,
		operation,
		linesFrom: 'form',
		lineItems: { line: [{ additionalFields: { secondTax: { tax } } }] },
	};
	const node = { typeVersion: 1 } satisfies Partial<INode>;
	const { description } = new XmlBilling();
	const { properties } = description;
	const read = NodeHelpers.getNodeParameters(properties, parameters, true, false, node, description);
	const line: unknown = expect.objectContaining({ additionalFields: kept });
	expect(read).toEqual(expect.objectContaining({ lineItems: { line: [line] } }));
});
