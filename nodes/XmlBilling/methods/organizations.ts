import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { clientRecord } from '../records';
import { organizationOf, valueAt } from '../records/display';
import type { BillingApi } from '../transport/billingApi';
import { MAX_PER_PAGE } from '../transport/pages';
import { CREDENTIAL } from '../transport/sender';
import { textOf, type BillingRecord } from '../xml/shape';

/** Organizations by client identifier; empty for a client that isn't listed. */
type Organizations = Map<string, string>;

const MEMORY_MS = 180_000;
const MOST_ACCOUNTS = 20;
// Reading more clients would delay the list.
const MOST_PAGES = 10;

// n8n makes a new context for each search, so these are kept in the process.
const memories = new Map<string, { readonly until: number; readonly organizations: Organizations }>();

/**
 * Adds the clients' organizations to invoices, which show only client identifiers (§2.2). Users can choose invoices
 * without them, so errors are ignored.
 */
export async function withOrganizations(
	context: ILoadOptionsFunctions,
	api: BillingApi,
	invoices: readonly BillingRecord[],
): Promise<BillingRecord[]> {
	const known = organizationsOf(context, api);
	const unnamed = invoices.filter((invoice) => organizationOf(invoice) === '').map(clientIdOf);
	await learn(api, known, new Set(unnamed)).catch(() => undefined);
	return invoices.map((invoice) => ({ organization: known.get(clientIdOf(invoice)) ?? '', ...invoice }));
}

const clientIdOf = (invoice: BillingRecord): string => textOf(valueAt(invoice, 'client/client_id'));

function organizationsOf(context: ILoadOptionsFunctions, api: BillingApi): Organizations {
	// Token marks may collide; credential identifiers don't.
	const account = `${context.getNode().credentials?.[CREDENTIAL]?.id} ${api.baseUrl} ${api.tokenMark}`;
	const remembered = memories.get(account);
	if (remembered !== undefined && remembered.until > Date.now()) return remembered.organizations;
	const organizations: Organizations = new Map();
	memories.delete(account);
	memories.set(account, { until: Date.now() + MEMORY_MS, organizations });
	const [oldest = account] = memories.keys();
	if (memories.size > MOST_ACCOUNTS) memories.delete(oldest);
	return organizations;
}

/** Reads clients: the first page, and the others only if some clients are still unknown. */
async function learn(api: BillingApi, known: Organizations, ids: ReadonlySet<string>): Promise<void> {
	const isKnown = () => [...ids].every((id) => known.has(id));
	const readPage = async (page: number) => {
		const load = async () => await api.page(clientRecord, {}, page, MAX_PER_PAGE);
		// A search over several pages of invoices reads each page of clients only once.
		const { records, totalPages } = await api.remember(clientRecord.name, `page ${page}`, load);
		for (const client of records) known.set(textOf(client[clientRecord.id]), textOf(client['organization']));
		return Math.min(totalPages, MOST_PAGES);
	};
	if (isKnown()) return;
	const pages = await readPage(1);
	if (!isKnown())
		await Promise.all(Array.from({ length: pages - 1 }, async (_, index) => await readPage(index + 2)));
	for (const id of ids) if (!known.has(id)) known.set(id, '');
}
