import { invoiceRecord } from '../../../records';
import { isSameText } from '../../../xml/shape';
import { groupBy } from '../../common/groupBy';
import { handled, lookAt, specified, together, untested, type Check, type Finding } from './check';
import { partsOf, type Part } from './elements';
import type { Survey } from './survey';

/** The values of one element in all records that were seen, as the service wrote them, without empty ones. */
interface Column {
	/** The list and the path: `invoices invoice_status`. */
	readonly name: string;
	readonly kind: Part['kind'];
	readonly texts: readonly string[];
}

const columnsOf = ({ kinds }: Survey): Column[] =>
	kinds.flatMap(({ kind: { wrapper, shape }, page, single }) => {
		const elements = [...page.elements, ...(single === undefined ? [] : [single.element])];
		const parts = elements.flatMap((element) => partsOf(element, shape));
		const filled = parts.filter(({ text }) => text.trim() !== '');
		return [...groupBy(filled, ({ path }) => path)].map(([path, of]) => ({
			name: `${wrapper} ${path}`,
			kind: of[0]?.kind ?? 'group',
			texts: of.map(({ text }) => text),
		}));
	});

const { final, openLists } = invoiceRecord.watched.status;

/** The commercial statuses of invoices (§3). */
export const INVOICE_STATUSES: readonly string[] = [...openLists.statuses, ...final];

const RECORD_STATUSES = ['Active', 'Archived', 'Deleted'];
const GOODS_STATUSES = ['Active', 'Archive', 'Deleted'];

/** The words of each status that the interface lists (§3). */
const CLOSED: Readonly<Record<string, readonly string[]>> = {
	'invoices invoice_status': INVOICE_STATUSES,
	'invoices status': ['Active', 'Archived', 'Cancel'],
	'staff_users status': RECORD_STATUSES,
	'expenses status': RECORD_STATUSES,
	'products status': GOODS_STATUSES,
	'services status': GOODS_STATUSES,
};
// The interface lists no words for the others, only examples of words (§2.2, §4.1).
const OPEN = [...new Set(Object.values(CLOSED).flat())];

/** How a status is spelled. Shows only words of the interface. */
function spellingOf({ name, texts }: Column): Finding {
	const known = CLOSED[name] ?? OPEN;
	const words = new Set(texts.map((text) => text.trim()));
	const exact = known.filter((word) => words.has(word));
	const isLike = (word: string) => (one: string) => one !== word && isSameText(one, word);
	const inOtherCase = known.filter((word) => [...words].some(isLike(word)));
	const isOther = [...words].some((word) => !known.some((one) => isSameText(one, word)));
	const found = [
		...exact,
		...(inOtherCase.length > 0 ? [`in another case ${inOtherCase.join(', ')}`] : []),
		...(isOther ? ['other words'] : []),
	];
	const judge = inOtherCase.length > 0 ? handled : specified;
	return (isOther && CLOSED[name] !== undefined ? lookAt : judge)(`${name}: ${found.join(', ')}`);
}

type Form = readonly [word: string, pattern: RegExp, judge: (found: string) => Finding];

/** How dates are written (§2.1). */
const DATES: readonly Form[] = [
	['day', /^(?!0000)\d{4}-\d\d-\d\d$/, specified],
	['day and time', /^(?!0000)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, specified],
	['zeros', /^0000-00-00/, lookAt],
	['ISO time', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/, handled],
];

/** How amounts, rates, quantities and percentages are written (§2.1). */
const AMOUNTS: readonly Form[] = [
	['plain, at most two places', /^-?\d+(\.\d{1,2})?$/, specified],
	['plain, more places', /^-?\d+\.\d{3,}$/, lookAt],
	['thousands separators or decimal commas', /^-?[\d.,' ]*[,' ][\d.,' ]*$/, lookAt],
	['with a currency', /^[^\d-]+\s?-?\d|\d\s?[^\d.,\s]+$/, lookAt],
];

/** Sorts elements by the forms of their values; the first form that fits counts. */
function formsIn(columns: readonly Column[], forms: readonly Form[], nothing: string): Finding {
	const all: readonly Form[] = [...forms, ['other', /^/, lookAt]];
	const formOf = (text: string) => all.find(([, pattern]) => pattern.test(text.trim()));
	const findings = all.flatMap((form) => {
		const [word, , judge] = form;
		const names = columns.filter(({ texts }) => texts.some((text) => formOf(text) === form));
		if (names.length === 0) return [];
		// The elements in an expected form are many and of no interest.
		return judge(judge === specified ? word : `${word}: ${names.map(({ name }) => name).join(', ')}`);
	});
	return together(findings, nothing);
}

export const formatChecks: readonly Check[] = [
	{
		check: 'Status words',
		handled: 'The node ignores the case of statuses and shows other words as they are.',
		find: (survey) =>
			together(
				columnsOf(survey)
					.filter(({ name }) => name.endsWith('status'))
					.map(spellingOf),
				'no record shows a status',
			),
	},
	{
		check: 'Dates',
		handled: 'The node takes the first ten characters as the day. It shows other forms as they are.',
		find: (survey) =>
			formsIn(
				columnsOf(survey).filter(({ name }) => /date|last_login$/.test(name)),
				DATES,
				'no record shows a date',
			),
	},
	{
		check: 'Amounts',
		handled:
			'The node takes plain numbers for amounts. It shows others as text and does not calculate with them.',
		find: (survey) =>
			formsIn(
				columnsOf(survey).filter(({ kind }) => kind === 'number'),
				AMOUNTS,
				'no record shows an amount',
			),
	},
	{
		check: 'Blanks around values',
		handled: 'The node removes them, except around free text.',
		find(survey) {
			const columns = columnsOf(survey).filter(({ kind }) => kind !== 'text');
			const padded = columns.filter(({ texts }) => texts.some((text) => text !== text.trim()));
			if (columns.length === 0) return untested('no records to look at');
			if (padded.length === 0) return specified('none');
			if (padded.length === columns.length) return handled('around all values');
			return handled(`around ${padded.map(({ name }) => name).join(', ')}`);
		},
	},
];
