import { METHODS, type Method } from '../nodes/XmlBilling/xml/methods';
import {
	accountShape,
	paymentMethodRecord,
	RECORD_TYPES,
	type RecordType,
} from '../nodes/XmlBilling/records';
import type { Resource } from '../nodes/XmlBilling/engine/operation';
import type { Shape } from '../nodes/XmlBilling/xml/shape';
import { SPECIFICATION } from '../test/sandbox/specification/index.ts';
import { LINE_FLAGS, type LineFlags } from '../test/sandbox/specification/lines.ts';
import { MESSAGES } from '../test/sandbox/specification/messages.ts';
import type { AnswerSpecification, MethodSpecification } from '../test/sandbox/specification/types.ts';
import { FIELD_NOTES, SECTIONS, type Section } from './interfaceText.ts';
import { anchorOf, linkTo, table } from './operations.ts';

const HEADER = `# The interface

The XML Billing Service Interface, version 1.1, as this project understands it. Code and docs cite its sections as §4.3. This page is made from the node's own tables, from the contract that the sandbox is tested by, and from \`tools/interfaceText.ts\`: after a change, run \`npm run docs\`.

Unlike [the operations](operations.md), which are the node's forms, this page is about the documents that go over the wire. It is not the specification itself, which belongs to its publisher.
`;

const CONTRACT = new Map(SPECIFICATION.map((row) => [row.method, row]));

/** The reference of the interface, as Markdown. The same tables always give the same text. */
export function describeInterface(resources: readonly Resource[]): string {
	const generated: Readonly<Record<string, () => string[]>> = {
		'2.2': recordTables,
		'4.2': () => [lineTable()],
		'7.1': () => [messageTable()],
	};
	const sections = SECTIONS.map((section) => {
		const methods = METHODS.filter((method) => method.section === `§${section.number}`);
		return describeSection(section, [
			...(generated[section.number]?.() ?? []),
			...(methods.length === 0 ? [] : [methodTable(methods, resources)]),
		]);
	});
	return [HEADER, ...sections].join('\n');
}

function describeSection(section: Section, tables: readonly string[]): string {
	const { number, title, text, open = [] } = section;
	const blocks = [
		`${number.includes('.') ? '###' : '##'} ${number} ${title}`,
		...text,
		...tables,
		...(open.length === 0 ? [] : [['Not specified:\n', ...open.map((point) => `- ${point}`)].join('\n')]),
	];
	return `${blocks.map((block) => linkSections(block.trim())).join('\n\n')}\n`;
}

/** Turns `§4.3` into a link to its section. */
const linkSections = (text: string): string =>
	text.replaceAll(/§(\d+(?:\.\d+)?)/g, (cited, number: string) => {
		const title = SECTIONS.find((section) => section.number === number)?.title ?? '';
		return `[${cited}](#${anchorOf(`${number} ${title}`)})`;
	});

function methodTable(methods: readonly Method[], resources: readonly Resource[]): string {
	const rows = methods.map((method) => {
		const specified = CONTRACT.get(method.name);
		return [
			methodLink(method.name, resources),
			specified === undefined ? '' : requestOf(specified, method.repeats ?? []),
			specified === undefined ? '' : answerOf(method, specified.answer),
		];
	});
	return table(['Method', 'Request', 'Answer'], rows);
}

function methodLink(method: string, resources: readonly Resource[]): string {
	const links = resources.flatMap((resource) =>
		resource.operations
			.filter((operation) => operation.method === method)
			.map((operation) => linkTo(resource, operation, 'operations.md')),
	);
	return [`\`${method}\``, ...links].join('<br>');
}

