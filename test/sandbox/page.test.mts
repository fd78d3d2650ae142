import { request } from 'node:http';
import { EVENTS } from '../../nodes/XmlBilling/trigger/events/events.ts';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { ACTIONS } from '../../sandbox/page/forms.mts';
import { KINDS } from '../../sandbox/page/records.mts';
import { basic, post, TODAY } from './walk/service.mts';

// The pages on which the service's owner looks at records and changes them. A browser is in e2e/sandboxPages.test.mts.

const TOKEN = 'sandbox-token-main';
let sandbox: Sandbox;
beforeEach(async () => void (sandbox = await startSandbox({ today: () => TODAY })));
afterEach(() => sandbox.close());

const origin = () => `http://127.0.0.1:${sandbox.port}`;

async function page(path: string): Promise<string> {
	const answer = await fetch(origin() + path);
	expect([path, answer.status]).toEqual([path, 200]);
	return await answer.text();
}

/** Submits a form, and returns the redirect target, or the page that says why it failed. */
async function send(path: string, form: Record<string, string>) {
	const init = { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' } as const;
	const answer = await fetch(origin() + path, init);
	return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() };
}

const ask = async (method: string, content: string) =>
	await post(sandbox, TOKEN, `<request method="${method}">${content}</request>`);

const NEW = '/main/invoice/new/creation';
const INVOICE = {
	...{ client_id: '1', number: 'P-1', due_date: '2026-09-30', status: 'sent' },
	...{ name: 'Design', quantity: '3', unit_cost: '90.00', tax: 'VAT|20.00' },
};

test('the first page lists the invoices of the main account, the newest first', async () => {
	const all = await page('/');
	expect(all).toContain('100 records');
	expect(all.indexOf('00100')).toBeLessThan(all.indexOf('00099'));
});

test.each(Object.keys(KINDS))(
	'the list of %s leads to each of its records, and only those of the account',
	async (kind) => {
		const links = [...(await page(`/main/${kind}`)).matchAll(new RegExp(`/main/${kind}/(\\d+)`, 'g'))];
		expect(links.length).toBeGreaterThan(0);
		for (const [link, id] of links.slice(0, 3)) {
			expect(await page(link)).toContain('<dl>');
			const missing = await fetch(`${origin()}/second/${kind}/${id}`);
			expect([missing.status, (await missing.text()).includes('There is no such ')]).toEqual([404, true]);
		}
	},
);

test('an invoice from the form has the number, the lines and the totals of the service, and names the event that it causes', async () => {
	sandbox.showN8n({ url: 'http://127.0.0.1:1', mailboxUrl: 'http://127.0.0.1:2/' });
	const { location } = await send(NEW, INVOICE);
	const invoice = sandbox.records('invoice').at(-1);
	expect(location).toBe(`/main/invoice/${invoice?.id}?done=creation`);
	const totals = { net_balance: '324.00', total_tax: '54.00' };
	expect(invoice).toMatchObject({ number: 'P-1', invoice_status: 'Sent', ...totals });
	const shown = await page(location);
	for (const text of [
		...['The invoice is created. Your published workflows ', '<em>Invoice Created</em>', 'Design', '324.00'],
		...['Harbour &amp; Pine', '"http://127.0.0.1:1/home/executions"', '"http://127.0.0.1:2/"'],
	])
		expect(shown).toContain(text);
	const draft = await send(NEW, { ...INVOICE, status: 'draft' });
	expect(await page(draft.location)).toContain('after it is sent');
});

test.each([
	[{ unit_cost: '1,200.00' }, 'Cost is invalid.'],
	[{ name: '' }, 'Name is required.'],
	[{ due_date: 'soon' }, 'Due Date is invalid.'],
	[{ client_id: '999' }, 'Client id is not exists.'],
] as const)(
	'a form of a new invoice with %j creates nothing, names the field, and keeps the rest',
	async (wrong, message) => {
		const before = sandbox.records('invoice').length;
		const { status, text } = await send(NEW, { ...INVOICE, ...wrong });
		expect([status, sandbox.records('invoice').length]).toEqual([400, before]);
		expect(text).toContain(`Nothing was changed. The service says: ${message}`);
		expect(text).toContain('value="P-1"');
	},
);

