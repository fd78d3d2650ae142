import type { INodeParameters } from 'n8n-workflow';
import { byId, containing, matching, useBilling } from '../billing.mts';
import { useRefusingService, type Answer } from '../refusing.mts';

const HOUR = { retryAfter: '3600' };
const WAIT = 'The service asks you to wait 1 hour.';
const goesOn = { onError: 'continueRegularOutput' as const };
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
	preview: {
		resource: 'client',
		operation: 'update',
		clientId,
		updateFields: { name: 'B' },
		options: { preview: true },
	},
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

const IN_DOUBT = 'It is unknown whether the client was created.';
const PLAN: Answer = { status: 426, body: 'Your plan is limited to 3 clients.' };

/** What each says of the write that it refused, and where a run of six continues after three of them. */
const QUOTAS: ReadonlyArray<[string, Answer, { advice: string; outcome: string; next: number }]> = [
	['429 as HTTP status', { http: 429, ...HOUR }, { advice: WAIT, outcome: IN_DOUBT, next: 5 }],
	[
		'429 in a document',
		{ status: 429, body: 'Your daily limit is reached.', ...HOUR },
		{ advice: WAIT, outcome: IN_DOUBT, next: 5 },
	],
	[
		'the limit of the plan',
		PLAN,
		{ advice: 'Upgrade the plan', outcome: 'Nothing was created for this item.', next: 4 },
	],
];

describe.each(QUOTAS)('a quota that is used up, said by %s,', (_, refusal, { advice, outcome, next }) => {
	const whereNext = new RegExp(`Continue with input item ${next}\\.$`);

	it('ends the run of writes at once, and the run continues from the named item', async () => {
		allow('createClient', 3, refusal);
		const { error } = await run('create', itemsFrom(1, 6));
		expect(service.sent('createClient')).toEqual([['1'], ['2'], ['3'], ['4']]);
		expect(service.arrived().at(-1)?.method).toBe('createClient');
		const text = error?.description ?? '';
		expect(text).toContain(advice);
		expect(`${error?.message} ${text}`).toContain(outcome);
		expect(text).toContain('2 other items were not tried. 3 other items were carried out.');
		expect(text).toMatch(whereNext);

		allow('createClient', Infinity, refusal);
		const { outputs } = await run('create', itemsFrom(next, 6));
		expect(outputs[0]?.map(({ json }) => json['client_id'])).toEqual([4, 5, 6].slice(next - 4));
	});

	it('leaves the other items untried where the node continues on errors', async () => {
		allow('createClient', 3, refusal);
		const { outputs } = await run('create', itemsFrom(1, 6), { settings: goesOn });
		expect(service.sent('createClient')).toHaveLength(4);
		expect(service.arrived().at(-1)?.method).toBe('createClient');
		const message = matching(new RegExp(`3 items are done\\. ${whereNext.source}`));
		expect(outputs[0]?.map(({ json }) => json)).toEqual([
			...[1, 2, 3].map((id) => ({ client_id: id, result: 'created' })),
			{
				error: expect.not.stringContaining('not tried') as unknown,
				message: next === 4 ? message : (expect.not.stringContaining('Continue') as unknown),
			},
			...[5, 6].map(() => ({ error: containing('This was not tried, because'), message })),
		]);
	});
});

describe('nothing is doubled when n8n tries again', () => {
	/** Refuses the fourth of six, and would take it when it is sent again. */
	const refuseOnce = async (refusal: Answer) => {
		allow('createClient', 3, refusal);
		const again = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const running = run('create', itemsFrom(1, 6), { settings: again });
		while (service.sent('createClient').length < 4) await new Promise(setImmediate);
		allow('createClient', Infinity, refusal);
		return await running;
	};

	it('after the limit of the plan, which rules the write out', async () => {
		const { outputs } = await refuseOnce(PLAN);
		expect(outputs[0]?.map(({ json }) => json['client_id'])).toEqual([1, 2, 3, 4, 5, 6]);
		expect(service.sent('createClient').flat()).toEqual(['1', '2', '3', '4', '4', '5', '6']);
	});

	it('after 429, which leaves it in doubt, so that it is not sent again', async () => {
		const { error } = await refuseOnce({ http: 429, ...HOUR });
		expect(error?.message).toContain(IN_DOUBT);
		expect(service.sent('createClient').flat()).toEqual(['1', '2', '3', '4']);
	});
});

