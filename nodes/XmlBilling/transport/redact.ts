import { onOneLine } from '../xml/text';

const LONGEST = 500;

/**
 * What a service says, fit to be shown and logged: without the token, in case the service repeats it (§5), on one line, and
 * short. A message is a sentence or two; a longer one is raw server text (§7).
 */
export function redact(message: string, token: string): string {
	const safe = spellingsOf(token).reduce((text, spelling) => text.replaceAll(spelling, '…'), message);
	return onOneLine(safe.replace(/\s+/g, ' ').trim(), LONGEST);
}

/** The ways in which a request or an address that is repeated would show the token. */
const spellingsOf = (token: string): string[] =>
	[token, encodeURIComponent(token.toWellFormed()), ...[0, 1, 2].map((shift) => inBase64(token, shift))]
		.filter((spelling) => spelling !== '')
		.sort((one, other) => other.length - one.length);

/** What Base64 makes of a text that stands so many bytes behind a multiple of three, without what its neighbors change. */
function inBase64(text: string, shift: number): string {
	const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]);
	const whole = bytes.length - (bytes.length % 3);
	return bytes.toString('base64', 0, whole).slice(Math.ceil((shift * 8) / 6));
}
