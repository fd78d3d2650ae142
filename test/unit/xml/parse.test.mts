import fc from 'fast-check';
import { createReader, parse } from '../../../nodes/XmlBilling/xml/parse';
import { DOCUMENT, problemOf, readPieces, rootOf, utf8 } from './reading.mts';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf16 = (text: string, littleEndian: boolean): Uint8Array => {
	const view = new DataView(new ArrayBuffer(2 * text.length));
	for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), littleEndian);
	return new Uint8Array(view.buffer);
};

const textIn = (body: Uint8Array | string, contentType?: string): string =>
	rootOf(parse(body, contentType)).text;

describe('a document', () => {
	it('becomes a tree of elements with their attributes and text', () => {
		const root = rootOf(parse(DOCUMENT));
		expect(root).toMatchObject({ name: 'response', attributes: { status: '200' }, text: '' });
		expect(root.children).toHaveLength(1);
		expect(root.children[0]).toMatchObject({ name: 'invoices', attributes: { page: '1', total_pages: '1' } });
		expect(root.children[0]?.children[0]?.children.map(({ name, text }) => [name, text])).toEqual([
			['number', '007'],
			['title', 'A & <b> & ü € 🧾'],
			['notes', ''],
		]);
	});

	it('is the same as bytes and as a string', () => {
		expect(parse(utf8(DOCUMENT))).toEqual(parse(DOCUMENT));
	});

	it('is the same with a backslash before each quote, wherever its bytes are divided', () => {
		const document = `<?xml version="1.0" encoding='utf-8'?><response status="200"><n>5" \\ "é"</n></response>`;
		const slashed = utf8(document.replaceAll(/["']/g, String.raw`\$&`));
		for (let at = 0; at <= slashed.length; at += 1)
			expect(readPieces(slashed, [at])).toEqual(parse(document));
	});

	it.each([
		['CDATA, which may hold markup', '<![CDATA[<a>&amp;</a>]]>', '<a>&amp;</a>'],
		['CDATA that is split to hold its own end', '<![CDATA[]]]]><![CDATA[>]]>', ']]>'],
		['the five entities', '&amp;&lt;&gt;&quot;&apos;', `&<>"'`],
		['character references', '&#65;&#x41;&#x1F9FE;&#xD;&#10;', 'AA🧾\r\n'],
		['line ends, as line feeds', 'a\r\nb\rc\nd', 'a\nb\nc\nd'],
		['white space, as it is', '  a  ', '  a  '],
		['nothing but spaces', '   ', '   '],
		['text around comments', 'a<!-- b -->c', 'ac'],
		['text around processing instructions', 'a<?b c?>d', 'ad'],
		['a text that names an entity in CDATA', '<![CDATA[&constructor;]]>', '&constructor;'],
	])('a document may contain %s', (_, inner, text) => {
		expect(textIn(`<a>${inner}</a>`)).toBe(text);
	});

	it('keeps the text next to child elements, without the white space around it', () => {
		const root = rootOf(parse('<response>\n  Some failed. <invalid>5</invalid>\n</response>'));
		expect(root.text).toBe('Some failed.');
		expect(root.children[0]?.text).toBe('5');
	});

	it('has attributes in any order, in either quotes, with entities', () => {
		for (const text of [`<a x="1" y='2&amp;"3"'/>`, `<a y='2&amp;"3"'\n\tx="1" ></a>`]) {
			expect({ ...rootOf(parse(text)).attributes }).toEqual({ x: '1', y: '2&"3"' });
		}
	});

	it('may have elements and attributes with the names of an object’s own', () => {
		const root = rootOf(
			parse('<a __proto__="1" constructor="2"><__proto__>x</__proto__><constructor>y</constructor></a>'),
		);
		expect(Object.entries(root.attributes)).toEqual([
			['__proto__', '1'],
			['constructor', '2'],
		]);
		expect('toString' in root.attributes).toBe(false);
		expect(root.children.map(({ name, text }) => [name, text])).toEqual([
			['__proto__', 'x'],
			['constructor', 'y'],
		]);
	});

	it('may begin with white space and a byte order mark, which services send by mistake', () => {
		expect(textIn(`\uFEFF\n${'<?xml version="1.0"?><a>b</a>'}`)).toBe('b');
		expect(textIn(Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8(' \r\n<?xml version="1.0"?><a>b</a>')]))).toBe(
			'b',
		);
		expect(textIn(utf8(`${' '.repeat(5000)}<a>b</a>`))).toBe('b');
	});

	it('may end with white space and comments', () => {
		expect(textIn('<a>b</a>\n<!-- end -->\n\n')).toBe('b');
	});

	it('gives elements without children a list that no other shares its growth with', () => {
		const root = rootOf(parse('<a><b/><c><d/></c><e/></a>'));
		expect(root.children.map(({ children }) => children.length)).toEqual([0, 1, 0]);
	});
});

describe('an encoding', () => {
	const document = (encoding: string): string =>
		`<?xml version="1.0" encoding="${encoding}"?><a>Größe, naïve ÿ</a>`;

	it.each([
		[
			'ISO-8859-1, by the header, whatever is declared',
			latin1(document('UTF-8')),
			'text/xml; charset=ISO-8859-1',
		],
		['UTF-8, by the header, whatever is declared', utf8(document('ISO-8859-1')), 'text/xml; charset=utf-8'],
		['UTF-8, without a header', utf8(document('UTF-8')), 'text/xml'],
		['UTF-8 that declares itself UTF-16', utf8(document('utf-16')), undefined],
		['UTF-16, little end first', utf16(`\uFEFF${document('UTF-16')}`, true), undefined],
		['UTF-16, big end first', utf16(`\uFEFF${document('UTF-16')}`, false), undefined],
		['UTF-16, by the header', utf16(document('UTF-16'), true), 'text/xml; charset=utf-16le'],
	])('an encoding is found: %s', (_, body, contentType) => {
		expect(textIn(body, contentType)).toBe('Größe, naïve ÿ');
		for (let cut = 1; cut < body.length; cut += 1) {
			expect(rootOf(readPieces(body, [cut], contentType)).text).toBe('Größe, naïve ÿ');
		}
	});

	it('of windows-1252 has its euro sign', () => {
		expect(textIn(latin1('<a>\x80 5</a>'), 'text/xml; charset=windows-1252')).toBe('€ 5');
	});

	it('that is unknown is a separate problem', () => {
		expect(problemOf(utf8('<a/>'), 'text/xml; charset=x-klingon')).toBe('charset');
		const reader = createReader('text/xml; charset=x-klingon');
		expect(reader.write(new Uint8Array(300))).toBe(false);
		expect(reader.write(new Uint8Array(300))).toBe(false);
		expect(reader.end()).toMatchObject({ ok: false, problem: 'charset', root: undefined });
	});
});

describe('reading in pieces', () => {
	const words = fc.string({
		unit: fc.oneof(
			fc.constantFrom(
				'a',
				' ',
				'ü',
				'€',
				'🧾',
				'\n',
				'\r\n',
				'&amp;',
				'&#x20AC;',
				'<b/>',
				'<!-- ] -->',
				'<![CDATA[<&]]>',
			),
		),
		maxLength: 40,
	});
	const documents = fc.oneof(
		words.map((inner) => `<?xml version="1.0"?>\n<a x="ü">${inner}</a>`),
		fc.constantFrom(
			DOCUMENT,
			'<html><body></body></html>',
			`${' '.repeat(300)}<!doctype html><html>`,
			'{"a":1}',
			' ',
			'<a><b></a>',
			'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
			'<a>&nbsp;</a>',
		),
		words,
	);

	it('gives the same however the body is cut, also within a character', () => {
		fc.assert(
			fc.property(documents, fc.array(fc.nat(1000), { maxLength: 8 }), (document, cuts) => {
				const body = utf8(document);
				const places = cuts.map((cut) => cut % (body.length + 1));
				expect(readPieces(body, places)).toEqual(parse(body));
			}),
			{ numRuns: 2000 },
		);
	});

	it('gives the same byte by byte', () => {
		const body = utf8(DOCUMENT.repeat(1));
		expect(readPieces(body, Array.from(body.keys()))).toEqual(parse(body));
	});

	it('gives the same for a body far larger than a piece', () => {
		const inner = Array.from({ length: 4000 }, (_, index) => `<b>ü€🧾 &amp; ${index}</b>`).join('');
		const body = utf8(`<a>${inner}</a>`);
		const { children } = rootOf(readPieces(body, [1, 16_383, 16_384, 16_385, 70_001]));
		expect(children.map(({ text }) => text)).toEqual(
			Array.from({ length: 4000 }, (_, index) => `ü€🧾 & ${index}`),
		);
		expect(rootOf(parse(body)).children).toEqual(children);
	});

	it('stops at the first problem and says so', () => {
		const reader = createReader(undefined);
		expect(reader.write(utf8(`<a>${'x'.repeat(300)}`))).toBe(true);
		expect(reader.write(utf8('</b>'))).toBe(false);
		expect(reader.write(utf8('</a>'))).toBe(false);
		expect(reader.end()).toMatchObject({ ok: false, problem: 'notXml' });
	});
});
