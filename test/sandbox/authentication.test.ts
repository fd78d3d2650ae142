import { basic, post, replyOf, startService, type RunningService } from './walk/service.ts';

let service: RunningService;
beforeAll(async () => void (service = await startService({ seed: false })));
afterAll(() => service.close());

const DOCUMENT = '<request method="getAccountInfo"/>';

/** §5 and §7, with the Authorization header of each case. */
const FAILURES: ReadonlyArray<{ when: string; authorization?: string; status: number; message?: string }> = [
	{ when: 'there is no Authorization header', status: 400 },
	{ when: 'the user name is empty', authorization: basic(''), status: 400 },
	{ when: 'the token is not recognised', authorization: basic('sandbox-token-nobody'), status: 403 },
	{
		when: 'the token is given as the password',
		authorization: basic('x', 'sandbox-token-main'),
		status: 403,
	},
	{ when: 'the token is written in capitals', authorization: basic('SANDBOX-TOKEN-MAIN'), status: 403 },
	{ when: 'the account is not active', authorization: basic('sandbox-token-inactive'), status: 401 },
	{ when: 'the plan has no API access', authorization: basic('sandbox-token-noApi'), status: 403 },
	{
		when: 'the header is of another scheme',
		authorization: 'Bearer sandbox-token-main',
		status: 403,
		message: 'Authentication failed',
	},
	{
		when: 'the header has no colon inside',
		authorization: `Basic ${Buffer.from('sandbox-token-main').toString('base64')}`,
		status: 403,
		message: 'Authentication failed',
	},
	{
		when: 'the header is not in base64',
		authorization: 'Basic sandbox-token-main:x',
		status: 403,
		message: 'Authentication failed',
	},
];

test.each(FAILURES)(
	'a request is refused with $status when $when',
	async ({ authorization, status, message }) => {
		const answer = await fetch(`${service.sandbox.url}/xml/1.1/`, {
			method: 'POST',
			headers: authorization === undefined ? {} : { authorization },
			body: new URLSearchParams({ xml_request: DOCUMENT }),
		});
		const reply = replyOf(await answer.text());
		expect([answer.status, reply.status]).toEqual([200, status]);
		expect(reply.text).not.toBe('');
		if (message !== undefined) expect(reply.text).toBe(message);
	},
);

test.each(['x', '', 'a:b:c', 'longer password'])('the password %p is not looked at', async (password) => {
	const answer = await fetch(`${service.sandbox.url}/xml/1.1/`, {
		method: 'POST',
		headers: { authorization: basic('sandbox-token-main', password) },
		body: new URLSearchParams({ xml_request: DOCUMENT }),
	});
	expect(replyOf(await answer.text()).status).toBe(200);
});

test('the token is checked before the document is read', async () => {
	expect((await post(service.sandbox, 'sandbox-token-nobody', '<not xml')).status).toBe(403);
});

test('the token decides which account answers', async () => {
	const companies = await Promise.all(
		['main', 'second'].map(
			async (key) => (await service.succeed('getAccountInfo', {}, key)).children[0]?.children[0]?.text,
		),
	);
	expect(companies).toEqual(['main', 'second'].map((key) => service.sandbox.account(key).company));
});
