import type { INodePropertyOptions } from 'n8n-workflow';
import { formField } from '../../descriptions/fields';
import type { Property } from '../../descriptions/property';
import type { ItemContext } from '../../execution/item';
import { differenceInTotal } from '../../execution/compareWritten';
import type { Caller, WantedDocument, Write } from '../../execution/operation';
import { outcomeIn, warnOfCredit } from '../common/actOn';
import { clientRecord, type DocumentRecord } from '../../records';
import { capitalized, nameById, nameOf, numberOf } from '../../records/display';
import { methodFor } from '../../records/methods';
import { totalsOf } from '../../records/totals';
import { asError, asSentence, isInDoubt } from '../../transport/failures';
import { FAILURE_LISTS, lists, type Answer } from '../../xml/answer';
import type { Body } from '../../xml/request';
import { textOf, type BillingRecord } from '../../xml/shape';
import { quote } from '../../xml/values';

const sendByEmail: INodePropertyOptions = {
	name: 'Send by Email',
	value: 'email',
	description: 'Email it to the client, who needs an email address',
};

const afterCreating = (choices: INodePropertyOptions[], preferred: string): Property =>
	formField('After Creating', {
		type: 'options',
		strict: true,
		options: [...choices, sendByEmail],
		default: preferred,
		description: 'What to do with the new document',
		element: false,
	});

const SENDS_NO_EMAIL = 'Sets only the status and sends no email';

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
export const wantsMail = ({ values }: ItemContext): boolean => values['afterCreating'] === sendByEmail.value;

/** Emails a new document as soon as it is created. Throws if its client has no email address. */
export function withMail(
	item: ItemContext,
	type: DocumentRecord,
	client: BillingRecord,
	write: Write,
): Write {
	const email = textOf(client['email']).trim();
	if (email === '') {
		const called = textOf(client['organization']) || textOf(client['name']);
		throw item.problem(
			`${capitalized(nameOf(clientRecord, client))} has no email address`,
			`${called === '' ? '' : `The client is ${quote(called)}. `}Add an email address to the client, or choose something else under After Creating.`,
		);
	}
	warnOfCredit(item, totalsOf(write.body).total);
	const preview = `Once it is created, the ${type.label} would be emailed to ${email}.`;
	return {
		...write,
		follows: [preview],
		adviceInDoubt: `${write.adviceInDoubt ?? ''} The ${type.label} was not emailed.`.trim(),
		// Before the record is read back, because a mail changes its status.
		async confirm(answer, api) {
			const confirmed = await write.confirm(answer, api);
			const sent = await sendMail(api, item, type, confirmed.id, answer, write.expected?.document);
			return { ...confirmed, adds: { ...confirmed.adds, sent } };
		},
	};
}

/** Emails a new document. It exists, so a failure is a warning: an error would make people create it again. */
async function sendMail(
	api: Caller,
	item: ItemContext,
	type: DocumentRecord,
	id: number | undefined,
	answer: Answer,
	wanted: WantedDocument | undefined,
): Promise<boolean> {
	const known = id === undefined ? `the ${type.label}` : nameById(type, id, numberOf(type, item.body));
	const name = capitalized(known);
	const unsent = (why: string) => {
		item.warn(`${name} was created, but not emailed. ${why} Use Send; do not create it again.`);
		return false;
	};
	if (id === undefined) return unsent("The service's answer shows no identifier.");
	if (lists(answer, FAILURE_LISTS)) return unsent('It may be incomplete, so check it.');
	// A wrong total can't be taken back once the client has it (people).
	const saved = wanted && ((await item.api.find(type, id).catch(() => undefined)) ?? {});
	const difference = saved && differenceInTotal(item, wanted, saved);
	if (difference !== undefined) return unsent(difference);
	let doubt = 'The service does not say whether it was emailed.';
	try {
		const mailed = await api.call(methodFor('send', type.name), { [type.id]: String(id) });
		const outcome = outcomeIn(mailed, type, id, true);
		if (outcome === 'done') return true;
		if (outcome === 'refused') return unsent('The service gives no reason.');
	} catch (error) {
		doubt = asSentence(asError(error).message);
		if (!isInDoubt(error)) return unsent(doubt);
	}
	item.warn(
		`${name} was created. ${doubt} Before you use Send, look at its status or ask the client. Do not create it again.`,
	);
	return false;
}
