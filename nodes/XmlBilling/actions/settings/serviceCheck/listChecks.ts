import type { Element } from '../../../xml/parse';
import type { BillingRecord, Shape } from '../../../xml/shape';
import { amountIn } from '../../../records/amounts';
import { dayIn } from '../../../xml/days';
import { groupBy } from '../../../objects';
import { invoiceRecord } from '../../../records';
import { paymentsIn } from '../../../records/invoicePayments';
import { isDeleted } from '../../../records/states';
import { grouped, handled, toLookAt, specified, together, untested, type Check, type Finding } from './check';
import { partsOf } from './elements';
import { invoicesIn, readList, type Listed, type SeenKind } from './survey';

const NO_RECORDS = 'no records to look at';
const NO_LIST = 'no list with several records';

/** How much a list shows of its records (§2.2 leaves it open). */
function shownBy({ kind, page, single }: SeenKind): Finding {
	const pathsIn = (element: Element) => new Set(partsOf(element, kind.shape).map(({ path }) => path));
	const compared = single?.listed ?? page.elements[0];
	if (compared === undefined) return untested(NO_RECORDS);
	if (kind.get !== undefined && single === undefined) return untested('nothing to compare with');
	const listed = pathsIn(compared);
	// No method reads a single expense category.
	const full = single === undefined ? Object.keys(kind.shape) : [...pathsIn(single.element)];
	const missing = full.filter((path) => path !== kind.id && !listed.has(path));
	if (missing.length === 0) return specified('full records');
	const outermost = missing.filter((path) => !missing.some((other) => path.startsWith(`${other}/`)));
	const hasOnlyIds = [...listed].every((path) => path === kind.id);
	const isDocumented = missing.every((path) => kind.unlisted?.includes(path));
	const judge = isDocumented ? specified : single === undefined ? toLookAt : handled;
	return judge(hasOnlyIds ? 'identifiers only' : `no ${outermost.join(', ')}`);
}

/** The elements whose values a list shows otherwise than the record on its own. */
function differing(listed: Element, single: Element, shape: Shape): string[] {
	const valuesIn = (element: Element) =>
		groupBy(
			partsOf(element, shape).map(({ path, text }) => ({ path, text: text.trim() })),
			({ path }) => path,
		);
	const inList = valuesIn(listed);
	return [...valuesIn(single)].flatMap(([path, values]) => {
		const others = inList.get(path);
		return others === undefined || JSON.stringify(others) === JSON.stringify(values) ? [] : path;
	});
}

const SUMS = ['net_balance', 'net_balance and late_fee', 'another amount'] as const;

/** What total_paid and outstanding of an invoice add up to; undefined if it doesn't show enough to tell. */
function sumIn(invoice: BillingRecord): (typeof SUMS)[number] | undefined {
	const paid = amountIn(invoice['total_paid']);
	const due = amountIn(invoice['outstanding']);
	const total = amountIn(invoice['net_balance']);
	if (paid === undefined || due === undefined || total === undefined) return undefined;
	const rest = paid.plus(due).minus(total);
	if (rest.eq(0)) return 'net_balance';
	if (!('late_fee' in invoice)) return undefined;
	// The interface doesn't say whether net_balance includes a late fee (§2.2).
	return amountIn(invoice['late_fee'])?.eq(rest) === true ? 'net_balance and late_fee' : 'another amount';
}

const NEWEST = 'newest first';
const OLDEST = 'oldest first';
const OTHER = 'not by identifier';

function orderOf(ids: readonly number[]): string {
	const steps = ids.slice(1).map((id, index) => id - (ids[index] ?? id));
	if (steps.every((step) => step <= 0)) return NEWEST;
	return steps.every((step) => step >= 0) ? OLDEST : OTHER;
}

const heeded = (name: string, isHeeded: boolean): Finding =>
	isHeeded ? specified(`${name} is heeded`) : handled(`${name} is ignored`);

/** The field with the day on which a record came into being, for kinds that have one. */
const CREATED: Readonly<Record<string, string>> = {
	invoices: 'date',
	estimates: 'date',
	projects: 'created_date',
	tasks: 'created_date',
	products: 'date',
	services: 'date',
	staff_users: 'date_added',
};
// Documents may be dated back.
const MIN_GROWTH = 0.75;

