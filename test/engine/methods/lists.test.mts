import type { INodeParameters } from 'n8n-workflow';
import { byId, containing, matching, useBilling, locator } from '../billing.mts';
import { useScriptedService } from '../scripted.mts';
import { own } from '../tables.mts';
import { CLIENT, useUnbilled } from '../unbilled.mts';

const billing = useBilling();
const load = (method: string, account?: string) =>
	engine.loadOptions({ method, credential: billing.credential(account) });
const search = (
	method: string,
	filter?: string,
	paginationToken?: string,
	credential: { baseUrl: string; token: string } = billing.credential(),
) => engine.searchList({ method, filter, paginationToken, credential });

/** Those of the account, as the service lists them. */
const active = () =>
	own(billing.sandbox.records('invoice'))
		.filter(({ status }) => status === 'Active')
		.sort((one, other) => other.number_key.localeCompare(one.number_key));

/** Every page of a search. */
async function searchAll(method: string, filter?: string, credential = billing.credential()) {
	const results = [];
	let token: string | undefined;
	do {
		const page = await search(method, filter, token, credential);
		results.push(...page.results);
		token = page.paginationToken;
	} while (token !== undefined);
	return results;
}

describe('dropdowns', () => {
	it('offer the taxes of the account with their rates and kinds, none, and one to type in', async () => {
		const names = [
			...['VAT 20%', 'VAT reduced 5.5%', 'GST 18%', 'Service tax 2.5%', 'PST 10% (Compound)'],
			...['GST and service tax (Group)', 'Zero-rated 0%'],
		];
		expect(await load('getTaxes')).toEqual([
			{ name: 'No Tax', value: '' },
			...names.map((name, index) => ({ name, value: index + 1 })),
			{ name: containing('Custom'), value: 'custom' },
		]);
	});

	it('offer the late fees and the payment methods', async () => {
		const fees = ['5 percent after due date', 'Reminder fee 15.00'];
		expect(await load('getLateFees')).toEqual(fees.map((name, index) => ({ name, value: index + 1 })));
		const methods = ['Bank Transfer', 'Cash', 'Cheque', 'Credit Card', 'Direct Debit'];
		expect(await load('getPaymentMethods')).toEqual(methods.map((name) => ({ name, value: name })));
	});

	it('show why they are empty when the token is wrong', async () => {
		const credential = { ...billing.credential(), token: 'wrong' };
		const wrong = { message: 'Token is not recognised.' };
		await expect(engine.loadOptions({ method: 'getTaxes', credential })).rejects.toMatchObject(wrong);
		await expect(search('searchClients', '', undefined, credential)).rejects.toMatchObject(wrong);
	});
});

