import fc from 'fast-check';
import { allOf, field, onFields, readList } from '../../nodes/XmlBilling/lookup/readList';
import { categoryRecord, invoiceRecord } from '../../nodes/XmlBilling/records';
import { shows } from '../../nodes/XmlBilling/records/states';
import type { BillingApi } from '../../nodes/XmlBilling/transport/billingApi';
import type { Body } from '../../nodes/XmlBilling/xml/request';
import type { BillingRecord } from '../../nodes/XmlBilling/xml/shape';

/** How a service shows its records in lists. */
interface Manner {
	/** The fields that lists leave out, or leave empty. */
	readonly hidden: readonly string[];
	readonly isEmptied: boolean;
	/** Lists every record twice. */
	readonly repeats: boolean;
	/** The records that are deleted after they were listed. */
	readonly vanishing: readonly number[];
}

const PLAIN: Manner = { hidden: [], isEmptied: false, repeats: false, vanishing: [] };
const STATUSES = ['Active', 'Archived'] as const;

const invoices = fc
	.uniqueArray(
		fc.record({
			invoice_id: fc.integer({ min: 1, max: 15 }),
			number: fc.constantFrom('A-1', 'A-2', 'B-1'),
			outstanding: fc.constantFrom(0, 10, 20.5, 'n/a'),
			invoice_status: fc.constantFrom('Draft', 'Sent', 'Paid'),
			status: fc.constantFrom(...STATUSES),
		}),
		{ selector: ({ invoice_id: id }) => id, maxLength: 15 },
	)
	.map((records): BillingRecord[] => records);

const manners: fc.Arbitrary<Manner> = fc.record({
	hidden: fc.subarray(['number', 'outstanding', 'invoice_status', 'status']),
	isEmptied: fc.boolean(),
	repeats: fc.boolean(),
	vanishing: fc.array(fc.integer({ min: 1, max: 15 }), { maxLength: 5 }),
});

/** A service with these records, and what was asked of it. */
function serviceOf(records: readonly BillingRecord[], manner: Manner = PLAIN) {
	const asked: string[] = [];
	const isListed = (record: BillingRecord, filter: Body) =>
		record['status'] === (filter['invoice_record_status'] ?? 'Active') &&
		(filter['invoice_number'] === undefined || record['number'] === filter['invoice_number']);
	const hide = ([name, value]: [string, BillingRecord[string]]) => {
		if (!manner.hidden.includes(name)) return [[name, value] as const];
		return manner.isEmptied ? [[name, ''] as const] : [];
	};
	const api: Pick<BillingApi, 'list' | 'find'> = {
		list: (_: unknown, filter: Body, limit: number) => {
			asked.push(`list ${String(limit)}`);
			const listed = records
				.filter((record) => isListed(record, filter))
				.map((record) => Object.fromEntries(Object.entries(record).flatMap(hide)));
			return Promise.resolve((manner.repeats ? [...listed, ...listed] : listed).slice(0, limit));
		},
		find: (_: unknown, id: number) => {
			asked.push(`find ${id}`);
			const isGone = manner.vanishing.includes(id);
			return Promise.resolve(isGone ? undefined : records.find((one) => one['invoice_id'] === id));
		},
	};
	return { asked, api };
}

const ALL = STATUSES.map((status) => ({ invoice_record_status: status }));
const isEnough = (invoice: BillingRecord) => shows(invoice, ['number', 'outstanding']);
const isDraft = (invoice: BillingRecord) => invoice['invoice_status'] === 'Draft';
const isFirst = field('number', (shown) => shown === 'A-1');
const isSent = onFields(['invoice_status'], (invoice) => !isDraft(invoice));

it('finds the same records in every manner, each once, and shows what is needed', async () => {
	await fc.assert(
		fc.asyncProperty(invoices, manners, async (records, manner) => {
			const { api } = serviceOf(records, manner);
			const unclear: unknown[] = [];
			const found = await readList(api, invoiceRecord, {
				filter: { invoice_number: 'A-1' },
				lists: ALL,
				keep: allOf(isFirst, isSent),
				isEnough,
				leaveOut: (ids) => unclear.push(...ids),
			});
			const known = new Map(found.map((one) => [one['invoice_id'], one]));
			expect([known.size, unclear]).toEqual([found.length, []]);
			for (const one of records.filter((record) => record['number'] === 'A-1' && !isDraft(record))) {
				const id = Number(one['invoice_id']);
				// One that vanished is only known if its list showed enough.
				if (manner.vanishing.includes(id) && !known.has(id)) continue;
				expect(known.get(id)).toMatchObject({ number: 'A-1', outstanding: one['outstanding'] });
				known.delete(id);
			}
			expect([...known]).toEqual([]);
		}),
	);
});

it('reads on its own only what its list leaves open, each record once', async () => {
	await fc.assert(
		fc.asyncProperty(invoices, manners, async (records, manner) => {
			const { api, asked } = serviceOf(records, manner);
			const keep = (invoice: BillingRecord) => !isDraft(invoice);
			await readList(api, invoiceRecord, { lists: ALL, keep, isEnough });
			const mayMatter = (one: BillingRecord) => manner.hidden.includes('invoice_status') || !isDraft(one);
			const isOpen = manner.hidden.some((name) => ['number', 'outstanding'].includes(name));
			expect(asked.filter((one) => !one.startsWith('list')).sort()).toEqual(
				records
					.filter((one) => isOpen && mayMatter(one))
					.map((one) => `find ${Number(one['invoice_id'])}`)
					.sort(),
			);
		}),
	);
});

it('reads as many on their own as are wanted, if the lists show which', async () => {
	const records = [1, 2, 3].map((id) => ({ invoice_id: id, status: 'Active', number: 'A-1' }));
	const { api, asked } = serviceOf(records);
	const query = { keep: isFirst, isEnough: () => false, limit: 2 };
	expect(await readList(api, invoiceRecord, query)).toHaveLength(2);
	expect(asked).toEqual(['list Infinity', 'find 1', 'find 2']);
});

it('names the records that do not show whether they are meant, and leaves them out', async () => {
	const active = { status: 'Active' };
	const { api } = serviceOf([
		{ invoice_id: 1, number: '', ...active },
		{ invoice_id: 2, number: 'A-1', ...active },
		{ invoice_id: 3, number: '', ...active, invoice_status: 'Draft' },
	]);
	const unclear: unknown[] = [];
	const found = await readList(api, invoiceRecord, {
		keep: allOf(
			(record) => (record['number'] === '' ? undefined : true),
			(record) => !isDraft(record),
		),
		leaveOut: (ids) => unclear.push(...ids),
	});
	expect([found.map((record) => record['invoice_id']), unclear]).toEqual([[2], [1]]);
});

it('believes a record that was read on its own, not its list', async () => {
	const { api } = serviceOf([{ invoice_id: 1, status: 'Active', invoice_status: 'Draft' }]);
	const list = () => Promise.resolve([{ invoice_id: 1, invoice_status: 'Sent' }]);
	const query = { keep: (record: BillingRecord) => !isDraft(record), isEnough };
	expect(await readList({ ...api, list }, invoiceRecord, query)).toEqual([]);
});

it('reads no record on its own of a kind that cannot be read so', async () => {
	const { api, asked } = serviceOf([{ id: 1, status: 'Active' }]);
	const found = await readList(api, categoryRecord, {
		keep: field('name', () => true),
		isEnough: () => false,
	});
	expect([found.length, asked]).toEqual([1, ['list Infinity']]);
});
