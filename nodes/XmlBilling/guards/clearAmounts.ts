import { invoiceRecord, recurringRecord } from '../records';
import { CHARGES, EXPENSES, ITEMS, TIME_ENTRIES, type Method } from '../records/methods';
import type { Body, Content } from '../xml/request';
import { textOf } from '../xml/shape';
import { bodiesIn } from '../xml/bodies';
import { check } from '../xml/values';

/** The documents whose amount a credential can limit. */
export const LIMITED = [invoiceRecord, recurringRecord] as const;

/** Whether an element's content is unambiguous. */
type Rule = (content: Content) => boolean;

/** A part of a request, with the elements that affect its amount. */
interface Part {
	readonly rules: ReadonlyMap<string, Rule>;
	/** Elements that the service would fill with its own value. */
	readonly required: readonly string[];
}

const part = (rules: Readonly<Record<string, Rule>>, ...required: string[]): Part => ({
	rules: new Map(Object.entries(rules)),
	required,
});

const textLike =
	(pattern: RegExp): Rule =>
	(content) =>
		typeof content === 'string' && pattern.test(content.trim());
const decimal = textLike(/^(-?\d+(\.\d+)?)?$/);
// A third place that is no zero comes from the service's own answers. 1.500 may be read as 1500.
const money = textLike(/^(-?\d+(\.\d{1,2}|\.\d*[1-9])?)?$/);
const identifier: Rule = (content) => typeof content === 'string' && clearIdentifiers(content) !== undefined;
const notNegative = textLike(/^(\d+(\.\d+)?)?$/);
// An empty element means the default (§2.1). Any other spelling would leave the service to guess.
const oneOf =
	(...spellings: string[]): Rule =>
	(content) =>
		typeof content === 'string' && ['', ...spellings].includes(content);

const LINE = {
	unit_cost: money,
	quantity: notNegative,
	discount: money,
	discount_type: oneOf('Percent', 'Fixed'),
	tax1_percent: decimal,
	tax1_type: oneOf('Normal'),
	tax2_percent: decimal,
	tax2_type: oneOf('Normal', 'Compound'),
};
const LINE_IDS = Object.fromEntries(LIMITED.map(({ lineId }) => [lineId, identifier]));
// Without these, the service bills a time entry or an expense with its own values.
const BILLED = ['unit_cost', 'quantity'];

const CHARGE = part({ type: oneOf('Percent', 'Fixed'), amount: money }, 'amount');

/** The parts of a request that hold amounts, by path (§4.2, §4.3, §4.11). */
const PARTS: ReadonlyMap<string, Part> = new Map([
	[ITEMS, part({ ...LINE, ...LINE_IDS, type: oneOf('Product', 'Service') })],
	[TIME_ENTRIES, part({ ...LINE, id: identifier, type: oneOf('Time') }, 'id', ...BILLED)],
	[EXPENSES, part({ ...LINE, id: identifier, type: oneOf('Expense') }, 'id', ...BILLED)],
	[CHARGES, CHARGE],
	['invoice', part({ id: identifier, amount: money }, 'id', 'amount')],
]);

const IDS = LIMITED.map(({ id }) => id);

// A service might treat names with the same letters as one.
const squash = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const KNOWN = new Set(
	[...IDS, ...[...PARTS].flatMap(([path, { rules }]) => [...path.split('/'), ...rules.keys()])].map(squash),
);

/**
 * Whether the amount of a request is unambiguous: each element that affects it appears once, in its place, and is spelled
 * as in the specification. The requests of operations always pass; a custom request might not.
 */
export function isClear({ verb, repeats = [] }: Method, body: Body): boolean {
	const isNew = verb === 'create' || verb === 'pay';
	return isClearPart(body, '', isNew ? repeats : [...IDS, ...repeats]);
}

const isGiven = (body: Body, name: string): boolean => textOf(body[name]).trim() !== '';

/** @param paths the elements that may appear here or below */
function isClearPart(body: Body, path: string, paths: readonly string[]): boolean {
	const { rules, required = [] } = PARTS.get(path) ?? {};
	const isTaken = (inner: string) => paths.some((one) => one === inner || one.startsWith(`${inner}/`));
	return (
		required.every((name) => isGiven(body, name)) &&
		Object.entries(body).every(([name, content]) => {
			if (content === undefined) return true;
			const inner = path === '' ? name : `${path}/${name}`;
			const isPlain = rules?.get(name)?.(content) ?? (isTaken(inner) || !KNOWN.has(squash(name)));
			return isPlain && bodiesIn(content).every((below) => isClearPart(below, inner, paths));
		})
	);
}

/** The parts of a document that count towards its amount, as it shows them. */
export interface ShownAmounts {
	readonly lines: readonly Body[];
	readonly charges: readonly Body[];
	/** The records with the taxes that the lines hide. */
	readonly taxes: readonly Body[];
}

const SHOWN_LINE = part(LINE, ...BILLED);
const TAXES = part({ total_tax: decimal }, 'total_tax');

/** Whether the parts of a document show all of their amounts, and in the interface's form (§2.1). */
export const isReadable = ({ lines, charges, taxes }: ShownAmounts): boolean =>
	lines.every(fits(SHOWN_LINE)) && charges.every(fits(CHARGE)) && taxes.every(fits(TAXES));

const fits =
	({ rules, required }: Part) =>
	(shown: Body): boolean =>
		required.every((name) => isGiven(shown, name)) &&
		[...rules].every(([name, rule]) => rule(shown[name] ?? ''));

/** The identifiers in an element; undefined unless all are spelled as in the interface, and there is one (§2.1). */
export function clearIdentifiers(content: Content | undefined): number[] | undefined {
	const checked = [content].flat().map((part) => check(textOf(part), 'identifier', 'utc'));
	const ids = checked.flatMap((id) => (id.ok && id.text !== undefined ? [Number(id.text)] : []));
	return ids.length > 0 && ids.length === checked.length ? ids : undefined;
}
