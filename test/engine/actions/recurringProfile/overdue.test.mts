import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../../billing.mts';
import { listed, useScriptedService } from '../../scripted.mts';

const ZONE = 'Pacific/Kiritimati';
const DAY_MS = 86_400_000;

/** Some days before today in the time zone of the workflow. */
const ago = (days: number): string =>
	new Date(Date.now() - days * DAY_MS).toLocaleDateString('sv-SE', { timeZone: ZONE });

type Billing = ReturnType<typeof useBilling>;

async function overdue(billing: Billing, more: INodeParameters = {}, filters: INodeParameters = {}) {
	const parameters = { returnAll: true, ...more, filters: { overdueOnly: true, ...filters } };
	return await billing.outputOf('recurringProfile', 'getAll', parameters, { timezone: ZONE });
}

/** Leaves an account with one invoice, and with profiles that invoice 100 weekly, from a day on. */
function begin({ sandbox }: Billing, profiles: readonly number[], first: string): void {
	sandbox.store.run('UPDATE invoice SET client_id = 9, date = ?', '2000-01-01');
	sandbox.store.run("UPDATE recurring SET recurring_status = 'Archived'");
	sandbox.store.run("DELETE FROM line WHERE document = 'recurring'");
	for (const id of profiles) {
		const profile = { client_id: 1, date: first, frequency: '1 Week', occurence: 0, total_tax: '0.00' };
		sandbox.change('recurring', id, { ...profile, recurring_status: 'Active' });
		const [line] = sandbox.records('line');
		const { id: _, ...values } = { ...line, unit_cost: '50.00', quantity: '2.00', discount: '0.00' };
		sandbox.store.insert('line', { ...values, document: 'recurring', document_id: id });
	}
}

const invoiced = (billing: Billing, id: number, values: object = {}) =>
	billing.sandbox.change('invoice', id, { client_id: 1, net_balance: '100.00', ...values });

describe.each(['full', 'summary', 'bare'] as const)('Overdue Only, where lists are %s', (listRecords) => {
	const billing = useBilling({ listRecords });

	it('has the profiles whose invoice was expected, but not seen, with its day and the last invoice', async () => {
		begin(billing, [1, 2, 3], ago(16));
		billing.sandbox.change('recurring', 3, { client_id: 2 });
		invoiced(billing, 4, { date: ago(9), number: 'LAST' });
		invoiced(billing, 5, { date: ago(2), net_balance: '100.01' });
		const expected = { expected_date: ago(2), last_invoice_number: 'LAST', last_invoice_date: ago(9) };
		const none = { ...expected, last_invoice_number: '', last_invoice_date: '' };
		const [third, second, first] = await overdue(billing);
		expect([third, second, first]).toMatchObject([
			{ recurring_id: 3, ...none },
			{ recurring_id: 2, ...expected },
			{ recurring_id: 1, ...expected },
		]);
		expect(Object.keys(third ?? {}).slice(0, 7)).toEqual([
			...['number', 'client_organization', 'total', 'currency'],
			...['expected_date', 'last_invoice_number', 'last_invoice_date'],
		]);
		invoiced(billing, 6, { date: ago(2) });
		expect(await overdue(billing)).toMatchObject([{ recurring_id: 3 }, { recurring_id: 1, ...expected }]);
		expect(await overdue(billing, { returnAll: false, limit: 1 })).toMatchObject([{ recurring_id: 3 }]);
		expect(await overdue(billing, {}, { clientId: byId(1) })).toMatchObject([{ recurring_id: 1 }]);
		const raw = await overdue(billing, { simplify: false, options: { fullRecords: true } });
		expect(raw).toMatchObject([{ notes: '', ...none }, expected]);
		expect(billing.warnings()).toBe('');
	});

	it.each(['Archived', 'Cancel'])('counts an invoice that is %s as made', async (status) => {
		begin(billing, [1], ago(16));
		invoiced(billing, 4, { date: ago(1), status });
		expect(await overdue(billing)).toEqual([]);
	});

	it('leaves out profiles that are not active, have ended, or are not due', async () => {
		begin(billing, [1, 2, 3, 4, 5], ago(16));
		billing.sandbox.change('recurring', 1, { occurence: 2 });
		billing.sandbox.change('recurring', 2, { occurence: 3 });
		billing.sandbox.change('recurring', 3, { date: ago(0) });
		billing.sandbox.change('recurring', 4, { recurring_status: 'Stopped' });
		billing.sandbox.change('recurring', 5, { recurring_status: 'Archived' });
		expect(await overdue(billing)).toMatchObject([{ recurring_id: 2 }]);
		expect(await overdue(billing, {}, { recurringRecordStatus: 'Stopped' })).toEqual([]);
		expect(billing.warnings()).toBe('');
	});

	it('reads no invoices if none was expected, and one list of each status otherwise', async () => {
		begin(billing, [1], ago(0));
		expect(await overdue(billing)).toEqual([]);
		expect(billing.methods()).not.toContain('listInvoice');
		begin(billing, [1], ago(16));
		billing.sandbox.clearRequests();
		await overdue(billing, { options: { includeNames: false } });
		expect(billing.sent('listInvoice')).toMatchObject(
			['Active', 'Archived', 'Cancel'].map((status) => ({
				filter: { date_from: ago(16), invoice_record_status: status },
			})),
		);
		expect(billing.sent('getInvoice')).toEqual([]);
		expect(billing.sent('getRecurring')).toHaveLength(listRecords === 'full' ? 0 : 1);
	});

	it('names the profiles whose rhythm or first day cannot be read', async () => {
		begin(billing, [1, 2, 3], ago(16));
		billing.sandbox.change('recurring', 1, { frequency: 'now and then' });
		billing.sandbox.change('recurring', 2, { date: 'soon' });
		billing.sandbox.change('recurring', 3, { frequency: ' WEEKLY ' });
		expect(await overdue(billing)).toMatchObject([{ recurring_id: 3 }]);
		expect(billing.warnings()).toContain('The recurring profile IDs are 2, 1.');
	});
});

