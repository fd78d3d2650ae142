import { NodeApiError, type INode } from 'n8n-workflow';
import { isRead } from '../records/methods';
import type { Body } from '../xml/request';
import type { NoAnswer } from '../xml/answer';
import { MAX_MEGABYTES, type Place } from '../xml/parse';
import { quote } from '../xml/values';
import { A_VALUE, CHECK_URL, statusAdvice, TRY_LATER, unreadAdvice, waitAdvice } from './texts';
import { describeWrite, type WriteInWords } from '../records/describeWrite';

type Kind =
	| ('unsent' | 'untrusted' | 'unreached' | 'lost' | 'canceled' | 'redirected')
	| ('silent' | 'cut' | 'malformed' | 'busy' | 'bare' | 'gone' | 'partial' | 'refused');

/** `none`: the request was not sent. `rejected`: it was not carried out. `unknown`: it may have been carried out. */
type Effect = 'none' | 'rejected' | 'unknown';

/** The cause in n8n's terms. n8n schedules a trigger's next polls by it. */
type Cause = 'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';

/** Why a call failed: texts for the user, and how to proceed. */
export interface Failure {
	readonly kind: Kind;
	/** The service's status, or the HTTP status if the service gave none. */
	readonly status?: number | undefined;
	readonly message: string;
	/** The user's next step. */
	readonly advice: string;
	readonly effect: Effect;
	/** How long the service asked to wait, in milliseconds. */
	readonly retryAfterMs?: number | undefined;
}

interface Traits {
	/** Unless it follows from the status. */
	readonly effect?: Effect;
	/** Unless it follows from the status. */
	readonly cause?: Cause;
	/** The same request may succeed a little later. */
	readonly transient?: true;
	/** Perhaps only the record that was asked for can't be read. */
	readonly ofRecord?: true;
}

const cause = 'temporarily-unavailable';

/** What follows from the kind of a failure. */
export const KINDS: Readonly<Record<Kind, Traits>> = {
	unsent: { effect: 'none' }, // forbidden, canceled, or not tried
	untrusted: { effect: 'none', cause }, // by its certificate
	unreached: { effect: 'none', cause, transient: true },
	lost: { effect: 'unknown', cause, transient: true }, // the connection, or the patience
	canceled: { effect: 'unknown' },
	redirected: { cause: 'configuration-invalid' }, // never followed, to avoid leaking the token (§5)
	silent: { effect: 'unknown', cause, transient: true, ofRecord: true }, // a success without a document (vendor)
	cut: { effect: 'unknown', cause, transient: true, ofRecord: true },
	malformed: { effect: 'unknown', cause, ofRecord: true },
	busy: { transient: true }, // a gateway or the service itself, for a while (HTTP)
	bare: {}, // an HTTP error without a body: a service that answers so gives no reasons
	gone: {}, // there is no such record (§7)
	partial: { effect: 'unknown' }, // the texts say which part may have been carried out
	refused: {},
};

const fail = (kind: Kind, message: string, advice: string, status?: number): Failure => ({
	...{ kind, status, message, advice },
	effect: KINDS[kind].effect ?? effectOf(status),
});

const UNTRUSTED = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT)/;
const UNREACHED = ['ECONNREFUSED', 'EAI_AGAIN', 'ENOTFOUND'];
// These also occur after the request was sent, if the network fails.
const LATE = ['EHOSTUNREACH', 'ENETUNREACH'];

/** The connection could not be made or was lost. */
export function connectionFailure(code: string, host: string): Failure {
	if (UNTRUSTED.test(code))
		return fail(
			'untrusted',
			`The certificate of ${host} cannot be trusted.`,
			`${CHECK_URL} If it is correct, the provider of the service must fix its certificate.`,
		);
	if (![...UNREACHED, ...LATE].includes(code))
		return fail('lost', `The connection to ${host} was lost before the answer was complete.`, TRY_LATER);
	return fail(
		LATE.includes(code) ? 'lost' : 'unreached',
		`The host ${host} cannot be reached.`,
		`${CHECK_URL} If it is correct, the service is down: try again later.`,
	);
}

const inSeconds = (ms: number): string => (ms === 1000 ? '1 second' : `${ms / 1000} seconds`);

/** The answer was not complete within the timeout, in milliseconds. */
export const timeoutFailure = (host: string, timeoutMs: number): Failure =>
	fail(
		'lost',
		`${host} did not send a complete answer within ${inSeconds(timeoutMs)}.`,
		'If the service needs longer, raise Timeout in the credential. Otherwise, try again later.',
	);

