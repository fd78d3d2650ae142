import fc from 'fast-check';

/** A method that acts on many records at once, and its operation. */
interface Many {
	readonly resource: string;
	readonly operation: string;
	readonly method: string;
	readonly id: string;
	readonly done: 'deleted' | 'sent';
}

const MANY: readonly Many[] = [
	{ resource: 'invoice', operation: 'delete', method: 'deleteInvoice', id: 'invoice_id', done: 'deleted' },
	{ resource: 'client', operation: 'delete', method: 'deleteClient', id: 'client_id', done: 'deleted' },
	{ resource: 'invoice', operation: 'send', method: 'sendInvoiceMail', id: 'invoice_id', done: 'sent' },
	{ resource: 'estimate', operation: 'send', method: 'sendEstimateMail', id: 'estimate_id', done: 'sent' },
];

/** A service of eight records that answers in any way that the interface allows, or not at all. */
export interface Situation extends Many {
	/** A missing record is listed as failed; a record of another account gets the whole request rejected. */
	readonly standings: ReadonlyArray<'good' | 'absent' | 'foreign'>;
	readonly turnsAwayWith: number;
	/** Deletes what it can before it rejects a request with 404, which it also does for records already deleted. */
	readonly isHasty: boolean;
	readonly listsAsText: boolean;
	/** The mishap of each request. */
	readonly mishaps: ReadonlyArray<Mishap | 'none'>;
	/** The record that each item names. */
	readonly wanted: ReadonlyArray<{ record: number; spelling: keyof typeof SPELLINGS }>;
}

/** How an identifier may be written. */
const SPELLINGS = {
	number: (record: number) => record,
	text: (record: number) => String(record),
	padded: (record: number) => ` ${record}\t`,
};

export const itemsOf = ({ wanted }: Situation) =>
	wanted.map(({ record, spelling }) => ({ id: SPELLINGS[spelling](record) }));

export const isGood = ({ standings }: Situation, record: number): boolean =>
	(standings[record - 1] ?? 'good') === 'good';

/** The effect of a request. Without a body, the connection is reset. */
export interface Reaction {
	readonly acted: readonly number[];
	readonly http?: number;
	readonly body?: string;
	/** Whether it is an error, as opposed to a success or a reason to send each record alone. */
	readonly isError: boolean;
}

/** A processed request: which of its records are good, and which do not exist. */
interface Processed {
	readonly situation: Situation;
	readonly good: readonly number[];
	readonly bad: readonly number[];
}

const answer = (status: number, body: string): string => `<response status="${status}">${body}</response>`;
const PAGE = '<html><body>Error</body></html>';
const REFUSED = answer(403, 'Token is not recognised.');

/** Mishaps of requests before they are processed. */
const BEFORE = {
	resetBefore: {},
	page503Before: { http: 503, body: PAGE },
	tokenRefusedBefore: { body: REFUSED },
} as const;

/** Mishaps of the answers to processed requests; some only affect requests for many records. */
const AFTER = {
	resetAfter: () => ({}),
	page500: () => ({ http: 500, body: PAGE }),
	status500: () => ({ body: answer(500, 'Stack trace') }),
	status799: () => ({ body: answer(799, 'Queued') }),
	unreadable: ({ situation: { done } }: Processed) => ({
		body: answer(done === 'sent' ? 400 : 200, '<failure>One of them</failure>'),
	}),
	omitting: ({ situation, good, bad }: Processed) => {
		const lists = list(situation, 'invalid', bad) + list(situation, 'success', good.slice(1));
		return lists === '' ? undefined : { body: answer(400, lists) };
	},
	contradicting: ({ situation, good, bad }: Processed) => ({
		body: answer(200, list(situation, 'failure', [...good, ...bad]) + list(situation, 'success', good)),
	}),
	otherRecords: ({ situation }: Processed) => ({ body: answer(200, list(situation, 'failure', [97])) }),
	textAlone: (processed: Processed) => whenSendingMany(processed, 400),
	planLimit: (processed: Processed) => whenSendingMany(processed, 426),
	brokenOff: (processed: Processed) => {
		const partial = whenSendingMany(processed, 400);
		return partial === undefined ? undefined : { http: 400, body: partial.body.slice(0, -1) };
	},
} as const;

type Mishap = keyof typeof BEFORE | keyof typeof AFTER;

// After a delete, a list or nothing at all says which records failed (§4.3).
const whenSendingMany = ({ situation, good, bad }: Processed, status: number) =>
	situation.done === 'sent' && good.length + bad.length > 1
		? { body: answer(status, 'Some could not be sent.') }
		: undefined;

/** Whether a service carries out a part of what it rejects. */
export const isPartial = ({ isHasty, done, turnsAwayWith }: Situation): boolean =>
	isHasty && done === 'deleted' && turnsAwayWith === 404;

