import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../billing.mts';
import { listed, useScriptedService, type Answer } from '../scripted.mts';

// What a run costs where nothing comes of it: after an error, where lists show nothing, where nothing is written.
const billing = useBilling();
const scripted = useScriptedService();
const each = { invoiceId: byId('={{ ({ id: $json.id }).id }}') };
const PAID =
	'<transactions><transaction><method>Cash</method><amount>5</amount><date>2026-03-01</date><notes>Reference: R-9</notes></transaction></transactions>';
const invoice = (id: string | number) =>
	`<invoice><invoice_id>${id}</invoice_id><total_paid>0</total_paid>${PAID}</invoice>`;

/** Runs an operation for items from 1 on. */
const run = async (operation: string, form: INodeParameters, count: number) =>
	await billing.run('invoice', operation, form, {
		items: Array.from({ length: count }, (_, index) => ({ id: index + 1 })),
		credential: scripted.credential(),
		settings: { onError: 'continueRegularOutput' },
	});

/** Answers as a service that knows every invoice, and lists the given ones. */
const answerOf = (method: string, id = '', page = 1, pages: readonly number[] = []): Answer => {
	if (method === 'listInvoice')
		return {
			body: `<invoices page="${page}" total_pages="${pages.length}">${invoice(pages[page - 1] ?? 0)}</invoices>`,
		};
	if (method.startsWith('list')) return { body: listed('payment_modes', '') };
	return { body: method === 'getInvoice' ? invoice(id) : `<invoice_id>${id}</invoice_id>` };
};
const pagesRead = () =>
	scripted
		.arrived()
		.filter(({ method }) => method === 'listInvoice')
		.map(({ page }) => page);

it('What was never tried is looked up neither before the first write nor after the last', async () => {
	scripted.answerWith(({ method, ids: [id], page }) => answerOf(method, id, page, [1, 2]));
	const wrong = { invoiceId: byId('={{ $json.id === 7 ? "x" : ({ id: $json.id }).id }}') };
	const items = Array.from({ length: 100 }, (_, index) => ({ id: index + 1 }));
	const credential = scripted.credential();
	const { error } = await billing.run('invoice', 'send', wrong, { items, credential });
	expect([error?.context.itemIndex, scripted.methods()]).toEqual([6, []]);

	scripted.answerWith(({ method, ids: [id], page }) =>
		method === 'sendInvoiceMail' ? { status: 403, body: 'No.' } : answerOf(method, id, page, [1, 2]),
	);
	await billing.run('invoice', 'send', each, { items, credential });
	expect(scripted.methods().at(-1)).toBe('sendInvoiceMail');
});

it.each([
	['delete', [1]],
	['send', [1, 1]],
])('A list that shows nothing that is sought is read no further by %s', async (operation, wanted) => {
	const old = Array.from({ length: 30 }, (_, page) => 1_000 + page);
	scripted.answerWith(({ method, ids: [id], page }) => answerOf(method, id, page, old));
	await run(operation, { ...each, options: { includeNames: false } }, 40);
	expect(pagesRead()).toEqual(wanted);
	expect(scripted.named('getInvoice')).toHaveLength(operation === 'send' ? 80 : 40);
});

const preview = { ...each, options: { preview: true } };
it.each<[string, string, INodeParameters, string]>([
	['Previews', 'update', { ...preview, updateFields: { notes: 'New' } }, 'preview'],
	[
		'Payments that exist',
		'recordPayment',
		{ ...each, paymentMethod: 'Cash', amount: '5', reference: 'R-9', options: { ifExists: 'existing' } },
		'payment_reference',
	],
])('%s go ten at once', async (_, operation, form, field) => {
	let most = 0;
	scripted.answerWith(async ({ method, ids: [id] }) => {
		most = Math.max(most, scripted.inFlight());
		await scripted.settled();
		return answerOf(method, id);
	});
	const { outputs } = await run(operation, form, 21);
	expect(outputs[0]?.map(({ json }) => field in json)).toEqual(Array(21).fill(true));
	expect(most).toBe(10);
});

it('A service that is gone is asked for one wave of records, and the output says that the others were not read either', async () => {
	scripted.answerWith(({ method, ids: [id] }) =>
		method === 'getInvoice' && scripted.named('createInvoice').length > 2
			? { http: 503 }
			: answerOf(method, id ?? '1'),
	);
	const form = { clientId: byId(1), linesFrom: 'none', additionalFields: { address: '' } };
	const { outputs, hints } = await run('create', form, 60);
	expect(outputs[0]?.map(({ json }) => json['result'])).toEqual(Array(60).fill('created'));
	// Ten at once, each sent four times.
	expect(scripted.named('getInvoice').length).toBeLessThanOrEqual(2 + 10 * 4);
	expect(hints.join()).toMatch(/(48|49) more: The record was created, but could not be read back just now\./);
});

it('A numbered invoice takes three round trips: what it needs, itself, and its record', async () => {
	let trips = 0;
	scripted.answerWith(async ({ method, ids: [id] }) => {
		trips += Number(scripted.inFlight() === 1);
		await scripted.settled();
		if (method === 'listInvoice') return { status: 404, body: 'Data not found.' };
		const client = '<client><client_id>1</client_id><address>A</address></client>';
		return method === 'getClient' ? { body: client } : answerOf(method, id);
	});
	const { outputs } = await run('create', { clientId: byId(1), linesFrom: 'none', number: 'R-1' }, 1);
	expect([outputs[0]?.[0]?.json['result'], trips]).toEqual(['created', 3]);
});
