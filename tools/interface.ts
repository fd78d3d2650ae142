import type { Operation, Resource } from '../nodes/XmlBilling/engine/operation';
import {
	accountShape,
	paymentMethodRecord,
	RECORD_TYPES,
	type RecordType,
} from '../nodes/XmlBilling/records';
import { METHODS, UNSUPPORTED_METHODS, type Method } from '../nodes/XmlBilling/records/methods';
import type { Shape } from '../nodes/XmlBilling/xml/shape';
import { fieldsOf } from './forms.ts';
import {
	ANSWERS,
	FIELD_NOTES,
	MESSAGES,
	REQUIRED,
	SECTIONS,
	UNSPECIFIED_FIELDS,
	type Section,
} from './interfaceText.ts';

const HEADER = `# The interface

The XML Billing Service Interface, version 1.1, as this project understands it. Code and docs cite its sections as §4.3. This page is generated from the node's table of methods, its forms and its kinds of records, and from \`tools/interfaceText.ts\`: after a change, run \`npm run docs\`.

Unlike [the operations](operations.md), which are the node's forms, this page is about the documents that go over the wire. It is not the specification itself, which belongs to its publisher.

The specification is silent in places. There, this page also says what the vendor of the best-known service with this interface, Invoicera, writes on public pages. Such a fact is marked:

- **(vendor)**: from the help pages of its API, with examples of 2009 to 2012. Nobody knows of which date the pages are.
- **(website)**: from its support articles, up to 2025. They describe the website, not the API.
- **(unproven)**: our reading of one of these.

Nothing of it was seen on a live account. [PUBLISHING.md](../PUBLISHING.md) lists what an owner can try.
`;

const UNSUPPORTED = UNSUPPORTED_METHODS.map((name) => `\`${name}\``).join(', ');

