import type { INodeParameters } from 'n8n-workflow';
import { daysBetween } from '../../../nodes/XmlBilling/xml/dates';
import { SEED } from '../../share.mts';
import { byId, useBilling } from '../billing.mts';
import { useScriptedService } from '../scripted.mts';
import { own } from '../tables.mts';

const billing = useBilling();
const scripted = useScriptedService();
const copy = async (parameters: INodeParameters = {}, more = {}) =>
	await billing.outputOf('invoice', 'copy', { invoiceId: byId(4), ...parameters }, more);

/** What an invoice of the sandbox has that its copy has, too. */
function copiedOf(id: number) {
	const invoice = billing.sandbox.records('invoice').find((one) => one.id === id);
	if (invoice === undefined) throw new Error(`There is no invoice ${id}`);
	const { client_id, address, title, po_number, notes, terms, late_fee_id, date, due_date } = invoice;
	const { total_discount, total_tax, net_balance } = invoice;
	return {
		...{ client_id, address, title, po_number, notes, terms, late_fee_id },
		...{ total_discount, total_tax, net_balance },
		days: due_date === '' ? undefined : daysBetween(date, due_date),
		lines: billing.linesOf('invoice', id).map(({ id: _, document_id: __, ...line }) => line),
		charges: billing.sandbox
			.records('charge')
			.flatMap(({ invoice_id, name, type, amount }) => (invoice_id === id ? [{ name, type, amount }] : [])),
	};
}

it(`A copy has all that its original shows, but another number and no payments (SEED=${SEED})`, async () => {
	const [undated, ...others] = own(billing.sandbox.records('invoice'))
		.map(({ id }) => ({ id, rank: (id * 7919 + Math.abs(SEED) * 104729) % 10007 }))
		.sort((one, other) => one.rank - other.rank)
		.slice(0, 50);
	billing.sandbox.change('invoice', undated?.id ?? 0, { due_date: '' });
	const items = [undated, ...others].map((one) => ({ id: one?.id ?? 0 }));
	const originals = items.map(({ id }) => copiedOf(id));
	const output = await copy({ invoiceId: byId('={{ $json.id }}') }, { items });
	expect(output).toHaveLength(50);
	expect(output.map(({ invoice_id: id }) => copiedOf(Number(id)))).toEqual(originals);
	for (const field of ['late_fee_id', 'po_number', 'charges'] as const)
		expect(originals.some((one) => Boolean([one[field]].flat()[0]))).toBe(true);
	const copies = billing.sandbox.records('invoice').slice(-50);
	for (const { invoice_status, total_paid, outstanding, net_balance } of copies)
		expect([invoice_status, total_paid, outstanding]).toEqual(['Draft', '0.00', net_balance]);
	expect(billing.warnings()).toContain('The service does not show custom fields, so they are not copied.');
	expect(billing.warnings()).not.toContain('come to');
});

const LINE = '<name>A</name><type>Products</type><unit_cost>10</unit_cost><quantity>1</quantity>';
const UNTAXED = '<total_tax>0</total_tax>';
const DUE = '<invoice_due_date>2026-01-02</invoice_due_date>';
const charge = (shown: string) =>
	`${UNTAXED}<additional_charges><charge><name>C</name>${shown}</charge></additional_charges>`;
const UNSENDABLE = 'A charge of the invoice with ID 7 cannot be sent back';

it.each([
	['<total_tax>2</total_tax>', 'does not show the taxes of the invoice per line'],
	['', 'does not show the taxes of the invoice per line'],
	[`${UNTAXED}${DUE}`, 'Set Due.'],
	[`${UNTAXED}<date>2026-02-02</date>${DUE}`, 'Set Due.'],
	[charge('<amount>5</amount>'), UNSENDABLE],
	[charge('<type>Fixed</type><amount>5,00</amount>'), UNSENDABLE],
	[`${UNTAXED}<items></items>`, 'has no lines to carry over'],
])('An invoice that shows %s is not copied: %s', async (shown, problem) => {
	const items = shown.includes('<items>') ? '' : `<items><item>${LINE}</item></items>`;
	const client = '<client><client_id>1</client_id></client>';
	scripted.answer('getInvoice', `<invoice>${client}${shown}${items}</invoice>`);
	scripted.answer('getClient', client);
	const more = { credential: scripted.credential() };
	expect(await billing.errorOf('invoice', 'copy', { invoiceId: byId(7) }, more)).toContain(problem);
	expect(scripted.methods()).not.toContain('createInvoice');
});
