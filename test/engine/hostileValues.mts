import fc from 'fast-check';
import { anyText } from '../anyText.mts';

/** Texts that mean something to XML, to forms, to terminals or to JavaScript. */
const TEXTS = [
	...['', ' \t\n ', '\u00a0\u2003', ']]>', '<', '&amp;', '&nosuch; & &#0;', '<!-- x --'],
	...['a\u0001b\u001fc\u007fd\u0085e', 'a\u0000b', 'a\ud83d', '\ude00b', 'a\r\nb\rc\nd'],
	...['\u202eoiciverp\u202c \u200fabc', '👩‍👩‍👧 😀', 'a\ufffe\uffffb\u2028c\u2029d', '__proto__'],
	'</notes><status>paid</status><notes>',
	'<?xml version="1.0"?>',
	'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>&b;',
	'&xml_request=%3Cx%2F%3E&a=b+c%',
	'" onload=\'x\' = "',
	'{{ $json.x }} ={{ 1 }}',
];
/** Numbers and days as people and sheets write them, and what looks like them. */
const WRITTEN = [
	'1250| 12 |007|+12|.5|5.|10.005|98765432109876543210.12|1e21|0x1F|١٢٣|1.500|1,200.50|1.200,50|12,5',
	'$5|12 EUR|20%|NaN|-Infinity|-|-12.50|TRUE|yes|{"a":[1]}|["a"]|2026-03-10|2026-03-10T23:30:00',
	'2026-03-10T01:30:00+02:00|2026-03-10T03:30:00.000Z|2026/03/10|10.03.2026|March 10, 2026',
	'1773100800000|2026-02-30|2028-02-29|2026-03-10T25:00:00Z|0000-01-01|0000-00-00',
].flatMap((texts) => texts.split('|'));
const NUMBERS = [NaN, Infinity, -7, 0, -0, 0.1 + 0.2, 10.005, 1e-7, 1e21, 2 ** 53, 123_456_789.12];
const LISTS = [[], [12], ['a', 'b'], [[1], []], ['sent', {}], [null]];
const OBJECTS = [{}, { a: 1 }, { value: { value: '12' } }];

/** Every value that every field is tried with. */
export const HOSTILE: readonly unknown[] = [
	...[undefined, null, true, false],
	...[...TEXTS, ...WRITTEN, ...NUMBERS, ...LISTS, ...OBJECTS],
];
/** The same, but they take much longer. */
export const LONG = ['Billing & <more> '.repeat(2 ** 16), '1'.repeat(2 ** 20)];

/** More texts, different with each seed. */
export const randomTexts = (seed: number): string[] => fc.sample(anyText, { seed, numRuns: 8 });
