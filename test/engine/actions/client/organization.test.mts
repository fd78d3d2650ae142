import type { INodeParameters } from 'n8n-workflow';
import { byId, containing, locator, useBilling } from '../../billing.mts';

const NAME = 'Harbour Books Ltd';
const byOrganization = (name: string) => locator('organization', name);

describe.each(['full', 'bare'] as const)(
	'A client chosen by its organization, where lists are %s',
	(listRecords) => {
		const billing = useBilling({ listRecords });
		const clientOf = async (name: string, more: object = {}) =>
			(await billing.outputOf('client', 'get', { clientId: byOrganization(name) }, more))[0];
		beforeEach(() => {
			for (const { id } of billing.sandbox.records('client'))
				billing.sandbox.change('client', id, { organization: id === 3 ? NAME : `Other ${id} Ltd` });
		});

		it.each([NAME, ' harbour  BOOKS\tltd ', 'Harbour\u00a0Books Ltd'])('is found by %j', async (name) => {
			expect(await clientOf(name)).toMatchObject({ client_id: 3 });
			billing.sandbox.change('client', 3, { organization: ' Harbour   Books LTD' });
			expect(await clientOf(name)).toMatchObject({ client_id: 3 });
		});

		it.each(['Harbour Books', 'Harbour Books Ltd.', 'HarbourBooks Ltd'])(
			'is not found by %j, and only the description has the name',
			async (name) => {
				const { error } = await billing.run('client', 'delete', { clientId: byOrganization(name) });
				expect(error).toMatchObject({
					message: 'Client: there is no active client with this organization',
					description: containing(`The organization is '${name}'.`),
				});
				expect(billing.writes()).toEqual([]);
			},
		);

		it('must be the only active one', async () => {
			billing.sandbox.change('client', 2, { organization: NAME.toUpperCase() });
			const { error } = await billing.run('client', 'delete', { clientId: byOrganization(NAME) });
			expect(error).toMatchObject({
				message: 'Client: there is more than one client with this organization',
				description: containing('Choose one of them by ID: 3, 2.'),
			});
			expect(billing.writes()).toEqual([]);
			billing.sandbox.change('client', 2, { status: 'Archived' });
			expect(await clientOf(NAME)).toMatchObject({ client_id: 3 });
		});

		it('takes one reading of the clients for all items, and another one after a client was written', async () => {
			const items = [NAME, 'Other 1 Ltd', NAME.toLowerCase()].map((name) => ({ name }));
			const create = {
				...{ clientId: byOrganization('={{ $json.name }}'), linesFrom: 'none', options: { return: 'id' } },
				additionalFields: { address: 'A' },
			};
			await billing.outputOf('invoice', 'create', create, { items });
			expect(billing.sent('createInvoice')).toMatchObject(
				['3', '1', '3'].map((client_id) => ({ client: { client_id } })),
			);
			expect(billing.sent('listClient')).toHaveLength(1);
			billing.sandbox.clearRequests();
			const rename = {
				clientId: byOrganization('={{ $json.from }}'),
				updateFields: { organization: '={{ $json.to }}' },
			};
			const names = [
				{ from: NAME, to: 'New Ltd' },
				{ from: 'new ltd', to: 'Newer Ltd' },
			];
			await billing.outputOf('client', 'update', rename, { items: names });
			expect(billing.sandbox.records('client').find(({ id }) => id === 3)?.organization).toBe('Newer Ltd');
			expect(billing.sent('listClient')).toHaveLength(2);
		});

		it.each<[string, string, INodeParameters]>([
			['a filter', 'getAll', { filters: { clientId: byOrganization(NAME) } }],
			['an update', 'update', { invoiceId: byId(2), updateFields: { clientId: byOrganization(NAME) } }],
		])('can be chosen in %s, and by an agent', async (_, operation, parameters) => {
			await billing.outputOf('invoice', operation, parameters, { isTool: true });
			const [sent] = [...billing.sent('listInvoice'), ...billing.sent('updateInvoice')];
			expect(JSON.stringify(sent)).toContain('"client_id":"3"');
		});

		it('is known in the lists of the editor', async () => {
			billing.sandbox.change('client', 3, { organization: 'Elsewhere' });
			billing.sandbox.change('client', 1, { organization: NAME });
			const search = async (clientId: INodeParameters[string]) => {
				const parameters = { resource: 'invoice', operation: 'createFromExpense', clientId };
				const credential = billing.credential();
				return await engine.searchList({ method: 'searchUnbilledExpenses', credential, parameters });
			};
			const byName = await search(byOrganization(NAME));
			expect(byName).toEqual(await search(byId(1)));
			expect(byName.results).not.toEqual([]);
		});

		it('leaves out nothing of Get Many that has this organization, and nothing else passes', async () => {
			billing.sandbox.change('client', 2, { organization: 'HARBOUR  Books Ltd ' });
			billing.sandbox.change('client', 4, { organization: `${NAME} & Co` });
			const idsOf = async (parameters: INodeParameters) =>
				(await billing.outputOf('client', 'getAll', parameters)).map(({ client_id }) => client_id);
			const filters = { organization: ' harbour books ltd' };
			expect(await idsOf({ filters })).toEqual([3, 2]);
			expect(await idsOf({ filters, limit: 1 })).toEqual([3]);
			expect(await idsOf({ filters: { ...filters, clientStatus: 'Archived' } })).toEqual([]);
			expect(billing.sent('listClient')[0]).toEqual({ filter: { page: '1', per_page_record: '100' } });
			const { error } = await billing.run('client', 'getAll', { filters: { organization: '={{ "" }}' } });
			expect(error?.message).toContain('Filters › Organization evaluated to nothing');
		});

		it('may be one of many that have a text in their names or email, in any case and without accents', async () => {
			const email = 'other@example.com';
			for (const { id } of billing.sandbox.records('client'))
				billing.sandbox.change('client', id, { name: 'Ann', email });
			billing.sandbox.change('client', 2, { organization: ' CAFÉ  Münster ' });
			billing.sandbox.change('client', 3, { organization: 'Other', name: 'José Cafe\u0301 munster' });
			billing.sandbox.change('client', 4, { organization: 'Other', email: 'hello@cafe munster.example' });
			billing.sandbox.change('client', 5, { organization: 'Café, Münster' });
			const idsOf = async (contains: string, more: INodeParameters = {}, filters: INodeParameters = {}) => {
				const parameters = { returnAll: true, ...more, filters: { contains, ...filters } };
				return (await billing.outputOf('client', 'getAll', parameters)).map(({ client_id }) => client_id);
			};
			for (const part of [' cafe   MUNSTER', 'fé Mün', 'afe\u0301\u00a0munst'])
				expect(await idsOf(part)).toEqual([4, 3, 2]);
			expect(await idsOf('cafe munster', { returnAll: false, limit: 2 })).toEqual([4, 3]);
			expect(await idsOf('@CAFE')).toEqual([4]);
			expect(await idsOf('munster', {}, { organization: 'café  MÜNSTER' })).toEqual([2]);
			expect(await idsOf('nowhere')).toEqual([]);
			// It must not mean every client.
			expect(await idsOf('\u0301')).toEqual([]);
			expect(billing.warnings()).toBe('');
			const { error } = await billing.run('client', 'getAll', { filters: { contains: '={{ "" }}' } });
			expect(error?.message).toContain('Filters › Contains evaluated to nothing');
		});

		it('may lack what a text is sought in', async () => {
			billing.sandbox.change('client', 2, { organization: 'Zebre', name: '', email: '' });
			billing.sandbox.change('client', 3, { organization: '', name: '', email: 'zebre@example.com' });
			billing.sandbox.change('client', 4, { organization: '', name: '', email: '' });
			const filters = { contains: 'zébré' };
			const found = await billing.outputOf('client', 'getAll', { filters });
			expect(found.map(({ client_id }) => client_id)).toEqual([3, 2]);
		});
	},
);

it('The trigger does not let users choose a client that it would have to look up', () => {
	const { properties } = engine.nodeType('xmlBillingTrigger').description;
	const filters = properties.find(({ name }) => name === 'filters')?.options ?? [];
	const client = filters.find(({ name }) => name === 'clientId');
	expect(client).toMatchObject({ modes: [{ name: 'list' }, { name: 'id' }] });
});
