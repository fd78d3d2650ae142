import { detectCharset } from '../../../nodes/XmlBilling/xml/charset';

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const bytes = (...parts: Array<number[] | string>): Uint8Array =>
	Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...ascii(part)] : part)));
const declaration = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?><response/>`;
const labelOf = (head: Uint8Array, contentType?: string): string | undefined =>
	detectCharset(head, contentType)?.decoder.encoding;

describe('detectCharset', () => {
	it('assumes UTF-8 when nothing says otherwise', () => {
		expect(labelOf(ascii('<response/>'))).toBe('utf-8');
		expect(labelOf(ascii('<?xml version="1.0"?><response/>'), 'text/xml')).toBe('utf-8');
		expect(labelOf(new Uint8Array(0), '')).toBe('utf-8');
	});

	it.each([
		['UTF-8', 'utf-8'],
		['utf8', 'utf-8'],
		['ISO-8859-1', 'windows-1252'],
		['windows-1252', 'windows-1252'],
		['iso-8859-15', 'iso-8859-15'],
		['Shift_JIS', 'shift_jis'],
		['US-ASCII', 'windows-1252'],
	])('detectCharset finds the declared %s', (declared, encoding) => {
		expect(labelOf(ascii(declaration(declared)))).toBe(encoding);
		expect(labelOf(ascii(declaration(declared).replaceAll('"', "'")))).toBe(encoding);
		expect(labelOf(ascii(` \r\n${declaration(declared)}`))).toBe(encoding);
		expect(labelOf(ascii(declaration(declared).replace('="' + declared, ' = "' + declared)))).toBe(encoding);
	});

	it.each([
		'text/xml; charset=ISO-8859-1',
		'text/xml;charset="iso-8859-1"',
		"text/xml; Charset='ISO-8859-1'",
		'application/xml; q=1; charset = latin1',
	])('lets the header %s go before the declaration', (contentType) => {
		expect(labelOf(ascii(declaration('ISO-8859-2')), contentType)).toBe('windows-1252');
	});

	it.each([
		['utf-8', [0xef, 0xbb, 0xbf]],
		['utf-16le', [0xff, 0xfe]],
		['utf-16be', [0xfe, 0xff]],
	])('lets the mark of %s go before header and declaration', (encoding, mark) => {
		expect(labelOf(bytes(mark, declaration('ISO-8859-1')), 'text/xml; charset=iso-8859-2')).toBe(encoding);
	});

	it('does not believe a declaration of UTF-16 that is written in ASCII', () => {
		for (const label of ['utf-16', 'UTF-16LE', 'utf16', 'UTF-16BE'])
			expect(labelOf(ascii(declaration(label)))).toBe('utf-8');
	});

	it('rejects encodings that the platform does not support', () => {
		expect(labelOf(ascii(declaration('x-klingon')))).toBeUndefined();
		expect(labelOf(ascii('<response/>'), 'text/xml; charset=utf-99')).toBeUndefined();
	});

	it('looks at the declaration alone, not at what follows it', () => {
		expect(labelOf(ascii('<response encoding="iso-8859-1"/>'))).toBe('utf-8');
		expect(labelOf(ascii('<?xml version="1.0"?><a encoding="iso-8859-1"/>'))).toBe('utf-8');
	});

	it('turns bytes that are not of the encoding into the replacement character instead of failing', () => {
		expect(detectCharset(ascii('<a/>'), undefined)?.decoder.decode(bytes('a', [0xff], 'b'))).toBe('a\uFFFDb');
	});
});
