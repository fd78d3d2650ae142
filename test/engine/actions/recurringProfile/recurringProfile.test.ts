import type { INodeParameters } from 'n8n-workflow';
import { byId, locator, useBilling } from '../../billing.ts';

const billing = useBilling();
const stored = (id: unknown) => billing.sandbox.records('recurring').find((profile) => profile.id === id);
const linesOf = (id: unknown) =>
	billing.sandbox
		.records('line')
		.filter(({ document, document_id }) => document === 'recurring' && document_id === id);
const unknownElements = () => billing.sandbox.requests.flatMap((request) => request.unknownElements);

/** A line as the form has it, and as the service has to receive it: every element, even when it is empty (§4.2). */
const hosting = { name: 'Hosting', unitCost: '20.50', quantity: '2' };
const hostingSent = {
	name: 'Hosting',
	type: 'Product',
	description: '',
	unit_cost: '20.5',
	quantity: '2',
	discount: '',
	discount_type: 'Percent',
	tax1_name: '',
	tax1_percent: '',
	tax2_name: '',
	tax2_percent: '',
};
const simple = { clientId: byId(1), lineItems: { line: [hosting] } };
const untaxed = {
	name: 'Support <1>',
	type: 'Service',
	description: 'Day & night',
	unitCost: '1000',
	quantity: '1.5',
	discount: '100',
	discountType: 'Fixed',
};
const full = { ...untaxed, tax1: '1', tax2: 'custom', tax2Name: 'City tax', tax2Percent: '2.5' };
const untaxedStored = {
	name: 'Support <1>',
	type: 'Service',
	description: 'Day & night',
	unit_cost: '1000.00',
	quantity: '1.50',
	discount: '100.00',
	discount_type: 'Fixed',
};
const fullStored = {
	...untaxedStored,
	tax1_name: 'VAT',
	tax1_percent: '20.00',
	tax2_name: 'City tax',
	tax2_percent: '2.50',
};

describe('Recurring Profile > Create', () => {
	it('sends the least that it needs, with a frequency, and returns the whole record', async () => {
		const [profile] = await billing.outputOf('recurringProfile', 'create', simple);
		expect(billing.sent('createRecurring')).toEqual([
			{ client: { client_id: '1' }, frequency: '1 Month', items: { item: hostingSent } },
		]);
		const id = billing.sandbox.records('recurring').at(-1)?.id;
		expect(stored(id)).toMatchObject({ client_id: 1, frequency: '1 Month', date: '2026-03-10' });
		expect(profile).toMatchObject({
			recurring_id: id,
			result: 'created',
			frequency: '1 Month',
			items: [{ recurring_item_id: linesOf(id)[0]?.id, name: 'Hosting', unit_cost: 20.5 }],
		});
		expect(billing.warnings()).toBe('');
	});

	it('says that the frequency was not checked where only the ID is returned', async () => {
		const parameters = { ...simple, frequency: '={{ "Fortnightly" }}', options: { return: 'id' } };
		await billing.outputOf('recurringProfile', 'create', parameters);
		expect(billing.warnings()).toContain("'Fortnightly' was not checked");
	});

	it('warns when the service does not know the frequency and bills weekly', async () => {
		const frequency = '={{ "Fortnightly" }}';
		const [profile] = await billing.outputOf('recurringProfile', 'create', { ...simple, frequency });
		expect(billing.sent('createRecurring')).toMatchObject([{ frequency: 'Fortnightly' }]);
		expect(profile).toMatchObject({
			frequency: '1 Week',
		});
		expect(billing.warnings()).toContain("did not take the frequency 'Fortnightly' and saved '1 Week'");
	});

	it('takes another frequency than those that it suggests', async () => {
		const frequency = '={{ "10 Days" }}';
		const [profile] = await billing.outputOf('recurringProfile', 'create', { ...simple, frequency });
		expect(profile).toMatchObject({ frequency: '10 Days' });
		expect(billing.warnings()).toBe('');
	});

	it.each([
		[{ ...simple, clientId: byId('={{ $json.missing }}') }, 'Client is required'],
		[{ ...simple, frequency: '={{ $json.missing }}' }, 'Frequency is required'],
		[{ ...simple, additionalFields: { occurrences: '={{ 1.5 }}' } }, 'Occurrences takes a whole number'],
		[{ ...simple, lineItems: { line: [{ ...hosting, name: '' }] } }, 'Line 1 › Name is required'],
	])('refuses what is wrong before anything is sent: %j', async (parameters, problem) => {
		expect(await billing.errorOf('recurringProfile', 'create', parameters as INodeParameters)).toContain(
			problem,
		);
		expect(billing.methods()).toEqual([]);
	});
});

