import fc from 'fast-check';
import { decodeAnswer, decodePage } from '../../../nodes/XmlBilling/xml/answer';
import { invoiceRecord } from '../../../nodes/XmlBilling/records';
import { isUnfit } from '../../../nodes/XmlBilling/records/keptFields';
import { parse, readDocument, type Parsed } from '../../../nodes/XmlBilling/xml/parse';
import { decimalOf } from '../../../nodes/XmlBilling/xml/values';
import { IS_ALL } from '../../share.mts';
import { rootOf } from './rootOf.mts';

const RUNS = { numRuns: IS_ALL ? 3000 : 300 };

const DOCUMENT = `<?xml version="1.0" encoding="utf-8"?>
<!-- made by the service -->
<response status='200'>
	<invoices page="1"  total_pages = "1">
		<invoice><number>007</number><title><![CDATA[A & <b>]]> &amp; ü € 🧾</title><notes/></invoice>
	</invoices>
	<?keep this?>
</response>`;

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf16le'));

const read = (body: Uint8Array | string, contentType?: string): Parsed =>
	typeof body === 'string' ? parse(body) : readDocument(body, contentType);

const problemOf = (...document: Parameters<typeof read>): string => {
	const parsed = read(...document);
	return parsed.ok ? 'none' : parsed.problem;
};

