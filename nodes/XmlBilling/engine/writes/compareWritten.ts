import { recordsIn, textOf, type BillingRecord, type Value } from '../../xml/shape';
import { isAbsent, quote } from '../../xml/values';
import { compareDocument, type Differences, type Pair, type Wanted } from '../../records/comparison';
import { capitalized, money, nameOf } from '../../records/display';
import { lineColumns, lineValues } from '../../records/documentShape';
import { alteredIn, fieldInWords, type Altered } from '../../records/keptFields';
import { CHARGES, ITEMS } from '../../records/methods';
import { bodiesAt } from '../../xml/bodies';
import { markInDoubt } from '../../transport/failure';
import type { ItemContext } from '../item/itemContext';
import type { Expected } from '../item/operation';

/** Whether a write may silently erase what was there: then its record is read back in any case, and before another write. */
export const isAtStake = (expected: Expected | undefined): boolean =>
	expected?.document?.before !== undefined && expected.document.lineCount === undefined;

/**
 * Compares a record that was read back with what it should show, and warns of differences. Of a new document this is never
 * an error: people would create it again.
 *
 * @param after the record, without fields if it could not be read
 * @param isMailed whether its client has it already
 * @throws an error in doubt if the service has changed what a document comes to, although nobody asked for that: the write
 * was carried out, and a retry must not repeat it
 */
export function compareWritten(
	item: ItemContext,
	{ type, sent, fields, flat = (record) => record, document }: Expected,
	after: BillingRecord,
	isMailed: boolean,
): void {
	if (Object.keys(after).length === 0) return;
	const altered = alteredIn(flat(after), sent, fields).map(alteredInWords);
	const saved =
		altered.length === 0
			? []
			: [`The service saved ${AND.format(altered)}. Compare the ${type.label} before you update it again.`];
	if (document !== undefined) {
		const { before } = document;
		const differences = compareDocument(document, after);
		const name = capitalized(nameOf(type, before ?? after));
		const has = differencesInWords(differences, (before ?? after)['currency']);
		if (before !== undefined && differences.isUnasked) {
			const what = differences.total === undefined ? 'its lines or charges' : 'its total';
			throw markInDoubt(
				item.problem(
					`${name} was updated, but the service changed ${what} on its own`,
					[`It has ${has}. ${CAUSES}`, ...restoring(document, before), ...saved].join(' '),
				),
			);
		}
		const done =
			before !== undefined ? 'changed and' : isMailed ? 'created and emailed, but' : 'created, but';
		const hurry = before !== undefined || isMailed ? '' : ' before its client does';
		if (has !== '') item.warn(`${name} was ${done} has ${has}. Look at it${hurry}.`);
	}
	for (const warning of saved) item.warn(warning);
}

const CAUSES =
	'Either the service erases what an update leaves out, or somebody else changed it at that moment. Until you know, give each update all lines and charges.';

const AND = new Intl.ListFormat('en');

function alteredInWords({ field, sent, shown }: Altered): string {
	const name = fieldInWords(field);
	if (shown === '') return `no ${name} instead of ${quote(sent)}`;
	if (sent === '') return `the ${name} ${quote(shown)} instead of none`;
	const start = differenceOf(sent, shown);
	const from = (text: string) => quote(start === 0 ? text : `…${text.slice(start)}`);
	return `the ${name} ${from(shown)} instead of ${from(sent)}`;
}

const MAX_EQUAL = 40;

/** Where to quote two long texts from, so that a reader sees how they differ. */
function differenceOf(one: string, other: string): number {
	let same = 0;
	while (same < one.length && one[same] === other[same]) same += 1;
	return same > MAX_EQUAL ? same - MAX_EQUAL / 2 : 0;
}

function differencesInWords(
	{ lines, charges, total, isHidden }: Differences,
	currency: Value | undefined,
): string {
	const counted = (pair: Pair<number> | undefined, word: string) =>
		pair === undefined
			? []
			: [`${pair.shown || 'no'} ${word}${pair.shown === 1 ? '' : 's'} instead of ${pair.wanted || 'none'}`];
	return AND.format([
		...counted(lines, 'line'),
		...counted(charges, 'charge'),
		...(isHidden ? ['lines that the service no longer shows'] : []),
		...(total === undefined
			? []
			: [`a total of ${money(total.shown, currency)} instead of ${money(total.wanted, currency)}`]),
	]);
}

/** How to get back the lines and charges that a document had before. */
function restoring({ type, body }: Wanted, before: BillingRecord): string[] {
	const lines = bodiesAt(body, ITEMS).length > 0 ? [] : recordsIn(before['items']).map(lineOf);
	const charges =
		bodiesAt(body, CHARGES).length > 0 ? [] : recordsIn(before['additional_charges']).map(chargeInWords);
	const isTaxed = lines.length > 0 && !type.showsTaxes && before['total_tax'] !== 0;
	return [
		...(lines.length > 0
			? [`To restore its lines, run Update with New Lines From: JSON, and these: ${JSON.stringify(lines)}.`]
			: []),
		...(isTaxed ? ['Choose their taxes again, which the service does not show.'] : []),
		...(charges.length > 0 ? [`Its Additional Charges were ${AND.format(charges)}.`] : []),
	];
}

/** A line in the form in which lines are given as JSON, without what it has by default. */
const lineOf = (line: BillingRecord): BillingRecord =>
	Object.fromEntries(
		lineValues.flatMap((name) => {
			const value = line[name] ?? null;
			// Without a name, a tax of zero percent is none.
			const isNamed = name.endsWith('_percent') && !isAbsent(line[name.replace('percent', 'name')]);
			const isNeeded = isNamed || lineColumns.some((column) => column === name);
			return isAbsent(value) || (!isNeeded && DEFAULTS.includes(value)) ? [] : [[name, value] as const];
		}),
	);

const DEFAULTS: readonly Value[] = [0, 'Normal', 'Percent'];

const chargeInWords = ({ name, type, amount }: BillingRecord): string =>
	`${quote(textOf(name))} (${textOf(type)}, ${textOf(amount)})`;
