import fc from 'fast-check';
import { parseXml, XmlElement, XmlText } from '@rgrove/parse-xml';
import { escapeText } from '../../../nodes/XmlBilling/xml/characters';
import { setElement, withElement } from '../../../nodes/XmlBilling/xml/encode';
import { isElementName, writeRequest, type Body, type Content } from '../../../nodes/XmlBilling/xml/request';
import { anyText, carriable } from '../../anyText.mts';
import { IS_ALL } from '../../share.mts';

type Tree = [name: string, content: string | Tree[]];

const read = (document: string): XmlElement => {
	const { root } = parseXml(document);
	if (root === null) throw new Error('There is no root element');
	return root;
};

const elementsOf = (element: XmlElement): XmlElement[] =>
	element.children.filter((child): child is XmlElement => child instanceof XmlElement);

/** The view of another parser. An element with neither text nor elements is an empty text. */
function treeOf(element: XmlElement): Tree {
	const elements = elementsOf(element);
	return [element.name, elements.length > 0 ? elements.map(treeOf) : element.text];
}

/** The expected view, from what was written. */
function expected(body: Body): Tree[] {
	return Object.entries(body).flatMap(([name, content]) => {
		const parts = content === undefined ? [] : Array.isArray(content) ? content : [content];
		return parts.map((part): Tree => [
			name,
			typeof part === 'string' ? carriable(part) : orEmpty(expected(part)),
		]);
	});
}

const orEmpty = (trees: Tree[]): string | Tree[] => (trees.length === 0 ? '' : trees);

const elementName = fc.oneof(
	fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,12}$/),
	fc.constantFrom('constructor', 'hasOwnProperty', 'toString', '__proto__', 'xml', 'item', 'client'),
);
const { body: anyBody } = fc.letrec<{ content: Content; body: Body }>((tie) => ({
	content: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		anyText,
		fc.array(anyText, { maxLength: 3 }),
		tie('body'),
		fc.array(fc.oneof(anyText, tie('body')), { maxLength: 3 }),
	),
	body: fc
		.uniqueArray(fc.tuple(elementName, fc.option(tie('content'), { nil: undefined })), {
			selector: ([name]) => name,
			maxLength: 5,
		})
		.map((entries): Body => Object.fromEntries(entries)),
}));

describe('writeRequest', () => {
	it('begins with the declaration and has the method on its root', () => {
		expect(writeRequest('getAccountInfo', {})).toBe(
			'<?xml version="1.0" encoding="utf-8"?><request method="getAccountInfo"></request>',
		);
	});

	it('writes any body so that a strict parser reads the same tree', () => {
		fc.assert(
			fc.property(anyBody, (body) => {
				const tree = treeOf(read(writeRequest('createInvoice', body)));
				expect(tree).toEqual(['request', orEmpty(expected(body))]);
			}),
			{ numRuns: IS_ALL ? 2000 : 200 },
		);
	});

	it('is well-formed with any method name, and keeps those that XML has to escape', () => {
		const attributesOf = (method: string) => read(writeRequest(method, {})).attributes;
		fc.assert(
			fc.property(anyText, (method) => expect(Object.keys(attributesOf(method))).toEqual(['method'])),
		);
		for (const method of ['a"b', "a'b", 'a&b', 'a<b>', 'true', '&amp;'])
			expect(attributesOf(method)).toEqual({ method });
	});

	it('distinguishes an empty element from a missing one', () => {
		expect(writeRequest('m', { empty: '', absent: undefined, none: [], blank: ' ' })).toContain(
			'<request method="m"><empty></empty><blank> </blank></request>',
		);
	});

	it('omits, at every depth, what cannot be an element name', () => {
		const inner: Body = { '': 'x', 'two words': 'x', '1st': 'x', '@method': 'x', 'a>b': 'x' };
		const root = read(writeRequest('m', { ...inner, nested: inner, list: [inner], kept: 'y' }));
		expect(
			elementsOf(root)
				.map(({ name, text }) => `${name}=${text}`)
				.join(),
		).toBe('nested=,list=,kept=y');
		expect(root.attributes).toEqual({ method: 'm' });
		expect(root.children.some((child) => child instanceof XmlText)).toBe(false);
	});

	it('refuses a body that is nested far beyond any request', () => {
		const nested = (depth: number): Body => (depth === 0 ? {} : { a: nested(depth - 1) });
		expect(read(writeRequest('m', nested(90))).name).toBe('request');
		expect(() => writeRequest('m', nested(120))).toThrow('nested');
	});
});

it('isElementName accepts what names an element, and nothing else', () => {
	for (const name of ['name', 'client_id', '_a', 'a1', 'a-b', 'a.b', '__proto__'])
		expect([name, isElementName(name)]).toEqual([name, true]);
	for (const name of ['', '1a', '-a', '.a', 'a b', 'a:b', 'a\n', '#text', '@a', 'ä', 'a/b'])
		expect([name, isElementName(name)]).toEqual([name, false]);
});

describe('setElement', () => {
	const placed = (...steps: Array<[string, Content]>): Body => {
		const body: Body = {};
		for (const [path, content] of steps) setElement(body, path, content);
		return body;
	};

	it('merges a body into the one that is there, and replaces a text or a list', () => {
		expect(placed(['a', { b: '1' }], ['a', { c: '2' }])).toEqual({ a: { b: '1', c: '2' } });
		const merged = placed(['a', { b: { c: '1' } }], ['a', { b: { d: '2' } }]);
		expect(merged).toEqual({ a: { b: { c: '1', d: '2' } } });
		expect(placed(['a', '1'], ['a', '2'])).toEqual({ a: '2' });
		expect(placed(['a', ['1']], ['a', ['2', '3']])).toEqual({ a: ['2', '3'] });
	});

	it('changes nothing in the given content', () => {
		const given: Body = Object.freeze({ b: '1' });
		expect(placed(['a', given], ['a/c', '2'])).toEqual({ a: { b: '1', c: '2' } });
		expect(given).toEqual({ b: '1' });
		const body = { a: given };
		expect(withElement(body, 'a/c', '2')).toEqual({ a: { b: '1', c: '2' } });
		expect(body).toEqual({ a: { b: '1' } });
	});
});

describe('escapeText', () => {
	const readBack = (text: string): string => parseXml(`<a>${escapeText(text)}</a>`).text;

	it('carries any string through a strict parser, except for what XML cannot hold', () => {
		fc.assert(
			fc.property(anyText, (text) => {
				expect(readBack(text)).toBe(carriable(text));
			}),
			{ numRuns: IS_ALL ? 2000 : 200 },
		);
		const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code));
		expect(readBack(`a${controls.join('')}b`)).toBe('a\t\n\rb');
	});

	it('leaves quotes alone, which need no escape in an element', () => {
		expect(escapeText(`"it's"`)).toBe(`"it's"`);
	});
});
