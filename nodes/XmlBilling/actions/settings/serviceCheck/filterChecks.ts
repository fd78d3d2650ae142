import { valueAt } from '../../../records/display';
import { isSameText, textOf } from '../../../xml/shape';
import { dayIn } from '../../../xml/days';
import { grouped, toLookAt, specified, untested, type Check, type Finding } from './check';
import { INVOICE_STATUSES } from '../../../records/states';
import { NO_ID } from './inquiry';
import { readList, type Listed, type SeenKind, type Survey } from './survey';

/** A filter of a list. */
interface Filter {
	readonly name: string;
	/** The field in which records show it; '' if they show nothing of it. */
	readonly field: string;
	/** A value that no record has, or two values of which a record has at most one. */
	readonly others: readonly string[];
	/** A shown value as it is asked for; undefined if it can't be. */
	readonly read?: (shown: string) => string | undefined;
	/** Whether a record that shows a value belongs into the list. Defaults to the same text. */
	readonly fits?: (shown: string, asked: string) => boolean;
}

const NO_EMAIL = 'nobody@no-such-host.example';

const by = (name: string, field = name, ...others: string[]): Filter => ({
	name,
	field,
	others: others.length > 0 ? others : ['no such record'],
});
const byDate = (name: string, field: string, other: string, fits?: Filter['fits']): Filter => ({
	...by(name, field, other),
	read: dayIn,
	...(fits && { fits }),
});
const byClient = by('client_id', 'client/client_id', NO_ID);

/** The filters to try, by the list (§4.3 to §4.10). Those that decide what is billed and paid come first. */
const FILTERS: Readonly<Record<string, readonly Filter[]>> = {
	invoices: [
		byClient,
		by('invoice_number', 'number'),
		byDate('date_from', 'date', '2999-12-31', (shown, asked) => shown >= asked),
		byDate('date_to', 'date', '1900-01-01', (shown, asked) => shown <= asked),
		{
			...by('invoice_status', 'invoice_status', 'Paid', 'Sent'),
			// The node asks for statuses as the interface spells them.
			read: (shown) => INVOICE_STATUSES.find((status) => isSameText(shown, status)),
		},
		by('invoice_record_status', '', 'Active', 'Archived'),
	],
	timelogs: [
		by('project_id', 'project_id', NO_ID),
		byDate('work_date', 'work_date', '1900-01-01'),
		by('billed', '', 'Yes', 'No'),
	],
	expenses: [byClient, by('is_expense_invoiced', '', 'Yes', 'No')],
	clients: [by('client_email', 'email', NO_EMAIL)],
	estimates: [byClient, by('estimate_number', 'number')],
	recurrings: [byClient],
	projects: [byClient],
	tasks: [by('project_id', 'project', NO_ID)],
	products: [by('item_name', 'product_name')],
	staff_users: [by('email', 'email', NO_EMAIL)],
};

/** Asks for a value that some records have and others don't, if there is one. */
async function tryFilter(survey: Survey, { kind, page, single }: SeenKind, filter: Filter): Promise<string> {
	const { name, field, others, read = (shown: string) => shown, fits = isSameText } = filter;
	const valuesIn = (records: Listed['records']) =>
		records
			.map((record) => [valueAt(record, field)].flat().flatMap((value) => read(textOf(value).trim()) || []))
			.filter((values) => values.length > 0);
	const has = (values: readonly string[], asked: string) => values.some((value) => fits(value, asked));
	const list = async (value: string) => await readList(survey, kind, { [name]: value });
	const unread = () => (survey.stopped() === undefined ? 'refused' : 'not tested');

	const known = valuesIn([...page.records, ...(single === undefined ? [] : [single.record])]);
	const asked = known.flat().find((value) => known.some((values) => !has(values, value)));
	if (asked !== undefined) {
		const found = await list(asked);
		if (found === undefined) return unread();
		if (found.records.length === 0) return 'finds nothing';
		const told = valuesIn(found.records);
		if (told.length > 0) return told.every((values) => has(values, asked)) ? 'heeded' : 'ignored';
	}
	const lists: Array<readonly number[]> = [];
	for (const value of others) {
		const found = await list(value);
		if (found === undefined) return unread();
		lists.push(found.ids);
	}
	const [first = [], second] = lists;
	if (second === undefined) return first.length === 0 ? 'heeded' : 'ignored';
	if (first.length + second.length === 0) return 'finds nothing';
	return first.some((id) => second.includes(id)) ? 'ignored' : 'heeded';
}

async function tryAll(survey: Survey, wrapper: string, filters: readonly Filter[]): Promise<Finding> {
	const seen = survey.kinds.find(({ kind }) => kind.wrapper === wrapper);
	if (seen === undefined || seen.page.records.length === 0) return untested('no records to look for');
	const outcomes: Array<readonly [outcome: string, name: string]> = [];
	for (const filter of filters) outcomes.push([await tryFilter(survey, seen, filter), filter.name]);
	const tested = outcomes.filter(([outcome]) => outcome !== 'not tested');
	if (tested.length === 0) return untested(survey.stopped() ?? '');
	return (tested.every(([outcome]) => outcome === 'heeded') ? specified : toLookAt)(grouped(outcomes));
}

/** Which filters change a list as they should. */
export const filterChecks: readonly Check[] = Object.entries(FILTERS).map(([wrapper, filters]) => ({
	check: `Filters: ${wrapper}`,
	handling:
		'The node checks the records before it bills, pays or reports, and the days of a period itself. Else, Get Many returns what the service lists.',
	find: async (survey) => await tryAll(survey, wrapper, filters),
}));
