import { byId, useBilling } from './billing.mts';
import { FREQUENCIES, OTHER_FREQUENCIES } from '../sandbox/walk/vendor.mts';

// Values that the service would save as 1 Week must never be sent (§4.5).

const billing = useBilling();
const profile = (frequency: string) => ({
	clientId: byId(1),
	frequency: `={{ ${JSON.stringify(frequency)} }}`,
	lineItems: { line: [{ name: 'Hosting', unitCost: '20.50', quantity: '1' }] },
});

const isKnown = (frequency: string | undefined) => frequency !== undefined && frequency in FREQUENCIES;

it.each(OTHER_FREQUENCIES)('never sends the frequency %s, but its singular or nothing', async (frequency) => {
	const updateFields = { frequency: profile(frequency).frequency };
	const endings = [
		await billing.run('recurringProfile', 'create', profile(frequency)),
		await billing.run('recurringProfile', 'update', { recurringId: byId(2), updateFields }),
	];
	const singular = frequency.replace(/s$/, '');
	for (const { error } of endings)
		if (isKnown(singular)) expect(error).toBeUndefined();
		else expect(error?.message).toContain('Frequency');
	const sent = [...billing.sent('createRecurring'), ...billing.sent('updateRecurring')];
	expect(sent).toMatchObject(isKnown(singular) ? [{ frequency: singular }, { frequency: singular }] : []);
});

it.each(Object.keys(FREQUENCIES))('sends the frequency %s unchanged', async (frequency) => {
	const [output] = await billing.outputOf('recurringProfile', 'create', profile(frequency));
	expect(billing.sent('createRecurring')).toMatchObject([{ frequency }]);
	expect(output).toMatchObject({ frequency });
	expect(billing.warnings()).toBe('');
});
