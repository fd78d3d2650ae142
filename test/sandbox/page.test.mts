import { request } from 'node:http';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { basic, post, TODAY } from './walk/service.mts';

// The pages on which the service's owner looks at records and changes them. A browser is in e2e/sandboxPages.test.mts.

const TOKEN = 'sandbox-token-main';
let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ today: () => TODAY });
});
afterEach(async () => await sandbox.close());

const origin = () => `http://127.0.0.1:${sandbox.port}`;

async function page(path: string): Promise<string> {
	const answer = await fetch(origin() + path);
	expect([path, answer.status]).toEqual([path, 200]);
	return await answer.text();
}

/** Submits a form, and returns the redirect target, or the page that says why it failed. */
async function send(path: string, fields: Record<string, string>) {
	const answer = await fetch(origin() + path, {
		method: 'POST',
		body: new URLSearchParams(fields),
		redirect: 'manual',
	});
	return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() };
}

const INVOICE = {
	client: '1',
	number: 'P-1',
	days: '14',
	status: 'Sent',
	line0: 'Design',
	quantity0: '3',
	cost0: '90.00',
	tax0: 'VAT',
};

test('the first page lists the invoices of the main account, the newest first, and finds them by any column', async () => {
	const all = await page('/');
	expect(all).toContain('100 records');
	expect(all.indexOf('00100')).toBeLessThan(all.indexOf('00099'));
	const found = await page('/main/invoice?search=Harbour');
	expect(found).toContain('Harbour &amp; Pine Ltd');
	expect(found).not.toContain('Rheinblick');
	expect(await page('/main/invoice?search=%25')).toContain('0 records');
	expect(await page('/main/invoice?page=2')).toContain('Newer');
});

test.each([
	'invoice',
	'estimate',
	'client',
	'payment',
	'mail',
	'recurring',
	'timeEntry',
	'expense',
	'project',
	'product',
	'service',
])('the list of %s leads to each of its records, and only those of the account', async (kind) => {
	const links = [...(await page(`/main/${kind}`)).matchAll(new RegExp(`/main/${kind}/(\\d+)`, 'g'))];
	expect(links.length).toBeGreaterThan(0);
	for (const [link, id] of links.slice(0, 3)) {
		expect(await page(link)).toContain('<dl>');
		const missing = await fetch(`${origin()}/second/${kind}/${id}`);
		expect([missing.status, await missing.text()]).toEqual([
			404,
			expect.stringContaining('There is no such '),
		]);
	}
});

test('an invoice from the form has the number, the lines and the totals of the service, and shows all of it', async () => {
	const { location } = await send('/main/invoice', INVOICE);
	const invoice = sandbox.records('invoice').at(-1);
	expect(location).toBe(`/main/invoice/${invoice?.id}?done=invoice`);
	expect(invoice).toMatchObject({
		number: 'P-1',
		invoice_status: 'Sent',
		net_balance: '324.00',
		total_tax: '54.00',
	});
	const shown = await page(location);
	for (const text of [
		'The invoice is created.',
		'Invoice Created',
		'Design',
		'324.00',
		'Harbour &amp; Pine Ltd',
	])
		expect(shown).toContain(text);
});

test.each([
	[{ cost0: 'ninety' }, 'Line 1, Unit Cost: Enter a number'],
	[{ cost0: '1,200.00' }, 'Line 1, Unit Cost: Enter a number'],
	[{ line0: '', cost0: '' }, 'Line 1, Name: Fill in this field.'],
	[{ line1: 'Print' }, 'Line 2, Unit Cost: Fill in this field.'],
	[{ days: 'soon' }, 'Due in Days: Enter a whole number'],
	[{ quantity0: '-1' }, 'The service says: Quantity is invalid.'],
] as const)(
	'a form of a new invoice with %j creates nothing, names the field, and keeps the rest',
	async (wrong, message) => {
		const before = sandbox.records('invoice').length;
		const { status, text } = await send('/main/invoice', { ...INVOICE, ...wrong });
		expect([status, sandbox.records('invoice').length]).toEqual([400, before]);
		expect(text).toContain(`Nothing was changed. ${message}`);
		expect(text).toContain('value="P-1"');
	},
);

