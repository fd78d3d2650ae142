import { redact } from '../../../nodes/XmlBilling/transport/redact';

const TOKEN = 'tök/en+4711=';
const inBase64 = (text: string): string => Buffer.from(text).toString('base64').replace(/=+$/, '');

describe('what a service says is shown', () => {
	it.each([
		['plain', TOKEN, TOKEN],
		['as in an address', encodeURIComponent(TOKEN), '%2Fen'],
		['in Base64', inBase64(`${TOKEN}:x`), inBase64(TOKEN.slice(0, -2))],
		['in Base64, behind one byte', inBase64(`:${TOKEN}:x`), inBase64(`:${TOKEN}`).slice(4, 16)],
		['in Base64, behind two bytes', inBase64(`::${TOKEN}:x`), inBase64(`::${TOKEN}`).slice(4, 16)],
	])('what a service says is shown without the token, %s', (_, spelling, telling) => {
		expect(spelling).toContain(telling);
		expect(redact(`Refused: ${spelling} is wrong`, TOKEN)).not.toContain(telling);
	});

	it('as it is where there is no token in it', () => {
		expect(redact('Client id is invalid.', TOKEN)).toBe('Client id is invalid.');
		expect(redact('Client id is invalid.', '')).toBe('Client id is invalid.');
	});

	it('on one line, with what is not seen, and cut', () => {
		expect(redact(' One\r\n\ttwo\u2028three ', TOKEN)).toBe('One two three');
		expect(redact('a\u0000b\u202ec\ud800', TOKEN)).toBe('a\ufffdb[U+202E]c\ufffd');
		expect(redact('x'.repeat(501), TOKEN)).toBe(`${'x'.repeat(500)}…`);
		expect(redact(`${'x'.repeat(499)}😀`, TOKEN)).toBe(`${'x'.repeat(499)}\ufffd…`);
	});
});
