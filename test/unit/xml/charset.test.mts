import { decoderOf } from '../../../nodes/XmlBilling/xml/charset';

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const labelOf = (head: Uint8Array, contentType?: string): string | undefined =>
	decoderOf(head, contentType)?.encoding;

describe('decoderOf', () => {
	it('assumes UTF-8 when nothing says otherwise', () => {
		expect(labelOf(ascii('<response/>'))).toBe('utf-8');
		expect(labelOf(ascii('<response/>'), 'text/xml')).toBe('utf-8');
		expect(labelOf(new Uint8Array(0), '')).toBe('utf-8');
	});

	it.each([
		'text/xml; charset=ISO-8859-1',
		'text/xml;charset="iso-8859-1"',
		"text/xml; Charset='ISO-8859-1'",
		'application/xml; q=1; charset = latin1',
	])('reads the header %s', (contentType) => {
		expect(labelOf(ascii('<response/>'), contentType)).toBe('windows-1252');
	});

	it.each([
		['utf-8', [0xef, 0xbb, 0xbf]],
		['utf-16le', [0xff, 0xfe]],
		['utf-16be', [0xfe, 0xff]],
	])('knows the mark of %s, which the header goes before', (encoding, mark) => {
		expect(labelOf(Uint8Array.from(mark))).toBe(encoding);
		expect(labelOf(Uint8Array.from(mark), 'text/xml; charset=iso-8859-2')).toBe('iso-8859-2');
	});

	it('rejects encodings that the platform does not support', () => {
		expect(labelOf(ascii('<response/>'), 'text/xml; charset=utf-99')).toBeUndefined();
	});

	it('turns bytes that are not of the encoding into the replacement character instead of failing', () => {
		expect(decoderOf(new Uint8Array(0), undefined)?.decode(Uint8Array.of(0x61, 0xff, 0x62))).toBe('a\uFFFDb');
	});
});