test('a payment in part and one in full are recorded; a wrong one changes nothing', async () => {
	const { location } = await send(NEW, { ...INVOICE, unit_cost: '900.00' });
	const path = new URL(location, origin()).pathname;
	const invoice = () => sandbox.records('invoice').at(-1);
	const pay = (amount: string, date = TODAY) => send(`${path}/payment`, { amount, method: 'Cash', date });
	for (const [{ status, text }, wrong] of [
		[await pay('a lot'), 'Amount'],
		[await pay('1', 'today'), 'Date'],
	] as const) {
		expect(status).toBe(400);
		expect(text).toContain(`Nothing was changed. The service says: ${wrong} is invalid.`);
	}
	expect(invoice()).toMatchObject({ invoice_status: 'Sent', total_paid: '0.00' });
	expect((await pay('240.00')).location).toBe(`${path}?done=payment`);
	expect(invoice()).toMatchObject({ invoice_status: 'Partial-Paid', outstanding: '3000.00' });
	expect(await page(path)).toMatch(/<dd>3,000\.00 GBP<\/dd>[^]*value="3000\.00"/);
	await pay('3000.00');
	expect(invoice()).toMatchObject({ invoice_status: 'Paid', outstanding: '0.00' });
	expect(await page(path)).not.toContain('Record Payment');
});

test('an invoice shows each tax and charge with its rate, its totals, and what names it', async () => {
	const shown = await page('/main/invoice/4');
	for (const text of ['Total Discount</dt><dd>63.50 EUR', 'VAT reduced 5.5 %', 'Net Amount', 'Shipping'])
		expect(shown).toContain(text);
	const { invoice_id } = sandbox.records('charge').find(({ type }) => type === 'Percent') ?? {};
	expect(await page(`/main/invoice/${invoice_id}`)).toContain('Handling 2.5 %');
});

test('text of users is never markup', async () => {
	const organization = '"><img src=x><script>alert(1)</script>';
	sandbox.change('client', 1, { organization });
	const { location } = await send(NEW, { ...INVOICE, notes: organization });
	for (const path of [location, '/main/client/1', '/main/client']) {
		const shown = await page(path);
		expect(shown).toContain('&gt;&lt;img');
		expect(shown).not.toMatch(/<img|<script>alert/);
	}
});

/** The first record for which a condition holds. */
const first = (table: string, condition: string) =>
	sandbox.store.one<{ id: number }>(`SELECT id FROM ${table} WHERE ${condition}`)?.id ?? 0;

