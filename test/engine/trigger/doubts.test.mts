import { listed, useScriptedService } from '../scripted.mts';

const service = useScriptedService();
const ACCOUNT = '<account><company>Example Ltd</company><name>Ann</name></account>';
const RECORD = '<client><name>Ann</name></client>';

const list = (...ids: number[]) =>
	service.answer(
		'listClient',
		listed('clients', ids.map((id) => `<client><client_id>${id}</client_id></client>`).join('')),
	);

/** A trigger of a service whose lists show identifiers, and which has one client. */
async function started() {
	service.answer('getAccountInfo', ACCOUNT);
	service.answer('getClient', RECORD);
	list(5);
	const trigger = engine.trigger({
		parameters: { events: ['clientCreated'] },
		credential: service.credential(),
	});
	expect(await trigger.poll()).toBeNull();
	return trigger;
}

describe('a service that refuses single records', () => {
	it.each([400, 403, 500])(
		'with %i keeps no other event from being reported, and reports them once it shows them',
		async (status) => {
			const trigger = await started();
			list(7, 6, 5);
			service.answer('getClient', 'The request could not be completed.', status);
			expect(await trigger.poll()).toBeNull();
			service.answer('getClient', RECORD);
			const items = await trigger.poll();
			expect(items?.map(({ json }) => json['event_id'])).toEqual(['client:6:created', 'client:7:created']);
			expect(await trigger.poll()).toBeNull();
		},
	);

	it.each([
		['another one', '<client><client_id>99</client_id></client>'],
		['no record', '<clients/>'],
		['markup that is not closed', '<client><name>Ann</client>'],
	])('by answering with %s keeps no other event from being reported', async (_, answer) => {
		const trigger = await started();
		list(7, 6, 5);
		service.answer('getClient', (document) => (document.includes('>6<') ? answer : RECORD));
		const ids = async () => (await trigger.poll())?.map(({ json }) => json['event_id']);
		expect(await ids()).toEqual(['client:7:created']);
		service.answer('getClient', RECORD);
		expect(await ids()).toEqual(['client:6:created']);
	});

	it('is reported as failing when it refuses many', async () => {
		const trigger = await started();
		list(...Array.from({ length: 30 }, (_, index) => 40 - index), 5);
		service.answer('getClient', 'The request could not be completed.', 500);
		await expect(trigger.poll()).rejects.toThrow('The service answered with the status 500.');
	});
});

describe('a service that returns unreliable lists', () => {
	it('is reported when that lasts', async () => {
		const trigger = await started();
		service.answer('listClient', listed('clients', '<client><name>Ann</name></client>'));
		expect(await trigger.poll()).toBeNull();
		await expect(trigger.poll()).rejects.toThrow(
			'The service returns unreliable lists: listClient returns records without client_id.',
		);
		list(6, 5);
		expect(await trigger.poll()).toHaveLength(1);
	});
});

describe('a form that is wrong', () => {
	it('is reported, and does not keep the trigger from being polled again', async () => {
		const activated = () =>
			engine.trigger({
				parameters: { events: [] },
				credential: service.credential(),
				workflowId: 'a wrong form',
			});
		await expect(activated().poll()).rejects.toThrow('Choose at least one event under Events');
		const trigger = activated();
		expect(await trigger.poll()).toBeNull();
		await expect(trigger.poll()).rejects.toThrow('Choose at least one event under Events');
	});
});
