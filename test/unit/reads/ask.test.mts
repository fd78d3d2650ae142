import fc from 'fast-check';
import { ask, type Asker } from '../../../nodes/XmlBilling/reads/ask';
import { amount, field, text, unless } from '../../../nodes/XmlBilling/reads/question';
import { invoiceRecord } from '../../../nodes/XmlBilling/records';
import type { Body } from '../../../nodes/XmlBilling/xml/request';
import type { BillingRecord } from '../../../nodes/XmlBilling/xml/shape';

/** How a service shows its records in lists. */
interface Manner {
	/** The fields that lists leave out, or leave empty. */
	readonly hidden: readonly string[];
	readonly isEmptied: boolean;
	readonly ignoresFilters: boolean;
	/** Lists every record twice. */
	readonly repeats: boolean;
	/** The records that are deleted after they were listed. */
	readonly vanishing: readonly number[];
}

const STATUSES = ['Active', 'Archived'] as const;
const FIELDS = ['number', 'outstanding', 'invoice_status', 'status'];

const invoices = fc
	.uniqueArray(
		fc.record({
			invoice_id: fc.integer({ min: 1, max: 30 }),
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
	ignoresFilters: fc.boolean(),
	repeats: fc.boolean(),
	vanishing: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }),
});

/** A service with these records, and what was asked of it. */
function serviceOf(records: readonly BillingRecord[], manner: Manner) {
	const asked: string[] = [];
	const isListed = (record: BillingRecord, filter: Body) =>
		manner.ignoresFilters ||
		(record['status'] === (filter['invoice_record_status'] ?? 'Active') &&
			(filter['invoice_number'] === undefined || record['number'] === filter['invoice_number']));
	const shown = (record: BillingRecord): BillingRecord =>
		Object.fromEntries(
			Object.entries(record).flatMap(([name, value]) => {
				if (!manner.hidden.includes(name)) return [[name, value]];
				return manner.isEmptied ? [[name, '']] : [];
			}),
		);
	const read = (id: number) => {
		asked.push(`get ${id}`);
		return manner.vanishing.includes(id) ? undefined : records.find((one) => one['invoice_id'] === id);
	};
	const api: Asker['api'] = {
		list: (_: unknown, filter: Body, limit: number) => {
			asked.push(`list ${String(limit)}`);
			const listed = records.filter((record) => isListed(record, filter)).map(shown);
			return Promise.resolve((manner.repeats ? [...listed, ...listed] : listed).slice(0, limit));
		},
		find: (_: unknown, id: number) => Promise.resolve(read(id)),
		recall: (_: unknown, id: number) => Promise.resolve(read(id)),
	};
	return { asked, asker: { api } };
}

const NEEDS = { number: text('number'), outstanding: amount('outstanding') };
const isDraft = (invoice: BillingRecord) => invoice['invoice_status'] === 'Draft';
const isNo1 = (shown: unknown) => shown === 'A-1';

const idsOf = (records: ReadonlyArray<{ readonly id: number }>) =>
	records.map(({ id }) => id).sort((a, b) => a - b);

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

it('reads on its own only what its list leaves open, and each record once', async () => {
	await fc.assert(
		fc.asyncProperty(invoices, manners, async (records, manner) => {
			const { asker, asked } = serviceOf(records, manner);
			await ask(asker, invoiceRecord, {
				lists: STATUSES.map((status) => ({ invoice_record_status: status })),
				where: [unless(isDraft)],
				needs: NEEDS,
			});
			const reads = asked.filter((one) => one.startsWith('get'));
			expect(new Set(reads).size).toBe(reads.length);
			const lacks = (one: BillingRecord) =>
				manner.hidden.some((name) => name in NEEDS) || typeof one['outstanding'] !== 'number';
			const mayMatter = (one: BillingRecord) => manner.hidden.includes('invoice_status') || !isDraft(one);
			expect(reads.sort()).toEqual(
				records
					.filter((one) => lacks(one) && mayMatter(one))
					.map((one) => `get ${Number(one['invoice_id'])}`)
					.sort(),
			);
		}),
	);
});

it('asks for no more records than are wanted, unless the service shows strangers among them', async () => {
	await fc.assert(
		fc.asyncProperty(
			invoices,
			fc.integer({ min: 1, max: 5 }),
			fc.boolean(),
			async (records, limit, ignoresFilters) => {
				const { asker, asked } = serviceOf(records, {
					...{ hidden: [], isEmptied: false, repeats: false, vanishing: [] },
					ignoresFilters,
				});
				const { records: found } = await ask(asker, invoiceRecord, {
					where: [{ ...field('number', isNo1), filter: { invoice_number: 'A-1' } }],
					needs: {},
					limit,
				});
				const ofList = records.filter((one) => ignoresFilters || one['status'] === 'Active');
				const meant = ofList.filter((one) => isNo1(one['number']));
				expect(idsOf(found)).toEqual(
					meant
						.slice(0, limit)
						.map((one) => Number(one['invoice_id']))
						.sort((a, b) => a - b),
				);
				const hasStrangers = ofList.slice(0, limit).some((one) => !isNo1(one['number']));
				const isOneEnough = !ignoresFilters || !hasStrangers || ofList.length < limit;
				expect(asked).toEqual(isOneEnough ? [`list ${limit}`] : [`list ${limit}`, 'list Infinity']);
			},
		),
	);
});

it('names the records that do not show whether they are meant, and leaves them out', async () => {
	const records = [
		{ invoice_id: 1, number: '' },
		{ invoice_id: 2, number: 'A-1' },
	];
	const { asker } = serviceOf(
		records.map((one) => ({ ...one, status: 'Active' })),
		{ hidden: [], isEmptied: false, ignoresFilters: false, repeats: false, vanishing: [] },
	);
	const isKnown = (record: BillingRecord) => (record['number'] === '' ? undefined : true);
	const found = await ask(asker, invoiceRecord, {
		where: [{ needed: ['number'], includes: isKnown }],
		needs: {},
	});
	expect(found).toEqual({ records: [{ id: 2, name: 'A-1' }], unclear: [1] });
});
