import { byId, containing, isThere, locator, matching, useBilling } from '../billing.mts';

// What the node makes of deleted documents. The vendor's own app cancels an invoice to delete it; a service may also remove it.

const line = { lineItems: { line: [{ name: 'Work', unitCost: '10' }] } };
const numbered = { clientId: byId(1), number: 'R-815', ...line };

describe.each([
	['keeps them under a status', useBilling({ quirks: [] })],
	['removes them', useBilling({ quirks: ['removesDeleted'] })],
])('Where a service %s, deleted documents', (manner, billing) => {
	const isKept = manner.startsWith('keeps');
	const create = async (resource: string) => {
		const [created = {}] = await billing.outputOf(resource, 'create', numbered);
		return Number(created['invoice_id'] ?? created['estimate_id']);
	};
	const remove = async (id: number) => await billing.outputOf('invoice', 'delete', { invoiceId: byId(id) });

	it('are no news for the trigger', async () => {
		const events = ['invoiceCreated', 'invoiceStatusChanged', 'paymentRecorded', 'estimateCreated'];
		const trigger = engine.trigger({ parameters: { events }, credential: billing.credential() });
		expect(await trigger.poll()).toBeNull();
		const shown = billing.sandbox.records('invoice').find((row) => row.account_id === 1 && isThere(row));
		await remove(shown?.id ?? 0);
		await billing.outputOf('estimate', 'delete', { estimateId: byId(4) });
		expect(await trigger.poll()).toBeNull();
		expect(await trigger.poll()).toBeNull();
	});

	it('are found by no number', async () => {
		await remove(await create('invoice'));
		const parameters = { invoiceId: locator('number', 'R-815') };
		expect(await billing.errorOf('invoice', 'get', parameters)).toContain('there is no active invoice');
	});

	it('have their numbers refused only where they still have them, and why', async () => {
		const id = await create('invoice');
		await remove(id);
		const update = { invoiceId: byId(4), updateFields: { number: 'R-815' } };
		if (isKept) {
			const told = /^Invoice R-815 already exists, but is canceled or deleted: ID \d+ Nothing was created\./;
			expect(await billing.errorOf('invoice', 'create', numbered)).toMatch(told);
			const advice = containing("set that invoice to Active on the service's website");
			expect(await billing.errorOf('invoice', 'create', numbered)).toEqual(advice);
			const other =
				/^Another invoice already has the number R-815: ID \d+ Nothing was changed\. It is canceled/;
			expect(await billing.errorOf('invoice', 'update', update)).toMatch(other);
			const options = { ifExists: 'existing' };
			const [found] = await billing.outputOf('invoice', 'create', { ...numbered, options });
			expect(found).toMatchObject({ result: 'existing', invoice_id: id });
			expect(billing.warnings()).toContain("is not active: its status is 'Cancel'");
		} else {
			await billing.outputOf('invoice', 'create', numbered);
			expect(await billing.errorOf('invoice', 'update', update)).toEqual(
				matching(
					/^Another invoice already has the number R-815: ID \d+ Nothing was changed\. Choose another/,
				),
			);
		}
	});

	it('get another number from the service where it is an estimate that kept it, which is told', async () => {
		await billing.outputOf('estimate', 'delete', { estimateId: byId(await create('estimate')) });
		const [created] = await billing.outputOf('estimate', 'create', numbered);
		expect(created?.['number'] === 'R-815').toBe(!isKept);
		expect(billing.warnings().includes("instead of 'R-815'")).toBe(isKept);
	});

	it('a deleted document takes no payment', async () => {
		const id = await create('invoice');
		await remove(id);
		const payment = { invoiceId: byId(id), amount: '10', paymentMethod: 'Cash' };
		const error = await billing.errorOf('invoice', 'recordPayment', payment);
		if (isKept) expect(error).toContain('Invoice R-815 is canceled or deleted Nothing was recorded.');
		expect(billing.sandbox.records('payment').some(({ invoice_id }) => invoice_id === id)).toBe(false);
	});

	it('are known as deleted where HTTP confirms it without a document', async () => {
		await billing.sandbox.setFaults([{ fault: 'empty', method: 'deleteInvoice' }]);
		expect(await remove(await create('invoice'))).toMatchObject([{ deleted: true }]);
	});
});
