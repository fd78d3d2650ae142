import { valueAt } from '../../../records/display';
import { isSameText, textOf, type BillingRecord, type Value } from '../../../xml/shape';
import { grouped, groupBy, lookAt, specified, untested, type Finding } from './check';
import { INVOICE_STATUSES } from './formatChecks';
import { idsOf, listedIn, type Listed, type Seen, type Survey } from './survey';

/** A filter of a list that the records show. */
interface Filter {
	readonly name: string;
	/** What a record shows of it. */
	readonly shown: (record: BillingRecord) => readonly string[];
	/** A value that no record has, or two values of which a record has at most one. */
	readonly other: string | readonly [string, string];
	/** Whether a record that shows a value belongs into the list. Defaults to the same text. */
	readonly fits?: (shown: string, asked: string) => boolean;
}

type Outcome = 'heeded' | 'ignored' | 'finds nothing' | 'refused' | 'not tested';

const NO_ID = '2147483646';
const NO_TEXT = 'no such record';

const textsIn = (value: Value | undefined): string[] =>
	[value].flat().flatMap((one) => (textOf(one).trim() === '' ? [] : textOf(one).trim()));

const by = (name: string, other = NO_TEXT, field = name): Filter => ({
	name,
	shown: (record) => textsIn(record[field]),
	other,
});

/** A filter of which records show nothing. */
const unseen = (name: string, ...other: [string, string]): Filter => ({ name, shown: () => [], other });

const byStatus: Filter = {
	name: 'invoice_status',
	// The node asks for statuses as the interface spells them.
	shown: ({ invoice_status }) => INVOICE_STATUSES.filter((status) => isSameText(invoice_status, status)),
	other: ['Paid', 'Sent'],
};

const byClient: Filter = {
	name: 'client_id',
	shown: (record) => textsIn(valueAt(record, 'client/client_id')),
	other: NO_ID,
};

const isSame = (shown: string, asked: string): boolean => isSameText(shown, asked);

const byDate = (name: string, other: string, fits: Filter['fits'] = isSame, field = 'date'): Filter => ({
	name,
	shown: (record) =>
		textsIn(record[field])
			.map((date) => date.slice(0, 10))
			.filter(isDay),
	other,
	fits,
});

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** The filters to try, by the kind of record (§4.3 to §4.10). Those that decide what is billed and paid come first. */
const FILTERS: Readonly<Record<string, readonly Filter[]>> = {
	invoices: [
		byClient,
		by('invoice_number', NO_TEXT, 'number'),
		byDate('date_from', '2999-12-31', (shown, asked) => shown >= asked),
		byDate('date_to', '1900-01-01', (shown, asked) => shown <= asked),
		byStatus,
		unseen('invoice_record_status', 'Active', 'Archived'),
	],
	'time entries': [
		by('project_id', NO_ID),
		byDate('work_date', '1900-01-01', isSame, 'work_date'),
		unseen('billed', 'Yes', 'No'),
	],
	expenses: [byClient, unseen('is_expense_invoiced', 'Yes', 'No')],
	clients: [by('client_email', 'nobody@no-such-host.example', 'email')],
	estimates: [byClient, by('estimate_number', NO_TEXT, 'number')],
	'recurring profiles': [byClient],
	projects: [byClient],
	tasks: [by('project_id', NO_ID, 'project')],
	products: [by('item_name', NO_TEXT, 'product_name')],
	staff: [by('email', 'nobody@no-such-host.example')],
};

/** The kinds of records whose filters are tried. */
export const FILTERED = Object.keys(FILTERS);

/** Which filters of a list change it as they should. */
export async function findFilters(survey: Survey, many: string): Promise<Finding> {
	const seen = survey.of(many);
	if (seen?.page === undefined || seen.page.records.length === 0) return untested('no records to look for');
	const outcomes: Array<{ name: string; outcome: Outcome }> = [];
	for (const filter of FILTERS[many] ?? [])
		outcomes.push({ name: filter.name, outcome: await tryFilter(survey, seen, filter) });
	const found = grouped(
		groupBy(
			outcomes,
			({ outcome }) => outcome,
			({ name }) => name,
		),
	);
	if (outcomes.every(({ outcome }) => outcome === 'not tested'))
		return untested(survey.inquiry.stopped() ?? 'not asked');
	const isFine = outcomes.every(({ outcome }) => ['heeded', 'not tested'].includes(outcome));
	return isFine ? specified(found) : lookAt(found);
}

/** Asks for a value that some records have and others don't, if there is one. */
async function tryFilter(survey: Survey, seen: Seen, filter: Filter): Promise<Outcome> {
	const { page, single } = seen;
	const { name, shown, fits = isSame, other } = filter;
	const records = [...(page?.records ?? []), ...(single === undefined ? [] : [single.record])];
	const known = records.map(shown).filter((values) => values.length > 0);
	const has = (values: readonly string[], asked: string) => values.some((value) => fits(value, asked));
	const asked = known.flat().find((value) => known.some((values) => !has(values, value)));
	if (asked !== undefined) {
		const found = await read(survey, seen, name, asked);
		if (typeof found === 'string') return found;
		if (found.records.length === 0) return 'finds nothing';
		const told = found.records.map(shown).filter((values) => values.length > 0);
		if (told.length > 0) return told.every((values) => has(values, asked)) ? 'heeded' : 'ignored';
	}
	if (typeof other !== 'string') return await trySplit(survey, seen, name, other);
	const none = await read(survey, seen, name, other);
	if (typeof none === 'string') return none;
	return none.records.length === 0 ? 'heeded' : 'ignored';
}

/** Asks for two values: no record can be in both lists. */
async function trySplit(
	survey: Survey,
	seen: Seen,
	name: string,
	[first, second]: readonly [string, string],
): Promise<Outcome> {
	const one = await read(survey, seen, name, first);
	if (typeof one === 'string') return one;
	const other = await read(survey, seen, name, second);
	if (typeof other === 'string') return other;
	const ids = idsOf(other, seen.kind);
	if (one.records.length + other.records.length === 0) return 'finds nothing';
	return idsOf(one, seen.kind).some((id) => ids.includes(id)) ? 'ignored' : 'heeded';
}

async function read(
	{ list }: Survey,
	{ kind }: Seen,
	name: string,
	value: string,
): Promise<Listed | 'refused' | 'not tested'> {
	const asked = await list(kind, { [name]: value });
	return asked === undefined ? 'not tested' : (listedIn(asked, kind) ?? 'refused');
}
