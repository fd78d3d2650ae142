import fc from 'fast-check';
import { decodeIdentifier, decodeIdentifiers, lists } from '../../../nodes/XmlBilling/xml/answer';
import { answer } from './answering.mts';

describe('decodeIdentifier', () => {
	const items = '<invoice_items><invoice_item_id>3</invoice_item_id></invoice_items>';

	it.each([
		'<invoice_id>12</invoice_id>',
		`${items}<invoice_id> 12 </invoice_id>`,
		'Created. <invoice_id>12</invoice_id>',
		'12',
		'\n 12 \n',
		'<![CDATA[12]]>',
	])('finds it in its element, at any position, or as the plain text of the answer: %j', (inner) => {
		expect(decodeIdentifier(answer(inner), 'invoice_id')).toBe(12);
	});

	it('keeps one exact as long as a number can represent it, and otherwise returns none', () => {
		const idIn = (id: string) => decodeIdentifier(answer(`<client_id>${id}</client_id>`), 'client_id');
		expect(idIn('9007199254740991')).toBe(9007199254740991);
		expect(idIn('9007199254740993')).toBeUndefined();
	});

	it.each([
		'',
		'<client_id/>',
		'<client_id>0</client_id>',
		'<client_id>12.5</client_id>',
		'<client_id>-3</client_id>',
		'<client_id>abc</client_id>',
		'Updated 12 clients',
		'12.50',
		'0',
		'<id>5</id>',
	])('decodeIdentifier finds no identifier in %j', (inner) => {
		expect(decodeIdentifier(answer(inner), 'client_id')).toBeUndefined();
	});
});

describe('decodeIdentifiers', () => {
	it.each([
		['text with spaces and lines', '<failure>\n5\n6 7\n</failure>'],
		['the list repeated', '<failure>5</failure><failure>6</failure><failure>7</failure>'],
		[
			'the list repeated with elements',
			'<failure><invoice_id>5</invoice_id></failure><failure><invoice_id>6,7</invoice_id></failure>',
		],
		[
			'identifiers beside reasons and codes',
			'<failure><invoice_id>5</invoice_id><reason>Has 3 payments</reason><code>403</code><invoice_id>6</invoice_id><invoice_id>7</invoice_id></failure>',
		],
		[
			'elements of another name',
			'<failure><invoice>5</invoice><invoice>6</invoice><invoice>7</invoice></failure>',
		],
		['white space between elements', '<failure>\n <id>5</id>\n <id>6</id>\n <id>7</id>\n</failure>'],
	])('decodeIdentifiers reads %s', (_, inner) => {
		expect(decodeIdentifiers(answer(inner), 'failure')).toEqual([5, 6, 7]);
	});

	it('reads the identifiers directly in the answer', () => {
		expect(
			decodeIdentifiers(answer('<invoice_id>5</invoice_id><invoice_id>6</invoice_id>'), 'invoice_id'),
		).toEqual([5, 6]);
	});

	it('distinguishes the lists of an answer', () => {
		const mixed = answer(
			'Some failed.<invalid><invoice_id>5</invoice_id></invalid><success><invoice_id>6</invoice_id><invoice_id>7</invoice_id></success>',
			400,
		);
		expect(decodeIdentifiers(mixed, 'invalid')).toEqual([5]);
		expect(decodeIdentifiers(mixed, 'success')).toEqual([6, 7]);
		expect(decodeIdentifiers(mixed, 'failure')).toEqual([]);
	});

	it.each([
		'<failure/>',
		'<failure>  </failure>',
		'<failure>none</failure>',
		'<failure>Invoice 5 has 3 payments</failure>',
		'<failure>2026-11-21</failure>',
		'<failure><reason>Error 500</reason></failure>',
		'<failure>99999999999999999999</failure>',
	])('makes no identifier up from %s', (inner) => {
		expect(decodeIdentifiers(answer(inner), 'failure')).toEqual([]);
	});

	it('finds all of them, in order, in each of the shapes', () => {
		fc.assert(
			fc.property(fc.array(fc.integer({ min: 1, max: 999_999_999 }), { maxLength: 20 }), (ids) => {
				const shapes = [
					ids.join(', '),
					ids.map((id) => `<task_id>${id}</task_id>`).join('\n'),
					ids.map((id) => `<task><task_id>${id}</task_id><name>5</name></task>`).join(''),
				];
				for (const shape of shapes)
					expect(decodeIdentifiers(answer(`<invalid>${shape}</invalid>`), 'invalid')).toEqual(ids);
			}),
		);
	});
});

describe('lists', () => {
	it('sees that a list says something, whether or not its identifiers can be read', () => {
		for (const inner of ['<failure>5</failure>', '<failure>no 5</failure>', '<invalid><a/></invalid>']) {
			expect(lists(answer(inner), ['failure', 'invalid'])).toBe(true);
		}
		for (const inner of ['', '<failure/>', '<failure> </failure>', '<success>5</success>', 'failure']) {
			expect(lists(answer(inner), ['failure', 'invalid'])).toBe(false);
		}
	});
});
