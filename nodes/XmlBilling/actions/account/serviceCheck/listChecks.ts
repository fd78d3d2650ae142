import { dayOf } from '../../../records/display';
import { textOf } from '../../../xml/shape';
import { grouped, groupBy, handled, lookAt, specified, together, untested, type Finding } from './check';
import { leavesOf, namesIn, outermost } from './elements';
import { idsOf, listedIn, type Seen, type Survey } from './survey';

const NO_RECORDS = 'no records to look at';
const DAY = /^\d{4}-\d\d-\d\d$/;

/** How many records there are, so roughly that it says nothing about the business. */
export function findAmounts({ kinds }: Survey): Finding {
	const read = kinds.filter(({ page }) => page !== undefined);
	if (read.length === 0) return untested('no list was shown');
	return specified(
		grouped(
			groupBy(
				read,
				({ page }) => rangeOf(page?.total ?? page?.records.length ?? 0),
				({ many }) => many,
			),
		),
	);
}

function rangeOf(count: number): string {
	if (count === 0) return 'none';
	if (count <= 100) return '1 to 100';
	return count <= 1000 ? '101 to 1,000' : 'more than 1,000';
}

/** How much each list shows of its records (§2.2 leaves it open). */
export function findShown({ kinds }: Survey): Finding {
	const shown = kinds.map((seen) => ({ many: seen.many, finding: shownBy(seen) }));
	const tested = shown.filter(({ finding }) => finding.ok !== 'not tested');
	const { found, ok } = together(
		tested.map(({ finding }) => finding),
		NO_RECORDS,
	);
	const groups = groupBy(
		shown,
		({ finding }) => finding.found,
		({ many }) => many,
	);
	return { found: tested.length === 0 ? found : grouped(groups), ok };
}

function shownBy(seen: Seen): Finding {
	if (seen.page === undefined) return untested('not shown');
	const { kind, page, single } = seen;
	const [first] = page.elements;
	if (first === undefined) return untested(NO_RECORDS);
	if (kind.get === undefined) return findTable(seen);
	if (single === undefined) return untested('nothing to compare with');
	const listed = namesIn(single.listed, kind.shape);
	const full = namesIn(single.element, kind.shape);
	const missing = [...full.known].filter((path) => path !== kind.id && !listed.known.has(path));
	if (missing.length === 0) return specified('full records');
	const isBare = [...listed.known].every((path) => path === kind.id);
	return handled(isBare ? 'identifiers only' : `no ${outermost(missing).join(', ')}`);
}

/** A kind without single records: its list must show all fields. */
function findTable({ kind, page }: Seen): Finding {
	const shown = new Set(page?.records.flatMap((record) => Object.keys(record)) ?? []);
	const missing = Object.keys(kind.shape).filter((name) => !shown.has(name));
	return missing.length === 0 ? specified('full records') : lookAt(`no ${missing.join(', ')}`);
}

/** How many elements of records the interface doesn't name. */
export function findUnnamed({ kinds }: Survey): Finding {
	const looked = kinds.flatMap(({ many, kind, page, single }) => {
		const element = single?.element ?? page?.elements[0];
		return element === undefined ? [] : { many, others: namesIn(element, kind.shape).others };
	});
	if (looked.length === 0) return untested(NO_RECORDS);
	const more = looked.filter(({ others }) => others > 0);
	if (more.length === 0) return specified('none');
	return handled(more.map(({ many, others }) => `${many}: ${others}`).join('; '));
}

/** Which values a list shows otherwise than the record on its own. */
export function findDifferences({ kinds }: Survey): Finding {
	const compared = kinds.flatMap(({ many, kind, single }) =>
		single === undefined ? [] : { many, fields: differing(single.listed, single.element, kind.shape) },
	);
	if (compared.length === 0) return untested(NO_RECORDS);
	const different = compared.filter(({ fields }) => fields.length > 0);
	if (different.length === 0) return specified('lists and single records show the same values');
	return handled(different.map(({ many, fields }) => `${many}: ${fields.join(', ')}`).join('; '));
}

function differing(
	listed: Parameters<typeof leavesOf>[0],
	single: Parameters<typeof leavesOf>[0],
	shape: Parameters<typeof leavesOf>[1],
): string[] {
	const valuesOf = (element: typeof listed): Map<string, string> => {
		const values = new Map<string, string>();
		for (const { path, text } of leavesOf(element, shape))
			values.set(path, `${values.get(path) ?? ''}\n${text.trim()}`);
		return values;
	};
	const inList = valuesOf(listed);
	return [...valuesOf(single)].flatMap(([path, text]) =>
		inList.has(path) && inList.get(path) !== text ? path : [],
	);
}

