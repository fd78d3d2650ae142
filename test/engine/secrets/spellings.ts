/**
 * The texts by which a secret would be recognised: as it is, in an address, in hexadecimal, and in Base64 wherever it stands in
 * what was encoded, alone or before others as in an Authorization header.
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

/** What is the same of a text in Base64, whatever stands before it (so many bytes more than a multiple of three) and behind it. */
function inBase64(text: string, before: number): string {
	const encoded = Buffer.from(' '.repeat(before) + text).toString('base64');
	const whole = Math.floor(((before + Buffer.byteLength(text)) * 8) / 6);
	return encoded.slice(Math.ceil((before * 8) / 6), whole);
}
