import { byId } from '../billing.mts';
import { useRefusingService, type Answer } from '../refusing.mts';

// Records are read back while later items are written, but a record is not written while it is being read back.

const service = useRefusingService();
const ITEMS = ['Ada', 'Ben', 'Cleo'].map((name) => ({ name }));
const clientOf = (id: number, name = ''): Answer => ({
	body: `<client><client_id>${id}</client_id><name>${name}</name></client>`,
});

describe('a service that answers no read before the last write', () => {
	let created: string[];
	/** The name that is refused. */
	let refused: string;

	beforeEach(() => {
		[created, refused] = [[], ''];
		let end = (): void => undefined;
		const isOver = new Promise<void>((resolve) => (end = resolve));
		service.answerWith(async ({ method, ids: [first = ''] }) => {
			if (method === 'getClient') {
				await isOver;
				return clientOf(Number(first), created[Number(first) - 1]);
			}
			const answer =
				first === refused
					? { status: 400, body: 'Email is invalid.' }
					: { body: `<client_id>${created.push(first)}</client_id>` };
			if (created.length === ITEMS.length || first === refused) end();
			return answer;
		});
	});

	const run = async () =>
		await engine.run({
			credential: service.credential(),
			parameters: {
				resource: 'client',
				operation: 'create',
				name: '={{ $json.name }}',
				organization: '={{ $json.name }}',
				options: { ifExists: 'create' },
			},
			items: ITEMS,
		});

	it('gets the writes in order, and each item has its own record', async () => {
		const { outputs, error } = await run();
		expect(error).toBeUndefined();
		expect(created).toEqual(['Ada', 'Ben', 'Cleo']);
		expect(outputs[0]?.map(({ json, pairedItem }) => [json['client_id'], json['name'], pairedItem])).toEqual(
			ITEMS.map(({ name }, item) => [item + 1, name, { item }]),
		);
	});

	it('gets no further write after a refused one, whose error counts what was carried out', async () => {
		refused = 'Cleo';
		const { error } = await run();
		expect(error?.description).toContain('2 other items were carried out.');
		expect(service.sent('createClient')).toHaveLength(3);
	});
});

it('a record is read back before it is written again', async () => {
	let name = '';
	service.answerWith(async ({ method, ids: [, second = ''] }) => {
		if (method === 'updateClient') {
			name = second;
			return { body: '1' };
		}
		// The answer shows what the record is when it leaves: after a write that did not wait.
		await service.settled();
		return clientOf(1, name);
	});
	const { outputs } = await engine.run({
		credential: service.credential(),
		parameters: {
			resource: 'client',
			operation: 'update',
			clientId: byId(1),
			updateFields: { name: '={{ $json.name }}', organization: 'Harbour' },
			options: { keepUnchanged: false },
		},
		items: ITEMS,
	});
	expect(outputs[0]?.map(({ json }) => json['name'])).toEqual(['Ada', 'Ben', 'Cleo']);
});
