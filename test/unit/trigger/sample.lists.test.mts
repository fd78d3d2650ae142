import {
	EVENT_KINDS,
	type EventKind,
	type TriggerOptions,
	type Filter,
} from '../../../nodes/XmlBilling/trigger/events/events';
import { sample } from '../../../nodes/XmlBilling/trigger/sample';
import { NOW, optionsFor } from './bench.mts';
import { Service } from './model.mts';

/** The lists that samples are looked for in, each as it is asked for. */
async function listsFor(kind: EventKind, filters: TriggerOptions['filters'] = {}): Promise<Filter[]> {
	const lists: Filter[] = [];
	const reader = new Service('full', 'newest', 100).reader();
	const noting: typeof reader = {
		...reader,
		page: (resource, filter, page) => {
			expect(page).toBe(1);
			lists.push(filter);
			return reader.page(resource, filter, page);
		},
	};
	await sample(noting, { ...optionsFor(kind), filters }, NOW);
	return lists;
}

const NEWEST = { sort_column: 'invoice_id', sort_order: 'desc' };
const inStatuses = (...statuses: string[]) =>
	statuses.map((status) => ({ ...NEWEST, invoice_status: status }));
/** Payments are on invoices that are paid, at least in part. */
const PAID = inStatuses('Partial-Paid', 'Paid', 'Auto-Paid');
/** What can be due soon or overdue was sent and is not settled. */
const OPEN = inStatuses(
	...['Outstanding', 'Unpaid', 'Sent', 'Viewed', 'Partial-Paid', 'Disputed', 'Retry', 'Failed'],
	...['Resolved', 'Auto-Failed'],
);
const EXPECTED: Partial<Record<EventKind, Filter[]>> = {
	invoiceCreated: [NEWEST],
	invoiceChanged: [NEWEST],
	invoiceStatusChanged: [NEWEST],
	paymentRemoved: PAID,
	paymentRecorded: PAID,
	invoiceDueSoon: OPEN,
	invoiceOverdue: OPEN,
};
const OF_CLIENTS: readonly EventKind[] = [
	...([
		'invoiceCreated',
		'invoiceChanged',
		'invoiceStatusChanged',
		'paymentRemoved',
		'paymentRecorded',
		'invoiceDueSoon',
		'invoiceOverdue',
	] as const),
	...([
		'estimateCreated',
		'estimateStatusChanged',
		'recurringCreated',
		'expenseCreated',
		'projectCreated',
	] as const),
];

describe.each(EVENT_KINDS)('samples of %s', (kind) => {
	const expected = EXPECTED[kind] ?? [{}];

	it('come from the lists that can have some, without archived records', async () => {
		expect(await listsFor(kind)).toEqual(expected);
	});

	it('come from the lists of one client, if the filter names one and the records have clients', async () => {
		const narrowed = expected.map((list) => ({ ...list, client_id: '7' }));
		expect(await listsFor(kind, { clientId: 7 })).toEqual(OF_CLIENTS.includes(kind) ? narrowed : expected);
	});
});

it('samples are at most three, and at most ten records are read to find them', async () => {
	const service = new Service('bare', 'newest', 100);
	const invoices = Array.from({ length: 14 }, (_, index) => service.create('Sent', index === 5 ? 900 : 100));
	const read = async (minimumAmount: number) => {
		service.requests = { page: 0, get: 0 };
		const options = { ...optionsFor('invoiceCreated'), filters: { minimumAmount } };
		const { events } = await sample(service.reader(), options, NOW);
		return { ids: events.map(({ record }) => record.invoice_id), reads: service.requests.get };
	};
	expect(await read(100)).toEqual({ ids: [13, 12, 11].map((index) => invoices[index]?.id), reads: 3 });
	expect(await read(500)).toEqual({ ids: [invoices[5]?.id], reads: 10 });
});
