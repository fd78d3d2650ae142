import { isBody, type Body, type Content } from '../xml/request';
import { methodNamed, type Method } from '../records/methods';
import { RECORD_TYPES, type RecordType } from '../records';
import { onOneLine } from '../xml/text';
import { bodiesIn } from '../records/totals';
import { decimalOf } from '../xml/values';

/**
 * Texts about a write whose outcome is unknown. `done` goes into the message, which n8n logs, so only `check` may contain
 * values of the record.
 */
export interface WriteInWords {
	/** Follows 'It is unknown whether': `invoice 17 was deleted`. */
	readonly done: string;
	/** Follows 'Before you run this again,': `see whether invoice 17 is still there`. */
	readonly check: string;
}

/** The records that a write is about. */
interface Target {
	/** `invoice 17`, `estimates 3, 4 and 5`, `the client`. */
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
		check: target.isMany ? 'see which of them are still there' : `see whether ${target.what} is still there`,
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

/**
 * Describes a write and its record: an existing one by its identifier, a new one by its number, email, name, amount or
 * client. Shows no other values of the request.
 *
 * @param name the method's name, as sent
 */
export function describeWrite(name: string, body: Body): WriteInWords {
	const { verb, kind, of } = methodNamed(name) ?? {};
	if (verb === 'pay') return describePayments(bodiesIn(body['invoice']));
	const type = RECORD_TYPES.find((candidate) => candidate.name === kind);
	const wording = verb && (of === 'lines' ? LINE_WORDINGS : RECORD_WORDINGS)[verb];
	if (type === undefined || wording === undefined)
		return { done: `the request '${harmless(name)}' was carried out`, check: 'look at what it changes' };
	return wording(verb === 'create' ? newTarget(type, body) : targetOf(type.label, textsIn(body[type.id])));
}

function describePayments(payments: readonly Body[]): WriteInWords {
	const ids = payments.flatMap(({ id }) => textsIn(id));
	const { what, isMany } = targetOf('invoice', ids);
	const amounts = payments.map((payment) => inFull(textIn(payment, 'amount'))).filter((text) => text !== '');
	const of = amounts.length === 0 ? '' : ` of ${listed(amounts)}`;
	const [payment, have, their] = isMany ? ['payments', 'were', 'their'] : ['payment', 'was', 'its'];
	return {
		done: `the ${payment} on ${what} ${have} recorded`,
		check: `get ${what} and look for the ${payment}${of} among ${their} transactions`,
	};
}

function targetOf(label: string, identifiers: readonly string[]): Target {
	const all = [...new Set(identifiers)];
	const plural = pluralOf(label);
	const isMany = all.length > 1;
	const one = all.length === 0 ? `the ${label}` : `${label} ${all[0]}`;
	const what = isMany ? `${plural} ${listed(all)}` : one;
	return { what, known: what, plural, isMany };
}

const MAX_NAMED = 10;

/** The first few texts, and how many more there are: `1, 2 and 3`. */
function listed(texts: readonly string[]): string {
	if (texts.length === 1) return texts.join();
	const isLong = texts.length > MAX_NAMED;
	const named = texts.slice(0, isLong ? MAX_NAMED : -1);
	const last = isLong ? `${texts.length - MAX_NAMED} more` : texts.at(-1);
	return `${named.join(', ')} and ${last}`;
}

const pluralOf = (label: string): string => (label.endsWith('y') ? `${label.slice(0, -1)}ies` : `${label}s`);

/** Identifies a new record by the first of these elements in its request. Amounts and hours recur, so they add the day. */
const KNOWN_BY: ReadonlyArray<readonly [element: string, words: (text: string, day: string) => string]> = [
	['number', (number) => ` with the number '${number}'`],
	['email', (email) => ` with the email '${email}'`],
	['name', (name) => ` named '${name}'`],
	['amount', (amount, day) => ` of ${inFull(amount)}${day}`],
	['hours_worked', (hours, day) => ` of ${hours} hours${day}`],
	['client', (client) => ` for client ${client}`],
];

function newTarget({ label }: RecordType, body: Body): Target {
	const date = textIn(body, 'date') || textIn(body, 'work_date');
	const day = date === '' ? '' : ` on ${date}`;
	const [known = ''] = KNOWN_BY.flatMap(([element, words]) => {
		const text = textIn(body, element);
		return text === '' ? [] : words(text, day);
	});
	return { what: `the ${label}`, known: `the ${label}${known}`, plural: pluralOf(label), isMany: false };
}

const textIn = (body: Body, name: string): string => {
	const content = body[name];
	return textsIn(isBody(content) ? content[`${name}_id`] : content)[0] ?? '';
};

/** An amount with two decimal places. */
const inFull = (amount: string): string => decimalOf(amount)?.toFixed(2) ?? amount;

const textsIn = (content: Content | undefined): string[] =>
	[content]
		.flat()
		.flatMap((part) => (typeof part === 'string' ? harmless(part) : []))
		.filter((text) => text !== '');

const MAX_LENGTH = 60;

/** Typed text, made safe for a sentence. */
const harmless = (text: string): string => onOneLine(text.trim(), MAX_LENGTH);
