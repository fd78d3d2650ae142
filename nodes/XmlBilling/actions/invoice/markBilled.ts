/** Nobody specifies that billing marks what it bills (§3): what stays unbilled is marked after the invoice, or warned of. */
import type { IDataObject } from 'n8n-workflow';
import { option, warnOf, type ItemContext } from '../../execution/item';
import { recordKey } from '../../execution/ledger';
import type { Caller, Write } from '../../execution/operation';
import { mapInOrder } from '../../helpers/async';
import { someNames } from '../../helpers/GenericFunctions';
import type { RecordType } from '../../records';
import { pluralOf } from '../../records/display';
import { asError, asSentence } from '../../transport/failures';
import { decodeIdentifiers, FAILURE_LISTS, lists, type Answer } from '../../xml/answer';
import type { Body } from '../../xml/request';
import type { BillingRecord } from '../../xml/shape';

/** How a kind of record shows that it is billed. */
export interface Marking {
	readonly type: RecordType;
	/** The lists of those that are unbilled. */
	readonly lists: (records: readonly BillingRecord[], clientId: string) => Body[];
	/** Warns of those that stay unbilled, by their identifiers. */
	readonly warning: (ids: string) => string;
	/** Marks one of them as billed. Absent if no method does. */
	readonly mark?: (item: ItemContext, id: number, api: Caller) => Promise<unknown>;
	/** What the output tells about them. */
	readonly output?: (records: readonly BillingRecord[], body: Body) => IDataObject;
}

/** Under which a run remembers that it billed a record. */
export const keyOf = ({ type }: Marking, record: BillingRecord): string =>
	recordKey(type.name, record[type.id]);

const MARKING = 'Entries that the service leaves unbilled would be marked as billed.';

/**
 * The write of an invoice that bills these records of a client, and what follows it.
 *
 * @param records in the order of its lines
 */
export function withMarking(
	item: ItemContext,
	marking: Marking,
	clientId: string,
	records: readonly BillingRecord[],
	write: Write,
): Write {
	const mark = option(item, 'ifStayUnbilled') === 'warn' ? undefined : marking.mark;
	const { once = [], follows = [] } = write;
	return {
		...write,
		once: [...once, ...records.map((record) => keyOf(marking, record))],
		follows: mark === undefined ? follows : [...follows, MARKING],
		adviceInDoubt:
			`${write.adviceInDoubt ?? ''} If it exists, what it bills may still be unbilled, and the next All Unbilled would bill it again.`.trim(),
		async confirm(answer, api) {
			const confirmed = await write.confirm(answer, api);
			await settle(item, marking, clientId, records, answer, mark && ((id) => mark(item, id, api)));
			return { ...confirmed, adds: { ...confirmed.adds, ...marking.output?.(records, write.body) } };
		},
	};
}

/**
 * Leaves alone what the answer lists as failed (§7), or all if it does not say which. Without `mark`, it only warns of the
 * others. A failure is a warning: the invoice exists, and after an error people would create it again.
 */
async function settle(
	item: ItemContext,
	{ type, lists: unbilled, warning }: Marking,
	clientId: string,
	records: readonly BillingRecord[],
	answer: Answer,
	mark?: (id: number) => Promise<unknown>,
): Promise<void> {
	const named: readonly unknown[] = FAILURE_LISTS.flatMap((name) => decodeIdentifiers(answer, name));
	const all = records.map((record) => record[type.id]);
	const some = all.filter((id) => named.includes(id));
	const failed = some.length > 0 || !lists(answer, FAILURE_LISTS) ? some : all;
	warnOf(
		item,
		`The service lists ${pluralOf(type.label)} with these IDs as failed, so they are left as they are`,
		failed,
		' If the invoice lacks them, bill them again.',
	);
	try {
		// Nothing else shows it (§2.2).
		const read = (filter: Body) => item.api.list(type, filter, Infinity);
		const listed = (await mapInOrder(unbilled(records, clientId), read))
			.flat()
			.map((record) => record[type.id]);
		const ids = all.filter((id) => !failed.includes(id) && listed.includes(id)).map(Number);
		const errors = mark && (await mapInOrder(ids, (id) => mark(id).then(() => undefined, asError)));
		const left = ids.filter((_, index) => errors === undefined || errors[index] !== undefined);
		// One of them is enough.
		const reason = errors?.find((error) => error !== undefined);
		const why = reason === undefined ? '' : ` ${asSentence(reason.message)}`;
		if (left.length > 0) item.warn(`${warning(someNames(left))}${why}`);
	} catch (error) {
		item.warn(
			`Whether what was billed counts as billed could not be read. ${asSentence(asError(error).message)} Before the next All Unbilled, look at the unbilled records.`,
		);
	}
}