/** The elements of a request, those in one wrapper together. */
function requestOf({ elements }: MethodSpecification, repeats: readonly string[]): string {
	const mark = (name: string, path: string) => `\`${name}\`${repeats.includes(path) ? '…' : ''}`;
	const wrappers = new Map<string, string[]>();
	for (const { path, required } of elements) {
		const at = path.lastIndexOf('/');
		const name = mark(path.slice(at + 1), path);
		const wrapper = path.slice(0, Math.max(at, 0));
		const inside = wrappers.get(wrapper) ?? [];
		wrappers.set(wrapper, [...inside, required === undefined ? name : `**${name}**`]);
	}
	const parts = [...wrappers].flatMap(([wrapper, names]) => {
		if (wrapper === '') return names;
		const id = names.filter((name) => /\b(?:\w+_)?id`/.test(name));
		const shown = isLine(wrapper) ? [...id, 'a line, §4.2'] : names;
		return [`${mark(wrapper, wrapper)} (${shown.join(', ')})`];
	});
	return parts.length === 0 ? 'nothing' : parts.join(', ');
}

const isLine = (wrapper: string): boolean =>
	['items/item', 'time_entries/time_entry', 'expenses/expense'].includes(wrapper);

function answerOf({ answers }: Method, answer: AnswerSpecification): string {
	switch (answer.kind) {
		case 'empty':
			return answers === 'failures' ? 'nothing, or `failure`' : 'nothing';
		case 'text':
			return 'the identifier as text';
		case 'identifier':
			return `\`${answer.element}\``;
		case 'identifiers':
			return `\`${answer.element}\`…`;
		case 'lines':
			return `\`${answer.element}\`, \`${answer.wrapper}/${answer.line}\`…`;
		case 'record':
			return `\`${answer.element}\``;
		case 'list':
			return `\`${answer.wrapper}/${answer.record}\`…, counted by \`${answer.count}\``;
		case 'wholeList':
			return `\`${answer.wrapper}/${answer.record}\`…, counted by \`total\``;
	}
}

/** The fields of each kind of record: those that the interface names, and how the node reads them. */
function recordTables(): string[] {
	const account = { name: 'account', label: 'account', list: 'getAccountInfo', shape: accountShape };
	return [...RECORD_TYPES, paymentMethodRecord, account].map(describeRecord);
}

function describeRecord({
	name,
	label,
	list,
	get = list,
	shape,
}: Omit<RecordType, 'id' | 'wrapper'>): string {
	const title = `**${label.charAt(0).toUpperCase()}${label.slice(1)}** (\`${name}\`, from \`${get}\`)`;
	const kinds = new Map(flatten(shape));
	const { answer } = CONTRACT.get(get) ?? {};
	const fields = answer !== undefined && 'fields' in answer ? (answer.fields ?? []) : [];
	if (fields.length === 0) return `${title}: the element is text, the name itself.`;
	const notes = FIELD_NOTES[name] ?? {};
	const rows = fields.map((path) => [`\`${path}\``, kinds.get(path) ?? 'text', notes[path] ?? '']);
	const others = [...kinds].filter(([path]) => !fields.includes(path));
	const also = others.map(([path, kind]) => `\`${path}\` (${kind})`).join(', ');
	const remark = also === '' ? [] : [`Also recognized where a service shows it: ${also}.\n`];
	return [`${title}\n`, table(['Field', 'Read as', 'Note'], rows), ...remark].join('\n');
}

/** The paths of a shape, with what each is read as. */
function flatten(shape: Shape, above = ''): Array<[path: string, kind: string]> {
	return Object.entries(shape).flatMap(([element, kind]) => {
		const path = `${above}${element}`;
		if (typeof kind === 'string') return [[path, kind]];
		if ('fields' in kind) return flatten(kind.fields, `${path}/`);
		const each = `${path}/${kind.each}`;
		return typeof kind.of === 'string' ? [[each, kind.of]] : flatten(kind.of, `${each}/`);
	});
}

/** What each method requires of a line. */
function lineTable(): string {
	const rows = Object.entries<LineFlags>(LINE_FLAGS).map(([method, flags]) => [
		LINES_WITHIN[method] ?? `\`${method}\``,
		...[flags.name, flags.type, flags.discount, flags.discountType].map((isRequired) =>
			isRequired ? 'yes' : '',
		),
		taxesOf(flags),
	]);
	return table(['Lines of', '`name`', '`type`', '`discount`', '`discount_type`', 'Taxes'], rows);
}

/** Lines that are not the `items` of a document. */
const LINES_WITHIN: Readonly<Record<string, string>> = {
	timeEntry: 'time entries in `createInvoiceFromTimeTracking`',
	expense: 'expenses in `createInvoiceFromExpense`',
};

const taxesOf = ({ taxes, taxTypes }: LineFlags): string => {
	if (taxes === 'none') return 'none';
	return taxTypes ? 'name, percent, type' : 'name, percent';
};

/** The messages of each method, with the statuses that are not 400. Methods with the same messages share a row. */
function messageTable(): string {
	const methodsOf = new Map<string, string[]>();
	for (const { name: method } of METHODS) {
		const messages = MESSAGES.filter(({ methods }) => methods.includes(method)).flatMap(
			(row) => row.messages,
		);
		const texts = messages.map((message) => describeMessage(message, statusOf(method, message))).join('<br>');
		if (texts !== '') methodsOf.set(texts, [...(methodsOf.get(texts) ?? []), `\`${method}\``]);
	}
	const rows = [...methodsOf].map(([texts, methods]) => [methods.join(', '), texts]);
	return table(['Methods', 'Messages'], rows);
}

const describeMessage = (message: string, status: number): string =>
	`\`${message.replace(/\{.*?\}/, '…')}\`${status === 400 ? '' : ` (${status})`}`;

function statusOf(method: string, message: string): number {
	const { elements = [], refusals = [] } = CONTRACT.get(method) ?? {};
	const known = [...elements.flatMap(({ invalid = [] }) => invalid), ...refusals];
	return known.find((refusal) => refusal.message === message)?.status ?? 400;
}
