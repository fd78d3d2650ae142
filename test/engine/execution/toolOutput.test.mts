import { byId, containing, including, locator, matching, some, useBilling } from '../billing.mts';
const billing = useBilling();
const get = async (parameters: object, isTool = true) => {
	const all = { invoiceId: byId(1), ...parameters };
	const [invoice = {}] = await billing.outputOf('invoice', 'get', all, { isTool });
	return invoice;
};
const select = (outputFields: string | string[]) => get({ output: 'selectedFields', outputFields });

it("An agent gets the node's output, simplified or raw, no matter what Simplify and Output say elsewhere", async () => {
	const [simplified, raw] = [await get({}, false), await get({ simplify: false }, false)];
	expect([await get({}), await get({ simplify: false })]).toEqual([simplified, simplified]);
	expect([await get({ output: 'raw' }), await get({ output: 'raw' }, false)]).toEqual([raw, simplified]);
});

it('An agent gets the fields that are selected, of those that exist, and no names are read for others', async () => {
	expect(await select(['number', 'constructor', 'no_such_field'])).toEqual({ number: '00001' });
	expect(billing.methods()).toEqual(['getInvoice']);
	for (const fields of [['number', 'client_email'], 'number, client_email'])
		expect(await select(fields)).toEqual({ number: '00001', client_email: containing('@') });
});

describe('An error', () => {
	const refuse = (more: object) => {
		const credential = { ...billing.credential(), readOnly: true };
		return billing.run('invoice', 'send', { invoiceId: byId(1) }, { credential, ...more });
	};
	const answer = {
		error: 'The credential is read-only.',
		message: matching(/^Nothing was sent\. Turn off Read Only .* Ask the user for anything else\.$/),
	};

	it('is an answer for an agent, with its advice, and n8n logs none', async () => {
		const { error, outputs } = await refuse({ isTool: true });
		expect(error).toBeUndefined();
		expect(outputs[0]?.map(({ json }) => json)).toEqual([answer]);
	});

	it('an error of a field, a credential or a name is an answer as well', async () => {
		const answerTo = async (operation: string, parameters: object, more = {}) =>
			await billing.outputOf('invoice', operation, { ...parameters }, { isTool: true, ...more });
		const credential = { ...billing.credential(), baseUrl: 'not an address' };
		const options = { expectedTotal: '$5' };
		const lines = { linesFrom: 'json', linesJson: '[{ "name": "Hosting", "unit_cost": 10 }]' };
		expect([
			await answerTo('getAll', { filters: { dateFrom: '2026-02-30' } }),
			await answerTo('create', { clientId: byId(1), ...lines, options }),
			await answerTo('getAll', {}, { credential }),
			await answerTo('get', { invoiceId: locator('number', 'NO-1') }),
		]).toEqual(Array.from({ length: 4 }, () => [including({ error: some(String), message: some(String) })]));
		const [answered] = await answerTo('create', {
			...lines,
			clientId: byId(1),
			linesJson: '[{ "name": "x" }]',
		});
		expect(answered).toMatchObject({
			error: containing('Unit Cost'),
			message: containing('Nothing was created.'),
		});
		expect(billing.writes()).toEqual([]);
	});

	it.each([undefined, 'continueRegularOutput', 'stopWorkflow'] as const)(
		'in doubt is one that no Retry On Fail repeats, with On Error %s',
		async (onError) => {
			await billing.sandbox.setFaults([{ fault: 'resetAfter', method: 'createInvoice' }]);
			const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1, ...(onError && { onError }) };
			const parameters = { clientId: byId(1), linesFrom: 'none' };
			const { outputs } = await billing.run('invoice', 'create', parameters, { isTool: true, settings });
			const doubt = { inDoubt: matching(/unknown whether the invoice was created/), message: some(String) };
			expect(outputs[0]?.map(({ json }) => json)).toEqual([doubt]);
			expect(billing.writes()).toEqual(['createInvoice']);
		},
	);

	it.each([
		['a person runs the node', { isTool: false }],
		['it should stop the workflow', { isTool: true, settings: { onError: 'stopWorkflow' } }],
	])('is thrown if %s', async (_, more) => {
		const { error } = await refuse(more);
		expect(error).toMatchObject({ message: answer.error, description: containing('Turn off Read Only') });
	});
});

it('An agent hears once that a list ends at its limit, and never that a complete list does', async () => {
	const list = (parameters: object, isTool = true) =>
		billing.outputOf('invoice', 'getAll', { ...parameters }, { isTool });
	const warned = async (...call: Parameters<typeof list>) =>
		(await list(...call)).flatMap(({ warning }, index) => (warning === undefined ? [] : [index]));
	expect((await list({ limit: 2 }))[0]?.['warning']).toBe(
		'The list ends at its limit of 2. There may be more: narrow the filter, and give no total of all.',
	);
	expect(await warned({ limit: 2 })).toEqual([0]);
	expect(await warned({})).toEqual([0]);
	const { length } = await list({ returnAll: true });
	expect([await warned({ limit: length }), await warned({ limit: length + 1 })]).toEqual([[0], []]);
	const whole = [{ limit: 1000 }, { returnAll: true }, { limit: 2, returnAll: true }];
	for (const parameters of whole) expect(await warned(parameters)).toEqual([]);
	expect(await warned({ limit: 2 }, false)).toEqual([]);
});

it('An agent whose list is empty hears what was left out of it', async () => {
	billing.sandbox.change('invoice', 1, { due_date: '2026-02-30' });
	const filters = { invoiceNumber: '00001', dueFrom: '2026-01-01', invoiceRecordStatus: 'Active' };
	const list = (isTool: boolean) => billing.outputOf('invoice', 'getAll', { filters }, { isTool });
	expect(await list(true)).toEqual([{ warning: matching(/were left out, because the service .*: 1\.$/) }]);
	expect(await list(false)).toEqual([]);
	expect(billing.warnings()).toContain('were left out');
});
