import type { IDataObject } from 'n8n-workflow';
import { decodeIdentifier, FAILURE_LISTS, lists, type Answer } from '../../xml/answer';
import { isRead } from '../../records/methods';
import type { Body } from '../../xml/request';
import { capitalized, nameById } from '../../records/display';
import { refuseForbidden } from '../../guards/credentialLimits';
import { isPreview, PREVIEW_HINT, previewOf, refuseOtherTotal } from './previewAndTotal';
import type { WritableApi } from '../../transport/billingApi';
import { adviseInDoubt, asError, asSentence, failureOfWrite } from '../../transport/failure';
import { readBatchAnswer } from './batchAnswer';
import type { ItemOutput } from '../itemContext';
import type { FollowUp, Write } from '../operation';
import type { PreparedItem } from '../prepareItem';
import type { EarlierResult } from '../retryMemory';

/** Called before and while the request of a write is under way. */
export interface RequestHooks {
	before(body: Body): Promise<void>;
	meanwhile(body: Body): void;
}

/** A write that was carried out, or a preview. */
export interface Sent {
	/** Its output, once its record is read back. */
	readonly output: Promise<ItemOutput>;
	/** The record that is still being read back. */
	readonly reads?: number | undefined;
	readonly isPreview: boolean;
}

/**
 * Carries out the write of an item. The guards run in this order: expected total, preview, an earlier attempt in doubt,
 * and, in `api.call`, the credential's limits. A mail of a new document follows its creation.
 *
 * @param earlier the result of an earlier attempt that may have carried it out
 * @param hooks `before` waits until the request may be sent; `meanwhile` is called once it is under way
 */
export async function sendWrite(
	api: WritableApi,
	item: PreparedItem,
	{
		method = item.method,
		body,
		accepted,
		lookUp,
		finish,
		follows,
		then,
		explain,
		creates,
		hint,
		adviceInDoubt,
	}: Write,
	earlier: EarlierResult | undefined,
	hooks: RequestHooks,
): Promise<Sent> {
	const { warnings } = item;
	// A custom request may read.
	const isWrite = !isRead(method);
	if (isWrite) {
		refuseOtherTotal(item, body);
		if (isPreview(item)) {
			const output = [await previewOf(api, item, method, body, [then?.preview, follows])];
			return { output: Promise.resolve({ output, warnings: [], hint: PREVIEW_HINT }), isPreview: true };
		}
	}
	const remember = (created: unknown) => {
		// Without an identifier, a later item could not return the record.
		const id = typeof created === 'number' ? created : 'inDoubt';
		for (const key of creates?.keys ?? []) api.created.set(key, id);
	};
	try {
		if (isWrite && earlier?.is === 'inDoubt') throw earlier.error();
		// Before anything is created.
		if (then !== undefined) await refuseForbidden(api, item, then.method, {});
		await hooks.before(body);
		const answering = api.call(method, body, accepted, lookUp);
		hooks.meanwhile(body);
		const answer = await answering;
		// The record is read back after the mail, which changes its status.
		const outcome = then === undefined ? {} : { sent: await sendMail(api, item, then, answer) };
		const finishing = Promise.resolve(finish(answer, api)).then((records) =>
			records.map((record): IDataObject => ({ ...record, ...outcome })),
		);
		// Until then, the answer may still turn out to be a rejection.
		const settled = await Promise.race([finishing, item.reading]);
		const reads = typeof settled === 'number' ? settled : undefined;
		if (creates !== undefined) remember(Array.isArray(settled) ? settled[0]?.[creates.id] : settled);
		return { output: finishing.then((output) => ({ output, warnings, hint })), reads, isPreview: false };
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
	item: PreparedItem,
	{ method, type }: FollowUp,
	answer: Answer,
): Promise<boolean> {
	const id = decodeIdentifier(answer, type.id);
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