describe('Overdue Only', () => {
	const billing = useBilling();
	const service = useScriptedService();

	it('takes what lacks its total for any invoice of the client, and what lacks its day for none', async () => {
		const profile = (id: number, client: number) =>
			`<recurring><recurring_id>${id}</recurring_id><client><client_id>${client}</client_id></client><date>${ago(1)}</date><frequency>monthly</frequency></recurring>`;
		const invoice = (id: number, client: number, date: string) =>
			`<invoice><invoice_id>${id}</invoice_id><client><client_id>${client}</client_id></client><number>${id}</number><date>${date}</date></invoice>`;
		service.answer('listRecurring', listed('recurrings', [1, 2].map((id) => profile(id, id)).join('')));
		service.answer('getRecurring', (document) =>
			profile(/id>2</.test(document) ? 2 : 1, /id>2</.test(document) ? 2 : 1),
		);
		const invoices = [invoice(7, 1, ago(1)), invoice(8, 2, 'someday')];
		service.answer('listInvoice', listed('invoices', invoices.join('')));
		service.answer('getInvoice', (document) => invoices[/id>8</.test(document) ? 1 : 0] ?? '');
		const parameters = { filters: { overdueOnly: true }, options: { includeNames: false } };
		const more = { credential: service.credential(), timezone: ZONE };
		expect(await billing.outputOf('recurringProfile', 'getAll', parameters, more)).toMatchObject([
			{ recurring_id: 2, expected_date: ago(1), last_invoice_number: '8', last_invoice_date: '' },
		]);
	});

	it('reads what an invoice bills where lists do not show it, since another amount is not of the profile', async () => {
		const [client, number] = [
			'<client><client_id>1</client_id></client>',
			`<number>7</number><date>${ago(1)}</date>`,
		];
		const profile = `<recurring><recurring_id>1</recurring_id>${client}<date>${ago(1)}</date><frequency>monthly</frequency><total_tax>0</total_tax><items><item><name>A</name><unit_cost>100</unit_cost><quantity>1</quantity></item></items></recurring>`;
		service.answer('listRecurring', listed('recurrings', profile));
		service.answer('getRecurring', profile);
		service.answer(
			'listInvoice',
			listed('invoices', `<invoice><invoice_id>7</invoice_id>${client}${number}</invoice>`),
		);
		const made = async (total: string) => {
			service.answer(
				'getInvoice',
				`<invoice><invoice_id>7</invoice_id>${client}${number}<net_balance>${total}</net_balance></invoice>`,
			);
			const parameters = { filters: { overdueOnly: true }, options: { includeNames: false } };
			const more = { credential: service.credential(), timezone: ZONE };
			return await billing.outputOf('recurringProfile', 'getAll', parameters, more);
		};
		expect(await made('99')).toMatchObject([{ recurring_id: 1, last_invoice_number: '' }]);
		expect(await made('100')).toEqual([]);
	});

	it('Overdue Only changes nothing when it is off', async () => {
		const parameters = { returnAll: true, filters: { overdueOnly: false } };
		const all = await billing.outputOf('recurringProfile', 'getAll', parameters);
		expect(all).toEqual(await billing.outputOf('recurringProfile', 'getAll', { returnAll: true }));
		expect(all[0]).not.toHaveProperty('expected_date');
		expect(billing.methods()).not.toContain('listInvoice');
	});
});
