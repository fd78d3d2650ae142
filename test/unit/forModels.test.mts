import {
	NodeHelpers,
	traverseNodeParameters,
	type FromAIArgument,
	type INode,
	type INodeParameters,
} from 'n8n-workflow';
import { RESOURCES } from '../../nodes/XmlBilling/actions';
import type { Property } from '../../nodes/XmlBilling/descriptions/property';
import type { Operation } from '../../nodes/XmlBilling/execution/operation';
import { XmlBilling } from '../../nodes/XmlBilling/XmlBilling.node';
import { XmlBillingTrigger } from '../../nodes/XmlBilling/XmlBillingTrigger.node';
import { name as packageName } from '../../package.json';
import { withInner } from './fields.mts';

const NODES = [new XmlBilling(), new XmlBillingTrigger()].map(({ description }) => description);
const OPERATIONS = RESOURCES.flatMap(({ option, operations }) =>
	operations.map((operation) => ({
		resource: String(option.value),
		path: `${option.value}/${operation.option.value}`,
		operation,
	})),
);

const operationAt = (path: string) => OPERATIONS.find((one) => one.path === path)?.operation;

/** The text for models about fields of these kinds: models that build a workflow read it, and fill in the fields. */
const FORMATS: ReadonlyArray<{ of: string; takes: (field: Property) => boolean; told: RegExp }> = [
	{ of: 'date', takes: ({ type }) => type === 'dateTime', told: /\(YYYY-MM-DD\)/ },
	{
		of: 'amount',
		takes: ({ kind, placeholder = '' }) =>
			/(decimal|money)$/i.test(kind ?? '') || /^e\.g\. \d+\.\d\d$/.test(placeholder),
		told: /such as \d+(\.\d+)?\b/,
	},
	{ of: 'list of IDs', takes: ({ kind }) => kind === 'identifiers', told: /such as \d+, \d+\b/ },
	{
		of: 'JSON',
		takes: ({ type, displayOptions }) => type === 'json' && displayOptions?.show?.['@tool'] === undefined,
		told: /such as \{|Each has \w+ and /,
	},
];

test.each(FORMATS)('each $of has its format and an example in its description', ({ takes, told }) => {
	const taking = OPERATIONS.flatMap(({ operation }) => operation.properties)
		.flatMap(withInner)
		.filter(takes);
	expect(taking.length).toBeGreaterThan(5);
	const untold = taking.filter(({ description = '' }) => !told.test(description));
	expect(untold.map(({ displayName, description }) => `${displayName}: ${description}`)).toEqual([]);
});

const toolOf = ([resource = '', operation = '']: string[], more: INodeParameters = {}) => {
	const { description } = new XmlBilling();
	const asTool = { ...description, name: `${description.name}Tool` };
	const node = { typeVersion: 1, name: 'Tool', parameters: {} } satisfies Partial<INode>;
	const given = { resource, operation, ...more };
	const { properties } = description;
	const parameters = NodeHelpers.getNodeParameters(properties, given, true, false, node, asTool) ?? {};
	return { parameters, description: NodeHelpers.makeDescription(parameters, description) };
};

// For a tool, n8n gives a model the action's name, but not its description.
test.each([
	['invoice/send', /client by email/],
	['invoice/recordPayment', /payment received/],
	['recurringProfile/create', /automatic invoices/],
	['client/upsert', /Create or update/],
])('the tool %s tells a model what it changes', (operation, told) => {
	const { description } = toolOf(operation.split('/'));
	expect(description).toMatch(told);
	expect(description).toMatch(/ in XML Billing$/);
});

const takesLines = ({ properties }: Operation) => properties.some(({ name }) => name === 'linesJson');

test.each(OPERATIONS.flatMap(({ path, operation }) => (takesLines(operation) ? path : [])))(
	'the tool %s tells a model what a line is, where lines are expected without being told to',
	(operation) => {
		const asked: FromAIArgument[] = [];
		const isOptional = /\/(update|createFrom\w+)$/.test(operation);
		const more = isOptional ? { linesFrom: 'json' } : {};
		traverseNodeParameters(toolOf(operation.split('/'), more).parameters, asked);
		const description: unknown = expect.stringMatching(/^List of the lines .* Example: \[\{ "\w+": /);
		expect(asked).toEqual([{ key: 'lines', type: 'json', description, defaultValue: undefined }]);
	},
);

describe('what is told those who build workflows', () => {
	it('names nodes that exist', () => {
		const names = NODES.map(({ name }) => `${packageName}.${name}`);
		const related = NODES.flatMap(({ builderHint }) => builderHint?.relatedNodes ?? []);
		expect(related.map(({ nodeType }) => nodeType).sort()).toEqual(names.sort());
	});

	it('has examples for operations that exist, with fields that they have', () => {
		const examples = NODES.flatMap(({ builderHint }) => builderHint?.extraTypeDefContent ?? []);
		expect(examples).not.toEqual([]);
		for (const { content, displayOptions } of examples) {
			const fields = [...content.matchAll(/^(\w+): /gm)].map(([, field]) => field);
			const { resource: resources = [], operation: names = [] } = displayOptions?.show ?? {};
			const shown = OPERATIONS.filter(
				({ resource, operation: { option } }) => resources.includes(resource) && names.includes(option.value),
			);
			expect(shown).toHaveLength(resources.length * names.length);
			for (const { operation } of shown)
				expect(operation.properties.map(({ name }) => name)).toEqual(expect.arrayContaining(fields));
		}
	});
});

test.each([
	['invoice/getAll', 'Only reads: safe to repeat.'],
	['invoice/send', 'Sends an email: each repeat sends another.'],
	['task/delete', 'Deletes: a repeat deletes nothing more.'],
	['productOrService/upsertProduct', 'Writes: a repeat writes the same again.'],
	[
		'invoice/create',
		'Writes and may send: a repeat adds another only without a Number, or where If Number Exists allows it.',
	],
	[
		'invoice/recordPayment',
		'Writes: a repeat adds another only without a Reference, or where If Payment Exists allows it.',
	],
	['invoice/addItems', 'Writes: a repeat adds another.'],
	['settings/customRequest', 'Reads, writes, sends or deletes as its method says: repeat only reads.'],
])('%s says whether it is safe to repeat', (path, effect) => {
	expect(operationAt(path)?.option.description).toMatch(new RegExp(`\\. ${effect}$`));
});