describe('Recurring Profile > Get', () => {
	it('returns the most useful fields, or all of them, by number as well', async () => {
		const [simplified] = await billing.outputOf('recurringProfile', 'get', { recurringId: byId(2) });
		expect(simplified).toMatchObject({ recurring_id: 2, frequency: stored(2)?.frequency });
		expect(simplified).not.toHaveProperty('items');
		const recurringId = { ...locator('number', String(stored(2)?.number)), mode: 'profileNumber' };
		const [whole] = await billing.outputOf('recurringProfile', 'get', { recurringId, simplify: false });
		expect(whole).toMatchObject({
			recurring_id: 2,
			items: linesOf(2).map(({ id }) => ({ recurring_item_id: id })),
		});
	});
});

describe('Recurring Profile > Update', () => {
	it('sends what changes and the client, and keeps everything else', async () => {
		billing.sandbox.change('recurring', 2, { address: 'Old Street 1', notes: 'N', po_number: '01' });
		const before = stored(2);
		const lines = billing.sandbox.records('line');
		const updateFields = { terms: 'Changed' };
		const [profile] = await billing.outputOf('recurringProfile', 'update', {
			recurringId: byId(2),
			updateFields,
		});
		expect(billing.sent('updateRecurring')).toEqual([
			{
				recurring_id: '2',
				client: { client_id: String(before?.client_id), address: 'Old Street 1' },
				terms: 'Changed',
			},
		]);
		expect(stored(2)).toEqual({ ...before, terms: 'Changed' });
		expect(billing.sandbox.records('line')).toEqual(lines);
		expect(profile).toMatchObject({ result: 'updated', recurring_id: 2, terms: 'Changed' });
		expect(billing.warnings()).toBe('');
	});

	it('does not take the address of one client over to another', async () => {
		const [other] = billing.sandbox.records('client').filter(({ id }) => id !== stored(2)?.client_id);
		const updateFields = { clientId: byId(other?.id ?? 0) };
		await billing.outputOf('recurringProfile', 'update', { recurringId: byId(2), updateFields });
		expect(billing.sent('updateRecurring')[0]).toHaveProperty('client', { client_id: String(other?.id) });
	});

	it('warns when the service does not know the frequency', async () => {
		const updateFields = { frequency: '={{ "Rarely" }}' };
		const [profile] = await billing.outputOf('recurringProfile', 'update', {
			recurringId: byId(2),
			updateFields,
		});
		expect(profile).toMatchObject({ frequency: '1 Week' });
		expect(billing.warnings()).toContain("'Rarely'");
	});
});

