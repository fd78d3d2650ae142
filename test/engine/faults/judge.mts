import type { Shown } from './calls.mts';
import type { FaultRow } from './table.mts';
import { isRepeated, mostTries, type Observation, type Way } from './observe.mts';
import type { Caller } from './callers.mts';

/** What a caller gets when a fault hits it in one way. */
export interface Case {
	readonly row: FaultRow;
	readonly caller: Caller;
	readonly way: Way;
	readonly seen: Observation;
	/** What the same caller gets without a fault. */
	readonly unharmed: Observation;
}

/** All ways in which a fault hits a caller, lasting first. */
export interface Cell {
	readonly row: FaultRow;
	readonly caller: Caller;
	readonly cases: readonly Case[];
}

/** The longest wait for a service that hangs, on a busy machine. */
const LONGEST_MS = 120_000;

/** What is wrong, in words; nothing if all is well. */
export const problemsOf = (one: Case): string[] => [
	...aboutResults(one),
	...textsOf(one.seen.shown).flatMap((text) => aboutText(text, one)),
	...aboutTries(one),
	...aboutWrites(one),
	...aboutPolls(one),
	...when(one.seen.durationMs > LONGEST_MS, `it took ${Math.round(one.seen.durationMs / 1000)} seconds`),
	...when(one.seen.strays > 0, `${one.seen.strays} requests came to another server`),
];

/** Whether the fault has no visible effect in the end. */
export const isOvercome = ({ row, caller, way }: Pick<Case, 'row' | 'caller' | 'way'>): boolean =>
	row.kind === 'harmless' || isLookedUp({ row, caller }) || (way.passes === true && isRepeated(row, caller));

/** Whether a write is known to be done although its answer doesn't say so. */
const isLookedUp = ({ row, caller }: Pick<Case, 'row' | 'caller'>): boolean =>
	row.isSilent === true && caller.isLookedUp === true;

/** Whether, as far as its user can know, a write may have been carried out. */
const leavesDoubt = ({ row, caller }: Pick<Case, 'row' | 'caller'>): boolean =>
	caller.changed !== undefined &&
	!isLookedUp({ row, caller }) &&
	(row.kind === 'passing' || row.kind === 'lasting');

/** The texts for users who do not get their data. */
export const textsOf = (shown: readonly Shown[]): string[] =>
	shown.flatMap((one) => ('text' in one ? [one.text] : []));

/** Whether a text says that a write was not carried out. */
const isRuledOut = (text: string): boolean =>
	/\bNothing was (added|changed|created|deleted|recorded|sent)\b/.test(text);

/** Whether a text says that a write may have been carried out. */
export const isInDoubt = (text: string): boolean => text.includes('It is unknown whether');

const when = (isWrong: boolean, problem: string): string[] => (isWrong ? [problem] : []);
const differ = (found: unknown, expected: unknown, what: string): string[] =>
	when(
		JSON.stringify(found) !== JSON.stringify(expected),
		`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`,
	);

/** The items that end in an error. */
function failed({ row, caller, way, unharmed }: Case): number[] {
	const all = unharmed.shown.map((_, index) => index);
	if (isOvercome({ row, caller, way })) return [];
	if (row.kind === 'untrusted' || caller.items === undefined) return all;
	const [first = 0] = caller.items;
	const isOver = row.kind === 'unreached' || row.kind === 'refused';
	return isOver ? all.filter((index) => index >= first) : [...caller.items];
}

function aboutResults(one: Case): string[] {
	const { seen, unharmed, way } = one;
	const errors = failed(one);
	if (way.stops === true && errors.length > 0)
		return [...differ(textsOf(seen.shown).length, 1, 'errors'), ...aboutOthers(one, errors)];
	const results = seen.shown.map((shown) => ('text' in shown ? 'error' : shown.data));
	const expected = unharmed.shown.map((shown, index) =>
		errors.includes(index) ? 'error' : 'data' in shown && shown.data,
	);
	return differ(results, expected, 'results');
}

