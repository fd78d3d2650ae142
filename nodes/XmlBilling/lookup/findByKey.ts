import type { Key, KnownRecord } from '../records';
import type { BillingApi } from '../transport/billingApi';
import { compareIdentity } from '../xml/identity';
import type { Body } from '../xml/request';
import type { BillingRecord } from '../xml/shape';
import { isAbsent } from '../xml/values';
import { field, readList } from './readList';

/** The records that an email, a name or a number may mean. */
export interface Found {
	readonly same: readonly BillingRecord[];
	/** Those that have another number, which looks the same. */
	readonly alike: readonly BillingRecord[];
}

// The service's filter may find just what is spelled alike, and people spell these in several ways (people).
const PLAIN = /^[!-~]+( [!-~]+)*$/;

/**
 * Finds the records with an email, a name or a number. Compares the field itself: if the service's filter were wrong, the wrong
 * client or invoice would be billed or paid. The filter is exact (§4.3), so those in use are also asked for a number in capital and
 * in small letters; other cases, zeros, dashes and blanks have too many spellings to ask for. Where the filter is missing, or
 * finds nothing for a text with more than plain letters, all records are read, once per execution.
 *
 * @param lists further filters, of each list to read; the first is the list of those in use
 */
export async function findByKey(
	api: BillingApi,
	type: KnownRecord,
	wanted: string,
	lists: readonly Body[] = [{}],
	{ field: known, filter, word }: Key = type.knownBy,
): Promise<Found> {
	const mayBe = field(known, (shown) => compareIdentity(word, shown, wanted) !== 'other');
	const cases = word === 'number' ? [wanted.toUpperCase(), wanted.toLowerCase()] : [];
	let found: BillingRecord[] = [];
	if (filter !== undefined) {
		const exact = lists.map((list) => ({ ...list, [filter]: wanted }));
		const others = cases.filter((one) => one !== wanted).map((one) => ({ ...lists[0], [filter]: one }));
		found = await readList(api, type, { lists: [...exact, ...others], keep: mayBe });
	}
	if (filter === undefined || (found.length === 0 && !PLAIN.test(wanted))) {
		const all = await api.remember(type.name, `${JSON.stringify(lists)} with ${known}`, () =>
			readList(api, type, { lists, isEnough: (record) => !isAbsent(record[known]) }),
		);
		found = all.filter((record) => mayBe(record, false));
	}
	const like = (likeness: string) =>
		found.filter((record) => compareIdentity(word, record[known], wanted) === likeness);
	return { same: like('same'), alike: like('alike') };
}
