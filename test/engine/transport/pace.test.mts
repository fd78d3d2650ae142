import { byId } from '../billing.mts';
import { answerInWaves, REFUSALS, useRefusingService, type Answer, type Arrived } from '../refusing.mts';

// How much is in flight after a refusal, and for how long nothing is sent, is exact in unit/transport/pace.

const service = useRefusingService();
const found = ({ ids }: Arrived): Answer => ({ body: `<client><client_id>${ids[0]}</client_id></client>` });
const items = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

it.each(REFUSALS)('%s halves what is in flight, and no request is lost', async (_, no) => {
	const most = answerInWaves(
		service,
		[
			{ size: 8, answer: () => ({ ...no, retryAfter: '0' }) },
			{ size: 4, answer: found },
		],
		found,
	);
	const { outputs } = await engine.run({
		credential: { ...service.credential(), maxConcurrentRequests: 8 },
		parameters: { resource: 'client', operation: 'get', clientId: byId('={{ $json.id }}') },
		items: items(16),
	});
	expect(outputs[0]?.map(({ json }) => json['client_id'])).toEqual(items(16).map(({ id }) => id));
	expect(most).toEqual([8, 4]);
});

it.each(REFUSALS)('A write is not sent again after %s, and the next one is sent', async (_, no) => {
	service.answerWith(({ ids }) =>
		ids[0] === '2' ? { ...no, retryAfter: '0' } : { body: `<client_id>${ids[0]}</client_id>` },
	);
	const { outputs } = await engine.run({
		credential: service.credential(),
		parameters: {
			resource: 'client',
			operation: 'create',
			name: '={{ $json.id }}',
			organization: 'A',
			options: { ifExists: 'create', return: 'id' },
		},
		items: items(3),
		settings: { onError: 'continueRegularOutput' },
	});
	expect(outputs[0]?.map(({ json }) => json['client_id'] ?? 'error')).toEqual([1, 'error', 3]);
	expect(service.sent('createClient')).toEqual([['1'], ['2'], ['3']]);
});
