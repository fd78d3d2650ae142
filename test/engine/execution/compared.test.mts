import { textOf } from '../../../nodes/XmlBilling/xml/shape.ts';
import { byId, containing, EACH, GOES_ON, RETRIED, useBilling } from '../billing.mts';
import { cloning, useContext } from '../contexts.mts';

// What was written is compared with what was sent once it is read back.
useContext(cloning);
const billing = useBilling();
const run = (sql: string) => billing.sandbox.store.database.exec(sql);

const LINES = [
	{ name: 'Design', quantity: 2, unit_cost: 75 },
	{ name: 'Hosting', unit_cost: 50 },
];
const GIVEN = { clientId: byId(1), linesFrom: 'json', linesJson: JSON.stringify(LINES) };
const SHIPPING = { name: 'Shipping', type: 'Fixed', amount: '5' };
const CHARGED = { ...GIVEN, additionalFields: { additionalCharges: { additionalCharge: [SHIPPING] } } };

describe('A new document, which exists, so that a difference is a warning,', () => {
	it('is told to have lost its lines, with both values, and is created once', async () => {
		billing.sandbox.change('client', 1, { currency: 'GBP', email: 'a@b.example' });
		run('CREATE TRIGGER lost AFTER INSERT ON line BEGIN DELETE FROM line WHERE id = NEW.id; END');
		const [output] = await billing.outputOf('invoice', 'create', CHARGED, { settings: RETRIED });
		expect(output).toMatchObject({ result: 'created', total: 5 });
		expect(billing.warnings()).toBe(
			`Invoice ${textOf(output?.['number'])} was created, but has no lines instead of 2 and a total of 5.00 GBP instead of 205.00 GBP. Look at it.`,
		);
		expect(billing.writes()).toHaveLength(1);
		const timeEntries = { timeEntry: [{ timelogId: '1', unitCost: '10' }] };
		await billing.outputOf('invoice', 'createFromTimeTracking', { clientId: byId(1), timeEntries });
		expect(billing.warnings()).toMatch(
			/Invoice .* was created, but has no lines instead of \d+ and a total of 0\.00 \w+ instead of \d/,
		);
	});

	it('is told to have a text that was cut, a day that was dropped, and another number', async () => {
		run(
			"CREATE TRIGGER cut AFTER INSERT ON invoice BEGIN UPDATE invoice SET notes = substr(NEW.notes, 1, 255), due_date = '', number = '00999' WHERE id = NEW.id; END",
		);
		const notes = 'Delivered in full. '.repeat(16).trim();
		await billing.outputOf('invoice', 'create', {
			...{ ...GIVEN, number: 'A-1', due: 'date', dueDate: '2026-05-01' },
			additionalFields: { notes, date: '2026-04-01' },
		});
		for (const told of [
			"the number '00999' instead of 'A-1'",
			"no invoice due date instead of '2026-05-01'",
			'the notes in another wording',
		])
			expect(billing.warnings()).toContain(told);
	});
});

it('A kept text that the service saved otherwise is told by an update and by an upsert', async () => {
	billing.sandbox.change('client', 4, { organization: 'R&D', email: 'rd@example.com' });
	run(
		"CREATE TRIGGER otherwise AFTER UPDATE OF name ON client BEGIN UPDATE client SET organization = 'R and D'; END",
	);
	const updated = { clientId: byId(4), updateFields: { workPhone: '1' } };
	const found = { email: 'rd@example.com', name: 'Ada', organization: 'R&D' };
	for (const [operation, parameters] of [
		['update', updated],
		['upsert', found],
	] as const) {
		billing.sandbox.change('client', 4, { organization: 'R&D' });
		await billing.outputOf('client', operation, parameters);
		expect(billing.warnings()).toBe(
			"The service saved the organization 'R and D' instead of 'R&amp;D'. Check the client.",
		);
	}
});

describe('An update that loses the lines that it leaves out', () => {
	const changed = 'was updated, but the service changed its total on its own';
	const updateFields = { notes: 'Changed' };
	beforeEach(() => {
		for (const kind of ['invoice', 'recurring'])
			run(
				`CREATE TRIGGER lost_${kind} AFTER UPDATE OF notes ON ${kind} BEGIN DELETE FROM line WHERE document = '${kind}' AND document_id = NEW.id; END`,
			);
	});

	it.each([
		['invoice', 'invoice'],
		['recurringProfile', 'recurring'],
	] as const)('ends the run of %s with both totals, also by ID Only', async (resource, kind) => {
		const before = billing.linesOf(kind, 4).length;
		const parameters = { [`${kind}Id`]: byId(4), updateFields, options: { return: 'id' } };
		expect(await billing.errorOf(resource, 'update', parameters, { settings: RETRIED })).toMatch(
			new RegExp(`${changed}\\b.*It has no lines instead of ${before}\\b.*and a total of .* instead of `),
		);
		expect(billing.writes()).toHaveLength(1);
	});

	it('ends the run as well if the node is set to continue', async () => {
		const items = [4, 6, 8].map((id) => ({ id }));
		const untried = { error: 'The run ended before this was tried' };
		expect(
			await billing.outputOf('invoice', 'update', { ...EACH, updateFields }, { items, settings: GOES_ON }),
		).toMatchObject([...[{ error: containing(changed) }, untried, untried]]);
		expect(billing.writes()).toHaveLength(1);
	});
});

it('No other update of an invoice begins after one that changed its total unasked, whatever the rest of the run does', async () => {
	run(
		"CREATE TRIGGER lost_of_6 AFTER UPDATE OF notes ON invoice WHEN NEW.id = 6 BEGIN DELETE FROM line WHERE document = 'invoice' AND document_id = NEW.id; END",
	);
	const items = [4, 6, 6].map((id, nth) => ({ id, notes: `Note ${nth}` }));
	const form = {
		invoiceId: byId('={{ ({ id: $json.id }).id }}'),
		updateFields: { notes: '={{ $json.notes }}' },
	};
	const message = await billing.errorOf('invoice', 'update', form, { items });
	expect(message).toMatch(
		/changed its total on its own.* One other item was not tried\. One other item was carried out/,
	);
	expect(billing.writes()).toHaveLength(2);
});