/** Of the neighbors by identifier with different dates, the share in which the later has the larger identifier. */
function growthOf({ kind, page }: SeenKind): number | undefined {
	const known = page.records
		.map((record) => ({ id: Number(record[kind.id]), day: dayIn(record[CREATED[kind.wrapper] ?? '']) ?? '' }))
		.filter(({ day }) => day !== '')
		.sort((one, other) => one.id - other.id);
	const days = known.map(({ day }) => day).filter((day, index, all) => day !== all[index - 1]);
	const later = days.filter((day, index) => index > 0 && day > (days[index - 1] ?? ''));
	return days.length < 2 ? undefined : later.length / (days.length - 1);
}

const SIZE = 2;

function ofPages(first: Listed, second: Listed | undefined, beyond: Listed | undefined): Finding {
	const { ids, records, total = 0, totalPages } = first;
	const isMissed = totalPages * Math.max(SIZE, records.length) < total;
	return together([
		heeded('per_page_record', records.length <= SIZE),
		...(first.namesPages ? [] : [toLookAt('no total_pages')]),
		...(first.namesPages && isMissed ? [toLookAt('total_pages is too small')] : []),
		...(second === undefined
			? []
			: second.ids.some((id) => !ids.includes(id))
				? [specified('page 2 has other records')]
				: [toLookAt('page 2 has no other records')]),
		...(beyond === undefined
			? []
			: beyond.records.length === 0
				? [specified('a page past the end is empty')]
				: [handled('a page past the end has records')]),
	]);
}

