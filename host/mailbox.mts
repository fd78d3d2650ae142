import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer as readBytes } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { Door } from '../sandbox/door.mts';
import { HEADERS, live, markup, pageOf, type Html } from '../sandbox/page/html.mts';
import { isForeign } from '../sandbox/server.mts';

/** How many mails are kept, in memory only: they are throwaway results. */
export const KEPT = 100;
/** How long a client may take to disconnect when the mailbox closes. */
const GRACE_MS = 1_000;

/** An email as the mailbox received it. */
export interface Mail {
	/** Counts from 1. */
	id: number;
	at: Date;
	from: string;
	/** All recipients, including Bcc. */
	to: string[];
	subject: string;
	text: string;
	html?: string;
	attachments: Array<{ name: string; content: Buffer }>;
}

/** A local mail server, and a page that shows the mails. */
export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;

/** Where else there is something to see: texts with addresses. */
type Links = Readonly<Record<string, string>>;

/** The ports on the loopback address; 0 (the default) takes any free one. Its page shows the links that there are when it is asked for. */
interface Options {
	page?: number;
	smtp?: number;
	links?: Links;
}

/** Starts a mailbox that accepts mail from this machine and delivers it nowhere. Throws if a port is taken. */
export async function startMailbox({ page = 0, smtp = 0, links = {} }: Options = {}) {
	const mails: Mail[] = [];
	const refused = new Set<string>();
	const server = mailServer(refused, (mail) => {
		mails.push(mail);
		mails.splice(0, mails.length - KEPT);
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(smtp, '127.0.0.1', resolve);
	});
	// A client that disconnects midway, as a killed n8n does, affects nobody else.
	server.removeAllListeners('error').on('error', () => {});
	const door = new Door();
	door.server.on('request', (request: IncomingMessage, response) => {
		if (isForeign(request)) response.writeHead(403).end('This mailbox answers only to this machine.\n');
		else response.writeHead(200, HEADERS).end(pageWith(mails, links));
	});
	await door.open(page);
	return {
		/** The address of the page. */
		url: `http://${door.host}:${door.port}/`,
		/** The port of the mail server on the loopback address: a server that listens on a port has an address with one. */
		smtpPort: (server.server.address() as AddressInfo).port,
		/** The newest mails, oldest first. */
		mails,
		/** The addresses that it rejects mail for. */
		refused,
		/** Ends open connections and stops listening. */
		close: async () => {
			await Promise.all([door.close(), new Promise<void>((resolve) => server.close(resolve))]);
		},
	};
}

function mailServer(refused: ReadonlySet<string>, keep: (mail: Mail) => void): SMTPServer {
	let count = 0;
	return new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		// No other machine is asked, not even for a name.
		disableReverseLookup: true,
		closeTimeout: GRACE_MS,
		onRcptTo({ address }, _, done) {
			done(refused.has(address) ? new Error('There is no such mailbox') : undefined);
		},
		onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
			const from = mailFrom === false ? '' : mailFrom.address;
			const to = rcptTo.map(({ address }) => address);
			readBytes(stream)
				.then(contentOf)
				.then((content) => {
					keep({ id: (count += 1), at: new Date(), from, to, ...content });
					done();
				})
				.catch(done);
		},
	});
}

async function contentOf(message: Buffer): Promise<Pick<Mail, 'subject' | 'text' | 'html' | 'attachments'>> {
	const { subject = '', text = '', html, attachments } = await PostalMime.parse(message);
	return {
		subject,
		html,
		text: text.replaceAll('\r\n', '\n').trim(),
		attachments: attachments.map(({ filename, content }) => ({
			name: filename ?? 'attachment',
			// Contrary to its type, text comes as bytes too.
			content: typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
		})),
	};
}

const ABOUT = markup`keeps what workflows email to it until <code>npm start</code> ends, and delivers none of it`;
const EMPTY = markup`<p class="quiet">None yet.</p>`;

function pageWith(mails: readonly Mail[], links: Links): string {
	const site = 'Local mailbox';
	const list = mails.length === 0 ? EMPTY : mails.toReversed().map(shown);
	const content = markup`<p class="quiet">These come from workflows. What the billing service itself mails is under Mails on its own page.</p>
${live(markup`${list}`)}`;
	return pageOf({ title: 'Mails', site, name: site, about: ABOUT, links, content, style: STYLE });
}

/** A workflow may wait until a person presses a button of its mail. A second `target` of a link doesn't count. */
const linksToTabs = (html: string): string =>
	html.replaceAll(/<a(?=\s)/gi, '<a target="_blank" rel="noreferrer"');

/** A mail as one line, which opens. What it says is untrusted: its markup can run and fetch nothing in its frame. */
function shown({ id, at, from, to, subject, text, html, attachments }: Mail): Html {
	const names = attachments.map(({ name }) => name);
	const files = attachments.map(({ name, content }) => {
		const data = `data:application/octet-stream;base64,${content.toString('base64')}`;
		return markup`<p><a href="${data}" download="${name}">${name}</a></p>`;
	});
	return markup`<details id="mail${id}">
<summary><b>${subject || '(no subject)'}</b><span>${[to.join(', '), ...names].join(' · ')}</span><time>${at.toLocaleString('sv-SE')}</time></summary>
<p class="quiet">From ${from} to ${to.join(', ')}</p>
${files}
${html !== undefined && markup`<p class="quiet">Scripts don't work here, and pictures from elsewhere aren't loaded.</p><iframe title="The HTML of mail ${id}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${linksToTabs(html)}"></iframe>`}
${text !== '' && markup`<pre>${text}</pre>`}
</details>
`;
}

const STYLE = `
pre { max-height: none; white-space: pre-wrap; }
summary { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 4fr) auto; gap: 0 20px; }
summary > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
summary b { color: var(--accent); font-weight: 400; }
@media (max-width: 720px) {
	summary { grid-template-columns: minmax(0, 1fr) auto; }
	summary b { grid-column: 1 / -1; }
}
iframe { width: 100%; height: 85vh; border: 1px solid var(--line); border-radius: 5px; background: #fff; color-scheme: light; }
`;
