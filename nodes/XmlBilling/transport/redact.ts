import { onOneLine } from '../xml/text';

const MAX_LENGTH = 500;

/**
 * Makes a service's message safe to show and log: removes the token, which the service may repeat (§5), and puts it on one
 * line. Cuts long messages, which are raw server text (§7).
 */
export function redact(message: string, token: string): string {
	if (message === '') return message;
	const safe = spellingsOf(token).reduce((text, spelling) => text.replaceAll(spelling, '…'), message);
	return onOneLine(safe.replace(/\s+/g, ' ').trim(), MAX_LENGTH);
}

/** The spellings of the token in an echoed request or address. */
const spellingsOf = (token: string): string[] =>
	[token, encodeURIComponent(token.toWellFormed()), ...[0, 1, 2].map((shift) => inBase64(token, shift))]
		.filter((spelling) => spelling !== '')
		.sort((one, other) => other.length - one.length);

/** A text in Base64, `shift` bytes after a multiple of three, without the characters that depend on its neighbors. */
function inBase64(text: string, shift: number): string {
	const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]);
	const whole = bytes.length - (bytes.length % 3);
	return bytes.toString('base64', 0, whole).slice(Math.ceil((shift * 8) / 6));
}
