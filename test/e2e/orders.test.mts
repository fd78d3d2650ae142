import { importWorkflow, type Workflow } from '../../host/examples.mts';
import { cents, run, runToQuestion, runTwice, sum } from './exampleRuns.mts';
import { useInstallation } from './installation.mts';
import { useMailServer } from './mailServer.mts';
import { waitFor } from './waiting.mts';
import { example, repinned, samplesOf } from './workflows.mts';

const test = useInstallation();
const mailServer = useMailServer();

interface Order {
	total: string;
	transaction_id: string;
	order_key: string;
	line_items: Array<{ total: string; total_tax: string }>;
	shipping_lines: Array<{ total: string; total_tax: string }>;
	fee_lines: Array<{ total: string; total_tax: string }>;
}

test('a paid order becomes an invoice of what was paid, and a person gets what is refunded or adds up otherwise', async (installation) => {
	const { client, sandbox } = installation;
	await mailServer.connect(client);
	const name = /^A paid shop order/;
	const shop = example(name);
	const orders = (samplesOf(shop, 'Order changed') as unknown as Array<Order>).slice(0, 2);
	const [first, second] = await runTwice(installation, name, 'Order changed');
	expect(first.created).toEqual({ client: 1, invoice: 2, payment: 2 });
	expect(second).toMatchObject({ writes: [], created: {} });
	expect(mailServer.subjects()).toEqual(Array(2).fill('Order 4699 needs you: What to do'));

	const paid = orders.map(({ line_items: goods, shipping_lines: shipping, fee_lines: fees }) =>
		sum([...goods, ...shipping, ...fees].flatMap(({ total, total_tax: tax }) => [cents(total), cents(tax)])),
	);
	expect(paid).toEqual(orders.map(({ total }) => cents(total)));
	const invoices = sandbox.records('invoice').slice(-2);
	expect(invoices.map(({ net_balance: total }) => cents(total))).toEqual(paid);
	expect(invoices.map(({ invoice_status: state, outstanding }) => [state, outstanding])).toEqual(
		Array(2).fill(['Paid', '0.00']),
	);
	const payments = sandbox.records('payment').slice(-2);
	expect(payments.map(({ amount, notes }) => [cents(amount), notes])).toEqual(
		orders.map(({ transaction_id: id, order_key: key }, index) => [paid[index], `Reference: ${id || key}`]),
	);

	// The order was changed later; its number is another client's; euros; a gift card, which no line says, paid a part.
	const wrong: Array<Record<string, string>> = [
		{ '"28.00"': '"38.00"', '"154.60"': '"164.60"' },
		{ 'tom.okafor@brightwater': 'priya.nair@fennel' },
		{ '"GBP"': '"EUR"' },
		{ '"154.60"': '"134.60"', '"4712"': '"4720"' },
	];
	for (const [index, changes] of wrong.entries()) {
		const id = `wrongOrder${index}`;
		const workflow = repinned({ ...shop, id, name: id }, 'Order changed', (pinned) =>
			Object.entries(changes).reduce(
				(text, [from, to]) => text.replaceAll(from, to),
				JSON.stringify((JSON.parse(pinned) as unknown[]).slice(1, 2)),
			),
		);
		const { created } = await run(installation, await importWorkflow(client, workflow), 'Order changed');
		expect(created).toEqual({});
	}
	expect(mailServer.subjects(2)).toEqual([
		'Order 4712 needs you: Create invoice',
		'Order 4712 needs you: Create invoice',
		'Order 4712 needs you: Client',
		'Order 4720 needs you: Create invoice',
	]);
});