test('a payment in part and one in full are recorded; a wrong one or too much changes nothing', async () => {
	const { location } = await send('/main/invoice', { ...INVOICE, cost0: '900.00' });
	const path = new URL(location, origin()).pathname;
	const invoice = () => sandbox.records('invoice').at(-1);
	const pay = (amount: string, date = TODAY) => send(`${path}/payment`, { amount, method: 'Cash', date });
	const refused = [await pay('a lot'), await pay('1', 'today'), await pay('3240.01')];
	expect(refused.map(({ status }) => status)).toEqual([400, 400, 400]);
	expect(refused.map(({ text }) => /Nothing was changed\. ([^<]*)/.exec(text)?.[1])).toEqual([
		'Amount: Enter a number with at most two decimals and no commas, such as 1234.50.',
		'Date: Enter a day such as 2026-02-28.',
		'The amount is more than the 3,240.00 GBP outstanding. Enter that much or less.',
	]);
	expect(invoice()).toMatchObject({ invoice_status: 'Sent', total_paid: '0.00' });
	expect((await pay('240.00')).location).toBe(`${path}?done=payment`);
	expect(invoice()).toMatchObject({ invoice_status: 'Partial-Paid', outstanding: '3000.00' });
	expect(await page(path)).toMatch(/<dd>3,000\.00 GBP<\/dd>[^]*value="3000\.00"/);
	sandbox.change('invoice', Number(invoice()?.id), { status: 'Cancel' });
	expect(await page(path)).not.toContain('Record Payment');
	expect(await page('/main/invoice')).toContain('Partial-Paid (Cancel)');
	sandbox.change('invoice', Number(invoice()?.id), { status: 'Active' });
	await pay('3000.00');
	expect(invoice()).toMatchObject({ invoice_status: 'Paid', outstanding: '0.00' });
	expect(await page(path)).not.toMatch(/Record Payment|Overpaid/);
	const more = `<invoice><id>${invoice()?.id}</id><amount>20</amount><method>Cash</method></invoice>`;
	await post(sandbox, TOKEN, `<request method="invoiceOfflinePayment">${more}</request>`);
	const overpaid = await page(path);
	expect(overpaid).toContain('Overpaid by 20.00 GBP.');
	expect(overpaid).not.toContain('Record Payment');
});

test('an invoice shows each tax with its rate, and how its lines come to its total', async () => {
	const shown = await page('/main/invoice/4');
	expect(shown).toMatch(/Subtotal.*2,365\.00 EUR[^]*Discounts.*-63\.50[^]*VAT reduced 5\.5 %.*53\.79/);
	for (const { id, net_balance } of sandbox.records('invoice').filter(({ id }) => Number(id) <= 20)) {
		const total = /<td>Total<\/td><td class="amount">([\d,.-]+)/.exec(await page(`/main/invoice/${id}`));
		expect([id, total?.[1]?.replaceAll(',', '')]).toEqual([id, net_balance]);
	}
});

test('an invoice shows its charges, and an estimate its total', async () => {
	const line = '<name>A</name><type>Service</type><unit_cost>1000</unit_cost><quantity>1</quantity>';
	const taxed = `<discount_type>Fixed</discount_type><tax1_name>VAT</tax1_name><tax1_percent>20</tax1_percent>`;
	const document = `<client><client_id>1</client_id></client><items><item>${line}${taxed}</item></items>`;
	const charges = ['Fixed', 'Percent'].map(
		(type) =>
			`<additional_charge><name>${type}ly</name><type>${type}</type><amount>2.50</amount></additional_charge>`,
	);
	const rest = `<additional_charges>${charges.join('')}</additional_charges>`;
	await post(sandbox, TOKEN, `<request method="createInvoice">${document}${rest}</request>`);
	await post(sandbox, TOKEN, `<request method="createEstimate">${document}</request>`);
	const invoice = await page(`/main/invoice/${sandbox.records('invoice').at(-1)?.id}`);
	expect(invoice).toMatch(/Fixedly.*>2\.50 GBP<[^]*Percently 2\.5 %.*>30\.00 GBP</);
	expect(invoice).toContain('<dd>1,232.50 GBP</dd>');
	expect(await page(`/main/estimate/${sandbox.records('estimate').at(-1)?.id}`)).toContain('1,200.00 GBP');
	const found = await page('/main/estimate?search=1,200.00');
	expect(found).toContain('1 record<');
	expect(found).toContain('1,200.00 GBP');
});

test('text of users is never markup', async () => {
	const organization = '"><img src=x><script>alert(1)</script>';
	sandbox.change('client', 1, { organization });
	const { location } = await send('/main/invoice', { ...INVOICE, notes: organization });
	for (const path of [location, '/main/client/1', `/main/client?search=${encodeURIComponent('"><img')}`]) {
		const shown = await page(path);
		expect(shown).toContain('&gt;&lt;img');
		expect(shown).not.toMatch(/<img|<script>alert/);
	}
});