describe('Recurring Profile > Add Lines', () => {
	it('adds lines with the seven elements that the method takes, and returns their identifiers', async () => {
		const before = linesOf(2);
		const [profile] = await billing.outputOf('recurringProfile', 'addItems', {
			recurringId: byId(2),
			lineItems: { line: [hosting, untaxed] },
		});
		const sent = Object.entries(hostingSent).filter(([element]) => !element.startsWith('tax'));
		expect(billing.sent('addRecurringItem')).toMatchObject([
			{ recurring_id: '2', items: { item: [{ ...Object.fromEntries(sent), discount: '0' }, {}] } },
		]);
		expect(unknownElements()).toEqual([]);
		const added = linesOf(2).slice(before.length);
		expect(linesOf(2).slice(0, before.length)).toEqual(before);
		expect(added).toMatchObject([{ name: 'Hosting', tax1_name: '' }, untaxedStored]);
		expect(profile).toMatchObject({ recurring_id: 2, recurring_item_ids: added.map(({ id }) => id) });
	});

	it('refuses a tax, which the method does not take', async () => {
		const message = await billing.errorOf('recurringProfile', 'addItems', {
			recurringId: byId(2),
			linesFrom: 'json',
			linesJson: '[{ "name": "A", "unit_cost": 1, "tax1": "VAT" }]',
		});
		expect(message).toContain('tax1_name cannot be set on a line here');
		expect(billing.sent('addRecurringItem')).toEqual([]);
	});
});

describe('Recurring Profile > Update Lines', () => {
	const change = (changes: INodeParameters) => ({
		recurringId: byId(2),
		lineItems: { line: [{ recurringItemId: String(linesOf(2)[0]?.id), changes }] },
	});

	it('changes what is chosen and keeps the rest, where there are no taxes to lose', async () => {
		billing.sandbox.store.run(
			"UPDATE line SET unit_cost = '3.00', quantity = '5.00', discount = '0.00', tax1_name = '', tax1_percent = '0.00', tax2_name = '', tax2_percent = '0.00' WHERE document = 'recurring' AND document_id = 2",
		);
		billing.sandbox.change('recurring', 2, { total_tax: '0.00' });
		const [first, ...others] = linesOf(2);
		await billing.outputOf('recurringProfile', 'updateItems', change({ quantity: '7' }));
		expect(linesOf(2)).toEqual([{ ...first, quantity: '7.00' }, ...others]);
	});

	it('refuses to take taxes off a line that nobody spoke of', async () => {
		billing.sandbox.change('recurring', 2, { total_tax: '3.00' });
		const before = linesOf(2);
		const message = await billing.errorOf('recurringProfile', 'updateItems', change({ quantity: '7' }));
		expect(message).toContain(`line ${before[0]?.id} may take its taxes off`);
		expect(billing.sent('updateRecurringItem')).toEqual([]);
	});

	it('changes everything that the method takes, with the taxes that are chosen again', async () => {
		billing.sandbox.change('recurring', 2, { total_tax: '3.00' });
		const [profile] = await billing.outputOf('recurringProfile', 'updateItems', change(full));
		expect(linesOf(2)[0]).toMatchObject(fullStored);
		expect(unknownElements()).toEqual([]);
		expect(profile).toMatchObject({ recurring_id: 2, result: 'updated' });
	});

	it('names the lines of the profile when the given one is not among them', async () => {
		const message = await billing.errorOf('recurringProfile', 'updateItems', {
			recurringId: byId(2),
			linesFrom: 'json',
			linesJson: '[{ "recurring_item_id": 999999, "quantity": 7 }]',
		});
		expect(message).toContain('Recurring profile 2 has no line 999999');
		expect(message).toContain(`Its lines are: ${linesOf(2)[0]?.id}`);
	});
});

describe('Recurring Profile > Delete Lines and Delete', () => {
	it('remove the lines, repeating both identifiers, and keep the others', async () => {
		billing.sandbox.store.run(
			"UPDATE line SET document_id = 2 WHERE document = 'recurring' AND document_id = 3",
		);
		const [first, second, ...others] = linesOf(2);
		const recurringItemId = `${first?.id}, ${second?.id}`;
		await billing.outputOf('recurringProfile', 'deleteItems', { recurringId: byId(2), recurringItemId });
		expect(billing.sent('deleteRecurringItem')).toEqual([
			{ recurring_id: ['2', '2'], recurring_item_id: [String(first?.id), String(second?.id)] },
		]);
		expect(linesOf(2)).toEqual(others);
	});
});
