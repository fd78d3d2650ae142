/** Numbers from 0 to less than 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
	let state = seed | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

const pick = <Item,>(random: () => number, items: readonly [Item, ...Item[]]): Item =>
	items[Math.floor(random() * items.length)] ?? items[0];

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ALPHABETS = ['0123456789abcdef', LETTERS, `${LETTERS}+/=`, `${LETTERS}!'()*~-_.&"<>ä€`] as const;

/** A token as services may issue it. */
export function randomToken(random: () => number): string {
	const alphabet = [...pick(random, ALPHABETS)];
	const length = 20 + Math.floor(random() * 60);
	return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)] ?? '').join('');
}

type Step = readonly [name: string, change: (text: string) => string];

const bytesIn = (text: string): string[] =>
	[...Buffer.from(text)].map((byte) => byte.toString(16).padStart(2, '0'));
const inBase64 = (text: string): string => Buffer.from(text).toString('base64');
const swapCase = (text: string): string =>
	text.replace(/[a-z]/gi, (letter) =>
		letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
	);
const inHexEscapes = (text: string): string =>
	text.replace(/[!'()*]/g, (character) => `%${bytesIn(character).join('')}`);

const ENCODINGS: readonly [Step, ...Step[]] = [
	['plain', (text) => text],
	['in capitals', (text) => text.toUpperCase()],
	['in swapped case', swapCase],
	['hex', (text) => bytesIn(text).join('')],
	['HEX', (text) => bytesIn(text).join('').toUpperCase()],
	['Base64', inBase64],
	['Base64', inBase64],
	['base64url', (text) => Buffer.from(text).toString('base64url')],
];

const WRAPPINGS: readonly [Step, ...Step[]] = [
	['on one line', (text) => text],
	['76 to a line', (text) => text.replace(/.{76}/g, '$&\r\n')],
	['64 to a line', (text) => text.replace(/.{64}/g, '$&\n')],
	['19 to an indented line', (text) => text.replace(/.{19}/g, '$&\n\t\t')],
];

const ESCAPES: readonly [Step, ...Step[]] = [
	['unescaped', (text) => text],
	['encodeURIComponent', encodeURIComponent],
	['rawurlencode', (text) => inHexEscapes(encodeURIComponent(text))],
	[
		'urlencode',
		(text) => inHexEscapes(encodeURIComponent(text)).replaceAll('%20', '+').replaceAll('~', '%7E'),
	],
	['%2f in small letters', (text) => encodeURIComponent(text).replace(/%../g, (one) => one.toLowerCase())],
	['encodeURIComponent, twice', (text) => encodeURIComponent(encodeURIComponent(text))],
	[
		'each byte as %',
		(text) =>
			bytesIn(text)
				.map((byte) => `%${byte}`)
				.join(''),
	],
	['decoded once too often', (text) => text.replaceAll('+', ' ')],
	[
		'htmlspecialchars',
		(text) =>
			text
				.replaceAll('&', '&amp;')
				.replaceAll('<', '&lt;')
				.replaceAll('>', '&gt;')
				.replaceAll('"', '&quot;')
				.replaceAll("'", '&#039;'),
	],
	[
		'json_encode',
		(text) =>
			JSON.stringify(text)
				.slice(1, -1)
				.replaceAll('/', '\\/')
				.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
	],
];

/** A token as a service might repeat it, in a spelling that is put together at random, and that can be read. */
export function disguise(
	random: () => number,
	token: string,
): { readonly how: string; readonly text: string } {
	for (;;) {
		const made = anyDisguise(random, token);
		// Nobody can read what was decoded once too often, and was mostly plus signs.
		if (readable(made.text, token) >= LEGIBLE) return made;
	}
}

/** So many characters in a row of a token can't be there by chance. */
export const LEGIBLE = 8;

function anyDisguise(random: () => number, token: string): { readonly how: string; readonly text: string } {
	const before = pick(random, ['', ':', 'a:', 'key=', 'user:']);
	const after = pick(random, ['', ':x', ':xy', '&more']);
	const steps = [ENCODINGS, WRAPPINGS, ESCAPES].map((choices) => pick(random, choices));
	const text = steps.reduce((from, [, change]) => change(from), `${before}${token}${after}`);
	return { how: steps.map(([name]) => name).join(', '), text };
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Undoes what makes a text safe for URLs, HTML and JSON, once. */
const unescaped = (text: string): string =>
	text
		.replace(/(?:%[\da-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString())
		.replace(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
		.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
		.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
		.replace(/\\u([\da-f]{4})/gi, (_, unit: string) => String.fromCharCode(parseInt(unit, 16)))
		.replace(/\\[nrt]/g, ' ')
		.replace(/\\(["\\/])/g, '$1');

/** Whatever a reader may make of a text. */
function* readingsOf(text: string): Generator<string> {
	for (let [rest, times] = [text, 0]; times < 4; [rest, times] = [unescaped(rest), times + 1]) {
		const whole = rest.replace(/\s+/g, '');
		yield whole;
		for (const [run] of whole.matchAll(/[\w+/-]{8,}/g)) {
			for (const start of [0, 1, 2, 3]) yield Buffer.from(run.slice(start), 'base64').toString();
			for (const start of [0, 1]) yield Buffer.from(run.slice(start), 'hex').toString();
		}
	}
}

const plain = (text: string): string => text.replaceAll('+', '').toLowerCase();

/** How many characters in a row of a token can be read from a text, by whoever tries each encoding. */
export function readable(text: string, token: string): number {
	const wanted = plain(token);
	const readings = [...readingsOf(text)].map(plain);
	let longest = 0;
	for (let start = 0; start + longest < wanted.length; start += 1)
		while (
			start + longest < wanted.length &&
			readings.some((reading) => reading.includes(wanted.slice(start, start + longest + 1)))
		)
			longest += 1;
	return longest;
}
