/**
 * The encodings that reveal a secret: plain, URL-encoded, hexadecimal, and Base64 at any position of the encoded
 * text, alone or with a prefix as in an Authorization header.
 */
export function spellingsOf(secret: string): string[] {
	const base64 = [0, 1, 2].map((before) => inBase64(secret, before));
	const hexadecimal = Buffer.from(secret).toString('hex');
	return [
		secret,
		encodeURIComponent(secret),
		JSON.stringify(secret).slice(1, -1),
		hexadecimal,
		hexadecimal.toUpperCase(),
		...base64,
		...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
		...base64.map((text) => encodeURIComponent(text)),
	];
}

/**
 * The part of a text's Base64 that is the same whatever precedes it (this many bytes more than a multiple of three)
 * and follows it.
 */
function inBase64(text: string, before: number): string {
	const encoded = Buffer.from(' '.repeat(before) + text).toString('base64');
	const whole = Math.floor(((before + Buffer.byteLength(text)) * 8) / 6);
	return encoded.slice(Math.ceil((before * 8) / 6), whole);
}