export const unsentFailure = (message: string, advice: string): Failure => fail('unsent', message, advice);

/** The execution was canceled. n8n recognizes a canceled run by this spelling. */
export const canceledFailure = (kind: 'canceled' | 'unsent'): Failure =>
	fail(
		kind,
		`The execution was canceled ${kind === 'unsent' ? 'before the request was sent' : 'while the service was working on a request'}.`,
		'Run the workflow again when you are ready.',
	);

const NO_ANSWER = 'with XML that is not an answer of this interface';
const TOO_MUCH = `with more than ${MAX_MEGABYTES} MB, or with far too many elements`;
const MALFORMED: Readonly<Record<NoAnswer, string>> = {
	empty: 'with an empty body',
	html: 'with a web page instead of XML',
	notXml: 'with something that is not well-formed XML',
	truncated: 'with XML that breaks off before its end',
	tooMany: TOO_MUCH,
	tooLarge: TOO_MUCH,
	doctype: NO_ANSWER,
	tooDeep: NO_ANSWER,
	charset: 'in an unknown character encoding',
	notAnswer: NO_ANSWER,
};

/**
 * The response cannot be read as an answer of the service, or is an HTTP error.
 *
 * @param isOfService whether it begins as an answer, so that the Base URL is right
 * @param place where it can't be read any further
 */
export function malformedFailure(
	problem: NoAnswer,
	host: string,
	httpStatus: number,
	isOfService: boolean,
	place?: Place,
): Failure {
	const advice = unreadAdvice(httpStatus, problem, isOfService);
	const isEmpty = problem === 'empty';
	if (httpStatus >= 400) {
		const message = `${host} answered with the error ${httpStatus}${isEmpty ? ' and gave no reason' : ''}.`;
		return fail(
			PASSING.includes(httpStatus) ? 'busy' : isEmpty ? 'bare' : 'refused',
			message,
			advice,
			httpStatus,
		);
	}
	const hasPlace = isOfService && place !== undefined && problem === 'notXml';
	const at = hasPlace ? ` (line ${place.line}, column ${place.column})` : '';
	const kind = isEmpty ? 'silent' : problem === 'truncated' ? 'cut' : 'malformed';
	return fail(kind, `${host} answered ${MALFORMED[problem]}${at}.`, advice);
}

/** A redirect is never followed, to avoid leaking the token (§5). */
export function redirectFailure(host: string, httpStatus: number, location: string): Failure {
	const target = URL.canParse(location) ? ` to ${new URL(location).origin}` : ' elsewhere';
	return fail(
		'redirected',
		`${host} redirects${target}. Redirects are not followed, to avoid leaking the token.`,
		"Enter the service's actual address as the Base URL in the credential.",
		httpStatus,
	);
}

// A gateway or the service itself is temporarily busy or down (HTTP).
const PASSING = [429, 502, 503, 504];

// Some get methods answer this for an unknown identifier, instead of 404 (§7.1).
const INVALID_ID = / id is invalid\.$/;

/**
 * The service answered with a status that is no success (§7). The failure keeps the service's message unless the outcome is
 * unknown, as with status 500: such messages are not meant for users.
 */
export function serviceFailure(status: number, message: string): Failure {
	const isGone = status === 404 || INVALID_ID.test(message);
	const kind = PASSING.includes(status) ? 'busy' : isGone ? 'gone' : 'refused';
	const isShown = message !== '' && effectOf(status) !== 'unknown';
	const said = isShown ? message : `The service answered with the status ${status}.`;
	return fail(kind, said, statusAdvice(status, message), status);
}

// HTTP: these redirect a request that was not carried out. Other redirects may follow one that was.
const REDIRECTED = [301, 307, 308];
// HTTP: a proxy stopped waiting, but the service may have continued.
const GIVEN_UP = [408, 499];

/**
 * What a status proves about a write whose answer is no success, or is unreadable. The service said no (§7), or there were too
 * many requests (RFC 6585). Any other status, such as 503, proves nothing: the service may have carried the write out.
 */
function effectOf(status = 0): Effect {
	if (GIVEN_UP.includes(status)) return 'unknown';
	const isRefused = (status >= 400 && status <= 499) || status === 501 || REDIRECTED.includes(status);
	return isRefused ? 'rejected' : 'unknown';
}

