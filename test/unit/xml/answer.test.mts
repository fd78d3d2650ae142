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

const read = (document: string): Answer | undefined => decodeAnswer(rootOf(parse(document)));

function answer(inner: string, status = 200): Answer {
	const found = read(`<?xml version="1.0"?>\n<response status="${status}">${inner}</response>`);
	if (found === undefined) throw new Error('This is no answer');
	return found;
}

describe('decodeAnswer', () => {
	it('reads the status and the message, which is the text', () => {
		expect(read('<response a="b" status="400">\n Date is invalid. \n</response>')).toMatchObject({
			status: 400,
			message: 'Date is invalid.',
		});
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
	])('does not take %s for an answer', (document) => {
		expect(read(document)).toBeUndefined();
	});
});

describe('decodeOne', () => {
	const none = { items: [], additional_charges: [], transactions: [] };

	it('is the record, with the identifier that was asked for when it does not show it', () => {
		expect(decodeOne(answer('<invoice><number>007</number></invoice>'), invoiceRecord, 5)).toEqual({
			invoice_id: 5,
			number: '007',
			...none,
		});
		expect(
			decodeOne(answer('<invoice><number>1</number><invoice_id/></invoice>'), invoiceRecord, 5),
		).toMatchObject({ invoice_id: 5 });
		expect(decodeOne(answer('<invoice/>'), invoiceRecord, 5)).toEqual({ invoice_id: 5, ...none });
	});

	it('has an array for each list, whether the service sends it or not', () => {
		const record = '<invoice><items><item><item_id>1</item_id></item></items><transactions/></invoice>';
		expect(decodeOne(answer(record), invoiceRecord, 5)).toEqual({
			invoice_id: 5,
			...none,
			items: [{ item_id: 1 }],
		});
	});
});

describe('decodePage', () => {
	it('reads the records and the counts, with the attributes in any order', () => {
		const page =
			'<invoices total_records="230" total_pages="3" per_page_record="100" page="2"><invoice><invoice_id>9</invoice_id></invoice><invoice><invoice_id>8</invoice_id></invoice></invoices>';
		expect(decodePage(answer(page), invoiceRecord)).toEqual({
			records: [{ invoice_id: 9 }, { invoice_id: 8 }],
			page: 2,
			totalPages: 3,
			total: 230,
		});
	});

	it.each([[taxRecord, '<tax><id>1</id><value>19.00</value></tax>', { id: 1, value: 19 }]])(
		'counts by total where there is no total_records (%#)',
		(type, inner, record) => {
			const { wrapper } = type;
			const page = decodePage(answer(`<${wrapper} total="7">${inner}</${wrapper}>`), type);
			expect(page).toEqual({ records: [record], page: 1, totalPages: 1, total: 7 });
		},
	);

	it.each([
		[404, ''],
		[400, 'DATA NOT FOUND'],
	])('is empty for the status %d and the text "%s"', (status, text) => {
		const empty = { records: [], page: 1, totalPages: 1, total: 0 };
		expect(decodePage(answer(text, status), invoiceRecord)).toEqual(empty);
	});

	it.each(['', 'Date is invalid.'])('is nothing for the status 400 and "%s"', (text) => {
		expect(decodePage(answer(text, 400), invoiceRecord)).toBeUndefined();
	});

	it('is nothing where the wrapper is missing, so that no one takes it for an empty list', () => {
		expect(decodePage(answer(''), invoiceRecord)).toBeUndefined();
		expect(decodePage(answer('<clients/>'), invoiceRecord)).toBeUndefined();
		expect(decodePage(answer('<invoice/>'), invoiceRecord)).toBeUndefined();
	});

	it.each(['many', '3.0', '-1', '1,000'])(
		'is nothing where the number of pages is %j, so that no page is missed',
		(count) => {
			expect(
				decodePage(answer(`<invoices page="1" total_pages="${count}"><invoice/></invoices>`), invoiceRecord),
			).toBeUndefined();
		},
	);

	it.each([
		[
			'identifiers alone',
			invoiceRecord,
			'<invoices><invoice>12</invoice><invoice> 13 </invoice></invoices>',
			[{ invoice_id: 12 }, { invoice_id: 13 }],
		],
		[
			'payment methods, which are names alone',
			paymentMethodRecord,
			'<payment_modes total="3"><payment_mode>Bank Transfer</payment_mode><payment_mode>007</payment_mode><payment_mode><![CDATA[Cash & Card]]></payment_mode></payment_modes>',
			[{ name: 'Bank Transfer' }, { name: '007' }, { name: 'Cash & Card' }],
		],
	])('decodePage reads %s', (_, type, page, records) => {
		expect(decodePage(answer(page), type)?.records).toEqual(records);
	});
});

describe('decodeIdentifier', () => {
	const items = '<invoice_items><invoice_item_id>3</invoice_item_id></invoice_items>';

	it.each(['<invoice_id>12</invoice_id>', `${items}<invoice_id> 12 </invoice_id>`, '<![CDATA[12]]>'])(
		'finds it in its element, at any position, or as the plain text of the answer: %j',
		(inner) => {
			expect(decodeIdentifier(answer(inner), 'invoice_id')).toBe(12);
		},
	);

	it('keeps one exact as long as a number can represent it, and otherwise returns none', () => {
		const idIn = (id: string) => decodeIdentifier(answer(`<client_id>${id}</client_id>`), 'client_id');
		expect(idIn('9007199254740991')).toBe(9007199254740991);
		expect(idIn('9007199254740993')).toBeUndefined();
	});

	it.each(['', '<client_id>0</client_id>', '<client_id>abc</client_id>', 'Updated 12 clients'])(
		'decodeIdentifier finds no identifier in %j',
		(inner) => {
			expect(decodeIdentifier(answer(inner), 'client_id')).toBeUndefined();
		},
	);
});

describe('decodeIdentifiers', () => {
	it.each([
		['the list repeated', '<failure>5</failure><failure>6</failure><failure>7</failure>'],
		[
			'identifiers beside reasons and codes',
			'<failure><invoice_id>5</invoice_id><reason>Has 3 payments</reason><code>403</code><invoice_id>6</invoice_id><invoice_id>7</invoice_id></failure>',
		],
	])('decodeIdentifiers reads %s', (_, inner) => {
		expect(decodeIdentifiers(answer(inner), 'failure')).toEqual([5, 6, 7]);
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

	it.each(['<failure>Invoice 5 has 3 payments</failure>', '<failure><reason>Error 500</reason></failure>'])(
		'makes no identifier up from %s',
		(inner) => {
			expect(decodeIdentifiers(answer(inner), 'failure')).toEqual([]);
		},
	);
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
