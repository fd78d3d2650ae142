import type { INodeParameters } from 'n8n-workflow';
import { byId, containing, matching, useBilling } from '../billing.mts';
import { useRefusingService, type Answer } from '../refusing.mts';

const HOUR = { retryAfter: '3600' };
const WAIT = 'The service asks you to wait 60 minutes.';
const continuesOnFail = { onError: 'continueRegularOutput' as const };
const service = useRefusingService();
const billing = useBilling();

const itemsFrom = (first: number, last: number) =>
	Array.from({ length: last - first + 1 }, (_, index) => ({ id: first + index }));
const run = (operation: string, items: Array<{ id: number | string }>, more: object = {}) =>
	engine.run({ credential: service.credential(), parameters: OPERATIONS[operation] ?? {}, items, ...more });
const clientId = byId('={{ $json.id }}');
const create = {
	resource: 'client',
	operation: 'create',
	name: '={{ $json.id }}',
	organization: 'A',
	options: { return: 'id' },
};
const OPERATIONS: Record<string, INodeParameters> = {
	create,
	get: { resource: 'client', operation: 'get', clientId, options: { includeNames: false } },
	delete: { resource: 'client', operation: 'delete', clientId },
	send: { resource: 'estimate', operation: 'send', estimateId: clientId, options: { return: 'id' } },
};
const NO_CLIENTS = '<clients total="0"/>';

/** Answers a number of requests of a method, and then refuses. Lookups find nothing. */
function allow(method: string, count: number, refusal: Answer): void {
	service.answerWith(({ method: called, ids: [id] }) => {
		if (called !== method) return { body: called === 'listClient' ? NO_CLIENTS : '' };
		if (service.sent(method).length > count) return refusal;
		return {
			body: called === 'getClient' ? `<client><client_id>${id}</client_id></client>` : bodyOf(called, id),
		};
	});
}
const bodyOf = (method: string, id = '') => (method === 'createClient' ? `<client_id>${id}</client_id>` : '');

const PLAN: Answer = { status: 426, body: 'Your plan is limited to 3 clients.' };

/** What each says of the write that it refused. */
const QUOTAS: ReadonlyArray<[string, Answer, string]> = [
	['429 as HTTP status', { http: 429, ...HOUR }, WAIT],
	['429 in a document', { status: 429, body: 'Too many requests.', ...HOUR }, WAIT],
	['the limit of the plan', PLAN, 'Upgrade the plan'],
];

describe.each(QUOTAS)('a quota that is used up, said by %s,', (_, refusal, advice) => {
	it('ends the run of writes at once, and the error names what is done', async () => {
		allow('createClient', 3, refusal);
		const { error } = await run('create', itemsFrom(1, 6));
		expect(service.sent('createClient')).toEqual([['1'], ['2'], ['3'], ['4']]);
		expect(service.arrived().at(-1)?.method).toBe('createClient');
		expect(error?.description).toContain(advice);
		expect(error?.description).toContain('Nothing was created for this item.');
		expect(error?.description).toMatch(
			/2 other items were not tried\. 3 other items were carried out\. When you run the node again, skip what is done: input items 1-3\.$/,
		);
	});

	it('leaves the other items untried where the node continues on errors', async () => {
		allow('createClient', 3, refusal);
		const { outputs } = await run('create', itemsFrom(1, 6), { settings: continuesOnFail });
		expect(service.sent('createClient')).toHaveLength(4);
		const message = containing(advice);
		expect(outputs[0]?.map(({ json }) => json)).toEqual([
			...[1, 2, 3].map((id) => ({ client_id: id, result: 'created' })),
			{ error: expect.not.stringContaining('not tried') as unknown, message },
			...[5, 6].map(() => ({ error: containing('This was not tried, because'), message })),
		]);
	});

	it('rules the write out, so that n8n may try it again', async () => {
		allow('createClient', 3, refusal);
		const again = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const running = run('create', itemsFrom(1, 6), { settings: again });
		while (service.sent('createClient').length < 4) await new Promise(setImmediate);
		allow('createClient', Infinity, refusal);
		const { outputs } = await running;
		expect(outputs[0]?.map(({ json }) => json['client_id'])).toEqual([1, 2, 3, 4, 5, 6]);
		expect(service.sent('createClient').flat()).toEqual(['1', '2', '3', '4', '4', '5', '6']);
	});
});

it.each([
	['a time', { http: 429, retryAfter: '0' }],
	['no time', { http: 429 }],
])(
	'429 with %s is waited for, also by writes, and nothing is sent after the sixth in a row',
	async (_, refusal) => {
		let left = 3;
		service.answerWith(({ method, ids: [id = ''] }) => {
			if (method !== 'createClient') return { body: NO_CLIENTS };
			return id === '2' && (left -= 1) >= 0 ? refusal : { body: bodyOf(method, id) };
		});
		const { outputs } = await run('create', itemsFrom(1, 3));
		expect(outputs[0]?.map(({ json }) => json['client_id'])).toEqual([1, 2, 3]);
		expect(service.sent('createClient').flat()).toEqual(['1', '2', '2', '2', '2', '3']);

		allow('createClient', 7, refusal);
		const { outputs: others } = await run('create', itemsFrom(6, 9), { settings: continuesOnFail });
		expect(service.sent('createClient').slice(6).flat()).toEqual(['6', ...Array<string>(6).fill('7')]);
		expect(others[0]?.map(({ json }) => json['message'] ?? '')).toEqual([
			'',
			containing('Nothing was created.'),
			...[8, 9].map(() => containing('Nothing was created.')),
		]);
	},
);

