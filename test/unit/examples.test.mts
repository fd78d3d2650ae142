import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHelpers, type INodeParameters, type INodeType } from 'n8n-workflow';
import { readExamples, type Workflow } from '../../host/examples.mts';
import { findOperation } from '../../nodes/XmlBilling/actions';
import { outputFieldsOf } from '../../nodes/XmlBilling/records/outputRecord';
import { XmlBilling } from '../../nodes/XmlBilling/XmlBilling.node';
import { XmlBillingTrigger } from '../../nodes/XmlBilling/XmlBillingTrigger.node';

type Node = Workflow['nodes'][number];

const PACKAGE = 'n8n-nodes-xml-billing';
const OWN_TYPES: Record<string, INodeType> = {
	[`${PACKAGE}.xmlBilling`]: new XmlBilling(),
	[`${PACKAGE}.xmlBillingTool`]: asTool(new XmlBilling()),
	[`${PACKAGE}.xmlBillingTrigger`]: new XmlBillingTrigger(),
};

/** As n8n makes a tool of a node: fields for tools show by its name. */
function asTool(node: XmlBilling): XmlBilling {
	node.description.name += 'Tool';
	return node;
}

/** More boxes than these on a canvas are no longer read at a glance. */
const MOST_BOXES = 18;
/** Tools, models and memories hang below their agent. */
const PART_OF_AGENT = /Tool$|\.(lm|memory)[A-Z]/;

const isNote = ({ type }: Node): boolean => type === 'n8n-nodes-base.stickyNote';

/** Whether n8n 3 no longer has the node, or something that it uses. */
const isGoneIn3 = ({ type, typeVersion, parameters }: Node): boolean =>
	type === '@n8n/n8n-nodes-langchain.code' ||
	DEPRECATED.test(type) ||
	(type.endsWith('.agent') && typeVersion < 2) ||
	(type.endsWith('.executeWorkflow') && parameters['mode'] === 'each') ||
	JSON.stringify(parameters).includes('$getPairedItem');

/** The nodes that n8n 2.41 hides because others replace them. From 2.42.6 on it refuses workflows with such a node. */
const DEPRECATED =
	/\.(aiTransform|cron|function(Item)?|htmlExtract|iCal|interval|itemLists|line|moveBinaryData|openAi|orbit|readBinaryFiles?|readPDF|simulate(Trigger)?|spreadsheetFile|workflowTrigger|writeBinaryFile)$/;

/** n8n adds the poll times to the form of every trigger that polls, and a description to that of every tool. */
function withoutN8nsOwn({ parameters }: Node): INodeParameters {
	const added = ['pollTimes', 'descriptionType', 'toolDescription'];
	const own = Object.entries(parameters as INodeParameters).filter(([name]) => !added.includes(name));
	return Object.fromEntries(own);
}

describe.each(readExamples().map((example) => [example.name, example] as const))(
	'%s',
	(_, { nodes, connections, ...workflow }) => {
		it('has no more boxes than can be read, and no groups, which n8n opens as closed boxes', () => {
			const boxes = nodes.filter((node) => !isNote(node) && !PART_OF_AGENT.test(node.type));
			expect(boxes.length).toBeLessThanOrEqual(MOST_BOXES);
			expect(workflow).not.toHaveProperty('nodeGroups');
		});

		it('fills in what the forms require, and only fields that they have', () => {
			const own = nodes.filter(({ type }) => type in OWN_TYPES);
			expect(own).not.toEqual([]);
			for (const node of own) {
				const { description } = OWN_TYPES[node.type] ?? new XmlBilling();
				const parameters = withoutN8nsOwn(node);
				const { properties } = description;
				const form = NodeHelpers.getNodeParameters(properties, parameters, true, false, node, description);
				const filled = { ...node, parameters: { ...form } };
				const issues = NodeHelpers.getNodeParametersIssues(properties, filled, description);
				expect([node.name, form, issues]).toMatchObject([node.name, parameters, null]);
			}
		});

		it('selects only output fields that the operation has', () => {
			for (const { parameters } of nodes.filter(({ type }) => type in OWN_TYPES)) {
				const { resource, operation, outputFields = [] } = parameters;
				const shows = findOperation(String(resource), String(operation))?.shows;
				const known = shows === undefined ? [] : outputFieldsOf(shows);
				expect(known).toEqual(expect.arrayContaining([outputFields].flat()));
			}
		});

		// n8n's button prefers any other trigger to the manual one, but a schedule does the same.
		it('has one trigger that the button starts', () => {
			const isStarted = ({ type, disabled }: Node) =>
				/(?<!\.schedule)Trigger$/.test(type) && disabled !== true;
			expect(nodes.filter(isStarted)).toHaveLength(1);
		});

		it('uses nothing that n8n 3 removes', () => {
			expect(nodes.filter(isGoneIn3).map(({ name }) => name)).toEqual([]);
		});

		// When its time is over, n8n 2.41 takes what the model sent as the answer.
		it('gives no review of a call by a model a limit of time', () => {
			const reviews = nodes.filter(({ type }) => type.endsWith('HitlTool'));
			expect(JSON.stringify(reviews)).not.toContain('limitWaitTime');
		});

		it('connects every node, and refers to nodes that exist', () => {
			const names = nodes.map(({ name }) => name);
			const connected = JSON.stringify(connections);
			const alone = nodes.filter((node) => !isNote(node) && !connected.includes(`"${node.name}"`));
			expect(alone).toEqual([]);
			const referred = [...JSON.stringify(nodes).matchAll(/\$\('([^']+)'\)/g)].map(([, name = '']) => name);
			expect(names).toEqual(expect.arrayContaining(referred));
		});
	},
);

it('offers the sample statement that lies beside the examples in n8n as well, and names it in the form', () => {
	const file = '7-bank-statement.xml';
	const nodes = JSON.stringify(readExamples().flatMap((example) => example.nodes));
	const sample = readFileSync(join(import.meta.dirname, '../../examples', file), 'utf8');
	expect(nodes).toContain(JSON.stringify(sample));
	expect(nodes).toMatch(new RegExp(`"formDescription":"[^"]*${file}`));
});
