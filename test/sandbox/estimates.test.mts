import { at, textAt } from './walk/answers.mts';
import type { Values } from './walk/documents.mts';
import { CLIENT } from './walk/invoices.mts';
import { lines } from './walk/lines.mts';
import { create } from './walk/records.mts';
import { useService } from './walk/service.mts';

const service = useService();

const add = (values: Values = {}, account = 'main') =>
	create(service, 'createEstimate', { ...CLIENT, ...lines({}), ...values }, account);
const update = (estimate_id: string, values: Values = {}) =>
	service.succeed('updateEstimate', { estimate_id, ...CLIENT, ...values });
const fieldOf = async (estimate_id: string, path: string) =>
	textAt(at(await service.succeed('getEstimate', { estimate_id }), 'estimate'), path);

test('the status of an estimate is stored as sent, Draft without one, and Sent once it is mailed (§3)', async () => {
	expect(await fieldOf(await add(), 'estimate_status')).toBe('Draft');
	for (const status of ['sent', 'Accepted', 'any words & more']) {
		const id = await add({ status });
		expect(await fieldOf(id, 'estimate_status')).toBe(status);
		await update(id, lines({ name: 'Other' }));
		expect(await fieldOf(id, 'estimate_status')).toBe(status);
		await service.succeed('sendEstimateMail', { estimate_id: id });
		expect(await fieldOf(id, 'estimate_status')).toBe('Sent');
	}
});

test('a number in use becomes the next one, by an update too; an estimate keeps its own', async () => {
	const [id, other] = [await add({ number: 'E-7' }), await add({ number: 'E-7' })];
	expect([await fieldOf(id, 'number'), await fieldOf(other, 'number')]).toEqual([
		'E-7',
		expect.stringMatching(/^\d{5}$/),
	]);
	await update(id, { number: 'E-7' });
	expect(await fieldOf(id, 'number')).toBe('E-7');
	await update(id, { number: await fieldOf(other, 'number') });
	expect(Number(await fieldOf(id, 'number'))).toBe(Number(await fieldOf(other, 'number')) + 1);
});

test('updateEstimate does not take the title, and refuses to do without a client', async () => {
	const id = await add({ estimate_title: 'Title' });
	await update(id, { estimate_title: 'Other' });
	expect(service.lastRequest().unknownElements).toEqual(['estimate_title']);
	expect(await fieldOf(id, 'estimate_title')).toBe('Title');
	expect(await service.call('updateEstimate', { estimate_id: id })).toMatchObject({ status: 403 });
});

test.each(['createEstimate', 'updateEstimate'])(
	'%s ignores tax types, and the log notes them',
	async (method) => {
		const estimate_id = await add();
		const target = method === 'createEstimate' ? CLIENT : { ...CLIENT, estimate_id };
		const taxed = { unit_cost: '100', tax1_percent: '10', tax2_percent: '10' };
		const types = { tax1_type: 'Normal', tax2_type: 'Compound' };
		const response = await service.succeed(method, { ...target, ...lines({ ...taxed, ...types }) });
		expect(service.lastRequest().unknownElements).toEqual(['items/item/tax1_type', 'items/item/tax2_type']);
		const id = method === 'createEstimate' ? textAt(response, 'estimate_id') : estimate_id;
		expect(await fieldOf(id, 'total_tax')).toBe('20.00');
	},
);

test('sendEstimateMail is not limited by the plan, which limits sent invoices', async () => {
	const contact = { name: 'A', organization: 'B', email: 'a@b.example' };
	const client = await create(service, 'createClient', contact, 'limited');
	const estimate_id = await add({ 'client/client_id': client }, 'limited');
	for (let count = 0; count < 3; count += 1)
		await service.succeed('sendEstimateMail', { estimate_id }, 'limited');
});
