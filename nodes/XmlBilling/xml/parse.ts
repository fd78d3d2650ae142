import { SaxesParser } from 'saxes';
import { mend } from './characters';

export interface Element {
	name: string;
	attributes: Readonly<Record<string, string>>;
	children: Element[];
	/** The text directly in the element. Trimmed if the element has children. */
	text: string;
}

/** Why a body is not an answer of the service. */
export type Malformed =
	'empty' | 'html' | 'truncated' | 'notXml' | 'doctype' | 'tooDeep' | 'tooMany' | 'tooLarge' | 'charset';

/** Where the parser found that a document can't be read any further. Lines count from 1. */
export interface Place {
	readonly line: number;
	readonly column: number;
}

interface Unreadable {
	readonly ok: false;
	readonly problem: Malformed;
	/** The name of the root element, if the body got that far. */
	readonly root?: string | undefined;
	readonly place?: Place | undefined;
}

export type Parsed = { readonly ok: true; readonly root: Element } | Unreadable;

// A page of 100 full invoices with a dozen lines each has half a megabyte. Ten answers of this size fit into memory at once:
// 300,000 elements or attributes take about 40 MB.
export const MAX_MEGABYTES = 10;
export const MAX_BYTES = MAX_MEGABYTES * 1024 * 1024;
const MAX_DEPTH = 64;
const MAX_PARTS = 300_000;
// Most elements have none. Separate empty objects would take more memory than the rest of the elements.
const NO_CHILDREN: Element[] = [];
const NO_ATTRIBUTES: Element['attributes'] = {};
const FIRST_TAG = /<([A-Za-z_][\w.-]*)/;
const HTML = /^(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html)\b/i;
// A service may put a backslash before each quote (vendor's extension, 2012). No XML begins so.
const SLASHED = /^<\?xml\s+version=\\["']/;

/**
 * Reads a body. It must be one complete document without a document type, and its markup well-formed. Only XML's own five
 * entities are supported, and nothing is ever fetched (§4.1). See `mend` for what is read nevertheless.
 *
 * @param body up to `MAX_BYTES`, or a little more of a body that is too large
 * @param contentType the HTTP header
 */
export function readDocument(body: Uint8Array, contentType?: string): Parsed {
	const text = decode(body, contentType);
	return text === undefined ? { ok: false, problem: 'charset' } : parse(text, body.length > MAX_BYTES);
}

/**
 * The text of a body: UTF-8 if its bytes are (§4.1), whatever the header says, because servers name a default (HTTP); or else
 * in the character set of the header. Undefined if that is unknown.
 */
function decode(body: Uint8Array, contentType = ''): string | undefined {
	const text = decodeAs('utf-8', body, true);
	// UTF-16 may look like UTF-8 with zeros.
	if (text !== undefined && !text.includes('\0')) return text;
	const named = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1];
	return decodeAs(named ?? 'utf-8', body, false);
}

function decodeAs(label: string, body: Uint8Array, fatal: boolean): string | undefined {
	try {
		return new TextDecoder(label, { fatal }).decode(body);
	} catch {
		return undefined;
	}
}

/** Reads a decoded body; see `readDocument`. */
export function parse(text: string, isTooLarge = false): Parsed {
	// Some services send a byte order mark or white space first, by mistake.
	const document = text.trimStart();
	if (document === '') return { ok: false, problem: 'empty' };
	if (HTML.test(document)) return { ok: false, problem: 'html' };
	if (!document.startsWith('<')) return { ok: false, problem: 'notXml' };
	const root = FIRST_TAG.exec(document)?.[1];
	if (isTooLarge) return { ok: false, problem: 'tooLarge', root };
	const parsed = read(mend(SLASHED.test(document) ? document.replaceAll(/\\(?=["'])/g, '') : document));
	return parsed.ok ? parsed : { ...parsed, root };
}

/** Builds the elements of a document, as far as its limits. */
function read(document: string): Parsed {
	// Version 1.1 would allow fewer characters.
	const parser = new SaxesParser({
		xmlns: false,
		fragment: false,
		defaultXMLVersion: '1.0',
		forceXMLVersion: true,
	});
	const open: Element[] = [];
	let root: Element | undefined;
	let parts = 0;
	let ended = false;

	let fault: Unreadable | undefined;
	function fail(problem: Malformed): never {
		fault = { ok: false, problem, place: { line: parser.line, column: parser.column } };
		throw new Error(problem);
	}

	const countPart = (): void => {
		if ((parts += 1) > MAX_PARTS) fail('tooMany');
	};

	// One more kind of handler would make V8 keep the parser's fields in a dictionary, which is six times slower.

	// The parser's objects of attributes are slow to look into, and most are empty.
	let hasAttributes = false;
	parser.on('attribute', () => {
		hasAttributes = true;
		countPart();
	});
	parser.on('opentag', (tag) => {
		const attributes = hasAttributes ? tag.attributes : NO_ATTRIBUTES;
		const element: Element = { name: tag.name, attributes, children: NO_CHILDREN, text: '' };
		hasAttributes = false;
		const parent = open.at(-1);
		if (parent === undefined) root ??= element;
		else if (parent.children === NO_CHILDREN) parent.children = [element];
		else parent.children.push(element);
		if (open.push(element) > MAX_DEPTH) fail('tooDeep');
		countPart();
	});
	const addText = (text: string): void => {
		const element = open.at(-1);
		if (element !== undefined) element.text += text;
	};
	parser.on('text', addText);
	parser.on('cdata', addText);
	parser.on('closetag', () => {
		const closed = open.pop();
		if (closed !== undefined && closed.children.length > 0) closed.text = closed.text.trim();
	});
	parser.on('doctype', () => fail('doctype'));
	parser.on('error', () => fail(ended ? 'truncated' : 'notXml'));
	try {
		parser.write(document);
		ended = true;
		parser.close();
	} catch {
		return fault ?? { ok: false, problem: 'notXml' };
	}
	return root === undefined ? { ok: false, problem: 'truncated' } : { ok: true, root };
}
