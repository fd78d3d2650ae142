import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { textOf } from '../../../nodes/XmlBilling/xml/shape.ts';
import { byId, useBilling, containing } from '../billing.mts';
import { cloning, useContext } from '../contexts.mts';

describe('Creates', () => {
	// A new document is compared with what was sent once it is read back. It exists, so a difference is a warning.
	useContext(cloning);

	const LINES = [
		{ name: 'Design', quantity: 2, unit_cost: 75 },
		{ name: 'Hosting', unit_cost: 50 },
	];
	const JSON_LINES = { linesFrom: 'json', linesJson: JSON.stringify(LINES) };
	const GIVEN = { clientId: byId(1), ...JSON_LINES };
	const SHIPPING = { name: 'Shipping', type: 'Fixed', amount: '5' };
	const CHARGED = { ...GIVEN, additionalFields: { additionalCharges: { additionalCharge: [SHIPPING] } } };
	const PROFILE = { ...GIVEN, frequency: '1 Month' };
	const HASTE = 'Look at it.';

	describe('A service that creates documents without their lines', () => {
		const billing = useBilling();
		const numberOf = ([output]: IDataObject[]) => textOf(output?.['number']);
		beforeEach(() => {
			billing.sandbox.change('client', 1, { currency: 'GBP', email: 'a@b.example' });
			billing.sandbox.store.database.exec(
				'CREATE TRIGGER lost AFTER INSERT ON line BEGIN DELETE FROM line WHERE id = NEW.id; END',
			);
		});

		it('has an invoice tell both values, and creates it once', async () => {
			const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
			const output = await billing.outputOf('invoice', 'create', CHARGED, { settings });
			expect(output).toMatchObject([{ result: 'created', total: 5 }]);
			expect(billing.warnings()).toBe(
				`Invoice ${numberOf(output)} was created, but has no lines instead of 2 and a total of 5.00 GBP instead of 205.00 GBP. ${HASTE}`,
			);
			expect(billing.writes()).toHaveLength(1);
		});

		it.each([
			[
				'createFromTimeTracking',
				{ clientId: byId(1), timeEntries: { timeEntry: [{ timelogId: '1', unitCost: '10' }] } },
			],
		] satisfies Array<[string, INodeParameters]>)(
			'has Invoice > %s tell it',
			async (operation, parameters) => {
				await billing.outputOf('invoice', operation, parameters);
				expect(billing.warnings()).toMatch(
					/Invoice .* was created, but has no lines instead of \d+ and a total of 0\.00 \w+ instead of \d/,
				);
			},
		);
	});

	describe('What the service saved otherwise', () => {
		const billing = useBilling();

		it('is told of a new document: texts that it cut, a day that it dropped, and another number', async () => {
			billing.sandbox.store.database.exec(
				"CREATE TRIGGER cut AFTER INSERT ON invoice BEGIN UPDATE invoice SET notes = substr(NEW.notes, 1, 255), due_date = '', number = '00999' WHERE id = NEW.id; END",
			);
			const notes = 'Delivered in full. '.repeat(16).trim();
			await billing.outputOf('invoice', 'create', {
				...{ ...GIVEN, number: 'A-1', due: 'date', dueDate: '2026-05-01' },
				additionalFields: { notes, date: '2026-04-01' },
			});
			const told = billing.warnings();
			expect(told).toContain("the number '00999' instead of 'A-1'");
			expect(told).toContain("no invoice due date instead of '2026-05-01'");
			expect(told).toContain('the notes in another wording');
		});
	});

	describe('Nothing is told', () => {
		const billing = useBilling();
		const told = () => billing.warnings().includes('instead of');

		it.each([
			['invoice', { ...CHARGED, afterCreating: 'paid' }],
			['invoice', { ...CHARGED, afterCreating: 'email' }],
			['invoice', { clientId: byId(1), linesFrom: 'none' }],
			['recurringProfile', PROFILE],
		])('of a new %s as it was sent: %j', async (resource, parameters) => {
			await billing.outputOf(resource, 'create', parameters);
			expect(told()).toBe(false);
		});
	});
});

describe('Updates', () => {
	// What an update was not to change is compared once the record is read back. The write was carried out by then.
	useContext(cloning);

	const NOTES = { notes: 'Changed' };
	/** Nothing but the notes of a document. */
	const noted = (id: INodeParameters): INodeParameters => ({ ...id, updateFields: NOTES });
	const DOCUMENTS = [
		['invoice', 'invoice', noted({ invoiceId: byId(4) })],
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
	});
});
