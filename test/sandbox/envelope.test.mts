import { textAt } from './walk/answers.mts';
import { create, fields, read } from './walk/records.mts';
import { basic, post, replyOf, useService } from './walk/service.mts';

const service = useService({ seed: false }, true);

const TOKEN = 'sandbox-token-main';
const GET = '<request method="getAccountInfo"/>';

/** Sends a form over HTTP. */
const send = async (init: RequestInit, path = '/api/xml/1.1/') =>
	await fetch(`http://127.0.0.1:${service.sandbox.port}${path}`, { method: 'POST', ...init });
const form = (document: string) => new URLSearchParams({ xml_request: document });

/** §5 and §7, with the Authorization header of each case. */
const FAILURES: ReadonlyArray<
	[when: string, authorization: string | undefined, status: number, text: RegExp]
> = [
	['there is no Authorization header', undefined, 400, /^Token is required\.$/],
	['the user name is empty', basic(''), 400, /^Token is required\.$/],
	['the token is unknown', basic('sandbox-token-nobody'), 403, /^Token is not recognised\.$/],
	['the token is given as the password', basic('x', TOKEN), 403, /./],
	['the token is written in capitals', basic(TOKEN.toUpperCase()), 403, /./],
	['the account is not active', basic('sandbox-token-inactive'), 401, /^Account is not active\.$/],
	['the plan has no API access', basic('sandbox-token-noApi'), 403, /^Your plan does not include access/],
	['the header is of another scheme', `Bearer ${TOKEN}`, 403, /^Authentication failed$/],
	[
		'the header has no colon inside',
		`Basic ${Buffer.from(TOKEN).toString('base64')}`,
		403,
		/^Authentication failed$/,
	],
	['the header is not in base64', `Basic ${TOKEN}:x`, 403, /^Authentication failed$/],
];

test.each(FAILURES)('a request is refused when %s', async (_, authorization, status, text) => {
	const headers = authorization === undefined ? {} : { authorization };
	const answer = await send({ headers, body: form(GET) });
	const reply = replyOf(await answer.text());
	expect([answer.status, reply.status]).toEqual([200, status]);
	expect(reply.text).toMatch(text);
});

test.each(['x', '', 'a:b:c', 'longer password'])('the password %p is not looked at', async (password) => {
	const answer = await send({ headers: { authorization: basic(TOKEN, password) }, body: form(GET) });
	expect(replyOf(await answer.text()).status).toBe(200);
});

test('the token is checked before the document is read, and decides which account answers', async () => {
	expect((await post(service.sandbox, 'sandbox-token-nobody', '<not xml')).status).toBe(403);
	for (const key of ['main', 'second']) {
		const info = await service.succeed('getAccountInfo', {}, key);
		expect(textAt(info, 'account/company')).toBe(service.sandbox.account(key).company);
	}
});

/** §4.1: one document with the root `request`, and a method name that is case-sensitive. */
const DOCUMENTS: ReadonlyArray<[document: string, status: number]> = [
	[`<?xml version="1.0" encoding="utf-8"?>${GET}`, 200],
	['<request method="getAccountInfo">\n</request>', 200],
	['<request method="getAccountInfo"><!-- --></request>', 200],
	['', 400],
	['getAccountInfo', 400],
	['<request method="getAccountInfo">', 400],
	['<request method="getClient"><client_id>1 & 2</client_id></request>', 400],
	['<request method="getClient"><client_id>1\u0001</client_id></request>', 400],
	['<request method="getAccountInfo">&nbsp;</request>', 400],
	[`<!DOCTYPE request>${GET}`, 400],
	[`<!DOCTYPE request [<!ENTITY x "y">]>${GET}`, 400],
	['<xml method="getAccountInfo"/>', 400],
	[`${GET}<request method="listTax"/>`, 400],
	['<request/>', 501],
	['<request method="constructor"/>', 501],
];

test.each(DOCUMENTS)('%p is answered with status %i', async (document, status) => {
	const reply = await post(service.sandbox, TOKEN, document);
	expect(reply.status).toBe(status);
	if (status !== 200) expect(reply.text).not.toBe('');
});

const FORM = 'application/x-www-form-urlencoded';

test.each([
	['the document without a form', 'text/xml', GET],
	[
		'a form that is declared as something else',
		'text/plain',
		'xml_request=%3Crequest method="getAccountInfo"%2F%3E',
	],
	['a form without the field', FORM, 'xml=1'],
	['a wrong escape', FORM, 'xml_request=%3Crequest%2'],
	['bytes that are not UTF-8', FORM, 'xml_request=%3Crequest method="getAccountInfo">%FF%3C%2Frequest%3E'],
])('%s is refused with status 400', async (_, type, body) => {
	const answer = await send({ headers: { authorization: basic(TOKEN), 'content-type': type }, body });
	expect([answer.status, replyOf(await answer.text()).status]).toEqual([200, 400]);
	expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
});

test.each([
	['/api/xml/1.1/', 200],
	['/xml/1.1/', 404],
	['/api/xml/1.1', 404],
	['/api/xml/1.0/', 404],
	['/api/', 404],
])('a request to %s has the HTTP status %i', async (path, status) => {
	expect((await send({ headers: { authorization: basic(TOKEN) } }, path)).status).toBe(status);
});

test('a request that is not posted is refused, and does nothing', async () => {
	const answer = await send({ method: 'GET', headers: { authorization: basic(TOKEN) } });
	expect(replyOf(await answer.text()).status).toBe(400);
});

test('text comes back as it was sent', async () => {
	const name = `<b>"Ann" & 'Bob'</b> ]]> \t\n é€ 漢字 😀 0 false null`;
	const client_id = await create(service, 'createClient', { name, organization: name });
	const client = await read(service, 'getClient', { client_id });
	expect(fields(client, 'name', 'organization')).toEqual([name, name]);
});

test('a carriage return comes back as one, although a parser turns bare ones into line feeds', async () => {
	const document =
		'<request method="createClient"><name>a&#13;b</name><organization>c</organization></request>';
	const { response } = await post(service.sandbox, TOKEN, document);
	const record = await service.succeed('getClient', { client_id: textAt(response, 'client_id') });
	expect(textAt(record, 'client/name')).toBe('a\rb');
});
