export type Decoder = InstanceType<typeof TextDecoder>;

const BYTE_ORDER_MARKS: ReadonlyArray<readonly [label: string, bytes: readonly number[]]> = [
	['utf-16le', [0xff, 0xfe]],
	['utf-16be', [0xfe, 0xff]],
];

/**
 * The decoder of a body: of the character set that the HTTP header names, or else of the byte order mark, or else UTF-8
 * (§4.1). Bytes that are invalid in the character set become U+FFFD.
 *
 * @param head the first bytes of the body
 * @returns undefined if the character set is unknown
 */
export function decoderOf(head: Uint8Array, contentType: string | undefined): Decoder | undefined {
	const named = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1];
	const marked = BYTE_ORDER_MARKS.find(([, bytes]) =>
		bytes.every((byte, index) => head[index] === byte),
	)?.[0];
	try {
		return new TextDecoder(named ?? marked);
	} catch {
		return undefined;
	}
}
