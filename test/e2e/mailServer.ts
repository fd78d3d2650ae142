import type { AddressInfo } from 'node:net';
import { buffer as readBytes } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { N8nClient } from '../../host/client.ts';
import type { Workflow } from '../../host/examples.ts';

/** An email as its server got it. */
export interface Mail {
	from: string;
	to: string[];
	subject: string;
	text: string;
	attachments: Array<{ name: string; text: string }>;
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
			const from = mailFrom === false ? '' : mailFrom.address;
			const to = rcptTo.map(({ address }) => address);
			readBytes(stream)
				.then(read)
				.then((mail) => {
					mails.push({ from, to, ...mail });
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

async function read(message: Buffer): Promise<Pick<Mail, 'subject' | 'text' | 'attachments'>> {
	const {
		subject = '',
		text = '',
		attachments,
	} = await PostalMime.parse(message, {
		attachmentEncoding: 'utf8',
	});
	return {
		subject,
		text: text.replaceAll('\r\n', '\n').trim(),
		attachments: attachments.map(({ filename, content }) => ({
			name: filename ?? '',
			text: typeof content === 'string' ? content : '',
		})),
	};
}
