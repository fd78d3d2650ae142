import { NodeApiError, type INode } from 'n8n-workflow';
import type { Body } from '../xml/request';
import type { Malformed } from '../xml/parse';
import { describeWrite, type WriteInWords } from './describeWrite';

/** Why a call did not succeed, in words for its user and in facts for what to do next. */
export interface Failure {
	/** What happened. */
	message: string;
	/** What to do about it. */
	advice: string;
	/** The service's status, or that of HTTP where there was no answer. */
	status?: number;
	/** `none`: nothing left this machine. `rejected`: it was turned away. `unknown`: it may have been carried out. */
	effect: 'none' | 'rejected' | 'unknown';
	/** Whether the texts say already what may have been carried out. */
	saysOutcome?: boolean;
	/** Whether the same request may well succeed a little later. */
	transient: boolean;
	/** Something came back that cannot be read, which may be the fault of the one record that was asked for. */
	unreadable?: true;
	/** How long the service asked to wait, in milliseconds. */
	retryAfterMs?: number;
	/** n8n's own word for the cause, by which it paces a trigger's next polls. */
	cause?: 'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';
}

const CHECK_URL = 'Check the Base URL in the credential.';
const TRY_LATER = 'Try again later. If it goes on, ask whoever runs the service.';

const DOWN = `${CHECK_URL} If it is right, the service is down: try again later.`;
const UNTRUSTED = `${CHECK_URL} If it is right, whoever runs the service has to put its certificate in order.`;

const UNREACHED: Readonly<Record<string, readonly [message: string, advice: string]>> = {
	ECONNREFUSED: ['refused the connection', DOWN],
	EAI_AGAIN: ['could not be looked up just now', DOWN],
	EHOSTUNREACH: ['cannot be reached', DOWN],
	ENETUNREACH: ['cannot be reached', DOWN],
	ENOTFOUND: ['does not exist', CHECK_URL],
	CERT_HAS_EXPIRED: ['has a certificate that is expired', UNTRUSTED],
	CERT_NOT_YET_VALID: ['has a certificate that is not valid yet', UNTRUSTED],
	CERT_REVOKED: ['has a certificate that was revoked', UNTRUSTED],
	CERT_SIGNATURE_FAILURE: ['has a certificate that cannot be verified', UNTRUSTED],
	CERT_UNTRUSTED: ['has a certificate that cannot be verified', UNTRUSTED],
	DEPTH_ZERO_SELF_SIGNED_CERT: ['has a certificate that it signed itself', UNTRUSTED],
	SELF_SIGNED_CERT_IN_CHAIN: ['has a certificate that it signed itself', UNTRUSTED],
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['has a certificate that cannot be verified', UNTRUSTED],
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['has a certificate that cannot be verified', UNTRUSTED],
	ERR_TLS_CERT_ALTNAME_INVALID: ['has a certificate for another host', UNTRUSTED],
};

// These come on connections over which a request was sent, too, when the network goes away under them.
const LATE = ['EHOSTUNREACH', 'ENETUNREACH'];

/** The connection could not be made or broke off; the code says which. */
export function connectionFailure(code: string | undefined, host: string): Failure {
	const unreached = UNREACHED[code ?? ''];
	if (unreached === undefined) {
		return {
			message: `The connection to ${host} broke off before the answer was complete.`,
			advice: TRY_LATER,
			effect: 'unknown',
			transient: true,
			cause: 'temporarily-unavailable',
		};
	}
	const [what, advice] = unreached;
	return {
		message: `The host ${host} ${what}.`,
		advice,
		effect: LATE.includes(code ?? '') ? 'unknown' : 'none',
		transient: advice === DOWN,
		cause: 'temporarily-unavailable',
	};
}

export const timeoutFailure = (host: string, timeoutMs: number): Failure => ({
	message: `${host} did not answer completely within ${timeoutMs / 1000} seconds.`,
	advice:
		'If the service needs longer, raise Timeout in the credential. Answers of more than 1 MB also wait for one another. Otherwise, try again later.',
	effect: 'unknown',
	transient: true,
	cause: 'temporarily-unavailable',
});

export const cancelledFailure = (): Failure => ({
	// n8n knows a cancelled run by this spelling.
	message: 'The execution was canceled while the service was working on a request.',
	advice: 'Run the workflow again when you are ready.',
	effect: 'unknown',
	transient: false,
});

