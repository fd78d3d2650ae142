import fc from 'fast-check';
import { MAX_BYTES, parse, readDocument } from '../../../nodes/XmlBilling/xml/parse';
import { DOCUMENT, problemOf, utf8 } from './reading.mts';

describe('what is not a document', () => {
	it.each([
		['nothing', ''],
		['spaces', ' \r\n\t '],
		['a byte order mark', '\uFEFF'],
	])('an empty document is refused: %s', (_, body) => {
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
	])('a web page is refused: %s', (body) => {
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
		'<1a/>',
		'<a&b/>',
		'<a b&c=""/>',
		'<a/>&',
		'&<a/>',
		'<a/>\u0001',
		'< a/>',
		'<a><!-- -- --></a>',
		'<?xml version="3.0"?><a/>',
		'<a/><?xml version="1.0"?>',
	])('what is not XML is refused: %s', (body) => {
		expect(problemOf(body)).toBe('notXml');
	});

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

	it('is cut off anywhere: it never passes for complete', () => {
		const body = utf8(DOCUMENT);
		for (let length = 0; length < body.length; length += 1) {
			const parsed = readDocument(body.slice(0, length));
			expect([length, parsed.ok]).toEqual([length, false]);
			if (length > 0) expect(parsed).toMatchObject({ problem: 'truncated' });
		}
	});

	it('is larger than 10 MB, complete or not', () => {
		const body = new Uint8Array(MAX_BYTES + 1).fill(0x20);
		body.set(utf8('<response status="200">'));
		expect(readDocument(body)).toMatchObject({ ok: false, problem: 'tooLarge', root: 'response' });
		body.set(utf8('</response>'), 100);
		expect(readDocument(body)).toMatchObject({ ok: false, problem: 'tooLarge', root: 'response' });
		expect(readDocument(body.subarray(1, MAX_BYTES))).toMatchObject({ ok: false, problem: 'notXml' });
		expect(readDocument(body.subarray(0, MAX_BYTES)).ok).toBe(true);
	});

	it('is nested deeper than 64 elements, in which it stops', () => {
		const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
		expect(problemOf(nested(64))).toBe('none');
		expect(problemOf(nested(65))).toBe('tooDeep');
		expect(problemOf('<a>'.repeat(100_000))).toBe('tooDeep');
	});

	it.each([
		['elements', '<a>', '<b/>', '</a>'],
		['attributes', '<a>', '<b c=""/>', '</a>'],
		['attributes of one element', '<a', ' b=""', '/>'],
	])('has more than 300,000 %s, at which it stops', (_, start, part, end) => {
		expect(problemOf(start + part.repeat(300_001))).toBe('tooMany');
		expect(problemOf(start + part.repeat(300_001) + end)).toBe('tooMany');
	});

	it('is arbitrary, but never throws and never hangs', () => {
		const markup = fc.string({
			unit: fc.constantFrom(...'<>/a "=&;![]-?#x', '<a>', '</a>', '<![CDATA[', ']]>', '<!DOCTYPE'),
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
				expect(typeof readDocument(body).ok).toBe('boolean');
			}),
			{ numRuns: 500 },
		);
	});
});
