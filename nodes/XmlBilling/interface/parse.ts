import { SaxesParser } from 'saxes';
import { detectCharset, type Decoder } from './charset';

/** An element of an answer. Elements with children keep no text of their own. */
export interface Element {
	name: string;
	attributes: Readonly<Record<string, string>>;
	children: Element[];
	text: string;
}

/** Why a body is not an answer of the service. */
export type Malformed =
	'empty' | 'html' | 'truncated' | 'notXml' | 'doctype' | 'tooDeep' | 'tooMany' | 'charset';

export type Parsed = { ok: true; root: Element } | { ok: false; problem: Malformed; detail?: string };

/** Takes a body as it arrives. Once it has said `false`, the rest need not be read. */
export interface Reader {
	write(chunk: Uint8Array): boolean;
	end(): Parsed;
}

// Far above any real record, far below what would exhaust memory.
const MAX_DEPTH = 64;
const MAX_ELEMENTS = 1_000_000;

/**
 * Reads a body strictly, in pieces: anything but one complete, well-formed document without a document type
 * is a problem with a name. No entity but XML's own five is known, nothing is ever fetched (§4.1).
 *
 * @param contentType the HTTP header, whose charset goes before the document's own declaration
 */
export function createReader(contentType: string | undefined): Reader {
	const tree = createTree();
	let decoder: Decoder | undefined;
	let head = new Uint8Array(0);

	function decode(chunk: Uint8Array, more: boolean): boolean {
		if (decoder === undefined) {
			head = concatenate(head, chunk);
			if (more && head.length < 256) return true;
			decoder = detectCharset(head, contentType);
			if (decoder === undefined) return tree.fail({ ok: false, problem: 'charset' });
			return tree.write(decoder.decode(head, { stream: more }));
		}
		return tree.write(decoder.decode(chunk, { stream: more }));
	}

	return {
		write: (chunk) => decode(chunk, true),
		end: () => {
			decode(new Uint8Array(0), false);
			return tree.end();
		},
	};
}

/** Reads a whole body at once; see `createReader`. */
export function parse(body: Uint8Array | string, contentType?: string): Parsed {
	const reader = createReader(contentType);
	reader.write(typeof body === 'string' ? new TextEncoder().encode(body) : body);
	return reader.end();
}

function createTree() {
	const parser = new SaxesParser({ xmlns: false, fragment: false });
	const open: Element[] = [];
	let root: Element | undefined;
	let count = 0;
	let started = false;
	let ended = false;
	let problem: Extract<Parsed, { ok: false }> | undefined;

	const fail = (found: Extract<Parsed, { ok: false }>): false => {
		problem ??= found;
		return false;
	};

	parser.on('opentag', (tag) => {
		if (problem !== undefined) return;
		const element: Element = { name: tag.name, attributes: tag.attributes, children: [], text: '' };
		const parent = open.at(-1);
		if (parent === undefined) root ??= element;
		else parent.children.push(element);
		if (open.push(element) > MAX_DEPTH) fail({ ok: false, problem: 'tooDeep' });
		if ((count += 1) > MAX_ELEMENTS) fail({ ok: false, problem: 'tooMany' });
		if (count === 1 && tag.name.toLowerCase() === 'html') fail({ ok: false, problem: 'html' });
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
		fail({ ok: false, problem: ended ? 'truncated' : 'notXml', detail: error.message });
	});

	return {
		fail,
		write(text: string): boolean {
			if (problem !== undefined) return false;
			if (!started) {
				// A byte order mark and leading white space are forgiven, as most services send them by mistake.
				text = text.replace(/^[\uFEFF\s]+/, '');
				if (text === '') return true;
				started = true;
				if (/^<(!doctype\s+html|html)\b/i.test(text)) return fail({ ok: false, problem: 'html' });
				if (!text.startsWith('<')) return fail({ ok: false, problem: 'notXml' });
			}
			parser.write(text);
			return problem === undefined;
		},
		end(): Parsed {
			if (problem === undefined && !started) fail({ ok: false, problem: 'empty' });
			if (problem === undefined) {
				ended = true;
				parser.close();
			}
			if (problem !== undefined) return problem;
			return root === undefined ? { ok: false, problem: 'truncated' } : { ok: true, root };
		},
	};
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
	const joined = new Uint8Array(first.length + second.length);
	joined.set(first);
	joined.set(second, first.length);
	return joined;
}
