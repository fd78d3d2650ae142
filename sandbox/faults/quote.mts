import { STATUS_CODES, type IncomingMessage } from 'node:http';
import { escapeText, writeAnswer } from '../answer.mts';
import { tokenOf } from '../authentication.mts';

const LONGEST_BODY = 10_000;

/** A page as proxies and frameworks show it. It repeats the request, as careless ones do. */
export function errorPage(status: number, request: IncomingMessage, body: Buffer): string {
	const title = `${status} ${STATUS_CODES[status] ?? ''}`;
	return `<!doctype html>
<html lang="en">
<head><title>${title}</title></head>
<body>
<h1>${title}</h1>
<pre>${escapeText(quote(request, body))}</pre>
</body>
</html>
`;
}

/** An answer of the service whose message repeats the request. */
export function echo(request: IncomingMessage, body: Buffer): string {
	return writeAnswer({ status: 500, text: `The request could not be completed: ${quote(request, body)}` });
}

/** The token of a request, as sent and decoded, and its document. */
function quote({ method, url, headers: { authorization = '' } }: IncomingMessage, body: Buffer): string {
	const document = new URLSearchParams(body.toString()).get('xml_request') ?? '';
	return [
		`${method} ${url}`,
		`Authorization: ${authorization}`,
		`Token: ${tokenOf(authorization)}`,
		document.slice(0, LONGEST_BODY),
	].join('\n');
}
