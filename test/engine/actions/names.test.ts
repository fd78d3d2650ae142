import type { IDataObject } from 'n8n-workflow';
import { RESOURCES } from '../../../nodes/XmlBilling/actions';
import { RECORD_TYPES } from '../../../nodes/XmlBilling/records';
import { byId, useBilling } from '../billing.ts';
import { OPERATIONS } from '../operations.ts';

const billing = useBilling();
const bare = useBilling({ listRecords: 'bare' });

const LINKED = RECORD_TYPES.filter(({ links }) => links !== undefined);
const RAW = { simplify: false, returnAll: true };
const NO_NAMES = { options: { includeNames: false } };
const EACH = { invoiceId: byId('={{ $json.id }}') };

/** The resource and the operation that call a method. */
function placeOf(method: string): [resource: string, operation: string] {
	const { parameters } = OPERATIONS.find((one) => one.method === method) ?? {};
	return [parameters?.resource ?? '', parameters?.operation ?? ''];
}

const locatorOf = (method: string): string =>
	RESOURCES.flatMap(({ operations }) => operations).find((one) => one.method === method)?.properties[0]
		?.name ?? '';

/** All records of a kind, by identifier. */
async function recordsOf(kind: string): Promise<Map<unknown, IDataObject>> {
	const { id = '', list = '' } = RECORD_TYPES.find(({ name }) => name === kind) ?? {};
	const records = await billing.outputOf(...placeOf(list), { ...RAW, ...NO_NAMES });
	return new Map(records.map((record) => [record[id], record]));
}

/** Links of every kind, where the sandbox has none. */
function fill(): void {
	const { sandbox } = billing;
	sandbox.change('invoice', 2, { late_fee_id: 1 });
	sandbox.change('expense', 2, { client_id: 2, project_id: 1, tax1: 1, tax2: 4 });
	sandbox.change('project', 1, { client_id: 2, project_manager_id: 2 });
	sandbox.store.run('INSERT OR IGNORE INTO staff_client (staff_id, client_id) VALUES (2, 1)');
}

/** The requests besides those of one method, counted by method. */
function othersThan(method: string, { methods } = billing): Record<string, number> {
	const others: Record<string, number> = {};
	for (const other of methods()) if (other !== method) others[other] = (others[other] ?? 0) + 1;
	return others;
}

/** Invoices of the main account, shared out among as many clients. @returns their identifiers */
function addInvoices(invoices: number, clients: number, { sandbox } = billing): Array<{ id: number }> {
	const [client] = sandbox.records('client');
	const [invoice] = sandbox.records('invoice');
	const copy = (kind: 'client' | 'invoice', row: object = {}, more: object = {}) =>
		sandbox.store.insert(kind, { ...Object.fromEntries(Object.entries(row).slice(1)), ...more });
	return sandbox.store.transaction(() => {
		const owners = Array.from({ length: clients }, (_, nth) =>
			copy('client', client, { username: `owner ${nth}`, name: `Owner ${nth}` }),
		);
		return Array.from({ length: invoices }, (_, nth) => {
			const number = `N-${nth}`;
			return {
				id: copy('invoice', invoice, { number, number_key: number, client_id: owners[nth % clients] }),
			};
		});
	});
}

