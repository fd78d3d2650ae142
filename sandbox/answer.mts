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

/** An element with text or child elements. */
export function element(
	name: string,
	content: string | number | readonly Output[],
	attributes?: Output['attributes'],
): Output {
	return { name, content: typeof content === 'number' ? String(content) : content, attributes };
}

/** One element per key, in the order of the keys; null becomes an empty element. */
export function leaves(values: Record<string, string | number | null>): Output[] {
	return Object.entries(values).map(([name, value]) => element(name, value ?? ''));
}

/** Some columns of a row, in this order; names are separated by blanks. */
export function columns<Row extends Readonly<Record<string, string | number | null>>>(
	row: Row,
	names: string,
) {
	return Object.fromEntries(names.split(' ').map((name) => [name, row[name] ?? null]));
}

/** Several elements of one name, such as the identifiers in a `failure` list. */
export function repeated(name: string, values: readonly (string | number)[]): Output[] {
	return values.map((value) => element(name, value));
}

/**
 * The XML document of an answer.
 *
 * @param escape how texts of elements are written
 */
export function writeAnswer({ status, text = '', elements = [] }: Answer, escape = escapeText): string {
	const content = escapeText(text) + elements.map((output) => writeElement(output, escape)).join('');
	return `<?xml version="1.0" encoding="utf-8"?>\n<response status="${status}">${content}</response>`;
}

/** The XML document of a request (§4.1). */
export const writeRequest = (method: string, elements: readonly Output[]): string =>
	`<?xml version="1.0" encoding="utf-8"?>\n${writeElement(element('request', elements, { method }), escapeText)}`;

function writeElement({ name, attributes = {}, content }: Output, escape: typeof escapeText): string {
	const start = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(String(value))}"`);
	const inside =
		typeof content === 'string'
			? escape(content)
			: content.map((child) => writeElement(child, escape)).join('');
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
