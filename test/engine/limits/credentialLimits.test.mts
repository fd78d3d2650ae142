import { METHODS } from '../../../nodes/XmlBilling/records/methods';
import { byId, containing, GOES_ON, matching, useBilling } from '../billing.mts';

const billing = useBilling();
const line = (unitCost: string) => ({ lineItems: { line: [{ name: 'Work', unitCost }] } });
const limited = (more: object) => ({ credential: { ...billing.credential(), ...more } });
const drafts = () => limited({ allowDeleting: 'drafts' });
const custom = async (requestMethod: string, body: object, more = drafts()) => {
	const parameters = { requestMethod, requestBody: JSON.stringify(body) };
	return (await billing.run('settings', 'customRequest', parameters, more)).error;
};

describe('A read-only credential', () => {
	it('refuses every kind of write before anything is written, also when its switch is text or a number', async () => {
		const create = { clientId: byId(1), ...line('1') };
		const custom = { requestMethod: 'deleteInvoice', requestBody: { invoice_id: 1 } };
		for (const [resource, operation, parameters, readOnly, done] of [
			['client', 'create', { name: 'Ada', organization: 'Engine Ltd' }, true, 'created'],
			['client', 'delete', { clientId: byId(1) }, 'true', 'deleted'],
			['invoice', 'create', create, 1, 'created'],
			['invoice', 'send', { invoiceId: byId(4) }, true, 'sent'],
			['settings', 'customRequest', custom, true, 'deleted'],
		] as const)
			expect(await billing.errorOf(resource, operation, parameters, limited({ readOnly }))).toContain(
				`The credential is read-only. Nothing was ${done}.`,
			);
		expect(billing.writes()).toEqual([]);
	});

	it('shows previews, and says in them that the write would be refused', async () => {
		const parameters = { clientId: byId(1), ...line('1'), options: { preview: true } };
		const [shown] = await billing.outputOf('invoice', 'create', parameters, limited({ readOnly: true }));
		expect(shown).toMatchObject({ preview: true, warnings: [containing('read-only')] });
	});
});

describe('A maximum amount', () => {
	const atMost = (maximumAmount: string | number) => limited({ maximumAmount });
	const invoiceOf = async (unitCost: string) => {
		const [invoice] = await billing.outputOf('invoice', 'create', { clientId: byId(1), ...line(unitCost) });
		billing.sandbox.clearRequests();
		return Number(invoice?.['invoice_id']);
	};

	it('covers payments, also when the amount is the outstanding one', async () => {
		const id = await invoiceOf('1500');
		const payment = { invoiceId: byId(id), paymentMethod: 'Cash' };
		const { error } = await billing.run('invoice', 'recordPayment', payment, atMost('1000'));
		expect(error?.description).toContain('The amount is 1500.00');
		expect(billing.writes()).toEqual([]);
		const part = { ...payment, amount: '1000' };
		expect(await billing.outputOf('invoice', 'recordPayment', part, atMost('1000'))).toHaveLength(1);
	});

	it('refuses a custom request that writes, and lets one that reads pass', async () => {
		const payment = { invoice: { id: 4, amount: 1 } };
		for (const method of ['invoiceOfflinePayment', 'INVOICEOFFLINEPAYMENT', 'updateClient'])
			expect(await custom(method, payment, atMost('1000'))).toMatchObject({
				message: containing('a Maximum Amount, which a custom request could exceed'),
				description: matching(/^Nothing was (recorded|changed)\. Choose another operation/),
			});
		expect(await custom('getInvoice', { invoice_id: 4 }, atMost('1000'))).toBeUndefined();
		expect(billing.methods()).toEqual(['getInvoice']);
	});
});

