import { parse, type Element } from '../../../nodes/XmlBilling/xml/parse';
import { createRedactor } from '../../../nodes/XmlBilling/transport/redact';
import { rootOf } from '../xml/rootOf.mts';

const TOKEN = 'tök/en+4711=';
const inBase64 = (text: string): string => Buffer.from(text).toString('base64');
const redact = (message: string, token: string): string => createRedactor(token).inMessage(message);

function redacted(xml: string, token = TOKEN): Element[] {
	const root = rootOf(parse(xml));
	createRedactor(token).inElement(root);
	return root.children;
}
const textsIn = (xml: string, token?: string): string[] => redacted(xml, token).map(({ text }) => text);

describe('what a service says is shown', () => {
	it.each([
		['plain', TOKEN, '4711'],
		['as in an address', encodeURIComponent(TOKEN), '4711'],
		['in Base64', inBase64(TOKEN), inBase64(TOKEN.slice(0, 5))],
		['in Base64 as in the header of HTTP', inBase64(`${TOKEN}:x`), inBase64(TOKEN.slice(0, 5))],
	])('without the token, %s', (_, spelling, telling) => {
		expect(spelling).toContain(telling);
		const message = redact(`Refused: ${spelling} and ${spelling} are wrong`, TOKEN);
		expect(message).toBe('Refused: … and … are wrong');
	});

	it('as it is where there is no token in it', () => {
		for (const token of [TOKEN, ''])
			expect(redact('Client id is invalid.', token)).toBe('Client id is invalid.');
	});

	it('on one line, with what is not seen, and cut', () => {
		expect(redact(' One\r\n\ttwo\u2028three ', TOKEN)).toBe('One two three');
		expect(redact('a\u0000b\u202ec\ud800', TOKEN)).toBe('a\ufffdb[U+202E]c\ufffd');
		expect(redact('x'.repeat(501), TOKEN)).toBe(`${'x'.repeat(500)}…`);
		expect(redact(`${'x'.repeat(499)}😀`, TOKEN)).toBe(`${'x'.repeat(499)}\ufffd…`);
	});
});

describe('the texts of a record', () => {
	it('are unreadable where they hold the token, and only there', () => {
		const texts = textsIn(`<a><b>${TOKEN}</b><c>Key: ${inBase64(TOKEN)}.</c><d> 12\n34 </d><e>tök</e></a>`);
		expect(texts).toEqual(['\ufffd', 'Key: \ufffd.', ' 12\n34 ', 'tök']);
	});

	it('are left alone if the token is so short that they may hold it by chance', () => {
		expect(textsIn('<a><b>4711470</b></a>', '4711470')).toEqual(['4711470']);
		expect(textsIn('<a><b>47114701</b></a>', '47114701')).toEqual(['\ufffd']);
		expect(redact('The token 4711470 is wrong', '4711470')).toBe('The token … is wrong');
	});

	it('include names of elements, and what is nested', () => {
		const children = redacted('<a><b4711470x/><c><d>B4711470X</d></c></a>', 'b4711470x');
		expect(JSON.stringify(children)).not.toMatch(/4711470/);
	});
});
