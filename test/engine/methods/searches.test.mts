import { useBilling } from '../billing.mts';

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

	it('reads the clients once for all pages of a search', async () => {
		await search('searchInvoices', 'nothing like this');
		expect(billing.sent('listInvoice').length).toBeGreaterThan(1);
		expect(billing.sent('listClient')).toHaveLength(1);
	});
});
