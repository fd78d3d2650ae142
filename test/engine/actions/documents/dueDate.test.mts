import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../../billing.mts';

const billing = useBilling();
const invoice = (more: INodeParameters) => ({ clientId: byId(1), linesFrom: 'none', ...more });
const dated = { additionalFields: { date: '2026-01-31' } };
const days = (dueInDays: unknown) => ({ due: 'days', dueInDays: dueInDays as number }); // an expression can return anything

describe('The due date of a new invoice', () => {
	it.each([
		[dated, '2026-03-02'],
		[{ due: 'none' }, ''],
		[{ due: '={{ "none" }}', dueDate: '2026-05-01' }, ''],
		[{ due: 'date', dueDate: '2026-05-01' }, '2026-05-01'],
		[{ ...dated, due: 'days' }, '2026-03-02'],
		[{ ...dated, ...days('={{ 1 }}') }, '2026-02-01'],
		[{ ...dated, ...days(0) }, '2026-01-31'],
	])('for %j is %s', async (more, date) => {
		await billing.outputOf('invoice', 'create', invoice(more));
		expect(billing.sandbox.records('invoice').at(-1)?.due_date).toBe(date);
	});

	it("counts from today in the workflow's time zone, which also gives the invoice date", async () => {
		for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
			await billing.outputOf('invoice', 'create', invoice(days(0)), { timezone });
			const today = new Date().toLocaleDateString('sv-SE', { timeZone: timezone });
			expect(billing.sent('createInvoice').at(-1)).toMatchObject({ date: today, due_date: today });
		}
	});

	it.each([
		[days('={{ $json.missing }}'), 'Due In Days evaluated to nothing'],
		[days(-1), 'Due In Days takes a whole number of 0 or more'],
		[days('={{ 5000000 }}'), 'Due In Days is too large'],
		[{ due: 'date' }, 'Due Date is required'],
		[{ due: 'date', dueDate: '={{ $json.missing }}' }, 'Due Date evaluated to nothing'],
		[{ due: '={{ $json.missing }}' }, 'Due evaluated to nothing'],
		[{ due: '={{ "soon" }}' }, 'Due must be one of days, none, date'],
	])('is refused for %j', async (more, problem) => {
		expect(await billing.errorOf('invoice', 'create', invoice(more))).toContain(problem);
		expect(billing.methods()).toEqual([]);
	});
});
