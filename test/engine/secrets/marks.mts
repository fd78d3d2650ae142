import type { Sandbox } from '../../../sandbox/index.mts';
import { copiesOf } from '../billing.mts';
import { createMissing } from '../distinctValues.mts';

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

/** A token that looks different in every encoding. */
export const TOKEN = 'marked+token/4711=end';
/** The texts of the sandbox's records, except the names by which people know them. */
const OF_RECORDS = 'Kupferdraht';
/** The ending of typed values, and its form in a request. */
const TYPED = '<&>';
/** Shows that a request document, an answer or a page of the service was repeated. */
const RAW = [
	'&lt;&amp;',
	'xml_request',
	'<request',
	'<response',
	'<!doctype',
	'content-length',
	'%3Crequest',
];

/** The texts in which an error names a record to look for, or the refused value: what the user typed for that. */
const NAMES: readonly RegExp[] = [
	/\bThe payment is [\d.]+( [A-Z]{3})?, and -?[\d.]+( [A-Z]{3})? is outstanding\./,
	/\bThe (name|number|email|organization|contact name) is '[^']*'\./g,
	/\b(Invoice|Estimate) [^:]* already exists: ID \d+/g,
	/\bNumber \d+ <&>/g,
	/\bThe service rejected '[^']*'\./g,
];

/** The text of an error without the values that it names on purpose. */
export const withoutNames = (text: string): string =>
	NAMES.reduce((rest, name) => rest.replace(name, ''), text);

const anyOf = (texts: readonly string[]) =>
	new RegExp(texts.map((text) => text.replace(/[^\w]/g, '\\$&')).join('|'), 'i');

export const MARKS = {
	token: anyOf(spellingsOf(TOKEN)),
	raw: anyOf(RAW),
	records: anyOf([OF_RECORDS]),
	// Typed amounts end with these cents.
	typed: new RegExp(`${TYPED}|\\b\\d{3,4}\\.25\\b`),
} as const;

const OF_DOCUMENTS = ['address', 'title', 'notes', 'terms'];
/** The marked columns, by table. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
	...{ account: ['company', 'owner'], client: ['name', 'organization', 'address'] },
	...{ invoice: OF_DOCUMENTS, estimate: OF_DOCUMENTS, recurring: OF_DOCUMENTS },
	...{
		line: ['name', 'description'],
		expense: ['vendor', 'notes'],
		payment: ['notes'],
		time_entry: ['notes'],
	},
	...{ charge: ['name'], late_fee: ['name'], staff: ['name'], product: ['description'] },
	...{ project: ['description'], service: ['description'], task: ['description'] },
};

/** Puts the mark into the records of a sandbox, and gives its account the token. */
export async function markRecords(sandbox: Sandbox): Promise<void> {
	await createMissing(sandbox);
	for (const [table, columns] of Object.entries(COLUMNS)) {
		for (const column of columns)
			sandbox.store.run(`UPDATE ${table} SET ${column} = ${column} || ' ${OF_RECORDS}'`);
	}
	sandbox.change('account', sandbox.account('main').id, { token: TOKEN });
}

/** Starts a sandbox with the token, and with the mark in its records. */
export const startMarkedSandbox = copiesOf(markRecords);
