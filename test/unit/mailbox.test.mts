import { request } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { KEPT, startMailbox, type Mailbox } from '../../host/mailbox.mts';

// The mailbox of `npm start`, whose page is built like the sandbox's. n8n sends to it in e2e.

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
	const recipients = ['owner', 'hidden'].map((name) => `RCPT TO:<${name}@example.com>`);
	for (const mail of mails) {
		for (const line of ['MAIL FROM:<billing@example.com>', ...recipients]) await say(line);
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

<p>Marked up</p><a class="b" href="http://n8n.example/?a=1&amp;b=2">Go</a><a href="javascript:alert(1)">No</a>${SCRIPT}
--texts--
--parts
Content-Type: text/html
Content-Disposition: attachment; filename="<b>.html"
Content-Transfer-Encoding: base64

${BYTES.toString('base64')}
--parts--`;

const get = async () => await fetch(mailbox.url);

test('a mail is listed with all its recipients, and opens with its markup escaped or in a frame where only links work', async () => {
	expect(await (await get()).text()).toContain('None yet.');
	await send(PARTS, 'Subject: Hello\n\nText');
	links['Open n8n'] = 'http://127.0.0.1:5678';
	const answer = await get();
	expect(answer.headers.get('content-security-policy')).toMatch(
		/^default-src 'none'; img-src data:; .*script-src 'sha256-[^' ]+'; /,
	);
	const page = await answer.text();
	expect(page).not.toContain(SCRIPT);
	const escaped = '&lt;script&gt;alert(1)&lt;/script&gt;';
	for (const text of [
		'<a href="http://127.0.0.1:5678">Open n8n</a>',
		`<b>${escaped}</b><span>owner@example.com, hidden@example.com · &lt;b&gt;.html</span>`,
		'<b>Hello</b><span>owner@example.com, hidden@example.com</span>',
		`<pre>Plain ${escaped}`,
		'sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="&lt;p&gt;Marked up&lt;/p&gt;&lt;a target=&quot;_blank&quot; rel=&quot;noreferrer&quot; class=',
	])
		expect(page).toContain(text);
	expect(page).not.toContain('href="javascript:');
});

test('an attachment is in the page byte for byte, to be saved only', async () => {
	await send(PARTS);
	expect(await (await get()).text()).toContain(
		`<a href="data:application/octet-stream;base64,${BYTES.toString('base64')}" download="&lt;b&gt;.html">`,
	);
});

test('only the newest mails are kept, the newest first', async () => {
	await send(...Array.from({ length: KEPT + 1 }, (_, index) => `Subject: Mail ${index + 1}\n\nText`));
	const page = await (await get()).text();
	expect([...page.matchAll(/<b>Mail (\d+)</g)].map(([, nth]) => Number(nth))).toEqual(
		Array.from({ length: KEPT }, (_, index) => KEPT + 1 - index),
	);
});

test.each([{ host: 'other.example' }, { origin: 'http://other.example' }])(
	'a request from another site is refused: %o',
	async (headers) => {
		const status = await new Promise((resolve, reject) => {
			const asked = request(mailbox.url, { headers }, (answer) => resolve(answer.resume().statusCode));
			asked.on('error', reject).end();
		});
		expect(status).toBe(403);
	},
);
