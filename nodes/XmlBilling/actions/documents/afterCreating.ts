import type { INodePropertyOptions } from 'n8n-workflow';
import type { Property } from '../../forms/property';
import type { ItemContext } from '../../engine/item/itemContext';
import type { Caller, Write } from '../../engine/item/operation';
import { outcomeIn } from '../../engine/writes/actOn';
import { clientRecord, type DocumentRecord, type RecordType } from '../../records';
import { capitalized, nameById, nameOf } from '../../records/display';
import { methodFor } from '../../records/methods';
import { asError, asSentence, isInDoubt } from '../../transport/failure';
import { FAILURE_LISTS, lists, type Answer } from '../../xml/answer';
import type { Body } from '../../xml/request';
import { textOf } from '../../xml/shape';
import { quote } from '../../xml/values';
import { billedClient } from './billedClient';

const SEND = 'email';

const sendByEmail: INodePropertyOptions = {
	name: 'Send by Email',
	value: SEND,
	description: 'Email it to the client, who needs an email address',
};

const afterCreating = (choices: INodePropertyOptions[], preferred: string): Property => ({
	displayName: 'After Creating',
	name: 'afterCreating',
	type: 'options',
	strict: true,
	options: [...choices, sendByEmail],
	default: preferred,
	description: 'What to do with the new document',
	element: false,
});

const SENDS_NO_EMAIL = 'Only sets the status, and sends no email';

/** A closed list (§3): any other status would silently make a draft. */
export const afterCreatingInvoice = afterCreating(
	[
		{ name: 'Keep as Draft', value: 'draft' },
		{ name: 'Mark as Paid', value: 'paid', description: `${SENDS_NO_EMAIL} and records no payment` },
		{ name: 'Mark as Sent', value: 'sent', description: SENDS_NO_EMAIL },
		{ name: 'Mark as Viewed', value: 'viewed', description: SENDS_NO_EMAIL },
	],
	'draft',
);

export const afterCreatingEstimate = afterCreating([{ name: 'Keep as It Is', value: 'keep' }], 'keep');

/** Sets the status of a new invoice. Without one, it is a draft (§3). */
export function withStatus({ values }: ItemContext, body: Body): Body {
	const { afterCreating: chosen } = values;
	return chosen === 'paid' || chosen === 'sent' || chosen === 'viewed' ? { ...body, status: chosen } : body;
}

/** Whether the form asks to email the document once it is created. */
export const wantsMail = ({ values }: ItemContext): boolean => values['afterCreating'] === SEND;

/** Emails a new document as soon as it is created. Throws if its client has no email address. */
export async function withMail(
	item: ItemContext,
	type: DocumentRecord,
	given: Body,
	write: Write,
): Promise<Write> {
	const client = await billedClient(item, given);
	const email = textOf(client['email']).trim();
	if (email === '') {
		const called = textOf(client['organization']) || textOf(client['name']);
		throw item.problem(
			`${capitalized(nameOf(clientRecord, client))} has no email address`,
			`Nothing was created.${called === '' ? '' : ` The client is ${quote(called)}.`} Add an email address to the client, or choose something else under After Creating.`,
		);
	}
	const preview = `Once it is created, the ${type.label} would be emailed to ${email}.`;
	return {
		...write,
		follows: [{ preview, method: methodFor('send', type.name) }],
		adviceInDoubt: `${write.adviceInDoubt ?? ''} The ${type.label} was not emailed.`.trim(),
		// Before the record is read back, because a mail changes its status.
		async confirm(answer, api) {
			const confirmed = await write.confirm(answer, api);
			const sent = await sendMail(api, item, type, confirmed.id, answer);
			return { ...confirmed, adds: { ...confirmed.adds, sent } };
		},
	};
}

/** Emails a new document. It exists, so a failure is a warning: an error would make people create it again. */
async function sendMail(
	api: Caller,
	item: ItemContext,
	type: RecordType,
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
		const mailed = await api.call(methodFor('send', type.name), { [type.id]: String(id) });
		const answered = outcomeIn(mailed, type, id, true);
		if (answered === 'refused') failed('The service gives no reason');
		if (answered === 'unknown') unknown('The service does not say whether it was emailed');
		return answered === 'done';
	} catch (error) {
		(isInDoubt(error) ? unknown : failed)(asError(error).message);
		return false;
	}
}
