import fc from 'fast-check';
import { setElement } from '../../../nodes/XmlBilling/xml/encode';
import type { Body, Content } from '../../../nodes/XmlBilling/xml/request';

describe('setElement', () => {
	const placed = (...steps: Array<[string, Content]>): Body => {
		const body: Body = {};
		for (const [path, content] of steps) setElement(body, path, content);
		return body;
	};

	it('puts content at any depth, keeping what is there', () => {
		expect(placed(['a/b/c', '1'], ['a/b/d', '2'], ['a/e', ['3', '4']], ['f', '5'])).toEqual({
			a: { b: { c: '1', d: '2' }, e: ['3', '4'] },
			f: '5',
		});
	});

	it('merges a body into the one that is there, and replaces a text or a list', () => {
		expect(placed(['a', { b: '1' }], ['a', { c: '2' }])).toEqual({ a: { b: '1', c: '2' } });
		expect(placed(['a', { b: { c: '1' } }], ['a', { b: { d: '2' } }])).toEqual({
			a: { b: { c: '1', d: '2' } },
		});
		expect(placed(['a', '1'], ['a', '2'])).toEqual({ a: '2' });
		expect(placed(['a', ['1']], ['a', ['2', '3']])).toEqual({ a: ['2', '3'] });
	});

	it('changes nothing in the given content', () => {
		const given: Body = Object.freeze({ b: '1' });
		expect(placed(['a', given], ['a/c', '2'])).toEqual({ a: { b: '1', c: '2' } });
		expect(given).toEqual({ b: '1' });
	});

	it('keeps everything that was put at paths of which none begins another', () => {
		const paths = fc.uniqueArray(
			fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y'), fc.constantFrom('p', 'q')),
			{
				selector: (path) => path.join('/'),
			},
		);
		fc.assert(
			fc.property(paths, (all) => {
				const body = placed(...all.map((path): [string, Content] => [path.join('/'), path.join('-')]));
				for (const path of all) {
					expect(path.reduce<unknown>((at, name) => Reflect.get(at as object, name), body)).toBe(
						path.join('-'),
					);
				}
			}),
		);
	});
});
