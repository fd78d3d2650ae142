import { grouped, groupBy, handled, lookAt, specified, together, untested, type Finding } from './check';
import { idsOf, listedIn, type Kind, type Listed, type Seen, type Survey } from './survey';

const SIZE = 2;

/** Whether lists can be read page by page (§4.1). */
export async function findPages({ kinds, list }: Survey): Promise<Finding> {
	// The list with the most records has the most pages.
	const [longest] = kinds
		.filter(({ kind, page }) => kind.isTable !== true && idsOf(page, kind).length > SIZE)
		.sort((one, other) => (other.page?.records.length ?? 0) - (one.page?.records.length ?? 0));
	if (longest === undefined) return untested(`no list with more than ${SIZE} records`);
	const { kind } = longest;
	const read = async (page: number) =>
		listedIn(await list(kind, { page: String(page), per_page_record: String(SIZE) }), kind);
	const first = await read(1);
	if (first === undefined) return untested('the pages were not shown');
	const second = first.totalPages > 1 ? await read(2) : undefined;
	const beyond = await read(first.totalPages + 1);
	return together(
		[
			ofSize(first),
			...ofCount(first),
			...(second === undefined ? [] : [ofSecond(first, second, kind)]),
			...(beyond === undefined ? [] : [pastTheEnd(beyond, first, second, kind)]),
		],
		'',
	);
}

const ofSize = ({ records }: Listed): Finding =>
	records.length <= SIZE ? specified('per_page_record is heeded') : handled('per_page_record is ignored');

function ofCount({ wrapper, records, total, totalPages }: Listed): Finding[] {
	if (wrapper?.attributes['total_pages'] === undefined) return [lookAt('no total_pages')];
	if (total === undefined) return [];
	const isRight = totalPages === Math.ceil(total / Math.max(SIZE, records.length));
	return [isRight ? specified('total_pages fits the count') : lookAt('total_pages does not fit the count')];
}

const isSame = (one: Listed, other: Listed | undefined, kind: Kind): boolean =>
	idsOf(one, kind).join() === idsOf(other, kind).join();

function ofSecond(first: Listed, second: Listed, kind: Kind): Finding {
	if (second.records.length === 0) return lookAt('page 2 is empty');
	return isSame(first, second, kind)
		? lookAt('page 2 repeats page 1')
		: specified('page 2 has other records');
}

function pastTheEnd(beyond: Listed, first: Listed, second: Listed | undefined, kind: Kind): Finding {
	if (beyond.records.length === 0) {
		const is404 = beyond.wrapper === undefined;
		return specified(`a page past the end is ${is404 ? 'status 404' : 'empty'}`);
	}
	const isRepeated = isSame(beyond, first, kind) || isSame(beyond, second, kind);
	return handled(`a page past the end ${isRepeated ? 'repeats another' : 'shows records'}`);
}

/** The attributes with the number of records (§4.1). */
export function findCounts({ kinds }: Survey): Finding {
	const shown = kinds.filter(({ page }) => page?.wrapper !== undefined);
	if (shown.length === 0) return untested('no list with records');
	const found = grouped(groupBy(shown, countOf, ({ many }) => many));
	return shown.every((seen) => countOf(seen) === wanted(seen)) ? specified(found) : handled(found);
}

const COUNTS = ['total_records', 'total'];
const TOTAL = ['clients', 'staff', 'expense categories'];

const wanted = ({ many, kind }: Seen): string =>
	kind.isTable === true || TOTAL.includes(many) ? 'total' : 'total_records';

const countOf = ({ page }: Seen): string =>
	COUNTS.find((name) => page?.wrapper?.attributes[name] !== undefined) ?? 'none';
