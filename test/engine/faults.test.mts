import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { INodeParameters } from 'n8n-workflow';
import type { Certificate, Fault, Sandbox } from '../../sandbox/index.mts';
import { IS_ALL, isTried, SHARE } from '../share.mts';
import { byId, isThere, TODAY } from './billing.mts';
import { startSandbox } from './harness/service.mts';

/** A fault, or a certificate that the service shows, by its words in docs/reliability.md. */
interface Row {
	readonly fault?: Fault;
	/** Without one, the service uses http. */
	readonly certificate?: Certificate;
	/** What its user reads. */
	readonly says?: RegExp;
	/** Only a time limit ends it, or it is more than a busy machine reads quickly. */
	readonly isLong?: boolean;
}

const row = (fault: Fault | undefined, says?: RegExp, more: Partial<Row> = {}): Row => ({
	fault,
	says,
	...more,
});
const BROKE_OFF = /was lost before|breaks off/;
const LATE = /did not send a complete answer within/;
const NO_ANSWER = /XML that is not an answer of this interface/;
const TOO_LARGE = /more than 10 MB/;
const ELSEWHERE = /redirects .*not followed/;
const UNTRUSTED = /certificate of .* cannot be trusted/;
const LONG = { isLong: true };
const TRUSTED = { certificate: 'trusted' } as const;

const FAULTS: Readonly<Record<string, Row>> = {
	'It refuses the connection': row('refuse', /cannot be reached/),
	'It closes the connection before it reads the request': row('resetBefore', BROKE_OFF),
	'It processes the request, and closes the connection': row('resetAfter', BROKE_OFF),
	'It processes the request, and never answers': row('hang', LATE, LONG),
	'It answers far too slowly': row('slow', LATE, LONG),
	'The answer is cut off in the middle': row('cut', BROKE_OFF),
	'The answer is shorter than announced': row('lengthTooLong', BROKE_OFF),
	'The answer is longer than announced': row('lengthTooShort', BROKE_OFF),
	'The answer is empty': row('empty', /an empty body/),
	'HTTP 401 (not signed in)': row('http401', /the error 401.*Check the token/i),
	'HTTP 403 (forbidden)': row('http403', /the error 403.*Check the token/i),
	'HTTP 404 (not found)': row('http404', /the error 404.*Check (the Base URL|that the record exists)/),
	'HTTP 429 (too many requests)': row('http429', /the error 429.*Wait/),
	'HTTP 429 with Retry-After': row('http429RetryAfter', /the error 429.*Wait/),
	'HTTP 500 (internal error)': row('http500', /the error 500/),
	'HTTP 502 (bad gateway)': row('http502', /the error 502/),
	'HTTP 503 (unavailable)': row('http503', /the error 503/),
	'HTTP 503 with Retry-After': row('http503RetryAfter', /the error 503/),
	'HTTP 504 (gateway timeout)': row('http504', /the error 504/),
	'A web page instead of an answer': row('html200', /a web page/),
	'XML that is not well-formed': row('malformed', /not well-formed XML/),
	'XML with another root element': row('wrongRoot', NO_ANSWER),
	'An unknown status': row('unknownStatus', /the status 799/),
	'Another status of success (201)': row('otherSuccess'),
	'A compressed answer': row('gzip'),
	'An answer in another encoding (ISO-8859-1)': row('otherCharset'),
	'An answer in an encoding that does not exist': row('unknownCharset', /unknown character encoding/),
	'An answer of 100 MB': row('huge', TOO_LARGE, LONG),
	'An answer of 100 MB, compressed to 100 KB': row('gzipBomb', TOO_LARGE, LONG),
	'An answer of 10 million elements': row('manyElements', TOO_LARGE, LONG),
	'An answer nested 100,000 deep': row('deep', NO_ANSWER),
	'XML entities that expand to 10 GB': row('entityBomb', NO_ANSWER),
	'An external XML entity': row('externalEntity', NO_ANSWER),
	'A redirect to another host': row('redirectElsewhere', ELSEWHERE, TRUSTED),
	'A redirect to plain http': row('redirectToHttp', ELSEWHERE, TRUSTED),
	'A redirect to itself': row('redirectLoop', ELSEWHERE),
	'A valid certificate': row(undefined, undefined, TRUSTED),
	'A self-signed certificate': row(undefined, UNTRUSTED, { certificate: 'selfSigned' }),
	'An expired certificate': row(undefined, UNTRUSTED, { certificate: 'expired' }),
	'A certificate for another host': row(undefined, UNTRUSTED, { certificate: 'wrongHost' }),
};

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/reliability.md'), 'utf8');
/** The page's table: what each kind of call gets of a fault. */
const TOLD = new Map(
	(/<!-- faults -->([^]*)<!-- \/faults -->/.exec(PAGE)?.[1] ?? '')
		.trim()
		.split('\n')
		.slice(2)
		.map((line) => line.slice(2, -2).split(' | '))
		.flatMap(([faults = '', ...columns]) => faults.split('<br>').map((fault) => [fault, columns] as const)),
);

