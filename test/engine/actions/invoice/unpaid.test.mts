import { useBilling } from '../../billing.mts';
import { shownStatus } from '../../harness/quirks.mts';

const ids = (output: Array<Record<string, unknown>>) => output.map(({ invoice_id }) => invoice_id);

describe('Invoice > Get Many, unpaid only,', () => {
	const billing = useBilling();
	const unpaid = () =>
		billing.sandbox
			.records('invoice')
			.filter(({ account_id, status }) => account_id === 1 && status === 'Active')
			.filter(({ outstanding, invoice_status }) => Number(outstanding) > 0 && invoice_status !== 'Draft')
			.sort((one, other) => other.number_key.localeCompare(one.number_key))
			.map(({ id }) => id);

	it('returns every invoice that was sent and is not paid, with any spelling of its status', async () => {
		const parameters = { returnAll: true, filters: { unpaidOnly: true } };
		const output = await billing.outputOf('invoice', 'getAll', parameters);
		expect(ids(output)).toEqual(unpaid());
		expect(new Set(output.map(({ invoice_status }) => invoice_status)).size).toBeGreaterThan(1);
	});

	it('names the invoices that it excludes because their amounts cannot be read', async () => {
		const [id = 0] = unpaid();
		billing.sandbox.change('invoice', id, { outstanding: '1.200,00' });
		await billing.outputOf('invoice', 'getAll', { returnAll: true, filters: { unpaidOnly: true } });
		expect(billing.warnings()).toContain(`match the filters: ${id}.`);
	});

	it('counts its limit over what is unpaid', async () => {
		const output = await billing.outputOf('invoice', 'getAll', { limit: 7, filters: { unpaidOnly: true } });
		expect(ids(output)).toEqual(unpaid().slice(0, 7));
	});

	it('goes with the other filters', async () => {
		const filters = { unpaidOnly: true, invoiceStatus: 'Partial-Paid' };
		const output = await billing.outputOf('invoice', 'getAll', { returnAll: true, filters });
		expect(output).not.toEqual([]);
		expect(new Set(output.map(({ invoice_status }) => invoice_status))).toEqual(
			new Set([shownStatus('Partial-Paid')]),
		);
	});

	it('is off where it is switched off', async () => {
		const parameters = { returnAll: true, filters: { unpaidOnly: false } };
		expect((await billing.outputOf('invoice', 'getAll', parameters)).length).toBeGreaterThan(unpaid().length);
	});
});
