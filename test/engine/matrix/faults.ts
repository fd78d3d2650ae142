import type { Certificate, Fault } from '../../../sandbox/index.ts';

/**
 * What the node makes of a fault:
 * - `harmless`: there is no fault for it;
 * - `passing`: reads are repeated, writes are not, because they may have been carried out;
 * - `lasting`: nothing is repeated, and a write may have been carried out;
 * - `busy`: reads are repeated, and a write was turned away;
 * - `turnedAway`: nothing is repeated, and a write was turned away;
 * - `unreached`: nothing leaves the machine, and everything is repeated;
 * - `untrusted`: nothing leaves the machine, and nothing is repeated.
 */
export type Kind = 'harmless' | 'passing' | 'lasting' | 'busy' | 'turnedAway' | 'unreached' | 'untrusted';

/** A row of the matrix: a fault, or a certificate that the service shows. */
export interface Row {
	/** The row's heading. */
	readonly words: string;
	readonly fault?: Fault;
	/** What the service shows; without one it speaks http. */
	readonly certificate?: Certificate;
	readonly kind: Kind;
	/** What its user reads. */
	readonly says?: RegExp;
	/** Only the time limit ends it. */
	readonly isSlow?: boolean;
	/** Says that the token is not accepted, so that no further request would do better. */
	readonly isAboutToken?: boolean;
	/** Answers with more than may be held in memory. */
	readonly isLarge?: boolean;
}

const BROKE_OFF = /(broke|breaks) off/;
const LATE = /did not answer completely within/;
const NO_ANSWER = /XML that is not an answer of this interface/;
const TOO_LARGE = /more than 32 MB/;
const DOCTYPE = /document type, which is rejected for safety/;
const ELSEWHERE = /redirects .*not followed/;

/** Everything that can go wrong, in the order of the reliability page. */
export const ROWS: readonly Row[] = [
	{
		words: 'It refuses the connection',
		fault: 'refuse',
		kind: 'unreached',
		says: /refused the connection/,
	},
	{
		words: 'It closes the connection before it reads the request',
		fault: 'resetBefore',
		kind: 'passing',
		says: BROKE_OFF,
	},
	{
		words: 'It processes the request, and closes the connection',
		fault: 'resetAfter',
		kind: 'passing',
		says: BROKE_OFF,
	},
	{
		words: 'It processes the request, and never answers',
		fault: 'hang',
		kind: 'passing',
		says: LATE,
		isSlow: true,
	},
	{ words: 'It answers far too slowly', fault: 'slow', kind: 'passing', says: LATE, isSlow: true },
	{ words: 'The answer is cut off in the middle', fault: 'cut', kind: 'passing', says: BROKE_OFF },
	{
		words: 'The answer is shorter than announced',
		fault: 'lengthTooLong',
		kind: 'passing',
		says: BROKE_OFF,
	},
	{
		words: 'The answer is longer than announced',
		fault: 'lengthTooShort',
		kind: 'passing',
		says: BROKE_OFF,
	},
	{ words: 'The answer is empty', fault: 'empty', kind: 'passing', says: /nothing at all/ },
	{
		words: 'HTTP 401 (not signed in)',
		fault: 'http401',
		kind: 'turnedAway',
		says: /the error 401.*Check the token/,
		isAboutToken: true,
	},
	{
		words: 'HTTP 403 (forbidden)',
		fault: 'http403',
		kind: 'turnedAway',
		says: /the error 403.*Check the token/,
		isAboutToken: true,
	},
	{
		words: 'HTTP 404 (not found)',
		fault: 'http404',
		kind: 'turnedAway',
		says: /the error 404.*Check the Base URL/,
	},
	{ words: 'HTTP 429 (too many requests)', fault: 'http429', kind: 'busy', says: /the error 429.*Wait/ },
	{
		words: 'HTTP 429 with Retry-After',
		fault: 'http429RetryAfter',
		kind: 'busy',
		says: /the error 429.*Wait/,
	},
	{ words: 'HTTP 500 (internal error)', fault: 'http500', kind: 'lasting', says: /the error 500/ },
	{ words: 'HTTP 502 (bad gateway)', fault: 'http502', kind: 'passing', says: /the error 502/ },
	{ words: 'HTTP 503 (unavailable)', fault: 'http503', kind: 'passing', says: /the error 503/ },
	{
		words: 'HTTP 503 with Retry-After',
		fault: 'http503RetryAfter',
		kind: 'passing',
		says: /the error 503/,
	},
	{ words: 'HTTP 504 (gateway timeout)', fault: 'http504', kind: 'passing', says: /the error 504/ },
	{ words: 'A web page instead of an answer', fault: 'html200', kind: 'lasting', says: /a web page/ },
	{ words: 'XML that is not well-formed', fault: 'malformed', kind: 'lasting', says: /not well-formed XML/ },
	{ words: 'XML with another root element', fault: 'wrongRoot', kind: 'lasting', says: NO_ANSWER },
	{ words: 'An unknown status', fault: 'unknownStatus', kind: 'lasting', says: /the status 299/ },
	{ words: 'A compressed answer', fault: 'gzip', kind: 'harmless' },
	{ words: 'An answer in another encoding (ISO-8859-1)', fault: 'otherCharset', kind: 'harmless' },
	{
		words: 'An answer in an encoding that does not exist',
		fault: 'unknownCharset',
		kind: 'lasting',
		says: /unknown character encoding/,
	},
	{
		words: 'An answer of 100 MB',
		fault: 'huge',
		kind: 'lasting',
		says: TOO_LARGE,
		isLarge: true,
	},
	{
		words: 'An answer of 100 MB, compressed to 100 KB',
		fault: 'gzipBomb',
		kind: 'lasting',
		says: TOO_LARGE,
		isLarge: true,
	},
	{
		words: 'An answer of 10 million elements',
		fault: 'manyElements',
		kind: 'lasting',
		says: /far too many XML elements/,
		isLarge: true,
	},
	{
		words: 'An answer nested 100,000 deep',
		fault: 'deep',
		kind: 'lasting',
		says: /nested far too deeply/,
	},
	{ words: 'XML entities that expand to 10 GB', fault: 'entityBomb', kind: 'lasting', says: DOCTYPE },
	{
		words: 'An external XML entity',
		fault: 'externalEntity',
		kind: 'lasting',
		says: DOCTYPE,
	},
	{
		words: 'A redirect to another host',
		fault: 'redirectElsewhere',
		certificate: 'trusted',
		kind: 'turnedAway',
		says: ELSEWHERE,
	},
	{
		words: 'A redirect to plain http',
		fault: 'redirectToHttp',
		certificate: 'trusted',
		kind: 'turnedAway',
		says: ELSEWHERE,
	},
	{ words: 'A redirect to itself', fault: 'redirectLoop', kind: 'turnedAway', says: ELSEWHERE },
	{ words: 'A valid certificate', certificate: 'trusted', kind: 'harmless' },
	{
		words: 'A self-signed certificate',
		certificate: 'selfSigned',
		kind: 'untrusted',
		says: /self-signed certificate/,
	},
	{
		words: 'An expired certificate',
		certificate: 'expired',
		kind: 'untrusted',
		says: /expired certificate/,
	},
	{
		words: 'A certificate for another host',
		certificate: 'wrongHost',
		kind: 'untrusted',
		says: /certificate for another host/,
	},
];