/** The reference of the interface, as Markdown. The same tables always give the same text. */
export function describeInterface(resources: readonly Resource[]): string {
	const generated: Readonly<Record<string, () => string[]>> = {
		'2.2': () => KINDS.map(describeKind),
		'4.11': () => [`The service recognizes these names too, but supports none of them: ${UNSUPPORTED}.`],
		'7.1': () => [table(['Message', 'Methods'], MESSAGES)],
	};
	const operations = resources.flatMap((resource) =>
		resource.operations.map((operation) => ({ resource, operation })),
	);
	const sections = SECTIONS.map((section) => {
		const methods = METHODS.filter((method) => method.section === `§${section.number}`);
		return describeSection(section, [
			...(generated[section.number]?.() ?? []),
			...(methods.length === 0 ? [] : [methodTable(methods, operations)]),
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

const anchorOf = (title: string): string =>
	title
		.toLowerCase()
		.replaceAll(/[^\w -]/g, '')
		.replaceAll(' ', '-');

/** An operation in its resource. */
interface Place {
	readonly resource: Resource;
	readonly operation: Operation;
}

function methodTable(methods: readonly Method[], operations: readonly Place[]): string {
	const rows = methods.map((method) => {
		const place = operations.find(({ operation }) => operation.method === method.name);
		const request = requestOf(method, place === undefined ? [] : fieldsOf(place.operation));
		return [methodCell(method, place), request, answerOf(method, place?.operation.shows)];
	});
	return table(['Method', 'Request', 'Answer'], rows);
}

function methodCell({ name }: Method, place: Place | undefined): string {
	if (place === undefined) return `\`${name}\``;
	const title = `${place.resource.option.name}: ${place.operation.option.name}`;
	return `\`${name}\`<br>[${title}](operations.md#${anchorOf(title)})`;
}

const LINES = ['items/item', 'time_entries/time_entry', 'expenses/expense'];

/** The elements of a request: those that its form fills, those inside another one together. */
function requestOf(method: Method, fields: ReadonlyArray<{ elements: readonly string[] }>): string {
	const { name, verb, repeats = [] } = method;
	const ownId = kindOf(method)?.id ?? '';
	const isOnMany = verb === 'delete' || verb === 'send';
	const required = [
		...(REQUIRED[name] ?? []),
		...(verb === 'create' ? [] : [ownId]),
		...(isOnMany ? repeats : []),
	];
	const paths = [...(REQUIRED[name] ?? []), ...fields.flatMap(({ elements }) => elements), ...repeats];
	const wrappers = new Map<string, string[]>();
	for (const path of new Set(paths)) {
		const [wrapper, element] = LINES.includes(path) ? [path, ''] : splitPath(path);
		const inside = wrappers.get(wrapper) ?? [];
		if (element !== '' && paths.every((other) => splitPath(other)[0] !== path)) {
			const marked = mark(element, repeats.includes(path));
			inside.push(required.includes(path) ? `**${marked}**` : marked);
		}
		wrappers.set(wrapper, inside);
	}
	const parts = [...wrappers].flatMap(([wrapper, elements]) => {
		if (wrapper === '') return elements;
		const ids = elements.filter((element) => /\b(?:\w+_)?id`/.test(element));
		const inside = LINES.includes(wrapper) ? [...ids, 'a line, §4.2'] : elements;
		return inside.length === 0 ? [] : [`${mark(wrapper, repeats.includes(wrapper))} (${inside.join(', ')})`];
	});
	return parts.length === 0 ? 'nothing' : parts.join(', ');
}

const mark = (element: string, isRepeated: boolean): string => `\`${element}\`${isRepeated ? '…' : ''}`;

function splitPath(path: string): [wrapper: string, element: string] {
	const at = path.lastIndexOf('/');
	return [path.slice(0, Math.max(at, 0)), path.slice(at + 1)];
}

/** @param shows the kind of record that the method's operation shows, if it is not the method's own */
function answerOf(method: Method, shows = kindOf(method)): string {
	const { id = 'id', wrapper = '' } = kindOf(method) ?? {};
	const { name = method.kind } = (method.verb === 'get' ? shows : kindOf(method)) ?? {};
	const special = ANSWERS[method.name];
	if (special !== undefined) return special;
	switch (method.answers) {
		case 'nothing':
			return 'nothing';
		case 'failures':
			return 'nothing, or `failure`';
		case 'identifier':
			return `\`${id}\``;
		case 'successes':
			return `\`${id}\`…`;
		case 'line identifiers':
			return `\`${id}\`, \`${name}_items/${name}_item_id\`…`;
		case 'record':
			return `\`${name}\``;
		case 'list':
			return `\`${wrapper}/${name}\`…`;
	}
}

const KINDS: ReadonlyArray<Omit<RecordType, 'id' | 'wrapper'>> = [
	...RECORD_TYPES,
	paymentMethodRecord,
	{ name: 'account', label: 'account', list: 'getAccountInfo', shape: accountShape },
];

const kindOf = ({ kind }: Method): RecordType | undefined =>
	[...RECORD_TYPES, paymentMethodRecord].find(({ name }) => name === kind);

/** The fields of a kind of record that the interface names, and those that the node understands besides. */
function describeKind({ name, label, list, get = list, shape }: Omit<RecordType, 'id' | 'wrapper'>): string {
	const notes = FIELD_NOTES[name] ?? {};
	const unspecified = UNSPECIFIED_FIELDS[name] ?? [];
	const known = flatten(shape).filter(([path]) => !unspecified.includes(path));
	const rows = known
		.sort(([one], [other]) => one.localeCompare(other))
		.map(([path, kind]) => [`\`${path}\``, kind, notes[path] ?? '']);
	const also = unspecified.map((path) => `\`${path}\``).join(', ');
	return [
		`**${label.charAt(0).toUpperCase()}${label.slice(1)}** (\`${name}\`, from \`${get}\`)\n`,
		table(['Field', 'Read as', 'Note'], rows),
		...(also === '' ? [] : [`Also understood, if a service shows it: ${also}.\n`]),
	].join('\n');
}

/** The paths of a shape, with what each is read as. */
export function flatten(shape: Shape, above = ''): Array<readonly [path: string, kind: string]> {
	return Object.entries(shape).flatMap(([element, kind]) => {
		const path = `${above}${element}`;
		if (typeof kind === 'string') return [[path, kind] as const];
		if ('fields' in kind) return flatten(kind.fields, `${path}/`);
		const each = `${path}/${kind.each}`;
		return typeof kind.of === 'string' ? [[each, kind.of] as const] : flatten(kind.of, `${each}/`);
	});
}

function table(header: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [line(header), line(header.map(() => '---')), ...rows.map(line), ''].join('\n');
}
