import { namedCharsets } from '../xml/charset';
import type { Chunks, Sender } from './exchange';

/** How a response was sent, without anything of its content. */
export interface Facts {
	readonly httpStatus: number;
	/** The character set that the HTTP header names, by its standard name. */
	readonly inHeader: string | undefined;
	/** The same of the XML declaration. */
	readonly inDeclaration: string | undefined;
	readonly hasDeclaration: boolean;
	/** The character set of the bytes, as far as they show it. */
	readonly bytes: 'ASCII' | 'UTF-8' | 'other';
}

// Enough for an XML declaration.
const HEAD_BYTES = 256;

/** Wraps a sender so that it tells how the response came. The body passes through unchanged. */
export function observing(send: Sender): { readonly send: Sender; facts(): Facts | undefined } {
	let response: { httpStatus: number; contentType: string | undefined } | undefined;
	const body = watcher();
	return {
		async send(form, signal) {
			const received = await send(form, signal);
			const { statusCode, headers } = received;
			const contentType = headers['content-type'];
			response = {
				httpStatus: statusCode,
				contentType: typeof contentType === 'string' ? contentType : undefined,
			};
			return { statusCode, headers, body: passOn(received.body, body) };
		},
		facts() {
			if (response === undefined) return undefined;
			const head = body.head();
			return {
				httpStatus: response.httpStatus,
				...namedCharsets(head, response.contentType),
				hasDeclaration: /^(\xef\xbb\xbf)?\s*<\?xml\b/.test(Buffer.from(head).toString('latin1')),
				bytes: body.charset(),
			};
		},
	};
}

async function* passOn(chunks: Chunks, seen: Watcher): AsyncGenerator<Uint8Array> {
	for await (const chunk of chunks) {
		seen.write(chunk);
		yield chunk;
	}
}

interface Watcher {
	write(chunk: Uint8Array): void;
	head(): Uint8Array;
	charset(): Facts['bytes'];
}

function watcher(): Watcher {
	let head: Uint8Array = new Uint8Array(0);
	let isAscii = true;
	let isUtf8 = true;
	const decoder = new TextDecoder('utf-8', { fatal: true });
	return {
		write(chunk) {
			if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)]);
			isAscii &&= chunk.every((byte) => byte < 0x80);
			isUtf8 &&= decodes(decoder, chunk);
		},
		head: () => head,
		charset: () => (isAscii ? 'ASCII' : isUtf8 ? 'UTF-8' : 'other'),
	};
}

function decodes(decoder: InstanceType<typeof TextDecoder>, chunk: Uint8Array): boolean {
	try {
		decoder.decode(chunk, { stream: true });
		return true;
	} catch {
		return false;
	}
}
