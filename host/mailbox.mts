import type { AddressInfo } from 'node:net';
import { buffer as readBytes } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { Door } from '../sandbox/door.mts';
import { mailboxListener, type Links, type Mail } from './mailboxPages.mts';

/** How many mails are kept, in memory only: they are throwaway results. */
export const KEPT = 100;
/** How long a client may take to disconnect when the mailbox closes. */
const GRACE_MS = 1_000;

/** A local mail server, and a page that shows the mails. */
export interface Mailbox {
	/** The address of the page. */
	url: string;
	/** The port of the mail server on the loopback address. */
	smtpPort: number;
	/** The newest mails, oldest first. */
	mails: Mail[];
	/** The addresses that it rejects mail for. */
	refused: Set<string>;
	/** Ends open connections and stops listening. */
	close(): Promise<void>;
}

/** The ports on the loopback address; 0 (the default) takes any free one. Its pages show the links that there are when they are asked for. */
interface Options {
	page?: number;
	smtp?: number;
	links?: Links;
}

/** Starts a mailbox that accepts mail from this machine and delivers it nowhere. Throws if a port is taken. */
export async function startMailbox({ page = 0, smtp = 0, links = {} }: Options = {}): Promise<Mailbox> {
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
	door.server.on('request', mailboxListener(mails, links));
	await door.open(page);
	return {
		url: `http://${door.host}:${door.port}/`,
		// A server that listens on a port has an address with one.
		smtpPort: (server.server.address() as AddressInfo).port,
		mails,
		refused,
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
			name: filename ?? '',
			content: bytesOf(content),
		})),
	};
}

/** The bytes of an attachment. Contrary to its type, text comes as bytes too. */
const bytesOf = (content: ArrayBuffer | Uint8Array | string): Buffer =>
	content instanceof ArrayBuffer ? Buffer.from(content) : Buffer.from(content);
