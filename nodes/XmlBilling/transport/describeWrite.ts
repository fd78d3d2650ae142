import { isBody, type Body, type Content } from '../xml/request';
import { RECORD_TYPES, type RecordType } from '../records';
import { onOneLine } from '../xml/text';
import { bodiesIn } from '../xml/totals';
import { decimalOf } from '../xml/values';

/**
 * A write in words, for whoever has to find out whether it was carried out. n8n logs the messages of errors, and nothing
 * else of them: values that people typed are in `check` alone.
 */
export interface WriteInWords {
	/** What may have been done, as it stands behind 'It is unknown whether': `invoice 17 was deleted`. */
	readonly done: string;
	/** How to find out, as it stands behind 'Before you run this again,': `see whether invoice 17 is still there`. */
	readonly check: string;
}

/** What a write is about: `invoice 17`, `estimates 3, 4 and 5`, `the client`. */
interface Target {
	readonly what: string;
	/** The same with what it is known by: `the client with the email 'office@example.com'`. */
	readonly known: string;
	readonly kind: string;
	readonly isMany: boolean;
}

type Wording = (target: Target) => WriteInWords;

const METHOD = /^(?<verb>add|create|delete|send|update)(?<kind>[A-Z]\w*?)(?<part>Item|Mail|From[A-Z]\w*)?$/;

const was = ({ isMany }: Target): string => (isMany ? 'were' : 'was');
const ofLines =
	(done: (what: string) => string): Wording =>
	({ what, isMany }) => ({
		done: done(what),
		check: `get ${what} and look at ${isMany ? 'their' : 'its'} lines`,
	});

/** What each verb of a method does to a record, and with `Item` behind it to lines. */
const WORDINGS: Readonly<Record<string, Wording>> = {
	create: ({ what, known, kind }) => ({
		done: `${what} was created`,
		check: `look for ${known} among the ${kind}`,
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
	addItem: ofLines((what) => `lines were added to ${what}`),
	updateItem: ofLines((what) => `lines of ${what} were changed`),
	deleteItem: ofLines((what) => `lines of ${what} were deleted`),
};

/**
 * Says what a write does and to which record, as people know it: by its identifier, or a new one by its number, email,
 * name, amount or client. Nothing else of the request is told.
 */
export function describeWrite(method: string, body: Body): WriteInWords {
	if (method === 'invoiceOfflinePayment') return describePayments(bodiesIn(body['invoice']));
	const { verb = '', kind, part } = METHOD.exec(method)?.groups ?? {};
	const type = RECORD_TYPES.find(({ list }) => list === `list${kind}`);
	const wording = WORDINGS[part === 'Item' ? `${verb}Item` : verb];
	if (type === undefined || wording === undefined) {
		return { done: `the request '${harmless(method)}' was carried out`, check: 'look at what it changes' };
	}
	return wording(verb === 'create' ? newTarget(type, body) : targetOf(type.label, textsIn(body[type.id])));
}

function describePayments(payments: readonly Body[]): WriteInWords {
	const ids = payments.flatMap(({ id }) => textsIn(id));
	const { what, isMany } = targetOf('invoice', ids);
	const amounts = payments.map((payment) => inFull(textIn(payment, 'amount'))).filter((text) => text !== '');
	const of = amounts.length === 0 ? '' : ` of ${listed(amounts)}`;
	return isMany
		? {
				done: `the payments on ${what} were recorded`,
				check: `get ${what} and look for the payments${of} among their transactions`,
			}
		: {
				done: `the payment on ${what} was recorded`,
				check: `get ${what} and look for the payment${of} among its transactions`,
			};
}

function targetOf(label: string, identifiers: readonly string[]): Target {
	const all = [...new Set(identifiers)];
	const kind = pluralOf(label);
	const isMany = all.length > 1;
	const one = all.length === 0 ? `the ${label}` : `${label} ${all[0]}`;
	const what = isMany ? `${kind} ${listed(all)}` : one;
	return { what, known: what, kind, isMany };
}

const MOST_NAMED = 10;

/** The first few of a list, and how many more there are: `1, 2 and 3`. */
function listed(texts: readonly string[]): string {
	if (texts.length === 1) return texts.join();
	const isLong = texts.length > MOST_NAMED;
	const named = texts.slice(0, isLong ? MOST_NAMED : -1);
	const last = isLong ? `${texts.length - MOST_NAMED} more` : texts.at(-1);
	return `${named.join(', ')} and ${last}`;
}

const pluralOf = (label: string): string => (label.endsWith('y') ? `${label.slice(0, -1)}ies` : `${label}s`);

/** What a new record is known by: of these, the first that its request carries. What has a day of its own needs it, too. */
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
	return { what: `the ${label}`, known: `the ${label}${known}`, kind: pluralOf(label), isMany: false };
}

const textIn = (body: Body, name: string): string => {
	const content = body[name];
	return textsIn(isBody(content) ? content[`${name}_id`] : content)[0] ?? '';
};

/** An amount with both of its places. */
const inFull = (amount: string): string => decimalOf(amount)?.toFixed(2) ?? amount;

const textsIn = (content: Content | undefined): string[] =>
	[content]
		.flat()
		.flatMap((part) => (typeof part === 'string' ? harmless(part) : []))
		.filter((text) => text !== '');

const LONGEST = 60;

/** What people typed, fit for a sentence. */
const harmless = (text: string): string => onOneLine(text.trim(), LONGEST);
