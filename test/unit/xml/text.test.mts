import fc from 'fast-check';
import { parseXml } from '@rgrove/parse-xml';
import { escapeText } from '../../../nodes/XmlBilling/xml/characters';
import { onOneLine } from '../../../nodes/XmlBilling/xml/text';
import { anyText, carriable } from '../../anyText.mts';

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

	it('drops each control character that XML cannot carry, and keeps tab, line feed and carriage return', () => {
		const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code));
		expect(readBack(`a${controls.join('')}b`)).toBe('a\t\n\rb');
	});

	it('leaves quotes alone, which need no escape in an element', () => {
		expect(escapeText(`"it's"`)).toBe(`"it's"`);
	});
});

it.each([
	['abc', 'abc'],
	['abcd', 'abc…'],
])('onOneLine shows %j, cut after three characters, as %j', (text, shown) => {
	expect(onOneLine(text, 3)).toBe(shown);
});
