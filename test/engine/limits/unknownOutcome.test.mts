import type { INodeParameters } from 'n8n-workflow';
import { byId, containing, GOES_ON, useBilling } from '../billing.mts';

/** The advice after a write that may have been carried out: what it was, and how to check. */
const billing = useBilling();

const unseen = async (method: string) => await billing.sandbox.setFaults([{ fault: 'resetAfter', method }]);

describe('the error of a write whose answer never came', () => {
	it('says what prevents a duplicate, if the record can be recognized', async () => {
		await unseen('createClient');
		const client = { name: 'Ada', organization: 'Engine Ltd' };
		const create = async (more: INodeParameters) =>
			await billing.errorOf('client', 'create', { ...client, ...more });
		const email = 'ada@x.example';
		expect(await create({ email })).toContain('If Email Exists keeps it from being done twice');
		const options = { ifExists: 'create' };
		expect(await create({ options })).toMatch(/set Options › If Email Exists/);
	});

	it('keeps an identical request of the same run from being sent', async () => {
		await unseen('deleteClient');
		const items = [19, 19, 20].map((id) => ({ id }));
		const requestBody = '={ "client_id": {{ $json.id }} }';
		const remove = { requestMethod: 'deleteClient', requestBody };
		const output = await billing.outputOf('settings', 'customRequest', remove, { items, settings: GOES_ON });
		expect(billing.sent('deleteClient')).toEqual([{ client_id: '19' }, { client_id: '20' }]);
		const unknown = { error: containing('It is unknown whether') };
		expect(output.slice(0, 2)).toMatchObject([unknown, unknown]);
	});
});

describe('the error that ends a run', () => {
	const preview = '={{ $json.preview }}';

	it('does not count previews or requests, but the items that were carried out and those not tried', async () => {
		const parameters = {
			clientId: byId('={{ $json.client }}'),
			linesFrom: 'items',
			groupBy: '={{ $json.order }}',
			lineItems: { line: [{ name: 'Poster', unitCost: '={{ $json.price }}', quantity: '1' }] },
			options: { preview },
		};
		const items = ['A 1', 'A 2', 'A 3', 'P 3', 'X 4', 'Y 5', 'Y 6'].map((one) => {
			const [order = '', price = ''] = one.split(' ');
			return { order, price, client: 1, preview: order === 'P' };
		});
		await billing.sandbox.setFaults([{ fault: 'http403', method: 'createInvoice', calls: [2] }]);
		const message = await billing.errorOf('invoice', 'create', parameters, { items });
		expect(message).toContain('2 other items were not tried. 3 other items were carried out.');
	});
});
