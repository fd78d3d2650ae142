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
	html?: string;
	attachments: Array<{ name: string; text: string }>;
}

export interface MailServer {
	readonly port: number;
	/** What arrived, oldest first. */
	mails: Mail[];
	/** The addresses that it takes no mail for. */
	refused: Set<string>;
}

/**
 * A server on the loopback address for all tests of a file, which takes mail from anyone and delivers it to nobody. Each test
 * begins without mails and refusals.
 */
export function useMailServer(): MailServer {
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
	beforeAll(async () => {
		await new Promise<void>((resolve) => {
			server.listen(0, '127.0.0.1', resolve);
		});
	});
	beforeEach(() => {
		mails.length = 0;
		refused.clear();
	});
	afterAll(async () => {
		await new Promise<void>((resolve) => server.close(resolve));
	});
	return {
		mails,
		refused,
		get port() {
			// A server that listens on a port has an address with one.
			return (server.server.address() as AddressInfo).port;
		},
	};
}

/** Gives a workflow's nodes that send email an account on the server. */
export async function withMailAccount(
	client: N8nClient,
	{ port }: MailServer,
	workflow: Workflow,
): Promise<Workflow> {
	const data = { user: '', password: '', host: '127.0.0.1', port, secure: false, disableStartTls: true };
	const smtp = await client.addCredential('smtp', 'SMTP account', data);
	const nodes = workflow.nodes.map((node) =>
		node.type === 'n8n-nodes-base.emailSend' ? { ...node, credentials: { smtp } } : node,
	);
	return { ...workflow, nodes };
}

async function read(message: Buffer): Promise<Pick<Mail, 'subject' | 'text' | 'html' | 'attachments'>> {
	const {
		subject = '',
		text = '',
		html,
		attachments,
	} = await PostalMime.parse(message, {
		attachmentEncoding: 'utf8',
	});
	return {
		subject,
		html,
		text: text.replaceAll('\r\n', '\n').trim(),
		attachments: attachments.map(({ filename, content }) => ({
			name: filename ?? '',
			text: typeof content === 'string' ? content : '',
		})),
	};
}
