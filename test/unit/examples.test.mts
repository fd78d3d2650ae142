import { NodeHelpers, type INodeParameters, type INodeType } from 'n8n-workflow';
import { readExamples, type Workflow } from '../../host/examples.mts';
import { XmlBilling } from '../../nodes/XmlBilling/XmlBilling.node';
import { XmlBillingTrigger } from '../../nodes/XmlBilling/XmlBillingTrigger.node';

type Node = Workflow['nodes'][number];

interface Rectangle {
	name: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

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

/** How n8n draws a node: a square, and centered below it a name of one line, and a subtitle. */
const NODE = { size: 96, labelWidth: 192, toolLabelWidth: 160, height: 144, mostLetters: 22 };
/** n8n moves nodes to the nearest points of this grid. */
const GRID = 16;
/** More boxes than these on a canvas are no longer read at a glance. */
const MOST_BOXES = 18;
/** The size of a note's text in n8n, in pixels. */
const TEXT = { letter: 7, line: 19, heading: 32, gap: 8, padding: 24 };
/** The part of the canvas that a screen of 1440 by 1000 pixels shows at a zoom of at least 90 percent. */
const SCREEN = { width: 1312, height: 832 };

/** Tools, models and memories are small circles, with names that wrap. */
const PART_OF_AGENT = /Tool$|\.(lm|memory)[A-Z]/;

const isNote = ({ type }: Node): boolean => type === 'n8n-nodes-base.stickyNote';

function rectangleOf(node: Node): Rectangle {
	const {
		name,
		position: [x, y],
		parameters,
	} = node;
	const labelWidth = PART_OF_AGENT.test(node.type) ? NODE.toolLabelWidth : NODE.labelWidth;
	const width = isNote(node) ? Number(parameters['width']) : labelWidth;
	const height = isNote(node) ? Number(parameters['height']) : NODE.height;
	const left = isNote(node) ? x : x + (NODE.size - labelWidth) / 2;
	return { name, left, top: y, right: left + width, bottom: y + height };
}

const overlap = (one: Rectangle, other: Rectangle): boolean =>
	one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const overlapping = (rectangles: readonly Rectangle[]): string[] =>
	rectangles.flatMap((one, index) =>
		rectangles
			.slice(index + 1)
			.filter((other) => overlap(one, other))
			.map((other) => `${one.name} / ${other.name}`),
	);

/** Whether n8n 3 no longer has the node, or something that it uses. */
const isGoneIn3 = ({ type, typeVersion, parameters }: Node): boolean =>
	GONE_IN_3.includes(type) ||
	(type.endsWith('.agent') && typeVersion < 2) ||
	(type.endsWith('.executeWorkflow') && parameters['mode'] === 'each') ||
	JSON.stringify(parameters).includes('$getPairedItem');

const GONE_IN_3 = [
	...['function', 'functionItem', 'itemLists'].map((name) => `n8n-nodes-base.${name}`),
	'@n8n/n8n-nodes-langchain.code',
];

/** n8n adds the poll times to the form of every trigger that polls, and a description to that of every tool. */
function withoutN8nsOwn({ parameters }: Node): INodeParameters {
	const added = ['pollTimes', 'descriptionType', 'toolDescription'];
	const own = Object.entries(parameters as INodeParameters).filter(([name]) => !added.includes(name));
	return Object.fromEntries(own);
}

/** Approximately how much of a note's height its text needs. */
function textHeight({ parameters }: Node): number {
	const letters = (Number(parameters['width']) - TEXT.padding) / TEXT.letter;
	const heights = String(parameters['content'])
		.split(/\n+/)
		.map((text) =>
			text.startsWith('#') ? TEXT.heading : TEXT.gap + Math.ceil(text.length / letters) * TEXT.line,
		);
	return heights.reduce((sum, height) => sum + height, TEXT.padding / 2);
}

describe.each(readExamples().map((example) => [example.name, example] as const))(
	'%s',
	(_, { nodes, connections, ...workflow }) => {
		it('shows every node and note in full', () => {
			expect(nodes.filter(({ position }) => position.some((place) => place % GRID !== 0))).toEqual([]);
			expect(overlapping(nodes.map(rectangleOf))).toEqual([]);
			expect(nodes.filter(({ name }) => name.length > NODE.mostLetters)).toEqual([]);
			const cut = nodes.filter(
				(node) => isNote(node) && textHeight(node) > Number(node.parameters['height']),
			);
			expect(cut.map(({ name }) => name)).toEqual([]);
		});

		it('can be read on one screen when it opens', () => {
			const shown = nodes.map(rectangleOf);
			const width = Math.max(...shown.map(({ right }) => right)) - Math.min(...shown.map(({ left }) => left));
			const height =
				Math.max(...shown.map(({ bottom }) => bottom)) - Math.min(...shown.map(({ top }) => top));
			expect(width).toBeLessThanOrEqual(SCREEN.width);
			expect(height).toBeLessThanOrEqual(SCREEN.height);
		});

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
				expect({ node: node.name, form }).toMatchObject({ node: node.name, form: parameters });
				const filled = { ...node, parameters: { ...form } };
				const issues = NodeHelpers.getNodeParametersIssues(properties, filled, description);
				expect({ node: node.name, issues }).toEqual({ node: node.name, issues: null });
			}
		});

		it('uses nothing that n8n 3 removes', () => {
			expect(nodes.filter(isGoneIn3).map(({ name }) => name)).toEqual([]);
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
