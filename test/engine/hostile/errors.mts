import type { ReceivedRequest } from '../../../sandbox/index.mts';
import { ENTRY } from '../../../tools/forms.mts';
import type { Attack } from './attacks.mts';
import { isCode, type Meaning } from './meaning.mts';
import { isRead, textsIn } from './requests.mts';

// What is said of a field, or the value itself. What begins with a number, as in `Invoice 7 was`, is about a record.
const SAID = "[a-z']";
const ROW = '[A-Z][A-Za-z ]* (?:› |with ID )\\d+(?: \\(input item \\d+\\))?';

const DOCUMENT = /^(?:Invoice|Estimate|Recurring profile) \S+ /;

/** Whether an error is about the field, judged by the labels on the user's way to it. */
export const namesField = (error: string, attack: Attack): boolean =>
	[...patternsOf(attack)].some((pattern) => new RegExp(pattern).test(error));

function* patternsOf({ field: { field, names }, labels }: Attack): Generator<string> {
	const patterns = labels.map((label) =>
		label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ Names? or IDs?$/, '(?:$&)?'),
	);
	yield `^${patterns.join('(?: › \\d+)? › ')}:? ${SAID}`;
	// Lines are named by number, and so are records that are lines themselves.
	const last = shortened(patterns.at(-1) ?? '');
	yield `^${ROW} › ${last}:? ${SAID}`;
	if (names.includes(ENTRY)) yield `^${ROW} (?:takes|holds|must|is) `;
	if (field.name === 'linesJson') yield `^(?:${ROW}|There are no lines)\\b`;
	if (field.name === 'dateTo') yield `Date From is after ${last}$`;
	if (field.name === 'requestBody') yield 'Body \\(JSON\\)';
	if (field.name === 'expectedTotal') yield 'the expected total';
}

/**
 * A label without the words that the editor's lint requires, and without those that distinguish fields of rows from
 * fields of further lines.
 */
const shortened = (label: string): string =>
	label
		.replace(/^Billed /, '')
		.replace(/^Discount .*/, 'Discount(?: Amount| Percent)?')
		.replace(/^(?:Custom )?((?:Second )?Tax)\b.*/, '(?:Custom )?$1(?: Name| Percent)?');

/**
 * Whether an error is about what a valid value refers to: a record that does not exist or belongs to another one, or
 * something that an omitted option does not allow.
 */
export function isAboutRecords(
	error: string,
	{ labels, field: { elements, field } }: Attack,
	meaning: Meaning,
	requests: readonly ReceivedRequest[],
): boolean {
	const label = labels.at(-1) ?? '';
	if (elements.length === 0 && field.type !== 'resourceLocator' && error.includes(label)) return true;
	if (meaning === 'absent') return new RegExp(`\\b${shortened(label)}\\b`).test(error);
	if (typeof meaning === 'string' || isCode(field)) return false;
	if (labels[0] === 'Filters' && error.includes('that match the filters')) return true;
	const isRecord = field.type === 'resourceLocator' || field.kind === 'identifiers';
	const isUnknown = ({ method, status, request }: ReceivedRequest, id: string) =>
		isRead(method) && status !== 200 && request !== undefined && textsIn(request).includes(id);
	// A document that was read is named by its number.
	const isNumbered = ({ method, request }: ReceivedRequest, id: string) =>
		DOCUMENT.test(error) && isRead(method) && request !== undefined && textsIn(request).includes(id);
	return (
		isRecord &&
		meaning.some(
			(id) =>
				new RegExp(`\\b${id}\\b`).test(error) ||
				requests.some((request) => isUnknown(request, id) || isNumbered(request, id)),
		)
	);
}

// A value quoted in an error is shortened.
const LONGEST_TEXT = 1_500;
const SLIPS = /TypeError|RangeError|Cannot read|is not a function|is not iterable|\[object |undefined/;

/** What is wrong with the text of an error, whatever its subject. */
export function slipsIn(text: string): string[] {
	return [
		...(text.length > LONGEST_TEXT ? [`an error of ${text.length} characters`] : []),
		...(/\p{Cc}/u.test(text) ? [`control characters in ${JSON.stringify(text)}`] : []),
		...(text.isWellFormed() ? [] : [`half a character in ${JSON.stringify(text)}`]),
		...(SLIPS.test(text) ? [`'${text}'`] : []),
	];
}
