import { decimalOf } from '../xml/values';
import type Big from 'big.js';
import { money } from '../records/money';
import { linesAt, roundedIn, totalsOf } from '../records/totals';
import { capitalized, nameOf } from '../records/display';
import { alteredIn } from '../records/keptFields';
import { CHARGES } from '../records/methods';
import type { RecordType } from '../records';
import { markInDoubt } from '../transport/failures';
import { withElement } from '../xml/encode';
import { bodiesAt, bodiesFrom, type Body } from '../xml/request';
import { textOf, type BillingRecord } from '../xml/shape';
import type { ItemContext } from './item';
import type { Expected, WantedDocument } from './operation';
import { expectedTotal, refuseOtherTotal } from './preview';

/**
 * Compares a record that was read back with what it should show: the values that were sent and, of a document, the number of
 * its lines and its total. A difference is a warning: the write was carried out, and people would repeat it after an error.
 *
 * @param after the record, without fields if it was not read
 * @throws an error in doubt if an update changed a total that nobody asked to change, so that the next one may as well (§4.3
 * does not say what becomes of lines that an update leaves out)
 */
export function compareWritten(item: ItemContext, expected: Expected, after: BillingRecord): void {
	if (Object.keys(after).length === 0) return;
	const { type, sent, fields, before, document } = expected;
	const altered = alteredIn(after, sent, fields, before);
	if (altered.length > 0) item.warn(`The service saved ${AND.format(altered)}. Check the ${type.label}.`);
	if (document !== undefined) compareDocument(item, document, after);
}

function compareDocument(item: ItemContext, wanted: WantedDocument, after: BillingRecord): void {
	const { type, before, body, lineCount } = wanted;
	const isLeftAlone = linesAt(body).length === 0 && bodiesAt(body, CHARGES).length === 0;
	const lines = lineCount ?? (linesAt(body).length || countOf(before?.['items']));
	const total = wantedTotal(wanted);
	const shown = shownTotal(type, after);
	const isOff = total !== undefined && shown !== undefined && !isExplained(shown.minus(total), wanted, after);
	// An answer may leave out lists (§2.1): whether those of a new document are empty, only its total tells.
	const count = countOf(after['items']);
	const shownLines = before === undefined && !isOff ? count || undefined : count;
	const differences: string[] = [];
	if (lines !== undefined && shownLines !== undefined && lines !== shownLines)
		differences.push(
			`${shownLines || 'no'} line${shownLines === 1 ? '' : 's'} instead of ${lines || 'none'}`,
		);
	const currency = (before ?? after)['currency'];
	if (isOff) differences.push(`a total of ${money(shown, currency)} instead of ${money(total, currency)}`);
	if (differences.length === 0) return;
	const name = capitalized(nameOf(type, before ?? after));
	const has = AND.format(differences);
	const isFeeLeft = textOf(before?.['late_fee_id'] || '') === textOf(body['late_fee']);
	if (before !== undefined && isOff && isLeftAlone && isFeeLeft)
		throw markInDoubt(
			item.problem(
				`${name} was updated, but the service changed its total on its own`,
				`It has ${has}. Either the service drops what an update leaves out, or somebody else changed it at that moment. Compare it before you update another one.`,
			),
		);
	item.warn(`${name} was ${before === undefined ? 'created, but' : 'changed and'} has ${has}. Look at it.`);
}

/**
 * What speaks against emailing a new document: it was saved with another total than the expected one, to the cent. Undefined if
 * nothing does. Throws an error in doubt if rounding does not explain it.
 */
export function differenceInTotal(
	item: ItemContext,
	wanted: WantedDocument,
	after: BillingRecord,
): string | undefined {
	const { type } = wanted;
	const total = expectedTotal(item) ?? wantedTotal(wanted);
	const shown = shownTotal(type, after);
	if (total === undefined || shown?.eq(total)) return undefined;
	if (shown === undefined) return 'Its total could not be read.';
	const [has, not] = [shown, total].map((one) => money(one, after['currency']));
	const differs = `comes to ${has} instead of ${not}`;
	if (isExplained(shown.minus(total), wanted, after)) return `It ${differs}, because of rounding.`;
	throw markInDoubt(
		item.problem(
			`${capitalized(nameOf(type, after))} was created, but not emailed: it ${differs}`,
			`The ${type.label} stays as it is. Correct it and use Send, and do not create it again.`,
		),
	);
}

// A document's status moves on, and its due date may count from today (people).
const MOVING = ['status', 'due_date'];

/**
 * Compares a record that exists with the one that would have been created: a warning says what differs, since what it is for may
 * have changed meanwhile (people). Another total than the expected one is an error.
 */
export function compareExisting(item: ItemContext, expected: Expected, existing: BillingRecord): void {
	const { type, sent, fields, document } = expected;
	const lasting = Object.entries(fields).filter(
		([element]) => document === undefined || !MOVING.includes(element),
	);
	const differences = alteredIn(existing, sent, Object.fromEntries(lasting));
	const total = shownTotal(type, existing);
	const body = document?.body ?? {};
	if (total !== undefined && linesAt(body).length > 0) {
		refuseOtherTotal(item, total, body);
		const wanted = totalsOf(body).total;
		const [has, not] = [total, wanted].map((one) => money(one, existing['currency']));
		if (!isExplained(total.minus(wanted), { body }, existing))
			differences.push(`a total of ${has} instead of ${not}`);
	}
	if (differences.length === 0) return;
	item.warn(
		`${capitalized(nameOf(type, existing))} exists with ${AND.format(differences)}, and is not changed.`,
	);
}

/** What a document should come to; undefined if that can't be told. */
function wantedTotal(wanted: WantedDocument): Big | undefined {
	const { type, before = {}, body, lineCount } = wanted;
	if (lineCount !== undefined) return undefined;
	const hasLines = linesAt(body).length > 0;
	if (!hasLines && bodiesAt(body, CHARGES).length === 0) return shownTotal(type, before);
	// Services may tax charges or not show the taxes of lines, so charges alone don't tell.
	if (!hasLines && Object.keys(before).length > 0) return undefined;
	return totalsOf(withCharges(wanted)).total;
}

/** The lines and charges of a document after a write, which may leave the charges as they were. */
const withCharges = ({ before = {}, body }: Pick<WantedDocument, 'before' | 'body'>): Body =>
	bodiesAt(body, CHARGES).length > 0
		? body
		: withElement(body, CHARGES, bodiesFrom(before['additional_charges']));

/** Whether a rest is no more than the late fee, which comes by itself, and what rounding makes of new lines and charges. */
function isExplained(
	rest: Big,
	wanted: Pick<WantedDocument, 'before' | 'body'>,
	after: BillingRecord,
): boolean {
	const { before = {} } = wanted;
	// The cost, the discount and both taxes of a line are rounded, by half a cent at most.
	const cents = 2 * roundedIn(withCharges(wanted));
	const fee = feeOf(after) - feeOf(before);
	return [rest, rest.minus(fee)].some((one) => one.abs().times(100).lte(cents));
}

const feeOf = (record: BillingRecord): number => decimalOf(record['late_fee'])?.toNumber() ?? 0;

// A list in another form can't be counted.
const countOf = (list: unknown): number | undefined => (Array.isArray(list) ? list.length : undefined);

const shownTotal = ({ derived }: RecordType, record: BillingRecord): Big | undefined =>
	decimalOf(derived?.['total']?.(record));

const AND = new Intl.ListFormat('en');
