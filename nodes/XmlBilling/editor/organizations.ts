import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { clientRecord } from '../records';
import { organizationOf, valueAt } from '../records/display';
import type { BillingApi } from '../transport/billingApi';
import { MAX_PER_PAGE } from '../transport/pages';
import { textOf, type BillingRecord } from '../xml/shape';
import { accountKey, createMemory } from './memory';

interface Clients {
	/** By identifier; empty for a client that isn't listed. */
	readonly organizations: Map<string, string>;
	/** The reading of all pages. Undefined until it begins, and after it failed. */
	pages: Promise<unknown> | undefined;
}

const MEMORY_MS = 180_000;
const MAX_ACCOUNTS = 20;
// Reading more clients would delay the list.
const MAX_PAGES = 10;

const accounts = createMemory<Clients>(MEMORY_MS, MAX_ACCOUNTS);

/**
 * Adds the clients' organizations to invoices, which show only client identifiers (§2.2). Users can choose invoices
 * without them, so errors are ignored.
 */
export async function withOrganizations(
	context: ILoadOptionsFunctions,
	api: BillingApi,
	invoices: readonly BillingRecord[],
): Promise<BillingRecord[]> {
	const account = accountKey(context, api);
	const clients =
		accounts.get(account) ?? accounts.set(account, { organizations: new Map(), pages: undefined });
	const unnamed = invoices.filter((invoice) => organizationOf(invoice) === '').map(clientIdOf);
	await learn(api, clients, unnamed).catch(() => undefined);
	return invoices.map((invoice) => ({
		organization: clients.organizations.get(clientIdOf(invoice)) ?? '',
		...invoice,
	}));
}

const clientIdOf = (invoice: BillingRecord): string => textOf(valueAt(invoice, 'client/client_id'));

/** Reads all pages of clients once, and then only the first page, if a client is newer than all that are known. */
async function learn(api: BillingApi, clients: Clients, ids: readonly string[]): Promise<void> {
	const { organizations } = clients;
	const unknown = () => ids.filter((id) => !organizations.has(id));
	const readPage = async (page: number): Promise<number> => {
		const { records, totalPages } = await api.page(clientRecord, {}, page, MAX_PER_PAGE);
		for (const client of records)
			organizations.set(textOf(client[clientRecord.id]), textOf(client['organization']));
		return Math.min(totalPages, MAX_PAGES);
	};
	const readAll = async () => {
		const pages = await readPage(1);
		await Promise.all(Array.from({ length: pages - 1 }, async (_, index) => await readPage(index + 2)));
	};
	if (unknown().length === 0) return;
	if (clients.pages === undefined) {
		clients.pages = readAll();
		clients.pages.catch(() => (clients.pages = undefined));
		await clients.pages;
	} else {
		await clients.pages;
		// An account may have more clients than were read. Reading them again would not find the older ones.
		const newest = Math.max(...[...organizations.keys()].map(Number));
		if (unknown().some((id) => Number(id) > newest)) await readPage(1);
	}
	for (const id of unknown()) organizations.set(id, '');
}
