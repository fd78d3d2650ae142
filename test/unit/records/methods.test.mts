import { paymentMethodRecord, RECORD_TYPES, type RecordType } from '../../../nodes/XmlBilling/records';
import { describeWrite } from '../../../nodes/XmlBilling/records/describeWrite';
import { isRead, methodNamed, METHODS } from '../../../nodes/XmlBilling/records/methods';
import type { Body } from '../../../nodes/XmlBilling/xml/request';
import { SPECIFICATION } from '../../sandbox/walk/specification.mts';

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
		expect(methodNamed(list)).toMatchObject({ name: list, verb: 'list', kind: name });
		const reading = METHODS.filter(({ kind, verb }) => kind === name && verb === 'get');
		expect(reading[0]?.name).toBe(get);
	});
});

describe('a method', () => {
	it('counts as reading only if it is known to, written as it is', () => {
		for (const name of ['getInvoice', 'listTax']) expect([name, isRead(name)]).toEqual([name, true]);
		for (const name of [
			...['sendInvoiceMail', 'getEverything', 'listEverything', 'archiveEverything'],
			// A service that knows a method in another case may know it as any method.
			...['GetInvoice', 'LISTTAX'],
			// Recognized, but not supported (§4.11): undocumented.
			...['getInvoiceLog', 'getInvoiceLogDetail', 'getinvoicelog'],
		])
			expect([name, isRead(name)]).toEqual([name, false]);
	});

	it('is found in any case, and by no other name', () => {
		for (const name of ['updateinvoice', 'UPDATEINVOICE'])
			expect(methodNamed(name)?.name).toBe('updateInvoice');
		for (const name of ['updateInvoices', '', 'toString', '__proto__'])
			expect(methodNamed(name)).toBeUndefined();
	});
});

describe('the description of a write', () => {
	const others = { client: { client_id: '42' }, notes: 'secret', organization: 'Secret', amount: '45.5' };

	const MANY = 'the invoices with the IDs 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 12 more';
	const TWO = 'the invoices with the IDs 3 and 4';
	const STAFF = 'the staff member with ID 2';
	const upTo22 = Array.from({ length: 22 }, (_, index) => String(index + 1));
	it.each<[method: string, body: Body, done: string, check: string]>([
		[
			'invoiceOfflinePayment',
			{ invoice: [{ id: '3', amount: '1.5' }, { id: '4' }] },
			`the payment on ${TWO} was recorded`,
			`look at the transactions of ${TWO}`,
		],
		['updateStaff', { staff_id: '2' }, `${STAFF} was changed`, `look at ${STAFF}`],
		['deleteInvoice', { invoice_id: upTo22 }, `${MANY} were deleted`, `look at ${MANY}`],
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
