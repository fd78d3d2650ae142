import { INVOICE_STATUSES } from '../../../records/states';
import { taxRecord } from '../../../records';
import type { Property } from '../../../forms/property';
import { UNREADABLE } from '../../../xml/characters';
import { GROUPED, isSameText, textOf, type BillingRecord } from '../../../xml/shape';
import { groupBy } from '../../../objects';
import { ESTIMATE_STATUSES } from '../../estimate/forms';
import { unit } from '../../productOrService/forms';
import { frequency } from '../../recurringProfile/forms';
import { handled, toLookAt, specified, together, untested, type Check, type Finding } from './check';
import { partsOf, type ElementPart } from './elements';
import { readList, type SeenKind } from './survey';

/** The values of one element in all records that were seen, as the service wrote them, without empty ones. */
interface Column {
	/** The list and the path: `invoices invoice_status`. */
	readonly name: string;
	readonly kind: ElementPart['kind'];
	readonly texts: readonly string[];
}

const columnsOf = (kinds: readonly SeenKind[]): Column[] =>
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

const RECORD_STATUSES = ['Active', 'Archived', 'Deleted'];
const GOODS_STATUSES = ['Active', 'Archive', 'Deleted'];
const TAX_KINDS = ['Normal', 'Compound', 'Group'];

const valuesOf = ({ options = [] }: Property): string[] =>
	options.flatMap((option) => ('value' in option ? textOf(option.value) : []));

/** The words that the interface or the vendor lists: of statuses (§3), units (§4.8), frequencies (§4.5), and kinds of taxes. */
const CLOSED: Readonly<Record<string, readonly string[]>> = {
	'invoices invoice_status': INVOICE_STATUSES,
	'invoices status': ['Active', 'Archived', 'Cancel'],
	'staff_users status': RECORD_STATUSES,
	'expenses status': RECORD_STATUSES,
	'products status': GOODS_STATUSES,
	'services status': GOODS_STATUSES,
	'services quantity': valuesOf(unit),
	'recurrings frequency': valuesOf(frequency),
	'taxes type': TAX_KINDS,
};
// The interface lists no words for other statuses, only examples (§2.2, §4.1); an estimate keeps the case that was sent (§3).
const OPEN = [
	...new Set([
		...INVOICE_STATUSES,
		...ESTIMATE_STATUSES.map(({ value }) => textOf(value)),
		...['Active', 'Archived', 'Archive', 'Deleted', 'Delete', 'Stop'],
	]),
];

const MAX_OTHERS = 5;
// A word of a service, or how often one bills. Anything else could be about the account.
const PLAIN = /^(\d{1,3} )?\p{L}[\p{L} -]{0,19}$/u;

/** Unknown words, as far as they can be shown. */
function othersIn(words: readonly string[]): string {
	const plain = words.filter((word) => PLAIN.test(word)).slice(0, MAX_OTHERS);
	if (plain.length === 0) return 'other words';
	return `other words (${plain.join(', ')}${plain.length < words.length ? ' and more' : ''})`;
}

/** The words of a column, and how they are spelled. */
function spellingOf({ name, texts }: Column): Finding {
	const known = CLOSED[name] ?? OPEN;
	const words = [...new Set(texts.map((text) => text.trim()))].sort();
	const exact = known.filter((word) => words.includes(word));
	const unlisted = words.filter((word) => !known.includes(word));
	const inOtherCase = known.filter((word) => unlisted.some((one) => isSameText(one, word)));
	const others = unlisted.filter((word) => !known.some((one) => isSameText(one, word)));
	const found = [
		...exact,
		...(inOtherCase.length > 0 ? [`in another case ${inOtherCase.join(', ')}`] : []),
		...(others.length > 0 ? [othersIn(others)] : []),
	];
	const judge = unlisted.length > 0 ? handled : specified;
	return (others.length > 0 && CLOSED[name] !== undefined ? toLookAt : judge)(`${name}: ${found.join(', ')}`);
}

/** Whether taxes have their percentages, and of how many places. That of a group is not known (§4.11). */
function percentagesOf(taxes: readonly BillingRecord[]): Finding[] {
	const without = taxes.filter(({ value }) => textOf(value).trim() === '');
	const isLong = taxes.some(({ value }) => /\.\d{3}/.test(textOf(value)));
	return [
		...(isLong ? [handled('percentages with more than two places')] : []),
		...(without.length === 0
			? []
			: without.every(({ type }) => isSameText(type, 'Group'))
				? [specified('groups without a percentage')]
				: [toLookAt('taxes without a percentage')]),
	];
}

