import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../billing.mts';

const billing = useBilling();
const search = async (method: string, filter?: string) => {
	const credential = billing.credential();
	const { results } = await engine.searchList({ method, filter, credential });
	return results;
};
const firstOf = async (method: string, filter: string) => (await search(method, filter))[0]?.value;

describe('The search for countries', () => {
	it.each([
		['germany', 'DEU'],
		['UK', 'GBR'],
		['great britain', 'GBR'],
		['England', 'GBR'],
		['DE', 'DEU'],
		['USA', 'USA'],
		['united states', 'USA'],
		['turkey', 'TUR'],
		['aland', 'ALA'],
		['cote d', 'CIV'],
		['holland', 'NLD'],
		['UAE', 'ARE'],
		['viet nam', 'VNM'],
	])('finds %s first', async (typed, code) => {
		expect(await firstOf('searchCountries', typed)).toBe(code);
	});

	it('lists all of them by name, and none for what is no country', async () => {
		const all = await search('searchCountries');
		expect(all.length).toBeGreaterThan(240);
		expect(all[0]?.name).toMatch(/^A/);
		expect(await search('searchCountries', 'atlantis')).toEqual([]);
		expect(billing.methods()).toEqual([]);
	});

	it('offers only codes that the service takes', async () => {
		const all = await search('searchCountries');
		const refused: unknown[] = [];
		for (const { value } of all.slice(0, 40)) {
			const parameters = {
				name: `Ada ${value}`,
				organization: 'Engine Ltd',
				additionalFields: { country: String(value) },
			};
			const { error } = await billing.run('client', 'create', parameters);
			if (error) refused.push(value);
		}
		expect(refused).toEqual([]);
	});
});

describe('The search for currencies', () => {
	it.each([
		['euro', 'EUR'],
		['GBP', 'GBP'],
		['british pound', 'GBP'],
		['swiss', 'CHF'],
	])('finds %s first', async (typed, code) => {
		expect(await firstOf('searchCurrencies', typed)).toBe(code);
	});
});

describe('The search for the currency of a payment', () => {
	const searchFor = async (form: INodeParameters) => {
		const credential = billing.credential();
		const parameters = { resource: 'invoice', operation: 'proposeAllocation', ...form };
		return (await engine.searchList({ method: 'searchPaymentCurrencies', credential, parameters })).results;
	};

	it('shows that of the client first, and reads it once', async () => {
		const other = billing.sandbox
			.records('client')
			.find(({ account_id: account, currency }) => account === 1 && currency !== 'USD');
		const all = await search('searchCurrencies');
		for (let times = 0; times < 2; times += 1) {
			const found = await searchFor({ clientId: byId(other?.id ?? 0) });
			expect(found[0]?.value).toBe(other?.currency);
			expect(found).toHaveLength(all.length);
		}
		expect(billing.methods()).toEqual(['getClient']);
	});

	it('shows all by name, and reads nothing, while no client is chosen', async () => {
		expect(await searchFor({})).toEqual(await search('searchCurrencies'));
		expect(billing.methods()).toEqual([]);
	});
});

describe('The search for invoices', () => {
	const ofClient = (id: number) =>
		billing.sandbox
			.records('invoice')
			.filter(({ client_id, status }) => client_id === id && status === 'Active')
			.sort((one, other) => other.number_key.localeCompare(one.number_key));

	it('shows the client of each, and finds invoices by it', async () => {
		const organization = String(billing.sandbox.records('client')[0]?.organization);
		const found = await search('searchInvoices', organization.toUpperCase());
		expect(found.map(({ value }) => value)).toEqual(ofClient(1).map(({ id }) => id));
		for (const { name } of found) expect(name).toContain(organization);
	});

	it('reads the clients once for all searches', async () => {
		const first = await search('searchInvoices');
		expect(billing.methods()).toEqual(['listInvoice', 'listClient']);
		expect(await search('searchInvoices')).toEqual(first);
		expect(billing.methods()).toEqual(['listInvoice', 'listClient', 'listInvoice']);
	});

	it('reads them again for a client that is new', async () => {
		await search('searchInvoices');
		const client = { name: 'Ada', organization: 'Engine Ltd', options: { ifExists: 'create' } };
		const [{ client_id } = {}] = await billing.outputOf('client', 'create', client);
		await billing.outputOf('invoice', 'create', {
			clientId: byId(Number(client_id)),
			lineItems: { line: [{ name: 'Work', unitCost: '5', quantity: '1' }] },
		});
		expect(await search('searchInvoices', 'engine ltd')).toHaveLength(1);
		expect(billing.sent('listClient')).toHaveLength(2);
	});

	it('reads the clients of each account', async () => {
		await search('searchInvoices');
		const credential = billing.credential('second');
		await engine.searchList({ method: 'searchInvoices', credential });
		expect(billing.sent('listClient')).toHaveLength(2);
	});

	it('reads the clients once for all pages of a search', async () => {
		await search('searchInvoices', 'nothing like this');
		expect(billing.sent('listInvoice').length).toBeGreaterThan(1);
		expect(billing.sent('listClient')).toHaveLength(1);
	});
});