/** The order of each list, by identifier. */
export function findOrder({ kinds }: Survey): Finding {
	const long = kinds.filter(({ kind, page }) => kind.isTable !== true && idsOf(page, kind).length > 1);
	if (long.length === 0) return untested('no list with several records');
	const groups = groupBy(
		long,
		({ kind, page }) => orderOf(idsOf(page, kind)),
		({ many }) => many,
	);
	const found = grouped(groups);
	return Object.keys(groups).every((order) => order === NEWEST) ? specified(found) : handled(found);
}

const NEWEST = 'newest first';
const OLDEST = 'oldest first';

/** The order of identifiers. */
export function orderOf(ids: readonly number[]): string {
	const steps = ids.slice(1).map((id, index) => id - (ids[index] ?? id));
	if (steps.every((step) => step <= 0)) return NEWEST;
	return steps.every((step) => step >= 0) ? OLDEST : 'neither';
}

/** Whether the list of invoices is sorted as a request asks (§4.3). */
export async function findSorting({ of, list }: Survey): Promise<Finding> {
	const { kind, page } = of('invoices') ?? {};
	if (kind === undefined || idsOf(page, kind).length < 2) return untested('fewer than two invoices');
	const sorted = async (sort_column: string, sort_order: string) =>
		listedIn(await list(kind, { sort_column, sort_order }), kind);
	const rising = await sorted('invoice_id', 'asc');
	const falling = await sorted('invoice_id', 'desc');
	const byDate = await sorted('date', 'asc');
	if (rising === undefined || falling === undefined) return untested('the lists were not shown');
	const isById = orderOf(idsOf(rising, kind)) === OLDEST && orderOf(idsOf(falling, kind)) === NEWEST;
	const days = (byDate?.records ?? []).map(({ date }) => dayOf('date')({ date: textOf(date) }));
	const isByDate = days.every((day, index) => index === 0 || day >= (days[index - 1] ?? ''));
	const isDated = days.length > 0 && days.every((day) => DAY.test(day));
	const dates = isDated ? [finding('date', isByDate)] : [];
	return together([finding('invoice_id', isById), ...dates], '');
}

const finding = (column: string, isHeeded: boolean): Finding =>
	isHeeded ? specified(`${column} is heeded`) : handled(`${column} is ignored`);

/** The field with the day on which a record came into being, for kinds that have one. */
const CREATED: Readonly<Record<string, string>> = {
	invoices: 'date',
	estimates: 'date',
	projects: 'created_date',
	tasks: 'created_date',
	products: 'date',
	services: 'date',
	staff: 'date_added',
};
// Documents may be dated back.
const MOSTLY = 0.75;

/** Whether identifiers are unique, and grow with time. */
export function findGrowth({ kinds }: Survey): Finding {
	const lists = kinds.filter(({ kind, page }) => idsOf(page, kind).length > 1);
	if (lists.length === 0) return untested('no list with several records');
	const doubled = lists.filter(
		({ kind, page }) => new Set(idsOf(page, kind)).size < idsOf(page, kind).length,
	);
	const unique = doubled.length === 0 ? specified('unique') : lookAt(`twice in ${namesOf(doubled)}`);
	const tested = lists.filter((seen) => growthOf(seen) !== undefined);
	const falling = tested.filter((seen) => (growthOf(seen) ?? 1) < MOSTLY);
	const growing = tested.length === 0 ? [] : [specified('later dates mostly have larger ones')];
	return together(
		[
			unique,
			...(falling.length === 0 ? growing : [lookAt(`not larger with later dates: ${namesOf(falling)}`)]),
		],
		'',
	);
}

const namesOf = (kinds: readonly Seen[]): string => kinds.map(({ many }) => many).join(', ');

/** Of the neighbors by identifier with different dates, the share in which the later has the larger identifier. */
function growthOf({ many, kind, page }: Seen): number | undefined {
	const field = CREATED[many];
	if (field === undefined) return undefined;
	const known = (page?.records ?? [])
		.map((record) => ({ id: Number(record[kind.id]), at: textOf(record[field]).slice(0, 10) }))
		.filter(({ at }) => DAY.test(at))
		.sort((one, other) => one.id - other.id);
	const pairs = known.slice(1).map(({ at }, index) => ({ at, before: known[index]?.at ?? at }));
	const moved = pairs.filter(({ at, before }) => at !== before);
	return moved.length === 0 ? undefined : moved.filter(({ at, before }) => at > before).length / moved.length;
}