type Credential = Readonly<Record<string, string | number>>;

/** What somebody does with the node. */
interface Call {
	/** Its column on the page: 0 of reads, 1 of writes, 2 of the credential test. */
	readonly column: number;
	/** The method that the fault hits. */
	readonly method: string;
	/** Does it. @returns what its user reads of a failure */
	readonly make: (credential: Credential, sandbox: Sandbox) => Promise<string | undefined>;
	/** Of a write, how many records show it. */
	readonly count?: (sandbox: Sandbox) => number;
	/** Tried with every fault also by day. */
	readonly isAlways?: boolean;
}

/** Runs an operation. @returns what its user reads if it fails */
const operation =
	(parameters: INodeParameters): Call['make'] =>
	async (credential) => {
		const { error } = await engine.run({ credential, parameters });
		return error && `${error.message} ${error.description ?? ''}`;
	};
const messageOf = async (work: Promise<unknown>) =>
	await work.then(
		() => undefined,
		({ message, description = '' }: Error & { description?: string }) => `${message} ${description}`,
	);
const create = { resource: 'invoice', operation: 'create', clientId: byId(1), linesFrom: 'none' };
const pay = { resource: 'invoice', operation: 'recordPayment', paymentMethod: 'Cash', amount: '0.01' };
const freely = { options: { allowOverpayment: true, ifExists: 'create' } };

const CALLS: Readonly<Record<string, Call>> = {
	'Get invoices': {
		...{ column: 0, method: 'getInvoice', isAlways: true },
		make: operation({ resource: 'invoice', operation: 'get', invoiceId: byId(4) }),
	},
	'Create invoices': {
		...{ column: 1, method: 'createInvoice', isAlways: true },
		make: operation({ ...create, options: { return: 'id' } }),
		count: (sandbox) => sandbox.records('invoice').length,
	},
	'Record payments': {
		...{ column: 1, method: 'invoiceOfflinePayment' },
		make: operation({ ...pay, invoiceId: byId(4), ...freely }),
		count: (sandbox) => sandbox.records('payment').length,
	},
	'Delete invoices': {
		...{ column: 1, method: 'deleteInvoice' },
		make: async (credential, sandbox) => {
			const invoiceId = byId(sandbox.records('invoice').findLast(isThere)?.id ?? 0);
			return await operation({ resource: 'invoice', operation: 'delete', invoiceId })(credential, sandbox);
		},
		count: (sandbox) => sandbox.records('invoice').filter((invoice) => !isThere(invoice)).length,
	},
	'List all of many pages': {
		...{ column: 0, method: 'listInvoice' },
		make: operation({ resource: 'invoice', operation: 'getAll', returnAll: true }),
	},
	'Choose from a list in the editor': {
		...{ column: 0, method: 'listClient' },
		make: async (credential) =>
			await messageOf(engine.searchList({ method: 'searchClients', credential: { ...credential } })),
	},
	'Poll for events': {
		...{ column: 0, method: 'listInvoice' },
		make: async (credential) => {
			const parameters = { events: ['invoiceCreated'] };
			return await messageOf(engine.trigger({ credential: { ...credential }, parameters }).poll());
		},
	},
	'Test the credential': {
		...{ column: 2, method: 'getAccountInfo', isAlways: true },
		make: async (credential) => {
			const { status, message } = await engine.testCredential({ ...credential });
			return status === 'OK' ? undefined : message;
		},
	},
};

