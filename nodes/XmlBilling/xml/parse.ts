import { SaxesParser } from 'saxes';
import { detectCharset, isUtf8, type Decoder } from './charset';

export interface Element {
	name: string;
	attributes: Readonly<Record<string, string>>;
	children: Element[];
	/** The text directly in the element. Trimmed if the element has children. */
	text: string;
}

/** Why a body is not an answer of the service. */
export type Malformed =
	'empty' | 'html' | 'truncated' | 'notXml' | 'doctype' | 'tooDeep' | 'tooMany' | 'charset';

export type Parsed = { ok: true; root: Element } | { ok: false; problem: Malformed; detail?: string };

/** Parses a body as it arrives. */
export interface Reader {
	/** Returns false if the rest need not be read. */
	write(chunk: Uint8Array): boolean;
	/** The number of elements and attributes so far. */
	parts(): number;
	end(): Parsed;
}

// Far above any real answer, and far from exhausting memory: 500,000 elements or attributes take about 60 MB.
const MAX_DEPTH = 64;
const MAX_PARTS = 500_000;
// An XML declaration is shorter than this.
const HEAD_BYTES = 256;
const SHORTEST_ELEMENT = '<a/>';
// Decoding in small pieces is several times faster than at once.
const PIECE_BYTES = 16_384;
// Most elements have none. Separate empty objects would take more memory than the rest of the elements.
const NO_CHILDREN: Element[] = [];
const NO_ATTRIBUTES: Element['attributes'] = {};
const HTML = /^<(!doctype\s+html|html)\b/i;
// Enough for `HTML` to match.
const SNIFFED_LENGTH = 64;
// Enough for the end tag of the root element.
const TAIL_LENGTH = 256;

/**
 * Reads a body strictly, in pieces. It must be one complete, well-formed document without a document type. Only XML's own
 * five entities are supported, and nothing is ever fetched (§4.1).
 *
 * @param contentType the HTTP header
 */
export function createReader(contentType: string | undefined): Reader {
	const tree = createTree();
	let decoder: Decoder | undefined;
	// Undecoded bytes: the head until the character set is known, or the whole body if it takes all bytes to tell.
	let held: Uint8Array[] = [];
	let heldBytes = 0;
	let isSettledByBytes = false;

	function decode(bytes: Uint8Array, by: Decoder, more: boolean): boolean {
		for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
			const piece = bytes.subarray(start, start + PIECE_BYTES);
			if (!tree.write(by.decode(piece, { stream: true }))) return false;
		}
		return tree.write(more ? '' : by.decode());
	}

	function begin(more: boolean): boolean {
		const [first = new Uint8Array(0)] = held;
		const head = held.length === 1 ? first : Buffer.concat(held);
		const charset = detectCharset(head.subarray(0, HEAD_BYTES), contentType);
		if (charset === undefined) return tree.fail({ ok: false, problem: 'charset' });
		isSettledByBytes = charset.isContradictory;
		if (isSettledByBytes && more) return true;
		decoder = isSettledByBytes && isUtf8(head) ? new TextDecoder() : charset.decoder;
		held = [];
		return decode(head, decoder, more);
	}

	return {
		write(chunk) {
			if (decoder !== undefined) return decode(chunk, decoder, true);
			held.push(chunk);
			heldBytes += chunk.length;
			return isSettledByBytes || heldBytes < HEAD_BYTES || begin(true);
		},
		// Counts held bytes as the most elements that they could contain.
		parts: () => (isSettledByBytes ? Math.ceil(heldBytes / SHORTEST_ELEMENT.length) : tree.parts()),
		end() {
			if (decoder === undefined) begin(false);
			else decode(new Uint8Array(0), decoder, false);
			return tree.end();
		},
	};
}

/** Reads a whole body at once; see `createReader`. The declared encoding of a string is ignored. */
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
	const parser = new SaxesParser({ xmlns: false, fragment: false });
	const open: Element[] = [];
	let root: Element | undefined;
	let parts = 0;
	// The text so far, until it is long enough to recognize HTML. Undefined from then on.
	let start: string | undefined = '';
	let tail = '';
	let ended = false;
	let problem: Extract<Parsed, { ok: false }> | undefined;

	const fail = (found: Extract<Parsed, { ok: false }>): false => {
		problem ??= found;
		return false;
	};

	const countPart = (): void => {
		if ((parts += 1) > MAX_PARTS) fail({ ok: false, problem: 'tooMany' });
	};

	// The parser's objects of attributes are slow to look into, and most are empty.
	let hasAttributes = false;
	parser.on('attribute', () => {
		hasAttributes = true;
		countPart();
	});
	parser.on('opentag', (tag) => {
		if (problem !== undefined) return;
		const attributes = hasAttributes ? tag.attributes : NO_ATTRIBUTES;
		const element: Element = { name: tag.name, attributes, children: NO_CHILDREN, text: '' };
		hasAttributes = false;
		const parent = open.at(-1);
		if (parent === undefined) root ??= element;
		else if (parent.children === NO_CHILDREN) parent.children = [element];
		else parent.children.push(element);
		if (open.push(element) > MAX_DEPTH) fail({ ok: false, problem: 'tooDeep' });
		countPart();
		if (parent === undefined && tag.name.toLowerCase() === 'html') fail({ ok: false, problem: 'html' });
	});
	const addText = (text: string): void => {
		const element = open.at(-1);
		if (element !== undefined) element.text += text;
	};
	parser.on('text', addText);
	parser.on('cdata', addText);
	parser.on('closetag', () => {
		const element = open.pop();
		if (element !== undefined && element.children.length > 0) element.text = element.text.trim();
	});
	parser.on('doctype', (doctype) => {
		fail({ ok: false, problem: /^\s*html\b/i.test(doctype) ? 'html' : 'doctype' });
	});
	parser.on('error', (error) => {
		fail({ ok: false, problem: ended && !isClosed() ? 'truncated' : 'notXml', detail: error.message });
	});
	// After an unescaped ampersand, the parser waits for a semicolon until the end, though the body isn't truncated.
	const isClosed = (): boolean => root !== undefined && tail.trimEnd().endsWith(`</${root.name}>`);

	function begin(text: string): boolean {
		start = undefined;
		if (HTML.test(text.slice(0, SNIFFED_LENGTH))) return fail({ ok: false, problem: 'html' });
		return text.startsWith('<') ? read(text) : fail({ ok: false, problem: 'notXml' });
	}

	function read(text: string): boolean {
		tail = (tail + text.slice(-TAIL_LENGTH)).slice(-TAIL_LENGTH);
		parser.write(text);
		return problem === undefined;
	}

	return {
		fail,
		parts: () => parts,
		write(text: string): boolean {
			if (problem !== undefined || text === '') return problem === undefined;
			if (start !== undefined) {
				// Some services send a byte order mark or white space first, by mistake.
				start = (start + text).replace(/^[\uFEFF\s]+/, '');
				return start.length < SNIFFED_LENGTH || begin(start);
			}
			return read(text);
		},
		end(): Parsed {
			if (start === '') fail({ ok: false, problem: 'empty' });
			else if (start !== undefined) begin(start);
			if (problem === undefined) {
				ended = true;
				parser.close();
			}
			if (problem !== undefined) return problem;
			return root === undefined ? { ok: false, problem: 'truncated' } : { ok: true, root };
		},
	};
}
