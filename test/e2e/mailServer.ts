import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { N8nClient } from '../../host/client.ts';
import type { Workflow } from '../../host/examples.ts';

/** An email of plain text as its server got it. */
export interface Mail {
	from: string;
	to: string[];
	subject: string;
	text: string;
}

export interface MailServer {
	port: number;
	/** What arrived, oldest first. */
	mails: Mail[];
	/** The addresses that it takes no mail for. */
	refused: Set<string>;
	close: () => Promise<void>;
}

/** Starts a server on the loopback address that takes mail from anyone and delivers it to nobody. */
export async function startMailServer(): Promise<MailServer> {
	const mails: Mail[] = [];
	const refused = new Set<string>();
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onRcptTo({ address }, _, done) {
			done(refused.has(address) ? new Error('There is no such mailbox') : undefined);
		},
		onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
			readText(stream).then((message) => {
				const from = mailFrom === false ? '' : mailFrom.address;
				mails.push({ from, to: rcptTo.map(({ address }) => address), ...read(message) });
				done();
			}, done);
		},
	});
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	// A server that listens on a port has an address with one.
	const { port } = server.server.address() as AddressInfo;
	const close = () => new Promise<void>((resolve) => server.close(resolve));
	return { port, mails, refused, close };
}

/** Gives a workflow's nodes that send email an account on the server. */
export async function withMailAccount(
	client: N8nClient,
	{ port }: MailServer,
	workflow: Workflow,
): Promise<Workflow> {
	const name = 'SMTP account';
	const { id } = await client.request<{ id: string }>('POST', '/rest/credentials', {
		name,
		type: 'smtp',
		data: { user: '', password: '', host: '127.0.0.1', port, secure: false, disableStartTls: true },
	});
	const nodes = workflow.nodes.map((node) =>
		node.type === 'n8n-nodes-base.emailSend' ? { ...node, credentials: { smtp: { id, name } } } : node,
	);
	return { ...workflow, nodes };
}

/** The subject and the text of a message (RFC 5322), in which other letters than ASCII's are encoded. */
function read(message: string): Pick<Mail, 'subject' | 'text'> {
	const end = message.indexOf('\r\n\r\n');
	const head = message.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ');
	const body = message.slice(end + 4);
	const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
	const text =
		header('Content-Transfer-Encoding') === 'base64' ? fromBase64(body) : fromQuotedPrintable(body);
	return { subject: decodeWords(header('Subject')), text: text.replaceAll('\r\n', '\n').trim() };
}

const decodeWords = (header: string): string =>
	header
		.replaceAll(/\?=\s+=\?/g, '?==?')
		.replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
			/b/i.test(encoding) ? fromBase64(word) : fromQuotedPrintable(word.replaceAll('_', ' ')),
		);

const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString();

function fromQuotedPrintable(text: string): string {
	const bytes = text
		.replaceAll('=\r\n', '')
		.replaceAll(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
	return Buffer.from(bytes, 'latin1').toString();
}
