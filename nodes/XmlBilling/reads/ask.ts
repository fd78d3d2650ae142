import { groupBy } from '../objects';
import type { RecordType } from '../records';
import { briefName } from '../records/display';
import type { BillingApi } from '../transport/billingApi';
import { mapInOrder } from '../transport/async';
import type { BillingRecord } from '../xml/shape';
import { isUndecided, isWanted, lacks, listLimit, listsOf, seenInList, withListed, type Seen } from './plan';
import type { Need, Question } from './question';

/** Who asks. */
export interface Asker {
	readonly api: Pick<BillingApi, 'list' | 'find'>;
	/** Writes progress to n8n's log. */
	readonly log?: (message: string) => void;
}

/** What is known of a record: what was needed, and nothing else. */
export type Answered<Known> = Known & {
	readonly id: number;
	/** Its number, or `ID 121`, for messages. */
	readonly name: string;
};

/** The answer to a question. */
export interface Reply<Known> {
	/** The records that meet all conditions, each once, in the order of the lists. */
	readonly records: Array<Answered<Known>>;
	/** The identifiers of those that don't show whether they do, even when read on their own. */
	readonly unclear: unknown[];
}

/**
 * Asks the service for records. Its lists may omit fields (§2.2), and show a record several times. So each
 * record is checked, read on its own where its list shows too little, and returned once. One that was deleted meanwhile is
 * left out.
 */
export async function ask<Known>(
	asker: Asker,
	type: RecordType,
	question: Question<Known>,
): Promise<Reply<Known>> {
	const { wanted, unclear } = await narrow(asker, type, question);
	const chosen = wanted.slice(0, question.limit);
	return { records: await answerFrom(asker, type, chosen, question), unclear };
}

/** What is needed of records that a list showed already. */
export const askOf = async <Known>(
	asker: Asker,
	type: RecordType,
	listed: readonly BillingRecord[],
	needs: Question<Known>['needs'],
): Promise<Array<Answered<Known>>> =>
	await answerFrom(
		asker,
		type,
		listed.map((record) => seenInList(type, record)),
		{ needs },
	);

async function answerFrom<Known>(
	asker: Asker,
	type: RecordType,
	seen: readonly Seen[],
	question: Question<Known>,
): Promise<Array<Answered<Known>>> {
	const { where, needs } = question;
	const known = await complete(asker, type, seen, (one) => lacks(needs, one));
	// Its own record may show that one is not wanted after all.
	const wanted = known.filter(({ record }) => isWanted(where, record) !== false);
	return wanted.map(({ record }) => ({
		id: Number(record[type.id]),
		name: briefName(type, record),
		...readNeeds(needs, record),
	}));
}

/** The listed records that meet all conditions, and the identifiers of those that may. */
async function narrow(
	asker: Asker,
	type: RecordType,
	question: Question<unknown>,
): Promise<{ readonly wanted: Seen[]; readonly unclear: unknown[] }> {
	const { where } = question;
	const limit = listLimit(question);
	const lists = await Promise.all(
		listsOf(question).map(async (filter) => await asker.api.list(type, filter, limit)),
	);
	// A record may move from one list to another while they are read.
	const listed = [...new Map(lists.flat().map((record) => [record[type.id], record])).values()];
	const seen = listed.map((record) => seenInList(type, record));
	const known = await complete(asker, type, seen, (one) => isUndecided(where, one));
	const found = groupBy(known, ({ record }) => isWanted(where, record));
	const [wanted, unclear] = [found.get(true) ?? [], found.get(undefined) ?? []];
	return { wanted, unclear: unclear.map(({ record }) => record[type.id]) };
}

// Fewer reads than these take no time worth a line in the log.
const MAX_UNLOGGED = 100;
const STEP = 500;

/** Reads those records on their own that show too little, side by side. */
async function complete(
	{ api, log }: Asker,
	type: RecordType,
	seen: readonly Seen[],
	isTooLittle: (one: Seen) => boolean,
): Promise<Seen[]> {
	const toRead = new Set(seen.filter(isTooLittle));
	const tell = toRead.size > MAX_UNLOGGED ? log : undefined;
	tell?.(`Reading ${toRead.size} records one by one, because lists do not show all that is needed.`);
	let done = 0;
	const completed = await mapInOrder(seen, async (one) => {
		if (!toRead.has(one)) return one;
		const id = Number(one.record[type.id]);
		const own = await api.find(type, id);
		done += 1;
		if (done % STEP === 0 || done === toRead.size) tell?.(`${done} of ${toRead.size} records read.`);
		return own && { record: withListed(own, one.record), isWhole: true };
	});
	return completed.filter((one) => one !== undefined);
}

function readNeeds<Known>(needs: Question<Known>['needs'], record: Seen['record']): Known {
	const entries = Object.entries<Need<unknown>>(needs).map(
		([name, need]) => [name, need.of(record)] as const,
	);
	// Each need has its name, and its value.
	return Object.fromEntries(entries) as Known;
}
