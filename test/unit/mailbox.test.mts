import { request } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { KEPT, startMailbox, type Mailbox } from '../../host/mailbox.mts';

// The mailbox of `npm start`, whose pages are built like the sandbox's. n8n sends to it in e2e.

const links: Record<string, string> = {};
let mailbox: Mailbox;
beforeEach(async () => {
	mailbox = await startMailbox({ links });
});
afterEach(async () => await mailbox.close());

/** Sends mails to two recipients, one of them in Bcc, over one connection. */
async function send(...mails: readonly string[]): Promise<void> {
	const socket = connect(mailbox.smtpPort, '127.0.0.1');
	const answers = createInterface(socket)[Symbol.asyncIterator]();
	const hear = async (code: string) => {
		const { value } = await answers.next();
		expect(value).toMatch(new RegExp(`^${code} `));
	};
	const say = async (line: string, code = '250') => {
		socket.write(`${line}\r\n`);
		await hear(code);
	};
	await hear('220');
	await say('HELO example.com');
	for (const mail of mails) {
		await say('MAIL FROM:<billing@example.com>');
		await say('RCPT TO:<owner@example.com>');
		await say('RCPT TO:<hidden@example.com>');
		await say('DATA', '354');
		await say(`${mail.replaceAll('\n', '\r\n')}\r\n.`);
	}
	socket.destroy();
}

const SCRIPT = '<script>alert(1)</script>';
const BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

const PARTS = `Subject: ${SCRIPT}
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=parts

--parts
Content-Type: multipart/alternative; boundary=texts

--texts
Content-Type: text/plain

Plain ${SCRIPT}
--texts
Content-Type: text/html

<p>Marked up</p>${SCRIPT}
--texts--
--parts
Content-Type: text/html
Content-Disposition: attachment; filename="<b>.html"
Content-Transfer-Encoding: base64

${BYTES.toString('base64')}
--parts--`;

const get = async (path: string) => await fetch(new URL(path, mailbox.url));

test('a mail is listed and shown with all its recipients, its markup escaped or in a frame where nothing runs', async () => {
	await send(PARTS);
	links['Open n8n'] = 'http://127.0.0.1:5678';
	for (const path of ['/', '/1']) {
		const answer = await get(path);
		expect(answer.headers.get('content-security-policy')).toMatch(
			/^default-src 'none'; .*script-src 'sha256-[^' ]+'; .*frame-src 'self'$/,
		);
		const page = await answer.text();
		expect(page).not.toContain(SCRIPT);
		for (const text of [
			'<a href="http://127.0.0.1:5678">Open n8n</a>',
			'&lt;script&gt;alert(1)&lt;/script&gt;',
			'owner@example.com, hidden@example.com',
			'&lt;b&gt;.html',
		])
			expect(page).toContain(text);
	}
	const list = await (await get('/')).text();
	expect(list).toMatch(/<span>owner@example\.com, hidden@example\.com · &lt;b&gt;\.html<\/span>/);
	const page = await (await get('/1')).text();
	expect(page).toContain('<pre>Plain &lt;script&gt;');
	expect(page).toContain('src="/1/html" sandbox></iframe>');
	const framed = await get('/1/html');
	expect(await framed.text()).toContain(`<p>Marked up</p>${SCRIPT}`);
	expect(framed.headers.get('content-security-policy')).toBe(
		"sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
	);
});

test('an attachment comes down byte for byte, and is no page', async () => {
	await send(PARTS);
	expect(await (await get('/1')).text()).toContain('<a href="/1/attachments/0" download="&lt;b&gt;.html">');
	const answer = await get('/1/attachments/0');
	expect(Buffer.from(await answer.arrayBuffer())).toEqual(BYTES);
	expect(Object.fromEntries(answer.headers)).toMatchObject({
		'content-type': 'application/octet-stream',
		'content-disposition': 'attachment',
		'x-content-type-options': 'nosniff',
	});
	for (const path of ['/1/attachments/1', '/2', '/1/nothing', '//']) {
		const { status } = await get(`${mailbox.url.slice(0, -1)}${path}`);
		expect([path, status]).toEqual([path, 404]);
	}
});

test('a mail without attachments leaves nothing empty in the list; before the first, it says so', async () => {
	expect(await (await get('/')).text()).toContain('None yet.');
	await send('Subject: Hello\n\nText');
	expect(await (await get('/')).text()).toMatch(
		/<li><a href="\/1">Hello<\/a>\s<span>owner@example\.com, hidden@example\.com<\/span><time>[-\d: ]{19}<\/time><\/li>/,
	);
});

test('only the newest mails are kept', async () => {
	await send(...Array.from({ length: KEPT + 1 }, (_, index) => `Subject: Mail ${index + 1}\n\nText`));
	expect(mailbox.mails.map(({ subject }) => subject)).toEqual(
		Array.from({ length: KEPT }, (_, index) => `Mail ${index + 2}`),
	);
	expect((await get('/1')).status).toBe(404);
	expect(await (await get('/101')).text()).toContain('<h1>Mail 101</h1>');
});

test.each([{ host: 'other.example' }, { origin: 'http://other.example' }])(
	'a request from another site is refused: %o',
	async (headers) => {
		await send(PARTS);
		const status = await new Promise((resolve, reject) => {
			request(new URL('/1', mailbox.url), { headers }, (answer) => {
				answer.resume();
				resolve(answer.statusCode);
			})
				.on('error', reject)
				.end();
		});
		expect(status).toBe(403);
	},
);
