import { NodeApiError, type INode } from 'n8n-workflow';
import { isRead } from '../records/methods';
import type { Body } from '../xml/request';
import { isSuccess, type NoAnswer } from '../xml/answer';
import { MAX_MEGABYTES, type Place } from '../xml/parse';
import { quote } from '../xml/values';
import { A_VALUE, CHECK_URL, statusAdvice, TRY_LATER, unreadAdvice, waitAdvice } from './texts';
import { describeWrite, nothingDone, type WriteInWords } from '../records/describeWrite';

/** Why a call failed: texts for the user, and how to proceed. */
export interface Failure {
	message: string;
	/** The user's next step. */
	advice: string;
	/** The service's status, or the HTTP status if the service gave none. */
	status?: number;
	/** `none`: the request was not sent. `rejected`: it was not carried out. `unknown`: it may have been carried out. */
	effect: 'none' | 'rejected' | 'unknown';
	/** True if the texts already say which part may have been carried out. */
	saysOutcome?: boolean;
	/** Whether the same request may succeed a little later. */
	transient: boolean;
	/** The answer cannot be read, possibly because of the requested record. */
	unreadable?: boolean;
	/** The service has no such record. */
	isGone?: boolean;
	/** An HTTP error without a body: a service that answers so gives no reasons. */
	hasNoBody?: boolean;
	/** HTTP reports a success without a document, so a write was probably carried out. */
	isSilent?: boolean;
	/** How long the service asked to wait, in milliseconds. */
	retryAfterMs?: number;
	/** The cause in n8n's terms. n8n schedules a trigger's next polls by it. */
	cause?: 'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';
}

const UNTRUSTED = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT)/;
const UNREACHED = ['ECONNREFUSED', 'EAI_AGAIN', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH'];
// These also occur after the request was sent, if the network fails.
const LATE = ['EHOSTUNREACH', 'ENETUNREACH'];

/** The connection could not be made or was lost. */
export function connectionFailure(code: string, host: string): Failure {
	const cause = 'temporarily-unavailable';
	if (UNTRUSTED.test(code))
		return {
			message: `The certificate of ${host} cannot be trusted.`,
			advice: `${CHECK_URL} If it is correct, the provider of the service must fix its certificate.`,
			effect: 'none',
			transient: false,
			cause,
		};
	if (UNREACHED.includes(code))
		return {
			message: `The host ${host} cannot be reached.`,
			advice: `${CHECK_URL} If it is correct, the service is down: try again later.`,
			effect: LATE.includes(code) ? 'unknown' : 'none',
			transient: true,
			cause,
		};
	return {
		message: `The connection to ${host} was lost before the answer was complete.`,
		advice: TRY_LATER,
		effect: 'unknown',
		transient: true,
		cause,
	};
}

const inSeconds = (ms: number): string => (ms === 1000 ? '1 second' : `${ms / 1000} seconds`);

/** The answer was not complete within the timeout, in milliseconds. */
export const timeoutFailure = (host: string, timeoutMs: number): Failure => ({
	message: `${host} did not send a complete answer within ${inSeconds(timeoutMs)}.`,
	advice: 'If the service needs longer, raise Timeout in the credential. Otherwise, try again later.',
	effect: 'unknown',
	transient: true,
	cause: 'temporarily-unavailable',
});

export const cancelledFailure = (): Failure => ({
	// n8n recognizes a canceled run by this spelling.
	message: 'The execution was canceled while the service was working on a request.',
	advice: 'Run the workflow again when you are ready.',
	effect: 'unknown',
	transient: false,
});

/** The execution was canceled while the request was still waiting. */
export const unsentFailure = (): Failure => ({
	...cancelledFailure(),
	message: 'The execution was canceled before the request was sent.',
	effect: 'none',
});

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

// A gateway or the service itself is temporarily busy or down.
const PASSING = [429, 502, 503, 504];

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
	const isError = httpStatus >= 400;
	const isEmpty = problem === 'empty';
	const hasNoBody = isError && isEmpty;
	const at =
		isOfService && place !== undefined && problem === 'notXml'
			? ` (line ${place.line}, column ${place.column})`
			: '';
	return {
		message: isError
			? `${host} answered with the error ${httpStatus}${hasNoBody ? ' and gave no reason' : ''}.`
			: `${host} answered ${MALFORMED[problem]}${at}.`,
		advice: unreadAdvice(httpStatus, problem, isOfService),
		status: isError ? httpStatus : undefined,
		unreadable: !isError,
		hasNoBody,
		isSilent: isSuccess(httpStatus) && isEmpty,
		effect: effectOf(httpStatus),
		transient: PASSING.includes(httpStatus) || (!isError && (isEmpty || problem === 'truncated')),
		cause: causeOf(httpStatus) ?? (isError ? undefined : 'temporarily-unavailable'),
	};
}

/** A redirect is never followed, to avoid leaking the token (§5). */
export function redirectFailure(host: string, httpStatus: number, location: string): Failure {
	const target = URL.canParse(location) ? ` to ${new URL(location).origin}` : ' elsewhere';
	return {
		message: `${host} redirects${target}. Redirects are not followed, to avoid leaking the token.`,
		advice: "Enter the service's actual address as the Base URL in the credential.",
		status: httpStatus,
		effect: effectOf(httpStatus),
		transient: false,
		cause: 'configuration-invalid',
	};
}

// Some get methods answer this for an unknown identifier, instead of 404 (§7.1).
const INVALID_ID = / id is invalid\.$/;