test('a request is answered once by an estimate at the price of the list, and a person gets each', async (installation) => {
	const { client, sandbox } = installation;
	await mailServer.connect(client);
	const name = /^A request/;
	const requests = example(name);
	await sandbox.setFaults([{ fault: 'http403', method: 'sendEstimateMail' }]);
	const workflow = await importWorkflow(client, requests);
	const first = await run(installation, workflow, 'Request');
	await sandbox.setFaults([]);
	expect(first.created).toEqual({ client: 1, estimate: 1 });
	const second = await run(installation, workflow, 'Request');
	expect(second).toMatchObject({ writes: ['sendEstimateMail'], created: {}, mails: 1 });
	expect(await run(installation, workflow, 'Request')).toMatchObject({ writes: [], created: {} });
	const left = 'Request by Fennel Kitchen: yours to answer';
	const failed = 'Request by Saltmarsh Brewery: yours to answer';
	const sent = 'Request by Saltmarsh Brewery: estimate sent';
	expect(mailServer.subjects().sort()).toEqual([left, left, left, sent, failed].sort());

	const [{ service, quantity } = {}] = samplesOf(requests, 'Request') as unknown as Array<{
		service: string;
		quantity: number;
	}>;
	const price = sandbox.records('service').find(({ name: called }) => called === service)?.unit_cost;
	const estimate = sandbox.records('estimate').at(-1);
	expect(cents(estimate?.net_balance)).toBe((cents(price) * Number(quantity) * 120) / 100);
	const { text } = mailServer.mails.find(({ subject }) => subject === sent) ?? { text: '' };
	expect(text).toContain(`Estimate ${estimate?.number} of ${estimate?.net_balance} GBP is sent.`);

	// As a visitor fills in the form: less than nothing, and then for a client who exists.
	const published = await importWorkflow(client, { ...requests, id: 'form', name: 'Form', active: true });
	const { nodes } = await client.request<Workflow>('GET', `/rest/workflows/${published.id}`);
	const path = nodes.find(({ name: called }) => called === 'Request')?.webhookId;
	const clients = sandbox.records('client').length;
	for (const [index, pages] of ['-1', '2'].entries()) {
		const answers = new FormData();
		for (const [place, answer] of [
			...['Tom', 'Somebody Else', 'tom.okafor@brightwater.example', 'Illustration', pages, ''],
		].entries())
			answers.append(`field-${place}`, answer);
		// n8n publishes after it has answered.
		await waitFor('the form', async () => {
			const { status } = await fetch(`${client.url}/form/${path}`, { method: 'POST', body: answers });
			return status === 200 || undefined;
		});
		await waitFor('the mail', () => mailServer.mails.length > 5 + index || undefined);
	}
	await client.setActive(published, false);
	expect(mailServer.subjects(5)).toEqual([
		'Request by Somebody Else: yours to answer',
		'Request by Somebody Else: estimate sent',
	]);
	expect(sandbox.records('client').length).toBe(clients);
	expect(sandbox.records('estimate').at(-1)).toMatchObject({ client_id: 2, net_balance: '1008.00' });
});

test('an accepted estimate is billed to the cent in two parts, the rest after a person said so, and neither twice', async (installation) => {
	const { client, sandbox } = installation;
	await mailServer.connect(client);
	const accepted = example(/^An accepted estimate/);
	const workflow = await importWorkflow(client, { ...accepted, active: false });
	const ask = async () => await runToQuestion(installation, mailServer, workflow, 'Estimate accepted');
	const before = sandbox.records('invoice').length;
	const answer = await ask();
	const deposit = sandbox.records('invoice').at(-1);
	expect(sandbox.records('invoice').length).toBe(before + 1);
	expect(await answer(true)).toMatchObject({ created: { invoice: 2, project: 1 }, mails: 2 });
	const rest = sandbox.records('invoice').at(-1);
	const estimate = sandbox.records('estimate').find(({ id }) => id === 28);
	expect(cents(deposit?.net_balance)).toBe(Math.round(cents(estimate?.net_balance) * 0.3));
	expect(sum([cents(deposit?.net_balance), cents(rest?.net_balance)])).toBe(cents(estimate?.net_balance));
	expect([deposit, rest].map((one) => [one?.number, one?.client_id, one?.invoice_status])).toEqual([
		['E00028-1', estimate?.client_id, 'Sent'],
		['E00028-2', estimate?.client_id, 'Sent'],
	]);
	expect(await (await ask())(true)).toMatchObject({ writes: [], created: {}, mails: 0 });
});