export const listChecks: readonly Check[] = [
	{
		check: 'What lists show',
		handling: 'Where a list shows too little, the node reads records one by one, which takes more requests.',
		find({ kinds }) {
			const shown = kinds.map((seen) => ({ name: seen.kind.wrapper, ...shownBy(seen) }));
			const tested = together(
				shown.filter(({ result }) => result !== 'not tested'),
				NO_RECORDS,
			);
			if (tested.result === 'not tested') return tested;
			return { ...tested, found: grouped(shown.map(({ found, name }) => [found, name])) };
		},
	},
	{
		check: 'Values in lists and single records',
		handling: 'The trigger tells payments apart by amount. Updates and payments read the single record.',
		find({ kinds }) {
			const compared = kinds.flatMap(({ kind, single }) =>
				single === undefined
					? []
					: { name: kind.wrapper, paths: differing(single.listed, single.element, kind.shape) },
			);
			const different = compared.filter(({ paths }) => paths.length > 0);
			if (compared.length === 0) return untested(NO_RECORDS);
			if (different.length === 0) return specified('the same');
			return handled(different.map(({ name, paths }) => `${name}: ${paths.join(', ')}`).join('; '));
		},
	},
	{
		check: 'Elements that records leave out',
		handling: 'An update cannot resend a value that the service does not show. Set it in every update.',
		find({ kinds }) {
			const found = kinds.flatMap(({ kind: { keptOnUpdate = {}, watched, wrapper }, single }) => {
				if (single === undefined) return [];
				const shown = new Set(single.element.children.map(({ name }) => name));
				const needed = new Set([
					...Object.values(keptOnUpdate).map(({ field }) => field),
					...(watched === undefined ? [] : [...watched.filled, ...watched.present]),
				]);
				const missing = [...needed].filter((field) => !shown.has(field));
				return missing.length === 0
					? specified(wrapper)
					: toLookAt(`${wrapper}: no ${missing.sort().join(', ')}`);
			});
			const missing = found.filter(({ result }) => result === 'to look at');
			if (missing.length > 0) return together(missing);
			return found.length === 0 ? untested(NO_RECORDS) : specified('none');
		},
	},
	{
		check: 'Payments and taxes of invoices',
		handling: 'The trigger and Record Payment read the payments of single invoices.',
		find(survey) {
			const { kind, page, single } = invoicesIn(survey);
			if (kind === undefined || single === undefined) return untested('no invoice to look at');
			const { record } = single;
			const paths = partsOf(single.element, kind.shape).map(({ path }) => path);
			const unpaid =
				Number(record['total_paid']) > 0
					? toLookAt('a paid invoice shows no payments')
					: untested('no payments seen');
			return together([
				paymentsIn(record).length > 0 ? specified('single invoices show payments') : unpaid,
				page?.records.some((listed) => paymentsIn(listed).length > 0) === true
					? specified('lists show payments')
					: handled('lists show no payments'),
				...(paths.includes('items/item')
					? [
							paths.includes('items/item/tax1_percent')
								? specified('lines show their taxes')
								: toLookAt('lines show no taxes'),
						]
					: []),
			]);
		},
	},
	{
		check: 'Amounts of invoices',
		handling: 'The node takes outstanding for the amount due, and does not calculate it.',
		find(survey) {
			const { page, single } = invoicesIn(survey);
			const invoices = [...(page?.records ?? []), ...(single === undefined ? [] : [single.record])];
			const sums = SUMS.filter((sum) => invoices.some((invoice) => sumIn(invoice) === sum));
			if (sums.length === 0) return untested('no invoice shows total_paid, outstanding and net_balance');
			const found = `total_paid and outstanding add up to ${sums.join(' or ')}`;
			return (sums.includes('another amount') ? toLookAt : specified)(found);
		},
	},
	{
		check: 'Order of lists',
		handling:
			'The trigger asks for invoices in its own order, and reads other lists whole if they are not by identifier. Get Many returns the order of the service.',
		find({ kinds }) {
			const orders = kinds.flatMap(({ kind, page: { ids } }) =>
				ids.length > 1 ? [[orderOf(ids), kind.wrapper] as const] : [],
			);
			if (orders.length === 0) return untested(NO_LIST);
			return (orders.every(([order]) => order === NEWEST) ? specified : handled)(grouped(orders));
		},
	},
	{
		check: 'Sorting of invoices',
		handling: 'The trigger checks the order that it gets. Get Many returns the order of the service.',
		async find(survey) {
			const { kind, page } = invoicesIn(survey);
			if (kind === undefined || page === undefined || page.ids.length < 2)
				return untested('fewer than two invoices');
			const sorted = async (sort_column: string, sort_order: string) =>
				await readList(survey, kind, { sort_column, sort_order });
			const rising = await sorted('invoice_id', 'asc');
			const falling = await sorted('invoice_id', 'desc');
			const days = (await sorted('date', 'asc'))?.records.map(({ date }) => dayIn(date) ?? '') ?? [];
			if (rising === undefined || falling === undefined) return untested('the lists were not shown');
			const isByDate = days.every((day, index) => index === 0 || day >= (days[index - 1] ?? ''));
			return together([
				heeded('invoice_id', orderOf(rising.ids) === OLDEST && orderOf(falling.ids) === NEWEST),
				...(days.length === 0 || days.includes('') ? [] : [heeded('date', isByDate)]),
			]);
		},
	},
	{
		check: 'Deleted documents',
		handling:
			'The node also looks for a number among canceled invoices, and says if a deleted one still has it.',
		async find(survey) {
			const deleted = survey.kinds.filter(({ page }) => page.records.some(isDeleted));
			const canceled = await readList(survey, invoiceRecord, { invoice_record_status: 'Cancel' });
			return together([
				...deleted.map(({ kind }) => toLookAt(`among active ones: ${kind.wrapper}`)),
				canceled?.records.some(isDeleted) === true
					? specified('canceled invoices stay listed')
					: untested('no canceled invoices seen'),
			]);
		},
	},
	{
		check: 'Identifiers',
		handling: 'The trigger takes a record with a larger identifier than before for a new one.',
		find({ kinds }) {
			const lists = kinds.filter(({ page }) => page.ids.length > 1);
			if (lists.length === 0) return untested(NO_LIST);
			const namesOf = (which: readonly SeenKind[]) => which.map(({ kind }) => kind.wrapper).join(', ');
			const doubled = lists.filter(({ page: { ids } }) => new Set(ids).size < ids.length);
			const falling = lists.filter((seen) => (growthOf(seen) ?? 1) < MIN_GROWTH);
			const isGrowing = lists.some((seen) => growthOf(seen) !== undefined);
			return together([
				doubled.length === 0 ? specified('unique') : toLookAt(`twice in ${namesOf(doubled)}`),
				...(falling.length > 0 ? [toLookAt(`not larger with later dates: ${namesOf(falling)}`)] : []),
				...(falling.length === 0 && isGrowing ? [specified('later dates mostly have larger ones')] : []),
			]);
		},
	},
	{
		check: 'Pages',
		handling: 'The node reads as many pages as the service names, and each record once.',
		async find(survey) {
			// The list with the most records has the most pages.
			const [longest] = [...survey.kinds].sort((one, other) => other.page.ids.length - one.page.ids.length);
			if (longest === undefined || longest.page.ids.length <= SIZE)
				return untested(`no list with more than ${SIZE} records`);
			const read = async (page: number) =>
				await readList(survey, longest.kind, { page: String(page), per_page_record: String(SIZE) });
			const first = await read(1);
			if (first === undefined) return untested('the pages were not shown');
			const second = first.totalPages > 1 ? await read(2) : undefined;
			return ofPages(first, second, await read(first.totalPages + 1));
		},
	},
];