it('429 is one only if it lasts', async () => {
	const refusal = { http: 429, retryAfter: '0' };
	service.answerWith(({ method, ids: [id = ''] }) =>
		method === 'createClient'
			? ['2', '3', '4'].includes(id)
				? refusal
				: { body: bodyOf(method, id) }
			: { body: NO_CLIENTS },
	);
	const { outputs } = await run('create', itemsFrom(1, 5), { settings: goesOn });
	expect(outputs[0]?.map(({ json }) => json['client_id'] ?? 'error')).toEqual([
		1,
		'error',
		'error',
		'error',
		5,
	]);

	for (const { json } of outputs[0] ?? []) expect(json['message'] ?? '').not.toContain('Continue with');

	allow('createClient', service.sent('createClient').length + 1, refusal);
	const { outputs: others } = await run('create', itemsFrom(6, 15), { settings: goesOn });
	expect(service.sent('createClient').slice(5)).toEqual([['6'], ['7'], ['8'], ['9'], ['10']]);
	expect(others[0]?.at(-1)?.json['message']).toEqual(
		matching(/1 item is done\. Continue with input item 6\.$/),
	);
});

it('503 with a long wait leaves the item in doubt, and the run continues after it', async () => {
	allow('createClient', 2, { http: 503, ...HOUR });
	const { error } = await run('create', itemsFrom(1, 4));
	expect(error?.message).toContain(IN_DOUBT);
	expect(error?.description).toContain(WAIT);
	expect(error?.description).toMatch(/Before you run this again, .+ Continue with input item 4\.$/);
	const { outputs } = await run('create', itemsFrom(11, 14), { settings: goesOn });
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
		settings: goesOn,
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

describe('records that are acted on together', () => {
	it('are deleted up to the quota, and the rest from the named item', async () => {
		allow('deleteClient', 1, { http: 429, ...HOUR });
		const { error } = await run('delete', itemsFrom(1, 250));
		expect(service.sent('deleteClient')).toHaveLength(2);
		expect(error?.description).toContain(WAIT);
		expect(error?.description).toMatch(/100 other items were carried out\. Continue with input item 201\.$/);

		allow('deleteClient', 3, { http: 429, ...HOUR });
		const { outputs } = await run('delete', itemsFrom(1, 350), { settings: goesOn });
		expect(service.sent('deleteClient')).toHaveLength(4);
		const texts = outputs[0]?.map(({ json }) => json['message'] ?? json['deleted']) ?? [];
		expect(texts.slice(0, 100)).toEqual(itemsFrom(1, 100).map(() => true));
		for (const text of texts.slice(100, 200))
			expect(text).toMatch(/^(?!.*Continue).*Before you run this again/);
		for (const text of texts.slice(200))
			expect(text).toMatch(/100 items are done\. Continue with input item 201\.$/);

		allow('deleteClient', Infinity, {});
		expect((await run('delete', itemsFrom(201, 350))).error).toBeUndefined();
		expect(new Set(service.sent('deleteClient').flat()).size).toBe(350);
	});

	it('are all named when the service does not say how long to wait', async () => {
		allow('deleteClient', 1, { http: 429, retryAfter: '0' });
		const { outputs } = await run('delete', itemsFrom(1, 601), { settings: goesOn });
		expect(service.sent('deleteClient')).toHaveLength(5);
		for (const { json } of outputs[0]?.slice(100, 500) ?? [])
			expect(json['message']).toContain('Before you run this again');
		for (const { json } of outputs[0]?.slice(500) ?? [])
			expect(json['message']).toMatch(/100 items are done\. Continue with input item 501\.$/);
	});

	it.each([
		['in a document', { status: 426, body: 'Your plan is limited to 1 mail.' }],
		['without a body', { http: 426, body: '' }],
	])('are not mailed in further requests once the plan allows no more, said %s', async (_, refusal) => {
		service.answerWith(({ method }) =>
			method === 'sendEstimateMail' ? refusal : { body: '<estimate><client_id>1</client_id></estimate>' },
		);
		const { outputs } = await run('send', itemsFrom(1, 102), { settings: goesOn });
		expect(service.sent('sendEstimateMail')).toHaveLength(1);
		expect(outputs[0]?.[0]?.json['error']).toContain('It is unknown whether');
		for (const { json } of outputs[0]?.slice(100) ?? [])
			expect(json).toMatchObject({
				error: matching(/^This was not tried(?!.*unknown)/),
				message: containing('Continue with input item 101.'),
			});
	});
});

describe('reads', () => {
	const oneByOne = () => ({ credential: { ...service.credential(), maxConcurrentRequests: 1 } });

	it('end at once, and the error names the first item that was not read', async () => {
		allow('getClient', 2, { http: 429, ...HOUR });
		const { error } = await run('get', itemsFrom(1, 60), oneByOne());
		expect(service.sent('getClient')).toEqual([['1'], ['2'], ['3']]);
		expect(error?.description).toContain(`${WAIT} `);
		expect(error?.description).toContain('Run all items again: a node that fails has no output.');
		expect(error?.description).toMatch(/Input item 3 is the first that was not read\.$/);
	});

	it('come out up to there where the node continues on errors', async () => {
		allow('getClient', 2, { status: 503, ...HOUR });
		const { outputs } = await run('get', itemsFrom(1, 60), { ...oneByOne(), settings: goesOn });
		expect(service.sent('getClient')).toHaveLength(3);
		expect(outputs[0]?.slice(0, 2)).toMatchObject([{ json: { client_id: 1 } }, { json: { client_id: 2 } }]);
		for (const { json } of outputs[0]?.slice(2) ?? [])
			expect(json['message']).toMatch(/2 items are done\. Continue with input item 3\.$/);
	});
});

describe('429 that does not say how long to wait', () => {
	const other = useRefusingService();

	it('ends runs of reads and of writes', async () => {
		allow('getClient', 2, { http: 429 });
		other.answerWith(({ method, ids: [id] }) => {
			if (method !== 'createClient') return { body: NO_CLIENTS };
			return id === '1' ? { body: bodyOf(method, id) } : { http: 429 };
		});
		const continuing = { settings: goesOn };
		const one = { ...service.credential(), maxConcurrentRequests: 1 };
		const [reads, writes] = await Promise.all([
			run('get', itemsFrom(1, 60), { ...continuing, credential: one }),
			run('create', itemsFrom(1, 9), { ...continuing, credential: other.credential() }),
		]);
		expect(reads.outputs[0]?.at(-1)?.json['message']).toContain('Continue with input item 3.');
		// One of them was sent four times before the others were sent twice.
		expect(service.sent('getClient').length).toBeLessThanOrEqual(2 + 4 * 50);
		expect(other.sent('createClient')).toEqual([['1'], ['2'], ['3'], ['4'], ['5']]);
		for (const { json } of writes.outputs[0]?.slice(1, 5) ?? []) expect(json['error']).toContain(IN_DOUBT);
		for (const { json } of writes.outputs[0]?.slice(5) ?? [])
			expect(json['message']).toMatch(/1 item is done\. Continue with input item 6\.$/);
	});
});

it('A run of one item says nothing of others', async () => {
	allow('createClient', 0, { ...PLAN, ...HOUR });
	const { error } = await run('create', itemsFrom(1, 1));
	const { outputs } = await run('create', itemsFrom(1, 1), { settings: goesOn });
	for (const text of [error?.description, outputs[0]?.[0]?.json['message']]) {
		expect(text).toContain(WAIT);
		expect(text).not.toMatch(/input item|done|others?\b/);
	}
});

it.each([{}, goesOn])('Previews are not done, and all remain, with the settings %j', async (settings) => {
	allow('getClient', 2, { http: 429, ...HOUR });
	const { error, outputs } = await run('preview', itemsFrom(1, 4), { settings });
	expect(service.sent('getClient')).toHaveLength(3);
	const texts = [error?.description, ...(outputs[0] ?? []).map(({ json }) => json['message'])];
	expect(texts).toContainEqual(containing(WAIT));
	for (const text of texts) expect(text ?? '').not.toMatch(/input item|done/);
});

it('Lines of a finished document are skipped when the run continues', async () => {
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
		/4 other items were carried out\. Continue with input item 2, and skip 3, 5-6\.$/,
	);
});
