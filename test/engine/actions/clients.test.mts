import type { INodeParameters } from 'n8n-workflow';
import { byId, containing, locator, useBilling } from '../billing.mts';

const NAME = 'Harbour Books Ltd';
const byOrganization = (name: string) => locator('organization', name);

describe.each(['full', 'bare'] as const)(
	'A client chosen by its organization, where lists are %s',
	(listRecords) => {
		const billing = useBilling({ listRecords });
		const change = (id: number, values: object) => billing.sandbox.change('client', id, { ...values });
		const idsOf = async (filters: INodeParameters, more: INodeParameters = { returnAll: true }) =>
			(await billing.outputOf('client', 'getAll', { ...more, filters })).map((row) => row['client_id']);
		beforeEach(() => {
			for (const { id } of billing.sandbox.records('client'))
				change(id, { organization: id === 3 ? NAME : `Other ${id} Ltd` });
		});

		it('is found in any case and whatever its blanks, and must be the only active one', async () => {
			const items = [NAME, ' harbour  BOOKS\tltd ', 'Harbour\u00a0Books Ltd'].map((name) => ({ name }));
			const get = { clientId: byOrganization('={{ $json.name }}') };
			for (const organization of [NAME, ' Harbour   Books LTD']) {
				change(3, { organization });
				const found = await billing.outputOf('client', 'get', get, { items });
				expect(found.map(({ client_id: id }) => id)).toEqual([3, 3, 3]);
			}
			const refused = async (name: string) =>
				(await billing.run('client', 'delete', { clientId: byOrganization(name) })).error;
			for (const name of ['Harbour Books', 'Harbour Books Ltd.', 'HarbourBooks Ltd'])
				expect(await refused(name)).toMatchObject({
					message: 'Client: there is no active client with this organization',
					description: containing(`The organization is '${name}'.`),
				});
			change(2, { organization: NAME.toUpperCase() });
			expect(await refused(NAME)).toMatchObject({
				message: 'Client: there is more than one client with this organization',
				description: containing('Choose one of them by ID: 3, 2.'),
			});
			expect(billing.writes()).toEqual([]);
			change(2, { status: 'Archived' });
			expect(await billing.outputOf('client', 'get', get, { items })).toHaveLength(3);
		});

		it('takes one reading of the clients for all items, and another one after a client was written', async () => {
			const items = [NAME, 'Other 1 Ltd', NAME.toLowerCase()].map((name) => ({ name }));
			const empty = { linesFrom: 'none', options: { return: 'id' }, additionalFields: { address: 'A' } };
			const create = { ...empty, clientId: byOrganization('={{ $json.name }}') };
			await billing.outputOf('invoice', 'create', create, { items });
			const clients = ['3', '1', '3'].map((client_id) => ({ client: { client_id } }));
			expect(billing.sent('createInvoice')).toMatchObject(clients);
			expect(billing.sent('listClient')).toHaveLength(1);
			billing.sandbox.clearRequests();
			const updateFields = { organization: '={{ $json.to }}' };
			const rename = { clientId: byOrganization('={{ $json.from }}'), updateFields };
			const second = { from: 'new ltd', to: 'Newer Ltd' };
			const both = { items: [{ from: NAME, to: 'New Ltd' }].concat(second) };
			await billing.outputOf('client', 'update', rename, both);
			expect(billing.sandbox.store.row('client', 3)).toMatchObject({ organization: 'Newer Ltd' });
			expect(billing.sent('listClient')).toHaveLength(2);
		});

		it('can be chosen in a filter and an update, by an agent as well', async () => {
			const isTool = { isTool: true };
			await billing.outputOf('invoice', 'getAll', { filters: { clientId: byOrganization(NAME) } }, isTool);
			const updateFields = { clientId: byOrganization(NAME) };
			await billing.outputOf('invoice', 'update', { invoiceId: byId(2), updateFields }, isTool);
			for (const sent of [billing.sent('listInvoice')[0], billing.sent('updateInvoice')[0]])
				expect(JSON.stringify(sent)).toContain('"client_id":"3"');
		});

		it('is found in Get Many by its whole organization, or by a text in its names or email', async () => {
			change(2, { organization: 'HARBOUR  Books Ltd ' });
			change(4, { organization: `${NAME} & Co` });
			expect(await idsOf({ organization: ' harbour books ltd' })).toEqual([3, 2]);
			expect(await idsOf({ organization: NAME }, { limit: 1 })).toEqual([3]);
			expect(await idsOf({ organization: NAME, clientStatus: 'Archived' })).toEqual([]);
			expect(billing.sent('listClient')[0]).toEqual({ filter: { page: '1', per_page_record: '100' } });
			for (const { id } of billing.sandbox.records('client'))
				change(id, { name: 'Ann', organization: 'Other', email: 'other@example.com' });
			change(2, { organization: ' CAFÉ  Münster ', name: '', email: '' });
			change(3, { name: 'José Cafe\u0301 munster' });
			change(4, { organization: '', name: '', email: 'hello@cafe munster.example' });
			change(5, { organization: 'Café, Münster' });
			change(6, { organization: '', name: '', email: '' });
			for (const contains of [' cafe   MUNSTER', 'fé Mün', 'afe\u0301\u00a0munst'])
				expect(await idsOf({ contains })).toEqual([4, 3, 2]);
			expect(await idsOf({ contains: 'cafe munster' }, { limit: 2 })).toEqual([4, 3]);
			expect(await idsOf({ contains: 'munster', organization: 'café  MÜNSTER' })).toEqual([2]);
			// A text without letters must not mean every client.
			for (const contains of ['nowhere', '\u0301']) expect(await idsOf({ contains })).toEqual([]);
			expect(billing.warnings()).toBe('');
		});
	},
);

it('The trigger does not let users choose a client that it would have to look up', () => {
	const { properties } = engine.nodeType('xmlBillingTrigger').description;
	const filters = properties.find(({ name }) => name === 'filters')?.options ?? [];
	const client = filters.find(({ name }) => name === 'clientId');
	expect(client).toMatchObject({ modes: [{ name: 'list' }, { name: 'id' }] });
});
