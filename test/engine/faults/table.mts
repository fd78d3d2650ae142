import type { Certificate, Fault } from '../../../sandbox/index.mts';

/**
 * What the node makes of a fault:
 * - `harmless`: there is no fault for it;
 * - `passing`: reads are repeated, writes are not, because they may have been carried out;
 * - `refused`: everything is repeated, and nothing is carried out;
 * - `lasting`: nothing is repeated, and a write may have been carried out;
 * - `turnedAway`: nothing is repeated, and a write was turned away;
 * - `unreached`: nothing leaves the machine, and everything is repeated;
 * - `untrusted`: nothing leaves the machine, and nothing is repeated.
 */
export type Kind = 'harmless' | 'passing' | 'refused' | 'lasting' | 'turnedAway' | 'unreached' | 'untrusted';

/** A fault, or a certificate that the service shows. */
export interface FaultRow {
	/** Its words on the reliability page. */
	readonly words: string;
	readonly fault?: Fault;
	/** The certificate that the service shows; without one, it uses http. */
	readonly certificate?: Certificate;
	readonly kind: Kind;
	/** The text that its user reads. */
	readonly says?: RegExp;
	/** Only the time limit ends it. */
	readonly isSlow?: boolean;
	/** The token is not accepted, so no other request would do better. */
	readonly isAboutToken?: boolean;
	/** HTTP reports success, so a write can be looked up. */
	readonly isSilent?: boolean;
	/** Answers with more than the node may hold in memory. */
	readonly isLarge?: boolean;
}

const BROKE_OFF = /was lost before|breaks off/;
const LATE = /did not send a complete answer within/;
const NO_ANSWER = /XML that is not an answer of this interface/;
const TOO_LARGE = /more than 10 MB/;
const UNTRUSTED = /certificate of .* cannot be trusted/;
const ELSEWHERE = /redirects .*not followed/;

const row = (
	kind: Kind,
	words: string,
	fault?: Fault,
	says?: RegExp,
	more: Partial<FaultRow> = {},
): FaultRow => ({
	kind,
	words,
	fault,
	says,
	...more,
});

/** Everything that can go wrong, in the order of the reliability page. */
export const FAULTS: readonly FaultRow[] = [
	row('unreached', 'It refuses the connection', 'refuse', /cannot be reached/),
	row('passing', 'It closes the connection before it reads the request', 'resetBefore', BROKE_OFF),
	row('passing', 'It processes the request, and closes the connection', 'resetAfter', BROKE_OFF),
	row('passing', 'It processes the request, and never answers', 'hang', LATE, { isSlow: true }),
	row('passing', 'It answers far too slowly', 'slow', LATE, { isSlow: true }),
	row('passing', 'The answer is cut off in the middle', 'cut', BROKE_OFF),
	row('passing', 'The answer is shorter than announced', 'lengthTooLong', BROKE_OFF),
	row('passing', 'The answer is longer than announced', 'lengthTooShort', BROKE_OFF),
	row('passing', 'The answer is empty', 'empty', /an empty body/, { isSilent: true }),
	row('turnedAway', 'HTTP 401 (not signed in)', 'http401', /the error 401.*Check the token/i, {
		isAboutToken: true,
	}),
	row('turnedAway', 'HTTP 403 (forbidden)', 'http403', /the error 403.*Check the token/i, {
		isAboutToken: true,
	}),
	row('turnedAway', 'HTTP 404 (not found)', 'http404', /the error 404.*Check the Base URL/),
	row('refused', 'HTTP 429 (too many requests)', 'http429', /the error 429.*Wait/),
	row('refused', 'HTTP 429 with Retry-After', 'http429RetryAfter', /the error 429.*Wait/),
	row('lasting', 'HTTP 500 (internal error)', 'http500', /the error 500/),
	row('passing', 'HTTP 502 (bad gateway)', 'http502', /the error 502/),
	row('passing', 'HTTP 503 (unavailable)', 'http503', /the error 503/),
	row('passing', 'HTTP 503 with Retry-After', 'http503RetryAfter', /the error 503/),
	row('passing', 'HTTP 504 (gateway timeout)', 'http504', /the error 504/),
	row('lasting', 'A web page instead of an answer', 'html200', /a web page/),
	row('lasting', 'XML that is not well-formed', 'malformed', /not well-formed XML/),
	row('lasting', 'XML with another root element', 'wrongRoot', NO_ANSWER),
	row('lasting', 'An unknown status', 'unknownStatus', /the status 799/),
	row('harmless', 'Another status of success (201)', 'otherSuccess'),
	row('harmless', 'A compressed answer', 'gzip'),
	row('harmless', 'An answer in another encoding (ISO-8859-1)', 'otherCharset'),
	row(
		'lasting',
		'An answer in an encoding that does not exist',
		'unknownCharset',
		/unknown character encoding/,
	),
	row('lasting', 'An answer of 100 MB', 'huge', TOO_LARGE, { isLarge: true }),
	row('lasting', 'An answer of 100 MB, compressed to 100 KB', 'gzipBomb', TOO_LARGE, { isLarge: true }),
	row('lasting', 'An answer of 10 million elements', 'manyElements', TOO_LARGE, {
		isLarge: true,
	}),
	row('lasting', 'An answer nested 100,000 deep', 'deep', NO_ANSWER),
	row('lasting', 'XML entities that expand to 10 GB', 'entityBomb', NO_ANSWER),
	row('lasting', 'An external XML entity', 'externalEntity', NO_ANSWER),
	row('turnedAway', 'A redirect to another host', 'redirectElsewhere', ELSEWHERE, { certificate: 'trusted' }),
	row('turnedAway', 'A redirect to plain http', 'redirectToHttp', ELSEWHERE, { certificate: 'trusted' }),
	row('turnedAway', 'A redirect to itself', 'redirectLoop', ELSEWHERE),
	row('harmless', 'A valid certificate', undefined, undefined, { certificate: 'trusted' }),
	row('untrusted', 'A self-signed certificate', undefined, UNTRUSTED, {
		certificate: 'selfSigned',
	}),
	row('untrusted', 'An expired certificate', undefined, UNTRUSTED, {
		certificate: 'expired',
	}),
	row('untrusted', 'A certificate for another host', undefined, UNTRUSTED, {
		certificate: 'wrongHost',
	}),
];
