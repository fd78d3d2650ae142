import type Big from 'big.js';
import { capitalized, clientIdOf, nameById } from '../../records/display';
import { clientRecord, type RecordType } from '../../records';
import { failureOf } from '../../transport/failures';
import { type Answer, FAILURE_LISTS, decodeIdentifiers, lists } from '../../xml/answer';
import { isSameText } from '../../xml/identity';
import { textOf, type BillingRecord } from '../../xml/shape';
import { type ItemContext, idOf } from '../../execution/item';
import type { Write } from '../../execution/operation';
import { inDoubt } from '../../execution/recordWrites';
import { decimalOf, quote } from '../../xml/values';

/** How a delete or a send differs from those of other kinds. */
interface Action {
	readonly type: RecordType;
	/** The output field that reports success. */
	readonly done: 'deleted' | 'sent';
	/** Why the service may refuse a record without saying so, and what to do then. A sentence. */
	readonly perhaps?: string | undefined;
	/** What to know once it is done. */
	readonly note?: string | undefined;
}

// The service answers these if it does not act on a record (§7).
const NOT_DONE = [400, 404];
const UNSAID = "The service's answer does not say whether it acted on this record.";
const NO_REASON = 'The service gives no reason.';
const CHECK = 'Check that the record exists, that it belongs to this account, and that it is complete.';

/** The write that deletes or sends the record of an item. Each has its own request, so that its outcome is its own (§7). */
export async function actOn(item: ItemContext, { type, done, perhaps, note }: Action): Promise<Write> {
	const id = idOf(item, type);
	const name = nameById(type, id);
	// Only to say what it was: the service decides about a record that can't be read.
	const record = (await item.api.find(type, id).catch(() => undefined)) ?? {};
	const gone = done === 'deleted' ? record : {};
	warnOfState(item, type, record);
	if (done === 'sent') warnOfCredit(item, decimalOf(type.derived?.['total']?.(record)));
	async function refused(reason: string): Promise<Error> {
		const unmailed = done === 'sent' ? await missingEmail(item, type, id).catch(() => undefined) : undefined;
		if (unmailed !== undefined) return unmailed;
		const advice = perhaps === undefined ? CHECK : `${perhaps} ${CHECK}`;
		return item.problem(`${capitalized(name)} was not ${done}. ${reason}`, advice);
	}
	const body = { [type.id]: [String(id)] };
	return {
		body,
		async confirm(answer) {
			const outcome = outcomeIn(answer, type, id, done === 'sent');
			if (outcome === 'refused') throw await refused(NO_REASON);
			if (outcome === 'unknown') throw inDoubt(item, UNSAID, item.method, body);
			if (note !== undefined) item.warn(note);
			return { id, known: { ...gone, [type.id]: id, [done]: true } };
		},
		async explain(error) {
			const { kind, effect, status = 0, message = '' } = failureOf(error) ?? {};
			if (effect !== 'rejected' || !NOT_DONE.includes(status)) return error;
			return await refused(kind === 'bare' ? NO_REASON : message);
		},
	};
}

/** Warns if a client is emailed a document below zero: it owes nothing then (people). */
export function warnOfCredit(item: Pick<ItemContext, 'warn'>, total: Big | undefined): void {
	if (total?.lt(0)) item.warn(`This emails a document with a total below zero: ${total.toFixed(2)}.`);
}

/** Warns of a document that its client may have already (people). */
function warnOfState(item: ItemContext, type: RecordType, record: BillingRecord): void {
	const status = textOf(record[type.watched?.status?.field ?? '']);
	if (status !== '' && !isSameText(status, 'Draft'))
		item.warn(`This ${type.label} had the status ${quote(status)}, so its client may already have it.`);
}

/**
 * What a successful answer says of the record that it was asked to act on (§7).
 *
 * @param isListed whether the answer lists the records that it acted on, as with send methods (§4.3, §4.4)
 */
export function outcomeIn(
	answer: Answer,
	type: RecordType,
	id: number,
	isListed: boolean,
): 'done' | 'refused' | 'unknown' {
	const idsIn = (names: readonly string[]) => names.flatMap((name) => decodeIdentifiers(answer, name));
	const succeeded = idsIn(['success', type.id]);
	const isFailed = idsIn(FAILURE_LISTS).includes(id);
	// If it names others, it may have acted on those.
	if (isFailed) return succeeded.length === 0 ? 'refused' : 'unknown';
	if (succeeded.length > 0) return succeeded.every((one) => one === id) ? 'done' : 'unknown';
	return isListed || lists(answer, FAILURE_LISTS) ? 'unknown' : 'done';
}

/**
 * The error of a document that the service did not send because its client has no email, which the service doesn't say
 * (§7.1). Undefined if that is not why.
 */
async function missingEmail(item: ItemContext, type: RecordType, id: number): Promise<Error | undefined> {
	const clientId = clientIdOf(await item.api.get(type, id)) ?? 0;
	const client = await item.api.find(clientRecord, clientId);
	// Every full record has the field, even if empty.
	if (client?.['email'] !== '') return undefined;
	return item.problem(
		`${capitalized(nameById(type, id))} was not sent: its client has no email address.`,
		`The client is ${quote(textOf(client['organization']))}, with the contact ${quote(textOf(client['name']))} and the ID ${clientId}. Add an email with Client › Update, then send it again.`,
	);
}