describe('searches', () => {
	it('show invoices by number, with amount and status', async () => {
		const { results } = await search('searchInvoices');
		expect(results[0]).toEqual({ name: matching(/^00100.*3787\.51 EUR.*Draft$/), value: 100 });
	});

	it('show estimates by number, with organization, amount and title, and projects with their client', async () => {
		const { results } = await search('searchEstimates');
		expect(results[0]?.name).toMatch(/^00030, Indigo Looms Pvt. Ltd. – \d+\.\d\d INR, Trade fair, Rejected$/);
		const { client_id, name } = billing.sandbox.records('project')[0] ?? {};
		const organization = billing.sandbox.records('client').find(({ id }) => id === client_id)?.organization;
		const projects = (await search('searchProjects')).results.map((project) => project.name);
		expect(projects).toContainEqual(containing(`${String(name)} – ${String(organization)}`));
	});

	it('show what is outstanding on invoices to pay, open ones first, and no drafts', async () => {
		const invoices = billing.sandbox.records('invoice').filter(({ status }) => status === 'Active');
		const stateOf = (value: unknown) => invoices.find(({ id }) => id === value)?.invoice_status;
		const { results } = await search('searchInvoicesToPay');
		expect(results.length).toBeGreaterThan(5);
		for (const { name, value } of results) {
			const outstanding = invoices.find(({ id }) => id === value)?.outstanding;
			expect(name).toContain(` – ${String(outstanding)} `);
			expect(Number(outstanding)).toBeGreaterThan(0);
		}
		const typed = (await searchAll('searchInvoicesToPay', '00')).map(({ value }) => stateOf(value));
		expect(typed).toContain('Paid');
		expect([...results.map(({ value }) => stateOf(value)), ...typed]).not.toContain('Draft');
	});

	it('page through everything, each record once, in the order of the service', async () => {
		const found = await searchAll('searchInvoices');
		expect(found.map(({ value }) => value)).toEqual(active().map(({ id }) => id));
		expect(found.length).toBeGreaterThan(50);
	});

	it('find a client by a part of its organization, its name or its email', async () => {
		for (const typed of ['ipanema', 'ALMEIDA', 'joao.almeida@cafe.example']) {
			expect((await searchAll('searchClients', typed)).map(({ value }) => value)).toEqual([20]);
		}
		expect(await searchAll('searchClients', 'nobody at all')).toEqual([]);
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
});

describe('A search of more pages than one search reads', () => {
	const service = useScriptedService();

	it('finds a name on each of them, once', async () => {
		const pages = 24;
		const clientsOn = (page: number) =>
			Array.from({ length: 50 }, (_, index) => {
				const organization = index === 7 ? 'Sought' : 'Other';
				return `<client><client_id>${page * 50 + index}</client_id><organization>${organization}</organization></client>`;
			}).join('');
		service.answerWith(({ page }) => ({
			body: `<clients page="${page}" per_page_record="50" total_pages="${pages}" total="1200">${clientsOn(page)}</clients>`,
		}));
		const found = await searchAll('searchClients', 'sought', service.credential());
		const expected = Array.from({ length: pages }, (_, index) => (index + 1) * 50 + 7);
		expect(found.map(({ value }) => value)).toEqual(expected);
		expect(service.arrived().map(({ page }) => page)).toEqual(expected.map((_, index) => index + 1));
	});
});

describe('Where lists show bare records', () => {
	const sparse = useBilling({ listRecords: 'bare' });

	it('searches still show names', async () => {
		const credential = sparse.credential();
		const clients = await engine.searchList({ method: 'searchClients', credential });
		expect(clients.results.find(({ value }) => value === 20)?.name).toMatch(/^Café Ipanema Ltda/);
		const invoices = await engine.searchList({ method: 'searchInvoices', credential });
		expect(invoices.results[0]?.name).toMatch(/^00100/);
	});
});

it('Codes are found by names, and invoices by their client, which is shown', async () => {
	for (const [method, typed, code] of [
		['searchCountries', 'germany', 'DEU'],
		['searchCountries', 'UK', 'GBR'],
		['searchCurrencies', 'GBP', 'GBP'],
		['searchCurrencies', 'british pound', 'GBP'],
	] as const)
		expect((await search(method, typed)).results[0]?.value).toBe(code);
	const organization = String(billing.sandbox.records('client')[0]?.organization);
	const found = await searchAll('searchInvoices', organization.toUpperCase());
	const ofClient = active().filter(({ client_id }) => client_id === 1);
	expect(found.map(({ value }) => value)).toEqual(ofClient.map(({ id }) => id));
	for (const { name } of found) expect(name).toContain(organization);
});

describe('The lists of unbilled records', () => {
	const billing = useBilling();
	const { projects, entries, linesOf } = useUnbilled(billing);
	const ofClient = { clientId: byId(CLIENT) };
	const search = (form: INodeParameters, filter?: string) => {
		const parameters = { resource: 'invoice', operation: 'createFromTimeTracking', ...form };
		const method = 'searchUnbilledTimeEntries';
		return engine.searchList({ method, parameters, filter, credential: billing.credential() });
	};
	const idsOf = (records: ReadonlyArray<{ id: number }>) => records.map(({ id }) => id);

	it('show those of the projects of the client, with task, project and notes, and give what the node takes', async () => {
		const { results } = await search(ofClient);
		expect(results.map(({ value }) => value)).toEqual(idsOf(entries()));
		const noted = entries().findIndex(({ notes }) => notes !== '');
		const entry = entries()[noted];
		const task = billing.sandbox.records('task').find(({ id }) => id === entry?.task_id);
		const project = projects().find(({ id }) => id === entry?.project_id);
		const name = `${entry?.work_date}, ${Number(entry?.hours_worked)} h – ${task?.name}, ${project?.name}, ${entry?.notes}`;
		expect(results[noted]?.name).toBe(name);
		// As the editor stores an entry of a list.
		const chosen = [{ id: { ...locator('list', entry?.id ?? 0), cachedResultName: name } }];
		const parameters = { ...ofClient, entriesFrom: 'chosen', timeEntries: { entry: chosen } };
		const [invoice] = await billing.outputOf('invoice', 'createFromTimeTracking', parameters);
		expect(linesOf(invoice?.['invoice_id'])).toMatchObject([{ type: 'Time' }]);
		expect(entries()).not.toContainEqual(entry);
	});

	it('show what matches the text and the filters', async () => {
		const projectId = projects()[1]?.id ?? 0;
		const meant = entries().filter(({ project_id }) => project_id === projectId);
		const parameters = { ...ofClient, filters: { projectId: byId(projectId) } };
		expect((await search(parameters)).results.map(({ value }) => value)).toEqual(idsOf(meant));
		const [one] = meant;
		const typed = await search(parameters, one?.work_date);
		expect(typed.results.map(({ value }) => value)).toEqual([one?.id]);
	});

	it('are empty before a client is chosen, and say what to do where only the run knows it', async () => {
		for (const form of [{}, { clientId: byId('') }]) expect(await search(form)).toEqual({ results: [] });
		expect(billing.methods()).toEqual([]);
		for (const clientId of [byId('={{ $json.client }}'), locator('email', '={{ $json.email }}')])
			await expect(search({ clientId })).rejects.toMatchObject({
				message: 'The client is only known when the node runs',
				description: containing('All Unbilled'),
			});
		await expect(search({ clientId: locator('id', 'Acme') })).rejects.toThrow(
			"not 'Acme'. Choose the client in its list, or by name.",
		);
	});

	it('search what they have shown while somebody types, and are read again when they are opened', async () => {
		const requestsOf = async (form: INodeParameters, filter?: string) => {
			const before = billing.methods().length;
			const { results } = await search(form, filter);
			return { results, requests: billing.methods().slice(before) };
		};
		const opened = await requestsOf(ofClient);
		expect(opened.requests.length).toBeGreaterThan(3);
		const typed = await requestsOf(ofClient, entries()[0]?.work_date);
		expect(typed.requests).toEqual([]);
		expect(typed.results.map(({ value }) => value)).toContain(entries()[0]?.id);
		const other = await requestsOf({ clientId: byId(CLIENT + 1) }, 'x');
		expect(other.requests).toContain('listProject');
		expect(await requestsOf(ofClient, '')).toEqual(opened);
	});
});
