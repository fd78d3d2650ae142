import { byId, useBilling } from '../../billing.mts';

const billing = useBilling();
const stored = () => billing.sandbox.records('invoice').find(({ id }) => id === 4);
const FILLED = {
	address: 'Old Street 1',
	due_date: '2026-03-20',
	late_fee_id: 1,
	notes: 'Notes',
	po_number: '0042',
	schedule_date: '2026-04-01',
	terms: 'Terms',
	title: 'Title',
};
beforeEach(() => billing.sandbox.change('invoice', 4, FILLED));

describe('Clear Fields of an update', () => {
	it.each([
		['client/address', { address: '' }],
		['due_date', { due_date: '' }],
		['late_fee', { late_fee_id: 0 }],
		['notes', { notes: '' }],
		['po_number', { po_number: '' }],
		['schedule_date', { schedule_date: '' }],
		['terms', { terms: '' }],
		['invoice_title', { title: '' }],
	])('an update with Clear Fields erases %s alone', async (field, erased) => {
		const updateFields = { clearFields: [field] };
		await billing.outputOf('invoice', 'update', { invoiceId: byId(4), updateFields });
		expect(stored()).toMatchObject({ ...FILLED, ...erased });
	});

	it('erases several, together with other changes', async () => {
		const updateFields = { clearFields: '={{ ["due_date", "notes"] }}', terms: 'New' };
		await billing.outputOf('invoice', 'update', { invoiceId: byId(4), updateFields });
		expect(stored()).toMatchObject({ ...FILLED, due_date: '', notes: '', terms: 'New' });
	});

	it('keeps everything when it is empty', async () => {
		const updateFields = { clearFields: '={{ $json.missing }}', terms: 'New' };
		await billing.outputOf('invoice', 'update', { invoiceId: byId(4), updateFields });
		expect(stored()).toMatchObject({ ...FILLED, terms: 'New' });
	});

	it.each([
		[{ clearFields: ['notes'], notes: 'New' }, 'Notes is both changed and cleared'],
		[{ clearFields: ['client/address'], address: 'New' }, 'Address is both changed and cleared'],
		[{ clearFields: '={{ ["number"] }}' }, "not 'number'"],
	])('refuses what cannot be meant, before anything is sent: %j', async (updateFields, problem) => {
		const parameters = { invoiceId: byId(4), updateFields };
		expect(await billing.errorOf('invoice', 'update', parameters)).toContain(problem);
		expect(billing.methods()).toEqual([]);
	});
});
