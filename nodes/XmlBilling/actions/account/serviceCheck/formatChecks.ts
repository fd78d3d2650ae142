import { groupBy, handled, lookAt, specified, together, untested, type Finding } from './check';
import { leavesOf, type Leaf } from './elements';
import type { Survey } from './survey';

/** The values of records in one field of one kind. */
interface Column {
	/** The kind and the path: `invoices invoice_status`. */
	readonly name: string;
	readonly leaf: Leaf;
	/** All texts that were seen, as the service wrote them, without empty ones. */
	readonly texts: readonly string[];
}

/** What was seen of each field of each kind, in lists and single records. */
function columnsOf({ kinds }: Survey): Column[] {
	return kinds.flatMap(({ many, kind, page, single }) => {
		const elements = [...(page?.elements ?? []), ...(single === undefined ? [] : [single.element])];
		const columns = new Map<string, { name: string; leaf: Leaf; texts: string[] }>();
		for (const leaf of elements.flatMap((element) => leavesOf(element, kind.shape))) {
			const column = columns.get(leaf.path) ?? { name: `${many} ${leaf.path}`, leaf, texts: [] };
			columns.set(leaf.path, column);
			if (leaf.text.trim() !== '') column.texts.push(leaf.text);
		}
		return [...columns.values()].filter(({ texts }) => texts.length > 0);
	});
}

const RECORD_STATUSES = ['Active', 'Archived', 'Deleted'];
const GOODS_STATUSES = ['Active', 'Archive', 'Deleted'];

/** The commercial statuses of invoices (§3). */
export const INVOICE_STATUSES: readonly string[] =
	'Draft Sent Viewed Outstanding Paid Unpaid Disputed Auto-Paid Retry Failed Resolved Auto-Failed Partial-Paid'.split(
		' ',
	);

/** The words of each status that the interface lists (§3). */
const CLOSED: Readonly<Record<string, readonly string[]>> = {
	'invoices invoice_status': INVOICE_STATUSES,
	'invoices status': ['Active', 'Archived', 'Cancel'],
	'staff status': RECORD_STATUSES,
	'expenses status': RECORD_STATUSES,
	'products status': GOODS_STATUSES,
	'services status': GOODS_STATUSES,
};
// The interface lists no words for these, only examples of words (§2.2, §4.1).
const OPEN = [...new Set(Object.values(CLOSED).flat())];

/** How statuses are spelled. Shows only words of the interface. */
export function findStatuses(survey: Survey): Finding {
	const columns = columnsOf(survey).filter(({ leaf }) => /status$/.test(leaf.field));
	return together(columns.map(spellingOf), 'no record shows a status');
}

function spellingOf({ name, texts }: Column): Finding {
	const listed = CLOSED[name];
	const known = listed ?? OPEN;
	const words = [...new Set(texts.map((text) => text.trim()))].sort();
	const exact = words.filter((word) => known.includes(word));
	const likeOnes = words.filter((word) => !exact.includes(word) && known.some(isLike(word)));
	const isOther = words.length > exact.length + likeOnes.length;
	const otherCase = [...new Set(likeOnes.flatMap((word) => known.filter(isLike(word))))];
	const found = [
		...exact,
		...(otherCase.length > 0 ? [`in another case ${otherCase.join(', ')}`] : []),
		...(isOther ? ['other words'] : []),
	];
	const told = `${name}: ${found.join(', ')}`;
	if (isOther && listed !== undefined) return lookAt(told);
	return likeOnes.length > 0 ? handled(told) : specified(told);
}

const isLike =
	(word: string) =>
	(known: string): boolean =>
		known.toLowerCase() === word.toLowerCase();

interface Form {
	readonly word: string;
	readonly pattern: RegExp;
	readonly ok: (found: string) => Finding;
}

const DATES: readonly Form[] = [
	{ word: 'day', pattern: /^\d{4}-\d\d-\d\d$/, ok: specified },
	{ word: 'day and time', pattern: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, ok: specified },
	{ word: 'zeros', pattern: /^0000-00-00/, ok: lookAt },
	{ word: 'ISO time', pattern: /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/, ok: handled },
];

