export type Decoder = InstanceType<typeof TextDecoder>;

const BYTE_ORDER_MARKS: ReadonlyArray<readonly [label: string, bytes: readonly number[]]> = [
	['utf-8', [0xef, 0xbb, 0xbf]],
	['utf-16le', [0xff, 0xfe]],
	['utf-16be', [0xfe, 0xff]],
];

export interface Charset {
	/** Replaces bytes that are invalid in the character set with U+FFFD. */
	readonly decoder: Decoder;
	/** The HTTP header and the XML declaration disagree. If the whole body is valid UTF-8, it is UTF-8. */
	readonly isContradictory: boolean;
}

/**
 * Finds the character set of a body: from its byte order mark, the HTTP header or the XML declaration, in this order.
 * Defaults to UTF-8. If header and declaration disagree, returns the decoder that isn't UTF-8.
 *
 * @param head the first bytes of the body, enough to hold the declaration
 * @returns undefined if the character set is unknown
 */
export function detectCharset(head: Uint8Array, contentType: string | undefined): Charset | undefined {
	const mark = byMark(head);
	const labels = mark === undefined ? [byHeader(contentType), byDeclaration(head)] : [mark];
	const named = labels.filter((label) => label !== undefined);
	const decoders = (named.length === 0 ? ['utf-8'] : named).map(decoderOf);
	const [first, second = first] = decoders;
	if (first === undefined || second === undefined) return undefined;
	const isContradictory = first.encoding !== second.encoding;
	return { decoder: isContradictory && first.encoding === UTF_8 ? second : first, isContradictory };
}

const UTF_8 = 'utf-8';

function decoderOf(label: string): Decoder | undefined {
	try {
		return new TextDecoder(label);
	} catch {
		return undefined;
	}
}

export function isUtf8(bytes: Uint8Array): boolean {
	try {
		new TextDecoder(UTF_8, { fatal: true }).decode(bytes);
		return true;
	} catch {
		return false;
	}
}

const byMark = (head: Uint8Array): string | undefined =>
	BYTE_ORDER_MARKS.find(([, bytes]) => bytes.every((byte, index) => head[index] === byte))?.[0];

const byHeader = (contentType: string | undefined): string | undefined =>
	/charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1];

function byDeclaration(head: Uint8Array): string | undefined {
	// A declaration that can be read as ASCII isn't in UTF-16. Some services declare UTF-16 because their strings have
	// it in memory, but send UTF-8.
	const start = new TextDecoder('latin1').decode(head);
	const label = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1];
	return /^utf-?16/i.test(label ?? '') ? undefined : label;
}
