/** When a poll asks whose account answers, and what it makes of the answer. */
import type { WatchedRecord } from '../../../nodes/XmlBilling/trigger/events/events';
import { pollAccount } from '../../../nodes/XmlBilling/trigger/poll';
import type { Scope } from '../../../nodes/XmlBilling/trigger/account';
import type { State } from '../../../nodes/XmlBilling/trigger/state';
import { NOW, optionsFor } from './bench.mts';
import { kept, SCOPE } from './history.mts';
import { Service } from './model.mts';

/** A trigger for new clients, and the order in which it asks for lists, records and the account. */
class Trigger {
	readonly service = new Service('bare', 'newest', 100);
	readonly asked: string[] = [];
	saved: State | undefined = undefined;
	scope: Scope = SCOPE;
	asksFirst = false;
	question = (): Promise<Scope> => Promise.resolve(this.scope);

	async poll(): Promise<WatchedRecord[]> {
		this.asked.length = 0;
		const reader = this.service.reader();
		const asking = {
			...reader,
			page: (...request: Parameters<typeof reader.page>) => (
				this.asked.push('list'),
				reader.page(...request)
			),
			get: (...request: Parameters<typeof reader.get>) => (this.asked.push('record'), reader.get(...request)),
		};
		const { scope, saved, asksFirst } = this;
		const askScope = () => (this.asked.push('account'), this.question());
		const options = optionsFor('clientCreated');
		const request = { saved, access: scope, askScope, asksFirst, options, now: NOW };
		const { events, state } = await pollAccount(asking, request);
		this.saved = kept(state);
		return events.map(({ record }) => record);
	}
}

/** A trigger that has taken its baseline. */
async function started(): Promise<Trigger> {
	const trigger = new Trigger();
	trigger.service.createClient();
	await trigger.poll();
	expect(trigger.asked).toEqual(['account', 'list']);
	return trigger;
}

describe('a poll', () => {
	it('does not ask for the account if nothing is new', async () => {
		const trigger = await started();
		await trigger.poll();
		expect(trigger.asked).toEqual(['list']);
	});

	it('asks for it before it reports, and until its memory stays as it is', async () => {
		const trigger = await started();
		trigger.service.createClient();
		const asked: string[][] = [];
		for (const events of [1, 0, 0]) {
			expect(await trigger.poll()).toHaveLength(events);
			asked.push([...trigger.asked]);
		}
		expect(asked).toEqual([['list', 'record', 'account'], ['list', 'account'], ['list']]);
	});

	it('a poll asks first if told to', async () => {
		const trigger = await started();
		trigger.asksFirst = true;
		await trigger.poll();
		expect(trigger.asked).toEqual(['account', 'list']);
	});

	it.each([
		[{ token: 'xyz' }, ['account', 'list']],
		[{ service: 'another service' }, ['account']],
	])('a poll asks first with %j', async (change, asked) => {
		const trigger = await started();
		trigger.scope = { ...SCOPE, ...change };
		await trigger.poll();
		expect(trigger.asked).toEqual(asked);
	});

	it('reports and forgets nothing of an account of another name, and asks first until that is settled', async () => {
		const trigger = await started();
		const parts = trigger.saved?.parts;
		trigger.service.createClient();
		trigger.scope = { ...SCOPE, account: 'another name' };
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.asked).toEqual(['list', 'record', 'account']);
		expect(trigger.saved).toMatchObject({ parts, otherAccount: { account: 'another name' } });
		expect(await trigger.poll()).toHaveLength(1);
		expect(trigger.asked).toEqual(['account', 'list', 'record']);
	});

	it('fails if the question does, after it has found something', async () => {
		const trigger = await started();
		trigger.service.createClient();
		trigger.question = () => Promise.reject(new Error('The service is down'));
		await expect(trigger.poll()).rejects.toThrow('The service is down');
	});
});
