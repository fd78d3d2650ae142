import { FAILURE_LISTS, lists, type Answer } from '../../xml/answer';
import { isRead } from '../../records/methods';
import { capitalized, nameById } from '../../records/display';
import { refuseForbidden } from '../../guards/credentialLimits';
import type { WritableApi } from '../../transport/billingApi';
import { adviseInDoubt, asError, asSentence, failureOfWrite } from '../../transport/failure';
import { readBatchAnswer } from './batchAnswer';
import type { ItemContext } from '../item/itemContext';
import type { Confirmed, FollowUp, Write } from '../item/operation';
import type { EarlierResult } from '../item/retryMemory';

/**
 * Sends the write of an item, and the mail of a new document. The guards run in this order: an earlier attempt in doubt,
 * whether the mail is allowed, and, in `api.call`, the credential's limits.
 *
 * @param earlier the result of an earlier attempt that may have carried it out
 */
export async function sendWrite(
	api: WritableApi,
	item: ItemContext,
	{
		method = item.method,
		body,
		accepted,
		lookUp,
		confirm,
		then,
		explain,
		creates = [],
		adviceInDoubt,
	}: Write,
	earlier: EarlierResult | undefined,
): Promise<Confirmed> {
	const remember = (id: number | 'inDoubt') => {
		for (const key of creates) api.created.set(key, id);
	};
	try {
		// A custom request may read.
		if (earlier?.is === 'inDoubt' && !isRead(method)) throw earlier.error();
		// Before anything is created.
		if (then !== undefined) await refuseForbidden(api, item, then.method, {});
		const answer = await api.call(method, body, accepted, lookUp);
		const confirmed = await confirm(answer, api);
		// Without an identifier, a later item could not return the record.
		remember(confirmed.id ?? 'inDoubt');
		// Before the record is read back, because a mail changes its status.
		return then === undefined
			? confirmed
			: {
					...confirmed,
					adds: { ...confirmed.adds, sent: await sendMail(api, item, then, confirmed.id, answer) },
				};
	} catch (error) {
		if (failureOfWrite(error)?.effect === 'unknown') remember('inDoubt');
		if (adviceInDoubt !== undefined) adviseInDoubt(error, adviceInDoubt);
		if (then !== undefined) adviseInDoubt(error, `The ${then.type.label} was not emailed.`);
		throw (await explain?.(asError(error))) ?? error;
	}
}

/** Emails a new document. It exists, so a failure is a warning: an error would make people create it again. */
async function sendMail(
	api: WritableApi,
	item: ItemContext,
	{ method, type }: FollowUp,
	id: number | undefined,
	answer: Answer,
): Promise<boolean> {
	if (id === undefined) {
		item.warn(`The ${type.label} was not emailed: the service's answer shows no identifier. Use Send.`);
		return false;
	}
	const label = capitalized(nameById(type, id));
	if (lists(answer, FAILURE_LISTS)) {
		item.warn(`${label} was not emailed, because it may be incomplete. Check it, then use Send.`);
		return false;
	}
	const failed = (why: string) =>
		item.warn(`${label} was created, but not emailed. ${asSentence(why)} Use Send; do not create it again.`);
	const unknown = (why: string) =>
		item.warn(
			`${label} was created. ${asSentence(why)} Before you use Send, look at its status or ask the client. Do not create it again.`,
		);
	try {
		const mailed = await api.call(method, { [type.id]: String(id) });
		const answered = readBatchAnswer(mailed, type, [id], true)?.(id);
		if (answered === 'refused') failed('The service gives no reason');
		if (answered === 'nothing') unknown('The service does not say whether it was emailed');
		return answered === 'done';
	} catch (error) {
		const isOpen = failureOfWrite(error)?.effect === 'unknown';
		(isOpen ? unknown : failed)(asError(error).message);
		return false;
	}
}
