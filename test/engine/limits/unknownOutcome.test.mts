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

it('the error that ends a run counts no previews or requests, but items carried out and those not tried', async () => {
	const lineItems = { line: [{ name: 'Poster', unitCost: '={{ $json.price }}' }] };
	const grouped = { clientId: byId(1), linesFrom: 'items', groupBy: '={{ $json.order }}', lineItems };
	const parameters = { ...grouped, options: { preview: '={{ $json.order === "P" }}' } };
	const items = [...'AAAPXYY'].map((order, nth) => ({ order, price: nth + 1 }));
	await billing.sandbox.setFaults([{ fault: 'http403', method: 'createInvoice', calls: [2] }]);
	const message = await billing.errorOf('invoice', 'create', parameters, { items });
	expect(message).toContain('2 other items were not tried. 3 other items were carried out.');
});
