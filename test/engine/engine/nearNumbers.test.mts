import { locator, useBilling } from '../billing.mts';

// A spreadsheet drops leading zeros, and people write a sign before a number.
const billing = useBilling();

const MODES = [
	['invoice', 'invoiceId', 'number'],
	['estimate', 'estimateId', 'estimateNumber'],
	['recurringProfile', 'recurringId', 'profileNumber'],
] as const;

describe.each(MODES)('A number of no %s', (resource, field, mode) => {
	const errorOf = async (number: string) =>
		await billing.errorOf(resource, 'get', { [field]: locator(mode, number) });

	it.each(['4', '#00004', '# 4', '0004', 'No. 4'])(
		'that is near another one offers it: %s',
		async (number) => {
			const message = await errorOf(number);
			expect(message).toContain('with this number');
			expect(message).toContain(`The number is '${number}'. Did you mean 00004? Check the spelling`);
			expect(billing.methods().length).toBeLessThanOrEqual(3);
		},
	);

	it.each(['99999', '00004-1', 'R-4', '#'])('that is near none offers nothing: %s', async (number) => {
		expect(await errorOf(number)).not.toContain('Did you mean');
	});
});

it('A number that is near an older one than the first page shows also offers it', async () => {
	const [first] = billing.sandbox.records('invoice');
	for (let more = 0; more < 100; more += 1) {
		const number = String(500 + more).padStart(5, '0');
		const { id: _, ...invoice } = { ...first, number, number_key: `${number}`.padStart(12, '0') };
		billing.sandbox.store.insert('invoice', invoice);
	}
	const message = await billing.errorOf('invoice', 'get', { invoiceId: locator('number', '4') });
	expect(message).toContain('Did you mean 00004?');
});
