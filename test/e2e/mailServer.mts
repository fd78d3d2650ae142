import type { N8nClient } from '../../host/client.mts';
import { ensureMailCredential } from '../../host/examples.mts';
import { startMailbox, type Mail, type Mailbox } from '../../host/mailbox.mts';

/** The mailbox of `npm start`, for the tests of a file. */
export interface MailServer {
	/** What arrived, oldest first. */
	readonly mails: readonly Mail[];
	/** Their subjects, from a place on. */
	subjects(from?: number): string[];
	/** The addresses that it rejects mail for. */
	readonly refused: Set<string>;
	/** Configures the account of the examples on the server. */
	connect(client: N8nClient): Promise<void>;
}

/** A mailbox for all tests of a file. Each test begins without mails and refusals. */
export function useMailServer(): MailServer {
	let mailbox: Mailbox | undefined;
	const running = (): Mailbox => {
		if (mailbox === undefined) throw new Error('There is no mailbox: beforeAll failed');
		return mailbox;
	};
	beforeAll(async () => (mailbox = await startMailbox()));
	beforeEach(() => {
		running().mails.length = 0;
		running().refused.clear();
	});
	afterAll(() => mailbox?.close());
	return {
		get mails() {
			return running().mails;
		},
		subjects: (from = 0) => Array.from(running().mails.slice(from), ({ subject }) => subject),
		get refused() {
			return running().refused;
		},
		connect: async (client) => await ensureMailCredential(client, running().smtpPort),
	};
}
