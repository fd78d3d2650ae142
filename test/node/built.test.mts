import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useSandboxProcess } from './sandbox.mts';

const byId = (value: number | string) => ({ __rl: true as const, mode: 'id', value });
const credential = useSandboxProcess('deleteProject=hang');

const run = (operation: string, parameters: INodeParameters) =>
	engine.run({ credential: credential(), parameters: { resource: 'invoice', operation, ...parameters } });

async function outputOf(...operation: Parameters<typeof run>): Promise<IDataObject> {
	const { outputs, error } = await run(...operation);
	if (error) throw error;
	return outputs[0]?.[0]?.json ?? {};
}

const createInvoice = () =>
	outputOf('create', {
		clientId: byId(1),
		lineItems: { line: [{ name: 'Design', unitCost: '100.50', quantity: '2' }] },
		afterCreating: 'sent',
	});

describe(`The built package on Node ${process.version}`, () => {
	it('runs on the Node under test', () => {
		expect(process.versions.node.split('.')[0]).toBe(process.env['NODE_MAJOR']);
	});

	it('the built package tests its credential', async () => {
		expect(await engine.testCredential(credential())).toMatchObject({ status: 'OK' });
		const refused = await engine.testCredential({ ...credential(), token: 'wrong' });
		expect(refused).toMatchObject({ status: 'Error' });
	});

	it('creates an invoice, reads and lists it, and records its payment', async () => {
		const { invoice_id: id } = await createInvoice();
		const invoiceId = byId(Number(id));
		expect(await outputOf('get', { invoiceId })).toMatchObject({ invoice_id: id, outstanding: 201 });
		const newest = { limit: 1, sort: { sortColumn: 'invoice_id', sortOrder: 'desc' } };
		expect(await outputOf('getAll', newest)).toMatchObject({ invoice_id: id });
		expect(await outputOf('recordPayment', { invoiceId, paymentMethod: 'Cash' })).toMatchObject({
			invoice_id: id,
			outstanding: 0,
		});
	});

	it('reports a new invoice once', async () => {
		const trigger = engine.trigger({ parameters: { events: ['invoiceCreated'] }, credential: credential() });
		expect(await trigger.poll()).toBeNull();
		const { invoice_id: id } = await createInvoice();
		expect(await trigger.poll()).toMatchObject([{ json: { event: 'invoiceCreated', invoice_id: id } }]);
		expect(await trigger.poll()).toBeNull();
	});

	it('has as many requests in flight as the credential allows without a warning of Node', async () => {
		const warnings: string[] = [];
		const end = engine.listenToWarnings((name) => warnings.push(name));
		const { outputs } = await engine.run({
			credential: { ...credential(), maxConcurrentRequests: 50 },
			parameters: { resource: 'invoice', operation: 'get', invoiceId: byId('={{ $json.id }}') },
			items: Array.from({ length: 60 }, (_, index) => ({ id: index + 1 })),
		});
		// Node warns a little later.
		await new Promise((resolve) => setImmediate(resolve));
		end();
		expect(outputs[0]).toHaveLength(60);
		expect(warnings).toEqual([]);
	});

	it('gives up a request that is not answered in time', async () => {
		const { error } = await engine.run({
			credential: { ...credential(), timeout: 1 },
			parameters: { resource: 'project', operation: 'delete', projectId: byId(1) },
		});
		expect(error?.message).toContain('It is unknown whether');
	});
});
