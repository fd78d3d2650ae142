import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../billing.mts';

// Records are read back while later items are written, but a record is not written while it is being read back.
const NEW_CLIENT = {
	name: '={{ $json.name }}',
	organization: '={{ $json.name }}',
	options: { ifExists: 'create' },
};
const ITEMS = ['Ada', 'Ben', 'Cleo'].map((name) => ({ name }));
const clientOf = (id: number, name = '') =>
	`<response status="200"><client><client_id>${id}</client_id><name>${name}</name></client></response>`;

describe('a service that answers no read before the last write', () => {
	let server: Server;
	let methods: string[];
	let held: Array<() => void>;
	let created: string[];
	/** Whether no write follows. */
	let isOver: boolean;
	/** The name that is refused. */
	let refused: string;

	beforeEach(async () => {
		[methods, held, created, isOver, refused] = [[], [], [], false, ''];
		server = createServer((request, response) => {
			let form = '';
			request.on('data', (chunk: Buffer) => (form += chunk.toString()));
			request.on('end', () => answer(new URLSearchParams(form).get('xml_request') ?? '', response));
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	afterEach(() => server.close().closeAllConnections());

	function answer(document: string, response: ServerResponse): void {
		const method = /method="(\w+)"/.exec(document)?.[1] ?? '';
		const name = /<name>(.*?)<\/name>/.exec(document)?.[1] ?? '';
		methods.push(method);
		if (method === 'getClient') {
			const id = Number(/<client_id>(\d+)/.exec(document)?.[1]);
			held.push(() => response.end(clientOf(id, created[id - 1])));
		} else if (name === refused) response.end('<response status="400">Email is invalid.</response>');
		else response.end(`<response status="200"><client_id>${created.push(name)}</client_id></response>`);
		isOver ||= created.length === ITEMS.length || name === refused;
		if (isOver) for (const release of held.splice(0)) release();
	}

	const credential = () => ({
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
		token: 'held',
	});

	async function run(options: object = {}) {
		const parameters: INodeParameters = { resource: 'client', operation: 'create', ...NEW_CLIENT };
		return await engine.run({ credential: credential(), parameters, items: ITEMS, ...options });
	}

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
		expect(methods.filter((method) => method === 'createClient')).toHaveLength(3);
	});
});

it('a record is read back before it is written again', async () => {
	let name = '';
	const server = createServer((request, response) => {
		let form = '';
		request.on('data', (chunk: Buffer) => (form += chunk.toString()));
		request.on('end', () => {
			const document = new URLSearchParams(form).get('xml_request') ?? '';
			if (document.includes('updateClient')) {
				name = /<name>(.*?)<\/name>/.exec(document)?.[1] ?? '';
				response.end('<response status="200">1</response>');
				// The answer shows what the record is when it leaves, long after a write that did not wait.
			} else setTimeout(() => response.end(clientOf(1, name)), 200);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	try {
		const { port } = server.address() as AddressInfo; // it listens on a port
		const { outputs } = await engine.run({
			credential: { baseUrl: `http://127.0.0.1:${port}`, token: 'late' },
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
	} finally {
		server.close().closeAllConnections();
	}
});
