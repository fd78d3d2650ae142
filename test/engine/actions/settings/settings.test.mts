import { useBilling } from '../../billing.mts';

const billing = useBilling();

it('Get Info reads the account of the token', async () => {
	const info = {
		company: 'Northwind Studio Ltd',
		name: 'Morgan Hale',
		country_code: 'GBR',
		currency_code: 'GBP',
	};
	expect(await billing.outputOf('settings', 'getInfo')).toEqual([info]);
	expect(billing.sent('getAccountInfo')).toEqual(['']);
});

it('Get Info of an account without details is an error of the service', async () => {
	const credential = billing.credential('empty');
	const error = await billing.errorOf('settings', 'getInfo', {}, { credential });
	expect(error).toContain('Data not found.');
	expect(error).toContain('The account shows no company and no owner.');
	expect(error).not.toContain('identifier');
});

it.each([
	['getLateFees', 'lateFee', 'listLateFee', ({ id, name }: { id: number; name: string }) => ({ id, name })],
	[
		'getPaymentMethods',
		'paymentMethod',
		'listOfflinePaymentMethod',
		({ name }: { name: string }) => ({ name }),
	],
] as const)('%s lists the table of the account', async (operation, kind, method, toRecord) => {
	const own = billing.sandbox
		.records(kind)
		.filter((row) => row.account_id === 1 && !('active' in row && row.active === 0));
	expect(await billing.outputOf('settings', operation)).toEqual(own.map(toRecord));
	expect(billing.methods()).toEqual([method]);
});

it('Get Taxes lists the taxes with their types, and with their rates as numbers where they have one', async () => {
	const own = billing.sandbox.records('tax').filter(({ account_id }) => account_id === 1);
	const taxes = own.map(({ id, name, type, value }) => ({
		id,
		name,
		type,
		value: value === '' ? null : Number(value),
	}));
	expect(await billing.outputOf('settings', 'getTaxes')).toEqual(taxes);
});

it.each(['getLateFees', 'getPaymentMethods', 'getTaxes'])(
	'%s of an account without any gives no item',
	async (operation) => {
		expect(
			await billing.outputOf('settings', operation, {}, { credential: billing.credential('empty') }),
		).toEqual([]);
	},
);

it('reads a table once, however many items there are', async () => {
	const output = await billing.outputOf('settings', 'getTaxes', {}, { items: [{}, {}, {}] });
	expect(output).toHaveLength(21);
	expect(billing.methods()).toEqual(['listTax']);
});
