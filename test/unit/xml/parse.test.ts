import fc from 'fast-check';
import { createReader, parse, type Element, type Parsed } from '../../../nodes/XmlBilling/xml/parse';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf16 = (text: string, littleEndian: boolean): Uint8Array => {
	const view = new DataView(new ArrayBuffer(2 * text.length));
	for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), littleEndian);
	return new Uint8Array(view.buffer);
};

function rootOf(parsed: Parsed): Element {
	if (!parsed.ok) throw new Error(`${parsed.problem}: ${parsed.detail ?? ''}`);
	return parsed.root;
}

const textIn = (body: Uint8Array | string, contentType?: string): string =>
	rootOf(parse(body, contentType)).text;
const problemOf = (body: Uint8Array | string, contentType?: string): string => {
	const parsed = parse(body, contentType);
	return parsed.ok ? 'none' : parsed.problem;
};

/** Reads a body in pieces that are cut at the given places. */
function readPieces(body: Uint8Array, cuts: readonly number[], contentType?: string): Parsed {
	const reader = createReader(contentType);
	const places = [0, ...[...cuts].sort((one, other) => one - other), body.length];
	for (let index = 1; index < places.length; index += 1) {
		if (!reader.write(body.slice(places[index - 1], places[index]))) break;
	}
	return reader.end();
}

