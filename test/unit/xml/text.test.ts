import fc from 'fast-check';
import { parseXml } from '@rgrove/parse-xml';
import { escapeText } from '../../../nodes/XmlBilling/xml/text';
import { anyText, carriable } from '../../anyText.ts';

const readBack = (text: string): string => parseXml(`<a>${escapeText(text)}</a>`).text;

describe('escapeText', () => {
	it('carries any string through a strict parser, except for what XML cannot hold', () => {
		fc.assert(
			fc.property(anyText, (text) => {
				expect(readBack(text)).toBe(carriable(text));
			}),
			{ numRuns: 2000 },
		);
	});

	it.each([
		['markup', '<b>&amp;</b> ]]> <![CDATA[x]]> <!-- -->'],
		['white space at both ends', ' \t\n text \n\t '],
		['nothing but spaces', '   '],
		['carriage returns, alone and in pairs', '\r a\r\nb\r\r\n'],
		['entities, which stay text', '&lt; &#65; &nbsp; &unknown;'],
		['characters beyond the basic plane', '𝒳 🧾 👩‍👩‍👧'],
		['line separators of other systems', '\u0085\u2028\u2029'],
		['a byte order mark', '\uFEFFtext'],
	])('keeps %s', (_, text) => {
		expect(readBack(text)).toBe(text);
	});

	it('drops each control character that XML cannot carry, and keeps tab, line feed and carriage return', () => {
		const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code));
		expect(readBack(`a${controls.join('')}b`)).toBe('a\t\n\rb');
	});

	it('drops the two code points at the end of the basic plane that are no characters', () => {
		expect(readBack('a\uFFFE\uFFFFb\uFFFD')).toBe('ab\uFFFD');
	});

	it('replaces an unpaired surrogate and keeps a pair', () => {
		expect(readBack('\uD83E a \uDDFE \uD83E\uDDFE')).toBe('\uFFFD a \uFFFD 🧾');
	});

	it('leaves quotes alone, which need no escape in an element', () => {
		expect(escapeText(`"it's"`)).toBe(`"it's"`);
	});
});