const AMOUNTS: readonly Form[] = [
	{ word: 'plain, at most two places', pattern: /^-?\d+(\.\d{1,2})?$/, ok: specified },
	{ word: 'plain, more places', pattern: /^-?\d+\.\d{3,}$/, ok: lookAt },
	{ word: 'thousands separators or decimal commas', pattern: /^-?[\d.,' ]*[,' ][\d.,' ]*$/, ok: lookAt },
	{ word: 'with a currency', pattern: /^[^\d-]+\s?-?\d|\d\s?[^\d.,\s]+$/, ok: lookAt },
];

const OTHER = 'other';

/** Sorts fields by the forms of their values; the first form that fits counts. */
function formsIn(columns: readonly Column[], forms: readonly Form[], nothing: string): Finding {
	const seen = columns.flatMap(({ name, texts }) => {
		const found = new Set(
			texts.map((text) => forms.find(({ pattern }) => pattern.test(text.trim()))?.word ?? OTHER),
		);
		return [...found].map((word) => ({ word, name }));
	});
	const groups = groupBy(
		seen,
		({ word }) => word,
		({ name }) => name,
	);
	const known = forms.flatMap(({ word, ok }) => {
		const names = groups[word];
		if (names === undefined) return [];
		// The fields in the expected form are many and of no interest.
		return ok(ok === specified ? word : `${word}: ${names.join(', ')}`);
	});
	const others = groups[OTHER];
	return together(
		[...known, ...(others === undefined ? [] : [lookAt(`${OTHER}: ${others.join(', ')}`)])],
		nothing,
	);
}

/** How dates are written (§2.1). */
export const findDates = (survey: Survey): Finding =>
	formsIn(
		columnsOf(survey).filter(({ leaf }) => /date|^last_login$/.test(leaf.field)),
		DATES,
		'no record shows a date',
	);

// Numbers that are no decimals.
const WHOLE = /_id$|^id$|^tax[12]$|^is_|_level$|_frequency$|^occurence$/;

/** How amounts, rates, quantities and percentages are written (§2.1). */
export const findAmountForms = (survey: Survey): Finding =>
	formsIn(
		columnsOf(survey).filter(({ leaf: { kind, field } }) => kind === 'number' && !WHOLE.test(field)),
		AMOUNTS,
		'no record shows an amount',
	);

/** The fields with two words, and those words (§2.2). */
const SWITCHES: Readonly<Record<string, readonly string[]>> = {
	access_own_record: ['Yes', 'No'],
	project_billed: ['Yes', 'No'],
	billed: ['Yes', 'No'],
	is_expense_invoiced: ['Yes', 'No'],
	task_billable: ['Y', 'N'],
	is_expense_recurring: ['1', '0'],
};

/** How yes and no are written. */
export function findSwitches(survey: Survey): Finding {
	const columns = columnsOf(survey).filter(({ leaf }) => SWITCHES[leaf.field] !== undefined);
	const findings = columns.map(({ name, leaf, texts }) => {
		const known = SWITCHES[leaf.field] ?? [];
		const isKnown = texts.every((text) => known.includes(text.trim()));
		return isKnown ? specified(`${name}: ${known.join(' or ')}`) : lookAt(`${name}: other words`);
	});
	return together(findings, 'no record shows a yes or no');
}

/** Whether values have blanks around them. Free text keeps its own. */
export function findBlanks(survey: Survey): Finding {
	const columns = columnsOf(survey).filter(({ leaf }) => leaf.kind !== 'text');
	if (columns.length === 0) return untested('no records to look at');
	const padded = columns.filter(({ texts }) => texts.some((text) => text !== text.trim()));
	if (padded.length === 0) return specified('none');
	if (padded.length === columns.length) return handled('around all values');
	return handled(`around ${padded.map(({ name }) => name).join(', ')}`);
}