const DOCUMENT = `<?xml version="1.0" encoding="utf-8"?>
<!-- made by the service -->
<response status='200'>
	<invoices page="1"  total_pages = "1">
		<invoice><number>007</number><title><![CDATA[A & <b>]]> &amp; ü € 🧾</title><notes/></invoice>
	</invoices>
	<?keep this?>
</response>`;

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
	])('reads %s', (_, inner, text) => {
		expect(textIn(`<a>${inner}</a>`)).toBe(text);
	});

	it('keeps the text beside child elements, without the white space around it', () => {
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
	const text = 'Größe: 5 €, naïve';
	const document = (encoding: string): string =>
		`<?xml version="1.0" encoding="${encoding}"?><a>Größe, naïve ÿ</a>`;

	it.each([
		['ISO-8859-1, declared', latin1(document('ISO-8859-1')), undefined],
		['windows-1252, declared', latin1(document('windows-1252')), undefined],
		['ISO-8859-1, by the header', latin1(document('UTF-8')), 'text/xml; charset=ISO-8859-1'],
		['UTF-8, by the header, whatever is declared', utf8(document('ISO-8859-1')), 'text/xml; charset=utf-8'],
		['UTF-8, whatever the header says', utf8(document('UTF-8')), 'text/xml; charset=ISO-8859-1'],
		[
			'ISO-8859-1, where the header wrongly says UTF-8',
			latin1(document('ISO-8859-1')),
			'text/xml; charset=utf-8',
		],
		['UTF-8, declared', utf8(document('UTF-8')), 'text/xml'],
		['UTF-8 that declares itself UTF-16', utf8(document('utf-16')), undefined],
		['UTF-16, little end first', utf16(`\uFEFF${document('UTF-16')}`, true), undefined],
		['UTF-16, big end first', utf16(`\uFEFF${document('UTF-16')}`, false), undefined],
		['UTF-16, by the header', utf16(document('UTF-16'), true), 'text/xml; charset=utf-16le'],
	])('is found: %s', (_, body, contentType) => {
		expect(textIn(body, contentType)).toBe('Größe, naïve ÿ');
		for (let cut = 1; cut < body.length; cut += 1) {
			expect(rootOf(readPieces(body, [cut], contentType)).text).toBe('Größe, naïve ÿ');
		}
	});

	it('of windows-1252 has its euro sign', () => {
		expect(textIn(latin1('<?xml version="1.0" encoding="windows-1252"?><a>\x80 5</a>'))).toBe('€ 5');
	});

	it('is not looked for in a string, which is decoded already', () => {
		expect(textIn(`<?xml version="1.0" encoding="ISO-8859-1"?><a>${text}</a>`)).toBe(text);
	});

	it('that is unknown is a problem of its own', () => {
		expect(problemOf(utf8('<?xml version="1.0" encoding="x-klingon"?><a/>'))).toBe('charset');
		expect(problemOf(utf8('<a/>'), 'text/xml; charset=x-klingon')).toBe('charset');
		const reader = createReader('text/xml; charset=x-klingon');
		expect(reader.write(new Uint8Array(300))).toBe(false);
		expect(reader.write(new Uint8Array(300))).toBe(false);
		expect(reader.end()).toEqual({ ok: false, problem: 'charset' });
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

describe('what is not a document', () => {
	it.each([
		['nothing', ''],
		['spaces', ' \r\n\t '],
		['a byte order mark', '\uFEFF'],
	])('is empty: %s', (_, body) => {
		expect(problemOf(body)).toBe('empty');
		expect(problemOf(utf8(body))).toBe('empty');
	});

	it.each([
		'<!DOCTYPE html><html><head><title>502</title></head><body>Bad gateway</body></html>',
		'<!doctype html>\n<html lang=en><meta charset=utf-8><p>Sign in',
		'\n\n<html>\r\n<head><title>502 Bad Gateway</title></head><hr><center>nginx</center></html>',
		'<HTML><BODY>x</BODY></HTML>',
		'<html xmlns="http://www.w3.org/1999/xhtml"></html>',
		'<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html/>',
		'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>',
		'<!-- cached --><html><body>x</body></html>',
		'<!-- cached --><!DOCTYPE html><html></html>',
	])('is a web page: %s', (body) => {
		expect(problemOf(body)).toBe('html');
		expect(problemOf(utf8(body), 'text/html')).toBe('html');
	});

	it.each([
		'Service unavailable',
		'{"error":"no"}',
		'404',
		'status=200',
		'<br />\n<b>Warning</b>: mysql',
		'<a></b>',
		'<a><b></a></b>',
		'<a/><b/>',
		'<a/>text',
		'<a b=1/>',
		'<a b="1" b="2"/>',
		'<a b="<"/>',
		'<a>]]></a>',
		'<a>&</a>',
		'<a>& b</a>',
		'<a>\u0001</a>',
		'<a>&#0;</a>',
		'<a>&#x1F;</a>',
		'<a>&#xD800;</a>',
		'<1a/>',
		'< a/>',
		'<a><!-- -- --></a>',
		'<?xml version="3.0"?><a/>',
		'<a/><?xml version="1.0"?>',
	])('is not XML: %s', (body) => {
		expect(problemOf(body)).toBe('notXml');
	});

	it.each(['nbsp', 'euro', 'constructor', 'toString', '__proto__', 'hasOwnProperty', 'AMP'])(
		'knows no entity &%s;',
		(entity) => {
			expect(problemOf(`<a>&${entity};</a>`)).toBe('notXml');
			expect(problemOf(`<a b="&${entity};"/>`)).toBe('notXml');
		},
	);

	it.each([
		['empty', '<!DOCTYPE response><response status="200"/>'],
		[
			'with an internal subset',
			'<?xml version="1.0"?><!DOCTYPE response [<!ELEMENT response ANY>]><response status="200"/>',
		],
		['with an entity', '<!DOCTYPE response [<!ENTITY a "b">]><response>&a;</response>'],
		[
			'with an external entity',
			'<!DOCTYPE response [<!ENTITY a SYSTEM "file:///etc/passwd">]><response>&a;</response>',
		],
		['with an external subset', '<!DOCTYPE response SYSTEM "http://127.0.0.1/a.dtd"><response/>'],
		[
			'with a parameter entity',
			'<!DOCTYPE response [<!ENTITY % a SYSTEM "http://127.0.0.1/a"> %a;]><response/>',
		],
		[
			'with entities that grow a billion times',
			`<!DOCTYPE lolz [<!ENTITY a0 "lol">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')}]><lolz>&a9;</lolz>`,
		],
	])('has a document type, which is refused: %s', (_, body) => {
		expect(problemOf(body)).toBe('doctype');
		expect(problemOf(utf8(body))).toBe('doctype');
	});

	it('is cut off anywhere: it is never taken for whole', () => {
		const body = utf8(DOCUMENT);
		for (let length = 0; length < body.length; length += 1) {
			const parsed = parse(body.slice(0, length));
			expect([length, parsed.ok]).toEqual([length, false]);
			if (length > 0) expect(parsed).toMatchObject({ problem: 'truncated' });
			expect(readPieces(body.slice(0, length), [length >> 1])).toEqual(parsed);
		}
	});

	it('has an ampersand that is not escaped, which is not taken for a body that is cut off', () => {
		const whole = '<response><name>Smith & Sons</name></response>\n';
		expect(problemOf(whole)).toBe('notXml');
		expect(problemOf(whole.slice(0, -5))).toBe('truncated');
		expect(problemOf('<response><name>Smith & Sons; Ltd</name></response>')).toBe('notXml');
	});

	it('is nested deeper than 64 elements, in which it stops', () => {
		const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
		expect(problemOf(nested(64))).toBe('none');
		expect(problemOf(nested(65))).toBe('tooDeep');
		const reader = createReader(undefined);
		expect(reader.write(utf8('<a>'.repeat(100_000)))).toBe(false);
		expect(reader.end()).toMatchObject({ problem: 'tooDeep' });
	});

	it.each([
		['elements', '<a>', '<b/>'.repeat(10_000)],
		['attributes', '<a', ` ${'b="" '.repeat(10_000)}`],
	])('has more than 500,000 %s, at which it stops', (_, start, piece) => {
		const reader = createReader(undefined);
		let written = 0;
		for (reader.write(utf8(start)); written < 60 && reader.write(utf8(piece)); written += 1);
		expect([49, 50]).toContain(written);
		expect(reader.end()).toMatchObject({ ok: false, problem: 'tooMany' });
	});

	it('is whatever it is, but never throws and never hangs', () => {
		const markup = fc.string({
			unit: fc.constantFrom(
				'<',
				'>',
				'/',
				'a',
				' ',
				'"',
				'=',
				'&',
				';',
				'!',
				'[',
				']',
				'-',
				'?',
				'#',
				'x',
				'<a>',
				'</a>',
				'<![CDATA[',
				']]>',
				'<!DOCTYPE',
			),
			maxLength: 60,
		});
		fc.assert(
			fc.property(
				fc.oneof(
					markup,
					markup.map((inner) => `<a>${inner}</a>`),
				),
				(document) => {
					const parsed = parse(document);
					expect(parsed.ok || parsed.problem.length > 0).toBe(true);
				},
			),
			{ numRuns: 3000 },
		);
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 400 }), (body) => {
				expect(typeof parse(body).ok).toBe('boolean');
			}),
			{ numRuns: 500 },
		);
	});
});
