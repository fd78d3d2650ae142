import { useBilling } from '../billing.mts';
import { useScriptedService } from '../scripted.mts';

// Faults of networks and servers are in table.mts. These are errors from the service itself.
const billing = useBilling();
const service = useScriptedService();

const getInfo = () => billing.run('settings', 'getInfo', {}, { credential: service.credential() });
const createClient = () =>
	billing.run(
		'client',
		'create',
		{ name: 'Ann', organization: 'Engine Ltd', options: { ifExists: 'create' } },
		{ credential: service.credential() },
	);

describe.each([429, 502, 503, 504])('a service that answers with the status %i in a document', (status) => {
	it('is asked again by a read', async () => {
		service.answer('getAccountInfo', 'Come back later.', status);
		const running = getInfo();
		while (service.methods().length === 0) await new Promise(setImmediate);
		service.answer('getAccountInfo', '<account><company>Engine Ltd</company></account>');
		expect((await running).outputs[0]).toMatchObject([{ json: { company: 'Engine Ltd' } }]);
		expect(service.methods()).toEqual(['getAccountInfo', 'getAccountInfo']);
	});

	it(`is ${status === 429 ? 'asked again' : 'not asked again'} by a write`, async () => {
		service.answer('createClient', 'Come back later.', status);
		const running = createClient();
		while (service.methods().length === 0) await new Promise(setImmediate);
		service.answer('createClient', '<client_id>7</client_id>');
		const { error, outputs } = await running;
		if (status === 429) expect(outputs[0]).toMatchObject([{ json: { client_id: 7, result: 'created' } }]);
		else expect(error).toMatchObject({ httpCode: String(status) });
		expect(service.methods().filter((method) => method === 'createClient')).toHaveLength(
			status === 429 ? 2 : 1,
		);
	});
});

it.each([400, 401, 403, 404, 426, 500, 501])(
	'a service that answers with the status %i in a document is not asked again',
	async (status) => {
		service.answer('getAccountInfo', 'No.', status);
		const { error } = await getInfo();
		expect(error).toMatchObject({ httpCode: String(status) });
		expect(service.methods()).toEqual(['getAccountInfo']);
	},
);
