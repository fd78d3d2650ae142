import { textOf } from '../xml/shape';

export type Endpoint = { ok: true; url: string } | { ok: false; problem: string };

const PATH = '/xml/1.1';
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
// Backslashes and invisible characters count as part of the host, so it won't match the host of the parsed URL.
const ADDRESS = /^(https?:)\/\/([^/?#]+)/i;
// Far above any real address, and short enough for regular expressions to match fast.
const MAX_LENGTH = 2_000;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

/**
 * The address for requests (§4.1, §9), from the credential's base URL, with or without a trailing slash or the
 * interface's own path. Only HTTPS is accepted, except to this machine (§5). The host must be spelled exactly as the URL
 * parser reads it. Error texts repeat only the host.
 */
export function endpointOf(baseUrl: unknown): Endpoint {
	const typed = textOf(baseUrl).trim();
	const [, scheme, authority = ''] = ADDRESS.exec(typed) ?? [];
	// Checked first, so that no error text repeats a password.
	if (authority.includes('@')) {
		return refuse('contains a user name or password; enter the token in its own field.');
	}
	const isAddress = scheme !== undefined && typed.length <= MAX_LENGTH && URL.canParse(typed);
	const url = isAddress ? new URL(typed) : undefined;
	if (url === undefined) return refuse('must be a web address, such as https://www.invoicera.com/app/api');
	if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
		return refuse('starts with http://, which would send the token unprotected; use https://');
	}
	if (/[?#]/.test(typed)) {
		return refuse('ends with a query or fragment (? or #); leave that part out.');
	}
	if (![url.host, `${url.hostname}:${DEFAULT_PORTS[url.protocol]}`].includes(authority.toLowerCase())) {
		return refuse(`spells its host in a way that can be misread; enter it as ${url.host}.`);
	}
	const path = url.pathname.replace(/\/+$/, '');
	const root = path.endsWith(PATH) ? path.slice(0, -PATH.length) : path;
	return { ok: true, url: `${url.origin}${root.replace(/\/+$/, '')}${PATH}/` };
}

// An address at the end of a text has no period after it, which people would copy.
const refuse = (reason: string): Endpoint => ({ ok: false, problem: `The base URL ${reason}` });
