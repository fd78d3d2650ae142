import { valueAt } from '../../../records/display';
import { isSameText, textOf, type BillingRecord, type Value } from '../../../xml/shape';
import { grouped, groupBy, lookAt, specified, untested, type Finding } from './check';
import { idsOf, listedIn, type Listed, type Seen, type Survey } from './survey';

/** A filter of a list that the records show. */
interface Filter {
	readonly name: string;
	/** What a record shows of it. */
	readonly shown: (record: BillingRecord) => readonly string[];
	/** A value that no record has. */
	readonly impossible: string;
	/** Whether a record that shows a value belongs into the list. Defaults to the same text. */
	readonly fits?: (shown: string, asked: string) => boolean;
}

/** A filter of which records show nothing: no record can be in both lists. */
interface Split {
	readonly name: string;
	readonly values: readonly [string, string];
}

type Outcome = 'heeded' | 'ignored' | 'finds nothing' | 'refused' | 'not tested';

const NO_ID = '2147483646';
const NO_TEXT = 'no such record';

const textsIn = (value: Value | undefined): string[] =>
	[value].flat().flatMap((one) => (textOf(one).trim() === '' ? [] : textOf(one).trim()));

const by = (name: string, impossible = NO_TEXT, field = name): Filter => ({
	name,
	shown: (record) => textsIn(record[field]),
	impossible,
});

const byClient: Filter = {
	name: 'client_id',
	shown: (record) => textsIn(valueAt(record, 'client/client_id')),
	impossible: NO_ID,
};

const isSame = (shown: string, asked: string): boolean => isSameText(shown, asked);

const byDate = (name: string, impossible: string, fits: Filter['fits'] = isSame, field = 'date'): Filter => ({
	name,
	shown: (record) =>
		textsIn(record[field])
			.map((date) => date.slice(0, 10))
			.filter(isDay),
	impossible,
	fits,
});

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** The filters to try, by the kind of record (§4.3 to §4.10). Those that decide what is billed and paid come first. */
const FILTERS: Readonly<Record<string, ReadonlyArray<Filter | Split>>> = {
	invoices: [
		byClient,
		by('invoice_number', NO_TEXT, 'number'),
		byDate('date_from', '2999-12-31', (shown, asked) => shown >= asked),
		byDate('date_to', '1900-01-01', (shown, asked) => shown <= asked),
		by('invoice_status', 'Resolved'),
		{ name: 'invoice_record_status', values: ['Active', 'Archived'] },
	],
	'time entries': [
		by('project_id', NO_ID),
		byDate('work_date', '1900-01-01', isSame, 'work_date'),
		{ name: 'billed', values: ['Yes', 'No'] },
	],
	expenses: [byClient, { name: 'is_expense_invoiced', values: ['Yes', 'No'] }],
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
	for (const filter of FILTERS[many] ?? []) {
		const outcome =
			'values' in filter ? await trySplit(survey, seen, filter) : await tryFilter(survey, seen, filter);
		outcomes.push({ name: filter.name, outcome });
	}
	const found = grouped(
		groupBy(
			outcomes,
			({ outcome }) => outcome,
			({ name }) => name,
		),
	);
	if (outcomes.every(({ outcome }) => outcome === 'not tested'))
		return untested('no record shows their values');
	const isFine = outcomes.every(({ outcome }) => ['heeded', 'not tested'].includes(outcome));
	return isFine ? specified(found) : lookAt(found);
}

/** Asks for a value that some records have and others don't; if there is none, for one that no record has. */
async function tryFilter(survey: Survey, seen: Seen, filter: Filter): Promise<Outcome> {
	const { kind, page, single } = seen;
	const { shown, fits = isSame, impossible } = filter;
	const records = [...(page?.records ?? []), ...(single === undefined ? [] : [single.record])];
	const known = records.map(shown).filter((values) => values.length > 0);
	const has = (values: readonly string[], asked: string) => values.some((value) => fits(value, asked));
	const asked = known.flat().find((value) => known.some((values) => !has(values, value)));
	if (asked !== undefined) {
		const answer = await survey.list(kind, { [filter.name]: asked });
		if (answer === undefined) return 'not tested';
		const found = listedIn(answer, kind);
		if (found === undefined) return 'refused';
		if (found.records.length === 0) return 'finds nothing';
		const told = found.records.map(shown).filter((values) => values.length > 0);
		if (told.length > 0) return told.every((values) => has(values, asked)) ? 'heeded' : 'ignored';
	}
	const answer = await survey.list(kind, { [filter.name]: impossible });
	if (answer === undefined) return 'not tested';
	const none = listedIn(answer, kind);
	if (none === undefined) return 'refused';
	return none.records.length === 0 ? 'heeded' : 'ignored';
}

async function trySplit({ list }: Survey, { kind }: Seen, { name, values }: Split): Promise<Outcome> {
	const lists: Listed[] = [];
	for (const value of values) {
		const answer = await list(kind, { [name]: value });
		if (answer === undefined) return 'not tested';
		const listed = listedIn(answer, kind);
		if (listed === undefined) return 'refused';
		lists.push(listed);
	}
	const [one, other] = lists.map((listed) => idsOf(listed, kind));
	if (one?.length === 0 && other?.length === 0) return 'finds nothing';
	return one?.some((id) => other?.includes(id)) === true ? 'ignored' : 'heeded';
}
