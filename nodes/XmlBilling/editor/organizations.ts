import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { clientRecord } from '../records';
import { clientIdOf } from '../actions/documents/billedClients';
import { organizationOf } from '../records/display';
import type { BillingApi } from '../transport/billingApi';
import { mapInOrder } from '../transport/mapInOrder';
import { MAX_PER_PAGE } from '../transport/pages';
import { textOf, type BillingRecord } from '../xml/shape';
import { createMemory } from '../transport/processMemory';
import { accountKey } from './memory';

interface Clients {
	/** By identifier; empty for a client that isn't listed. */
	readonly organizations: Map<number, string>;
	/** The number of older pages that may still be read. Undefined until the first page is read. */
	olderPages?: number;
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
	const clients = accounts.get(account) ?? accounts.set(account, { organizations: new Map() });
	const unnamed = invoices.filter((invoice) => organizationOf(invoice) === '');
	const ids = unnamed.flatMap((invoice) => clientIdOf(invoice) ?? []);
	await learn(api, clients, ids).catch(() => undefined);
	return invoices.map((invoice) => ({
		organization: clients.organizations.get(clientIdOf(invoice) ?? 0) ?? '',
		...invoice,
	}));
}

/** Reads the newest clients if one is newer than all that are known, and the older ones once if those are not enough. */
async function learn(api: BillingApi, clients: Clients, ids: readonly number[]): Promise<void> {
	const { organizations } = clients;
	const unknown = () => ids.filter((id) => !organizations.has(id));
	const readPage = async (page: number): Promise<number> => {
		const { records, totalPages } = await api.page(clientRecord, {}, page, MAX_PER_PAGE);
		for (const client of records)
			organizations.set(Number(client[clientRecord.id] ?? 0), textOf(client['organization']));
		return totalPages;
	};
	const newest = Math.max(0, ...organizations.keys());
	if (unknown().some((id) => id > newest)) {
		const pages = await readPage(1);
		clients.olderPages ??= Math.min(pages, MAX_PAGES) - 1;
	}
	if (unknown().length > 0 && clients.olderPages) {
		const older = Array.from({ length: clients.olderPages });
		await mapInOrder(older, async (_, index) => await readPage(index + 2));
		clients.olderPages = 0;
	}
	for (const id of unknown()) organizations.set(id, '');
}
