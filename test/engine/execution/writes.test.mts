import type { INodeParameters } from 'n8n-workflow';
import {
	byId,
	containing,
	EACH,
	GOES_ON,
	isThere,
	locator,
	matching,
	RETRIED,
	useBilling,
} from '../billing.mts';
import { useScriptedService, type Answer } from '../scripted.mts';
import { own } from '../tables.mts';

describe('Deletes and sends', () => {
	const billing = useBilling();
	const scripted = useScriptedService();
	const invoiceIds = () =>
		billing.sandbox
			.records('invoice')
			.filter(isThere)
			.map(({ id }) => id);
	const toItems = (ids: Array<number | string>) => ids.map((id) => ({ id }));

	/** Adds copies of the first invoice. */
	function addInvoices(count: number): number[] {
		const [first] = billing.sandbox.records('invoice');
		return Array.from({ length: count }, (_, index) => {
			const { id: _id, ...invoice } = { ...first, number: `B-${index}`, number_key: `b-${index}` };
			return billing.sandbox.store.insert('invoice', invoice);
		});
	}

	it('ask for a record once that is named by its ID, in other spellings and by its number', async () => {
		const invoiceId = { ...locator('id', '={{ $json.id }}'), mode: '={{ $json.mode }}' };
		const ids = [7, ' 7\t', '7'].map((id) => ({ mode: 'id', id }));
		const items = [...ids, { mode: 'number', id: '00007' }];
		const output = await billing.outputOf('invoice', 'delete', { invoiceId }, { items });
		expect(output).toMatchObject(items.map(() => ({ invoice_id: 7, deleted: true })));
		expect(billing.sent('deleteInvoice')).toEqual([{ invoice_id: '7' }]);
	});

	it('go ten at once: after an error none begins, and what had begun is told', async () => {
		const ids = addInvoices(40);
		await billing.sandbox.setFaults([{ fault: 'http404', method: 'deleteInvoice', calls: [5] }]);
		const message = await billing.errorOf('invoice', 'delete', EACH, { items: toItems(ids) });
		const done = ids.filter((id) => !invoiceIds().includes(id)).length;
		expect(message).toMatch(
			RegExp(`${done} other items were carried out\\.[^(]* skip what is done: [^(]* To skip them`),
		);
		expect(billing.sent('deleteInvoice')).toHaveLength(done + 1);
		// Four before the one that fails, and nine beside it.
		expect(done).toBeLessThanOrEqual(13);
	});

	it('end a run, and name each of the others that failed or may have been carried out', async () => {
		const ids = addInvoices(10);
		await billing.sandbox.setFaults([
			{ fault: 'http404', method: 'sendInvoiceMail', calls: [4, 5] },
			{ fault: 'resetAfter', method: 'sendInvoiceMail', calls: [7, 8] },
		]);
		const form = { ...EACH, options: { sendPaid: true } };
		const { error } = await billing.run('invoice', 'send', form, { items: toItems(ids) });
		const told = [error?.context.itemIndex].map((index) => Number(index) + 1);
		for (const [, part] of (error?.description ?? '').matchAll(/input items? ([\d, -]+)/g))
			for (const range of (part ?? '').trim().split(', ')) {
				const [from = 0, to = from] = range.replace(/\D+$/, '').split('-').map(Number);
				for (let item = from; item <= to; item += 1) told.push(item);
			}
		expect(error?.description).toContain('May have been carried out as well: input item');
		expect(error?.description).toContain('Also failed: input item');
		expect(told.toSorted((one, other) => one - other)).toEqual(ids.map((_, index) => index + 1));
	});

	it('count as done only what an answer lists so, and repeat nothing', async () => {
		const doubt = {
			error: containing('does not say whether it acted on this record'),
			message: containing('not repeated'),
		};
		for (const [operation, body, told] of [
			['send', '<invoice_id>1</invoice_id>', { invoice_id: 1, sent: true }],
			['send', '', doubt],
			['delete', '', { invoice_id: 1, deleted: true }],
			['delete', '<failure>One is locked</failure>', doubt],
			['delete', '<failure>1</failure>', { error: containing('1 was not deleted.') }],
			['delete', '<failure>1</failure><success>9</success>', doubt],
			['delete', '<invoice_id>1</invoice_id><invoice_id>9</invoice_id>', doubt],
			['delete', '<failure>1</failure><success>1</success>', doubt],
		] as const) {
			const method = operation === 'send' ? 'sendInvoiceMail' : 'deleteInvoice';
			scripted.answer('getInvoice', '<invoice/>');
			scripted.answer(method, body);
			const before = scripted.sent(method).length;
			const more = { items: toItems([1]), settings: GOES_ON, credential: scripted.credential() };
			const output = await billing.outputOf(
				'invoice',
				operation,
				{ ...EACH, options: { return: 'id' } },
				more,
			);
			expect([body, ...output]).toMatchObject([body, told]);
			expect(scripted.sent(method)).toHaveLength(before + 1);
		}
	});
});

