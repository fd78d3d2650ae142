import fc from 'fast-check';
import { ask, type Asker } from '../../../nodes/XmlBilling/reads/ask';
import { amount, field, filtered, onFields, text, unless } from '../../../nodes/XmlBilling/reads/question';
import { categoryRecord, invoiceRecord } from '../../../nodes/XmlBilling/records';
import { listsOf } from '../../../nodes/XmlBilling/reads/plan';
import type { Body } from '../../../nodes/XmlBilling/xml/request';
import type { BillingRecord } from '../../../nodes/XmlBilling/xml/shape';

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

const PLAIN: Manner = {
	hidden: [],
	isEmptied: false,
	repeats: false,
	vanishing: [],
};

const STATUSES = ['Active', 'Archived'] as const;
const FIELDS = ['number', 'outstanding', 'invoice_status', 'status'];

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
	hidden: fc.subarray(FIELDS),
	isEmptied: fc.boolean(),
	repeats: fc.boolean(),
	vanishing: fc.array(fc.integer({ min: 1, max: 15 }), { maxLength: 5 }),
});

/** A service with these records, and what was asked of it. */
function serviceOf(records: readonly BillingRecord[], manner: Manner) {
	const asked: string[] = [];
	const isListed = (record: BillingRecord, filter: Body) =>
		record['status'] === (filter['invoice_record_status'] ?? 'Active') &&
		(filter['invoice_number'] === undefined || record['number'] === filter['invoice_number']);
	const shown = (record: BillingRecord): BillingRecord =>
		Object.fromEntries(
			Object.entries(record).flatMap(([name, value]) => {
				if (!manner.hidden.includes(name)) return [[name, value]];
				return manner.isEmptied ? [[name, '']] : [];
			}),
		);
	const read = (how: string, id: number) => {
		asked.push(`${how} ${id}`);
		return manner.vanishing.includes(id) ? undefined : records.find((one) => one['invoice_id'] === id);
	};
	const api: Asker['api'] = {
		list: (_: unknown, filter: Body, limit: number) => {
			asked.push(`list ${String(limit)}`);
			const listed = records.filter((record) => isListed(record, filter)).map(shown);
			return Promise.resolve((manner.repeats ? [...listed, ...listed] : listed).slice(0, limit));
		},
		find: (_: unknown, id: number) => Promise.resolve(read('find', id)),
	};
	return { asked, asker: { api } };
}

const NEEDS = { number: text('number'), outstanding: amount('outstanding') };
const isDraft = (invoice: BillingRecord) => invoice['invoice_status'] === 'Draft';
const isNo1 = (shown: unknown) => shown === 'A-1';

it('finds the same records in every manner, each once, with what was needed and nothing else', async () => {
	await fc.assert(
		fc.asyncProperty(invoices, manners, async (records, manner) => {
			const { asker } = serviceOf(records, manner);
			const { records: found, unclear } = await ask(asker, invoiceRecord, {
				filter: { invoice_number: 'A-1' },
				lists: STATUSES.map((status) => ({ invoice_record_status: status })),
				where: [field('number', isNo1), field('invoice_status', (shown) => shown !== 'Draft')],
				needs: NEEDS,
			});
			const meant = records.filter((one) => isNo1(one['number']) && !isDraft(one));
			const isGone = (one: BillingRecord) => manner.vanishing.includes(Number(one['invoice_id']));
			const known = new Map(found.map((one) => [one.id, one]));
			expect(known.size).toBe(found.length);
			expect(unclear).toEqual([]);
			for (const one of meant) {
				const id = Number(one['invoice_id']);
				// One that vanished is only known if its list showed enough.
				if (isGone(one) && !known.has(id)) continue;
				expect(known.get(id)).toEqual({
					id,
					name: 'A-1',
					number: 'A-1',
					outstanding: NEEDS.outstanding.of(one),
				});
				known.delete(id);
			}
			expect([...known]).toEqual([]);
		}),
	);
});

it('reads on its own only what its list leaves open, each record once', async () => {
	await fc.assert(
		fc.asyncProperty(invoices, manners, async (records, manner) => {
			const { asker, asked } = serviceOf(records, manner);
			await ask(asker, invoiceRecord, {
				lists: STATUSES.map((status) => ({ invoice_record_status: status })),
				where: [unless(isDraft), field('number', () => true)],
				needs: NEEDS,
			});
			const reads = asked.filter((one) => !one.startsWith('list'));
			expect(new Set(reads).size).toBe(reads.length);
			const lacks = (one: BillingRecord) =>
				manner.hidden.some((name) => name in NEEDS) || typeof one['outstanding'] !== 'number';
			const mayMatter = (one: BillingRecord) => manner.hidden.includes('invoice_status') || !isDraft(one);
			expect(reads.sort()).toEqual(
				records
					.filter((one) => lacks(one) && mayMatter(one))
					.map((one) => `find ${Number(one['invoice_id'])}`)
					.sort(),
			);
		}),
	);
});

