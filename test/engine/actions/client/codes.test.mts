import type { INodeParameters } from 'n8n-workflow';
import { byId, locator, useBilling } from '../../billing.mts';

const billing = useBilling();

const code = (value: string) => locator('code', value);
const create = async (additionalFields: INodeParameters, preview = false) => {
	const parameters = { name: 'Ada', organization: 'Engine Ltd', additionalFields, options: { preview } };
	return await billing.run('client', 'create', parameters);
};

it('Codes of a client are sent as the interface has them, however they are written', async () => {
	await create({ country: code('de'), currency: code(' eur '), username: ' ada.lovelace ' });
	expect(billing.sent('createClient')).toMatchObject([
		{ country: 'DEU', currency: 'EUR', username: 'ada.lovelace' },
	]);
});

it.each<[INodeParameters, string]>([
	[{ country: code('Germany') }, "not 'Germany'. Did you mean DEU?"],
	[{ currency: code('Euro') }, "not 'Euro'. Did you mean EUR?"],
	[{ username: 'ada' }, 'Username takes at least five letters, digits or - _ . @'],
])('%j is refused in a preview as well, before anything is sent', async (fields, problem) => {
	for (const preview of [true, false])
		expect((await create(fields, preview)).error?.message).toContain(problem);
	expect(billing.methods()).toEqual([]);
});

it.each([
	['matchPayment', { amount: '10', additionalFields: { currency: code('€') } }],
	[
		'proposeAllocation',
		{ clientId: byId(1), amount: '10', currency: code('€'), reference: 'B-1', allocateTo: 'oldest' },
	],
])('The currency of a payment is no sign: %s', async (operation, parameters) => {
	const error = await billing.errorOf('invoice', operation, parameters);
	expect(error).toContain("takes a three-letter code such as EUR, not '€'. Did you mean EUR?");
});