describe('Deleting', () => {
	/** Makes drafts of the invoices with the IDs 2 and 3 and estimate 2 only. */
	beforeEach(() => {
		for (const { id } of billing.sandbox.records('invoice'))
			billing.sandbox.change('invoice', id, { invoice_status: [2, 3].includes(id) ? 'Draft' : 'Sent' });
		for (const { id } of billing.sandbox.records('estimate'))
			billing.sandbox.change('estimate', id, { estimate_status: id === 2 ? ' dRAFT ' : 'Sent' });
	});

	it('of nothing refuses every method that deletes, in any case, before anything is sent', async () => {
		const deletes = METHODS.filter(({ verb }) => verb === 'delete').map(({ name }) => name);
		const nothing = limited({ allowDeleting: ' NOTHING ' });
		for (const name of [...deletes, 'DELETEINVOICE'])
			expect(await custom(name, { invoice_id: 2, estimate_id: 2 }, nothing)).toMatchObject({
				message: containing('does not allow deleting'),
				description: containing('Nothing was deleted. Change Allow Deleting'),
			});
		expect(billing.methods()).toEqual([]);
	});

	it('of drafts refuses other documents and records, alone and among drafts, which go if the run continues', async () => {
		for (const [resource, operation, parameters, message] of [
			['estimate', 'delete', { estimateId: byId(3) }, 'Estimate 00003 is not a draft'],
			['invoice', 'delete', { invoiceId: byId(99_999) }, 'The invoice with ID 99999 was not found'],
			['invoice', 'deleteItems', { invoiceId: byId(4), invoiceItemId: '7' }, 'Invoice 00004 is not a draft'],
			['recurringProfile', 'delete', { recurringId: byId(1) }, 'only drafts'],
		] as const)
			expect((await billing.run(resource, operation, parameters, drafts())).error).toMatchObject({
				message: containing(message),
				description: containing('Nothing was deleted.'),
			});
		const parameters = { invoiceId: byId('={{ $json.id }}') };
		const more = { ...drafts(), items: [{ id: 2 }, { id: 4 }, { id: 3 }] };
		const refused = 'Invoice 00004 is not a draft';
		expect(await billing.errorOf('invoice', 'delete', parameters, more)).toContain(refused);
		expect(billing.writes()).toEqual([]);
		const some = { ...more, settings: GOES_ON };
		expect(await billing.outputOf('invoice', 'delete', parameters, some)).toMatchObject([
			{ invoice_id: 2, deleted: true },
			{ error: containing(refused) },
			{ invoice_id: 3, deleted: true },
		]);
		expect(billing.sent('deleteInvoice')).toEqual([{ invoice_id: '2' }, { invoice_id: '3' }]);
	});

	it('of drafts refuses a custom request that deletes, and lets any other pass', async () => {
		expect(await custom('DeleteInvoice', { invoice_id: 2 })).toMatchObject({
			message: containing('a custom request could delete others'),
			description: containing('Nothing was deleted. Choose the operation Delete'),
		});
		expect(await custom('updateTask', { task_id: 1, name: 'Design' })).toBeUndefined();
		expect(billing.writes()).toEqual(['updateTask']);
	});

	it('of what cannot be read refuses every write instead of none', async () => {
		for (const wrong of ['some', '', 1]) {
			const more = limited({ allowDeleting: wrong });
			for (const method of ['deleteInvoice', 'updateInvoice'])
				expect(await custom(method, { invoice_id: 2 }, more)).toMatchObject({
					message: containing('Allow Deleting'),
					description: containing('Correct it to Anything'),
				});
			const tested = await engine.testCredential(more.credential);
			expect(tested).toMatchObject({ status: 'Error', message: containing('Allow Deleting') });
		}
		expect(billing.writes()).toEqual([]);
	});
});

describe('Deleted documents', () => {
	// What the node makes of deleted documents. The vendor's own app cancels an invoice to delete it; a service may also remove it.

	const numbered = { clientId: byId(1), number: 'R-815', ...line('10') };

	describe.each([
		['keeps them under a status', useBilling({ quirks: [] })],
		['removes them', useBilling({ quirks: ['removesDeleted'] })],
	])('Where a service %s, deleted documents', (manner, billing) => {
		const isKept = manner.startsWith('keeps');
		const create = async (resource: string) => {
			const [created = {}] = await billing.outputOf(resource, 'create', numbered);
			return Number(created['invoice_id'] ?? created['estimate_id']);
		};

		it('have their numbers refused only where they still have them, and why', async () => {
			const id = await create('invoice');
			await billing.outputOf('invoice', 'delete', { invoiceId: byId(id) });
			const update = { invoiceId: byId(4), updateFields: { number: 'R-815' } };
			if (isKept) {
				expect(await billing.errorOf('invoice', 'create', numbered)).toMatch(
					/^Invoice R-815 already exists, but is canceled or deleted: ID \d+ Nothing was created\. .*set that invoice to Active on the service's website/,
				);
				expect(await billing.errorOf('invoice', 'update', update)).toMatch(
					/^Another invoice already has the number R-815: ID \d+ Nothing was changed\. It is canceled/,
				);
				const options = { ifExists: 'existing' };
				const [found] = await billing.outputOf('invoice', 'create', { ...numbered, options });
				expect(found).toMatchObject({ result: 'existing', invoice_id: id });
				expect(billing.warnings()).toContain("is not active: its status is 'Cancel'");
			} else {
				await billing.outputOf('invoice', 'create', numbered);
				expect(await billing.errorOf('invoice', 'update', update)).toMatch(
					/^Another invoice already has the number R-815: ID \d+ Nothing was changed\. Choose another/,
				);
			}
		});

		it('get another number from the service where it is an estimate that kept it, which is told', async () => {
			await billing.outputOf('estimate', 'delete', { estimateId: byId(await create('estimate')) });
			const [created] = await billing.outputOf('estimate', 'create', numbered);
			expect(created?.['number'] === 'R-815').toBe(!isKept);
			expect(billing.warnings().includes("instead of 'R-815'")).toBe(isKept);
		});
	});
});