/** The items without an error that are not skipped because of one. */
function carriedOut({ way, unharmed }: Case, errors: readonly number[]): number[] {
	const isLeftOut = (index: number) => way.stops === true && errors.some((error) => error < index);
	return [...unharmed.shown.keys()].filter((index) => !errors.includes(index) && !isLeftOut(index));
}

function aboutOthers(one: Case, errors: readonly number[]): string[] {
	const count = carriedOut(one, errors).length;
	const [text = ''] = textsOf(one.seen.shown);
	const words = count === 1 ? 'One other item was carried out' : `${count} other items were carried out`;
	return when(text.includes('carried out') !== count > 0 || (count > 0 && !text.includes(words)), text);
}

// Pages, markup, requests, and jargon.
const RAW = /[<>{}]|xml_request|Authorization|\b(undefined|null|NaN|axios|HPE_\w+|E[A-Z]{4,})\b|\[object/;
const LONGEST_TEXT = 700;

function aboutText(text: string, { row, caller, seen }: Case): string[] {
	const isDoubtful = leavesDoubt({ row, caller });
	const secrets = [seen.token, Buffer.from(seen.token).toString('base64').slice(0, 16)];
	return [
		...when(row.says?.test(text) !== true, `does not say what happened: ${text}`),
		...when(!text.includes(seen.host) && !text.startsWith('The service '), `names no host: ${text}`),
		...when(RAW.test(text) || text.length > LONGEST_TEXT, `is not for people: ${text}`),
		...when(
			secrets.some((secret) => text.includes(secret)),
			`holds the token: ${text}`,
		),
		...when(isInDoubt(text) !== isDoubtful, `is wrong about the outcome: ${text}`),
		...when(
			isRuledOut(text) !== (caller.changed !== undefined && !isDoubtful),
			`is silent on the outcome: ${text}`,
		),
		...when(/Before you run this again, \w+/.test(text) !== isDoubtful, `is wrong about what to do: ${text}`),
	];
}

function aboutTries({ row, caller, way, seen }: Case): string[] {
	const counts = [...seen.asked.values()].map(({ sent }) => sent);
	const most = isRepeated(row, caller) ? mostTries(row) : 1;
	const isTriedAgain = most > 1 && row.kind !== 'unreached';
	return [
		...when(
			counts.some((sent) => sent > most),
			`a request was sent ${Math.max(...counts)} times`,
		),
		...when(isTriedAgain && !counts.some((sent) => sent > 1), 'nothing was tried again'),
		...when(
			isTriedAgain && way.passes !== true && row.isSlow !== true && Math.max(...counts) < most - 1,
			'it was given up early',
		),
		...when(row.kind === 'untrusted' && counts.length > 0, 'something was sent'),
	];
}

const NOT_ASKED = { sent: 0, processed: 0 };

function aboutWrites(one: Case): string[] {
	const { caller, seen, unharmed } = one;
	if (caller.changed === undefined) return [];
	const errors = failed(one);
	const done = carriedOut(one, errors);
	const records = [...unharmed.asked.keys()];
	const processed = [...seen.asked].flatMap(([record, counts]) =>
		Array<string>(counts.processed).fill(record),
	);
	return [
		...differ(seen.changed.toSorted(), processed.toSorted(), 'changed records'),
		...records.flatMap((record, index) => {
			const { sent, processed } = seen.asked.get(record) ?? NOT_ASKED;
			if (done.includes(index)) return differ(processed, 1, `${record}, times carried out`);
			if (!errors.includes(index)) return differ(sent, 0, `${record}, which follows the error, times sent`);
			return when(
				processed > (leavesDoubt(one) ? 1 : 0),
				`${record} was carried out, and its caller does not know`,
			);
		}),
	];
}

function aboutPolls(one: Case): string[] {
	const { row, seen, unharmed } = one;
	if (seen.shownAgain === undefined || row.kind === 'untrusted') return [];
	const events = (shown: readonly Shown[]) =>
		shown.flatMap((each) => ('data' in each ? [each.data] : [])).flat();
	return [
		...when(!isOvercome(one) && !seen.isSavedKept, 'a failed poll changed what is saved'),
		...differ([...events(seen.shown), ...events(seen.shownAgain)], events(unharmed.shown), 'events'),
	];
}
