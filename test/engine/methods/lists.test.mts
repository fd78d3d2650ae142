import { byId, containing, matching, useBilling } from '../billing.mts';

const billing = useBilling();
const load = (method: string, account?: string) =>
	engine.loadOptions({ method, credential: billing.credential(account) });
const search = (method: string, filter?: string, paginationToken?: string) =>
	engine.searchList({ method, filter, paginationToken, credential: billing.credential() });

/** Every page of a search. */
async function searchAll(method: string, filter?: string) {
	const results = [];
	let token: string | undefined;
	do {
		const page = await search(method, filter, token);
		results.push(...page.results);
		token = page.paginationToken;
	} while (token !== undefined);
	return results;
}

describe('dropdowns', () => {
	it('offer the taxes of the account with their rates and kinds, none, and one to type in', async () => {
		expect(await load('getTaxes')).toEqual([
			{ name: 'No Tax', value: '' },
			{ name: 'VAT 20%', value: 1 },
			{ name: 'VAT reduced 5.5%', value: 2 },
			{ name: 'GST 18%', value: 3 },
			{ name: 'Service tax 2.5%', value: 4 },
			{ name: 'PST 10% (Compound)', value: 5 },
			{ name: 'GST and service tax (Group)', value: 6 },
			{ name: 'Zero-rated 0%', value: 7 },
			{ name: containing('Custom'), value: 'custom' },
		]);
	});

	it.each([
		[{ type: ' compound ' }, 'VAT 20% (Compound)'],
		[{ type: 'GROUP', value: '7.50' }, 'VAT (Group)'],
		[{ type: 'normal', value: '' }, 'VAT (No percentage)'],
		[{ type: '' }, 'VAT 20%'],
	])('show a tax with %j as %s', async (changes, name) => {
		billing.sandbox.change('tax', 1, changes);
		expect((await load('getOtherTaxes')).find(({ value }) => value === 1)).toEqual({ name, value: 1 });
	});

	it('offer only the taxes of the account where none can be typed in', async () => {
		const values = (await load('getAccountTaxes')).map(({ value }) => value);
		expect(values).toEqual(['', 1, 2, 3, 4, 5, 6, 7]);
	});

	it('offer the late fees and the payment methods', async () => {
		expect(await load('getLateFees')).toEqual([
			{ name: '5 percent after due date', value: 1 },
			{ name: 'Reminder fee 15.00', value: 2 },
		]);
		const methods = ['Bank Transfer', 'Cash', 'Cheque', 'Credit Card', 'Direct Debit'];
		expect(await load('getPaymentMethods')).toEqual(methods.map((name) => ({ name, value: name })));
	});

	it('are empty where the account has nothing', async () => {
		expect(await load('getLateFees', 'empty')).toEqual([]);
	});

	it('show why they are empty when the token is wrong', async () => {
		const credential = { ...billing.credential(), token: 'wrong' };
		await expect(engine.loadOptions({ method: 'getTaxes', credential })).rejects.toMatchObject({
			message: 'Token is not recognised.',
		});
		await expect(engine.searchList({ method: 'searchClients', credential })).rejects.toMatchObject({
			message: 'Token is not recognised.',
		});
	});
});

describe('searches', () => {
	it('show clients by organization, with who and where they are, in alphabetical order', async () => {
		const { results } = await search('searchClients');
		const names = results.map(({ name }) => name);
		expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
		expect(results.find(({ value }) => value === 20)).toEqual({
			name: matching(/^Café Ipanema Ltda.*João Almeida.*joao\.almeida@cafe\.example$/),
			value: 20,
		});
	});

	it('show invoices by number, with amount and status', async () => {
		const { results } = await search('searchInvoices');
		expect(results[0]).toEqual({ name: matching(/^00100.*3787\.51 EUR.*Draft$/), value: 100 });
	});

	it('show estimates by number, with organization and title', async () => {
		const { results } = await search('searchEstimates');
		expect(results[0]).toEqual({ name: '00030, Indigo Looms Pvt. Ltd. – Trade fair, Rejected', value: 30 });
	});

	it('page through everything, each record once, in the order of the service', async () => {
		const active = billing.sandbox
			.records('invoice')
			.filter(({ account_id, status }) => account_id === 1 && status === 'Active')
			.sort((one, other) => other.number_key.localeCompare(one.number_key));
		const found = await searchAll('searchInvoices');
		expect(found.map(({ value }) => value)).toEqual(active.map(({ id }) => id));
		expect(active.length).toBeGreaterThan(50);
	});

	it('find a client by a part of its organization, its name or its email', async () => {
		for (const typed of ['ipanema', 'ALMEIDA', 'joao.almeida@cafe.example']) {
			expect((await searchAll('searchClients', typed)).map(({ value }) => value)).toEqual([20]);
		}
		expect(await searchAll('searchClients', 'nobody at all')).toEqual([]);
	});

	it('sort what was typed; names that fill more than a page are sorted only then', async () => {
		const [{ id: _, ...row } = { id: 0 }] = billing.sandbox.records('client');
		for (let nth = 100; nth < 160; nth += 1)
			billing.sandbox.store.insert('client', { ...row, organization: `Firm ${nth}`, username: `firm${nth}` });
		const first = (await search('searchClients')).results;
		const newest = billing.sandbox
			.records('client')
			.filter(({ account_id, status }) => account_id === 1 && status === 'Active');
		expect(first.map(({ value }) => value)).toEqual(
			newest
				.map(({ id }) => id)
				.reverse()
				.slice(0, 50),
		);
		const names = (await search('searchClients', 'firm')).results.map(({ name }) => name);
		expect(names).toEqual([...names].sort());
		expect(names.length).toBeGreaterThan(40);
	});

	it('offer every method of the interface, with what it reads or writes', async () => {
		expect((await search('searchMethods')).results).toHaveLength(78);
		expect((await search('searchMethods', 'recurring profile lines')).results).toEqual([
			{ name: 'addRecurringItem (writes recurring profile lines)', value: 'addRecurringItem' },
			{ name: 'updateRecurringItem (writes recurring profile lines)', value: 'updateRecurringItem' },
			{ name: 'deleteRecurringItem (writes recurring profile lines)', value: 'deleteRecurringItem' },
		]);
		expect(billing.methods()).toEqual([]);
	});

	it('treat what was typed as literal text, not as a pattern', async () => {
		expect(await searchAll('searchClients', '.*(')).toEqual([]);
	});

	it('find an invoice by a part of its number, on any page', async () => {
		expect((await searchAll('searchInvoices', '00002')).map(({ value }) => value)).toEqual([2]);
	});

	it('give what the node takes', async () => {
		const { results } = await search('searchClients', 'ipanema');
		const clientId = { ...byId(Number(results[0]?.value)), mode: 'list' };
		expect(await billing.outputOf('client', 'get', { clientId })).toMatchObject([{ client_id: 20 }]);
	});
});

describe.each(['summary', 'bare'] as const)('where lists show %s records', (listRecords) => {
	const sparse = useBilling({ listRecords });

	it('searches still show names', async () => {
		const credential = sparse.credential();
		const clients = await engine.searchList({ method: 'searchClients', credential });
		expect(clients.results.find(({ value }) => value === 20)?.name).toMatch(/^Café Ipanema Ltda/);
		const invoices = await engine.searchList({ method: 'searchInvoices', credential });
		expect(invoices.results[0]?.name).toMatch(/^00100/);
	});
});
