import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../../billing.mts';

const billing = useBilling();
const stored = (id: unknown) => billing.sandbox.records('recurring').find((profile) => profile.id === id);
const linesOf = (id: unknown) => billing.linesOf('recurring', id);

/** A line in the form, and in the request: with every element, even empty ones (§4.2). */
const hosting = { name: 'Hosting', unitCost: '20.50', quantity: '2' };
const simple = { clientId: byId(1), lineItems: { line: [hosting] } };

it('shows a number as on the website of the vendor where one is asked for', () => {
	const shown = JSON.stringify(engine.nodeType('xmlBilling').description.properties);
	const examples = [...shown.matchAll(/"placeholder":"(e\.g\. REC-\d+)"/g)].map(([, example]) => example);
	expect([...new Set(examples)]).toEqual(['e.g. REC-141']);
	expect(examples).toHaveLength(2);
});

describe('Recurring Profile > Create', () => {
	it('leaves it to the service whether invoices are emailed, unless the form asks for it', async () => {
		const ways = [undefined, '', '={{ "" }}', '1', '={{ 1 }}'];
		for (const emailEachInvoice of ways)
			await billing.outputOf('recurringProfile', 'create', { ...simple, emailEachInvoice });
		const sent = billing
			.sent('createRecurring')
			.map((request) => new Map(Object.entries(request)).get('send'));
		expect(sent).toEqual([undefined, undefined, undefined, '1', '1']);
	});

	it.each([
		['no', ''],
		['Yes', '. Did you mean 1?'],
		['service default', '. Did you mean empty?'],
	])('refuses %s as a choice whether invoices are emailed', async (choice, advice) => {
		const emailEachInvoice = `={{ "${choice}" }}`;
		const { error } = await billing.run('recurringProfile', 'create', { ...simple, emailEachInvoice });
		expect(error?.message).toBe(`Email Each Invoice must be one of empty, 1, not '${choice}'${advice}`);
		expect(billing.writes()).toEqual([]);
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
});

describe('Recurring Profile > Update Lines', () => {
	const change = (changes: INodeParameters) => ({
		recurringId: byId(2),
		lineItems: { line: [{ recurringItemId: String(linesOf(2)[0]?.id), changes }] },
	});

	it('refuses to remove taxes from a line that was not named', async () => {
		billing.sandbox.change('recurring', 2, { total_tax: '3.00' });
		const before = linesOf(2);
		const message = await billing.errorOf('recurringProfile', 'updateItems', change({ quantity: '7' }));
		expect(message).toContain(`the line with ID ${before[0]?.id} may remove its taxes`);
		expect(billing.sent('updateRecurringItem')).toEqual([]);
	});
});
