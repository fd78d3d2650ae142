import { type Body, type Content, bodiesIn, textsIn } from '../xml/request';
import { methodNamed, type Method } from './methods';
import { invoiceRecord, recordTypeNamed, type RecordType } from './index';
import { nameById, pluralOf } from './display';
import { onOneLine, someOf } from '../helpers/GenericFunctions';

/** Texts about a write whose outcome is unknown. */
export interface WriteInWords {
	/** Follows 'It is unknown whether': `invoice 17 was deleted`. */
	readonly done: string;
	/** Follows 'Before you run this again,': `look at invoice 17`. */
	readonly look: string;
}

const DONE: Readonly<Record<Method['verb'], string>> = {
	add: 'added',
	create: 'created',
	delete: 'deleted',
	pay: 'recorded',
	send: 'sent',
	update: 'changed',
	get: 'changed',
	list: 'changed',
};

/** What a method does, as a participle: `created`. */
export const doneBy = (name: string): string => DONE[methodNamed(name)?.verb ?? 'update'];

/**
 * Describes a write and its records: existing ones by their identifiers. Shows no other values of the request.
 *
 * @param name the method's name, as sent
 */
export function describeWrite(name: string, body: Body): WriteInWords {
	const { verb, kind, of } = methodNamed(name) ?? {};
	const type = verb === 'pay' ? invoiceRecord : recordTypeNamed(kind);
	if (verb === undefined || type === undefined)
		return { done: `the request '${harmless(name)}' was carried out`, look: 'look at what it changes' };
	if (verb === 'create')
		return {
			done: `the ${type.label} was created`,
			look: `look for the ${type.label} among the ${pluralOf(type.label)}`,
		};
	const named =
		verb === 'pay'
			? bodiesIn(body['invoice']).flatMap(({ id }) => harmlessIn(id))
			: harmlessIn(body[type.id]);
	const ids = [...new Set(named)];
	const what = ids.length === 0 ? `the ${type.label}` : namesOf(type, ids);
	if (verb === 'pay')
		return { done: `the payment on ${what} was recorded`, look: `look at the transactions of ${what}` };
	if (of === 'lines')
		return { done: `lines of ${what} were ${DONE[verb]}`, look: `look at the lines of ${what}` };
	const done = `${what} ${ids.length > 1 ? 'were' : 'was'} ${DONE[verb]}`;
	if (verb === 'send') return { done, look: `look at the status of ${what}, and ask the recipient` };
	return { done, look: `look at ${what}` };
}

/** Names records in a message: `the invoice with ID 3`, `the invoices with the IDs 3 and 4`. */
const namesOf = (type: RecordType, ids: readonly string[]): string =>
	ids.length === 1 ? nameById(type, ids[0]) : `the ${pluralOf(type.label)} with the IDs ${someOf(ids)}`;

const harmlessIn = (content: Content | undefined): string[] =>
	textsIn(content)
		.map(harmless)
		.filter((text) => text !== '');

const MAX_LENGTH = 60;

/** Typed text, made safe for a sentence. */
const harmless = (text: string): string => onOneLine(text.trim(), MAX_LENGTH);
