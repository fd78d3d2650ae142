import { invoiceRecord, paymentMethodRecord, taxRecord } from '../../../nodes/XmlBilling/records';
import {
	decodeAnswer,
	decodeIdentifier,
	decodeIdentifiers,
	decodeOne,
	decodePage,
	lists,
	type Answer,
} from '../../../nodes/XmlBilling/xml/answer';
import { parse } from '../../../nodes/XmlBilling/xml/parse';
import { rootOf } from './rootOf.mts';

type ListedType = Parameters<typeof decodePage>[1];

const read = (document: string): Answer | undefined => decodeAnswer(rootOf(parse(document)));

function answer(inner: string, status = 200): Answer {
	const found = read(`<?xml version="1.0"?>\n<response status="${status}">${inner}</response>`);
	if (found === undefined) throw new Error('This is no answer');
	return found;
}

describe('decodeAnswer', () => {
	it('reads the status and the message, which is the text', () => {
		const refused = { status: 400, message: 'Date is invalid.' };
		expect(read('<response a="b" status="400">\n Date is invalid. \n</response>')).toMatchObject(refused);
		expect(read('<response status=" 200 "/>')).toMatchObject({ status: 200, message: '' });
		expect(read('<response status="403"><![CDATA[A & B]]></response>')).toMatchObject({ message: 'A & B' });
	});

	it('finds the message next to lists, and in its own element', () => {
		expect(answer('Some failed.<invalid>5</invalid>', 400).message).toBe('Some failed.');
		expect(answer('<invalid>5</invalid><message> Some failed. </message>', 400).message).toBe('Some failed.');
		expect(answer('<error>No</error>', 500).message).toBe('No');
		const nested = '<errors><error>Date is invalid.</error><error> Type is invalid. </error></errors>';
		expect(answer(nested, 400).message).toBe('Date is invalid. Type is invalid.');
		expect(answer('<error><code>7</code><message>No</message></error>', 400).message).toBe('7 No');
		expect(answer('<invoice_id>5</invoice_id>').message).toBe('');
	});

	it.each([
		'<response/>',
		'<response status="20"/>',
		'<response status="200.0"/>',
		'<Response status="200"/>',
	])('does not take %s for an answer', (document) => expect(read(document)).toBeUndefined());
});

it.each<[string, object]>([
	['<number>007</number>', { number: '007' }],
	['<number>007</number><invoice_id/>', { number: '007' }],
	['<items><item><item_id>1</item_id></item></items><transactions/>', { items: [{ item_id: 1 }] }],
])(
	'decodeOne reads %s with the identifier that was asked for, and an array for each list',
	(inner, shown) => {
		const none = { items: [], additional_charges: [], transactions: [] };
		const record = decodeOne(answer(`<invoice>${inner}</invoice>`), invoiceRecord, 5);
		expect(record).toEqual({ invoice_id: 5, ...none, ...shown });
	},
);

describe('decodePage', () => {
	const one = { page: 1, totalPages: 1 };

	it.each<[string, ListedType, string, object]>([
		[
			'the counts, with the attributes in any order',
			invoiceRecord,
			'<invoices total_records="230" total_pages="3" per_page_record="100" page="2"><invoice><invoice_id>9</invoice_id></invoice></invoices>',
			{ records: [{ invoice_id: 9 }], page: 2, totalPages: 3, total: 230 },
		],
		[
			'total where there is no total_records',
			taxRecord,
			'<taxes total="7"><tax><id>1</id><value>19.00</value></tax></taxes>',
			{ records: [{ id: 1, value: 19 }], ...one, total: 7 },
		],
		[
			'identifiers alone',
			invoiceRecord,
			'<invoices><invoice>12</invoice><invoice> 13 </invoice></invoices>',
			{ records: [{ invoice_id: 12 }, { invoice_id: 13 }] },
		],
		[
			'payment methods, which are names alone',
			paymentMethodRecord,
			'<payment_modes total="3"><payment_mode>007</payment_mode><payment_mode><![CDATA[Cash & Card]]></payment_mode></payment_modes>',
			{ records: [{ name: '007' }, { name: 'Cash & Card' }], ...one, total: 3 },
		],
	])('reads %s', (_, type, page, found) => expect(decodePage(answer(page), type)).toMatchObject(found));

	it('is empty only where the answer says that nothing was found', () => {
		const empty = { records: [], ...one, total: 0 };
		expect(decodePage(answer('', 404), invoiceRecord)).toEqual(empty);
		expect(decodePage(answer('DATA NOT FOUND', 400), invoiceRecord)).toEqual(empty);
		for (const text of ['', 'Date is invalid.'])
			expect(decodePage(answer(text, 400), invoiceRecord)).toBeUndefined();
		// Where the wrapper is missing, no one takes it for an empty list, and no page is missed for its number.
		const counted = ['many', '3.0', '-1', '1,000'].map(
			(count) => `<invoices page="1" total_pages="${count}"><invoice/></invoices>`,
		);
		for (const inner of ['', '<clients/>', '<invoice/>', ...counted])
			expect([inner, decodePage(answer(inner), invoiceRecord)]).toEqual([inner, undefined]);
	});
});

it.each([
	['<invoice_id>12</invoice_id>', 12],
	['<invoice_items><invoice_item_id>3</invoice_item_id></invoice_items><invoice_id> 12 </invoice_id>', 12],
	['<![CDATA[12]]>', 12],
	// Exact as long as a number can represent it.
	['<invoice_id>9007199254740991</invoice_id>', 9007199254740991],
	['<invoice_id>9007199254740993</invoice_id>', undefined],
	['', undefined],
	['<invoice_id>0</invoice_id>', undefined],
	['<invoice_id>abc</invoice_id>', undefined],
	['Updated 12 invoices', undefined],
])('decodeIdentifier finds in %j: %p', (inner, id) => {
	expect(decodeIdentifier(answer(inner), 'invoice_id')).toBe(id);
});

const MIXED =
	'Some failed.<invalid><invoice_id>5</invoice_id></invalid><success><invoice_id>6</invoice_id><invoice_id>7</invoice_id></success>';

it.each<[inner: string, list: string, ids: number[]]>([
	['<failure>5</failure><failure>6</failure>', 'failure', [5, 6]],
	[
		'<failure><invoice_id>5</invoice_id><reason>Has 3 payments</reason><code>403</code><invoice_id>6</invoice_id></failure>',
		'failure',
		[5, 6],
	],
	[MIXED, 'invalid', [5]],
	[MIXED, 'success', [6, 7]],
	[MIXED, 'failure', []],
	// It makes none up.
	['<failure>Invoice 5 has 3 payments</failure>', 'failure', []],
	['<failure><reason>Error 500</reason></failure>', 'failure', []],
])('decodeIdentifiers reads from %s the list %s: %j', (inner, list, ids) => {
	expect(decodeIdentifiers(answer(inner, 400), list)).toEqual(ids);
});

it('lists sees that a list says something, whether or not its identifiers can be read', () => {
	const says = (inner: string) => lists(answer(inner), ['failure', 'invalid']);
	for (const inner of ['<failure>5</failure>', '<failure>no 5</failure>', '<invalid><a/></invalid>'])
		expect([inner, says(inner)]).toEqual([inner, true]);
	for (const inner of ['', '<failure/>', '<failure> </failure>', '<success>5</success>', 'failure'])
		expect([inner, says(inner)]).toEqual([inner, false]);
});
