import { byId, locator, useBilling } from '../../billing.mts';

const billing = useBilling();
const INVOICE = 2;
const lines = () => billing.linesOf('invoice', INVOICE);

describe('Invoice > Add Lines', () => {
	it('refuses to send no line at all', async () => {
		expect(await billing.errorOf('invoice', 'addItems', { invoiceId: byId(INVOICE) })).toContain('no lines');
		expect(billing.methods()).toEqual([]);
	});
});

describe('Invoice > Update Lines', () => {
	it('refuses a line without an identifier', async () => {
		const parameters = { invoiceId: byId(INVOICE), lineItems: { line: [{ changes: { quantity: '7' } }] } };
		expect(await billing.errorOf('invoice', 'updateItems', parameters)).toContain(
			'Lines › 1 › Line is required and was left empty',
		);
		expect(billing.sent('updateInvoiceItem')).toEqual([]);
	});

	it('refuses a discount larger than the line that the document shows', async () => {
		const [line] = lines();
		const amount = Number(line?.unit_cost) * Number(line?.quantity);
		const changes = { discountAmount: String(amount + 1) };
		const lineItems = { line: [{ invoiceItemId: line?.id ?? 0, changes }] };
		const parameters = { invoiceId: byId(INVOICE), lineItems };
		const message = await billing.errorOf('invoice', 'updateItems', parameters);
		expect(message).toContain('Lines › 1 › Discount must be at most the amount of its line');
		expect(billing.sent('updateInvoiceItem')).toEqual([]);
	});
});

describe('Invoice > Delete Lines', () => {
	it('refuses something else than identifiers before anything is sent', async () => {
		const parameters = { invoiceId: byId(INVOICE), invoiceItemId: 'first' };
		const message = await billing.errorOf('invoice', 'deleteItems', parameters);
		expect(message).toContain('Line Names or IDs');
		expect(billing.methods()).toEqual([]);
	});
});

describe('The lines to choose from', () => {
	const parameters = (more: object = {}) => ({
		resource: 'invoice',
		operation: 'deleteItems',
		invoiceId: byId(2),
		...more,
	});
	const search = async (more: object = {}, filter?: string) => {
		const options = { credential: billing.credential(), parameters: parameters(more) };
		return (await engine.searchList({ ...options, method: 'searchLines', filter })).results;
	};
	const expected = () =>
		lines().map(({ id, name, quantity, unit_cost }) => ({
			name: `${name} – ${Number(quantity)} × ${Number(unit_cost)}`,
			value: id,
		}));

	it('are those of the invoice that the form names', async () => {
		expect(await search()).toEqual(expected());
		expect(await search({ invoiceId: locator('number', '00002') })).toEqual(expected());
		const options = { credential: billing.credential(), parameters: parameters() };
		expect(await engine.loadOptions({ ...options, method: 'getLines' })).toEqual(expected());
	});

	it('lines in the list are searched by name', async () => {
		const [first] = expected();
		const found = await search({}, String(first?.name).slice(0, 8).toUpperCase());
		expect(found).toContainEqual(first);
		expect(await search({}, 'nothing like this')).toEqual([]);
	});

	it.each([
		['estimate', 'estimateId', 'estimate'],
		['recurringProfile', 'recurringId', 'recurring'],
	] as const)('are those of an %s as well', async (resource, field, document) => {
		const stored = billing.sandbox.records('line').filter((line) => line.document === document);
		const own = stored.filter(({ document_id }) => document_id === stored[0]?.document_id);
		const found = await search({ resource, [field]: byId(own[0]?.document_id ?? 0) });
		expect(found.map(({ value }) => value)).toEqual(own.map(({ id }) => id));
	});

	it('are none, without an error, before an invoice is chosen', async () => {
		expect(await search({ invoiceId: byId('') })).toEqual([]);
		for (const invoiceId of [byId(''), byId('={{ $json.id }}')]) {
			const parameters = { resource: 'invoice', operation: 'deleteItems', invoiceId };
			const credential = billing.credential();
			expect(await engine.loadOptions({ method: 'getLines', parameters, credential })).toEqual([]);
		}
		expect(billing.methods()).toEqual([]);
	});
});
