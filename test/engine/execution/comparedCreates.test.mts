import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { textOf } from '../../../nodes/XmlBilling/xml/shape.ts';
import { byId, useBilling } from '../billing.mts';
import { cloning, useContext } from '../contexts.mts';
import { useScriptedService } from '../scripted.mts';

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

	it('has an estimate and a profile tell it, which show no taxes', async () => {
		const estimate = await billing.outputOf('estimate', 'create', GIVEN);
		const differs = 'has no lines instead of 2 and a total of 0.00 instead of 200.00';
		expect(billing.warnings()).toBe(`Estimate ${numberOf(estimate)} was created, but ${differs}. ${HASTE}`);
		const profile = await billing.outputOf('recurringProfile', 'create', PROFILE);
		expect(billing.warnings()).toContain(
			`Recurring profile ${numberOf(profile)} was created, but ${differs}. ${HASTE}`,
		);
	});

	it.each([
		['createFromEstimate', { estimateId: byId(2), tax1: 'none', tax2: 'none' }],
		[
			'createFromTimeTracking',
			{ clientId: byId(1), timeEntries: { timeEntry: [{ timelogId: '1', unitCost: '10' }] } },
		],
	] satisfies Array<[string, INodeParameters]>)('has Invoice > %s tell it', async (operation, parameters) => {
		await billing.outputOf('invoice', operation, parameters);
		expect(billing.warnings()).toMatch(
			/Invoice .* was created, but has no lines instead of \d+ and a total of 0\.00 \w+ instead of \d/,
		);
	});

	it('reads nothing back for ID Only', async () => {
		await billing.outputOf('invoice', 'create', { ...GIVEN, options: { return: 'id' } });
		expect(billing.warnings()).not.toContain('instead of');
		expect(billing.methods()).not.toContain('getInvoice');
	});
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
			additionalFields: { notes },
		});
		const told = billing.warnings();
		expect(told).toContain("the number '00999' instead of 'A-1'");
		expect(told).toContain("no invoice due date instead of '2026-05-01'");
		expect(told).toContain('the notes in another wording');
	});

	it('is told of a new client', async () => {
		billing.sandbox.store.database.exec(
			"CREATE TRIGGER cut AFTER INSERT ON client BEGIN UPDATE client SET organization = 'R and D' WHERE id = NEW.id; END",
		);
		await billing.outputOf('client', 'create', { name: 'Ada', organization: 'R&D' });
		expect(billing.warnings()).toBe(
			"The service saved the organization 'R and D' instead of 'R&amp;D'. Check the client.",
		);
	});
});

describe('Nothing is told', () => {
	const billing = useBilling();
	const service = useScriptedService();
	const told = () => billing.warnings().includes('instead of');

	it.each([
		['invoice', { ...CHARGED, afterCreating: 'paid' }],
		['invoice', { ...CHARGED, afterCreating: 'email' }],
		['invoice', { clientId: byId(1), linesFrom: 'none' }],
		['estimate', GIVEN],
		['recurringProfile', PROFILE],
	])('of a new %s as it was sent: %j', async (resource, parameters) => {
		await billing.outputOf(resource, 'create', parameters);
		expect(told()).toBe(false);
	});

	it('of a late fee, which the total may hold', async () => {
		billing.sandbox.store.database.exec(
			"CREATE TRIGGER fee AFTER UPDATE OF net_balance ON invoice WHEN NEW.late_fee = '0.00' BEGIN UPDATE invoice SET late_fee = '7.00', net_balance = '207.00' WHERE id = NEW.id; END",
		);
		const [output] = await billing.outputOf('invoice', 'create', GIVEN);
		expect(output).toMatchObject({ total: 207 });
		expect(told()).toBe(false);
	});

	it.each([
		['<net_balance>200.01</net_balance>', false],
		['<notes>Hidden</notes>', false],
		['<net_balance>200.05</net_balance>', true],
		['<net_balance>200.00</net_balance><items><item><name>Design</name></item></items>', true],
	])('of what a service rounds or hides: %s, %s', async (shown, isTold) => {
		service.answer('createInvoice', '<invoice_id>5</invoice_id>');
		service.answer('getInvoice', `<invoice><invoice_id>5</invoice_id>${shown}</invoice>`);
		const parameters = { ...GIVEN, additionalFields: { address: '' }, options: { ifExists: 'create' } };
		await billing.outputOf('invoice', 'create', parameters, { credential: service.credential() });
		expect(told()).toBe(isTold);
	});
});
