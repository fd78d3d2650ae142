import { byId, containing, useBilling } from '../billing.mts';

const billing = useBilling();
const design = { name: 'Design', unitCost: '120.50', quantity: '2', tax1: '1' };
const simple = { clientId: byId(1), lineItems: { line: [design] } };
const preview = { simplify: false, options: { preview: true } };
describe('A preview', () => {
	it('of one delete does not stop the others of the run', async () => {
		const items = [3, 5, 7].map((id) => ({ id }));
		const parameters = { invoiceId: byId('={{ $json.id }}'), options: { preview: '={{ $json.id === 5 }}' } };
		const output = await billing.outputOf('invoice', 'delete', parameters, { items });
		expect(output).toMatchObject([
			{ invoice_id: 3, deleted: true },
			{ preview: true, number: '00005', total: expect.any(Number) as number, sends: 'invoice_id' },
			{ invoice_id: 7, deleted: true },
		]);
		expect(billing.sent('deleteInvoice')).toEqual([{ invoice_id: '3' }, { invoice_id: '7' }]);
	});

	it('warns of side effects of the write', async () => {
		const parameters = { invoiceId: byId(2), linesFrom: 'form', lineItems: { line: [design] }, ...preview };
		const told = { Disputed: [containing('into a draft')], Sent: [] };
		for (const [invoice_status, warnings] of Object.entries(told)) {
			billing.sandbox.change('invoice', 2, { invoice_status });
			const [shown] = await billing.outputOf('invoice', 'update', parameters);
			expect(shown).toMatchObject({ warnings });
		}
	});
});

describe('An expected total', () => {
	const expecting = (expectedTotal: string | number) => ({ ...simple, options: { expectedTotal } });

	it('lets an invoice of that amount pass, and no other one, because nothing of the line is rounded', async () => {
		for (const expected of ['289.19', '289.21'])
			expect(await billing.errorOf('invoice', 'create', expecting(expected))).toContain(
				`The total is 289.20, and ${expected} was expected.`,
			);
		expect(billing.writes()).toEqual([]);
		const created = [{ result: 'created', total: 289.2 }];
		for (const expected of ['289.20', 289.2, ' 289.2 '])
			expect(await billing.outputOf('invoice', 'create', expecting(expected))).toMatchObject(created);
	});

	it('may differ by half a cent only for each line that is no whole cents', async () => {
		const many = (count: number, line: object, expectedTotal: string) => ({
			...{ clientId: byId(1), linesFrom: 'json', options: { preview: true, expectedTotal } },
			linesJson: JSON.stringify(Array.from({ length: count }, () => ({ name: 'A', unit_cost: 5, ...line }))),
		});
		const tax = (tax1_percent: number) => ({ tax1_name: 'VAT', tax1_percent });
		for (const [count, line, wrong] of [
			[199, {}, '995.99'],
			[199, {}, '995.01'],
			[20, tax(20), '120.10'],
			[20, { discount: 10, discount_type: 'Percent' }, '90.01'],
			[20, { discount: 0.03, discount_type: 'Fixed' }, '99.41'],
			[1, tax(2.5), '5.12'],
		] as const)
			expect(await billing.errorOf('invoice', 'create', many(count, line, wrong))).toContain('differs from');
		for (const [count, line, right] of [
			// Half a cent of tax per line, or per invoice.
			[20, tax(2.5), '102.50'],
			[20, { unit_cost: 0.33, quantity: 1.5 }, '9.90'],
			[20, { discount: 2.5, discount_type: 'Percent' }, '97.50'],
			[199, {}, '995'],
		] as const)
			expect(await billing.outputOf('invoice', 'create', many(count, line, right))).toHaveLength(1);
	});
});
