import Big from 'big.js';
import { CHARGES } from './methods';
import type { Body } from '../xml/request';
import { textOf, type BillingRecord } from '../xml/shape';
import { amountIn } from './amounts';
import type { DocumentRecord } from './recordType';
import { bodiesAt, bodiesFrom } from '../xml/bodies';
import { linesAt, totalOf } from './totals';

/** What a write was to make of a document. */
export interface Wanted {
	readonly type: DocumentRecord;
	/** The document as it was before; absent if the write creates it. */
	readonly before?: BillingRecord;
	/** The request. Without lines or charges, those of the document stay. */
	readonly body: Body;
	/** How many lines there should be, if the request names only some. What they come to isn't compared then. */
	readonly lineCount?: number | undefined;
}

/** What should be, and what the document shows. */
export interface Pair<Amount> {
	readonly wanted: Amount;
	readonly shown: Amount;
}

/** How a document differs from what a write was to make of it. What isn't shown is unknown, and no difference. */
export interface Differences {
	readonly lines: Pair<number> | undefined;
	readonly charges: Pair<number> | undefined;
	readonly total: Pair<Big> | undefined;
	/** Whether it shows neither its lines nor what they come to anymore. */
	readonly isHidden: boolean;
	/** Whether it comes to something else, or may do so, although nothing in the request asks for that. */
	readonly isUnasked: boolean;
}

/**
 * Compares a document after a write with what it should be: how many lines and charges it has, and its total. A payment
 * changes none of these (§2.2). A late fee comes by itself, so it explains another total.
 */
export function compareDocument(
	{ type, before: known, body, lineCount }: Wanted,
	after: BillingRecord,
): Differences {
	const before = known ?? {};
	const [items, added] = [linesAt(body), bodiesAt(body, CHARGES)];
	const lineWanted = lineCount ?? (items.length || countOf(before['items']));
	const chargeWanted = added.length || countOf(before['additional_charges']);
	const isRewritten = items.length > 0 || added.length > 0;
	const wanted = lineCount === undefined ? wantedTotal(type, before, items, added) : undefined;
	const total = pairOf(wanted, shownTotal(type, after));
	const cents = isRewritten ? roundings(lineWanted, chargeWanted) : 0;
	const isSame = total !== undefined && isExplained(total, feeOf(after).minus(feeOf(before)), cents);
	const isOff = total !== undefined && !isSame;
	// An answer may leave out lists (§2.1): whether those of a new document are empty, only its total tells.
	const shownOf = (list: unknown) =>
		known !== undefined || isOff ? countOf(list) : countOf(list) || undefined;
	const lines = pairOf(lineWanted, shownOf(after['items']));
	const charges = pairOf(chargeWanted, shownOf(after['additional_charges']));
	const isOther = [lines, charges].some((pair) => pair?.wanted !== pair?.shown);
	// What the request leaves out must not become less, whatever the total.
	const isErased = (given: readonly Body[], pair?: Pair<number>) =>
		given.length === 0 && pair !== undefined && pair.shown < pair.wanted;
	const isLost = known !== undefined && (isErased(items, lines) || isErased(added, charges));
	const isAsked = isRewritten || textOf(before['late_fee_id'] || '') !== textOf(body['late_fee']);
	return {
		lines: lines?.wanted === lines?.shown ? undefined : lines,
		charges: charges?.wanted === charges?.shown ? undefined : charges,
		total: isOff ? total : undefined,
		isHidden: !isSame && (countOf(before['items']) ?? 0) > 0 && countOf(after['items']) === undefined,
		isUnasked:
			lineCount === undefined && (isAsked ? (isOther && isOff) || isLost : isOff || (isOther && !isSame)),
	};
}

function pairOf<Amount>(wanted: Amount | undefined, shown: Amount | undefined): Pair<Amount> | undefined {
	return wanted === undefined || shown === undefined ? undefined : { wanted, shown };
}

// A list in another form can't be counted.
const countOf = (list: unknown): number | undefined => (Array.isArray(list) ? list.length : undefined);

/** What a document comes to, without late fees; undefined if it doesn't show it. */
const shownTotal = ({ derived }: DocumentRecord, record: BillingRecord): Big | undefined =>
	amountIn(derived?.['total']?.(record));

/** What a document should come to; undefined if that can't be told. */
function wantedTotal(
	type: DocumentRecord,
	before: BillingRecord,
	items: readonly Body[],
	added: readonly Body[],
): Big | undefined {
	const now = shownTotal(type, before);
	if (items.length === 0 && added.length === 0) return now;
	const [lines, charges] = [bodiesFrom(before['items']), bodiesFrom(before['additional_charges'])];
	// Some services tax charges, or show no taxes of lines: then the charges alone don't tell.
	if (items.length === 0 && now?.eq(totalOf(lines, charges)) !== true) return undefined;
	return totalOf(items.length > 0 ? items : lines, added.length > 0 ? added : charges);
}

// The cost, the discount and both taxes of a line are rounded, by half a cent at most, and so is a charge.
const roundings = (lines = 0, charges = 0): number => 2 * lines + charges;

const isExplained = ({ wanted, shown }: Pair<Big>, fee: Big, cents: number): boolean =>
	[shown.minus(wanted), shown.minus(wanted).minus(fee)].some((rest) => rest.abs().times(100).lte(cents));

const feeOf = (record: BillingRecord): Big => amountIn(record['late_fee']) ?? new Big(0);
