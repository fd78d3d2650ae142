import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { listed } from '../scripted.mts';

// An update resends what it does not change, so it reads its record first: during the previous write.
let server: Server;
let requests: string[];
let held: Array<() => void>;
/** The clients' names, by identifier. */
let names: Map<string, string>;
/** Whether a write is answered only once the next client is requested. */
let isHolding: boolean;

beforeEach(async () => {
	[requests, held, isHolding] = [[], [], false];
	names = new Map([1, 2, 3].map((id) => [String(id), `Client ${id}`]));
	server = createServer((request, response) => {
		let form = '';
		request.on('data', (chunk: Buffer) => (form += chunk.toString()));
		request.on('end', () => answer(new URLSearchParams(form).get('xml_request') ?? '', response));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => server.close().closeAllConnections());

function answer(document: string, response: ServerResponse): void {
	const [, method = ''] = /method="(\w+)"/.exec(document) ?? [];
	const [, id = ''] = /<client_id>(\d+)/.exec(document) ?? [];
	const [, name] = /<name>(.*?)<\/name>/.exec(document) ?? [];
	requests.push(`${method} ${id}`);
	if (method === 'getClient') {
		response.end(`<response status="200">${clientOf(id, names.get(id) ?? '')}</response>`);
		if (Number(id) > 1) for (const carryOut of held.splice(0)) carryOut();
		return;
	}
	if (method === 'listClient') {
		const shown = [...names].map(([key, value]) => clientOf(key, value)).join('');
		response.end(`<response status="200">${listed('clients', shown)}</response>`);
		return;
	}
	const carryOut = () => {
		const isRefused = name === 'refused';
		if (name !== undefined && !isRefused) names.set(id, name);
		response.end(isRefused ? '<response status="400">Bad.</response>' : '<response status="200"></response>');
	};
	if (isHeld(id)) held.push(carryOut);
	else carryOut();
}

const isHeld = (id: string): boolean =>
	isHolding && id !== '3' && !requests.includes(`getClient ${Number(id) + 1}`);

const clientOf = (id: string, name: string) =>
	`<client><client_id>${id}</client_id><name>${name}</name><organization>${name}</organization><email>c${id}@example.com</email></client>`;

const BY_ID = { __rl: true, mode: 'id', value: '={{ $json.id }}' };

async function update(
	items: IDataObject[],
	clientId: INodeParameters = BY_ID,
	options: INodeParameters = {},
) {
	return await engine.run({
		credential: {
			baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
			token: 'ahead',
		},
		parameters: {
			resource: 'client',
			operation: 'update',
			clientId,
			updateFields: { name: '={{ $json.fields.name }}', email: '={{ $json.fields.email }}' },
			options: { return: 'id', ...options },
		},
		items,
	});
}

const ofClients = (...ids: number[]) => ids.map((id) => ({ id, fields: { email: `new${id}@example.com` } }));
const order = (kind: string) => requests.filter((request) => request.startsWith(kind));

it('reads the record of the next item while the one before it is written', async () => {
	isHolding = true;
	const { outputs, error } = await update(ofClients(1, 2, 3));
	expect(error).toBeUndefined();
	expect(outputs[0]?.map(({ json }) => json['client_id'])).toEqual([1, 2, 3]);
	expect(order('update')).toEqual(['updateClient 1', 'updateClient 2', 'updateClient 3']);
	expect(order('get')).toEqual(['getClient 1', 'getClient 2', 'getClient 3']);
});

it('reads a record again after it was written', async () => {
	await update([
		{ id: 1, fields: { name: 'Renamed' } },
		{ id: 1, fields: { email: 'new@example.com' } },
	]);
	expect(requests).toEqual(['getClient 1', 'updateClient 1', 'getClient 1', 'updateClient 1']);
	expect(names.get('1')).toBe('Renamed');
});

it('looks up a client by its organization only once the write before it is done, which may rename it', async () => {
	await update(
		[
			{ name: 'Client 1', fields: { organization: 'Client 9', name: 'Client 9' } },
			{ name: 'Client 2', fields: { email: 'new@example.com' } },
		],
		{ __rl: true, mode: 'organization', value: '={{ $json.name }}' },
	);
	const [first, second] = ['updateClient 1', 'getClient 2'].map((request) => requests.indexOf(request));
	expect(first).toBeGreaterThan(-1);
	expect(second).toBeGreaterThan(first ?? 0);
});

it('writes nothing after a refused write, although it has read the next record', async () => {
	const { error } = await update([{ id: 1, fields: { name: 'refused' } }, ...ofClients(2)]);
	expect(error?.message).toBeDefined();
	expect(order('update')).toEqual(['updateClient 1']);
});

it('reads nothing ahead that the update will not resend', async () => {
	await update(ofClients(1, 2), undefined, { keepUnchanged: false });
	expect(requests).toEqual(['updateClient 1', 'updateClient 2']);
});
