// Control characters, marks that change the text direction, and unpaired surrogates.
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/** Makes outside text safe for a message or a log: on one line, cut to a length, without invisible characters. */
export function onOneLine(text: string, longest: number): string {
	const shown = text.length > longest ? `${text.slice(0, longest)}…` : text;
	return shown.replace(/\s/g, ' ').replace(UNPRINTABLE, '\ufffd');
}
