import { byId, useBilling } from '../../billing.mts';
import { CLIENT, useUnbilled } from '../../unbilled.mts';

const billing = useBilling();
const parameters = { clientId: byId(CLIENT), entriesFrom: 'all', timeTax1: 1, timeTax2: 4 };
const { entries, linesOf } = useUnbilled(billing);
const taxesOf = (id: unknown) =>
	linesOf(id).map(({ tax1_name, tax1_percent, tax2_name, tax2_percent }) =>
		[tax1_name, tax1_percent, tax2_name, tax2_percent].join(' '),
	);

describe('Taxes on time', () => {
	it('apply to every billed entry', async () => {
		const count = entries().length;
		const [invoice] = await billing.outputOf('invoice', 'createFromTimeTracking', parameters);
		expect(taxesOf(invoice?.['invoice_id'])).toEqual(Array(count).fill('VAT 20.00 Service tax 2.50'));
	});

	it("are overridden by an entry's own taxes", async () => {
		const [first, second] = entries();
		const entriesJson = JSON.stringify([
			{ timelog_id: first?.id, tax1: 2 },
			{ timelog_id: second?.id, tax1_name: 'Local', tax1_percent: 7 },
		]);
		const chosen = { ...parameters, entriesFrom: 'json', entriesJson };
		const [invoice] = await billing.outputOf('invoice', 'createFromTimeTracking', chosen);
		expect(taxesOf(invoice?.['invoice_id'])).toEqual([
			'VAT reduced 5.50 Service tax 2.50',
			'Local 7.00 Service tax 2.50',
		]);
	});

	it('are none where none is chosen', async () => {
		const { timeTax1: _, timeTax2: __, ...untaxed } = parameters;
		const [invoice] = await billing.outputOf('invoice', 'createFromTimeTracking', untaxed);
		for (const taxes of taxesOf(invoice?.['invoice_id'])) expect(taxes).toBe(' 0.00  0.00');
	});
});
