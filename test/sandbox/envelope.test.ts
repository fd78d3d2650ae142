import { basic, post, replyOf, startService, type RunningService } from './walk/service.ts';

let service: RunningService;
beforeAll(async () => void (service = await startService({ seed: false })));
afterAll(() => service.close());

const TOKEN = 'sandbox-token-main';
const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';

/** §4.1: one document with the root `request`, and a method name that is case-sensitive. */
const DOCUMENTS = [
	{
		what: 'a document with its declaration',
		document: `${DECLARATION}<request method="getAccountInfo"/>`,
		status: 200,
	},
	{
		what: 'a root with empty content',
		document: `${DECLARATION}<request method="getAccountInfo">\n</request>`,
		status: 200,
	},
	{ what: 'a comment', document: '<request method="getAccountInfo"><!-- --></request>', status: 200 },
	{ what: 'nothing', document: '', status: 400 },
	{ what: 'text that is not XML', document: 'getAccountInfo', status: 400 },
	{ what: 'an element that is not closed', document: '<request method="getAccountInfo">', status: 400 },
	{
		what: 'a bare ampersand',
		document: '<request method="getClient"><client_id>1 & 2</client_id></request>',
		status: 400,
	},
	{
		what: 'a control character',
		document: '<request method="getClient"><client_id>1\u0001</client_id></request>',
		status: 400,
	},
	{
		what: 'an entity that XML does not have',
		document: '<request method="getAccountInfo">&nbsp;</request>',
		status: 400,
	},
	{ what: 'a document type', document: '<!DOCTYPE request><request method="getAccountInfo"/>', status: 400 },
	{
		what: 'an entity that the document declares',
		document: '<!DOCTYPE request [<!ENTITY x "y">]><request method="getAccountInfo"/>',
		status: 400,
	},
	{ what: 'another root element', document: '<xml method="getAccountInfo"/>', status: 400 },
	{
		what: 'two roots',
		document: '<request method="getAccountInfo"/><request method="listTax"/>',
		status: 400,
	},
	{ what: 'no method', document: '<request/>', status: 501 },
	{ what: 'a method in other letters', document: '<request method="GetAccountInfo"/>', status: 501 },
	{ what: 'a method that does not exist', document: '<request method="createEverything"/>', status: 501 },
	{ what: 'a name of the language', document: '<request method="constructor"/>', status: 501 },
	...[
		'addInvoiceLineItem',
		'exportInvoicePDF',
		'getInvoiceLog',
		'getInvoiceLogDetail',
		'invOfflinePayment',
		'invoiceOnlinePayment',
		'updateInvoiceLineItem',
	].map((method) => ({
		what: `the unsupported ${method}`,
		document: `<request method="${method}"/>`,
		status: 501,
	})),
];

test.each(DOCUMENTS)('$what is answered with status $status', async ({ document, status }) => {
	const reply = await post(service.sandbox, TOKEN, document);
	expect(reply.status).toBe(status);
	if (status !== 200) expect(reply.text).not.toBe('');
});

/** Bodies that are no form with the field xml_request. */
const BODIES: ReadonlyArray<{ what: string; type?: string; body: string }> = [
	{ what: 'the document without a form', type: 'text/xml', body: '<request method="getAccountInfo"/>' },
	{
		what: 'a form that is declared as something else',
		type: 'text/plain',
		body: 'xml_request=%3Crequest method="getAccountInfo"%2F%3E',
	},
	{ what: 'a form without the field', body: 'xml=1' },
	{ what: 'a wrong escape', body: 'xml_request=%3Crequest%2' },
	{
		what: 'bytes that are not UTF-8',
		body: 'xml_request=%3Crequest method="getAccountInfo">%FF%3C%2Frequest%3E',
	},
];

test.each(BODIES)(
	'$what is refused with status 400',
	async ({ type = 'application/x-www-form-urlencoded', body }) => {
		const answer = await fetch(`${service.sandbox.url}/xml/1.1/`, {
			method: 'POST',
			headers: { authorization: basic(TOKEN), 'content-type': type },
			body,
		});
		expect([answer.status, replyOf(await answer.text()).status]).toEqual([200, 400]);
	},
);

test('the answer is a UTF-8 document', async () => {
	const answer = await fetch(`${service.sandbox.url}/xml/1.1/`, {
		method: 'POST',
		headers: { authorization: basic(TOKEN) },
	});
	expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
	expect(await answer.text()).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>/);
});

test.each([
	['/api/xml/1.1/', 200],
	['/xml/1.1/', 200],
	['/api/xml/1.1', 404],
	['/api/xml/1.0/', 404],
	['/api/', 404],
])('a request to %s has the HTTP status %i', async (path, status) => {
	const { port } = service.sandbox;
	const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
		method: 'POST',
		headers: { authorization: basic(TOKEN) },
	});
	expect(answer.status).toBe(status);
});

test('a request that is not posted is refused, and does nothing', async () => {
	const answer = await fetch(`${service.sandbox.url}/xml/1.1/`, { headers: { authorization: basic(TOKEN) } });
	expect(replyOf(await answer.text()).status).toBe(400);
});

test('text comes back as it was sent', async () => {
	const name = `<b>"Ann" & 'Bob'</b> ]]> \t\n é€ 漢字 😀 0 false null`;
	const id = (await service.succeed('createClient', { name, organization: name })).children[0]?.text ?? '';
	const client = (await service.succeed('getClient', { client_id: id })).children[0];
	expect(client?.children.slice(1, 3).map(({ text }) => text)).toEqual([name, name]);
});

test('a carriage return comes back as one, although a parser turns bare ones into line feeds', async () => {
	const document =
		'<request method="createClient"><name>a&#13;b</name><organization>c</organization></request>';
	const { response } = await post(service.sandbox, TOKEN, document);
	const client = (await service.succeed('getClient', { client_id: response.children[0]?.text ?? '' }))
		.children[0];
	expect(client?.children[1]?.text).toBe('a\rb');
});
