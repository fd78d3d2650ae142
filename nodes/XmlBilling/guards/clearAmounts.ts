import type { Body, Content } from '../xml/request';
import { textOf } from '../xml/shape';
import { bodiesIn } from '../xml/totals';

/** Whether what stands in an element says one thing only. */
type Rule = (content: Content) => boolean;

/** The elements of a part of a request on which its amount depends. */
interface Part {
	readonly rules: Readonly<Record<string, Rule>>;
	/** Elements for which the service would take a value of its own. */
	readonly required?: readonly string[];
}

const anything: Rule = () => true;
const textLike =
	(pattern: RegExp): Rule =>
	(content) =>
		typeof content === 'string' && pattern.test(content.trim());
const decimal = textLike(/^(-?\d+(\.\d+)?)?$/);
const notNegative = textLike(/^(\d+(\.\d+)?)?$/);
// An empty element takes its default (§2.1); any other spelling is the service's to guess.
const oneOf =
	(...spellings: string[]): Rule =>
	(content) =>
		typeof content === 'string' && ['', ...spellings].includes(content);

const LINE: Part['rules'] = {
	unit_cost: decimal,
	quantity: notNegative,
	discount: decimal,
	discount_type: oneOf('Percent', 'Fixed'),
	tax1_percent: decimal,
	tax1_type: oneOf('Normal'),
	tax2_percent: decimal,
	tax2_type: oneOf('Normal', 'Compound'),
};
const LINE_IDS = { invoice_item_id: anything, recurring_item_id: anything };
// The service bills its own values where an entry has none.
const BILLED = ['unit_cost', 'quantity'];

/** The parts below the root, by their path (§4.2, §4.3, §4.11). */
const PARTS: Readonly<Record<string, Part>> = {
	items: { rules: { item: anything } },
	'items/item': { rules: { ...LINE, ...LINE_IDS, type: oneOf('Product', 'Service') } },
	time_entries: { rules: { time_entry: anything } },
	'time_entries/time_entry': { rules: { ...LINE, type: oneOf('Time') }, required: BILLED },
	expenses: { rules: { expense: anything } },
	'expenses/expense': { rules: { ...LINE, type: oneOf('Expense') }, required: BILLED },
	additional_charges: { rules: { additional_charge: anything } },
	'additional_charges/additional_charge': {
		rules: { type: oneOf('Percent', 'Fixed'), amount: decimal },
		required: ['amount'],
	},
	invoice: { rules: { amount: decimal }, required: ['amount'] },
};

const IDS = ['invoice_id', 'recurring_id'];

/** The elements of the root, by the methods that take them. The first that fits counts. */
const ROOTS: ReadonlyArray<readonly [method: RegExp, elements: readonly string[]]> = [
	[/^invoiceOfflinePayment$/, ['invoice']],
	[/^create/, ['items', 'additional_charges', 'time_entries', 'expenses']],
	[/^delete/, [...IDS, ...Object.keys(LINE_IDS)]],
	[/Item$/, [...IDS, 'items']],
	[/^update/, [...IDS, 'items', 'additional_charges']],
];

const rootOf = (method: string): Part => {
	const [, elements = []] = ROOTS.find(([methods]) => methods.test(method)) ?? [];
	return { rules: Object.fromEntries(elements.map((name) => [name, anything])) };
};

// Of names that differ in no letter, a service may take one for the other.
const squash = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const KNOWN = new Set(
	[
		...ROOTS.flatMap(([, elements]) => elements),
		...Object.values(PARTS).flatMap(({ rules }) => Object.keys(rules)),
	].map(squash),
);

/**
 * Whether a request that bills or pays says plainly what it comes to: each element that bears on its amount is where it
 * belongs, once, and spelled as the interface does. The operations write no other request; a custom one may.
 *
 * @param method as the interface spells it
 */
export const isClear = (method: string, body: Body): boolean => isClearPart(body, '', rootOf(method));

function isClearPart(body: Body, path: string, part: Part | undefined): boolean {
	const rules = new Map(Object.entries(part?.rules ?? {}));
	const isGiven = (name: string) => textOf(body[name]).trim() !== '';
	return (
		(part?.required ?? []).every(isGiven) &&
		Object.entries(body).every(([name, content]) => {
			if (content === undefined) return true;
			const isPlain = rules.get(name)?.(content) ?? !KNOWN.has(squash(name));
			const below = path === '' ? name : `${path}/${name}`;
			return isPlain && bodiesIn(content).every((inner) => isClearPart(inner, below, PARTS[below]));
		})
	);
}
