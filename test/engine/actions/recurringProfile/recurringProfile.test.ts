import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../../billing.ts';

const billing = useBilling();
const stored = (id: unknown) => billing.sandbox.records('recurring').find((profile) => profile.id === id);
const linesOf = (id: unknown) => billing.linesOf('recurring', id);

/** A line as the form has it, and as the service has to receive it: every element, even when it is empty (§4.2). */
const hosting = { name: 'Hosting', unitCost: '20.50', quantity: '2' };
const simple = { clientId: byId(1), lineItems: { line: [hosting] } };

describe('Recurring Profile > Create', () => {
	it('warns when the service does not know the frequency and bills weekly', async () => {
		const frequency = '={{ "Fortnightly" }}';
		const [profile] = await billing.outputOf('recurringProfile', 'create', { ...simple, frequency });
		expect(billing.sent('createRecurring')).toMatchObject([{ frequency: 'Fortnightly' }]);
		expect(profile).toMatchObject({
			frequency: '1 Week',
		});
		expect(billing.warnings()).toContain("saved the frequency '1 Week' instead of 'Fortnightly'");
	});

	it('takes another frequency than those that it suggests', async () => {
		const frequency = '={{ "10 Days" }}';
		const [profile] = await billing.outputOf('recurringProfile', 'create', { ...simple, frequency });
		expect(profile).toMatchObject({ frequency: '10 Days' });
		expect(billing.warnings()).toBe('');
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
			simplify: false,
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

describe('Recurring Profile > Update Lines', () => {
	const change = (changes: INodeParameters) => ({
		recurringId: byId(2),
		lineItems: { line: [{ recurringItemId: String(linesOf(2)[0]?.id), changes }] },
	});

	it('refuses to take taxes off a line that nobody spoke of', async () => {
		billing.sandbox.change('recurring', 2, { total_tax: '3.00' });
		const before = linesOf(2);
		const message = await billing.errorOf('recurringProfile', 'updateItems', change({ quantity: '7' }));
		expect(message).toContain(`line ${before[0]?.id} may remove its taxes`);
		expect(billing.sent('updateRecurringItem')).toEqual([]);
	});
});