/**
 * What the service does with a request for these records.
 *
 * @param gone those that it has deleted before
 */
export function react(
	situation: Situation,
	mishap: Mishap | 'none',
	records: readonly number[],
	gone: readonly number[],
): Reaction {
	if (mishap in BEFORE) return { acted: [], isError: true, ...BEFORE[mishap as keyof typeof BEFORE] };
	const { standings, turnsAwayWith, done } = situation;
	const isHasty = isPartial(situation);
	const isMissing = (record: number) =>
		standings[record - 1] === 'foreign' || (isHasty && gone.includes(record));
	const first = records.findIndex(isMissing);
	if (first >= 0) {
		// Status 400 means that some may have been sent (§4.3): a service that has sent none answers with another
		// status.
		const status = done === 'sent' && turnsAwayWith === 400 ? 404 : turnsAwayWith;
		const acted = isHasty ? records.slice(0, first).filter((record) => isGood(situation, record)) : [];
		return { acted, isError: records.length === 1, body: answer(status, 'It is of another account.') };
	}
	const good = records.filter((record) => isGood(situation, record));
	const processed = { situation, good, bad: records.filter((record) => !good.includes(record)) };
	const befallen = mishap in AFTER ? AFTER[mishap as keyof typeof AFTER](processed) : undefined;
	if (befallen !== undefined) return { acted: good, isError: true, ...befallen };
	return { acted: good, isError: good.length < records.length, body: clearAnswer(processed) };
}

function clearAnswer({ situation, good, bad }: Processed): string {
	if (situation.done === 'deleted') return answer(200, list(situation, 'failure', bad));
	if (bad.length > 0) return answer(400, list(situation, 'invalid', bad) + list(situation, 'success', good));
	const isMail = situation.method === 'sendInvoiceMail';
	return answer(200, isMail ? elements(situation, good) : list(situation, 'success', good));
}

const elements = ({ id }: Situation, records: readonly number[]): string =>
	records.map((record) => `<${id}>${record}</${id}>`).join('');

function list(situation: Situation, name: string, records: readonly number[]): string {
	if (records.length === 0) return '';
	return `<${name}>${situation.listsAsText ? records.join(', ') : elements(situation, records)}</${name}>`;
}

const MISHAPS = [...Object.keys(BEFORE), ...Object.keys(AFTER)] as Mishap[]; // these are its keys

/** Good records in between, which fill requests to their limit. */
interface Filler {
	readonly at: number;
	readonly count: number;
}

const FILLERS: fc.Arbitrary<Filler[]> = fc.array(
	fc.record({ at: fc.nat({ max: 11 }), count: fc.integer({ min: 90, max: 100 }) }),
	{
		minLength: 1,
		maxLength: 2,
	},
);

/** Any situation; without mishaps, every answer is clear. */
export const situations = (withMishaps: boolean): fc.Arbitrary<Situation> =>
	fc
		.record({
			many: fc.constantFrom(...MANY),
			standings: fc.array(fc.constantFrom('good', 'good', 'good', 'good', 'absent', 'foreign'), {
				minLength: 8,
				maxLength: 8,
			}),
			turnsAwayWith: fc.constantFrom(400, 403, 404),
			isHasty: withMishaps ? fc.boolean() : fc.constant(false),
			listsAsText: fc.boolean(),
			mishaps: fc.array(fc.constantFrom<Mishap | 'none'>('none', 'none', ...MISHAPS), {
				maxLength: withMishaps ? 8 : 0,
			}),
			wanted: fc.array(
				fc.record({
					record: fc.integer({ min: 1, max: 8 }),
					spelling: fc.constantFrom('number', 'text', 'padded'),
				}),
				{ minLength: 1, maxLength: 12 },
			),
			fillers: fc.oneof(
				{ weight: 4, arbitrary: fc.constant<Filler[]>([]) },
				{ weight: 1, arbitrary: FILLERS },
			),
		})
		.map(({ many, mishaps, wanted, fillers, ...rest }) => ({
			...many,
			...rest,
			mishaps: mishaps.map(fromTheFirst),
			wanted: fillers.reduce(fill, wanted),
		}));

type Wanted = Situation['wanted'];

// A request carries up to 100 records, so the good ones in between spread the eight over several requests.
const fill = (wanted: Wanted, { at, count }: Filler): Wanted => {
	const added = Array.from({ length: count }, (_, index) => ({
		record: 1000 * (at + 1) + wanted.length + index,
		spelling: 'number' as const,
	}));
	return [...wanted.slice(0, at), ...added, ...wanted.slice(at)];
};

// A token that is accepted once is accepted for the other requests.
const fromTheFirst = (mishap: Mishap | 'none', index: number): Mishap | 'none' =>
	mishap === 'tokenRefusedBefore' && index > 0 ? 'none' : mishap;