jest.setTimeout(IS_ALL ? 300_000 : 60_000);
/** By day, one in this many of the others is tried. */
const ONE_IN = 12;
const LONGEST_TEXT = 700;
const RAW = /[<>{}]|xml_request|Authorization|\b(undefined|null|NaN|axios|HPE_\w+|E[A-Z]{4,})\b|\[object/;

/** The services by their certificates, '' for http. */
const sandboxes = new Map<string, Sandbox>();
const usual = getCACertificates('default');
beforeAll(async () => {
	for (const certificate of [undefined, 'trusted', 'selfSigned', 'expired', 'wrongHost'] as const)
		sandboxes.set(certificate ?? '', await startSandbox({ today: () => TODAY, certificate }));
	setDefaultCACertificates([...usual, sandboxes.get('trusted')?.authority ?? '']);
});
afterAll(async () => {
	setDefaultCACertificates(usual);
	for (const sandbox of sandboxes.values()) await sandbox.close();
});

/** Lets a fault befall a call, once or lasting. @returns what its user reads, and how often it was sent and carried out */
async function observe({ fault, certificate, isLong }: Row, { method, make, count }: Call, passes: boolean) {
	const sandbox = sandboxes.get(certificate ?? '') ?? unknown('a sandbox');
	const credential = {
		...{ baseUrl: sandbox.url, token: sandbox.account('main').token },
		timeout: isLong === true ? 10 : 60,
	};
	const before = count?.(sandbox) ?? 0;
	sandbox.clearRequests();
	const isRefused = fault === 'refuse';
	const rule = { method, ...(passes && { calls: [1] }) };
	await sandbox.setFaults(fault === undefined ? [] : [{ fault, ...(isRefused ? {} : rule) }]);
	const running = make(credential, sandbox);
	if (isRefused && passes) {
		await wait(100);
		await sandbox.setFaults([]);
	}
	const text = await running;
	await sandbox.setFaults([]);
	const sent = sandbox.requests.filter((request) => request.method === method).length;
	expect(sandbox.strays).toEqual([]);
	const { host } = new URL(sandbox.url);
	return { text, sent, done: (count?.(sandbox) ?? 0) - before, host, ...credential };
}

type Observed = Awaited<ReturnType<typeof observe>>;

/** What the page says of a call that is met by a fault. */
function wordsOf({ count }: Call, lasting: Observed, passing: Observed): string {
	if (lasting.text === undefined) return 'full result';
	const isOvercome = passing.text === undefined;
	if (count === undefined) return isOvercome ? 'retried' : 'error';
	if (lasting.text.includes('It is unknown whether')) return 'error, **outcome unknown**';
	if (lasting.sent === 0) return isOvercome ? 'sent when reachable' : 'error, nothing sent';
	return isOvercome ? 'retried' : 'error, not carried out';
}

/** What is wrong with what was read of a failure, and with what was sent. */
function problemsOf({ says }: Row, { count }: Call, { text, sent, done, host, token }: Observed): string[] {
	if (text === undefined) return count === undefined || done === 1 ? [] : [`it is done ${done} times`];
	const isWrite = count !== undefined;
	const isDoubtful = text.includes('It is unknown whether');
	const isRuledOut = /\bNothing was (created|deleted|recorded|sent)\b|\bwas not deleted\./.test(text);
	const secrets = [token, Buffer.from(token).toString('base64').slice(0, 16)];
	const problems: Record<string, boolean> = {
		'does not say what happened': says?.test(text) !== true,
		'names no host': !text.includes(host) && !text.startsWith('The service '),
		'is not for people': RAW.test(text) || text.length > LONGEST_TEXT,
		'holds the token': secrets.some((secret) => text.includes(secret)),
		'leaves the outcome open, or says that it is': isWrite ? isRuledOut === isDoubtful : isDoubtful,
		'does not say what to do': isDoubtful !== /Before you run this again, \w+/.test(text),
		'is done although nothing was': done > (isDoubtful ? 1 : 0),
		'was repeated': isDoubtful && sent > 1,
		'was sent too often': sent > 6,
	};
	return Object.keys(problems).flatMap((problem) =>
		problems[problem] === true ? `${problem}: ${text}` : [],
	);
}

function unknown(name: string): never {
	throw new RangeError(name);
}

describe('docs/reliability.md', () => {
	it('tells of every fault', () => {
		expect([...TOLD.keys()].toSorted()).toEqual(Object.keys(FAULTS).toSorted());
	});

	/** Whether the page tells of a call alone: an empty answer leaves a payment in doubt, and a delete done. */
	const isApart = (words: string) => TOLD.get(words)?.some((column) => column.includes('; ')) === true;

	const cells = Object.entries(FAULTS).flatMap(([words, fault]) =>
		Object.entries(CALLS)
			.filter(
				([name, { isAlways }]) =>
					IS_ALL ||
					isApart(words) ||
					(fault.isLong !== true && (isAlways === true || isTried(ONE_IN, words, name))),
			)
			.map(([name, call]) => ({ words, fault, name, call })),
	);

	it.each(cells)(`says what happens: $words, $name (${SHARE})`, async ({ words, fault, name, call }) => {
		const lasting = await observe(fault, call, false);
		const passing = await observe(fault, call, true);
		expect([lasting, passing].flatMap((seen) => problemsOf(fault, call, seen))).toEqual([]);
		const [most, ...exceptions] = TOLD.get(words)?.[call.column]?.split('; ') ?? [];
		const own = exceptions.find((exception) => exception.startsWith(`${name}: `))?.slice(name.length + 2);
		expect(wordsOf(call, lasting, passing)).toBe(own ?? most);
	});
});
