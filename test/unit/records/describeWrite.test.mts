import type { Body } from '../../../nodes/XmlBilling/xml/request';
import { RECORD_TYPES } from '../../../nodes/XmlBilling/records';
import { isRead, METHODS } from '../../../nodes/XmlBilling/records/methods';
import { describeWrite } from '../../../nodes/XmlBilling/records/describeWrite';

const WRITES = METHODS.map(({ name }) => name).filter((name) => !isRead(name));

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

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
		['deleteInvoice', { invoice_id: numbers(22) }, `${MANY} were deleted`, `look at ${MANY}`],
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
	])('%s', (method, body, done, check) => {
		expect(describeWrite(method, body)).toEqual({ done, check });
	});

	it.each(WRITES)('the description of a write knows what %s writes', (method) => {
		const { done } = describeWrite(method, {});
		const known = ['payment', ...RECORD_TYPES.map(({ label }) => label)];
		expect(known.some((label) => done.includes(label))).toBe(true);
		expect(done).not.toContain('request');
	});
});