it.each(LINKED)('Get and Get Many of a $label name the records that it names by identifier', async (type) => {
	fill();
	const { id, list, get = '', links = [] } = type;
	const output = await billing.outputOf(...placeOf(list), RAW);
	for (const { field, to, adds } of links) {
		const linked = await recordsOf(to);
		for (const [name, source] of Object.entries(adds)) {
			const nameOf = (one: unknown) => linked.get(one)?.[source] ?? '';
			const named = (value: unknown) => (Array.isArray(value) ? value.map(nameOf) : nameOf(value));
			const shown = output.map((record) => record[name]);
			expect(shown).toEqual(output.map((record) => named(record[field])));
			expect(shown.flat().filter((text) => typeof text === 'string' && text !== '')).not.toEqual([]);
		}
	}
	const some = output.slice(-6);
	const parameters = { [locatorOf(get)]: byId('={{ $json.id }}'), simplify: false };
	const items = some.map((record) => ({ id: record[id] }));
	const names = links.flatMap(({ adds }) => Object.keys(adds));
	const pick = (record: IDataObject) => names.map((name) => record[name]);
	expect((await billing.outputOf(...placeOf(get), parameters, { items })).map(pick)).toEqual(some.map(pick));

	billing.sandbox.clearRequests();
	const [plain = {}] = await billing.outputOf(...placeOf(list), { ...RAW, ...NO_NAMES });
	expect(othersThan(list)).toEqual({});
	const left = names.filter((name) => plain[name] !== undefined);
	expect(left).toEqual(left.filter((name) => name === 'client_organization'));
});

it('A record that cannot be read leaves its names empty, with one warning, and fails nothing', async () => {
	const [first, other] = billing.sandbox.records('invoice').filter(({ client_id }) => client_id <= 2);
	const gone = first?.client_id ?? 0;
	billing.sandbox.change('client', gone, { account_id: 2 });
	const own = billing.sandbox.records('invoice').filter(({ account_id }) => account_id === 1);
	const ids = [first, other, ...own.slice(0, 12)].map((invoice) => ({ id: invoice?.id }));
	const output = await billing.outputOf('invoice', 'get', { ...EACH, simplify: false }, { items: ids });
	for (const { client_id, client_email: email } of output) expect(email === '').toBe(client_id === gone);
	expect(billing.warnings()).toBe(
		'Item 1: Some names are empty, because these linked records could not be read: client.',
	);
});

it('A fault of every read of names is a warning only', async () => {
	await billing.sandbox.setFaults([{ fault: 'malformed', method: 'getClient' }]);
	const [invoice] = await billing.outputOf('invoice', 'get', { invoiceId: byId(1) });
	expect(invoice).toMatchObject({
		invoice_id: 1,
		client_organization: '',
		client_name: '',
		client_email: '',
	});
	expect(billing.warnings()).toContain('could not be read: client.');
});

it('10,000 invoices of 800 clients take at most 20 requests more, and an archived client one more', async () => {
	addInvoices(10_000, 800);
	const archived = billing.sandbox.records('client').at(-1)?.id ?? 0;
	billing.sandbox.change('client', archived, { status: 'Archived' });
	const output = await billing.outputOf('invoice', 'getAll', { returnAll: true });
	expect(output.length).toBeGreaterThan(10_000);
	expect(output.filter(({ client_name }) => typeof client_name !== 'string' || client_name === '')).toEqual(
		[],
	);
	// 20 clients of the seed and 800 more: 9 pages.
	expect(othersThan('listInvoice')).toEqual({ listClient: 9, getClient: 1 });
	expect(billing.sent('getClient')).toEqual([{ client_id: String(archived) }]);
});

it('300 items of 40 clients read each client at most once', async () => {
	const items = addInvoices(300, 40);
	const output = await billing.outputOf('invoice', 'get', EACH, { items });
	expect(new Set(output.map(({ client_name }) => client_name)).size).toBe(40);
	expect(othersThan('getInvoice')).toEqual({ listClient: 1 });
});

it('Where lists show no names, each client is read on its own, once', async () => {
	const items = addInvoices(300, 40, bare);
	const output = await bare.outputOf('invoice', 'get', EACH, { items });
	expect(output.map(({ client_name }) => client_name)).toEqual(items.map((_, nth) => `Owner ${nth % 40}`));
	expect(othersThan('getInvoice', bare)).toEqual({ listClient: 1, getClient: 40 });
});

it('Only names that are shown are read: simplified projects show neither staff nor tasks', async () => {
	fill();
	const [project] = await billing.outputOf('project', 'getAll', { limit: 1 });
	expect(project).not.toHaveProperty('task_names');
	expect(othersThan('listProject')).not.toHaveProperty('getTask');
});
