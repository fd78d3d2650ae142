import { textOf } from '../xml/shape';

export type Endpoint = { ok: true; url: string } | { ok: false; problem: string };

const PATH = '/xml/1.1';
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
// Backslashes and what is invisible belong to the host here, so that what a URL makes of them is not what was typed.
const ADDRESS = /^(https?:)\/\/([^/?#]+)/i;
// Far above any real one, and far below what would keep expressions busy.
const LONGEST = 2_000;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

/**
 * The address that requests go to (§4.1, §9), from the credential's base URL: with or without a trailing slash,
 * with or without the interface's own path. Only HTTPS is accepted, except to this machine itself (§5), and only the host
 * that one reads in what was typed. A refusal repeats nothing of it but the host.
 */
export function endpointOf(baseUrl: unknown): Endpoint {
	const typed = textOf(baseUrl).trim();
	const [, scheme, authority = ''] = ADDRESS.exec(typed) ?? [];
	// Checked first, so that no password is repeated.
	if (authority.includes('@')) {
		return refuse('holds a user name or password; the token belongs into its own field');
	}
	const isAddress = scheme !== undefined && typed.length <= LONGEST && URL.canParse(typed);
	const url = isAddress ? new URL(typed) : undefined;
	if (url === undefined) return refuse('is not a web address; it looks like https://billing.example.com/api');
	if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
		return refuse('starts with http://, which would send the token unprotected; use https://');
	}
	if (/[?#]/.test(typed)) {
		return refuse('ends with a query or fragment (? or #); leave that part out');
	}
	if (![url.host, `${url.hostname}:${DEFAULT_PORTS[url.protocol]}`].includes(authority.toLowerCase())) {
		return refuse(`writes its host in a way that can be misread; write it as ${url.host}`);
	}
	const path = url.pathname.replace(/\/+$/, '');
	const root = path.endsWith(PATH) ? path.slice(0, -PATH.length) : path;
	return { ok: true, url: `${url.origin}${root.replace(/\/+$/, '')}${PATH}/` };
}

const refuse = (reason: string): Endpoint => ({ ok: false, problem: `The base URL ${reason}.` });
