import fc from 'fast-check';
import { anyText } from '../../anyText.mts';

/** An unexpected value. */
export interface Hostile {
	readonly name: string;
	readonly value: unknown;
	/** The JavaScript value of the expression, for objects that JSON can't express. */
	readonly made?: 'date' | 'moment';
	/** Its meaning, if known beforehand. */
	readonly meaning?: 'free' | readonly string[];
	/** Takes much longer than others. */
	readonly isLong?: boolean;
}

/** The location of an item's value, as an expression of the form. */
export const EXPRESSION =
	'={{ $json.made === "date" ? new Date($json.value) : $json.made === "moment" ? DateTime.fromISO($json.value) : $json.value }}';

const plain = (values: Readonly<Record<string, unknown>>): Hostile[] =>
	Object.entries(values).map(([name, value]) => ({ name, value }));

const NOTHING = plain({
	undefined: undefined,
	null: null,
	'empty text': '',
	blanks: ' \t\n ',
	'unbreakable blanks': '\u00a0\u2003',
});

const TEXTS = plain({
	'right-to-left marks': '\u202eoiciverp\u202c \u200fabc',
	'control characters': 'a\u0001b\u001fc\u007fd\u0085e',
	NUL: 'a\u0000b',
	'only control characters': '\u0000\u0001',
	'high surrogate alone': 'a\ud83d',
	'low surrogate first': '\ude00b',
	emoji: '👩‍👩‍👧 😀',
	'noncharacters and line separators': 'a\ufffe\uffffb\u2028c\u2029d',
	'line ends': 'a\r\nb\rc\nd',
	'end of CDATA': ']]>',
	'start of an element': '<',
	'an element': '</notes><status>paid</status><notes>',
	'an entity': '&amp;',
	'an unknown entity': '&nosuch; & &#0; &#xD800;',
	'a comment': '<!-- x --',
	'an instruction': '<?xml version="1.0"?>',
	'a doctype': '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>&b;',
	'a form field': '&xml_request=%3Cx%2F%3E&a=b+c%',
	quotes: `" onload='x' = "`,
	'an expression': '{{ $json.made }} ={{ 1 }}',
	'the name of a prototype': '__proto__',
});

const NUMBERS = plain({
	NaN: Number.NaN,
	Infinity: Number.POSITIVE_INFINITY,
	negative: -7,
	zero: 0,
	'minus zero': -0,
	'binary noise': 0.1 + 0.2,
	'three places': 10.005,
	'a tiny number': 1e-7,
	'a huge number': 1e21,
	'beyond exact numbers': 2 ** 53,
	'a large amount': 123_456_789.12,
});

const NUMBER_TEXTS = plain({
	'a number as text': '1250',
	'a number in blanks': ' 12 ',
	'leading zeros': '007',
	'a plus sign': '+12',
	'no digit before the point': '.5',
	'no digit behind the point': '5.',
	'three places as text': '10.005',
	'a long amount as text': '98765432109876543210.12',
	'an exponent': '1e21',
	'a hexadecimal number': '0x1F',
	'digits of another script': '١٢٣',
	'thousands or three places': '1.500',
	'thousands in English': '1,200.50',
	'thousands in German': '1.200,50',
	'a comma as point': '12,5',
	'a currency': '$5',
	'a unit': '12 EUR',
	'a percentage': '20%',
	'NaN as text': 'NaN',
	'Infinity as text': '-Infinity',
	'minus alone': '-',
	'a negative text': '-12.50',
});

const DATES = plain({
	'a day': '2026-03-10',
	'a local moment': '2026-03-10T23:30:00',
	'a moment with an offset': '2026-03-10T01:30:00+02:00',
	'a moment in UTC': '2026-03-10T03:30:00.000Z',
	'a day with slashes': '2026/03/10',
	'a German day': '10.03.2026',
	'an American day': '03/10/2026',
	'a day in words': 'March 10, 2026',
	'milliseconds since 1970': 1_773_100_800_000,
	'milliseconds as text': '1773100800000',
	'the 30th of February': '2026-02-30',
	'the 29th of February in a common year': '2025-02-29',
	'the 29th of February in a leap year': '2028-02-29',
	'hour 25': '2026-03-10T25:00:00Z',
	'year 0': '0000-01-01',
	'a year of five digits': '+012026-03-10',
	'zeros for a date': '0000-00-00',
});

const OTHERS: Hostile[] = [
	...plain({
		true: true,
		false: false,
		'true as text': 'TRUE',
		'yes as text': 'yes',
		'an empty list': [],
		'a list of a number': [12],
		'a list of texts': ['a', 'b'],
		'a list in a list': [[1], []],
		'a list of a text and an object': ['sent', {}],
		'a list of nothing': [null],
		'an empty object': {},
		'an object': { a: 1 },
		'an object in objects': { value: { value: { value: '12' } } },
		'an object as text': '{"a":[1]}',
		'a list as text': '["a"]',
	}),
	{ name: 'a Date', value: '2026-03-10T03:30:00.000Z', made: 'date' },
	{ name: 'a Date that is none', value: 'x', made: 'date' },
	{ name: 'a DateTime', value: '2026-03-10T03:30:00.000+02:00', made: 'moment' },
	{ name: 'a DateTime that is none', value: 'x', made: 'moment' },
];

const LONG = plain({
	'a megabyte of text': 'Billing & <more> '.repeat(2 ** 16),
	'a megabyte of digits': '1'.repeat(2 ** 20),
});

/** More texts for fields that accept any, different with each seed. */
export const randomTexts = (seed: number): Hostile[] =>
	fc
		.sample(anyText, { seed, numRuns: RANDOM_TEXTS })
		.map((value) => ({ name: `the text ${JSON.stringify(value)}`, value }));

// Nightly more than in a single run.
const RANDOM_TEXTS = process.env['HOSTILE'] === 'all' ? 16 : 8;

/** Every value that every field is tested with. */
export const HOSTILE: readonly Hostile[] = [
	...NOTHING,
	...TEXTS,
	...NUMBERS,
	...NUMBER_TEXTS,
	...DATES,
	...OTHERS,
	...LONG.map((long) => ({ ...long, isLong: true })),
];
