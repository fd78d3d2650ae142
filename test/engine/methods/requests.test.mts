import { byId, useBilling } from '../billing.mts';
import { useScriptedService } from '../scripted.mts';
import { CLIENT, useUnbilled } from '../unbilled.mts';

const times = <T,>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => make(index));

describe('In an account of 10,000 clients and 400 invoices, the search for invoices', () => {
	const service = useScriptedService();
	let newest: number;
	/** How many clients lie between those of two invoices. */
	let distance: number;
	let read: number;
	beforeEach(() => {
		read = 0;
		distance = 20;
		newest = 10_000;
		service.answer('listClient', (document) => {
			const clients = times(100, (index) => newest - (pageIn(document) - 1) * 100 - index);
			const shown = clients.map(
				(id) => `<client><client_id>${id}</client_id><organization>Firm ${id}</organization></client>`,
			);
			return `<clients page="1" total_pages="100" total_records="10000">${shown.join('')}</clients>`;
		});
		service.answer('listInvoice', (document) => {
			const rows = times(50, (index) => (pageIn(document) - 1) * 50 + index);
			const shown = rows.map(
				(row) =>
					`<invoice><invoice_id>${row + 1}</invoice_id><number>N${row + 1}</number><client><client_id>${newest - row * distance}</client_id></client></invoice>`,
			);
			return `<invoices page="1" total_pages="8" total_records="400">${shown.join('')}</invoices>`;
		});
	});
	const pageIn = (document: string) => Number(/<page>(\d+)/.exec(document)?.[1]);
	/** What a search shows, and how many requests it took, by method. */
	const search = async (
		filter?: string,
		more: { paginationToken?: string; token?: string; aheadMs?: number } = {},
	) => {
		const { token, ...rest } = more;
		const credential = { ...service.credential(), ...(token === undefined ? {} : { token }) };
		const { results } = await engine.searchList({ method: 'searchInvoices', filter, credential, ...rest });
		const methods = service.methods().slice(read);
		read += methods.length;
		const count = (name: string) => methods.filter((method) => method === name).length;
		return {
			names: results.map(({ name }) => name),
			requests: { listInvoice: count('listInvoice'), listClient: count('listClient'), all: methods.length },
		};
	};
	const ONE = { listInvoice: 1, listClient: 0, all: 1 };
	const ALL = { listInvoice: 8, listClient: 10, all: 18 };

	it('takes one request after the first for any text, and shows the known organizations', async () => {
		const first = await search();
		expect(first.requests).toEqual({ listInvoice: 1, listClient: 10, all: 11 });
		expect(first.names[0]).toContain('Firm 10000');
		expect(first.names[49]).toContain('Firm 9020');
		expect(await search()).toEqual({ names: first.names, requests: ONE });
		expect((await search('', { paginationToken: '2' })).requests).toEqual(ONE);
		expect((await search('N399')).requests).toEqual({ listInvoice: 7, listClient: 0, all: 7 });
		for (const [typed, found] of [
			['n3', 111],
			['firm 9980', 1],
			['nothing', 0],
		] as const) {
			const { names, requests } = await search(typed);
			expect([typed, Math.min(names.length, 20), requests]).toEqual([typed, Math.min(found, 20), ONE]);
		}
	});

	it('reads one page of clients where that is enough, and the others once it is not', async () => {
		distance = 2;
		const { names, requests } = await search();
		expect(names[49]).toContain('Firm 9902');
		expect(requests).toEqual({ listInvoice: 1, listClient: 1, all: 2 });
		const next = await search('', { paginationToken: '2' });
		expect(next.names[49]).toContain('Firm 9802');
		expect(next.requests).toEqual({ listInvoice: 1, listClient: 9, all: 10 });
		expect((await search('', { paginationToken: '8' })).requests).toEqual(ONE);
	});

	it('reads all again when the first page has changed, and the newest clients for a new one', async () => {
		expect((await search('nothing')).requests).toEqual(ALL);
		newest += 1;
		const { names, requests } = await search('firm 10001');
		expect(names).toHaveLength(1);
		expect(requests).toEqual({ listInvoice: 8, listClient: 1, all: 9 });
		expect((await search('firm 10001')).requests).toEqual(ONE);
	});

	it('reads all again with another token, and after some minutes', async () => {
		expect((await search('nothing')).requests).toEqual(ALL);
		expect((await search('nothing', { token: 'another' })).requests).toEqual(ALL);
		expect((await search('nothing', { aheadMs: 30_000 })).requests).toEqual(ONE);
		expect((await search('nothing', { aheadMs: 61_000 })).requests).toEqual({
			...ALL,
			listClient: 0,
			all: 8,
		});
		expect((await search('nothing', { aheadMs: 181_000 })).requests).toEqual(ALL);
	});
});

describe('In other lists', () => {
	const billing = useBilling();
	const { entries } = useUnbilled(billing);
	const requestsOf = async (method: string, filter?: string, parameters = {}) => {
		const before = billing.methods().length;
		const credential = billing.credential();
		const { results } = await engine.searchList({ method, filter, parameters, credential });
		return { results, requests: billing.methods().slice(before) };
	};

	it('a search of several pages takes one request after the first, which shows a new record', async () => {
		const [{ id: _, ...row } = { id: 0 }] = billing.sandbox.records('client');
		const add = (organization: string) =>
			billing.sandbox.store.insert('client', { ...row, organization, username: organization });
		for (const nth of times(120, (index) => index)) add(`Firm ${nth}`);
		const all = (await requestsOf('searchClients', 'nobody')).requests;
		expect(all).toEqual(times(3, () => 'listClient'));
		expect((await requestsOf('searchClients', 'nobody else')).requests).toEqual(['listClient']);
		expect((await requestsOf('searchClients', 'ipanema')).results).toHaveLength(1);
		add('Newcomer');
		const found = await requestsOf('searchClients', 'newcomer');
		expect([found.results.length, found.requests]).toEqual([1, all]);
	});

	it('typing searches the unbilled records that the list has shown; opening it reads them again', async () => {
		const form = { resource: 'invoice', operation: 'createFromTimeTracking', clientId: byId(CLIENT) };
		const opened = await requestsOf('searchUnbilledTimeEntries', undefined, form);
		expect(opened.requests.length).toBeGreaterThan(3);
		const typed = await requestsOf('searchUnbilledTimeEntries', entries()[0]?.work_date, form);
		expect(typed.requests).toEqual([]);
		expect(typed.results.map(({ value }) => value)).toContain(entries()[0]?.id);
		const other = { ...form, clientId: byId(CLIENT + 1) };
		const narrowed = await requestsOf('searchUnbilledTimeEntries', 'x', other);
		expect(narrowed.requests).toContain('listProject');
		const reopened = await requestsOf('searchUnbilledTimeEntries', '', form);
		expect(reopened).toEqual(opened);
	});
});
