import fc from 'fast-check';
import { decodeAnswer, decodePage } from '../../../nodes/XmlBilling/xml/answer';
import { invoiceRecord } from '../../../nodes/XmlBilling/records';
import { isUnfit } from '../../../nodes/XmlBilling/records/keptFields';
import { parse, readDocument } from '../../../nodes/XmlBilling/xml/parse';
import { decimalOf } from '../../../nodes/XmlBilling/xml/values';
import { rootOf, utf8 } from './reading.mts';

const textIn = (inner: string): string => rootOf(readDocument(utf8(`<a>${inner}</a>`))).text;

/** What a service may write, and how it reads. */
const SLOPPY: ReadonlyArray<readonly [written: string, read: string]> = [
	...['\0', '\u0001', '\b', '\u001f', '\ufffe', '\uffff'].map((c) => [c, '\ufffd'] as const),
	...['nbsp', 'euro', 'Uuml', 'AMP', 'constructor', 'toString', '__proto__'].map(
		(name) => [`&${name};`, '\ufffd'] as const,
	),
	...['#0', '#1', '#x1F', '#xD800', '#xFFFE', '#1114112', '#99999999999999999999'].map(
		(code) => [`&${code};`, '\ufffd'] as const,
	),
	...[
		'& ',
		'&',
		'&;',
		'&#;',
		'&#x;',
		'&#xG;',
		'&#X41;',
		'&#-1;',
		'& amp;',
		'&1;',
		'R&D',
		'a=1&b=2',
		'&amp',
		'&&',
	].map((text) => [`${text} `, `${text} `] as const),
	['&amp;', '&'],
	['&amp;amp;', '&amp;'],
	['&#38;amp;', '&amp;'],
	['&lt;&gt;&quot;&apos;', `<>"'`],
	['&#65;&#x41;&#x1f9fe;&#13;', 'AA🧾\r'],
	['&#x85;&#150;\u007f', '\u0085\u0096\u007f'],
	['<![CDATA[a & b &amp; &nbsp; &#1;]]>', 'a & b &amp; &nbsp; &#1;'],
	['<![CDATA[\u0001]]>', '\ufffd'],
	['a<!-- & \u0001 &nbsp; --><?b & \u0001?>c', 'ac'],
	['\ufffd', '\ufffd'],
	['plain € 🧾', 'plain € 🧾'],
];

it.each(SLOPPY)('%p is read without guessing, as %p', (written, read) => {
	expect(textIn(written)).toBe(read);
});

it('An attribute is read like a text', () => {
	const { attributes } = rootOf(parse('<a b="R&D &nbsp;&amp;&#10;\u0001" c="1"/>'));
	expect({ ...attributes }).toEqual({ b: 'R&D \ufffd&\n\ufffd', c: '1' });
});

it('An answer that says it is XML 1.1 is read like any other', () => {
	expect(textIn(`\u0085`)).toBe('\u0085');
	expect(rootOf(parse(`<?xml version="1.1"?><a>\u0085\u0099&#1;</a>`)).text).toBe('\u0085\u0099\ufffd');
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
		{ numRuns: 1000 },
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
	['<html><br></html>', undefined],
	['<reply><br></reply>', 'reply'],
	['Service unavailable', undefined],
])('Whether %s begins as an answer is known', (body, root) => {
	const parsed = parse(body);
	expect([parsed.ok, parsed.root]).toEqual([false, root]);
});