function causeOf({ kind, status = 0 }: Failure): Cause | undefined {
	if (status === 401 || status === 403) return 'credential-invalid';
	if (status === 429) return 'rate-limited';
	return status >= 500 && status !== 501 ? cause : KINDS[kind].cause;
}

/** Adds a period if the service's message lacks one. */
export const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/**
 * Says that a write may have been carried out, and how to find out.
 *
 * @param more how to go on, unless it is to try again, which this advises against
 */
export function doubt(
	what: string,
	{ done, look }: WriteInWords,
	more = TRY_LATER,
): { message: string; advice: string } {
	const first = `Before you run this again, ${look}. The request was not repeated, so that nothing is done twice.`;
	return {
		message: `${what} It is unknown whether ${done}.`,
		advice: more === TRY_LATER ? first : `${first} ${more}`,
	};
}

const FAILURE = Symbol('failure of a call');

/** An error of a call, with its failure. n8n neither stores nor logs symbols and nonenumerable properties. */
type CallError = Error & { readonly [FAILURE]: Failure };

const withFailure = <Thrown extends Error>(error: Thrown, value: Failure): Thrown =>
	Object.defineProperty(error, FAILURE, { value });

const isCallError = (error: unknown): error is CallError => error instanceof Error && FAILURE in error;

/** The error of a call. That of a write says what may have been done; execution/errors.ts says so if nothing was. */
export function callError(node: INode, failure: Failure, method: string, body: Body): NodeApiError {
	if (isRead(method)) return withFailure(toNodeError(node, failure), { ...failure, effect: 'none' });
	return withFailure(toNodeError(node, withOutcome(failure, method, body)), failure);
}

function withOutcome(failure: Failure, method: string, body: Body): Failure {
	const { kind, message, advice, effect } = failure;
	if (kind === 'partial') return failure;
	if (effect === 'unknown') return { ...failure, ...doubt(message, describeWrite(method, body), advice) };
	return { ...failure, advice: withRejected(failure, body) };
}

const INVALID = /^(.+?) is (?:invalid|not valid)\b/i;

/** The advice with the value that the service's message names: `Email is invalid.` */
function withRejected({ message, advice }: Failure, body: Body): string {
	const element = INVALID.exec(message)?.[1]?.toLowerCase().replaceAll(' ', '_') ?? '';
	const value = body[element];
	return typeof value === 'string' ? advice.replace(A_VALUE, `rejected ${quote(value)}.`) : advice;
}

/** Marks an error as one of a write that may have been carried out, or was, so that it is not run again unseen. */
export const markInDoubt = <Doubt extends Error>(error: Doubt): Doubt =>
	withFailure(error, fail('partial', error.message, ''));

/** The failure behind the error of a call, which has no effect if it only reads; undefined for any other error. */
export const failureOf = (error: unknown): Failure | undefined =>
	isCallError(error) ? error[FAILURE] : undefined;

// The service may answer these for one record while it accepts others (§5, §7).
const OF_ONE_RECORD = [400, 403, 500];

/** Whether only one record can't be read. Without a body, a 404 doesn't prove that the record is gone. */
export const isOfRecord = ({ kind, status = 0 }: Failure): boolean =>
	(KINDS[kind].ofRecord ?? false) || OF_ONE_RECORD.includes(status) || (kind === 'bare' && status === 404);

/** Whether the write behind an error may have been carried out. */
export const isInDoubt = (error: unknown): boolean => failureOf(error)?.effect === 'unknown';

/** Adds advice to an error if its write may have been carried out. */
export function adviseInDoubt(error: unknown, advice: string): void {
	if (error instanceof NodeApiError && isInDoubt(error)) error.description = `${error.description} ${advice}`;
}

export const asError = (thrown: unknown): Error =>
	thrown instanceof Error ? thrown : new Error(String(thrown));

/** The failure as an error for n8n to show. It contains no more of the failure than this. */
export function toNodeError(node: INode, failure: Failure): NodeApiError {
	const { message, advice, status, retryAfterMs } = failure;
	const cause = causeOf(failure);
	const isBusy = cause === 'rate-limited' || cause === 'temporarily-unavailable';
	return new NodeApiError(
		node,
		{ message },
		{
			message,
			description: waitAdvice(retryAfterMs) + advice,
			httpCode: status === undefined ? undefined : String(status),
			failure: cause && (isBusy && retryAfterMs !== undefined ? { cause, retryAfterMs } : { cause }),
		},
	);
}
