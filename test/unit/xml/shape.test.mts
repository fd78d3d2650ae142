import fc from 'fast-check';
import { parse } from '../../../nodes/XmlBilling/xml/parse';
import {
	decodeNumber,
	decodeRecord,
	repeated,
	textOf,
	type Shape,
} from '../../../nodes/XmlBilling/xml/shape';
import { rootOf } from './rootOf.mts';
import { IS_ALL } from '../../share.mts';

const decode = (inner: string, shape: Shape = {}): object =>
	decodeRecord(rootOf(parse(`<record>${inner}</record>`)), shape);

describe('a field', () => {
	it.each([
		['2026-11-21 00:00:00', '2026-11-21'],
		['2026-11-21 09:30:00', '2026-11-21 09:30:00'],
		['0000-00-00', ''],
		[' 0000-00-00 00:00:00 ', ''],
		['0000-00-00T00:00:00.000Z', ''],
		['0000-00-00-7', '0000-00-00-7'],
	])('that is a word is a day at midnight, and none if it is all zeros: %s', (shown, day) => {
		expect(decode(`<date>${shown}</date>`, { date: 'word' })).toEqual({ date: day });
	});

	it('that is empty is nothing as a number and an empty text otherwise', () => {
		expect(decode('<amount/><name></name>', { amount: 'number' })).toEqual({ amount: null, name: '' });
	});

	it('that the shape does not know passes through with all that is in it', () => {
		expect(decode('<a>1</a><b><c>2</c><d><e>3</e></d></b>')).toEqual({
			a: '1',
			b: { c: '2', d: { e: '3' } },
		});
	});

	it('that comes several times unexpectedly loses nothing', () => {
		expect(decode('<a>1</a><b>x</b><a>2</a><a>3</a>')).toEqual({ a: ['1', '2', '3'], b: 'x' });
		expect(decode('<a>1</a><a><b>2</b></a>')).toEqual({ a: ['1', { b: '2' }] });
		expect(decode('<a>1</a><a>2</a>', { a: 'number' })).toEqual({ a: [1, 2] });
		expect(decode('<a/><a>2</a>', { a: 'number' })).toEqual({ a: [null, 2] });
	});

	it('with the name of something that every object has is a field like any other', () => {
		const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];
		const record = decode(names.map((name) => `<${name}>${name}!</${name}>`).join(''), { id: 'number' });
		expect(Object.entries(record)).toEqual(names.map((name) => [name, `${name}!`]));
		expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
		const twice = decode('<__proto__><polluted>1</polluted></__proto__><__proto__>2</__proto__>');
		expect(Object.entries(twice)).toEqual([['__proto__', [{ polluted: '1' }, '2']]]);
		expect(Reflect.get({}, 'polluted')).toBeUndefined();
	});
});

describe('a list', () => {
	const shape = {
		items: repeated('item', { cost: 'number' }),
		ids: repeated('id', 'number'),
		modes: repeated('mode', 'word'),
	};

	it.each([
		['<items/><ids></ids><modes>  </modes>', { items: [], ids: [], modes: [] }],
		['<items><item><cost>5.50</cost></item></items>', { items: [{ cost: 5.5 }] }],
		['<ids><id>7</id></ids><modes><mode>007</mode></modes>', { ids: [7], modes: ['007'] }],
		['<ids><id>1</id><id>2</id></ids>', { ids: [1, 2] }],
		[
			'<items><item><name>a</name></item><item><cost>2</cost></item></items>',
			{ items: [{ name: 'a' }, { cost: 2 }] },
		],
	])('is an array of its entries when there are none, one or many: %s', (inner, lists) => {
		expect(decode(inner, shape)).toEqual(lists);
	});

	it.each([
		['<ids>7, 8</ids>', '7, 8'],
		['<ids>7</ids><ids>8</ids>', ['7', '8']],
		['<ids><other>7</other></ids>', { other: '7' }],
	])('in another form passes through: %s', (inner, ids) => {
		expect(decode(inner, shape)).toEqual({ ids });
	});

	it('may be longer than a call has arguments', () => {
		const many = decode(`<ids><id>0</id></ids><ids>${'<id>1</id>'.repeat(150_000)}</ids>`, shape);
		expect(Reflect.get(many, 'ids')).toHaveLength(150_001);
	});
});

describe('decodeNumber', () => {
	it.each([
		[' 5 ', 5],
		['9999999999999.99', 9999999999999.99],
		['000000000000000000001.50', 1.5],
		['1,234.50', 1234.5],
		['-12,345,678.9', -12345678.9],
		['1,234,567,890,123,456.50', '1234567890123456.50'],
	])('decodeNumber reads %j as %p', (text, number) => {
		expect(decodeNumber(text)).toBe(number);
	});

	it.each([
		...'1234567890123456 0.1234567890123456 99999999999999.99 1,234 1,23,456.00 12,34.50 1234,567.00 0,123.45'.split(
			' ',
		),
		..."1,234. 1.234,50 1'234.50 1e3 0x10 +5 .5 5. ٣ NaN Infinity 2026-11-21 --5".split(' '),
		'1 234.50',
		'5 EUR',
	])('leaves %j unchanged, because a number would change it', (text) => {
		expect(decodeNumber(` ${text} `)).toBe(text);
	});

	it('reads a number with thousands separators as the same one without them', () => {
		const texts = fc.stringMatching(/^-?[1-9]\d{3,18}(\.\d{1,3})$/);
		fc.assert(
			fc.property(texts, (text) => {
				const grouped = text.replace(/\B(?=(\d{3})+\.)/g, ',');
				expect([grouped.includes(','), decodeNumber(grouped)]).toEqual([true, decodeNumber(text)]);
			}),
			{ numRuns: IS_ALL ? 2000 : 200 },
		);
	});
});

it('An identifier is a number as long as that is exact, unlike an amount', () => {
	const task = repeated('task_id', 'number');
	const shape = { id: 'number', client_id: 'number', task, amount: 'number' } as const;
	const [long, larger] = ['1234567890123456', '9007199254740993'];
	const xml = (id: string) =>
		`<id>${id}</id><client_id>${id}</client_id><task><task_id>${id}</task_id></task><amount>${id}</amount>`;
	const decoded = (id: string | number, amount: string) => ({ id, client_id: id, task: [id], amount });
	// With thousands separators it is none.
	expect(decode('<id>1,234,567</id>', shape)).toEqual({ id: '1,234,567' });
	expect(decode(xml(long), shape)).toEqual(decoded(Number(long), long));
	expect(decode(xml(larger), shape)).toEqual(decoded(larger, larger));
});

it('textOf is the text of a text or a number, and empty for all else', () => {
	expect(['a', 5, 0, null, undefined, [1], {}, true].map(textOf).join()).toBe('a,5,0,,,,,');
});
