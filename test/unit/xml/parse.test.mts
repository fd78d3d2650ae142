import fc from 'fast-check';
import { parse, readDocument } from '../../../nodes/XmlBilling/xml/parse';
import { DOCUMENT, problemOf, rootOf, utf8 } from './reading.mts';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf16 = (text: string, littleEndian: boolean): Uint8Array => {
	const view = new DataView(new ArrayBuffer(2 * text.length));
	for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), littleEndian);
	return new Uint8Array(view.buffer);
};

const textIn = (body: Uint8Array | string, contentType?: string): string =>
	rootOf(typeof body === 'string' ? parse(body) : readDocument(body, contentType)).text;

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
		expect(readDocument(utf8(DOCUMENT))).toEqual(parse(DOCUMENT));
	});

	it('is the same with a backslash before each quote', () => {
		const document = `<?xml version="1.0" encoding='utf-8'?><response status="200"><n>5" \\ "é"</n></response>`;
		expect(parse(document.replaceAll(/["']/g, String.raw`\$&`))).toEqual(parse(document));
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
		['UTF-8, whatever the header names by default', utf8(document('UTF-8')), 'text/xml; charset=ISO-8859-1'],
		['UTF-8, without a header', utf8(document('UTF-8')), 'text/xml'],
		['UTF-8 that declares itself UTF-16', utf8(document('utf-16')), undefined],
		['UTF-16, little end first', utf16(`\uFEFF${document('UTF-16')}`, true), undefined],
		['UTF-16, big end first', utf16(`\uFEFF${document('UTF-16')}`, false), undefined],
		['UTF-16, by the header', utf16(document('UTF-16'), true), 'text/xml; charset=utf-16le'],
	])('an encoding is found: %s', (_, body, contentType) => {
		expect(textIn(body, contentType)).toBe('Größe, naïve ÿ');
	});

	it('of windows-1252 has its euro sign', () => {
		expect(textIn(latin1('<a>\x80 5</a>'), 'text/xml; charset=windows-1252')).toBe('€ 5');
	});

	it('that is unknown is a separate problem', () => {
		expect(problemOf(latin1('<a>ß</a>'), 'text/xml; charset=x-klingon')).toBe('charset');
	});
});

describe('a document that is parsed in pieces', () => {
	const words = fc.string({
		unit: fc.constantFrom(
			'a',
			'🧾',
			'\r\n',
			'&amp;',
			'R&D',
			'&#x20AC;',
			'&nbsp;',
			'<b/>',
			'<!-- ] -->',
			'<![CDATA[<&]]>',
			'<![CDATA[ ]]]]><![CDATA[> & <![CDATA[]]>',
		),
		maxLength: 40,
	});

	it('gives the same wherever a piece ends', () => {
		const lead = 16_384 - 100;
		fc.assert(
			fc.property(words, fc.nat(200), (inner, more) => {
				const blanks = ' '.repeat(lead + more);
				expect(rootOf(parse(`<a>${blanks}<c>${inner}</c></a>`)).children).toEqual(
					rootOf(parse(`<a><c>${inner}</c></a>`)).children,
				);
			}),
			{ numRuns: 1000 },
		);
	});

	it('gives the same for a text far larger than a piece', () => {
		const text = 'ü€🧾 ]] R&D '.repeat(10_000);
		expect(textIn(`<a>${text}</a>`)).toBe(text);
		expect(textIn(`<a>-<![CDATA[${text}<b>&amp;]]>-</a>`)).toBe(`-${text}<b>&amp;-`);
	});
});
