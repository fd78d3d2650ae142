import axe, { type AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { startMailbox, type Mailbox } from '../../host/mailbox.mts';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { launchBrowser } from './editor.mts';

// The pages of the sandbox and the mailbox in a browser. They need no n8n.

let sandbox: Sandbox;
let mailbox: Mailbox;
let browser: Browser;
beforeAll(async () => {
	[sandbox, mailbox, browser] = await Promise.all([startSandbox(), startMailbox(), launchBrowser()]);
});
afterAll(async () => {
	await browser.close();
	await Promise.all([sandbox.close(), mailbox.close()]);
});

const at = (path: string) => new URL(path, sandbox.url).href;
const pageOf = (kind: 'invoice' | 'estimate' | 'payment' | 'mail') =>
	`/main/${kind}/${sandbox.records(kind)[0]?.id}`;

/** Accessibility violations, by axe's rules. */
async function violationsOn(page: Page): Promise<string[]> {
	await page.evaluate(axe.source);
	const { violations } = await page.evaluate<AxeResults>('axe.run()');
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

const isTooWide = async (page: Page) =>
	await page.evaluate('document.documentElement.scrollWidth > innerWidth');

/** Mails that have more to say than fits. */
function fillMailbox(): void {
	const attachments = ['invoices.csv', 'payments.csv'].map((name) => ({ name, content: Buffer.from('') }));
	const overdue = 'Your invoice 00097 is 14 days overdue, and 1,234.50 GBP of it is still outstanding. ';
	const to = Array.from({ length: 6 }, (_, index) => `accounts${index}@harbour-and-pine.example`);
	const mail = { at: new Date(), from: 'billing@example.com', text: 'Hello' };
	mailbox.mails.splice(
		0,
		Infinity,
		{ ...mail, id: 1, to: ['owner@example.com'], subject: 'Hello', attachments: [] },
		{
			...mail,
			id: 2,
			to,
			subject: overdue.repeat(3),
			attachments,
			html: '<p>Hello</p><script>top.ran = 1</script>',
		},
	);
}

test('the pages have labels, contrast and structure for everyone, light and dark, wide and narrow', async () => {
	fillMailbox();
	const paths = ['/', '/main/invoice/new', '/requests', '/tokens', '/nowhere'];
	paths.push(`${pageOf('invoice')}?done=payment`, pageOf('estimate'), pageOf('payment'), pageOf('mail'));
	const addresses = [...paths.map(at), mailbox.url];
	for (const colorScheme of ['light', 'dark'] as const)
		for (const width of [1440, 390]) {
			const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
			for (const address of addresses) {
				await page.goto(address);
				await page.evaluate("document.querySelector('#mail2')?.setAttribute('open', '')");
				const found = [address, width, await isTooWide(page), await violationsOn(page)];
				expect(found).toEqual([address, width, false, []]);
			}
			await page.close();
		}
});

test('a list refreshes without a reload', async () => {
	const page = await browser.newPage();
	const errors: string[] = [];
	page.on('pageerror', ({ message }) => errors.push(message));
	await page.goto(at('/main/invoice'));
	await page.evaluate('window.isSame = true');
	const invoice = { client_id: '1', number: 'FRESH-1', name: 'A' };
	await fetch(at('/main/invoice/new/creation'), { method: 'POST', body: new URLSearchParams(invoice) });
	await page.getByRole('link', { name: 'FRESH-1' }).waitFor();
	expect([await page.evaluate('window.isSame'), errors]).toEqual([true, []]);
});
