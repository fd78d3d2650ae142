import { decodeOne, decodePage } from '../../../nodes/XmlBilling/xml/answer';
import { answer, read } from './answering.mts';
import {
	categoryRecord,
	clientRecord,
	invoiceRecord,
	lateFeeRecord,
	paymentMethodRecord,
	taxRecord,
} from '../../../nodes/XmlBilling/records';

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
		'<response status=""/>',
		'<response status="ok"/>',
		'<response status="20"/>',
		'<response status="2000"/>',
		'<response status="-200"/>',
		'<response status="200.0"/>',
		'<response Status="200"/>',
		'<Response status="200"/>',
		'<request status="200"/>',
		'<responses status="200"/>',
		'<soap:response status="200"/>',
		'<a><response status="200"/></a>',
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

	it('shows the identifier of the record where the record has one, so that a wrong one is seen', () => {
		expect(decodeOne(answer('<client><client_id>6</client_id></client>'), clientRecord, 5)).toEqual({
			client_id: 6,
			credits: [],
		});
	});

	it('has an array for each list, whether the service sends it or not', () => {
		const record = '<invoice><items><item><item_id>1</item_id></item></items><transactions/></invoice>';
		expect(decodeOne(answer(record), invoiceRecord, 5)).toEqual({
			invoice_id: 5,
			...none,
			items: [{ item_id: 1 }],
		});
	});

	it('is nothing where the record is missing', () => {
		expect(decodeOne(answer('<client/>'), invoiceRecord, 5)).toBeUndefined();
		expect(decodeOne(answer('text'), invoiceRecord, 5)).toBeUndefined();
	});
});

describe('decodePage', () => {
	it('reads an empty element as a record that shows nothing', () => {
		const page = decodePage(answer('<invoices><invoice/><invoice> </invoice></invoices>'), invoiceRecord);
		expect(page?.records).toEqual([{}, {}]);
	});

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

	it.each([
		[clientRecord, '<client><client_id>1</client_id></client>', { client_id: 1 }],
		[categoryRecord, '<category><category_id>1</category_id></category>', { category_id: 1 }],
		[taxRecord, '<tax><id>1</id><value>19.00</value></tax>', { id: 1, value: 19 }],
		[lateFeeRecord, '<late_fee><id>1</id><name>5%</name></late_fee>', { id: 1, name: '5%' }],
	])('counts by total where there is no total_records (%#)', (type, inner, record) => {
		const { wrapper } = type;
		const page = decodePage(answer(`<${wrapper} total="7">${inner}</${wrapper}>`), type);
		expect(page).toEqual({ records: [record], page: 1, totalPages: 1, total: 7 });
	});

	it.each([
		[404, 'Data not found. Kindly check the request.'],
		[404, ''],
		[400, 'Data not found. Kindly check the request.'],
		[400, 'DATA NOT FOUND'],
	])('is empty for the status %d and the text "%s"', (status, text) => {
		const empty = { records: [], page: 1, totalPages: 1, total: 0 };
		expect(decodePage(answer(text, status), invoiceRecord)).toEqual(empty);
	});

	it.each(['', 'Date is invalid.', 'No data not found'])('is nothing for the status 400 and "%s"', (text) => {
		expect(decodePage(answer(text, 400), invoiceRecord)).toBeUndefined();
	});

	it('is empty for a wrapper without records', () => {
		expect(
			decodePage(answer('<invoices page="1" total_pages="0" total_records="0"/>'), invoiceRecord),
		).toEqual({ records: [], page: 1, totalPages: 0, total: 0 });
		expect(decodePage(answer('<invoices/>'), invoiceRecord)).toEqual({
			records: [],
			page: 1,
			totalPages: 1,
			total: undefined,
		});
	});

	it('is nothing where the wrapper is missing, so that no one takes it for an empty list', () => {
		expect(decodePage(answer(''), invoiceRecord)).toBeUndefined();
		expect(decodePage(answer('<clients/>'), invoiceRecord)).toBeUndefined();
		expect(decodePage(answer('<invoice/>'), invoiceRecord)).toBeUndefined();
	});

	it.each(['many', '3.0', '-1', '1,000', '3 of 4'])(
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
		[
			'records beside other elements, and no lists that are not shown',
			invoiceRecord,
			'<invoices><summary>1</summary><invoice><invoice_id>1</invoice_id></invoice></invoices>',
			[{ invoice_id: 1 }],
		],
	])('decodePage reads %s', (_, type, page, records) => {
		expect(decodePage(answer(page), type)?.records).toEqual(records);
	});
});
