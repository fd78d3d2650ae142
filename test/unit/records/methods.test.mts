import { paymentMethodRecord, RECORD_TYPES, type RecordType } from '../../../nodes/XmlBilling/records';
import { describeWrite } from '../../../nodes/XmlBilling/records/describeWrite';
import { isRead, methodNamed, METHODS, type Method } from '../../../nodes/XmlBilling/records/methods';
import type { Body } from '../../../nodes/XmlBilling/xml/request';
import { SPECIFICATION } from '../../sandbox/walk/specification.mts';

/** The method of a row. */
function tableRow(name: string): Method {
	const method = methodNamed(name);
	if (method?.name !== name) throw new RangeError(`The table has no ${name}`);
	return method;
}

const RECORDS: readonly RecordType[] = [...RECORD_TYPES, paymentMethodRecord];

describe('the table of methods', () => {
	it('has the methods of the specification, each once', () => {
		expect(METHODS.map(({ name }) => name).sort()).toEqual(SPECIFICATION.map(({ method }) => method).sort());
	});

	it('knows each kind of record', () => {
		const kinds = [...RECORDS.map(({ name }) => name), 'account'];
		expect([...new Set(METHODS.map(({ kind }) => kind))].sort()).toEqual(kinds.sort());
	});

	it.each(RECORDS)('reads and names the record $name as its type does', ({ name, list, get }) => {
		expect(tableRow(list)).toMatchObject({ verb: 'list', kind: name });
		const reading = METHODS.filter(({ kind, verb }) => kind === name && verb === 'get');
		expect(reading[0]?.name).toBe(get);
	});
});

describe('a method', () => {
	it.each([
		['getInvoice', true],
		['listTax', true],
		['sendInvoiceMail', false],
		['getEverything', false],
		['listEverything', false],
		['archiveEverything', false],
		// A service that knows a method in another case may know it as any method.
		['GetInvoice', false],
		['LISTTAX', false],
		// Recognized, but not supported (§4.11): undocumented.
		['getInvoiceLog', false],
		['getInvoiceLogDetail', false],
		['getinvoicelog', false],
	])('the method %s counts as reading: %s', (name, reads) => {
		expect(isRead(name)).toBe(reads);
	});

	it.each(['updateinvoice', 'UPDATEINVOICE'])('a method is also found as %s', (name) => {
		expect(methodNamed(name)?.name).toBe('updateInvoice');
	});

	it.each(['updateInvoices', '', 'toString', '__proto__'])('a method is not found as %j', (name) => {
		expect(methodNamed(name)).toBeUndefined();
	});
});

describe('the description of a write', () => {
	const others = { client: { client_id: '42' }, notes: 'secret', organization: 'Secret', amount: '45.5' };

	const MANY = 'the invoices with the IDs 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 12 more';
	it.each<[method: string, body: Body, done: string, check: string]>([
		[
			'invoiceOfflinePayment',
			{ invoice: [{ id: '3', amount: '1.5' }, { id: '4' }] },
			'the payment on the invoices with the IDs 3 and 4 was recorded',
			'look at the transactions of the invoices with the IDs 3 and 4',
		],
		[
			'updateStaff',
			{ staff_id: '2' },
			'the staff member with ID 2 was changed',
			'look at the staff member with ID 2',
		],
		[
			'deleteInvoice',
			{ invoice_id: Array.from({ length: 22 }, (_, index) => String(index + 1)) },
			`${MANY} were deleted`,
			`look at ${MANY}`,
		],
		[
			'sendInvoiceMail',
			{ invoice_id: ['8', '8'] },
			'the invoice with ID 8 was sent',
			'look at the status of the invoice with ID 8, and ask the recipient',
		],
		[
			'addEstimateItem',
			{ estimate_id: '3', items: { item: [{ name: 'secret' }] } },
			'lines of the estimate with ID 3 were added',
			'look at the lines of the estimate with ID 3',
		],
		['deleteInvoice', {}, 'the invoice was deleted', 'look at the invoice'],
		['createInvoice', others, 'the invoice was created', 'look for the invoice among the invoices'],
		['archiveAll', others, "the request 'archiveAll' was carried out", 'look at what it changes'],
	])('%s', (method, body, done, look) => {
		expect(describeWrite(method, body)).toEqual({ done, look });
	});

	it('knows what each write writes', () => {
		const known = ['payment', ...RECORD_TYPES.map(({ label }) => label)];
		for (const { name } of METHODS.filter((method) => !isRead(method.name))) {
			const { done } = describeWrite(name, {});
			expect([name, done, known.some((label) => done.includes(label))]).toEqual([name, done, true]);
			expect(done).not.toContain('request');
		}
	});
});
