import { byId, useBilling } from './billing.mts';
import { FREQUENCIES, OTHER_FREQUENCIES } from '../sandbox/walk/vendor.mts';

// Values that the service would save as 1 Week must never be sent (§4.5).

const billing = useBilling();
const profile = (frequency: string) => ({
	clientId: byId(1),
	frequency: `={{ ${JSON.stringify(frequency)} }}`,
	lineItems: { line: [{ name: 'Hosting', unitCost: '20.50', quantity: '1' }] },
});

it.each(OTHER_FREQUENCIES)('refuses the frequency %s before anything is sent', async (frequency) => {
	const error = await billing.errorOf('recurringProfile', 'create', profile(frequency));
	expect(error).toContain('Frequency');
	expect(billing.writes()).toEqual([]);
});

it.each(OTHER_FREQUENCIES)('also refuses the frequency %s of an update', async (frequency) => {
	const updateFields = { frequency: profile(frequency).frequency };
	const error = await billing.errorOf('recurringProfile', 'update', { recurringId: byId(2), updateFields });
	expect(error).toContain('Frequency');
	expect(billing.writes()).toEqual([]);
});

it.each(Object.keys(FREQUENCIES))('sends the frequency %s unchanged', async (frequency) => {
	const [output] = await billing.outputOf('recurringProfile', 'create', profile(frequency));
	expect(billing.sent('createRecurring')).toMatchObject([{ frequency }]);
	expect(output).toMatchObject({ frequency });
	expect(billing.warnings()).toBe('');
});
