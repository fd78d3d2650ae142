import type { IDataObject } from 'n8n-workflow';
import { findOperation } from '../../../nodes/XmlBilling/actions';
import { RECORD_TYPES } from '../../../nodes/XmlBilling/records';
import { textOf } from '../../../nodes/XmlBilling/xml/shape';
import { byId, useBilling } from '../billing.mts';
import { OPERATIONS } from '../operations.mts';
import { listed, useScriptedService, xml } from '../scripted.mts';

const billing = useBilling();
const service = useScriptedService();

const LINKED = RECORD_TYPES.filter(({ links }) => links !== undefined);
const RAW = { simplify: false, returnAll: true };
const NO_NAMES = { options: { includeNames: false } };
const EACH = { invoiceId: byId('={{ $json.id }}') };

/** The resource and the operation that call a method. */
function placeOf(method: string): [resource: string, operation: string] {
	const { parameters } = OPERATIONS.find((one) => one.method === method) ?? {};
	return [parameters?.resource ?? '', parameters?.operation ?? ''];
}

/** All records of a kind, by identifier. */
async function recordsOf(kind: string): Promise<Map<unknown, IDataObject>> {
	const { id = '', list = '' } = RECORD_TYPES.find(({ name }) => name === kind) ?? {};
	const records = await billing.outputOf(...placeOf(list), { ...RAW, ...NO_NAMES });
	return new Map(records.map((record) => [record[id], record]));
}

/** Adds links of every kind that the sandbox lacks. */
function fill(): void {
	const { sandbox } = billing;
	sandbox.change('invoice', 2, { late_fee_id: 1 });
	sandbox.change('expense', 2, { client_id: 2, project_id: 1, tax1: 1, tax2: 4 });
	sandbox.change('project', 1, { client_id: 2, project_manager_id: 2 });
	sandbox.store.run('INSERT OR IGNORE INTO staff_client (staff_id, client_id) VALUES (2, 1)');
}

it.each(LINKED)('Get and Get Many of a $label name the records that it names by identifier', async (type) => {
	fill();
	const { id, list, get = '', links = [] } = type;
	const output = await billing.outputOf(...placeOf(list), RAW);
	for (const { field, to, adds } of links) {
		const linked = await recordsOf(to);
		for (const [name, source] of Object.entries(adds)) {
			const nameOf = (one: unknown) => textOf(linked.get(one)?.[source]);
			const named = (value: unknown) => (Array.isArray(value) ? value.map(nameOf).join(', ') : nameOf(value));
			const shown = output.map((record) => record[name]);
			expect(shown).toEqual(output.map((record) => named(record[field])));
			expect(shown.filter((text) => typeof text === 'string' && text !== '')).not.toEqual([]);
		}
	}
	const one = output.at(-1) ?? {};
	const [resource, operation] = placeOf(get);
	const locator = findOperation(resource, operation)?.properties[0]?.name ?? '';
	const parameters = { [locator]: byId(Number(one[id])), simplify: false };
	const [same = {}] = await billing.outputOf(resource, operation, parameters);
	const names = links.flatMap(({ adds }) => Object.keys(adds));
	expect(names.map((name) => same[name])).toEqual(names.map((name) => one[name]));

	billing.sandbox.clearRequests();
	await billing.outputOf(...placeOf(list), { ...RAW, ...NO_NAMES });
	expect(billing.methods().filter((other) => other !== list)).toEqual([]);
});

it('A record that cannot be read leaves its names empty, with a warning of its item, and fails nothing', async () => {
	billing.sandbox.change('client', 2, { account_id: 2 });
	const items = billing.sandbox.records('invoice').filter(({ id }) => id <= 12);
	const output = await billing.outputOf('invoice', 'get', { ...EACH, simplify: false }, { items });
	const nameless = output.flatMap(({ client_email: email }, item) => (email === '' ? [item + 1] : []));
	expect(nameless).toEqual(items.flatMap(({ client_id }, item) => (client_id === 2 ? [item + 1] : [])));
	expect(nameless).toHaveLength(1);
	expect(billing.warnings()).toBe(
		`Item ${nameless.join()}: Some names are empty, because these linked records could not be read: client.`,
	);
	await billing.sandbox.setFaults([{ fault: 'malformed', method: 'getClient' }]);
	const [unread] = await billing.outputOf('invoice', 'get', { invoiceId: byId(1) });
	expect(unread).toMatchObject({ client_email: '' });
});

it('Names that a list leaves empty are read from the records, of many as of few', async () => {
	const ids = [1, 2, 3, 4, 5];
	const client = (client_id: number | string, organization: string) =>
		xml('client', { client_id, organization, name: '', email: '' });
	const invoice = (id: number) => xml('invoice', { invoice_id: id, client: `<client_id>${id}</client_id>` });
	service.answer('listInvoice', listed('invoices', ids.map(invoice).join('')));
	service.answer('listClient', listed('clients', ids.map((id) => client(id, '')).join('')));
	service.answer('getClient', (document) => {
		const id = /client_id>(\d+)/.exec(document)?.[1] ?? '';
		return client(id, `Acme ${id}`);
	});
	const more = { credential: service.credential() };
	const output = await billing.outputOf('invoice', 'getAll', { returnAll: true }, more);
	expect(output.map((record) => record['client_organization'])).toEqual(ids.map((id) => `Acme ${id}`));
});
