/** The state that a poll begins with, and whose account it belongs to. */
import { accessOf, scopeOf } from '../../../nodes/XmlBilling/trigger/account';
import { poll } from '../../../nodes/XmlBilling/trigger/poll';
import { openState, type State, STATE_VERSION } from '../../../nodes/XmlBilling/trigger/state';
import { Bench, NOW, optionsFor } from './bench.mts';
import { kept, SCOPE } from './history.mts';
import { Service } from './model.mts';

it('What is no state of this version starts a new baseline, and the log says so, but for nothing', () => {
	const state = { version: STATE_VERSION, scope: SCOPE, parts: {}, lists: {} };
	for (const nothing of [undefined, null, {}]) expect(openState(nothing, SCOPE)).toEqual({ state });
	const reason: unknown = expect.stringContaining('A new baseline is taken.');
	for (const saved of ['text', [], { lastId: 7 }, { ...state, parts: null }])
		expect(openState(saved, SCOPE)).toEqual({ state, reason });
});

it('A state is taken up as a copy, also through the proxy that n8n makes of it', async () => {
	const bench = new Bench(optionsFor('clientCreated'));
	await bench.poll();
	const { state, reason } = openState(new Proxy(bench.saved as object, {}), SCOPE);
	expect([state, reason]).toEqual([bench.saved, undefined]);
	state.parts.clientCreated!.next = 8;
	expect(state).not.toEqual(bench.saved);
});

it('An account is the same however its address and names are written', () => {
	const names = ['Café  Example', 'ANN'];
	const scope = scopeOf(accessOf('https://Billing.example.com/api/xml/1.1/', 'abc'), names);
	const access = accessOf(' https://billing.example.com/api', 'abc');
	expect(scopeOf(access, [' café example'.normalize('NFD'), 'Ann'])).toEqual(scope);
	expect(scopeOf(scope, ['Example', 'Ann']).account).not.toBe(scope.account);
	expect(JSON.stringify(scope)).not.toContain('afé');
});

/** A trigger for new clients that has taken its baseline, and what a poll of it asks for. */
async function started() {
	const service = new Service('bare', 'newest', 100);
	let saved: State | undefined;
	const ask = async (scope = SCOPE, question = () => Promise.resolve(scope), isFirst = false) => {
		const asked: string[] = [];
		const read = service.reader();
		const note = <Answer,>(what: string, ask: () => Answer): Answer => {
			asked.push(what);
			return ask();
		};
		const reader: typeof read = {
			...read,
			page: (...list) => note('list', () => read.page(...list)),
			get: (...record) => note('record', () => read.get(...record)),
		};
		const request = { saved, access: scope, askScope: () => note('account', question), isFirst };
		const result = await poll(reader, { ...request, options: optionsFor('clientCreated'), now: NOW });
		saved = kept(result.state);
		return [result.events.length, asked.join(' ')];
	};
	service.add('client');
	expect(await ask()).toEqual([0, 'account list']);
	return { service, ask, parts: () => saved?.parts, other: () => saved?.otherAccount };
}

describe('whose account it is', () => {
	it('is asked without a state and with another token, and not while both are as they were', async () => {
		const { service, ask } = await started();
		service.add('client');
		expect(await ask({ ...SCOPE, account: 'another name' })).toEqual([1, 'list record']);
		expect(await ask({ ...SCOPE, token: 'xyz' })).toEqual([0, 'account list']);
		expect(await ask({ ...SCOPE, token: 'xyz' })).toEqual([0, 'list']);
	});

	it.each<[string, Partial<typeof SCOPE>]>([
		['at another service', { service: 'another service' }],
		['of another name, with another token', { account: 'another name', token: 'xyz' }],
	])('%s has to be confirmed: a poll reports and forgets nothing until then', async (_, differences) => {
		const { service, ask, parts, other } = await started();
		const before = parts();
		service.add('client');
		const scope = { ...SCOPE, ...differences };
		expect(await ask(scope)).toEqual([0, 'account']);
		expect([parts(), other()]).toEqual([before, { service: scope.service, account: scope.account }]);
		expect(await ask()).toEqual([1, 'list record']);
		for (const asked of ['account', 'account list', 'list']) expect(await ask(scope)).toEqual([0, asked]);
	});

	it('is learned by the first poll of a process, so that a renamed account may get another token', async () => {
		const { service, ask } = await started();
		const renamed = { ...SCOPE, account: 'another name' };
		service.add('client');
		expect(await ask(renamed, undefined, true)).toEqual([1, 'account list record']);
		service.add('client');
		expect(await ask({ ...renamed, token: 'xyz' })).toEqual([1, 'account list record']);
	});

	it('fails a poll if it is not answered', async () => {
		const { ask } = await started();
		const failing = ask({ ...SCOPE, token: 'xyz' }, () => Promise.reject(new Error('The service is down')));
		await expect(failing).rejects.toThrow('The service is down');
	});
});
