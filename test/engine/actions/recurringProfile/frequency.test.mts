import { byId, useBilling } from '../../billing.mts';
import { listed, useScriptedService } from '../../scripted.mts';

const billing = useBilling();

const DOCUMENTED = {
	Weekly: '1 Week',
	'2 Weeks': '2 Week',
	'3 Weeks': '3 Week',
	'4 Weeks': '4 Week',
	Monthly: '1 Month',
	Quarterly: '3 Month',
	'Half Yearly': '6 Month',
	'11 Months': '11 Month',
	Yearly: '1 Year',
	'2 Years': '2 Year',
	'3 Years': '3 Year',
};
const VALUES = Object.values(DOCUMENTED);

/** What a user may write instead, and what that can mean; undefined if it is ambiguous. */
const OTHERS: ReadonlyArray<readonly [string, string | undefined]> = [
	...Object.entries(DOCUMENTED).filter(([label]) => /^[A-Z]/.test(label)),
	['quarterly', '3 Month'],
	['monthly', '1 Month'],
	['half-yearly', '6 Month'],
	['10 Days', undefined],
	['2 Month', undefined],
	['5 Week', undefined],
	['Month', undefined],
	['3', undefined],
];

const client = { clientId: byId(1) };
const created = { ...client, lineItems: { line: [{ name: 'Hosting', unitCost: '20' }] } };
const JSON_LINES = { linesFrom: 'json', linesJson: '[{ "name": "Hosting", "unit_cost": 20 }]' };

it('offers the eleven frequencies of the vendor by its own labels', () => {
	const offered = engine
		.nodeType('xmlBilling')
		.description.properties.flatMap((property) => [property, ...(property.options ?? [])])
		.filter((field) => 'type' in field && field.name === 'frequency');
	expect(offered).toHaveLength(2);
	const options = Object.entries(DOCUMENTED).map(([name, value]) => ({ name, value }));
	for (const field of offered) expect(field).toMatchObject({ options, default: '1 Month' });
});

const refusal = (frequency: string, meant?: string) =>
	`Frequency must be one of ${VALUES.join(', ')}, not '${frequency}'${meant === undefined ? '' : `. Did you mean ${meant}?`}`;

describe.each([
	['create', 'createRecurring', '', { ...client, ...JSON_LINES, frequency: '={{ $json.frequency }}' }],
	[
		'update',
		'updateRecurring',
		'Update Fields › ',
		{ recurringId: byId(2), updateFields: { frequency: '={{ $json.frequency }}' } },
	],
])('%s with the JSON of input items', (operation, method, where, parameters) => {
	const run = (frequencies: readonly string[]) =>
		billing.outputOf('recurringProfile', operation, parameters, {
			items: frequencies.map((frequency) => ({ frequency })),
			settings: { onError: 'continueRegularOutput' },
		});

	it('sends the ten frequencies of the input items', async () => {
		const profiles = await run(VALUES);
		expect(billing.sent(method)).toMatchObject(VALUES.map((frequency) => ({ frequency })));
		expect(profiles).toMatchObject(VALUES.map((frequency) => ({ frequency })));
		expect(billing.warnings()).toBe('');
	});

	it('sends them as documented, however they are spelled', async () => {
		await run(['3 months', '3  Month', '1 weeks']);
		const sent = ['3 Month', '3 Month', '1 Week'].map((frequency) => ({ frequency }));
		expect(billing.sent(method)).toMatchObject(sent);
	});

	it('refuses all others, and names what may be meant', async () => {
		const errors = await run(OTHERS.map(([frequency]) => frequency));
		expect(errors).toMatchObject(
			OTHERS.map(([frequency, meant]) => ({ error: where + refusal(frequency, meant) })),
		);
		expect(billing.writes()).toEqual([]);
	});
});

describe('Update', () => {
	it('omits an untouched frequency, even an unknown one, and the service keeps it', async () => {
		billing.sandbox.change('recurring', 2, { frequency: '10 Days' });
		for (const updateFields of [
			{ terms: 'New' },
			{ terms: 'New', frequency: '' },
			{ terms: 'New', frequency: '={{ false ? $fromAI("frequency") : "" }}' },
		]) {
			const [profile] = await billing.outputOf('recurringProfile', 'update', {
				recurringId: byId(2),
				updateFields,
			});
			expect(profile).toMatchObject({ frequency: '10 Days' });
		}
		expect(billing.sent('updateRecurring')).toHaveLength(3);
		for (const request of billing.sent('updateRecurring')) expect(request).not.toHaveProperty('frequency');
		expect(billing.warnings()).toBe('');
	});

	it('refuses a new frequency that comes out empty', async () => {
		const updateFields = { frequency: '={{ $json.rhythm }}' };
		const message = await billing.errorOf('recurringProfile', 'update', {
			recurringId: byId(2),
			updateFields,
		});
		expect(message).toContain('Update Fields › Frequency evaluated to nothing');
		expect(billing.writes()).toEqual([]);
	});
});

describe('Custom Request', () => {
	const request = (requestMethod: string, body: object) =>
		billing.run('settings', 'customRequest', {
			requestMethod: { __rl: true, mode: 'methodName', value: requestMethod },
			requestBody: JSON.stringify(body),
		});
	const line = {
		item: [{ name: 'Hosting', type: 'Service', unit_cost: 20, quantity: 1, discount_type: '' }],
	};

	it.each(['createRecurring', 'updateRecurring'])(
		'sends to %s what it is told, and warns',
		async (method) => {
			const body = { recurring_id: 2, client: { client_id: 1 }, items: line };
			const { error, hints } = await request(method, { ...body, frequency: '3 Months' });
			expect([error, billing.sent(method)]).toMatchObject([undefined, [{ frequency: '3 Months' }]]);
			expect(hints).toEqual(['The service may save 1 Week instead: Frequency is spelled 3 Month']);
			for (const more of [{ frequency: '3 Month' }, {}])
				expect(await request(method, { ...body, ...more })).toMatchObject({ error: undefined, hints: [] });
		},
	);

	it('sends a frequency of another method without a word', async () => {
		expect(await request('listRecurring', { frequency: '3 Months' })).toMatchObject({ hints: [] });
	});
});

describe('a service that knows other frequencies than the vendor documents', () => {
	const service = useScriptedService();

	it('is warned of, once it shows another than was sent', async () => {
		service.answer('createRecurring', '<recurring_id>7</recurring_id>');
		service.answer('getClient', '<client><client_id>1</client_id><address>Quay</address></client>');
		service.answer(
			'getRecurring',
			'<recurring><recurring_id>7</recurring_id><frequency>1 Week</frequency></recurring>',
		);
		service.answer('listClient', listed('clients', '<client><client_id>1</client_id></client>'));
		const parameters = { ...created, frequency: '3 Month' };
		const { error, hints } = await billing.run('recurringProfile', 'create', parameters, {
			credential: service.credential(),
		});
		expect(error).toBeUndefined();
		expect(hints).toEqual([
			"The service saved the frequency '1 Week' instead of '3 Month'. Check the recurring profile.",
		]);
	});
});
