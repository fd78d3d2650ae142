import type { INodeParameters } from 'n8n-workflow';
import { isRead, METHODS } from '../../../nodes/XmlBilling/records/methods';
import { byId, containing, useBilling, matching } from '../billing.mts';

const billing = useBilling();
const line = (unitCost: string, more: INodeParameters = {}) => ({
	lineItems: { line: [{ name: 'Work', unitCost, ...more }] },
});
const limited = (more: Record<string, string | number | boolean | null>) => ({
	credential: { ...billing.credential(), ...more },
});
const TOO_MUCH = 'The amount is more than the credential allows.';
const writes = () => billing.methods().filter((method) => !isRead(method));

describe('A read-only credential', () => {
	const readOnly = () => limited({ readOnly: true });

	it.each<[string, string, INodeParameters]>([
		['client', 'create', { name: 'Ada', organization: 'Engine Ltd' }],
		['client', 'delete', { clientId: byId(1) }],
		['invoice', 'create', { clientId: byId(1), ...line('1') }],
		['invoice', 'send', { invoiceId: byId(4) }],
		['settings', 'customRequest', { requestMethod: 'deleteInvoice', requestBody: { invoice_id: 1 } }],
	])('refuses %s > %s before anything is written', async (resource, operation, parameters) => {
		const { error } = await billing.run(resource, operation, parameters, readOnly());
		expect(error).toMatchObject({
			message: containing('The credential is read-only'),
			description: containing('Nothing was sent'),
		});
		expect(writes()).toEqual([]);
	});

	it.each(['true', 1])('also is one when its switch is %j', async (readOnly) => {
		const parameters = { clientId: byId(1), ...line('1') };
		const { error } = await billing.run('invoice', 'create', parameters, limited({ readOnly }));
		expect(error?.message).toContain('read-only');
		expect(writes()).toEqual([]);
	});

	it('shows previews, and says in them that the write would be refused', async () => {
		const parameters = { clientId: byId(1), ...line('1'), options: { preview: true } };
		const [shown] = await billing.outputOf('invoice', 'create', parameters, readOnly());
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

	it('counts the lines that an invoice has when lines are added, changed, or replaced', async () => {
		const id = await invoiceOf('900');
		const [added, replaced] = [{ invoiceId: byId(id), ...line('101') }, { ...line('1001') }];
		const lineId = billing.sandbox.records('line').at(-1)?.id ?? 0;
		const changed = { lineItems: { line: [{ invoiceItemId: String(lineId), changes: { quantity: '2' } }] } };
		const attempts = [
			['addItems', added],
			['updateItems', { invoiceId: byId(id), ...changed }],
			['update', { invoiceId: byId(id), linesFrom: 'form', ...replaced }],
		] as const;
		for (const [operation, parameters] of attempts) {
			const { error } = await billing.run('invoice', operation, parameters, atMost('1000'));
			expect(error?.message).toBe(TOO_MUCH);
		}
		expect(writes()).toEqual([]);
		const notes = { invoiceId: byId(id), updateFields: { notes: 'N' } };
		expect(await billing.outputOf('invoice', 'update', notes, atMost('1'))).toHaveLength(1);
		const allowed = { invoiceId: byId(id), ...line('100') };
		expect(await billing.outputOf('invoice', 'addItems', allowed, atMost('1000'))).toHaveLength(1);
	});

	it('covers payments, also when the amount is the outstanding one', async () => {
		const id = await invoiceOf('1500');
		const payment = { invoiceId: byId(id), paymentMethod: 'Cash' };
		const { error } = await billing.run('invoice', 'recordPayment', payment, atMost('1000'));
		expect(error?.description).toContain('The amount is 1500.00');
		expect(writes()).toEqual([]);
		const part = { ...payment, amount: '1000' };
		expect(await billing.outputOf('invoice', 'recordPayment', part, atMost('1000'))).toHaveLength(1);
	});

	it('refuses a custom request that writes, and lets one that reads pass', async () => {
		const custom = async (requestMethod: string, body: object) => {
			const parameters = { requestMethod, requestBody: JSON.stringify(body) };
			return (await billing.run('settings', 'customRequest', parameters, atMost('1000'))).error;
		};
		for (const method of ['invoiceOfflinePayment', 'INVOICEOFFLINEPAYMENT', 'updateClient'])
			expect(await custom(method, { invoice: { id: 4, amount: 1 } })).toMatchObject({
				message: containing('a Maximum Amount, which a custom request could exceed'),
				description: containing('Nothing was sent. Choose another operation'),
			});
		expect(await custom('getInvoice', { invoice_id: 4 })).toBeUndefined();
		expect(billing.methods()).toEqual(['getInvoice']);
	});
});

describe('Deleting', () => {
	const billing = useBilling();
	const allowing = (allowDeleting: string | number | boolean) => ({
		credential: { ...billing.credential(), allowDeleting },
	});
	const drafts = () => allowing('drafts');
	const goingOn = { settings: { onError: 'continueRegularOutput' as const } };
	const writes = () => billing.methods().filter((method) => !isRead(method));

	const custom = async (
		requestMethod: string,
		body: object,
		more = drafts(),
		parameters: INodeParameters = {},
	) => {
		const all = { requestMethod, requestBody: JSON.stringify(body), ...parameters };
		return (await billing.run('settings', 'customRequest', all, more)).error;
	};

	/** Makes drafts of the invoices with the IDs 2 and 3 and estimate 2 only. */
	beforeEach(() => {
		for (const { id } of billing.sandbox.records('invoice'))
			billing.sandbox.change('invoice', id, { invoice_status: [2, 3].includes(id) ? 'Draft' : 'Sent' });
		for (const { id } of billing.sandbox.records('estimate'))
			billing.sandbox.change('estimate', id, { estimate_status: id === 2 ? ' dRAFT ' : 'Sent' });
	});

	describe('A credential that allows deleting nothing', () => {
		it('refuses every method that deletes, in any case, before anything is sent', async () => {
			const deletes = METHODS.filter(({ verb }) => verb === 'delete').map(({ name }) => name);
			for (const name of [...deletes, 'DELETEINVOICE']) {
				const error = await custom(name, { invoice_id: 2, estimate_id: 2 }, allowing(' NOTHING '));
				expect(error).toMatchObject({
					message: containing('does not allow deleting'),
					description: containing('Nothing was sent. Change Allow Deleting'),
				});
			}
			expect(billing.methods()).toEqual([]);
		});
	});

	describe('A credential that allows deleting drafts only', () => {
		it.each<[string, string, INodeParameters, string]>([
			['invoice', 'delete', { invoiceId: byId(4) }, 'Invoice 00004 is not a draft'],
			['estimate', 'delete', { estimateId: byId(3) }, 'Estimate 00003 is not a draft'],
			['invoice', 'delete', { invoiceId: byId(99_999) }, 'The invoice with ID 99999 was not found'],
			[
				'invoice',
				'deleteItems',
				{ invoiceId: byId(4), invoiceItemId: ['7'] },
				'Invoice 00004 is not a draft',
			],
			['recurringProfile', 'delete', { recurringId: byId(1) }, 'only drafts'],
			['client', 'delete', { clientId: byId(3) }, 'only drafts'],
		])('refuses %s > %s of %j', async (resource, operation, parameters, message) => {
			const { error } = await billing.run(resource, operation, parameters, drafts());
			expect(error).toMatchObject({
				message: containing(message),
				description: containing('Nothing was sent'),
			});
			expect(writes()).toEqual([]);
		});

		it('refuses a custom request that deletes, and lets any other pass', async () => {
			expect(await custom('DeleteInvoice', { invoice_id: 2 })).toMatchObject({
				message: containing('a custom request could delete others'),
				description: containing('Nothing was sent. Choose the operation Delete'),
			});
			expect(await custom('updateTask', { task_id: 1, name: 'Design' })).toBeUndefined();
			expect(writes()).toEqual(['updateTask']);
		});

		it('refuses one of several, and deletes the others only if the run continues', async () => {
			const parameters = { invoiceId: byId('={{ $json.id }}') };
			const items = [{ id: 2 }, { id: 4 }, { id: 3 }];
			const { error } = await billing.run('invoice', 'delete', parameters, { ...drafts(), items });
			expect(error?.message).toContain('Invoice 00004 is not a draft');
			expect(writes()).toEqual([]);
			const output = await billing.outputOf('invoice', 'delete', parameters, {
				...drafts(),
				items,
				...goingOn,
			});
			expect(output).toMatchObject([
				{ invoice_id: 2, deleted: true },
				{ error: containing('Invoice 00004 is not a draft') },
				{ invoice_id: 3, deleted: true },
			]);
			expect(billing.sent('deleteInvoice')).toEqual([{ invoice_id: '2' }, { invoice_id: '3' }]);
		});
	});

	describe('Allow Deleting', () => {
		it.each(['some', '', 1])('of %j refuses every write instead of none', async (wrong) => {
			for (const method of ['deleteInvoice', 'updateInvoice']) {
				const error = await custom(method, { invoice_id: 2 }, allowing(wrong));
				expect(error).toMatchObject({
					message: containing('Allow Deleting'),
					description: containing('Correct it to Anything'),
				});
			}
			expect(writes()).toEqual([]);
			const tested = await engine.testCredential(allowing(wrong).credential);
			expect(tested).toMatchObject({ status: 'Error', message: containing('Allow Deleting') });
		});
	});
});

describe('Deleted documents', () => {
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

		it('have their numbers refused only where they still have them, and why', async () => {
			const id = await create('invoice');
			await remove(id);
			const update = { invoiceId: byId(4), updateFields: { number: 'R-815' } };
			if (isKept) {
				const told =
					/^Invoice R-815 already exists, but is canceled or deleted: ID \d+ Nothing was created\./;
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
	});
});