it('asks for no more records than are wanted if the service filters them, and believes its filter', async () => {
	await fc.assert(
		fc.asyncProperty(invoices, manners, fc.integer({ min: 1, max: 5 }), async (records, manner, limit) => {
			const { asker, asked } = serviceOf(records, { ...manner, repeats: false });
			const { records: found } = await ask(asker, invoiceRecord, {
				where: [filtered({ invoice_number: 'A-1' })],
				needs: {},
				limit,
			});
			const meant = records.filter((one) => one['status'] === 'Active' && isNo1(one['number']));
			expect(found.map(({ id }) => id)).toEqual(meant.slice(0, limit).map((one) => one['invoice_id']));
			expect(asked).toEqual([`list ${limit}`]);
		}),
	);
});

it('names the records that do not show whether they are meant, and leaves them out', async () => {
	const { asker } = serviceOf(
		[
			{ invoice_id: 1, number: '', status: 'Active' },
			{ invoice_id: 2, number: 'A-1', status: 'Active' },
			{ invoice_id: 3, number: '', status: 'Active', invoice_status: 'Draft' },
		],
		PLAIN,
	);
	const isKnown = (record: BillingRecord) => (record['number'] === '' ? undefined : true);
	const found = await ask(asker, invoiceRecord, {
		where: [{ includes: isKnown }, unless(isDraft)],
		needs: {},
	});
	expect(found).toEqual({ records: [{ id: 2, name: 'A-1' }], unclear: [1] });
});

it('asks for all records at once if the service has no filter for a condition', async () => {
	const { asker, asked } = serviceOf([{ invoice_id: 1, status: 'Active' }], PLAIN);
	await ask(asker, invoiceRecord, { where: [unless(isDraft)], needs: {}, limit: 2 });
	expect(asked).toEqual(['list Infinity']);
});

it('believes a record that was read on its own, not its list', async () => {
	const { asker } = serviceOf([{ invoice_id: 1, status: 'Active', invoice_status: 'Draft' }], PLAIN);
	const listed = { invoice_id: 1, invoice_status: 'Sent' };
	const { records } = await ask(
		{ api: { ...asker.api, list: () => Promise.resolve([listed]) } },
		invoiceRecord,
		{ where: [unless(isDraft)], needs: NEEDS },
	);
	expect(records).toEqual([]);
});

it('knows from its list what a record hides on its own', async () => {
	const { asker, asked } = serviceOf(
		[{ invoice_id: 1, status: 'Active', number: 'A-1', outstanding: '' }],
		PLAIN,
	);
	const listed = { invoice_id: 1, outstanding: 10 };
	const { records } = await ask(
		{ api: { ...asker.api, list: () => Promise.resolve([listed]) } },
		invoiceRecord,
		{ where: [field('outstanding', (shown) => shown === 10)], needs: NEEDS },
	);
	expect(asked).toEqual(['find 1']);
	expect(records).toEqual([{ id: 1, name: 'A-1', number: 'A-1', outstanding: NEEDS.outstanding.of(listed) }]);
});

it('lets a list exclude a record, but include it only if all fields of the condition are shown', async () => {
	const { asker, asked } = serviceOf([{ invoice_id: 1, status: 'Active', invoice_status: 'Sent' }], PLAIN);
	const isOpen = onFields(['status', 'invoice_status'], (record) => record['status'] === 'Active');
	const openIn = async (...listed: BillingRecord[]) => {
		const api = { ...asker.api, list: () => Promise.resolve(listed) };
		const { records } = await ask({ api }, invoiceRecord, { where: [isOpen], needs: {} });
		return records.map(({ id }) => id);
	};
	expect(await openIn({ invoice_id: 2, status: 'Archived' })).toEqual([]);
	expect(await openIn({ invoice_id: 3, status: 'Active', invoice_status: 'Sent' })).toEqual([3]);
	expect(asked).toEqual([]);
	expect(await openIn({ invoice_id: 1, status: 'Active' })).toEqual([1]);
	expect(asked).toEqual(['find 1']);
});

it('reads no record on its own of a kind that cannot be read so', async () => {
	const { asker, asked } = serviceOf([{ id: 1, status: 'Active' }], PLAIN);
	const { records } = await ask(asker, categoryRecord, {
		where: [field('name', () => true)],
		needs: { name: text('name') },
	});
	expect([records.length, asked]).toEqual([1, ['list Infinity']]);
});

it('asks each list for its own filter, that of the question and those of the conditions', () => {
	const where = [{ ...unless(isDraft), filter: { date_from: '2026-01-01' } }, unless(isDraft)];
	const lists = STATUSES.map((status) => ({ invoice_record_status: status }));
	const common = { client_id: '1', date_from: '2026-01-01' };
	expect(listsOf({ filter: { client_id: '1' }, lists, where, needs: {} })).toEqual(
		lists.map((list) => ({ ...common, ...list })),
	);
});
