import { SaxesParser } from 'saxes';
import { endOfWhole, hasMarks, mark, readCdata, readText } from './characters';
import { decoderOf, type Decoder } from './charset';

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

export interface Unreadable {
	readonly ok: false;
	readonly problem: Malformed;
	/** The name of the root element, if the body got that far. */
	readonly root?: string | undefined;
	readonly place?: Place | undefined;
}

export type Parsed = { readonly ok: true; readonly root: Element } | Unreadable;

/** Parses a body as it arrives. */
export interface Reader {
	/** Returns false if the rest need not be read. */
	write(chunk: Uint8Array): boolean;
	end(): Parsed;
}

// A page of 100 full invoices with a dozen lines each has half a megabyte. Ten answers of this size fit into memory at once:
// 300,000 elements or attributes take about 40 MB.
export const MAX_MEGABYTES = 10;
const MAX_DEPTH = 64;
const MAX_PARTS = 300_000;
// A byte order mark is no longer than this.
const HEAD_BYTES = 2;
// Decoding in small pieces is several times faster than at once.
const PIECE_BYTES = 16_384;
// Most elements have none. Separate empty objects would take more memory than the rest of the elements.
const NO_CHILDREN: Element[] = [];
const NO_ATTRIBUTES: Element['attributes'] = {};
const HTML = /^<(!doctype\s+html|html)\b/i;
// Enough for `HTML` to match.
const SNIFFED_LENGTH = 64;
// A service may put a backslash before each quote (vendor's extension, 2012). No XML begins so.
const SLASHED = /^<\?xml\s+version=\\["']/;

/**
 * Reads a body in pieces. It must be one complete document without a document type, and its markup well-formed. Only XML's
 * own five entities are supported, and nothing is ever fetched (§4.1). Characters and entities that XML lacks become U+FFFD,
 * and an ampersand that begins no reference is itself.
 *
 * @param contentType the HTTP header
 */
export function createReader(contentType: string | undefined): Reader {
	const tree = createTree();
	let decoder: Decoder | undefined;
	// The first bytes, until there are enough to tell the character set.
	let head: Uint8Array = new Uint8Array(0);
	let size = 0;

	function decode(bytes: Uint8Array, by: Decoder, more: boolean): boolean {
		for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
			const piece = bytes.subarray(start, start + PIECE_BYTES);
			if (!tree.write(by.decode(piece, { stream: true }))) return false;
		}
		return tree.write(more ? '' : by.decode());
	}

	function begin(more: boolean): boolean {
		decoder = decoderOf(head, contentType);
		return decoder === undefined ? tree.fail('charset') : decode(head, decoder, more);
	}

	return {
		write(chunk) {
			size += chunk.length;
			if (size > MAX_MEGABYTES * 1024 * 1024) return tree.fail('tooLarge');
			if (decoder !== undefined) return decode(chunk, decoder, true);
			head = Buffer.concat([head, chunk]);
			return head.length < HEAD_BYTES || begin(true);
		},
		end() {
			if (decoder === undefined) begin(false);
			else decode(new Uint8Array(0), decoder, false);
			return tree.end();
		},
	};
}

/** Reads a whole body at once; see `createReader`. */
export function parse(body: Uint8Array | string, contentType?: string): Parsed {
	if (typeof body === 'string') {
		const tree = createTree();
		tree.write(body);
		return tree.end();
	}
	const reader = createReader(contentType);
	reader.write(body);
	return reader.end();
}

function createTree() {
	// Version 1.1 would allow fewer characters.
	const parser = new SaxesParser({
		xmlns: false,
		fragment: false,
		defaultXMLVersion: '1.0',
		forceXMLVersion: true,
	});
	const open: Element[] = [];
	let root: Element | undefined;
	let rootName: string | undefined;
	let parts = 0;
	// The text so far, until it is long enough to recognize HTML. Undefined from then on.
	let start: string | undefined = '';
	// The beginning of an entity whose end is in the next piece.
	let heldBack = '';
	let isSlashed = false;
	let isMarked = false;
	let ended = false;
	let problem: Unreadable | undefined;

	function fail(found: Malformed): false {
		problem ??= { ok: false, problem: found, place: { line: parser.line, column: parser.column } };
		return false;
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
		// Also after a problem before it, as long as the piece lasts.
		rootName ??= tag.name;
		if (problem !== undefined) return;
		const attributes = hasAttributes ? tag.attributes : NO_ATTRIBUTES;
		if (hasAttributes && isMarked) readAttributes(tag.attributes);
		const element: Element = { name: tag.name, attributes, children: NO_CHILDREN, text: '' };
		hasAttributes = false;
		const parent = open.at(-1);
		if (parent === undefined) root ??= element;
		else if (parent.children === NO_CHILDREN) parent.children = [element];
		else parent.children.push(element);
		if (open.push(element) > MAX_DEPTH) fail('tooDeep');
		countPart();
		if (parent === undefined && tag.name.toLowerCase() === 'html') fail('html');
	});
	const addText = (text: string): void => {
		const element = open.at(-1);
		if (element !== undefined) element.text += text;
	};
	parser.on('text', (text) => addText(isMarked ? readText(text) : text));
	parser.on('cdata', (text) => addText(isMarked ? readCdata(text) : text));
	parser.on('closetag', () => {
		const closed = open.pop();
		if (closed !== undefined && closed.children.length > 0) closed.text = closed.text.trim();
	});
	parser.on('doctype', (doctype) => {
		fail(/^\s*html\b/i.test(doctype) ? 'html' : 'doctype');
	});
	parser.on('error', () => {
		fail(ended ? 'truncated' : 'notXml');
	});

	function begin(text: string): boolean {
		start = undefined;
		if (HTML.test(text.slice(0, SNIFFED_LENGTH))) return fail('html');
		isSlashed = SLASHED.test(text);
		return text.startsWith('<') ? read(text) : fail('notXml');
	}

	function read(text: string): boolean {
		const piece = isSlashed ? (heldBack + text).replaceAll(/\\(?=["'])/g, '') : heldBack + text;
		const isCut = isSlashed && piece.endsWith('\\');
		const end = text === '' ? piece.length : Math.min(endOfWhole(piece), piece.length - (isCut ? 1 : 0));
		heldBack = piece.slice(end);
		const marked = mark(piece.slice(0, end));
		isMarked ||= hasMarks(marked);
		parser.write(marked);
		return problem === undefined;
	}

	return {
		fail,
		write(text: string): boolean {
			if (problem !== undefined || text === '') return problem === undefined;
			if (start !== undefined) {
				// Some services send a byte order mark or white space first, by mistake.
				start = (start + text).trimStart();
				return start.length < SNIFFED_LENGTH || begin(start);
			}
			return read(text);
		},
		end(): Parsed {
			if (start === '') fail('empty');
			else if (start !== undefined) begin(start);
			if (problem === undefined && read('')) {
				ended = true;
				parser.close();
			}
			if (problem !== undefined) return { ...problem, root: rootName };
			return root === undefined ? { ok: false, problem: 'truncated' } : { ok: true, root };
		},
	};
}

function readAttributes(attributes: Record<string, string>): void {
	for (const [name, value] of Object.entries(attributes)) attributes[name] = readText(value);
}