test.each(['/main/client', '/main/estimate/1/status', '/main/payment/1/remove', '/main/invoice/1/status'])(
	'nothing can be sent to %s',
	async (path) => {
		expect((await send(path, { status: 'Accepted', organization: 'A', name: 'A' })).status).toBe(404);
	},
);

test('a change names the workflows that will notice it', async () => {
	const watcher = (name: string, events: string[], isPublished: boolean) => ({
		name,
		url: '/x',
		events,
		isPublished,
	});
	sandbox.showN8n({
		url: 'http://127.0.0.1:1/',
		mailboxUrl: 'http://127.0.0.1:2/',
		watchers: [
			watcher('Books', ['invoiceCreated'], true),
			watcher('Thanks', ['paymentRecorded'], true),
			watcher('Sleeper', ['invoiceCreated'], false),
		],
	});
	const shown = await page((await send('/main/invoice', INVOICE)).location);
	expect(shown).toContain('href="http://127.0.0.1:2/"');
	expect(shown).toMatch(/>Books<\/a> notices/);
	expect(shown).toMatch(/>Sleeper<\/a> would notice/);
	expect(shown).not.toContain('Thanks');
	const draft = await page(
		(await send('/main/invoice', { ...INVOICE, number: 'P-2', status: 'Draft' })).location,
	);
	expect(draft).toContain('when it is sent');
});

test('requests show their document and their answer; those that only read are folded', async () => {
	await post(sandbox, TOKEN, '<request method="listClient"/>');
	await post(sandbox, TOKEN, '<request method="listInvoice"/>');
	await post(sandbox, TOKEN, '<request method="createClient"><name>A &amp; B</name></request>');
	const list = await page('/requests');
	expect(list).toContain('2 reads');
	expect(list).toMatch(/What you do on these pages is not listed[^]*<td>Northwind Studio Ltd<\/td>/);
	expect(list).not.toContain('Fault');
	expect(list.replace(/<details[^]*?<\/details>/g, '')).not.toContain('listClient');
	const [, link = ''] = /href="(\/requests\/\d+)">createClient/.exec(list) ?? [];
	const shown = await page(link);
	expect(shown).toContain('&lt;name&gt;A &amp;amp; B&lt;/name&gt;');
	expect(shown).toContain('&lt;response status=&quot;400&quot;&gt;');
	expect(shown).toContain('from Northwind Studio Ltd. Status: 400.');
	expect(list + shown).not.toContain(TOKEN);
	await sandbox.setFaults([{ fault: 'gzip' }]);
	await post(sandbox, TOKEN, '<request method="getAccountInfo"/>');
	expect(await page('/requests')).toMatch(/<th scope="col">Fault<[^]*<td>gzip</);
});

test('the tokens are shown with what their accounts are for, and the base URL', async () => {
	const shown = await page('/tokens');
	for (const { token } of sandbox.accounts) expect(shown).toContain(token);
	expect(shown).toContain('Unnamed Account');
	expect(shown).toContain(sandbox.url);
});

/** Sends a request with another host's name or from another site's page. Returns the HTTP status. */
const statusFor = (path: string, method: string, headers: Record<string, string>, body = '') =>
	new Promise((resolve, reject) => {
		const { port } = sandbox;
		const asked = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
			answer.resume();
			resolve(answer.statusCode);
		});
		asked.once('error', reject).end(body);
	});

test.each([
	['another host', { host: 'rebound.example' }, 403],
	['another site', { origin: 'http://elsewhere.example' }, 403],
	['an unknown site', { origin: 'null' }, 403],
	['this machine by its name', { host: 'localhost:80' }, 200],
])('a request from %s is answered only if it is this machine', async (_, headers, status) => {
	const before = sandbox.records('invoice').length;
	expect(await statusFor('/main/invoice', 'GET', headers)).toBe(status);
	if (status === 200) return;
	const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
	const content = new URLSearchParams(INVOICE).toString();
	expect(await statusFor('/main/invoice', 'POST', form, content)).toBe(403);
	expect(sandbox.records('invoice')).toHaveLength(before);
	expect(await statusFor('/api/xml/1.1/', 'POST', { ...form, authorization: basic(TOKEN) })).toBe(403);
});

test('a request for an unreadable address is refused, and the sandbox keeps running', async () => {
	expect(await statusFor('//', 'GET', {})).toBe(403);
	expect(await statusFor('/main/invoice', 'GET', {})).toBe(200);
});
