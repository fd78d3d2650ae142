export type Decoder = InstanceType<typeof TextDecoder>;

const BYTE_ORDER_MARKS: ReadonlyArray<readonly [label: string, bytes: readonly number[]]> = [
	['utf-8', [0xef, 0xbb, 0xbf]],
	['utf-16le', [0xff, 0xfe]],
	['utf-16be', [0xfe, 0xff]],
];

/**
 * Finds how a body is encoded: by its byte order mark, then the HTTP header, then its XML declaration, else UTF-8.
 *
 * @param head the first bytes of the body, as far as they may hold the declaration
 * @returns a decoder (bytes that are not of the encoding become U+FFFD), or undefined for an encoding that is unknown
 */
export function detectCharset(head: Uint8Array, contentType: string | undefined): Decoder | undefined {
	const label = byMark(head) ?? byHeader(contentType) ?? byDeclaration(head) ?? 'utf-8';
	try {
		return new TextDecoder(label);
	} catch {
		return undefined;
	}
}

const byMark = (head: Uint8Array): string | undefined =>
	BYTE_ORDER_MARKS.find(([, bytes]) => bytes.every((byte, index) => head[index] === byte))?.[0];

const byHeader = (contentType: string | undefined): string | undefined =>
	/charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1];

function byDeclaration(head: Uint8Array): string | undefined {
	// Every encoding that declares itself this way writes the declaration in ASCII, which UTF-16 does not: some
	// services declare it because their strings are UTF-16 in memory, and send UTF-8.
	const start = new TextDecoder('latin1').decode(head);
	const label = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1];
	return /^utf-?16/i.test(label ?? '') ? undefined : label;
}
