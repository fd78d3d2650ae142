import { byId, including, matching, useBilling } from '../billing.mts';

const billing = useBilling();

let lines: Array<{ level: string; message: string; [more: string]: unknown }>;
let stopListening: () => void;
beforeEach(() => {
	lines = [];
	stopListening = engine.listenToLogs((line) => lines.push(JSON.parse(line) as (typeof lines)[number])); // as n8n writes them
});
afterEach(() => stopListening());

/** What the package itself logged as an error. */
const logged = () => lines.filter(({ level, message }) => level === 'error' && message.includes(' failed. '));

describe("a failed execution in n8n's log", () => {
	it('names the operation, the document by its number, and the reason, but no client and no amount', async () => {
		const invoice = billing.sandbox.records('invoice').find(({ id }) => id === 4);
		const client = billing.sandbox.records('client').find(({ id }) => id === invoice?.client_id);
		const { error } = await billing.run('invoice', 'recordPayment', {
			invoiceId: byId(4),
			paymentMethod: 'Cash',
			amount: '99999.25',
		});
		const reason = `Invoice ${invoice?.number} would be overpaid`;
		expect(error).toMatchObject({ message: reason });
		expect(error?.description).toContain('The payment is 99999.25 ');
		expect(logged()).toEqual([
			including({ message: matching(new RegExp(`: Invoice: Record Payment failed\\. ${reason}$`)) }),
		]);
		const all = JSON.stringify(lines.filter(({ level }) => level !== 'debug'));
		for (const secret of ['99999.25', client?.organization, client?.email, client?.name])
			expect(all).not.toContain(secret);
	});

	it('does not repeat the wrong value of a field', async () => {
		const { error } = await billing.run('client', 'get', { clientId: byId("={{ 'ada@secret.example' }}") });
		expect(error?.message).toContain("not 'ada@secret.example'");
		expect(logged().map(({ message }) => message)).toEqual([
			matching(/: Client: Get failed\. Client .* not …$/),
		]);
	});

	it('is not written where the workflow goes on', async () => {
		await billing.run(
			'client',
			'get',
			{ clientId: byId("={{ 'x' }}") },
			{ settings: { onError: 'continueRegularOutput' } },
		);
		expect(logged()).toEqual([]);
	});

	it('names the poll of a trigger', async () => {
		const trigger = engine.trigger({
			credential: { ...billing.credential(), token: 'wrong' },
			parameters: { events: ['clientCreated'] },
		});
		await expect(trigger.poll()).rejects.toThrow('Token is not recogni');
		expect(logged().map(({ message }) => message)).toEqual([
			matching(/: The poll failed\. Token is not recogni[sz]ed\.?$/),
		]);
	});
});
