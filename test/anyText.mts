import fc from 'fast-check';

/** Strings with a meaning in XML, in forms and in lines, which random text hardly ever contains. */
const MARKUP = [
	'&',
	'<',
	'>',
	'"',
	"'",
	'\r',
	'\n',
	'\t',
	' ',
	']]>',
	'\r\n',
	'&amp;',
	'&#60;',
	'</x>',
	'<x>',
	'<x/>',
	'</request>',
	'<![CDATA[',
	'<!--',
	'-->',
	'<?',
	'?>',
	'<!DOCTYPE',
	' a="b"',
	'&xml_request=',
	'%26',
	'+',
	'=',
	'\0',
	'\u0085',
	'\u2028',
	'\ufffe',
	'\ufeff',
];

/** Any text, including unpaired surrogates, with more of XML's special characters than random text has. */
export const anyText = fc.string({
	unit: fc.oneof(
		fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
		fc.constantFrom(...MARKUP),
		fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
	),
	maxLength: 60,
});

/** The part of a text that XML 1.0 allows: production 2 of its grammar, code point by code point. */
export function carriable(text: string): string {
	return Array.from(text, (character) => {
		const code = character.codePointAt(0) ?? 0;
		if (code >= 0xd800 && code <= 0xdfff) return '\uFFFD';
		const isChar =
			[0x9, 0xa, 0xd].includes(code) ||
			(code >= 0x20 && code <= 0xd7ff) ||
			(code >= 0xe000 && code <= 0xfffd) ||
			code >= 0x10000;
		return isChar ? character : '';
	}).join('');
}
