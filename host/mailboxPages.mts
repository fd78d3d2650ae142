import type { IncomingMessage, RequestListener } from 'node:http';
import { type Html, markup, HEADERS, live, pageOf } from '../sandbox/page/html.mts';
import { isForeign } from '../sandbox/server.mts';

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

const POLICY = 'Content-Security-Policy';
/** Lets the pages show a mail's markup in a frame. */
const PAGE = { ...HEADERS, [POLICY]: `${HEADERS[POLICY]}; frame-src 'self'` };
/** A mail's markup is untrusted. It can run, fetch and send nothing, in the frame or on its own. */
const FOREIGN_MARKUP = {
	...HEADERS,
	[POLICY]:
		"sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
};
const DOWNLOAD = {
	...HEADERS,
	'Content-Type': 'application/octet-stream',
	'Content-Disposition': 'attachment',
};

/** The paths of the pages: the list, a mail, its markup, or one of its attachments. */
const PATH = /^\/(?:(?<id>\d+)(?:\/(?<part>html|attachments\/(?<index>\d+)))?)?$/;

interface Reply {
	status: number;
	headers: Record<string, string>;
	body: string | Buffer;
}

/** Where else there is something to see: texts with addresses. */
export type Links = Readonly<Record<string, string>>;

/** The request listener for browsers. It answers only this machine. */
export const mailboxListener =
	(mails: readonly Mail[], links: Links): RequestListener =>
	(request, response) => {
		const { status, headers, body } = answer(mails, links, request);
		response.writeHead(status, headers).end(body);
	};

const ABOUT = markup`keeps what workflows email to it until <code>npm start</code> ends, and delivers none of it`;

function answer(mails: readonly Mail[], links: Links, request: IncomingMessage): Reply {
	const reply = (title: string, content: Html, status = 200): Reply => {
		const site = 'Local mailbox';
		const body = pageOf({ title, site, name: site, about: ABOUT, links, content, style: STYLE });
		return { status, headers: PAGE, body };
	};
	if (isForeign(request))
		return reply('Refused', markup`<p>This mailbox answers only to this machine.</p>`, 403);
	const { id, part, index } = PATH.exec(request.url ?? '')?.groups ?? {};
	if (request.url === '/') return reply('Mails', listOf(mails));
	const mail = mails.find((one) => String(one.id) === id);
	const attachment = mail?.attachments[Number(index)];
	if (mail !== undefined && part === undefined) return reply(mail.subject || NO_SUBJECT, contentOf(mail));
	if (mail?.html !== undefined && part === 'html')
		return { status: 200, headers: FOREIGN_MARKUP, body: mail.html };
	if (attachment !== undefined) return { status: 200, headers: DOWNLOAD, body: attachment.content };
	return reply('Not found', markup`<p>There is no such page, or the mail is no longer kept.</p>`, 404);
}

const NO_SUBJECT = '(no subject)';

const timeOf = ({ at }: Mail): string => at.toLocaleString('sv-SE');

const NO_NAME = '(no name)';

function listOf(mails: readonly Mail[]): Html {
	const shown =
		mails.length === 0
			? markup`<p class="quiet">None yet.</p>`
			: markup`<ul class="mails">${mails.toReversed().map(itemOf)}</ul>`;
	return markup`<p class="quiet">These come from workflows. What the billing service itself mails is under Mails on its own page.</p>
${live(shown)}`;
}

/** A mail in the list: what does not fit is cut, and all of it is on the mail's own page. */
function itemOf(mail: Mail): Html {
	const files = mail.attachments.map(({ name }) => name || NO_NAME);
	return markup`<li><a href="/${mail.id}">${mail.subject || NO_SUBJECT}</a>
<span>${mail.to.join(', ')}${files.length > 0 && ` · ${files.join(', ')}`}</span><time>${timeOf(mail)}</time></li>`;
}

function contentOf(mail: Mail): Html {
	const { id, from, to, text, html, attachments } = mail;
	const facts = { From: from, To: to.join(', '), Time: timeOf(mail) };
	const files = attachments.map(
		({ name }, index) =>
			markup`<li><a href="/${id}/attachments/${index}" download="${name}">${name || NO_NAME}</a></li>`,
	);
	return markup`<p><a href="/">All mails</a></p>
<dl>${Object.entries(facts).map(([label, value]) => markup`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${files.length > 0 && markup`<h2>Attachments</h2><ul>${files}</ul>`}
${html !== undefined && markup`<h2>HTML</h2><p class="quiet">Scripts and links don't work here, and pictures from elsewhere aren't loaded.</p><iframe title="The mail's HTML" src="/${id}/html" sandbox></iframe>`}
${text !== '' && markup`<h2>Text</h2><pre>${text}</pre>`}`;
}

const STYLE = `
pre { max-height: none; white-space: pre-wrap; }
.mails { list-style: none; margin: 0; padding: 0; }
.mails li { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 4fr) auto; gap: 0 20px; padding: 5px 0; border-bottom: 1px solid var(--line); }
.mails li > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.mails span, .mails time { color: var(--quiet); }
@media (max-width: 720px) {
	.mails li { grid-template-columns: minmax(0, 1fr) auto; }
	.mails a { grid-column: 1 / -1; }
	.mails span, .mails time { font-size: 13px; }
}
iframe { width: 100%; height: 85vh; border: 1px solid var(--line); border-radius: 5px; background: #fff; color-scheme: light; }
`;