describe('At the same moment', () => {
	// Executions of one process that write the same record at the same moment. Each resends all of the record but what it changes, so
	// that one which reads before the other has written would undo it. Answers take long enough for all of them to read first.
	const slow = useBilling({ latencyMs: 20 });
	const item = { linesFrom: 'json', linesJson: '[{ "name": "Extra", "unit_cost": 5, "quantity": 1 }]' };
	it('Neither of two updates of one record undoes the other, a custom request included', async () => {
		const custom = { requestMethod: 'updateTask', requestBody: '{ "task_id": 2, "name": "New" }' };
		const update = { taskId: byId(2), updateFields: { description: 'D' } };
		await Promise.all([
			slow.outputOf('settings', 'customRequest', custom),
			slow.outputOf('task', 'update', update),
		]);
		expect(slow.sandbox.store.row('task', 2)).toMatchObject({ name: 'New', description: 'D' });
	});

	const open = () =>
		own(slow.sandbox.records('invoice')).filter(
			(row) => row.status === 'Active' && Number(row.outstanding) > 50,
		);

	it('Updates that are compared afterwards count no lines that another execution adds', async () => {
		const items = open()
			.slice(0, 10)
			.map(({ id }) => ({ id }));
		const ended = await Promise.all([
			slow.run('invoice', 'update', { ...EACH, updateFields: { notes: 'New' } }, { items }),
			slow.run('invoice', 'addItems', { ...EACH, ...item }, { items }),
		]);
		expect(ended.map(({ error, hints }) => [error, hints])).toEqual([
			[undefined, []],
			[undefined, []],
		]);
	});

	it('No payment begins after one that is refused before it is sent', async () => {
		const items = open()
			.slice(0, 11)
			.map(({ id }) => ({ id }));
		slow.sandbox.change('invoice', items[2]?.id ?? 0, { status: 'Cancel' });
		const payment = { ...EACH, amount: '1', paymentMethod: 'Cash' };
		const credential = { ...slow.credential(), maxConcurrentRequests: 3 };
		await slow.run('invoice', 'recordPayment', payment, { items, credential });
		expect(slow.sent('invoiceOfflinePayment').length).toBeLessThan(4);
	});

	it.each([
		['before the turn of the other execution', false],
		['between two of its turns', true],
	])('An invoice that is paid %s is not sent', async (_, isBetween) => {
		const [paid, other] = open()
			.filter((row) => row.invoice_status === 'Sent' && Number(row.total_paid) === 0)
			.map(({ id }) => ({ id }));
		const items = [...(isBetween && other ? [other] : []), ...(paid ? [paid] : [])];
		const pay = () =>
			slow.run('invoice', 'recordPayment', { invoiceId: byId(paid?.id ?? 0), paymentMethod: 'Cash' });
		const send = () => slow.run('invoice', 'send', EACH, { items, settings: GOES_ON });
		const first = isBetween ? send() : pay();
		while (slow.methods().length === 0) await new Promise(setImmediate);
		const [one, two] = await Promise.all([first, isBetween ? pay() : send()]);
		const [output = []] = (isBetween ? one : two).outputs;
		expect(output.map(({ json }) => json['sent'] ?? json['error'])).toEqual([
			...(isBetween ? [true] : []),
			containing('is paid, and sending it would set its status to Sent'),
		]);
	});

	it('A time entry that is updated while it is billed is billed', async () => {
		const projects = slow.sandbox.records('project').filter(({ client_id }) => client_id === 1);
		const { id = 0 } =
			slow.sandbox
				.records('timeEntry')
				.find((row) => row.billed === 'No' && projects.some((one) => one.id === row.project_id)) ?? {};
		const form = { clientId: byId(1), entriesFrom: 'chosen', timeEntries: { entry: [{ id: byId(id) }] } };
		await Promise.all([
			slow.run('timeEntry', 'update', { timelogId: byId(id), updateFields: { notes: 'Corrected' } }),
			slow.run('invoice', 'createFromTimeTracking', form),
		]);
		const both = { billed: 'Yes', notes: 'Corrected' };
		expect(slow.sandbox.store.row('timeEntry', id)).toMatchObject(both);
	});
});

