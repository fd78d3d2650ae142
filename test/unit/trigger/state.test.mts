/** The account and the state that a poll begins with. */
import { accessOf, scopeOf } from '../../../nodes/XmlBilling/trigger/account';
import { openState, STATE_VERSION } from '../../../nodes/XmlBilling/trigger/state';
import { Bench, optionsFor } from './bench.mts';
import { SCOPE } from './history.mts';

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

it('An event that is given up is forgotten, and takes a new baseline when it is chosen again', async () => {
	const bench = new Bench(optionsFor('clientCreated', 'invoiceOverdue'));
	await bench.poll();
	bench.options = optionsFor('clientCreated');
	await bench.poll();
	expect(Object.keys((bench.saved as { parts: object }).parts)).toEqual(['clientCreated']);
	bench.service.create();
	bench.options = optionsFor('clientCreated', 'invoiceOverdue');
	expect(await bench.poll()).toEqual([]);
	expect(bench.log[0]).toContain('A baseline is taken for Invoice Overdue');
});

it('An account is the same however its address and names are written', () => {
	const scope = scopeOf(accessOf('https://Billing.example.com/api/xml/1.1/', 'abc'), [
		'Café  Example',
		'ANN',
	]);
	const other = scopeOf(accessOf(' https://billing.example.com/api', 'abc'), [
		' café example'.normalize('NFD'),
		'Ann',
	]);
	expect(other).toEqual(scope);
	expect(scopeOf(scope, ['Example', 'Ann']).account).not.toBe(scope.account);
	expect(JSON.stringify(scope)).not.toContain('afé');
});
