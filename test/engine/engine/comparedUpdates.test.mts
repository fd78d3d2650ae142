import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, containing, including, some, useBilling } from '../billing.mts';
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

describe('A service that erases the lines and charges that an update leaves out', () => {
	const billing = useBilling({ quirks: ['erasesLines'] });
	const writes = () => billing.writes().length;
	const NEW_LINES = { linesFrom: 'json', linesJson: '[{ "name": "Design", "unit_cost": 100 }]' };
	/** An invoice with two lines of 50.00 and a charge of 5.00. */
	function fill(): void {
		const { store } = billing.sandbox;
		store.run("DELETE FROM line WHERE document = 'invoice' AND document_id = 4");
		store.run('DELETE FROM charge WHERE invoice_id = 4');
		// A tax of zero percent is a tax.
		const taxes = { tax1_name: 'Zero', tax1_percent: '0.00', tax1_type: 'Normal' };
		const more = { tax2_name: '', tax2_percent: '0.00', tax2_type: 'Normal' };
		const rest = {
			type: 'Service',
			description: '',
			discount: '0.00',
			discount_type: 'Percent',
			...taxes,
			...more,
		};
		for (const name of ['Design', 'Hosting & mail'])
			store.insert('line', {
				...{ document: 'invoice', document_id: 4, name, unit_cost: '25.00', quantity: '2.00' },
				...rest,
			});
		store.insert('charge', { invoice_id: 4, name: 'Shipping', type: 'Fixed', amount: '5.00' });
		billing.sandbox.change('invoice', 4, {
			number: '00121',
			invoice_status: 'Sent',
			net_balance: '105.00',
			total_tax: '0.00',
		});
	}

	it('stops at lost lines although charges were to change, and the total before is no sum of the lines', async () => {
		fill();
		billing.sandbox.change('invoice', 4, { net_balance: '105.01' });
		const additionalCharge = [{ name: 'Shipping', type: 'Fixed', amount: '7' }];
		const updateFields = { additionalCharges: { additionalCharge } };
		const { error } = await billing.run('invoice', 'update', { invoiceId: byId(4), updateFields });
		expect(error?.message).toContain('but the service changed its');
		expect(error?.description).toContain('no lines instead of 2');
	});

	it('erases the lines of one invoice only, although the node is set to continue', async () => {
		fill();
		const ids = [4, 6, 8];
		const lines = () => ids.map((id) => billing.linesOf('invoice', id).length);
		const before = lines();
		const items = ids.map((id) => ({ id }));
		const settings = { onError: 'continueRegularOutput' as const };
		const parameters = { invoiceId: byId('={{ $json.id }}'), updateFields: NOTES };
		const output = await billing.outputOf('invoice', 'update', parameters, { items, settings });
		expect(lines()).toEqual([0, ...before.slice(1)]);
		expect(writes()).toBe(1);
		expect(output.slice(1)).toMatchObject([
			{ error: containing('Not updated, because an earlier update changed more') },
			{ error: containing('Not updated, because an earlier update changed more') },
		]);
	});

	it('stops an invoice, with both amounts and what restores it', async () => {
		fill();
		const { currency } = billing.sandbox.store.row(
			'client',
			billing.sandbox.store.row('invoice', 4).client_id,
		);
		const parameters = noted({ invoiceId: byId(4) });
		const { error } = await billing.run('invoice', 'update', parameters);
		expect(error?.message).toBe('Invoice 00121 was updated, but the service changed its total on its own');
		const zero = { tax1_name: 'Zero', tax1_percent: 0 };
		const lines = [
			{ name: 'Design', quantity: 2, unit_cost: 25, type: 'Services', ...zero },
			{ name: 'Hosting & mail', quantity: 2, unit_cost: 25, type: 'Services', ...zero },
		];
		expect(error?.description).toBe(
			[
				`It has no lines instead of 2, no charges instead of 1, and a total of 0.00 ${currency} instead of 105.00 ${currency}.`,
				'Either the service erases what an update leaves out, or somebody else changed it at that moment.',
				'Until you know, give each update all lines and charges.',
				`To restore its lines, run Update with New Lines From: JSON, and these: ${JSON.stringify(lines)}.`,
				"Its Additional Charges were 'Shipping' (Fixed, 5).",
			].join(' '),
		);

		const charge = { name: 'Shipping', type: 'Fixed', amount: '5' };
		const restored = {
			...{ invoiceId: byId(4), linesFrom: 'json', linesJson: JSON.stringify(lines) },
			updateFields: { additionalCharges: { additionalCharge: [charge] } },
		};
		expect(await billing.outputOf('invoice', 'update', restored)).toMatchObject([{ total: 105 }]);
		expect(billing.warnings()).toBe('');
	});

	it.each(DOCUMENTS)(
		'stops %s, also if only the identifier is wanted',
		async (resource, kind, parameters) => {
			const before = billing.linesOf(kind, 4).length;
			const options = { return: 'id' };
			const message = await billing.errorOf(resource, 'update', { ...parameters, options });
			expect(message).toMatch(/was updated, but the service changed its total on its own\b/);
			expect(message).toMatch(
				new RegExp(`It has no lines instead of ${before}\\b.*and a total of .* instead of `),
			);
			expect(billing.linesOf(kind, 4)).toEqual([]);
			expect(writes()).toBe(1);
		},
	);

	it('is stopped before the next item, which is not tried', async () => {
		const parameters = noted({ invoiceId: byId('={{ $json.id }}') });
		const { error } = await billing.run('invoice', 'update', parameters, { items: [{ id: 4 }, { id: 6 }] });
		expect(error?.description).toContain('One other item was not tried.');
		expect(writes()).toBe(1);
	});

	it('gets no update again from Retry On Fail', async () => {
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const { error } = await billing.run('invoice', 'update', noted({ invoiceId: byId(4) }), { settings });
		expect(error?.message).toContain('changed its total on its own');
		expect(writes()).toBe(1);
	});

	it('gives an error item and goes on, if the node is set to continue', async () => {
		const settings = { onError: 'continueRegularOutput' as const };
		const items: IDataObject[] = [{ id: 4 }, { id: 99999 }];
		const parameters = noted({ invoiceId: byId('={{ $json.id }}') });
		const { outputs } = await billing.run('invoice', 'update', parameters, { items, settings });
		expect(outputs[0]?.map(({ json }) => json)).toEqual([
			{ error: containing('changed its total on its own'), message: containing('instead of') },
			including({ error: some(String) }),
		]);
	});
	it('drops the charges of new lines', async () => {
		fill();
		const message = await billing.errorOf('invoice', 'update', { invoiceId: byId(4), ...NEW_LINES });
		expect(message).toContain('It has no charges instead of 1 and a total of 100.00');
		expect(message).toContain('instead of 105.00');
		expect(message).not.toContain('To restore its lines');
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
		const told =
			"The service saved the organization 'R and D' instead of 'R&amp;D'. Compare the client before you update it again.";
		await billing.outputOf('client', 'update', { clientId: byId(4), updateFields: { workPhone: '1' } });
		expect(billing.warnings()).toBe(told);
		const fields = { email: 'rd@example.com', name: 'Ada', organization: 'R&D' };
		await billing.outputOf('client', 'upsert', fields);
		expect(billing.warnings()).toContain(told);
	});

	it('is shown where it differs', async () => {
		billing.sandbox.change('invoice', 4, { terms: `${'Very long. '.repeat(20)}A & B` });
		after("AFTER UPDATE OF terms ON invoice BEGIN UPDATE invoice SET terms = NEW.terms || '!'; END");
		await billing.outputOf('invoice', 'update', noted({ invoiceId: byId(4) }));
		expect(billing.warnings()).toMatch(/the terms '.*A &amp; B!' instead of '.*A &amp; B'/);
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
