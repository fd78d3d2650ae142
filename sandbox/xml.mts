import { parseXml, XmlDocumentType, XmlElement, XmlText, type XmlDocument } from '@rgrove/parse-xml';
import { reject } from './rejection.mts';

/** An element of a request. `text` is its own character data, joined. */
export interface Element {
	name: string;
	text: string;
	children: Element[];
}

/** The elements at a path (`items/item`) below an element, in document order. */
export function elementsAt(element: Element, path: string): Element[] {
	return path
		.split('/')
		.reduce<Element[]>(
			(found, name) => found.flatMap((one) => one.children.filter((child) => child.name === name)),
			[element],
		);
}

/** The text of the first element at a path as written; '' when it is missing or blank, since an empty element counts as not supplied (§2.1). */
export function textAt(element: Element, path: string): string {
	const [{ text } = { text: '' }] = elementsAt(element, path);
	return text.trim() === '' ? '' : text;
}

/** The elements at a path that contain text: an empty element, or a group of empty ones, counts as not supplied (§2.1). */
export function filledAt(element: Element, path: string): Element[] {
	const isFilled = ({ text, children }: Element): boolean => text.trim() !== '' || children.some(isFilled);
	return elementsAt(element, path).filter(isFilled);
}

/** The paths of a request that are not among those a method takes. A path given as `items/item/name` allows `items` and `items/item`. */
export function unknownPaths(request: Element, known: readonly string[]): string[] {
	const prefixes = (path: string) =>
		path.split('/').map((_, index, names) => names.slice(0, index + 1).join('/'));
	const allowed = new Set(known.flatMap(prefixes));
	const found = new Set<string>();
	const visit = (element: Element, path: string) => {
		if (!allowed.has(path)) found.add(path);
		else for (const child of element.children) visit(child, `${path}/${child.name}`);
	};
	for (const child of request.children) visit(child, child.name);
	return [...found];
}

/** An element of an answer. Its content is text or elements. */
export interface Output {
	name: string;
	attributes?: Record<string, string | number>;
	content: string | readonly Output[];
}

/** The answer of a method: the status (§7) with text, elements, or both. */
export interface Answer {
	status: number;
	text?: string;
	elements?: readonly Output[];
}

/** A successful answer with the given elements; without any it is the empty body of §4.1. */
export function answer(...elements: Output[]): Answer {
	return { status: 200, elements };
}

export function element(
	name: string,
	content: string | number | readonly Output[],
	attributes?: Output['attributes'],
): Output {
	return { name, content: typeof content === 'number' ? String(content) : content, attributes };
}

/** Columns of a row as elements, in this order: `number`, or `task_name=name` under another name; null becomes an empty element. */
export const shown = (row: Readonly<Record<string, string | number | null>>, words: string): Output[] =>
	words.split(' ').map((word) => {
		const [name = '', column = name] = word.split('=');
		return element(name, row[column] ?? '');
	});

/** Rows as the elements at a path, such as `items/item`. */
export function listed(
	path: string,
	rows: ReadonlyArray<Parameters<typeof shown>[0]>,
	words: string,
): Output {
	const [outer = '', inner = ''] = path.split('/');
	const elements = rows.map((row) => element(inner, shown(row, words)));
	return element(outer, elements);
}

export function repeated(name: string, values: readonly (string | number)[]): Output[] {
	return values.map((value) => element(name, value));
}

/** The XML document of an answer. */
export function writeAnswer({ status, text = '', elements = [] }: Answer): string {
	const content = escapeText(text) + elements.map(writeElement).join('');
	return `<?xml version="1.0" encoding="utf-8"?>\n<response status="${status}">${content}</response>`;
}

export const writeRequest = (method: string, elements: readonly Output[]): string =>
	`<?xml version="1.0" encoding="utf-8"?>\n${writeElement(element('request', elements, { method }))}`;

function writeElement({ name, attributes = {}, content }: Output): string {
	const start = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(String(value))}"`);
	const inside = typeof content === 'string' ? escapeText(content) : content.map(writeElement).join('');
	return inside === '' ? `<${name}${start.join('')}/>` : `<${name}${start.join('')}>${inside}</${name}>`;
}

// A carriage return is written as a reference, because a parser turns a bare one into a line feed.
const REFERENCES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	'\r': '&#13;',
};

/** Text with all markup escaped, for XML and HTML. */
export function escapeText(text: string): string {
	return text.replace(/[&<>"\r]/g, (character) => REFERENCES[character] ?? character);
}

/**
 * The root of a request, and the method that it names, from the body (§4.1): a form with the field `xml_request`, holding one XML document with the root `request`.
 * Throws a Rejection with status 400 when the body is not a form with that field, or the document does not parse or declares a
 * document type, which could define entities.
 */
export function readEnvelope(contentType: string, body: Buffer) {
	const root = parseDocument(readForm(contentType, body) ?? reject('The form field xml_request is missing.'));
	if (root.name !== 'request') reject('The root element must be request.');
	return { method: root.attributes['method'] ?? '', request: toElement(root) };
}

/** The value of the form field. Wrong escapes and wrong UTF-8 are errors, not replaced characters. */
function readForm(contentType: string, body: Buffer): string | undefined {
	if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) return undefined;
	const field = body
		.toString('latin1')
		.split('&')
		.find((pair) => pair.startsWith('xml_request='));
	if (field === undefined) return undefined;
	try {
		return decodeURIComponent(field.slice('xml_request='.length).replaceAll('+', ' '));
	} catch {
		return reject('The form field xml_request is not encoded as a form.');
	}
}

function parseDocument(text: string): XmlElement {
	let document: XmlDocument;
	try {
		document = parseXml(text, { preserveDocumentType: true });
	} catch {
		return reject('The request is not a well-formed XML document.');
	}
	if (document.children.some((node) => node instanceof XmlDocumentType)) {
		reject('A document type declaration is not accepted.');
	}
	return document.root ?? reject('The request is not a well-formed XML document.');
}

function toElement(source: XmlElement): Element {
	const element: Element = { name: source.name, text: '', children: [] };
	for (const node of source.children) {
		if (node instanceof XmlElement) element.children.push(toElement(node));
		else if (node instanceof XmlText) element.text += node.text;
	}
	return element;
}
