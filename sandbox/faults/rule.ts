/**
 * What can go wrong between a service and whoever asks it. The request is processed, as it should be, where nothing else is said.
 * A page repeats the request with its token, as careless ones do.
 */
export const FAULTS = {
	refuse:
		'Refuses connections from the end of the named call on (at once where none is named), until the faults end',
	resetBefore: 'Resets the connection, and does not process the request',
	resetAfter: 'Processes the request, and resets the connection instead of answering',
	hang: 'Processes the request, and never answers',
	slow: 'Answers byte by byte, and never comes to an end',
	cut: 'Leaves out the second half of the answer, with a length that fits',
	lengthTooLong: 'Announces more bytes than it sends',
	lengthTooShort: 'Announces fewer bytes than it sends',
	empty: 'Answers 200 with nothing',
	http401: 'Answers 401 with a page, and does not process the request',
	http403: 'Answers 403 with a page, and does not process the request',
	http404: 'Answers 404 with a page, and does not process the request',
	http429: 'Answers 429 with a page, and does not process the request',
	http429RetryAfter: 'Answers 429 with a page and Retry-After: 1, and does not process the request',
	http500: 'Answers 500 with a page',
	http502: 'Answers 502 with a page',
	http503: 'Answers 503 with a page',
	http503RetryAfter: 'Answers 503 with a page and Retry-After: 1, and does not process the request',
	http504: 'Answers 504 with a page',
	html200: 'Answers 200 with a page',
	malformed: 'Answers with XML that is not well-formed',
	wrongRoot: 'Answers with XML of another root element',
	unknownStatus: 'Answers with a status that the interface does not know',
	echo: 'Answers with status 500 and a message that repeats the request with its token',
	gzip: 'Compresses the answer: no fault, but a way that not everybody can read',
	gzipBomb: 'Answers with 100 MB that are compressed to 100 KB',
	otherCharset: 'Answers in ISO-8859-1, declared as such: no fault either',
	unknownCharset: 'Answers in a character encoding that does not exist',
	huge: 'Answers with 100 MB of text',
	manyElements: 'Answers with 10 million elements',
	deep: 'Answers with 100,000 elements inside one another',
	entityBomb: 'Answers with entities that expand to gigabytes',
	externalEntity: 'Answers with an entity that is to be fetched from the other server',
	redirectElsewhere:
		'Redirects to the other server under another host name, and does not process the request',
	redirectToHttp:
		'Redirects to the other server under the same host name by http, and does not process the request',
	redirectLoop: 'Redirects to itself for ever, and does not process the request',
} as const;

export type Fault = keyof typeof FAULTS;

/** When a fault befalls the service. */
export interface FaultRule {
	fault: Fault;
	/** The method that it befalls; each one by default. */
	method?: string;
	/** Which calls of that method, counted from 1 since the rules were set; all by default. */
	calls?: readonly number[];
}

/** The certificates that a sandbox can show. All but `selfSigned` are signed by an authority of the sandbox's own. */
export const CERTIFICATES = ['trusted', 'selfSigned', 'expired', 'wrongHost'] as const;

export type Certificate = (typeof CERTIFICATES)[number];
