import { textOf } from '../xml/shape';

type Endpoint = { ok: true; url: string } | { ok: false; problem: string };

const PATH = '/xml/1.1';
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
// Backslashes and invisible characters count as part of the host, so it won't match the host of the parsed URL.
const ADDRESS = /^(https?:)\/\/([^/?#]+)/i;
// Far above any real address, and short enough for regular expressions to match fast.
const MAX_LENGTH = 2_000;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

/**
 * The address for requests (§4.1), from the credential's base URL, with or without a trailing slash or the
 * interface's own path. Only HTTPS is accepted, except to this machine (§5). The host must be spelled exactly as the URL
 * parser reads it. Error texts repeat only the host.
 */
export function endpointOf(baseUrl: unknown): Endpoint {
	const typed = textOf(baseUrl).trim();
	const [, scheme, authority = ''] = ADDRESS.exec(typed) ?? [];
	// Checked first, so that no error text repeats a password.
	if (authority.includes('@'))
		return refuse('contains a user name or password; enter the token in its own field.');
	const isAddress = scheme !== undefined && typed.length <= MAX_LENGTH && URL.canParse(typed);
	const url = isAddress ? new URL(typed) : undefined;
	if (url === undefined) return refuse('must be a web address, such as https://www.invoicera.com/app/api');
	if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
		return refuse('starts with http://, which would send the token unprotected; use https://');
	}
	if (/[?#]/.test(typed)) return refuse('ends with a query or fragment (? or #); leave that part out.');
	if (![url.host, `${url.hostname}:${DEFAULT_PORTS[url.protocol]}`].includes(authority.toLowerCase()))
		return refuse(`spells its host in a way that can be misread; enter it as ${url.host}.`);
	const path = url.pathname.replace(/\/+$/, '');
	const root = path.endsWith(PATH) ? path.slice(0, -PATH.length) : path;
	return { ok: true, url: `${url.origin}${root.replace(/\/+$/, '')}${PATH}/` };
}

// An address at the end of a text has no period after it, which people would copy.
const refuse = (reason: string): Endpoint => ({ ok: false, problem: `The base URL ${reason}` });

/** The settings of a credential that apply to every request sent with it. */
export interface ConnectionSettings {
	readonly timeout?: unknown;
	readonly maxConcurrentRequests?: unknown;
}

/** In seconds. The upper bound exists because Node fires timers of more than 24 days immediately. */
export const DEFAULT_TIMEOUT = 60;
export const MAX_TIMEOUT_SECONDS = 3600;

export const DEFAULT_CONCURRENT_REQUESTS = 10;
export const MAX_CONCURRENT_REQUESTS = 50;

/** The timeout of one request, in milliseconds. */
export const timeoutMsOf = ({ timeout }: ConnectionSettings): number =>
	clamp(timeout, DEFAULT_TIMEOUT, MAX_TIMEOUT_SECONDS) * 1000;

/** How many requests may be in flight at once. */
export const maxConcurrentRequestsOf = ({ maxConcurrentRequests }: ConnectionSettings): number =>
	Math.floor(clamp(maxConcurrentRequests, DEFAULT_CONCURRENT_REQUESTS, MAX_CONCURRENT_REQUESTS));

// n8n enforces the bounds for typed values only, not for expressions and older credentials.
function clamp(value: unknown, byDefault: number, max: number): number {
	const given = textOf(value).trim();
	return given === '' || Number.isNaN(Number(given)) ? byDefault : Math.min(max, Math.max(1, Number(given)));
}
