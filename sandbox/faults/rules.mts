import { METHODS } from '../methods/index.mts';

/**
 * What can go wrong between a service and its client. A fault processes the request unless it says `unprocessed`. Pages
 * repeat the request with its token, as careless servers do.
 */
export const FAULTS = {
	refuse: 'Refuses connections after the named call (at once when no call is named), until the faults end',
	resetBefore: 'Resets the connection (unprocessed)',
	resetAfter: 'Processes the request, then resets the connection',
	hang: 'Processes the request, never answers',
	slow: 'Answers byte by byte and never ends',
	cut: 'Sends the first half of the answer, with the right length',
	lengthTooLong: 'Announces more bytes than it sends',
	lengthTooShort: 'Announces fewer bytes than it sends',
	empty: 'Answers 200 without a body',
	http401: 'Answers 401 with a page (unprocessed)',
	http403: 'Answers 403 with a page (unprocessed)',
	http404: 'Answers 404 with a page (unprocessed)',
	http429: 'Answers 429 with a page (unprocessed)',
	http429RetryAfter: 'Answers 429 with a page and Retry-After: 1 (unprocessed)',
	http500: 'Answers 500 with a page',
	http502: 'Answers 502 with a page',
	http503: 'Answers 503 with a page',
	http503RetryAfter: 'Answers 503 with a page and Retry-After: 1 (unprocessed)',
	http504: 'Answers 504 with a page',
	html200: 'Answers 200 with a page',
	malformed: 'Answers with XML that is not well-formed',
	wrongRoot: 'Answers with another root element',
	unknownStatus: 'Answers with a status that the interface does not know',
	otherSuccess: 'Says 201 instead of 200: not a fault, as the vendor documents any status of that range',
	echo: 'Answers with status 500 and a message that repeats the request with its token',
	gzip: 'Compresses the answer: not a fault, but not every client can read it',
	gzipBomb: 'Answers with 100 MB, compressed to 100 KB',
	otherCharset: 'Answers in ISO-8859-1 and says so in the header: not a fault either',
	unknownCharset: 'Answers in a character encoding that does not exist',
	huge: 'Answers with 100 MB of text',
	manyElements: 'Answers with 10 million elements',
	deep: 'Answers with 100,000 nested elements',
	entityBomb: 'Answers with entities that expand to gigabytes',
	externalEntity: 'Answers with an entity on the other server',
	redirectElsewhere: 'Redirects to the other server on another host (unprocessed)',
	redirectToHttp: 'Redirects to the other server on the same host by http (unprocessed)',
	redirectLoop: 'Redirects to itself forever (unprocessed)',
} as const;

export type Fault = keyof typeof FAULTS;

/** When a fault occurs. */
export interface FaultRule {
	fault: Fault;
	/** The method that it hits; all by default. */
	method?: string;
	/** Which calls of that method, counted from 1 since the rules were set; all by default. */
	calls?: readonly number[];
}

/** The certificates that a sandbox can serve. Its own authority signs all but `selfSigned`. */
export const CERTIFICATES = ['trusted', 'selfSigned', 'expired', 'wrongHost'] as const;

export type Certificate = (typeof CERTIFICATES)[number];

/**
 * Reads a rule from the command line: `createInvoice=http500`, `createInvoice#2=hang` for the second call, `#1,3=slow`
 * for the first and third call of any method, or `slow` for every call. Throws a TypeError that lists the valid names.
 */
export function readRule(text: string): FaultRule {
	const [, method, calls, name = ''] = /^(?:(\w*)(?:#(\d+(?:,\d+)*))?=)?(\w+)$/.exec(text) ?? [];
	if (!isFault(name))
		throw new TypeError(`Unknown fault in ${text}. Faults: ${Object.keys(FAULTS).join(', ')}`);
	const rule: FaultRule = { fault: name };
	if (method) rule.method = knownMethod(method);
	if (calls) rule.calls = calls.split(',').map(Number);
	return rule;
}

function isFault(name: string): name is Fault {
	return Object.hasOwn(FAULTS, name);
}

function knownMethod(method: string): string {
	if (Object.hasOwn(METHODS, method)) return method;
	throw new TypeError(`Unknown method ${method}. Methods: ${Object.keys(METHODS).join(', ')}`);
}

/** Decides which fault hits a call. */
export class FaultSwitch {
	private rules: readonly FaultRule[] = [];
	/** How often each method was called since the rules were set; under undefined, all of them together. */
	private readonly counts = new Map<string | undefined, number>();

	/** Replaces the rules and restarts the counts. */
	set(rules: readonly FaultRule[]): void {
		this.rules = rules;
		this.counts.clear();
	}

	/** True when every connection is refused at once: `refuse` without a method or a call number. */
	get refusesAtOnce(): boolean {
		return this.rules.some(
			({ fault, method, calls }) => fault === 'refuse' && method === undefined && calls === undefined,
		);
	}

	/** Counts a call and returns the fault that hits it: that of the first rule that applies. */
	strike(methodOf: () => string): Fault | undefined {
		if (this.rules.length === 0) return undefined;
		const called = methodOf();
		for (const key of [undefined, called]) this.counts.set(key, this.countOf(key) + 1);
		return this.rules.find(
			({ method, calls }) =>
				(method === undefined || method === called) &&
				(calls === undefined || calls.includes(this.countOf(method))),
		)?.fault;
	}

	private countOf(method: string | undefined): number {
		return this.counts.get(method) ?? 0;
	}
}
