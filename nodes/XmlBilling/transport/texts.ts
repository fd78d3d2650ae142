import type { NoAnswer } from '../xml/answer';

const CHECK_TOKEN = 'Check the token in the credential. Changing the account password resets the token.';

export const CHECK_URL = 'Check the Base URL in the credential.';

/** Advice on what is no answer of the service. */
export const CHECK_ADDRESS = `${CHECK_URL} It may point to a page that is not the billing service.`;

export const TRY_LATER = 'Try again later. If the problem persists, contact the provider of the service.';

/** What the service said no to, where nobody knows it better. */
export const A_VALUE = 'rejected a value.';

const STATUS_ADVICE: Readonly<Record<number, string>> = {
	400: `The service ${A_VALUE} Correct it and run the node again.`,
	401: `Sign in to the service and activate the account that the token belongs to. ${CHECK_TOKEN}`,
	403: `${CHECK_TOKEN} If the token is right, check that the plan includes API access, and that the record belongs to this account.`,
	404: 'Check the identifier: the service has no such record, or it was deleted.',
	426: "The account's plan does not allow more of these. Upgrade the plan or remove records.",
	429: 'Wait a while. If this happens often, lower Max Concurrent Requests in the credential.',
	501: 'The service does not know this method. It may use another version of the interface.',
	502: TRY_LATER,
	503: TRY_LATER,
	504: TRY_LATER,
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

/** Advice on a status of the service that is no success, with its message (§5, §7). */
export function statusAdvice(status: number, message: string): string {
	const forbidden = status === 403 ? FORBIDDEN_ADVICE.find(([pattern]) => pattern.test(message)) : undefined;
	return forbidden?.[1] ?? STATUS_ADVICE[status] ?? 'Check the values, then try again later.';
}

/**
 * Advice on an answer that can't be read.
 *
 * @param isOfService whether it begins as an answer, so that the Base URL is right
 */
export function unreadAdvice(httpStatus: number, problem: NoAnswer, isOfService: boolean): string {
	const isAtFault = isOfService || httpStatus >= 429;
	if (httpStatus >= 400) return `${isAtFault ? '' : `${CHECK_URL} `}${statusAdvice(httpStatus, '')}`;
	if (!isOfService) return CHECK_ADDRESS;
	if (problem === 'tooLarge' || problem === 'tooMany')
		return 'Ask for less, for example with a Limit or a filter.';
	if (problem === 'notXml')
		return 'A text there may hold HTML, such as the tag br. Remove it in the service, or contact the provider of the service.';
	return TRY_LATER;
}

/** How long the service asks to wait, in milliseconds, as a sentence; empty if it doesn't ask. */
export function waitAdvice(ms = 0): string {
	const minutes = Math.ceil(ms / 60_000);
	if (minutes === 0) return '';
	const minutesOrHours = minutes > 120 ? `${Math.ceil(minutes / 60)} hours` : `${minutes} minutes`;
	return `The service asks you to wait ${minutes === 1 ? 'a minute' : minutesOrHours}. `;
}
