import { byId, containing, useBilling } from '../billing.mts';

// One record of a list has what its service forgets to escape. That must spoil no other record, and cost no money.
const billing = useBilling({ quirks: ['unescaped'] });
const SPOILT = 4;

const numberOf = (id: number) =>
	billing.sandbox.records('invoice').find((row) => row.id === id)?.number ?? '';
const getMany = async () => await billing.outputOf('invoice', 'getAll', { returnAll: true, simplify: false });

const READABLE: ReadonlyArray<readonly [stored: string, shown: string]> = [
	['a\u0001b', 'a\ufffdb'],
	['a&nbsp;b', 'a\ufffdb'],
	['R&D & sons', 'R&D & sons'],
	['a & b; c &#1; &amp;', 'a & b; c \ufffd &'],
];

describe.each(READABLE)('A list with the text %j', (stored, shown) => {
	it('is read, and all other records are as they are', async () => {
		const before = await getMany();
		billing.sandbox.change('invoice', SPOILT, { notes: stored });
		const expected = before.map((record) =>
			record['invoice_id'] === SPOILT ? { ...record, notes: shown } : record,
		);
		expect(await getMany()).toEqual(expected);
	});

	it('has its record updated only if nothing of it would be lost', async () => {
		billing.sandbox.change('invoice', SPOILT, { notes: stored });
		const update = { invoiceId: byId(SPOILT), updateFields: { terms: 'New' } };
		if (shown.includes('\ufffd')) {
			expect(await billing.errorOf('invoice', 'update', update)).toContain(
				`The notes of invoice ${numberOf(SPOILT)} cannot be sent back as the service shows it`,
			);
			expect(billing.writes()).toEqual([]);
		} else {
			await billing.outputOf('invoice', 'update', update);
			expect(billing.sent('updateInvoice')).toMatchObject([{ notes: shown, terms: 'New' }]);
		}
	});
});

describe('A record with &nbsp; where money depends on it', () => {
	it('has no amount that could be taken for another one', async () => {
		billing.sandbox.change('invoice', SPOILT, { outstanding: '1&nbsp;200.00' });
		const payment = { invoiceId: byId(SPOILT), paymentMethod: 'Cash' };
		expect(await billing.errorOf('invoice', 'recordPayment', payment)).toContain(
			'Invoice 00004 does not show its outstanding amount',
		);
		const report = await billing.outputOf('invoice', 'getReceivables');
		expect(report.flatMap((row) => row['unreadable'] ?? [])).toMatchObject([
			{ id: SPOILT, field: 'outstanding' },
		]);
		expect(billing.writes()).toEqual([]);
	});
});

describe('A list with <br> in a text', () => {
	const HOST = /127\.0\.0\.1:\d+/;

	it('is told with its line and column, and what to do', async () => {
		billing.sandbox.change('invoice', SPOILT, { notes: 'a<br>b', net_balance: '4711.47' });
		const { error } = await billing.run('invoice', 'getAll', { returnAll: true });
		expect(error?.message.replace(HOST, 'HOST').replace(/line \d+, column \d+/, 'line N, column M')).toBe(
			'HOST answered with something that is not well-formed XML (line N, column M).',
		);
		expect(error?.description).toBe(
			'A text there may hold HTML, such as the tag br. Remove it in the service, or contact the provider of the service.',
		);
		expect(`${error?.message} ${error?.description}`).not.toContain('4711');
	});

	it('the trigger tells of a list that cannot be read', async () => {
		billing.sandbox.change('invoice', SPOILT, { notes: 'a<br>b' });
		const trigger = engine.trigger({
			parameters: { events: ['invoiceCreated'] },
			credential: billing.credential(),
		});
		await expect(trigger.poll()).rejects.toMatchObject({
			message: containing('not well-formed XML (line '),
			description: containing('such as the tag br'),
		});
	});

	it('is told of a single record, after which the next one is read', async () => {
		billing.sandbox.change('invoice', SPOILT, { notes: 'a<br>b' });
		const { outputs } = await billing.run(
			'invoice',
			'get',
			{ invoiceId: byId('={{ $json.id }}') },
			{ items: [{ id: SPOILT }, { id: 5 }], settings: { onError: 'continueRegularOutput' } },
		);
		expect(outputs[0]?.map(({ json }) => json)).toMatchObject([
			{ error: containing('not well-formed XML (line ') },
			{ invoice_id: 5 },
		]);
	});
});

it('Check Service names the elements with characters that cannot be read', async () => {
	billing.sandbox.change('client', 1, { organization: 'a\u0001b' });
	const rows = await billing.outputOf('settings', 'checkService');
	expect(rows.find(({ result }) => result === 'to look at')).toMatchObject({
		check: 'Amounts, dates and texts',
		found: 'unreadable client/organization: recurrings; unreadable organization: clients',
	});
});

describe('The Base URL is doubted', () => {
	const advice = async () => (await billing.run('settings', 'getInfo')).error?.description;

	it.each(['malformed', 'cut', 'deep', 'manyElements', 'huge', 'entityBomb'] as const)(
		'only if the answer begins as none of this interface: not after %s',
		async (fault) => {
			await billing.sandbox.setFaults([{ fault }]);
			expect(await advice()).not.toContain('Base URL');
		},
	);

	it.each(['wrongRoot', 'html200', 'http404', 'empty'] as const)('after the answer %s', async (fault) => {
		await billing.sandbox.setFaults([{ fault }]);
		expect(await advice()).toContain('Check the Base URL');
	});
});
