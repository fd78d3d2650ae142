/** The state that a poll begins with, and whose account it belongs to. */
import { accessOf, scopeOf } from '../../../nodes/XmlBilling/trigger/account';
import { pollAccount } from '../../../nodes/XmlBilling/trigger/poll';
import { openState, type State, STATE_VERSION } from '../../../nodes/XmlBilling/trigger/state';
import { Bench, NOW, optionsFor } from './bench.mts';
import { kept, SCOPE } from './history.mts';
import { Service } from './model.mts';

it.each([[undefined], [null], [{}]])('%j is the time before the first poll', (nothing) => {
	const state = { version: STATE_VERSION, scope: SCOPE, parts: {}, lists: {} };
	expect(openState(nothing, SCOPE)).toEqual({ state });
});

it.each([
	['text'],
	[[]],
	[{ lastId: 7 }],
	[{ version: STATE_VERSION, scope: SCOPE, parts: null, lists: {} }],
])('What is no state of this version starts a new baseline, and the log says so: %j', (saved) => {
	const { state, reason } = openState(saved, SCOPE);
	expect(state.parts).toEqual({});
	expect(reason).toContain('A new baseline is taken.');
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
	const scope = scopeOf(accessOf('https://Billing.example.com/api/xml/1.1/', 'abc'), [
		'Café  Example',
		'ANN',
	]);
	const access = accessOf(' https://billing.example.com/api', 'abc');
	expect(scopeOf(access, [' café example'.normalize('NFD'), 'Ann'])).toEqual(scope);
	expect(scopeOf(scope, ['Example', 'Ann']).account).not.toBe(scope.account);
	expect(JSON.stringify(scope)).not.toContain('afé');
});

/** A trigger for new clients that has taken its baseline, and what a poll of it asks for. */
async function started() {
	const service = new Service('bare', 'newest', 100);
	let saved: State | undefined;
	const poll = async (scope = SCOPE, asksFirst = false, question = () => Promise.resolve(scope)) => {
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
		const request = { saved, access: scope, askScope: () => note('account', question), asksFirst };
		const result = await pollAccount(reader, { ...request, options: optionsFor('clientCreated'), now: NOW });
		saved = kept(result.state);
		return [result.events.length, asked.join(' ')];
	};
	service.add('client');
	expect(await poll()).toEqual([0, 'account list']);
	return { service, poll, parts: () => saved?.parts, other: () => saved?.otherAccount };
}

describe('whose account it is', () => {
	it('is asked before anything is reported, until nothing is new', async () => {
		const { service, poll } = await started();
		expect(await poll()).toEqual([0, 'list']);
		service.add('client');
		expect(await poll()).toEqual([1, 'list record account']);
		expect(await poll()).toEqual([0, 'list account']);
		expect(await poll()).toEqual([0, 'list']);
	});

	it('is asked first if a poll is told to, with another token, and at another service', async () => {
		const { poll } = await started();
		expect(await poll(SCOPE, true)).toEqual([0, 'account list']);
		expect(await poll({ ...SCOPE, token: 'xyz' })).toEqual([0, 'account list']);
		expect(await poll({ ...SCOPE, service: 'another service' })).toEqual([0, 'account']);
	});

	it('has to be confirmed under another name: a poll reports and forgets nothing until then', async () => {
		const { service, poll, parts, other } = await started();
		const before = parts();
		service.add('client');
		const renamed = { ...SCOPE, account: 'another name' };
		expect(await poll(renamed)).toEqual([0, 'list record account']);
		expect([parts(), other()?.account]).toEqual([before, 'another name']);
		expect(await poll(renamed)).toEqual([1, 'account list record']);
	});

	it('stays the same when its name and then its token change, and the poll between them is not confirmed', async () => {
		const { service, poll } = await started();
		const renamed = { ...SCOPE, account: 'another name' };
		await poll(renamed, true);
		service.add('client');
		expect(await poll({ ...renamed, token: 'xyz' })).toEqual([1, 'account list record']);
	});

	it('fails a poll that found something if it is not answered', async () => {
		const { service, poll } = await started();
		service.add('client');
		const failing = poll(SCOPE, false, () => Promise.reject(new Error('The service is down')));
		await expect(failing).rejects.toThrow('The service is down');
	});
});