describe('Read back', () => {
	// A confirmed write is a success, even if its record can't be read back: users would repeat a run that fails here.
	const billing = useBilling();
	const service = useScriptedService();
	const more = () => ({ credential: service.credential() });
	it('is done when the record cannot be read back, or the answer shows no identifier', async () => {
		const create = { name: 'Ada', organization: 'Engine Ltd', options: { ifExists: 'create' } };
		const update = { clientId: byId(5), updateFields: { name: 'New' }, options: { keepUnchanged: false } };
		for (const [operation, parameters, result, unshown] of [
			['create', create, 'created', 'but its answer shows no identifier.'],
			['update', update, 'updated', 'read back'],
		] as const)
			for (const [answer, shown, told] of [
				['<client_id>5</client_id>', { client_id: 5, result }, 'but could not be read back just now.'],
				['', { result }, unshown],
			] as const) {
				service.answer(`${operation}Client`, answer);
				expect(await billing.outputOf('client', operation, parameters, more())).toMatchObject([shown]);
				expect(billing.warnings()).toContain(told);
			}
	});
});

describe('Read back during writes', () => {
	// Records are read back while later items are written, but a record is not written while it is being read back.

	const service = useScriptedService();
	const ITEMS = ['Ada', 'Ben', 'Cleo'].map((name) => ({ name }));
	const clientOf = (id: number, name = ''): Answer => ({
		body: `<client><client_id>${id}</client_id><name>${name}</name></client>`,
	});

	const run = async (operation: string, parameters: INodeParameters) => {
		const { outputs, error } = await engine.run({
			credential: service.credential(),
			parameters: { resource: 'client', operation, name: '={{ $json.name }}', ...parameters },
			items: ITEMS,
		});
		if (error) throw error;
		return outputs[0]?.map(({ json, pairedItem }) => [json['client_id'], json['name'], pairedItem]);
	};

	it('a service that answers no read before the last write gets the writes in order, and each item has its own record', async () => {
		const created: string[] = [];
		let end = (): void => undefined;
		const isOver = new Promise<void>((resolve) => (end = resolve));
		service.answerWith(async ({ method, ids: [first = ''] }) => {
			if (method !== 'getClient') {
				if (created.push(first) === ITEMS.length) end();
				return { body: `<client_id>${created.length}</client_id>` };
			}
			await isOver;
			return clientOf(Number(first), created[Number(first) - 1]);
		});
		const create = { organization: '={{ $json.name }}', options: { ifExists: 'create' } };
		expect(await run('create', create)).toEqual(ITEMS.map(({ name }, item) => [item + 1, name, { item }]));
		expect(created).toEqual(['Ada', 'Ben', 'Cleo']);
	});

	it('a record is read back before it is written again', async () => {
		let name = '';
		service.answerWith(async ({ method, ids: [, second = ''] }) => {
			if (method === 'updateClient') {
				name = second;
				return { body: '1' };
			}
			// The answer shows what the record is when it leaves: after a write that did not wait.
			await service.settled();
			return clientOf(1, name);
		});
		const updateFields = { name: '={{ $json.name }}', organization: 'Harbour' };
		const update = { clientId: byId(1), updateFields, options: { keepUnchanged: false } };
		expect(await run('update', update)).toEqual(ITEMS.map(({ name }, item) => [1, name, { item }]));
	});
});

