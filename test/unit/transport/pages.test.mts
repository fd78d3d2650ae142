import fc from 'fast-check';
import { collectPages } from '../../../nodes/XmlBilling/transport/billingApi';
import type { Page } from '../../../nodes/XmlBilling/xml/answer';

const PER_PAGE = 100;

/** A list of records, and how it changes before each page that is read. */
function changing(ids: readonly number[], changes: ReadonlyArray<(list: number[]) => number[]>) {
	let list = [...ids];
	let reads = 0;
	const passes: Page[][] = [];
	const fetchPage = async (page: number): Promise<Page> => {
		list = changes[reads]?.(list) ?? list;
		reads += 1;
		const read = {
			records: list.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((id) => ({ id })),
			...{ page, totalPages: Math.max(1, Math.ceil(list.length / PER_PAGE)), total: list.length },
		};
		if (page === 1) passes.push([]);
		passes.at(-1)?.push(read);
		return await Promise.resolve(read);
	};
	const idsOf = async (limit = Infinity) =>
		(await collectPages(fetchPage, 'id', limit)).map(({ id }) => Number(id));
	return { idsOf, passes, now: () => list };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => count - index);
const shownIn = (pages: readonly Page[] = []): number[] =>
	pages.flatMap(({ records }) => records.map(({ id }) => Number(id)));
const isConsistent = (pages: readonly Page[]): boolean =>
	new Set(shownIn(pages)).size === shownIn(pages).length &&
	new Set(pages.map(({ total }) => total)).size === 1;

const same = (list: number[]) => list;

const change = fc.oneof(
	{ weight: 3, arbitrary: fc.constant(same) },
	fc
		.integer({ min: 1000, max: 1_000_000 })
		.map((id) => (list: number[]) => [id, ...list.filter((one) => one !== id)]),
	fc.nat({ max: 400 }).map((place) => (list: number[]) => list.filter((_, index) => index !== place)),
	fc.tuple(fc.nat({ max: 400 }), fc.nat({ max: 400 })).map(([from, to]) => (list: number[]) => {
		const moved = [...list];
		moved.splice(to, 0, ...moved.splice(from, 1));
		return moved;
	}),
);

it('returns the first consistent pass alone, or else all that any pass showed, and never a record twice', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 0, max: 350 }),
			fc.array(change, { maxLength: 12 }),
			fc.option(fc.integer({ min: 1, max: 350 }), { nil: Infinity }),
			async (count, changes, limit) => {
				const { idsOf, passes, now } = changing(upTo(count), changes);
				const found = await idsOf(limit);
				expect(new Set(found).size).toBe(found.length);
				const consistent = passes.findIndex(isConsistent);
				expect(passes).toHaveLength(consistent < 0 ? 2 : consistent + 1);
				if (consistent >= 0) expect(found).toEqual(shownIn(passes[consistent]).slice(0, limit));
				else expect(found).toEqual([...new Set(passes.flatMap(shownIn))].slice(0, limit));
				const before = passes.slice(0, -1).reduce((sum, pages) => sum + pages.length, 0);
				// A pass without changes shows the list exactly.
				if (changes.length <= before + 1) expect(found).toEqual(now().slice(0, limit));
			},
		),
		{ numRuns: 500 },
	);
});
