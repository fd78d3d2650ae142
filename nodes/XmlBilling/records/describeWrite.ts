import { isBody, type Body, type Content } from '../xml/request';
import { methodNamed, type Method } from './methods';
import { invoiceRecord, recordTypeNamed, type RecordType } from './index';
import { nameById, pluralOf } from './display';
import { onOneLine, someOf } from '../xml/text';
import { bodiesIn, textsIn } from '../xml/bodies';
import { decimalOf } from '../xml/values';

/**
 * Texts about a write whose outcome is unknown. `done` goes into the message, which n8n logs, so only `check` may contain
 * values of the record.
 */
export interface WriteInWords {
	/** Follows 'It is unknown whether': `invoice 17 was deleted`. */
	readonly done: string;
	/** Follows 'Before you run this again,': `see whether invoice 17 is still active`. */
	readonly check: string;
}

/** The number that people know a document by, if it was read. */
export type NumberOf = (type: RecordType, id: number) => string | undefined;

/** The records that a write is about. */
interface Target {
	/** `invoice 00121`, `the estimates with the IDs 3, 4 and 5`, `the client`. */
	readonly what: string;
	/** The same with its key: `the client with the email 'office@example.com'`. */
	readonly known: string;
	readonly plural: string;
	readonly isMany: boolean;
}

type Wording = (target: Target) => WriteInWords;
type Wordings = Readonly<Partial<Record<Method['verb'], Wording>>>;

const was = ({ isMany }: Target): string => (isMany ? 'were' : 'was');

const RECORD_WORDINGS: Wordings = {
	create: ({ what, known, plural }) => ({
		done: `${what} was created`,
		check: `look for ${known} among the ${plural}`,
	}),
	update: (target) => ({
		done: `${target.what} ${was(target)} updated`,
		check: `get ${target.what} and compare ${target.isMany ? 'them' : 'it'}`,
	}),
	delete: (target) => ({
		done: `${target.what} ${was(target)} deleted`,
		// A service may keep what it deletes, under a status (§3).
		check: target.isMany
			? 'see which of them are still active'
			: `see whether ${target.what} is still active`,
	}),
	send: (target) => ({
		done: `${target.what} ${was(target)} sent`,
		check: `look at the status of ${target.what}, and ask ${target.isMany ? 'a' : 'the'} recipient`,
	}),
};

const ofLines =
	(done: (what: string) => string): Wording =>
	({ what, isMany }) => ({
		done: done(what),
		check: `get ${what} and look at ${isMany ? 'their' : 'its'} lines`,
	});

const LINE_WORDINGS: Wordings = {
	add: ofLines((what) => `lines were added to ${what}`),
	update: ofLines((what) => `lines of ${what} were changed`),
	delete: ofLines((what) => `lines of ${what} were deleted`),
};

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

/** That a write was not carried out, as a sentence: `Nothing was created.` */
export const nothingDone = (name: string): string =>
	`Nothing was ${DONE[methodNamed(name)?.verb ?? 'update']}.`;

/**
 * Describes a write and its record: an existing one by its number or identifier, a new one by its number, email, name,
 * amount or client. Shows no other values of the request.
 *
 * @param name the method's name, as sent
 */
export function describeWrite(name: string, body: Body, numberOf: NumberOf): WriteInWords {
	const { verb, kind, of } = methodNamed(name) ?? {};
	if (verb === 'pay') return describePayments(bodiesIn(body['invoice']), numberOf);
	const type = recordTypeNamed(kind);
	const wording = verb && (of === 'lines' ? LINE_WORDINGS : RECORD_WORDINGS)[verb];
	if (type === undefined || wording === undefined)
		return { done: `the request '${harmless(name)}' was carried out`, check: 'look at what it changes' };
	return wording(
		verb === 'create' ? newTarget(type, body) : targetOf(type, harmlessIn(body[type.id]), numberOf),
	);
}

function describePayments(payments: readonly Body[], numberOf: NumberOf): WriteInWords {
	const ids = payments.flatMap(({ id }) => harmlessIn(id));
	const { what, isMany } = targetOf(invoiceRecord, ids, numberOf);
	const amounts = payments.map((payment) => inFull(firstIn(payment, 'amount'))).filter((text) => text !== '');
	const of = amounts.length === 0 ? '' : ` of ${someOf(amounts)}`;
	const [payment, have, their] = isMany ? ['payments', 'were', 'their'] : ['payment', 'was', 'its'];
	return {
		done: `the ${payment} on ${what} ${have} recorded`,
		check: `get ${what} and look for the ${payment}${of} among ${their} transactions`,
	};
}

function targetOf(type: RecordType, identifiers: readonly string[], numberOf: NumberOf): Target {
	const all = [...new Set(identifiers)];
	const isMany = all.length > 1;
	const what = all.length === 0 ? `the ${type.label}` : namesOf(type, all, numberOf);
	return { what, known: what, plural: pluralOf(type.label), isMany };
}

/** Names records in a message: `invoices 00121 and 00122`, `the invoices with the IDs 3 and 4`, `invoices 00121 and ID 4`. */
export function namesOf(type: RecordType, ids: readonly unknown[], numberOf: NumberOf): string {
	const plural = pluralOf(type.label);
	const numbers = ids.map((id) => numberOf(type, Number(id)));
	if (ids.length === 1) return nameById(type, ids[0], numbers[0]);
	if (numbers.every((number) => number === undefined))
		return `the ${plural} with the IDs ${someOf(ids.map(String))}`;
	return `${plural} ${someOf(ids.map((id, index) => numbers[index] ?? `ID ${String(id)}`))}`;
}

/** Identifies a new record by the first of these elements in its request. Amounts and hours recur, so they add the day. */
const KNOWN_BY: ReadonlyArray<readonly [element: string, words: (text: string, day: string) => string]> = [
	['number', (number) => ` with the number '${number}'`],
	['email', (email) => ` with the email '${email}'`],
	['name', (name) => ` named '${name}'`],
	['amount', (amount, day) => ` of ${inFull(amount)}${day}`],
	['hours_worked', (hours, day) => ` of ${hours} hours${day}`],
	['client', (client) => ` for the client with ID ${client}`],
];

function newTarget({ label }: RecordType, body: Body): Target {
	const date = firstIn(body, 'date') || firstIn(body, 'work_date');
	const day = date === '' ? '' : ` on ${date}`;
	const [known = ''] = KNOWN_BY.flatMap(([element, words]) => {
		const text = firstIn(body, element);
		return text === '' ? [] : words(text, day);
	});
	return { what: `the ${label}`, known: `the ${label}${known}`, plural: pluralOf(label), isMany: false };
}

const firstIn = (body: Body, name: string): string => {
	const content = body[name];
	return harmlessIn(isBody(content) ? content[`${name}_id`] : content)[0] ?? '';
};

/** An amount with two decimal places. */
const inFull = (amount: string): string => decimalOf(amount)?.toFixed(2) ?? amount;

const harmlessIn = (content: Content | undefined): string[] =>
	textsIn(content)
		.map(harmless)
		.filter((text) => text !== '');

const MAX_LENGTH = 60;

/** Typed text, made safe for a sentence. */
const harmless = (text: string): string => onOneLine(text.trim(), MAX_LENGTH);
