import type { NoAnswer } from '../xml/answer';

const CHECK_TOKEN = 'Check the token in the credential. Changing the account password resets the token.';

export const CHECK_URL = 'Check the Base URL in the credential.';

export const TRY_LATER = 'Try again later. If the problem persists, contact the provider of the service.';

const TOO_MANY = 'Wait a while. If this happens often, lower Max Concurrent Requests in the credential.';

const LESS = 'Ask for less, for example with a Limit or a filter.';
const MARKUP =
	'A text there may hold HTML, such as the tag br. Remove it in the service, or contact the provider of the service.';

/** Advice on an answer that the service itself sent, but that can't be read. */
export function brokenAdvice(httpStatus: number, problem: NoAnswer): string {
	if (httpStatus === 401 || httpStatus === 403) return CHECK_TOKEN;
	if (httpStatus === 429 || httpStatus >= 500) return httpAdvice(httpStatus);
	if (problem === 'tooLarge' || problem === 'tooMany') return LESS;
	if (problem === 'notXml') return MARKUP;
	return problem === 'truncated' ? TRY_LATER : 'Contact the provider of the service.';
}

/** Advice on an HTTP error, or on a page that is not an answer of the service. */
export function httpAdvice(httpStatus: number): string {
	if (httpStatus === 401 || httpStatus === 403) return `${CHECK_TOKEN} ${CHECK_URL}`;
	if (httpStatus === 429) return TOO_MANY;
	if (httpStatus >= 500) return TRY_LATER;
	return `${CHECK_URL} It may point to a page that is not the billing service.`;
}

/** What the service said no to, where nobody knows it better. */
export const A_VALUE = 'rejected a value.';

const STATUS_ADVICE: Readonly<Record<number, string>> = {
	400: `The service ${A_VALUE} Correct it and run the node again.`,
	401: 'Sign in to the service and activate the account that the token belongs to.',
	403: `${CHECK_TOKEN} If the token is right, check that the plan includes API access, and that the record belongs to this account.`,
	404: 'Check the identifier: the service has no such record, or it was deleted.',
	426: "The account's plan does not allow more of these. Upgrade the plan or remove records.",
	429: TOO_MANY,
	500: 'The service could not complete the request. Check the values, then try again later.',
	501: 'The service does not know this method. It may use another version of the interface.',
	503: TRY_LATER,
};

/** `getAccountInfo` names no record, so that status 404 is about the account. */
export const NO_ACCOUNT_DATA =
	"The account shows no company and no owner. Enter them in its settings on the service's website. If they are there, check the credential.";

// Status 403 has three causes, which only the message distinguishes (§5, §7.1).
const FORBIDDEN_ADVICE: ReadonlyArray<readonly [message: RegExp, advice: string]> = [
	[/\btoken\b|authentication/i, CHECK_TOKEN],
	[/\bplan\b|\bAPI access\b/i, 'Upgrade the plan of the account to one with API access.'],
	[
		/your account|\bid is invalid/i,
		'Check the identifier: the record belongs to a different account than the token in the credential.',
	],
];

/** Advice on an HTTP error without a body, from the service or from something that stands in its place. */
export function bareAdvice(httpStatus: number): string {
	const advice = STATUS_ADVICE[httpStatus];
	if (advice === undefined || httpStatus >= 429) return httpAdvice(httpStatus);
	return `${advice} ${httpStatus === 401 ? httpAdvice(httpStatus) : CHECK_URL}`;
}

/** Advice on a status of the service that is no success, with its message (§5, §7). */
export function statusAdvice(status: number, message: string): string {
	const forbidden = status === 403 ? FORBIDDEN_ADVICE.find(([pattern]) => pattern.test(message)) : undefined;
	return forbidden?.[1] ?? STATUS_ADVICE[status] ?? 'Check the values, then try again later.';
}

const UNITS: ReadonlyArray<readonly [unit: string, seconds: number]> = [
	['day', 86_400],
	['hour', 3600],
	['minute', 60],
	['second', 1],
];

/** How long the service asks to wait, in milliseconds, as a sentence; empty if it doesn't ask. */
export function waitAdvice(ms = 0): string {
	const seconds = Math.ceil(ms / 1000);
	const unit = UNITS.find(([, size]) => seconds === size || seconds >= 2 * size);
	if (unit === undefined) return '';
	const count = Math.ceil(seconds / unit[1]);
	return `The service asks you to wait ${count} ${unit[0]}${count === 1 ? '' : 's'}. `;
}
