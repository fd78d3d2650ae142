import type { INodeParameters } from 'n8n-workflow';
import { isRead, METHODS } from '../../../nodes/XmlBilling/records/methods';
import { byId, containing, useBilling } from '../billing.mts';

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

	it('lets everything else pass, and previews, which say so', async () => {
		const more = allowing('nothing');
		await billing.outputOf('client', 'create', { name: 'Ada', organization: 'Engine Ltd' }, more);
		const parameters = { invoiceId: byId(2), options: { preview: true } };
		const [shown] = await billing.outputOf('invoice', 'delete', parameters, more);
		expect(shown).toMatchObject({ preview: true, warnings: [containing('does not allow deleting')] });
		expect(writes()).toEqual(['createClient']);
	});

	it('a credential that allows no deleting refuses an agent as well', async () => {
		const agent = { ...allowing('nothing'), isTool: true };
		const [answer] = await billing.outputOf('invoice', 'delete', { invoiceId: byId(2) }, agent);
		expect(answer?.['error']).toContain('does not allow deleting');
		expect(writes()).toEqual([]);
	});
});

describe('A credential that allows deleting drafts only', () => {
	it('allows deleting drafts, with any case and blanks in their status', async () => {
		await billing.outputOf('invoice', 'delete', { invoiceId: byId(2) }, drafts());
		await billing.outputOf('estimate', 'delete', { estimateId: byId(2) }, drafts());
		const one = { invoiceId: byId(3), invoiceItemId: [String(billing.linesOf('invoice', 3)[0]?.id)] };
		await billing.outputOf('invoice', 'deleteItems', one, drafts());
		expect(writes()).toEqual(['deleteInvoice', 'deleteEstimate', 'deleteInvoiceItem']);
	});

	it.each<[string, string, INodeParameters, string]>([
		['invoice', 'delete', { invoiceId: byId(4) }, 'Invoice 00004 is not a draft'],
		['estimate', 'delete', { estimateId: byId(3) }, 'Estimate 00003 is not a draft'],
		['invoice', 'delete', { invoiceId: byId(99_999) }, 'The invoice with ID 99999 was not found'],
		['invoice', 'deleteItems', { invoiceId: byId(4), invoiceItemId: ['7'] }, 'Invoice 00004 is not a draft'],
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

	it('warns in a preview of what is no draft', async () => {
		const parameters = { invoiceId: byId('={{ $json.id }}'), options: { preview: true } };
		const items = [{ id: 2 }, { id: 4 }];
		const shown = await billing.outputOf('invoice', 'delete', parameters, { ...drafts(), items });
		expect(shown).toMatchObject([{ warnings: [] }, { warnings: [containing('is not a draft')] }]);
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

	it.each([undefined, ' Anything '])('lets everything be deleted when it is %j', async (allowed) => {
		const { credential } = allowed === undefined ? { credential: billing.credential() } : allowing(allowed);
		await billing.outputOf('client', 'delete', { clientId: byId(6) }, { credential });
		expect(await engine.testCredential(credential)).toMatchObject({ status: 'OK' });
	});
});