export const sizeFailure = (limitBytes: number): Failure => ({
	message: `The service sent more than ${limitBytes / 1024 / 1024} MB, which cannot be an answer.`,
	advice: `${CHECK_URL} If it is right, ask for less, for example with a Limit or a filter.`,
	effect: 'unknown',
	transient: false,
	unreadable: true,
});

const MALFORMED: Readonly<Record<Malformed | 'notAnswer', string>> = {
	empty: 'with nothing at all',
	html: 'with a web page instead of XML',
	notXml: 'with something that is not well-formed XML',
	truncated: 'with XML that breaks off before its end',
	doctype: 'with XML that carries a document type, which is refused for safety',
	tooDeep: 'with XML that is nested far too deeply',
	tooMany: 'with far too many XML elements',
	charset: 'in a character encoding that is unknown',
	notAnswer: 'with XML that is not an answer of this interface',
};

/** What came back is not an answer of the service, whatever HTTP says of it. */
export function malformedFailure(
	problem: Malformed | 'notAnswer',
	host: string,
	httpStatus: number,
): Failure {
	const isError = httpStatus >= 400;
	const passing = [429, 502, 503, 504].includes(httpStatus);
	return {
		message: isError
			? `${host} answered with the error ${httpStatus}${HTTP_MEANING[httpStatus] ?? ''}.`
			: `${host} answered ${MALFORMED[problem]}.`,
		advice: adviceFor(httpStatus),
		...(isError ? { status: httpStatus } : { unreadable: true }),
		effect: effectOf(httpStatus),
		transient: passing || (!isError && (problem === 'truncated' || problem === 'empty')),
		cause: causeOf(httpStatus) ?? (isError ? undefined : 'temporarily-unavailable'),
	};
}

const HTTP_MEANING: Readonly<Record<number, string>> = {
	401: ' (not signed in)',
	403: ' (forbidden)',
	404: ' (not found)',
	429: ' (too many requests)',
	500: ' (internal error)',
	502: ' (bad gateway)',
	503: ' (unavailable)',
	504: ' (gateway timeout)',
};

function adviceFor(httpStatus: number): string {
	if (httpStatus === 401 || httpStatus === 403) return `Check the token. ${CHECK_URL}`;
	if (httpStatus === 429)
		return 'Wait a while. If this happens often, lower Max Concurrent Requests in the credential.';
	if (httpStatus >= 500) return TRY_LATER;
	return `${CHECK_URL} It may point to another page than the billing service.`;
}

export const wrongRecordFailure = (name: string): Failure => ({
	message: `The service answered with another ${name} than the one that was asked for.`,
	advice: 'Nothing was changed. Try again; if it goes on, ask whoever runs the service.',
	effect: 'rejected',
	transient: false,
	unreadable: true,
});

// These leave the request to be sent again elsewhere; the others also follow what was carried out.
const MOVED = [301, 307, 308];

/** A redirect is never followed, because the token would go with it (§5). */
export function redirectFailure(host: string, httpStatus: number, location: string): Failure {
	const target = URL.canParse(location) ? ` to ${new URL(location).origin}` : ' elsewhere';
	return {
		message: `${host} redirects${target}. Redirects are not followed, so that the token goes nowhere else.`,
		advice: 'Put the address that the service really has into the Base URL of the credential.',
		status: httpStatus,
		effect: MOVED.includes(httpStatus) ? 'rejected' : 'unknown',
		transient: false,
		cause: 'configuration-invalid',
	};
}

const STATUS_ADVICE: Readonly<Record<number, string>> = {
	400: 'The service did not accept a value. Correct it and run the node again.',
	401: 'The account behind the token is not active. Sign in to the service and activate it.',
	403: 'Check the token in the credential, that the plan includes API access, and that the record belongs to this account. Changing the account password resets the token.',
	404: 'Check the identifier: the service has no such record, or it was deleted.',
	426: 'The plan of the account does not allow more of these. Upgrade the plan or remove records.',
	500: 'The service could not complete the request. Check the values, then try again later.',
	501: 'The service does not know this method. It may speak another version of the interface.',
};

// The status 403 has three reasons, and its message tells which (§5, §7.1).
const FORBIDDEN_ADVICE: ReadonlyArray<readonly [message: RegExp, advice: string]> = [
	[
		/\btoken\b|authentication/i,
		'Check the token in the credential. Changing the account password resets the token.',
	],
	[/\bplan\b/i, 'Upgrade the plan of the account to one with API access.'],
	[
		/your account|\bid is invalid/i,
		'Check the identifier: the record belongs to another account than the token in the credential.',
	],
];

