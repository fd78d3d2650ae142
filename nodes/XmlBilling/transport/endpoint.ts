export type Endpoint = { ok: true; url: string } | { ok: false; problem: string };

const PATH = '/xml/1.1';
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The address that requests go to (§4.1, §9), from the credential's base URL: with or without a trailing slash,
 * with or without the interface's own path. Only HTTPS is accepted, except to this machine itself (§5).
 */
export function endpointOf(baseUrl: string): Endpoint {
	const url = URL.canParse(baseUrl.trim()) ? new URL(baseUrl.trim()) : undefined;
	if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
		return refuse('is not a web address; it looks like https://billing.example.com/api');
	}
	if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
		return refuse('starts with http://, which would send the token unprotected; use https://');
	}
	if (url.username !== '' || url.password !== '') {
		return refuse('holds a user name or password; the token belongs into its own field');
	}
	if (url.search !== '' || url.hash !== '' || /[?#]/.test(baseUrl)) {
		return refuse('ends with a query or fragment (? or #); leave that part out');
	}
	const path = url.pathname.replace(/\/+$/, '');
	const root = path.endsWith(PATH) ? path.slice(0, -PATH.length) : path;
	return { ok: true, url: `${url.origin}${root.replace(/\/+$/, '')}${PATH}/` };
}

const refuse = (reason: string): Endpoint => ({ ok: false, problem: `The base URL ${reason}.` });
