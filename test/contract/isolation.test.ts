import { SPECIFICATION } from './specification/index.ts';
import { changed, smallestRequest } from './walk/documents.ts';
import { startService, type RunningService } from './walk/service.ts';

let service: RunningService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

/** The element of each method that names a record, and what it says to another account's (§5, §7.1). */
const FOREIGN: Record<string, { change: Record<string, string>; status: number; failure?: string }> = {
	createInvoice: { change: { 'client/client_id': '{foreignClient}' }, status: 400 },
	createInvoiceFromTimeTracking: { change: { 'client/client_id': '{foreignClient}' }, status: 400 },
	createInvoiceFromExpense: { change: { 'client/client_id': '{foreignClient}' }, status: 400 },
	createInvoiceFromEstimate: { change: { 'client/client_id': '{foreignClient}' }, status: 400 },
	updateInvoice: { change: { invoice_id: '{foreignInvoice}' }, status: 400 },
	deleteInvoice: { change: { invoice_id: '{foreignInvoice}' }, status: 200, failure: 'failure' },
	getInvoice: { change: { invoice_id: '{foreignInvoice}' }, status: 403 },
	listInvoice: { change: { 'filter/client_id': '{foreignClient}' }, status: 404 },
	sendInvoiceMail: { change: { invoice_id: '{foreignInvoice}' }, status: 400, failure: 'invalid' },
	addInvoiceItem: { change: { invoice_id: '{foreignInvoice}' }, status: 403 },
	updateInvoiceItem: { change: { invoice_id: '{foreignInvoice}' }, status: 403 },
	deleteInvoiceItem: {
		change: { invoice_id: '{foreignInvoice}', invoice_item_id: '{foreignInvoiceItem}' },
		status: 403,
	},
	invoiceOfflinePayment: { change: { 'invoice/id': '{foreignInvoice}' }, status: 403 },
	updateClient: { change: { client_id: '{foreignClient}' }, status: 403 },
	deleteClient: { change: { client_id: '{foreignClient}' }, status: 200, failure: 'failure' },
	getClient: { change: { client_id: '{foreignClient}' }, status: 403 },
	listClient: { change: { 'filter/client_id': '{foreignClient}' }, status: 404 },
};

test('every method that takes an identifier is tried', () => {
	const takingIdentifiers = SPECIFICATION.filter(({ elements }) =>
		elements.some(({ path }) => /(^|_|\/)id$/.test(path)),
	);
	expect(takingIdentifiers.map(({ method }) => method).sort()).toEqual(Object.keys(FOREIGN).sort());
});

test.each(SPECIFICATION.filter(({ method }) => method in FOREIGN))(
	'$method does not touch a record of another account',
	async (row) => {
		const { change = {}, status, failure } = FOREIGN[row.method] ?? {};
		const before = foreignRows();
		const reply = await service.call(row.method, changed(smallestRequest(row), change));
		expect(reply.status).toBe(status);
		expect(reply.response.children.map(({ name }) => name).slice(0, 1)).toEqual(
			failure === undefined ? [] : [failure],
		);
		expect(foreignRows()).toEqual(before);
	},
);

function foreignRows() {
	const { id } = service.sandbox.account('second');
	const kinds = ['client', 'invoice', 'expense', 'timeEntry', 'mail'] as const;
	return kinds.map((kind) => service.sandbox.records(kind).filter((row) => row.account_id === id));
}