const textIn = (...document: Parameters<typeof read>): string => rootOf(read(...document)).text;

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

	it('is the same with a backslash before each quote', () => {
		const document = `<?xml version="1.0" encoding='utf-8'?><response status="200"><n>5" \\ "é"</n></response>`;
		expect(parse(document.replaceAll(/["']/g, String.raw`\$&`))).toEqual(parse(document));
	});

	it.each([
		['<![CDATA[]]]]><![CDATA[>]]>', ']]>'],
		['a\r\nb\rc\nd', 'a\nb\nc\nd'],
		['  a  ', '  a  '],
		['   ', '   '],
	])('may contain %j, which is %j', (inner, text) => {
		expect(textIn(`<a>${inner}</a>`)).toBe(text);
	});

	it('may begin with white space and a byte order mark, which services send by mistake', () => {
		expect(textIn(`\uFEFF\n<?xml version="1.0"?><a>b</a>\n<!-- end -->\n`)).toBe('b');
		expect(textIn(utf8('\uFEFF \r\n<?xml version="1.0"?><a>b</a>'))).toBe('b');
		expect(textIn(utf8(`${' '.repeat(5000)}<a>b</a>`))).toBe('b');
	});
});

describe('an encoding', () => {
	const document = (encoding: string): string =>
		`<?xml version="1.0" encoding="${encoding}"?><a>Größe, naïve ÿ</a>`;

	it.each([
		// By the header, whatever is declared.
		[latin1(document('UTF-8')), 'text/xml; charset=ISO-8859-1'],
		[utf8(document('ISO-8859-1')), 'text/xml; charset=utf-8'],
		[utf16(document('UTF-16')), 'text/xml; charset=utf-16le'],
		// UTF-8, whatever the header names by default, or is declared.
		[utf8(document('UTF-8')), 'text/xml; charset=ISO-8859-1'],
		[utf8(document('utf-16')), undefined],
	])('is found (%#)', (body, contentType) => {
		expect(textIn(body, contentType)).toBe('Größe, naïve ÿ');
	});

	it('that is unknown is a separate problem', () => {
		expect(problemOf(latin1('<a>ß</a>'), 'text/xml; charset=x-klingon')).toBe('charset');
	});
});

/** Entities that grow a billion times. */
const ENTITIES = `<!DOCTYPE lolz [<!ENTITY a0 "lol">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')}]><lolz>&a9;</lolz>`;

describe('what is not a document', () => {
	it.each<[problem: string, bodies: string[]]>([
		['empty', ['', ' \r\n\t ', '\uFEFF']],
		[
			'html',
			[
				'<!-- Sign in --><!doctype html><html/>',
				'<!doctype html>\n<html lang=en><meta charset=utf-8><p>Sign in',
				'<?xml version="1.0"?>\n<html><head><title>Sign in</title></head></html>',
				'\n\n<html>\r\n<head><title>502 Bad Gateway</title></head><hr><center>nginx</center></html>',
				'<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html/>',
			],
		],
		[
			'notXml',
			[
				...['Service unavailable', '{"error":"no"}', '<a><b></a></b>', '<a/><b/>', '<a/>text', '<a&b/>'],
				...['<a b="1" b="2"/>', '<a/>\u0001', '<?xml version="3.0"?><a/>', '<a/><?xml version="1.0"?>'],
			],
		],
		['doctype', ['<!DOCTYPE response><response status="200"/>', ENTITIES]],
	])('is refused as %s', (problem, bodies) => {
		for (const body of bodies)
			expect([body, problemOf(body), problemOf(utf8(body), 'text/html')]).toEqual([body, problem, problem]);
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
		const limit = 10 * 1024 * 1024;
		const body = new Uint8Array(limit + 1).fill(0x20);
		body.set(utf8('<response status="200">'));
		const tooLarge = { ok: false, problem: 'tooLarge', root: 'response' };
		expect(readDocument(body)).toMatchObject(tooLarge);
		body.set(utf8('</response>'), 100);
		expect(readDocument(body)).toMatchObject(tooLarge);
		expect(readDocument(body.subarray(1, limit))).toMatchObject({ ok: false, problem: 'notXml' });
		expect(readDocument(body.subarray(0, limit)).ok).toBe(true);
	});

	it('is nested deeper than 64 elements, in which it stops', () => {
		const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
		expect(problemOf(nested(64))).toBe('none');
		expect(problemOf(nested(65))).toBe('tooDeep');
		expect(problemOf('<a>'.repeat(100_000))).toBe('tooDeep');
	});

	it.each([
		['elements', '<a>', '<b/>'],
		['attributes', '<a>', '<b c=""/>'],
	])('has more than 300,000 %s, at which it stops', (_, start, part) => {
		expect(problemOf(start + part.repeat(300_001))).toBe('tooMany');
	});

	it('is arbitrary, but never throws and never hangs', () => {
		const unit = fc.constantFrom(...'<>/a "=&;![]-?#x', '<a>', '</a>', '<![CDATA[', ']]>', '<!DOCTYPE');
		const markup = fc.string({ unit, maxLength: 60 });
		const document = fc.oneof(
			...[markup, markup.map((inner) => `<a>${inner}</a>`), fc.uint8Array({ maxLength: 400 })],
		);
		const isKnown = (one: Uint8Array | string) => expect(problemOf(one)).not.toBe('');
		fc.assert(fc.property(document, isKnown), { numRuns: 2 * RUNS.numRuns });
	});
});

/** What a service may write, and how it reads. */
const SLOPPY: ReadonlyArray<readonly [written: string, read: string]> = [
	...['\0', '\u0001', '\b', '\u001f', '\ufffe', '\uffff'].map((c) => [c, '\ufffd'] as const),
	...['nbsp', 'euro', 'Uuml', 'AMP', 'constructor', 'toString', '__proto__'].map(
		(name) => [`&${name};`, '\ufffd'] as const,
	),
	...['#0', '#1', '#x1F', '#xD800', '#xFFFE', '#1114112', '#99999999999999999999'].map(
		(code) => [`&${code};`, '\ufffd'] as const,
	),
	...'& &; &#; &#x; &#xG; &#X41; &#-1; &1; R&D a=1&b=2 &amp &&'
		.split(' ')
		.map((text) => [`${text} `, `${text} `] as const),
	['& amp; ', '& amp; '],
	['&amp;amp;', '&amp;'],
	['&#38;amp;', '&amp;'],
	['&lt;&gt;&quot;&apos;', `<>"'`],
	['&#65;&#x41;&#x1f9fe;&#13;', 'AA🧾\r'],
	['<![CDATA[a & b &amp; &nbsp; &#1;]]>', 'a & b &amp; &nbsp; &#1;'],
	['<![CDATA[\u0001]]>', '\ufffd'],
	['a<!-- & \u0001 &nbsp; --><?b & \u0001?>c', 'ac'],
];

it.each(SLOPPY)('%p is read without guessing, as %p', (written, read) => {
	expect(textIn(`<a>${written}</a>`)).toBe(read);
});

it('An attribute is read like a text', () => {
	const { attributes } = rootOf(parse('<a b="R&D &nbsp;&amp;&#10;\u0001" c="1"/>'));
	expect({ ...attributes }).toEqual({ b: 'R&D \ufffd&\n\ufffd', c: '1' });
});

const record = (id: number, fields: Readonly<Record<string, string>>): string => {
	const elements = Object.entries(fields).map(([name, text]) => `<${name}>${text}</${name}>`);
	return `<invoice><invoice_id>${id}</invoice_id>${elements.join('\n\t')}</invoice>`;
};
const PLAIN = { number: 'INV-7', notes: 'plain ü', outstanding: '12.50', terms: '<![CDATA[a & b]]>' };
const pageOf = (records: readonly string[]): string =>
	`<?xml version="1.0"?>\n<response status="200">\n<invoices page="1" total_pages="1">${records.join('\n')}</invoices></response>`;

const decoded = (records: readonly string[]) => {
	const answer = decodeAnswer(rootOf(readDocument(utf8(pageOf(records)))));
	return (answer && decodePage(answer, invoiceRecord)?.records) ?? [];
};

it('Such characters anywhere in a list leave all other records and fields as they are, and no amount wrong', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 6 }),
			fc.nat(5),
			fc.constantFrom('number', 'notes', 'outstanding', 'terms'),
			fc.array(fc.constantFrom(...SLOPPY), { minLength: 1, maxLength: 8 }),
			(count, at, field, parts) => {
				const broken = at % count;
				const written = parts.map(([part]) => part).join('');
				const read = parts.map(([, part]) => part).join('');
				const plain = Array.from({ length: count }, (_, id) => record(id + 1, PLAIN));
				const spoilt = plain.with(broken, record(broken + 1, { ...PLAIN, [field]: written }));
				const [expected, shown] = [plain, spoilt].map(decoded);
				const [before, after] = [expected?.[broken] ?? {}, shown?.[broken] ?? {}];
				const isText = ['notes', 'terms'].includes(field);
				expect(after).toEqual({ ...before, [field]: isText ? read : after[field] });
				expect(shown?.toSpliced(broken, 1)).toEqual(expected?.toSpliced(broken, 1));
				if (field === 'outstanding' && read.includes('\ufffd'))
					expect([decimalOf(after[field]), isUnfit(after[field])]).toEqual([undefined, true]);
			},
		),
		RUNS,
	);
});

it('What stays unreadable is told with its line and column', () => {
	const parsed = parse('<response>\n<notes>a<br>b</notes>\n</response>');
	expect(parsed).toMatchObject({ problem: 'notXml', place: { line: 2, column: 21 } });
});

it.each([
	['<response status=200><a/></response>', 'response'],
	['<response status="200"><a></response>', 'response'],
	['<?xml version="1.0"?>\n<!-- by the service --> <response><1', 'response'],
])('Whether %s begins as an answer is known', (body, root) => {
	const parsed = parse(body);
	expect([parsed.ok, parsed.root]).toEqual([false, root]);
});
