import type { INodePropertyOptions } from 'n8n-workflow';
import type { Property } from '../../forms/property';
import type { ItemContext } from '../../engine/item/itemContext';
import type { FollowUp } from '../../engine/item/operation';
import { clientRecord, type DocumentRecord } from '../../records';
import { capitalized, nameOf } from '../../records/display';
import { methodFor } from '../../records/methods';
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

/** The mail to send once a document is created. Throws if its client has no email address. */
export async function mailFor(item: ItemContext, type: DocumentRecord, body: Body): Promise<FollowUp> {
	const client = await billedClient(item, body);
	const email = textOf(client['email']).trim();
	if (email === '') {
		const called = textOf(client['organization']) || textOf(client['name']);
		throw item.problem(
			`${capitalized(nameOf(clientRecord, client))} has no email address`,
			`Nothing was created.${called === '' ? '' : ` The client is ${quote(called)}.`} Add an email address to the client, or choose something else under After Creating.`,
		);
	}
	return {
		method: methodFor('send', type.name),
		type,
		preview: `Once it is created, the ${type.label} would be emailed to ${email}.`,
	};
}