type Form = readonly [word: string, pattern: RegExp, judge: (found: string) => Finding];

/** How dates are written (§2.1). */
const DATES: readonly Form[] = [
	['day', /^(?!0000)\d{4}-\d\d-\d\d$/, specified],
	['day and time', /^(?!0000)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, specified],
	['zeros', /^0000-00-00/, toLookAt],
	['ISO time', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/, handled],
];

/** How amounts, rates, quantities and percentages are written (§2.1). */
const AMOUNTS: readonly Form[] = [
	['plain, at most two places', /^-?\d+(\.\d{1,2})?$/, specified],
	['plain, more places', /^-?\d+\.\d{3,}$/, toLookAt],
	['clear thousands separators', GROUPED, handled],
	['thousands separators or decimal commas', /^-?[\d.,' ]*[,' ][\d.,' ]*$/, toLookAt],
	['with a currency', /^[^\d-]+\s?-?\d|\d\s?[^\d.,\s]+$/, toLookAt],
];

/** Sorts elements by the forms of their values; the first form that fits counts. */
function formsIn(columns: readonly Column[], forms: readonly Form[], nothing: string): Finding {
	const all: readonly Form[] = [...forms, ['other', /^/, toLookAt]];
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
		handling: 'The node ignores the case of statuses and shows other words as they are.',
		find: ({ kinds }) =>
			together(
				columnsOf(kinds)
					.filter(({ name }) => name.endsWith('status'))
					.map(spellingOf),
				'no record shows a status',
			),
	},
	{
		check: 'Units and frequencies',
		handling: 'The node sends other units by expression, but no other frequencies. Updates keep both.',
		find: ({ kinds }) =>
			together(
				columnsOf(kinds)
					.filter(({ name }) => ['services quantity', 'recurrings frequency'].includes(name))
					.map(spellingOf),
				'no record shows one',
			),
	},
	{
		check: 'Kinds of taxes',
		handling:
			'On a line, the node sends a compound tax where a method takes one, and refuses groups. An expense takes any tax. More places than two are sent back as they are.',
		async find(survey) {
			const page = await readList(survey, taxRecord);
			if (page === undefined) return untested(survey.stopped() ?? 'the taxes were not shown');
			if (page.records.length === 0) return untested('no taxes');
			const columns = columnsOf([{ kind: taxRecord, page, single: undefined }]);
			const [kinds] = columns.filter(({ name }) => name === 'taxes type');
			const isShown = kinds?.texts.length === page.records.length;
			return together([
				...(kinds === undefined ? [] : [spellingOf(kinds)]),
				...(isShown ? [] : [toLookAt('taxes without a kind')]),
				...percentagesOf(page.records),
			]);
		},
	},
	{
		check: 'Dates',
		handling: 'The node takes the first ten characters as the day. It shows other forms as they are.',
		find: ({ kinds }) =>
			formsIn(
				columnsOf(kinds).filter(({ name }) => /date|last_login$/.test(name)),
				DATES,
				'no record shows a date',
			),
	},
	{
		check: 'Amounts',
		handling:
			'The node reads plain numbers, also with clear thousands separators. It shows others as text and does not calculate with them.',
		find: ({ kinds }) =>
			formsIn(
				columnsOf(kinds).filter(({ kind }) => kind === 'number'),
				AMOUNTS,
				'no record shows an amount',
			),
	},
	{
		check: 'Unreadable characters',
		handling:
			'The node shows U+FFFD for characters and entities that XML does not have, and never sends such a value back.',
		find({ kinds }) {
			const columns = columnsOf(kinds);
			const unreadable = columns.filter(({ texts }) => texts.some((text) => text.includes(UNREADABLE)));
			if (columns.length === 0) return untested('no records to look at');
			if (unreadable.length === 0) return specified('none');
			return toLookAt(`in ${unreadable.map(({ name }) => name).join(', ')}`);
		},
	},
	{
		check: 'Blanks around values',
		handling: 'The node removes them, except around free text.',
		find({ kinds }) {
			const columns = columnsOf(kinds).filter(({ kind }) => kind !== 'text');
			const padded = columns.filter(({ texts }) => texts.some((text) => text !== text.trim()));
			if (columns.length === 0) return untested('no records to look at');
			if (padded.length === 0) return specified('none');
			if (padded.length === columns.length) return handled('around all values');
			return handled(`around ${padded.map(({ name }) => name).join(', ')}`);
		},
	},
];