/**
 * The service answered with a status that is no success (§7). The failure keeps the service's message unless the outcome is
 * unknown, as with status 500: such messages are not meant for users.
 */
export function serviceFailure(status: number, message: string, retryAfterMs?: number): Failure {
	const effect = effectOf(status);
	const isShown = message !== '' && effect !== 'unknown';
	return {
		message: isShown ? message : `The service answered with the status ${status}.`,
		advice: statusAdvice(status, message),
		status,
		effect,
		transient: PASSING.includes(status),
		isGone: status === 404 || INVALID_ID.test(message),
		retryAfterMs,
		cause: causeOf(status),
	};
}

/**
 * What a status proves about a write whose answer is no success, or is unreadable. The first row that fits counts. Any other
 * status, such as 503, proves nothing: the service may have carried the write out.
 */
const EFFECTS: ReadonlyArray<readonly [from: number, to: number, effect: Failure['effect']]> = [
	// These redirect a request that was not carried out. Other redirects may follow one that was.
	[301, 301, 'rejected'],
	[307, 308, 'rejected'],
	// A proxy stopped waiting, but the service may have continued.
	[408, 408, 'unknown'],
	[499, 499, 'unknown'],
	// The service said no (§7), or there were too many requests (HTTP, RFC 6585).
	[400, 499, 'rejected'],
	[501, 501, 'rejected'],
];

const effectOf = (status: number): Failure['effect'] =>
	EFFECTS.find(([from, to]) => status >= from && status <= to)?.[2] ?? 'unknown';

function causeOf(status: number): Failure['cause'] {
	if (status === 401 || status === 403) return 'credential-invalid';
	if (status === 429) return 'rate-limited';
	return status >= 500 && status !== 501 ? 'temporarily-unavailable' : undefined;
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
	{ done, check }: WriteInWords,
	more = TRY_LATER,
): { message: string; advice: string } {
	const first = `Before you run this again, ${check}. The request was not repeated, so that nothing is done twice.`;
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

/** The error of a call. That of a write says what may have been done; the engine says so if nothing was. */
export function callError(node: INode, failure: Failure, method: string, body: Body): NodeApiError {
	if (isRead(method)) return withFailure(toNodeError(node, failure), { ...failure, effect: 'none' });
	return withFailure(toNodeError(node, withOutcome(failure, method, body)), failure);
}

function withOutcome(failure: Failure, method: string, body: Body): Failure {
	const { message, advice, effect, saysOutcome } = failure;
	if (saysOutcome) return failure;
	if (effect === 'unknown') return { ...failure, ...doubt(message, describeWrite(method, body), advice) };
	return { ...failure, advice: withRejected(failure, body) };
}

/** Says that nothing was done, in the error of a write that was refused, or of what it needs first, such as a look-up. */
export function adviseNothingDone(error: Error, method: string): void {
	if (!(error instanceof NodeApiError) || isInDoubt(error)) return;
	const advice = error.description ?? '';
	if (!advice.includes('Nothing was ')) error.description = `${nothingDone(method)} ${advice}`;
}

const INVALID = /^(.+?) is (?:invalid|not valid)\b/i;

/** The advice with the value that the service's message names: `Email is invalid.` */
function withRejected({ message, advice }: Failure, body: Body): string {
	const element = INVALID.exec(message)?.[1]?.toLowerCase().replaceAll(' ', '_') ?? '';
	const value = body[element];
	return typeof value === 'string' ? advice.replace(A_VALUE, `rejected ${quote(value)}.`) : advice;
}

/** Marks the error of a write that was not sent because an earlier one like it may have been carried out. */
export const markInDoubt = <Doubt extends Error>(error: Doubt): Doubt =>
	withFailure(error, { message: error.message, advice: '', effect: 'unknown', transient: false });

/** The failure behind the error of a call, which has no effect if it only reads; undefined for any other error. */
export const failureOfWrite = (error: unknown): Failure | undefined =>
	isCallError(error) ? error[FAILURE] : undefined;

// The service may answer these for one record while it accepts others (§5, §7).
const REJECTIONS = [400, 403, 500];

/** Whether only one record can't be read. Without a body, a 404 doesn't prove that the record is gone. */
export const isOfRecord = ({
	unreadable = false,
	hasNoBody = false,
	status = 0,
}: Partial<Failure> = {}): boolean =>
	unreadable || REJECTIONS.includes(status) || (hasNoBody && status === 404);

/** Whether the write behind an error may have been carried out. */
export const isInDoubt = (error: unknown): boolean => failureOfWrite(error)?.effect === 'unknown';

/** Adds advice to an error if its write may have been carried out. */
export function adviseInDoubt(error: unknown, advice: string): void {
	if (error instanceof NodeApiError && isInDoubt(error)) error.description = `${error.description} ${advice}`;
}

export const asError = (thrown: unknown): Error =>
	thrown instanceof Error ? thrown : new Error(String(thrown));

/** The failure as an error for n8n to show. It contains only these fields of the failure. */
export function toNodeError(
	node: INode,
	{ message, advice, status, cause, retryAfterMs }: Failure,
): NodeApiError {
	return new NodeApiError(
		node,
		{ message },
		{
			message,
			description: waitAdvice(retryAfterMs) + advice,
			httpCode: status === undefined ? undefined : String(status),
			failure: cause && declare(cause, retryAfterMs),
		},
	);
}

function declare(cause: NonNullable<Failure['cause']>, retryAfterMs: number | undefined) {
	if (cause === 'credential-invalid' || cause === 'configuration-invalid') return { cause };
	return retryAfterMs === undefined ? { cause } : { cause, retryAfterMs };
}