function adviceOf(status: number, message: string): string {
	const forbidden = status === 403 ? FORBIDDEN_ADVICE.find(([pattern]) => pattern.test(message)) : undefined;
	return forbidden?.[1] ?? STATUS_ADVICE[status] ?? 'Check the values, then try again later.';
}

/** The service answered and said no (§7). Its own message is kept. */
export function serviceFailure(status: number, message: string): Failure {
	const effect = effectOf(status);
	return {
		// What stands beside 500 is meant for those who run the service, not for its users (§7); a status that §7 does not
		// name may stand beside anything.
		message:
			message === '' || effect === 'unknown' ? `The service answered with the status ${status}.` : message,
		advice: adviceOf(status, message),
		status,
		effect,
		transient: [429, 502, 503, 504].includes(status),
		cause: causeOf(status),
	};
}

// Something between gave up waiting, while the service may have gone on.
const GAVE_UP = [408, 499];

/** What a status other than 200 says of a request: only these say that it was not carried out. */
function effectOf(status: number): Failure['effect'] {
	const isRejection = (status >= 400 && status < 500 && !GAVE_UP.includes(status)) || status === 501;
	return isRejection ? 'rejected' : 'unknown';
}

function causeOf(status: number): Failure['cause'] {
	if (status === 401 || status === 403) return 'credential-invalid';
	if (status === 429) return 'rate-limited';
	return status >= 500 && status !== 501 ? 'temporarily-unavailable' : undefined;
}

/** That a write may have been carried out, and what to do about it. */
export function doubt(what: string, { done, check }: WriteInWords): { message: string; advice: string } {
	return {
		message: `${what} It is unknown whether ${done}.`,
		advice: `Before you run this again, ${check}. The request was not repeated, so that nothing is done twice.`,
	};
}

// Beside each error of a write, and not in it: n8n stores what is in an error.
const failures = new WeakMap<object, Failure>();

/** The error of a write, which names what may have been done, where that is unknown. */
export function writeError(node: INode, failure: Failure, method: string, body: Body): NodeApiError {
	const isOpen = failure.effect === 'unknown' && failure.saysOutcome !== true;
	const error = toNodeError(node, isOpen ? inDoubt(failure, method, body) : failure);
	failures.set(error, failure);
	return error;
}

function inDoubt(failure: Failure, method: string, body: Body): Failure {
	const { message, advice } = doubt(failure.message, describeWrite(method, body));
	return {
		...failure,
		message,
		advice: failure.advice === TRY_LATER ? advice : `${advice} ${failure.advice}`,
	};
}

/** Marks an error about a write that is not sent, because an earlier one may have been carried out or still be. */
export function markInDoubt<Doubt extends Error>(error: Doubt): Doubt {
	failures.set(error, { message: error.message, advice: '', effect: 'unknown', transient: false });
	return error;
}

/** The failure of the write that an error is about; nothing for any other error. */
export const failureOfWrite = (error: unknown): Failure | undefined =>
	error instanceof Error ? failures.get(error) : undefined;

/** Adds to the advice of an error of a write that may have been carried out; any other error stays as it is. */
export function adviseInDoubt(error: unknown, advice: string): void {
	if (error instanceof NodeApiError && failures.get(error)?.effect === 'unknown')
		error.description = `${error.description} ${advice}`;
}

/** What was thrown, as the error that it nearly always is. */
export const asError = (thrown: unknown): Error =>
	thrown instanceof Error ? thrown : new Error(String(thrown));

/** The failure as the error that n8n shows. It holds nothing but the texts above and the service's message. */
export function toNodeError(node: INode, failure: Failure): NodeApiError {
	return new NodeApiError(
		node,
		{ message: failure.message },
		{
			message: failure.message,
			description: failure.advice,
			...(failure.status === undefined ? {} : { httpCode: String(failure.status) }),
			...(failure.cause === undefined ? {} : { failure: declare(failure.cause, failure.retryAfterMs) }),
		},
	);
}

function declare(cause: NonNullable<Failure['cause']>, retryAfterMs: number | undefined) {
	if (cause === 'credential-invalid' || cause === 'configuration-invalid') return { cause };
	return retryAfterMs === undefined ? { cause } : { cause, retryAfterMs };
}