it('503 with a long wait leaves the item in doubt, and ends the run', async () => {
	allow('createClient', 2, { http: 503, ...HOUR });
	const { error } = await run('create', itemsFrom(1, 4));
	expect(error?.message).toContain('It is unknown whether the client was created.');
	expect(error?.description).toContain(WAIT);
	expect(error?.description).toContain('Before you run this again, ');
	const { outputs } = await run('create', itemsFrom(11, 14), { settings: continuesOnFail });
	expect(outputs[0]?.[1]?.json['error']).toContain('This was not tried');
	expect(service.sent('createClient').flat()).toEqual(['1', '2', '3', '11']);
});

it('The limit of the plan leaves alone what needs no new record', async () => {
	const credential = billing.credential('limited');
	const parameters = {
		name: 'Ada',
		organization: '={{ $json.name }}',
		additionalFields: { email: '={{ $json.name }}@plan.example' },
		options: { ifExists: 'existing' },
	};
	const items = ['a', 'b', 'c', 'd', 'a'].map((name) => ({ name }));
	const { outputs } = await billing.run('client', 'create', parameters, {
		items,
		credential,
		settings: continuesOnFail,
	});
	expect(outputs[0]?.map(({ json }) => json['result'] ?? 'error')).toEqual([
		'created',
		'created',
		'error',
		'error',
		'existing',
	]);
	expect(billing.sent('createClient')).toHaveLength(3);
});

describe('records that are deleted or sent', () => {
	it('are deleted up to the quota, and the error names what is done', async () => {
		allow('deleteClient', 1, { http: 429, ...HOUR });
		const { error } = await run('delete', itemsFrom(1, 250));
		expect(service.sent('deleteClient').length).toBeLessThanOrEqual(11);
		expect(error?.description).toContain(WAIT);
		expect(error?.description).toContain('One other item was carried out.');
	});

	it.each([
		['in a document', { status: 426, body: 'Your plan is limited to 1 mail.' }],
		['without a body', { http: 426, body: '' }],
	])('are not mailed in further requests once the plan allows no more, said %s', async (_, refusal) => {
		service.answerWith(({ method }) =>
			method === 'sendEstimateMail' ? refusal : { body: '<estimate><client_id>1</client_id></estimate>' },
		);
		const { outputs } = await run('send', itemsFrom(1, 102), { settings: continuesOnFail });
		expect(service.sent('sendEstimateMail')).toHaveLength(1);
		for (const { json } of outputs[0]?.slice(1) ?? [])
			expect(json['error']).toEqual(matching(/^This was not tried(?!.*unknown)/));
	});
});

it('Reads end at once', async () => {
	allow('getClient', 2, { status: 503, ...HOUR });
	const credential = { ...service.credential(), maxConcurrentRequests: 1 };
	const { outputs } = await run('get', itemsFrom(1, 60), { credential, settings: continuesOnFail });
	expect(service.sent('getClient')).toHaveLength(3);
	expect(outputs[0]?.slice(0, 2)).toMatchObject([{ json: { client_id: 1 } }, { json: { client_id: 2 } }]);
	for (const { json } of outputs[0]?.slice(2) ?? []) expect(json['message']).toContain(WAIT);
});

it('A run of one item says nothing of others', async () => {
	allow('createClient', 0, { ...PLAN, ...HOUR });
	const { error } = await run('create', itemsFrom(1, 1));
	const { outputs } = await run('create', itemsFrom(1, 1), { settings: continuesOnFail });
	for (const text of [error?.description, outputs[0]?.[0]?.json['message']]) {
		expect(text).toContain(WAIT);
		expect(text).not.toMatch(/input item|done|others?\b/);
	}
});

it('All lines of a finished document are to be skipped', async () => {
	service.answerWith(({ method }) =>
		method !== 'createInvoice'
			? { body: '<client><client_id>1</client_id></client>' }
			: service.sent(method).length > 1
				? PLAN
				: { body: '<invoice_id>1</invoice_id>' },
	);
	const parameters = {
		resource: 'invoice',
		operation: 'create',
		clientId: byId(1),
		linesFrom: 'items',
		groupBy: '={{ $json.id }}',
		lineItems: { line: [{ name: 'Design', unitCost: 10 }] },
		options: { return: 'id' },
	};
	const items = ['A', 'B', 'A', 'B', 'A', 'A'].map((id) => ({ id }));
	const { error } = await run('', items, { parameters });
	expect(error?.description).toMatch(
		/4 other items were carried out\. When you run the node again, skip what is done: input items 1, 3, 5-6\.$/,
	);
});
