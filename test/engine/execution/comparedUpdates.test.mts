import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling, containing } from '../billing.mts';
import { cloning, useContext } from '../contexts.mts';

// What an update was not to change is compared once the record is read back. The write was carried out by then.
useContext(cloning);

const NOTES = { notes: 'Changed' };
/** Nothing but the notes of a document. */
const noted = (id: INodeParameters): INodeParameters => ({ ...id, updateFields: NOTES });
const DOCUMENTS = [
	['invoice', 'invoice', noted({ invoiceId: byId(4) })],
	['estimate', 'estimate', noted({ estimateId: byId(4) })],
	['recurringProfile', 'recurring', noted({ recurringId: byId(4) })],
] as const;

describe('A service that drops the lines that an update leaves out', () => {
	const billing = useBilling();
	const writes = () => billing.writes().length;
	beforeEach(() => {
		for (const [, kind] of DOCUMENTS)
			billing.sandbox.store.database.exec(
				`CREATE TRIGGER lost_${kind} AFTER UPDATE OF notes ON ${kind} BEGIN DELETE FROM line WHERE document = '${kind}' AND document_id = NEW.id; END`,
			);
	});
	const EACH = noted({ invoiceId: byId('={{ $json.id }}') });
	const IDS = [4, 6, 8];
	const items = IDS.map((id) => ({ id }));

	it.each(DOCUMENTS)(
		'ends the run with both totals of %s, also if only the ID is wanted',
		async (resource, kind, parameters) => {
			const before = billing.linesOf(kind, 4).length;
			const options = { return: 'id' };
			const message = await billing.errorOf(resource, 'update', { ...parameters, options });
			expect(message).toMatch(/was updated, but the service changed its total on its own\b/);
			expect(message).toMatch(
				new RegExp(`It has no lines instead of ${before}\\b.*and a total of .* instead of `),
			);
			expect(writes()).toBe(1);
		},
	);

	it('is stopped before the next item, which is not tried', async () => {
		const { error } = await billing.run('invoice', 'update', EACH, { items });
		expect(error?.description).toContain('2 other items were not tried.');
		expect(writes()).toBe(1);
	});

	it('is stopped as early if the first item is refused, and after ten more if it has no lines to lose', async () => {
		const settings = { onError: 'continueRegularOutput' as const };
		const more = Array.from({ length: 20 }, (_, nth) => ({ id: 6 + 2 * nth }));
		await billing.run('invoice', 'update', EACH, { items: [{ id: 999_999 }, ...items], settings });
		expect(billing.sent('updateInvoice')).toHaveLength(1);
		const empty = { clientId: byId(1), linesFrom: 'none' };
		const [created] = await billing.outputOf('invoice', 'create', empty);
		billing.sandbox.clearRequests();
		await billing.run('invoice', 'update', EACH, {
			items: [{ id: Number(created?.['invoice_id']) }, ...more],
			settings,
		});
		expect(billing.sent('updateInvoice')).toHaveLength(11);
	});

	it('ends the run as well if the node is set to continue', async () => {
		const settings = { onError: 'continueRegularOutput' as const };
		const output = await billing.outputOf('invoice', 'update', EACH, { items, settings });
		const untried = { error: 'The run ended before this was tried' };
		const changed = { error: containing('was updated, but the service changed its total on its own') };
		expect(output).toMatchObject([changed, untried, untried]);
		expect(writes()).toBe(1);
	});

	it('gets no update again from Retry On Fail', async () => {
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const { error } = await billing.run('invoice', 'update', noted({ invoiceId: byId(4) }), { settings });
		expect(error?.message).toContain('changed its total on its own');
		expect(writes()).toBe(1);
	});

	it('does no harm to a document without lines, nor without a look before', async () => {
		billing.sandbox.store.run("DELETE FROM line WHERE document = 'estimate' AND document_id = 4");
		billing.sandbox.change('estimate', 4, { total_tax: '0.00', net_balance: '0.00' });
		await billing.outputOf('estimate', 'update', noted({ estimateId: byId(4) }));
		expect(billing.warnings()).toBe('');
		const blind = { updateFields: { clientId: byId(1), ...NOTES }, options: { keepUnchanged: false } };
		await billing.outputOf('invoice', 'update', { invoiceId: byId(4), ...blind });
		expect(billing.warnings()).toBe('');
	});
});

describe('A text that the service saved otherwise', () => {
	const billing = useBilling();
	const after = (change: string) => billing.sandbox.store.database.exec(`CREATE TRIGGER otherwise ${change}`);

	it('is told by an update and by an upsert of a client', async () => {
		billing.sandbox.change('client', 4, { organization: 'R&D', email: 'rd@example.com' });
		after("AFTER UPDATE OF name ON client BEGIN UPDATE client SET organization = 'R and D'; END");
		const told = "The service saved the organization 'R and D' instead of 'R&amp;D'. Check the client.";
		await billing.outputOf('client', 'update', { clientId: byId(4), updateFields: { workPhone: '1' } });
		expect(billing.warnings()).toBe(told);
		const fields = { email: 'rd@example.com', name: 'Ada', organization: 'R&D' };
		await billing.outputOf('client', 'upsert', fields);
		expect(billing.warnings()).toContain(told);
	});
});

describe('Nothing is told', () => {
	const billing = useBilling();
	const after = (change: string) =>
		billing.sandbox.store.database.exec(
			`CREATE TRIGGER meanwhile AFTER UPDATE OF notes ON invoice BEGIN ${change} END`,
		);

	it.each([
		[
			'a payment',
			"INSERT INTO payment (invoice_id, method, notes, amount, date) VALUES (4, 'Cash', '', '5.00', '2026-03-10');",
		],
		['other blanks', "UPDATE invoice SET terms = ' A' || char(13) || char(10) || 'B  C ' WHERE id = NEW.id;"],
	])('about %s that came meanwhile', async (_, change) => {
		billing.sandbox.change('invoice', 4, { terms: 'A\nB C' });
		after(change);
		await billing.outputOf('invoice', 'update', noted({ invoiceId: byId(4) }));
		expect(billing.warnings()).toBe('');
	});
});

describe('Lines that are changed or deleted', () => {
	const billing = useBilling();
	it('lines that are changed or deleted are counted', async () => {
		billing.sandbox.store.database.exec(`CREATE TRIGGER more AFTER DELETE ON line BEGIN
			DELETE FROM line WHERE document = OLD.document AND document_id = OLD.document_id; END`);
		const [line] = billing.linesOf('invoice', 2);
		await billing.outputOf('invoice', 'deleteItems', {
			invoiceId: byId(2),
			invoiceItemId: [String(line?.id)],
		});
		expect(billing.warnings()).toMatch(
			/Invoice .* was changed and has no lines instead of \d\. Look at it\./,
		);
	});
});
