import { elementsAt, textAt, textsAt, type Element, type Sandbox } from '../../../sandbox/index.mts';
import { byId, isThere } from '../billing.mts';
import { both, operate, poll, search, testCredential, type Begin } from './calls.mts';

/** A kind of call that people make. */
export interface Caller {
	/** Its words on the reliability page. */
	readonly words: string;
	/** The method that faults hit, and which of its calls, counted from 1. */
	readonly method: string;
	readonly call: number;
	/** The items of this call, counted from 0; without them there is only one result. */
	readonly items?: readonly number[];
	/** Its records show the outcome of a write. */
	readonly isLookedUp?: boolean;
	/** Makes only one attempt. */
	readonly isSingle?: boolean;
	/** The subject of a request of the method, one entry for each record. */
	readonly recordsIn: (request: Element) => string[];
	/** For writes: the records that they have changed, with repetitions. */
	readonly changed?: (sandbox: Sandbox) => string[];
	readonly begin: Begin;
}

const MANY_CATEGORIES = 205;
const OPEN_INVOICES = [4, 6, 8];
// New invoices, whose identifiers follow those of the sandbox's own. The first of a run goes alone, and all others at once.
const DELETED_INVOICES = [121, 122];
const TITLES = ['First', 'Second', 'Third'];

const asItems = (ids: readonly number[]) => ids.map((id) => ({ id }));
const invoiceId = byId('={{ $json.id }}');

const createInvoices = (titles: readonly string[]): Begin =>
	operate({
		resource: 'invoice',
		operation: 'create',
		items: titles.map((title) => ({ title })),
		parameters: {
			clientId: byId(1),
			linesFrom: 'json',
			linesJson: '[{ "name": "Design", "unit_cost": 100 }]',
			afterCreating: 'sent',
			additionalFields: { invoiceTitle: '={{ $json.title }}' },
		},
		show: ({ result }) => ({ result }),
	});

const recordPayments = (ids: readonly number[]): Begin =>
	operate({
		resource: 'invoice',
		operation: 'recordPayment',
		items: asItems(ids),
		parameters: {
			invoiceId,
			paymentMethod: 'Cash',
			amount: '12.50',
			additionalFields: { date: '2026-03-10', notes: 'Matrix' },
		},
		show: ({ invoice_id, result, payment }) => ({ invoice_id, result, payment }),
	});

const listCategories: Begin = async (scene) => {
	for (let count = 1; count <= MANY_CATEGORIES; count += 1) {
		scene.sandbox.store.insert('expense_category', {
			account_id: 1,
			name: `Category ${count}`,
			status: 'Active',
			date_added: '2026-03-10',
		});
	}
	const list = operate({
		resource: 'expense',
		operation: 'getAllCategories',
		parameters: { returnAll: true },
	});
	// One item for all records: they are one result.
	const { run } = await list(scene);
	return {
		run: async () => {
			const results = await run();
			const failed = results.filter((one) => 'text' in one);
			return failed.length > 0 ? failed : [{ data: results }];
		},
	};
};

const deleteInvoices: Begin = async (scene) => {
	const [first] = scene.sandbox.records('invoice');
	for (const id of DELETED_INVOICES) {
		const { id: _, ...invoice } = { ...first, number: `M-${id}`, number_key: `m-${id}` };
		scene.sandbox.store.insert('invoice', invoice);
	}
	const items = asItems(DELETED_INVOICES);
	return await operate({ resource: 'invoice', operation: 'delete', items, parameters: { invoiceId } })(scene);
};

/** A page of a list with all of the list's parameters. */
const pageIn = (request: Element): string[] => [
	elementsAt(request, 'filter')
		.flatMap(({ children }) => children.map(({ name, text }) => `${name} ${text}`))
		.join(', '),
];

/** All kinds of calls. */
export const CALLERS: readonly Caller[] = [
	{
		words: 'Get invoices',
		method: 'getInvoice',
		call: 3,
		items: [2],
		recordsIn: (request) => textsAt(request, 'invoice_id'),
		// One after the other, so that the third call and all further ones are those of the third and last item.
		begin: operate({
			resource: 'invoice',
			operation: 'get',
			items: asItems(OPEN_INVOICES),
			parameters: { invoiceId, options: { includeNames: false } },
			isOneByOne: true,
		}),
	},
	{
		words: 'Create invoices',
		method: 'createInvoice',
		call: 2,
		items: [1],
		recordsIn: (request) => [textAt(request, 'invoice_title')],
		changed: (sandbox) =>
			sandbox.records('invoice').flatMap(({ title }) => (TITLES.includes(title) ? [title] : [])),
		begin: createInvoices(TITLES),
	},
	{
		words: 'Record payments',
		method: 'invoiceOfflinePayment',
		call: 2,
		items: [1],
		isLookedUp: true,
		recordsIn: (request) => textsAt(request, 'invoice/id'),
		changed: (sandbox) =>
			sandbox
				.records('payment')
				.flatMap(({ invoice_id, notes }) => (notes === 'Matrix' ? [String(invoice_id)] : [])),
		begin: recordPayments(OPEN_INVOICES.slice(0, 2)),
	},
	{
		words: 'Delete invoices',
		method: 'deleteInvoice',
		call: 2,
		items: [1],
		isLookedUp: true,
		recordsIn: (request) => textsAt(request, 'invoice_id'),
		changed: (sandbox) => {
			const left = new Set(
				sandbox
					.records('invoice')
					.filter(isThere)
					.map(({ id }) => id),
			);
			return DELETED_INVOICES.filter((id) => !left.has(id)).map(String);
		},
		begin: deleteInvoices,
	},
	{
		words: 'List all of many pages',
		method: 'listExpenseCategory',
		call: 2,
		recordsIn: pageIn,
		begin: listCategories,
	},
	{
		words: 'Choose from a list in the editor',
		method: 'listClient',
		call: 1,
		recordsIn: pageIn,
		begin: search('searchClients'),
	},
	{
		words: 'Poll for events',
		method: 'listInvoice',
		call: 1,
		recordsIn: pageIn,
		begin: poll(both(createInvoices(['First']), recordPayments([8]))),
	},
	{
		words: 'Test the credential',
		method: 'getAccountInfo',
		call: 1,
		isSingle: true,
		recordsIn: () => ['account'],
		begin: testCredential,
	},
];
