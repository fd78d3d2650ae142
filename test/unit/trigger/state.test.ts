import {
	chooseParts,
	parseState,
	saveState,
	scopeOf,
	STATE_VERSION,
} from '../../../nodes/XmlBilling/trigger/state';
import { deepFreeze } from './history';

const SCOPE = scopeOf('https://billing.example.com/api', 'Example Ltd');

const saved = deepFreeze({
	version: STATE_VERSION,
	scope: SCOPE,
	parts: { clientCreated: { high: 7, watched: {}, variant: '' } },
	lists: { client: { glimpsed: 7, top: 7, total: 3, unordered: false } },
});

describe('parseState', () => {
	it.each([[undefined], [null], [{}]])('takes %j for the time before the first poll', (nothing) => {
		expect(parseState(nothing, SCOPE)).toEqual({
			state: { version: STATE_VERSION, scope: SCOPE, parts: {}, lists: {} },
			hasBaseline: false,
		});
	});

	it('takes up a saved state as a copy, also through the proxy that n8n makes of it', () => {
		const { state, hasBaseline, reason } = parseState(new Proxy(saved, {}), SCOPE);
		expect(state).toEqual(saved);
		expect([hasBaseline, reason]).toEqual([true, undefined]);
		state.parts.clientCreated!.high = 8;
		expect(saved.parts.clientCreated.high).toBe(7);
	});

	it.each<[unknown, string]>([
		['text', 'not readable'],
		[[], 'not readable'],
		[{ lastId: 7 }, 'version undefined'],
		[{ ...saved, version: 2 }, 'version 2'],
		[{ ...saved, parts: null }, 'not readable'],
		[{ ...saved, scope: 'other' }, 'another account'],
	])('starts afresh with a reason for %j', (unusable, words) => {
		const { state, hasBaseline, reason } = parseState(unusable, SCOPE);
		expect(state.parts).toEqual({});
		expect(hasBaseline).toBe(false);
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

describe('scopeOf', () => {
	it('is the same for every way to write one base URL, and another for another account', () => {
		for (const url of [
			'https://billing.example.com/api/',
			'https://Billing.example.com/api/xml/1.1/',
			' https://billing.example.com/api/xml/1.1',
		]) {
			expect(scopeOf(url, 'Example Ltd')).toBe(SCOPE);
		}
		expect(scopeOf('https://billing.example.com/api', 'Other Ltd')).not.toBe(SCOPE);
		expect(scopeOf('https://billing.example.org/api', 'Example Ltd')).not.toBe(SCOPE);
	});
});

describe('chooseParts', () => {
	const options = { includeDrafts: false, maxEvents: 10 };

	it('keeps what is still chosen, begins what is new, and drops the rest', () => {
		const { state } = parseState(saved, SCOPE);
		const chosen = chooseParts(state, { ...options, events: ['clientCreated', 'invoiceCreated'] });
		expect(chosen.parts).toEqual({
			clientCreated: saved.parts.clientCreated,
			invoiceCreated: { high: null, watched: {}, variant: '' },
		});
		expect(chosen.lists).toEqual(saved.lists);
		const other = chooseParts(chosen, { ...options, events: ['invoiceCreated'] });
		expect(Object.keys(other.parts)).toEqual(['invoiceCreated']);
		expect(other.lists).toEqual({});
	});

	it('begins invoice created anew when drafts count differently', () => {
		const { state } = parseState(saved, SCOPE);
		const first = chooseParts(state, { ...options, events: ['invoiceCreated'] });
		first.parts.invoiceCreated!.high = 9;
		const same = chooseParts(first, { ...options, events: ['invoiceCreated'] });
		const other = chooseParts(first, { ...options, includeDrafts: true, events: ['invoiceCreated'] });
		expect([same.parts.invoiceCreated?.high, other.parts.invoiceCreated?.high]).toEqual([9, null]);
	});
});