test('a payment is taken back, a due date moved, an estimate accepted, an invoice canceled and a profile stopped by hand, each once', async () => {
	const lateOnes = `invoice_status = 'Sent' AND status = 'Active' AND late_fee <> '0.00'`;
	const sent = first('invoice', `account_id = 1 AND ${lateOnes}`);
	const invoice = () => sandbox.store.row('invoice', sent);
	expect(await page(`/main/invoice/${sent}`)).toContain('Move Due Date');
	const moved = await send(`/main/invoice/${sent}/due`, { due_date: '2999-01-01' });
	expect(moved.location).toBe(`/main/invoice/${sent}?done=due`);
	expect(invoice()).toMatchObject({ due_date: '2999-01-01', late_fee: '0.00', invoice_status: 'Sent' });
	expect(await page(moved.location)).toContain('Invoice Overdue');
	expect((await send(`/main/invoice/${sent}/due`, { due_date: 'soon' })).text).toContain('Enter a day');

	const { outstanding } = invoice();
	await send(`/main/invoice/${sent}/payment`, { amount: outstanding, method: 'Cash' });
	const paid = await page(`/main/invoice/${sent}`);
	expect([invoice().invoice_status, paid.includes('Move Due Date')]).toEqual(['Paid', false]);
	const late = await send(`/main/invoice/${sent}/due`, { due_date: '2026-02-01' });
	expect([late.status, invoice().due_date]).toEqual([400, '2999-01-01']);
	expect(late.text).toContain('no longer possible');

	const payment = first('payment', `invoice_id = ${sent}`);
	expect(paid).toContain(`/main/payment/${payment}"`);
	expect(await page(`/main/payment/${payment}`)).toContain('Take Payment Back');
	const removal = `/main/payment/${payment}/removal`;
	expect((await send(removal.replace('main', 'second'), {})).status).toBe(404);
	expect((await send(removal, {})).location).toBe(`/main/invoice/${sent}?done=removal`);
	expect(invoice()).toMatchObject({ invoice_status: 'Sent', outstanding });
	expect((await send(removal, {})).status).toBe(404);

	const estimate = first('estimate', `account_id = 1 AND estimate_status = 'Sent' AND status = 'Active'`);
	const answer = `/main/estimate/${estimate}/answer`;
	expect((await send(answer, { answer: 'Perhaps' })).text).toContain('Choose one');
	const { location: answered } = await send(answer, { answer: 'Accepted' });
	expect(answered).toBe(`/main/estimate/${estimate}?done=answer`);
	expect(sandbox.store.row('estimate', estimate).estimate_status).toBe('Accepted');
	expect(await page(`/main/estimate/${estimate}`)).toContain('Record Answer');
	const profile = first('recurring', `account_id = 1 AND recurring_status = 'Active'`);
	for (const [at, does, submit, state] of [
		[`invoice/${sent}`, 'cancellation', 'Cancel Invoice', 'Sent (Cancel)'],
		[`recurring/${profile}`, 'stop', 'Stop Profile', '<dd>Stop</dd>'],
	]) {
		expect(await page(`/main/${at}`)).toContain(submit);
		const { location } = await send(`/main/${at}/${does}`, {});
		expect(location).toBe(`/main/${at}?done=${does}`);
		const done = await page(location);
		expect([done.includes(`${state}`), done.includes(`${submit}`)]).toEqual([true, false]);
		expect((await send(`/main/${at}/${does}`, {})).text).toContain('no longer possible');
	}
	const archived = first('estimate', `account_id = 1 AND status = 'Archived'`);
	expect(await page(`/main/estimate/${archived}`)).not.toContain('Record Answer');
});

test('what the pages say that a trigger reports are the labels of its events', () => {
	const labels = Object.values(EVENTS).map(({ label }) => label);
	for (const [, events] of Object.values(ACTIONS))
		for (const event of events.split(/, | or /)) expect(labels).toContain(event);
});

test('nothing can be sent to a page without a form', async () => {
	for (const path of ['/main/client', '/main/estimate/1', '/main/invoice/1/other'])
		expect((await send(path, { organization: 'A', name: 'A' })).status).toBe(404);
});

test('requests show their document and their answer; those that only read are folded', async () => {
	for (const method of ['listClient', 'listInvoice']) await ask(method, '');
	await ask('createClient', '<name>A &amp; B</name>');
	const list = await page('/requests');
	expect(list).toContain('2 that only read');
	expect(list).not.toContain('Fault');
	expect(list.replace(/<details[^]*?<\/details>/g, '')).not.toContain('listClient');
	const [, link = ''] = /href="(\/requests\/\d+)">createClient/.exec(list) ?? [];
	const shown = await page(link);
	expect(shown).toContain('&lt;name&gt;A &amp;amp; B&lt;/name&gt;');
	expect(shown).toContain('&lt;response status=&quot;400&quot;&gt;');
	expect(shown).toContain('from Northwind Studio Ltd. Status: 400.');
	expect(await page('/tokens')).toContain(TOKEN);
});

const statusFor = (path: string, method: string, headers: Record<string, string>, body = '') =>
	new Promise((resolve, reject) => {
		const asked = request({ host: '127.0.0.1', port: sandbox.port, path, method, headers }, (answer) => {
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
	if (status === 200) return expect(await statusFor('//', 'GET', {})).toBe(403);
	const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
	const content = new URLSearchParams(INVOICE).toString();
	expect(await statusFor('/main/invoice', 'POST', form, content)).toBe(403);
	expect(sandbox.records('invoice')).toHaveLength(before);
	expect(await statusFor('/api/xml/1.1/', 'POST', { ...form, authorization: basic(TOKEN) })).toBe(403);
});
