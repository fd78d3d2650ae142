import type { INodeParameters } from 'n8n-workflow';
import { byId, containing, matching, useBilling, locator } from '../billing.mts';
import { CLIENT, useUnbilled } from '../unbilled.mts';

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

	it('offer the late fees and the payment methods', async () => {
		expect(await load('getLateFees')).toEqual([
			{ name: '5 percent after due date', value: 1 },
			{ name: 'Reminder fee 15.00', value: 2 },
		]);
		const methods = ['Bank Transfer', 'Cash', 'Cheque', 'Credit Card', 'Direct Debit'];
		expect(await load('getPaymentMethods')).toEqual(methods.map((name) => ({ name, value: name })));
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

describe.each(['bare'] as const)('where lists show %s records', (listRecords) => {
	const sparse = useBilling({ listRecords });

	it('searches still show names', async () => {
		const credential = sparse.credential();
		const clients = await engine.searchList({ method: 'searchClients', credential });
		expect(clients.results.find(({ value }) => value === 20)?.name).toMatch(/^Café Ipanema Ltda/);
		const invoices = await engine.searchList({ method: 'searchInvoices', credential });
		expect(invoices.results[0]?.name).toMatch(/^00100/);
	});
});

describe('Codes and invoices', () => {
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
		])('finds %s first', async (typed, code) => {
			expect(await firstOf('searchCountries', typed)).toBe(code);
		});
	});

	describe('The search for currencies', () => {
		it.each([
			['GBP', 'GBP'],
			['british pound', 'GBP'],
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
	});
});

describe('Unbilled records', () => {
	const billing = useBilling();
	const { projects, entries, linesOf } = useUnbilled(billing);

	describe('the lists to choose from', () => {
		const search = (method: string, form: INodeParameters, filter?: string) => {
			const operation = method === 'searchUnbilledExpenses' ? 'createFromExpense' : 'createFromTimeTracking';
			const parameters = { resource: 'invoice', operation, ...form };
			return engine.searchList({ method, parameters, filter, credential: billing.credential() });
		};

		it('show the unbilled time entries of the projects of the client, with task, project and notes', async () => {
			const { results } = await search('searchUnbilledTimeEntries', { clientId: byId(CLIENT) });
			expect(results.map(({ value }) => value)).toEqual(entries().map(({ id }) => id));
			const noted = entries().findIndex(({ notes }) => notes !== '');
			const entry = entries()[noted];
			const task = billing.sandbox.records('task').find(({ id }) => id === entry?.task_id);
			const project = projects().find(({ id }) => id === entry?.project_id);
			expect(results[noted]?.name).toBe(
				`${entry?.work_date}, ${Number(entry?.hours_worked)} h – ${task?.name}, ${project?.name}, ${entry?.notes}`,
			);
		});

		it('show what matches the text and the filters', async () => {
			const projectId = projects()[1]?.id ?? 0;
			const meant = entries().filter(({ project_id }) => project_id === projectId);
			const parameters = { clientId: byId(CLIENT), filters: { projectId: byId(projectId) } };
			const { results } = await search('searchUnbilledTimeEntries', parameters);
			expect(results.map(({ value }) => value)).toEqual(meant.map(({ id }) => id));
			const [one] = meant;
			const typed = await search('searchUnbilledTimeEntries', parameters, one?.work_date);
			expect(typed.results.map(({ value }) => value)).toEqual([one?.id]);
		});

		it('are empty, without an error, before a client is chosen', async () => {
			for (const form of [{}, { clientId: byId('') }])
				expect(await search('searchUnbilledTimeEntries', form)).toEqual({ results: [] });
			expect(billing.methods()).toEqual([]);
		});

		it.each([byId('={{ $json.client }}'), locator('email', '={{ $json.email }}')])(
			'say what to do where the client is %j',
			async (clientId) => {
				await expect(search('searchUnbilledTimeEntries', { clientId })).rejects.toMatchObject({
					message: 'The client is only known when the node runs',
					description: containing('All Unbilled'),
				});
			},
		);

		it('give what the node takes', async () => {
			const { results } = await search('searchUnbilledTimeEntries', { clientId: byId(CLIENT) });
			const { name, value } = results[0] ?? {};
			// As the editor stores an entry of a list.
			const entry = [{ id: { ...locator('list', Number(value)), cachedResultName: name ?? '' } }];
			const parameters = { clientId: byId(CLIENT), entriesFrom: 'chosen', timeEntries: { entry } };
			const [invoice] = await billing.outputOf('invoice', 'createFromTimeTracking', parameters);
			expect(linesOf(invoice?.['invoice_id'])).toMatchObject([{ type: 'Time' }]);
			expect(entries().map(({ id }) => id)).not.toContain(results[0]?.value);
		});
	});
});

describe('Requests of unbilled records', () => {
	describe('In the lists of unbilled records', () => {
		const billing = useBilling();
		const { entries } = useUnbilled(billing);
		const requestsOf = async (method: string, filter?: string, parameters = {}) => {
			const before = billing.methods().length;
			const credential = billing.credential();
			const { results } = await engine.searchList({ method, filter, parameters, credential });
			return { results, requests: billing.methods().slice(before) };
		};

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
});
