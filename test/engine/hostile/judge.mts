import { elementsAt, type ReceivedRequest } from '../../../sandbox/index.mts';
import type { Attack } from './attacks.mts';
import { isAboutRecords, namesField, slipsIn } from './errors.mts';
import { readingOf, takesText, type Meaning } from './meaning.mts';
import { isRead, mainRequests, problemIn, shapeOf, short } from './requests.mts';
import type { Hostile } from './values.mts';

/** The result of an input item: only its output, or what its user reads. */
export interface Ending {
	readonly error?: string;
	readonly advice?: string;
	/** Whether it only previews the request. */
	readonly isPreview?: boolean;
}

export interface Verdict {
	/** A finding, with the value that caused it. */
	readonly wrong: string[];
	readonly refused: number;
	readonly passed: number;
}

/** A run whose items each gave a field one value. */
export interface Tried {
	readonly attack: Attack;
	readonly method: string;
	/** Whether omitted values are those of the record, or of what it is made from. */
	readonly keeps: boolean;
	readonly values: readonly Hostile[];
	readonly endings: readonly Ending[];
	readonly requests: readonly ReceivedRequest[];
}

export const PROPER_NAME = 'a proper value';

/**
 * Compares the results of the items and the requests of a run with the meaning of the values. The items run one after
 * another, so that the requests come in their order: an item that succeeded sent one request, one whose error names
 * the field sent none, and any other sent one that the service rejected.
 */
export function judge(tried: Tried): Verdict {
	const { attack, values, endings } = tried;
	const unclaimed = mainRequests(tried.requests, tried.method, attack);
	const isRemembered = isRead(tried.method) && unclaimed.length === 1;
	const shapes = new Set<string>();
	const wrong: string[] = [];
	let refused = 0;
	for (const [index, hostile] of values.entries()) {
		const item = { hostile, meaning: meaningOf(attack, hostile), ...(endings[index] ?? NO_ENDING) };
		const fate = fateOf(tried, item, unclaimed[0]);
		if (fate === 'refused') refused += 1;
		const request = fate === 'sent' ? unclaimed.shift() : undefined;
		const problems = [
			...problemsOf(attack, item, fate),
			...(request === undefined ? [] : problemsIn(request, tried, item, shapes)),
			// What was read once is not read again for the next item.
			...(fate === 'sent' && request === undefined && !isRemembered && !mayEndEarly(attack)
				? ['succeeded without a request']
				: []),
		];
		wrong.push(...problems.map((problem) => `${hostile.name}: ${problem} (${item.error ?? 'no error'})`));
	}
	if (unclaimed.length > 0 && !isGrouping(attack))
		wrong.push(`${unclaimed.length} requests belong to no item`);
	return { wrong, refused, passed: values.length - refused };
}

const NO_ENDING: Ending = { error: 'no ending' };

interface Item extends Ending {
	readonly hostile: Hostile;
	readonly meaning: Meaning;
}

type Fate = 'refused' | 'sent' | 'shown' | 'unclear';

const meaningOf = (attack: Attack, hostile: Hostile): Meaning => readingOf(attack)(hostile.value, hostile);

/** The result of an item, with the next request that no item has claimed. */
function fateOf(
	{ attack, keeps, requests }: Tried,
	{ hostile, meaning, error, advice = '', isPreview = false }: Item,
	request: ReceivedRequest | undefined,
): Fate {
	const isTurnedAway = request !== undefined && request.status !== 200;
	// What the service says may begin with the name of the field.
	const isItsOwn =
		isTurnedAway && typeof meaning !== 'string' && problemIn(request, attack, meaning, hostile) === undefined;
	if (error !== undefined && !isItsOwn) {
		if (namesField(error, attack)) return 'refused';
		// An earlier value has changed the record so that no update can keep it.
		if (keeps && meaning === 'absent' && error.includes('cannot be sent back')) return 'refused';
		if (isAboutRecords(`${error} ${advice}`, attack, meaning, requests)) return 'refused';
	}
	if (isPreview || isGrouping(attack)) return 'shown';
	return error !== undefined && !isTurnedAway ? 'unclear' : 'sent';
}

function problemsOf(attack: Attack, { hostile, meaning, error, advice = '' }: Item, fate: Fate): string[] {
	const isPlain = error !== undefined && namesField(error, attack);
	return [
		...(error === undefined ? [] : slipsIn(`${error} ${advice}`)),
		...(error !== undefined && hostile.name === PROPER_NAME ? ['fails'] : []),
		...(fate === 'unclear' ? ['the error does not name the field'] : []),
		...(fate === 'refused' && isPlain && typeof meaning !== 'string' && !isLimited(attack)
			? ['is refused']
			: []),
	];
}

function problemsIn(
	request: ReceivedRequest,
	{ attack, keeps }: Tried,
	{ hostile, meaning }: Item,
	shapes: Set<string>,
): string[] {
	const shape = request.request === undefined ? '' : shapeOf(request.request);
	if (hostile.name === PROPER_NAME) shapes.add(shape);
	// Without a proper value, there is nothing to compare with.
	const isBroken = takesText(attack) && typeof meaning !== 'string' && shapes.size > 0 && !shapes.has(shape);
	const problem = problemIn(request, attack, keeps && meaning === 'absent' ? 'free' : meaning, hostile);
	return [
		...(problem === undefined ? [] : [problem]),
		...(isBroken ? [`changes the elements of the request to ${short(shape)}`] : []),
	];
}

// Rules beyond those of its kind.
const isLimited = ({ field: { names, field } }: Attack): boolean =>
	/^discount/i.test(field.name) ||
	names.includes('clearFields') ||
	/^(bucketLimits|dateFrom|dateTo|expectedTotal|reference)$/.test(field.name);

const mayEndEarly = ({ field: { field } }: Attack): boolean => field.name === 'ifNothing';

const isGrouping = ({ field: { field } }: Attack): boolean => field.name === 'groupBy';

/**
 * The same if one request has the records of many items: it must have the records of all items whose values are not
 * refused, each once.
 */
export function judgeBatch({ attack, values, endings, requests }: Tried): Verdict {
	const wrong: string[] = [];
	const wanted = new Set<string>();
	let refused = 0;
	for (const [index, hostile] of values.entries()) {
		const meaning = meaningOf(attack, hostile);
		const { error, advice = '' } = endings[index] ?? NO_ENDING;
		const isNamed = error !== undefined && namesField(error, attack);
		if (isNamed) refused += 1;
		const problems = [
			...(error === undefined ? [] : slipsIn(`${error} ${advice}`)),
			...(meaning === 'refused' && !isNamed ? ['is not refused'] : []),
			...(typeof meaning !== 'string' && isNamed ? ['is refused'] : []),
		];
		wrong.push(...problems.map((problem) => `${hostile.name}: ${problem} (${error ?? 'no error'})`));
		if (typeof meaning !== 'string') for (const id of meaning) wanted.add(id);
	}
	const [element] = attack.field.elements;
	const sent = requests.flatMap(({ method, request }) =>
		isRead(method) || request === undefined || element === undefined ? [] : elementsAt(request, element),
	);
	const ids = [...new Set(sent.map(({ text }) => text))].sort().join();
	if (element !== undefined && ids !== [...wanted].sort().join())
		wrong.push(`${ids} is sent instead of ${[...wanted].sort().join()}`);
	return { wrong, refused, passed: values.length - refused };
}
