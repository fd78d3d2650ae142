import type { INodeParameters } from 'n8n-workflow';
import { containing, matching } from '../billing.mts';
import { useRefusingService, type Answer } from '../refusing.mts';

// The vendor documents a limit of 5,000 creates per day, but not how a service reports that it is reached.

const service = useRefusingService();
const goesOn = { onError: 'continueRegularOutput' as const };
const DAILY = "Perhaps the account's daily limit is reached";
const CHECK_TOKEN = 'check the token in the credential';
const create = {
	resource: 'client',
	operation: 'create',
	name: '={{ $json.id }}',
	organization: 'A',
	options: { return: 'id' },
};
const upsert = { ...create, operation: 'upsert', email: '={{ $json.id }}@a.example' };

const run = async (count: number, settings = {}, parameters: INodeParameters = create) =>
	await engine.run({
		credential: service.credential(),
		parameters,
		items: Array.from({ length: count }, (_, index) => ({ id: index + 1 })),
		settings,
	});

/** Answers the creates as given, in order, and then with success. Lookups find nothing. */
function answerCreates(...answers: Answer[]): void {
	const created = { body: '<client_id>7</client_id>' };
	service.answerWith(({ method }) => {
		if (method !== 'createClient') return { body: '<clients total="0"/>' };
		return answers[service.sent(method).length - 1] ?? created;
	});
}
const done: Answer = { body: '<client_id>7</client_id>' };
const bad = (message: string): Answer => ({ status: 400, body: message });

describe.each<[string, Answer]>([
	['401 in a document', { status: 401, body: 'Not allowed.' }],
	['403 in a document', { status: 403, body: 'Not allowed.' }],
	['HTTP 401', { http: 401 }],
	['HTTP 403 without a body', { http: 403, body: '' }],
])('%s', (_, refusal) => {
	it('after a create that succeeded ends the run, and names the item to continue with', async () => {
		answerCreates(done, done, refusal);
		const { error } = await run(5);
		expect(service.sent('createClient')).toEqual([['1'], ['2'], ['3']]);
		expect(error?.description).toContain(DAILY);
		expect(error?.description).toContain(CHECK_TOKEN);
		expect(error?.description).toMatch(/2 other items were carried out\. Continue with input item 3\.$/);
	});

	it.each([create, upsert])('ends it also where the node continues on errors', async (parameters) => {
		answerCreates(done, done, refusal);
		const { outputs } = await run(5, goesOn, parameters);
		expect(service.sent('createClient')).toHaveLength(3);
		const told = outputs[0]?.map(({ json }) => json) ?? [];
		expect(told.map(({ result }) => result)).toEqual([
			'created',
			'created',
			...Array<undefined>(3).fill(undefined),
		]);
		for (const { message } of told.slice(2)) {
			expect(message).toContain(DAILY);
			expect(message).toEqual(matching(/2 items are done\. Continue with input item 3\.$/));
		}
		expect(told[4]?.['error']).toEqual(containing('This was not tried'));
	});

	it('before any create keeps its own advice, and ends nothing', async () => {
		answerCreates(refusal);
		const { outputs } = await run(3, goesOn);
		expect(service.sent('createClient')).toHaveLength(3);
		expect(outputs[0]?.[0]?.json['message']).not.toContain(DAILY);
		expect(outputs[0]?.map(({ json }) => json['result'])).toEqual([undefined, 'created', 'created']);
	});
});

describe('status 400', () => {
	it.each<[string, Answer]>([
		['in a document', bad('Not now.')],
		['of HTTP', { http: 400, body: '' }],
	])(
		'%s ends the run at the third identical refusal, with advice to continue with the first',
		async (_, refusal) => {
			answerCreates(done, refusal, refusal, refusal);
			const { outputs } = await run(6, goesOn);
			expect(service.sent('createClient')).toHaveLength(4);
			const told = outputs[0]?.map(({ json }) => json['message']) ?? [];
			for (const message of told.slice(1))
				expect(message).toEqual(matching(/1 item is done\. Continue with input item 2\.$/));
			for (const message of told.slice(3)) expect(message).toContain(DAILY);
		},
	);

	it.each<[string, Answer[]]>([
		['in other words', [done, bad('A'), bad('B'), bad('A'), bad('B'), bad('A')]],
		['with a success between', [done, bad('A'), bad('A'), done, bad('A'), bad('A')]],
		['with another failure between', [done, bad('A'), bad('A'), { status: 404 }, bad('A'), bad('A')]],
		['before any success', [bad('A'), bad('A'), bad('A'), bad('A'), done, bad('B')]],
	])('%s ends nothing', async (_, answers) => {
		answerCreates(...answers);
		const { outputs } = await run(7, goesOn);
		expect(service.sent('createClient')).toHaveLength(7);
		for (const { json } of outputs[0] ?? []) expect(json['message'] ?? '').not.toContain(DAILY);
	});
});

it('A later attempt at the run knows what an earlier one created', async () => {
	answerCreates(done, { status: 403, body: 'Not allowed.' }, { status: 403, body: 'Not allowed.' });
	const { error } = await run(3, { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 });
	expect(service.sent('createClient')).toEqual([['1'], ['2'], ['2']]);
	expect(error?.description).toContain(DAILY);
	expect(error?.description).toMatch(/Continue with input item 2\.$/);
});

it('A later attempt knows of no creates if an earlier one only found records', async () => {
	const found = '<client><client_id>7</client_id><name>1</name><organization>A</organization>';
	const shown = `${found}<email>1@a.example</email></client>`;
	service.answerWith(({ method }) => {
		if (method === 'createClient') return { status: 403, body: 'Not allowed.' };
		if (method === 'getClient') return { body: shown };
		return {
			body:
				service.sent('listClient').length === 1
					? `<clients total="1">${shown}</clients>`
					: '<clients total="0"/>',
		};
	});
	const { error } = await run(2, { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 }, upsert);
	expect(service.sent('createClient')).toEqual([['2'], ['2']]);
	expect(error?.description).not.toContain(DAILY);
});

it('Refused updates end nothing: the limit is for creates', async () => {
	const found =
		'<clients total="1"><client><client_id>7</client_id><email>2@a.example</email></client></clients>';
	service.answerWith(({ method }) => {
		if (method === 'createClient') return done;
		if (method === 'updateClient') return { status: 403, body: 'Not allowed.' };
		if (method === 'getClient') return { body: '<client><client_id>7</client_id></client>' };
		return { body: service.sent('createClient').length === 1 ? found : '<clients total="0"/>' };
	});
	const { outputs } = await run(3, goesOn, upsert);
	expect(service.sent('updateClient')).toHaveLength(1);
	expect(outputs[0]?.[1]?.json['message']).not.toContain(DAILY);
});

it('Records that were created before are still read back', async () => {
	service.answerWith(({ method }) => {
		if (method === 'getClient') return { body: '<client><client_id>7</client_id><name>Ada</name></client>' };
		if (method !== 'createClient') return { body: '<clients total="0"/>' };
		return service.sent(method).length === 1 ? done : { status: 403, body: 'Not allowed.' };
	});
	const { outputs, hints } = await run(2, goesOn, { ...create, options: {} });
	expect(outputs[0]?.[0]?.json).toMatchObject({ client_id: 7, result: 'created', name: 'Ada' });
	expect(hints).toEqual([]);
});
