import { readIds, writeIds } from '../../../nodes/XmlBilling/trigger/progress';
import { closeScan, openScan } from '../../../nodes/XmlBilling/trigger/scan';
import { scopeOf, accessOf } from '../../../nodes/XmlBilling/trigger/account';
import { chooseParts, parseState, saveState, STATE_VERSION } from '../../../nodes/XmlBilling/trigger/state';
import { NOW } from './bench.mts';
import { deepFreeze } from './history.mts';

const names = ['Café Example', 'Ann Owner'];
const SCOPE = scopeOf(accessOf('https://billing.example.com/api', 'abc'), names);

/** The memory of an event that has just been chosen. */
const FRESH = { high: null, floor: 0, settled: null, recent: [], late: [], watched: {}, variant: '' };

const saved = deepFreeze({
	version: STATE_VERSION,
	scope: SCOPE,
	parts: { clientCreated: { ...FRESH, high: 7, floor: 7, settled: 7 } },
	lists: { client: { glimpsed: 7, top: 7, total: 3, unordered: false } },
});

describe('parseState', () => {
	it.each([[undefined], [null], [{}]])('takes %j for the time before the first poll', (nothing) => {
		expect(parseState(nothing, SCOPE)).toEqual({
			state: { version: STATE_VERSION, scope: SCOPE, parts: {}, lists: {} },
		});
	});

	it('takes up a saved state as a copy, also through the proxy that n8n makes of it', () => {
		const { state, reason } = parseState(new Proxy(saved, {}), SCOPE);
		expect(state).toEqual(saved);
		expect(reason).toBeUndefined();
		state.parts.clientCreated!.high = 8;
		expect(saved.parts.clientCreated.high).toBe(7);
	});

	it.each<[unknown, string]>([
		['text', 'not readable'],
		[[], 'not readable'],
		[{ lastId: 7 }, 'version undefined'],
		[{ ...saved, version: STATE_VERSION + 1 }, `version ${STATE_VERSION + 1}`],
		[{ ...saved, parts: null }, 'not readable'],
		[{ ...saved, scope: 'other' }, 'not readable'],
	])('starts afresh with a reason for %j', (unusable, words) => {
		const { state, reason } = parseState(unusable, SCOPE);
		expect(state.parts).toEqual({});
		expect(reason).toContain(words);
		expect(reason).toContain('A new baseline is taken.');
	});
});

describe('saveState', () => {
	it('writes identifiers together that share an entry, and parseState reads them back', () => {
		const { state } = parseState(saved, SCOPE);
		state.parts.clientCreated!.watched = { 100: '', 121: 'a b', 120: '', 1000000: 'a b' };
		const atRest = saveState(state);
		expect(atRest.parts.clientCreated?.watched).toEqual({ '': '2s k', 'a b': '3d lfif' });
		expect(parseState(atRest, SCOPE).state).toEqual(state);
	});
});

describe('writeIds', () => {
	it.each([[[]], [[7]], [[100, 121, 120, 1_000_000]]])(
		'writes %j so that readIds reads it, ascending',
		(ids) => {
			expect(readIds(writeIds(ids))).toEqual([...ids].sort((a, b) => a - b));
		},
	);
});

describe('scopeOf', () => {
	it.each([
		['https://billing.example.com/api/', names],
		['https://Billing.example.com/api/xml/1.1/', names],
		[' https://billing.example.com/api/xml/1.1', names],
		['https://billing.example.com/api', ['CAFÉ EXAMPLE', ' ann  Owner\n']],
		['https://billing.example.com/api', names.map((name) => name.normalize('NFD'))],
	])('is the same for %s and %j', (url, spelled) => {
		expect(scopeOf(accessOf(url, 'abc'), spelled)).toEqual(SCOPE);
	});

	it.each([
		['https://billing.example.com/api', ['Other Ltd', 'Ann Owner']],
		['https://billing.example.com/api', ['Café Example', '']],
		['https://billing.example.org/api', names],
	])('is another one for %s and %j', (url, others) => {
		expect(scopeOf(accessOf(url, 'abc'), others)).not.toEqual(SCOPE);
	});
});

describe('an account that answers', () => {
	const other = { ...SCOPE, account: 'other', token: 'xyz' };

	it('is another one only when two polls say so, and until then all is kept', () => {
		const first = parseState(saved, other);
		expect(first).toMatchObject({
			isDoubtful: true,
			state: { scope: SCOPE, parts: saved.parts },
		});
		const second = parseState(saveState(first.state), other);
		expect(second).toMatchObject({ state: { scope: other, parts: {} } });
		expect(second.reason).toContain('A new baseline is taken.');
	});

	it('is no other one when the next poll is answered by the first again, nor by a third', () => {
		const doubtful = saveState(parseState(saved, other).state);
		expect(parseState(doubtful, SCOPE)).toEqual({ state: saved });
		expect(parseState(doubtful, { ...other, account: 'third' })).toMatchObject({ isDoubtful: true });
	});

	it('is the same one with a new token, and under a new name with the same token', () => {
		const reset = { ...SCOPE, token: 'new' };
		expect(parseState(saved, reset)).toEqual({ state: { ...saved, scope: reset } });
		const renamed = { ...SCOPE, account: 'renamed' };
		const once = parseState(saved, renamed);
		expect(once).toMatchObject({ isDoubtful: true, state: { scope: SCOPE, parts: saved.parts } });
		// The token may be reset between the two answers.
		for (const twice of [renamed, { ...renamed, token: 'new' }])
			expect(parseState(saveState(once.state), twice)).toEqual({
				state: { ...saved, scope: twice },
			});
	});
});

describe('chooseParts', () => {
	const options = { includeDrafts: false, maxEvents: 10 };

	it('keeps what is still chosen, begins what is new, and drops the rest', () => {
		const { state } = parseState(saved, SCOPE);
		const chosen = chooseParts(state, { ...options, events: ['clientCreated', 'invoiceCreated'] });
		expect(chosen.parts).toEqual({
			clientCreated: saved.parts.clientCreated,
			invoiceCreated: FRESH,
		});
		expect(chosen.lists).toEqual(saved.lists);
		const other = chooseParts(chosen, { ...options, events: ['invoiceCreated'] });
		expect(Object.keys(other.parts)).toEqual(['invoiceCreated']);
		expect(other.lists).toEqual({});
	});

	it('continues where a poll was interrupted only with the same events', () => {
		const { state } = parseState(saved, SCOPE);
		const place = closeScan(openScan('client', state, { ...options, events: ['clientCreated'] }, NOW));
		state.place = place;
		const same = chooseParts(state, { ...options, events: ['clientCreated'] });
		const more = chooseParts(state, { ...options, events: ['clientCreated', 'invoiceCreated'] });
		expect([same.place, more.place]).toEqual([place, undefined]);
	});

	it('keeps what is remembered of drafts when they count differently, and of reminders with other days', () => {
		const { state } = parseState(saved, SCOPE);
		const events = ['invoiceCreated', 'invoiceOverdue'] as const;
		const first = chooseParts(state, { ...options, events });
		first.parts.invoiceCreated!.high = 9;
		first.parts.invoiceOverdue!.high = 9;
		const other = chooseParts(first, { ...options, includeDrafts: true, daysOverdue: [30, 7], events });
		expect([other.parts.invoiceCreated?.high, other.parts.invoiceOverdue?.high]).toEqual([9, 9]);
		expect([first, other].map(({ parts }) => parts.invoiceOverdue?.variant)).toEqual(['1', '7,30']);
	});
});