describe('Quotas', () => {
	const HOUR = { retryAfter: '3600' };
	const WAIT = 'The service asks you to wait 60 minutes.';
	const service = useScriptedService();

	const itemsFrom = (first: number, last: number) =>
		Array.from({ length: last - first + 1 }, (_, index) => ({ id: first + index }));
	const run = (operation: string, items: Array<{ id: number | string }>, more: object = {}) =>
		engine.run({ credential: service.credential(), parameters: OPERATIONS[operation] ?? {}, items, ...more });
	const clientId = byId('={{ $json.id }}');
	const create = {
		...{ resource: 'client', operation: 'create', name: '={{ $json.id }}', organization: 'A' },
		options: { return: 'id' },
	};
	const OPERATIONS: Record<string, INodeParameters> = {
		create,
		delete: { resource: 'client', operation: 'delete', clientId },
		send: { resource: 'estimate', operation: 'send', estimateId: clientId, options: { return: 'id' } },
	};
	const NO_CLIENTS = '<clients total="0"/>';

	/** Answers a number of requests of a method, and then refuses. Lookups find nothing. */
	function allow(method: string, count: number, refusal: Answer): void {
		service.answerWith(({ method: called, ids: [id] }) => {
			if (called !== method) return { body: called === 'listClient' ? NO_CLIENTS : '' };
			return service.named(method).length > count ? refusal : createdAs(id);
		});
	}
	const createdAs = (id = ''): Answer => ({ body: `<client_id>${id}</client_id>` });

	const PLAN: Answer = { status: 426, body: 'Your plan is limited to 3 clients.' };

	/** What each says of the write that it refused. */
	const QUOTAS: ReadonlyArray<[string, Answer, string]> = [
		['429 as HTTP status', { http: 429, ...HOUR }, WAIT],
		['429 in a document', { status: 429, body: 'Too many requests.', ...HOUR }, WAIT],
		['the limit of the plan', PLAN, 'Upgrade the plan'],
	];

	describe.each(QUOTAS)('a quota that is used up, said by %s,', (_, refusal, advice) => {
		it('ends the run of writes at once, and the error names what is done', async () => {
			allow('createClient', 3, refusal);
			const { error } = await run('create', itemsFrom(1, 6));
			expect(service.named('createClient')).toEqual([['1'], ['2'], ['3'], ['4']]);
			expect(service.arrived().at(-1)?.method).toBe('createClient');
			expect(error?.description).toContain(advice);
			expect(error?.description).toContain('Nothing was created for this item.');
			expect(error?.description).toMatch(
				/2 other items were not tried\. 3 other items were carried out\. When you run the node again, skip what is done: input items 1-3 \(ID 1, ID 2, ID 3\)\. To skip them, put a Filter node before this one, with the condition that \{\{ !\[0, 1, 2\]\.includes\(\$itemIndex\) \}\} is true\.$/,
			);
		});

		it('rules the write out, so that n8n may try it again', async () => {
			allow('createClient', 3, refusal);
			const running = run('create', itemsFrom(1, 6), { settings: RETRIED });
			while (service.named('createClient').length < 4) await new Promise(setImmediate);
			allow('createClient', Infinity, refusal);
			const { outputs } = await running;
			expect(outputs[0]?.map(({ json }) => json['client_id'])).toEqual([1, 2, 3, 4, 5, 6]);
			expect(service.named('createClient').flat()).toEqual(['1', '2', '3', '4', '4', '5', '6']);
		});
	});

	it.each([
		['a time', { http: 429, retryAfter: '0' }],
		['no time', { http: 429 }],
	])('429 with %s is waited for, also by writes, and six times in a row', async (_, refusal) => {
		let left = 3;
		service.answerWith(({ method, ids: [id = ''] }) => {
			if (method !== 'createClient') return { body: NO_CLIENTS };
			return id === '2' && (left -= 1) >= 0 ? refusal : createdAs(id);
		});
		const { outputs } = await run('create', itemsFrom(1, 3));
		expect(outputs[0]?.map(({ json }) => json['client_id'])).toEqual([1, 2, 3]);
		expect(service.named('createClient').flat()).toEqual(['1', '2', '2', '2', '2', '3']);

		allow('createClient', 7, refusal);
		const { outputs: others } = await run('create', itemsFrom(6, 9), { settings: GOES_ON });
		expect(service.named('createClient').slice(6).flat()).toEqual(['6', ...Array<string>(6).fill('7')]);
		expect(others[0]?.map(({ json }) => json['message'] ?? '')).toEqual([
			...['', ...[7, 8, 9].map(() => containing('Nothing was created.'))],
		]);
	});

	it('Documents are not mailed in further requests once the plan allows no more', async () => {
		const refusal = { status: 426, body: 'Your plan is limited to 1 mail.' };
		service.answerWith(({ method }) =>
			method === 'sendEstimateMail' ? refusal : { body: '<estimate><client_id>1</client_id></estimate>' },
		);
		const { outputs } = await run('send', itemsFrom(1, 102), { settings: GOES_ON });
		expect(service.named('sendEstimateMail')).toHaveLength(1);
		for (const { json } of outputs[0]?.slice(1) ?? [])
			expect(json['error']).toEqual(matching(/^This was not tried(?!.*unknown)/));
	});
});

describe('A send that is refused', () => {
	const service = useScriptedService();

	it('ends the run before the reason is looked for, so that no further one begins meanwhile', async () => {
		let look = (): void => undefined;
		const isLooking = new Promise<void>((resolve) => (look = resolve));
		service.answerWith(async ({ method, ids: [id = ''] }) => {
			if (method === 'getEstimate')
				return { body: `<estimate><client><client_id>7</client_id></client></estimate>` };
			if (method === 'getClient') {
				look();
				await service.settled();
			}
			if (method !== 'sendEstimateMail') return { status: 404 };
			if (id === '2') return { status: 404, body: 'Locked.' };
			if (id !== '1') await isLooking;
			return { body: `<estimate_id>${id}</estimate_id>` };
		});
		const { error } = await engine.run({
			credential: { ...service.credential(), maxConcurrentRequests: 20 },
			parameters: { resource: 'estimate', operation: 'send', estimateId: byId('={{ $json.id }}') },
			items: Array.from({ length: 12 }, (_, index) => ({ id: index + 1 })),
		});
		expect(error?.message).toContain('The estimate with ID 2 was not sent. Locked.');
		expect(service.named('sendEstimateMail').flat()).not.toContain('12');
	});
});
