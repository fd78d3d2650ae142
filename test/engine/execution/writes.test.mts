import type { INodeParameters } from 'n8n-workflow';
import { byId, containing, isThere, locator, useBilling, matching } from '../billing.mts';
import { useScriptedService, type Answer } from '../scripted.mts';
import type { RecordKind } from '../../../sandbox/index.mts';

describe('Deletes and sends', () => {
	const billing = useBilling();
	const scripted = useScriptedService();
	const invoiceIds = () =>
		billing.sandbox
			.records('invoice')
			.filter(isThere)
			.map(({ id }) => id);
	const each = { invoiceId: byId('={{ $json.id }}') };
	const toItems = (ids: Array<number | string>) => ids.map((id) => ({ id }));
	const settings = { onError: 'continueRegularOutput' as const };

	/** Adds copies of the first invoice. */
	function addInvoices(count: number): number[] {
		const [first] = billing.sandbox.records('invoice');
		return Array.from({ length: count }, (_, index) => {
			const { id: _id, ...invoice } = { ...first, number: `B-${index}`, number_key: `b-${index}` };
			return billing.sandbox.store.insert('invoice', invoice);
		});
	}

	describe('Invoice > Delete', () => {
		it('asks for a record once that is named by its ID, in other spellings and by its number', async () => {
			const invoiceId = { ...locator('id', '={{ $json.id }}'), mode: '={{ $json.mode }}' };
			const items = [
				{ mode: 'id', id: 7 },
				{ mode: 'id', id: ' 7\t' },
				{ mode: 'number', id: '00007' },
				{ mode: 'id', id: '7' },
			];
			const output = await billing.outputOf('invoice', 'delete', { invoiceId }, { items });
			expect(output).toMatchObject(items.map(() => ({ invoice_id: 7, deleted: true })));
			expect(billing.sent('deleteInvoice')).toEqual([{ invoice_id: '7' }]);
		});

		it('sends nothing, not even a read, when an identifier is wrong and the run must stop', async () => {
			expect(await billing.errorOf('invoice', 'delete', each, { items: toItems(['1', 'x']) })).toContain(
				'Invoice',
			);
			expect(billing.methods()).toEqual([]);
		});
	});

	it('goes ten at once: after an error none begins, and what had begun is told', async () => {
		const ids = addInvoices(40);
		await billing.sandbox.setFaults([{ fault: 'http404', method: 'deleteInvoice', calls: [5] }]);
		const message = await billing.errorOf('invoice', 'delete', each, { items: toItems(ids) });
		const done = ids.filter((id) => !invoiceIds().includes(id)).length;
		expect(message).toContain(`${done} other items were carried out.`);
		expect(billing.sent('deleteInvoice')).toHaveLength(done + 1);
		expect(done).toBeLessThanOrEqual(10);
	});

	it('ends a run, and names each of the others that failed or may have been carried out', async () => {
		const ids = addInvoices(10);
		await billing.sandbox.setFaults([
			{ fault: 'http404', method: 'sendInvoiceMail', calls: [4, 5] },
			{ fault: 'resetAfter', method: 'sendInvoiceMail', calls: [7, 8] },
		]);
		const { error } = await billing.run(
			'invoice',
			'send',
			{ ...each, options: { sendPaid: true } },
			{ items: toItems(ids) },
		);
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

	describe('Send and Delete', () => {
		const doubt = {
			error: containing('does not say whether it acted on this record'),
			message: containing('not repeated'),
		};
		const [SEND, DELETE] = [
			['invoice', 'send', 'sendInvoiceMail'],
			['invoice', 'delete', 'deleteInvoice'],
		] as const;

		it.each<[string, typeof SEND | typeof DELETE, number, string, object]>([
			['lists it', SEND, 200, '<invoice_id>1</invoice_id>', { invoice_id: 1, sent: true }],
			['lists none', SEND, 200, '', doubt],
			['lists none', DELETE, 200, '', { invoice_id: 1, deleted: true }],
			['lists failures that cannot be read', DELETE, 200, '<failure>One is locked</failure>', doubt],
			[
				'lists it as failed',
				DELETE,
				200,
				'<failure>1</failure>',
				{ error: containing('1 was not deleted.') },
			],
			[
				'lists it as failed, and another one as done',
				DELETE,
				200,
				'<failure>1</failure><success>9</success>',
				doubt,
			],
			[
				'names another one as done, too',
				DELETE,
				200,
				'<invoice_id>1</invoice_id><invoice_id>9</invoice_id>',
				doubt,
			],
			['lists it as failed and as done', DELETE, 200, '<failure>1</failure><success>1</success>', doubt],
			[
				'refuses it',
				SEND,
				400,
				'No.<invalid><invoice_id>1</invoice_id></invalid>',
				{ error: 'The invoice with ID 1 was not sent. No.' },
			],
		])(
			'count as done only what an answer lists that %s, and repeat nothing',
			async (_, on, status, body, told) => {
				const [resource, operation, method] = on;
				scripted.answer('getInvoice', '<invoice/>');
				scripted.answer(method, body, status);
				const parameters = { [`${resource}Id`]: byId('={{ $json.id }}'), options: { return: 'id' } };
				const more = { items: toItems([1]), settings, credential: scripted.credential() };
				expect(await billing.outputOf(resource, operation, parameters, more)).toMatchObject([told]);
				expect(scripted.methods().filter((called) => called === method)).toHaveLength(1);
			},
		);
	});
});

describe('At the same moment', () => {
	// Executions of one process that write the same record at the same moment. Each resends all of the record but what it changes, so
	// that one which reads before the other has written would undo it. Answers take long enough for all of them to read first.
	const slow = useBilling({ latencyMs: 20 });
	const item = { linesFrom: 'json', linesJson: '[{ "name": "Extra", "unit_cost": 5, "quantity": 1 }]' };
	const update = (resource: string, id: string, updateFields: INodeParameters) => ({
		...{ resource, operation: 'update', [`${id}Id`]: byId(2), updateFields },
	});
	const custom = (requestMethod: string, body: object) => ({
		...{ resource: 'settings', operation: 'customRequest', requestMethod },
		requestBody: JSON.stringify(body),
	});

	it.each<[RecordKind, INodeParameters, INodeParameters, object]>([
		[
			'client',
			update('client', 'client', { workPhone: '7' }),
			update('client', 'client', { address: 'Street 9' }),
			{ work_phone: '7', address: 'Street 9' },
		],
		[
			'task',
			custom('updateTask', { task_id: 2, name: 'New' }),
			update('task', 'task', { description: 'D' }),
			{ name: 'New', description: 'D' },
		],
	])('Neither of two updates of one %s undoes the other', async (kind, one, other, both) => {
		const credential = slow.credential();
		const ended = await Promise.all([one, other].map((parameters) => engine.run({ credential, parameters })));
		expect(ended.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(slow.sandbox.records(kind).find(({ id }) => id === 2)).toMatchObject(both);
	});

	it('Updates that are compared afterwards count no lines that another execution adds', async () => {
		const open = slow.sandbox
			.records('invoice')
			.filter((row) => row.account_id === 1 && row.status === 'Active');
		const items = open.slice(0, 10).map(({ id }) => ({ id }));
		const each = { invoiceId: byId('={{ $json.id }}') };
		const ended = await Promise.all([
			slow.run('invoice', 'update', { ...each, updateFields: { notes: 'New' } }, { items }),
			slow.run('invoice', 'addItems', { ...each, ...item }, { items }),
		]);
		expect(ended.map(({ error, hints }) => [error, hints])).toEqual([
			[undefined, []],
			[undefined, []],
		]);
	});

	it('No payment begins after one that is refused before it is sent', async () => {
		const open = slow.sandbox
			.records('invoice')
			.filter((row) => row.account_id === 1 && row.status === 'Active' && Number(row.outstanding) > 50);
		const items = open.slice(0, 11).map(({ id }) => ({ id }));
		slow.sandbox.change('invoice', items[2]?.id ?? 0, { status: 'Cancel' });
		const payment = { invoiceId: byId('={{ $json.id }}'), amount: '1', paymentMethod: 'Cash' };
		const credential = { ...slow.credential(), maxConcurrentRequests: 3 };
		await slow.run('invoice', 'recordPayment', payment, { items, credential });
		expect(slow.sent('invoiceOfflinePayment').length).toBeLessThan(4);
	});

	it.each([
		['before the turn of the other execution', false],
		['between two of its turns', true],
	])('An invoice that is paid %s is not sent', async (_, isBetween) => {
		const [paid, other] = slow.sandbox
			.records('invoice')
			.filter(
				(row) => row.status === 'Active' && row.invoice_status === 'Sent' && Number(row.total_paid) === 0,
			)
			.map(({ id }) => ({ id }));
		const pay = () =>
			slow.run('invoice', 'recordPayment', { invoiceId: byId(paid?.id ?? 0), paymentMethod: 'Cash' });
		const send = () =>
			slow.run(
				'invoice',
				'send',
				{ invoiceId: byId('={{ $json.id }}') },
				{
					items: [...(isBetween && other ? [other] : []), ...(paid ? [paid] : [])],
					settings: { onError: 'continueRegularOutput' },
				},
			);
		const first = isBetween ? send() : pay();
		while (slow.methods().length === 0) await new Promise(setImmediate);
		const [one, two] = await Promise.all([first, isBetween ? pay() : send()]);
		const [output = []] = (isBetween ? one : two).outputs;
		expect(output.map(({ json }) => json['sent'] ?? json['error'])).toEqual([
			...(isBetween ? [true] : []),
			containing('is paid, and sending it would set its status to Sent'),
		]);
	});

	it.each(['all', 'chosen'])(
		'A time entry that is updated while it is billed is billed (%s)',
		async (entriesFrom) => {
			const own = slow.sandbox.records('project').filter(({ client_id }) => client_id === 1);
			const { id = 0 } =
				slow.sandbox
					.records('timeEntry')
					.find(
						({ billed, project_id }) => billed === 'No' && own.some((project) => project.id === project_id),
					) ?? {};
			const timeEntries = { entry: [{ id: byId(id) }] };
			await Promise.all([
				slow.run('timeEntry', 'update', { timelogId: byId(id), updateFields: { notes: 'Corrected' } }),
				slow.run('invoice', 'createFromTimeTracking', { clientId: byId(1), entriesFrom, timeEntries }),
			]);
			expect(slow.sandbox.records('timeEntry').find((row) => row.id === id)).toMatchObject({
				billed: 'Yes',
				notes: 'Corrected',
			});
		},
	);
});

describe('Read back', () => {
	// A confirmed write is a success, even if its record can't be read back: users would repeat a run that fails here.
	const billing = useBilling();
	const service = useScriptedService();
	const more = () => ({ credential: service.credential() });
	// Avoids reading the client for its address.
	const unread = { clientId: byId(1), linesFrom: 'none', additionalFields: { address: '' } };
	const unguarded = { options: { ifExists: 'create' } };
	const NEW_CLIENT = { name: 'Ada', organization: 'Engine Ltd', ...unguarded };

	const unchecked = { updateFields: { name: 'New' }, options: { keepUnchanged: false } };

	it.each<[string, string, INodeParameters, method: string, id: string, result: string]>([
		['client', 'create', NEW_CLIENT, 'createClient', 'client_id', 'created'],
		['expense', 'createCategory', { name: 'Travel' }, 'createExpenseCategory', 'category_id', 'created'],
		['invoice', 'create', unread, 'createInvoice', 'invoice_id', 'created'],
		['client', 'update', { clientId: byId(5), ...unchecked }, 'updateClient', 'client_id', 'updated'],
	])(
		'%s > %s is done when the record cannot be read back, or the answer shows no identifier',
		async (resource, operation, parameters, method, id, result) => {
			for (const [answer, shown, told] of [
				[`<${id}>5</${id}>`, { [id]: 5, result }, `was ${result}, but could not be read back just now.`],
				['', { result }, result === 'created' ? 'but its answer shows no identifier.' : 'read back'],
			] as const) {
				service.answer(method, answer);
				expect(await billing.outputOf(resource, operation, parameters, more())).toMatchObject([shown]);
				expect(billing.warnings()).toContain(told);
			}
			expect(service.sent(method)).toHaveLength(2);
		},
	);
});

describe('Read back during writes', () => {
	// Records are read back while later items are written, but a record is not written while it is being read back.

	const service = useScriptedService();
	const ITEMS = ['Ada', 'Ben', 'Cleo'].map((name) => ({ name }));
	const clientOf = (id: number, name = ''): Answer => ({
		body: `<client><client_id>${id}</client_id><name>${name}</name></client>`,
	});

	describe('a service that answers no read before the last write', () => {
		let created: string[];
		/** The name that is refused. */
		let refused: string;

		beforeEach(() => {
			[created, refused] = [[], ''];
			let end = (): void => undefined;
			const isOver = new Promise<void>((resolve) => (end = resolve));
			service.answerWith(async ({ method, ids: [first = ''] }) => {
				if (method === 'getClient') {
					await isOver;
					return clientOf(Number(first), created[Number(first) - 1]);
				}
				const answer =
					first === refused
						? { status: 400, body: 'Email is invalid.' }
						: { body: `<client_id>${created.push(first)}</client_id>` };
				if (created.length === ITEMS.length || first === refused) end();
				return answer;
			});
		});

		const run = async () =>
			await engine.run({
				credential: service.credential(),
				parameters: {
					resource: 'client',
					operation: 'create',
					name: '={{ $json.name }}',
					organization: '={{ $json.name }}',
					options: { ifExists: 'create' },
				},
				items: ITEMS,
			});

		it('gets the writes in order, and each item has its own record', async () => {
			const { outputs, error } = await run();
			expect(error).toBeUndefined();
			expect(created).toEqual(['Ada', 'Ben', 'Cleo']);
			expect(
				outputs[0]?.map(({ json, pairedItem }) => [json['client_id'], json['name'], pairedItem]),
			).toEqual(ITEMS.map(({ name }, item) => [item + 1, name, { item }]));
		});
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
		const { outputs } = await engine.run({
			credential: service.credential(),
			parameters: {
				resource: 'client',
				operation: 'update',
				clientId: byId(1),
				updateFields: { name: '={{ $json.name }}', organization: 'Harbour' },
				options: { keepUnchanged: false },
			},
			items: ITEMS,
		});
		expect(outputs[0]?.map(({ json }) => json['name'])).toEqual(['Ada', 'Ben', 'Cleo']);
	});
});

describe('Quotas', () => {
	const HOUR = { retryAfter: '3600' };
	const WAIT = 'The service asks you to wait 60 minutes.';
	const continuesOnFail = { onError: 'continueRegularOutput' as const };
	const service = useScriptedService();

	const itemsFrom = (first: number, last: number) =>
		Array.from({ length: last - first + 1 }, (_, index) => ({ id: first + index }));
	const run = (operation: string, items: Array<{ id: number | string }>, more: object = {}) =>
		engine.run({ credential: service.credential(), parameters: OPERATIONS[operation] ?? {}, items, ...more });
	const clientId = byId('={{ $json.id }}');
	const create = {
		resource: 'client',
		operation: 'create',
		name: '={{ $json.id }}',
		organization: 'A',
		options: { return: 'id' },
	};
	const OPERATIONS: Record<string, INodeParameters> = {
		create,
		get: { resource: 'client', operation: 'get', clientId, options: { includeNames: false } },
		delete: { resource: 'client', operation: 'delete', clientId },
		send: { resource: 'estimate', operation: 'send', estimateId: clientId, options: { return: 'id' } },
	};
	const NO_CLIENTS = '<clients total="0"/>';

	/** Answers a number of requests of a method, and then refuses. Lookups find nothing. */
	function allow(method: string, count: number, refusal: Answer): void {
		service.answerWith(({ method: called, ids: [id] }) => {
			if (called !== method) return { body: called === 'listClient' ? NO_CLIENTS : '' };
			if (service.named(method).length > count) return refusal;
			return {
				body: called === 'getClient' ? `<client><client_id>${id}</client_id></client>` : bodyOf(called, id),
			};
		});
	}
	const bodyOf = (method: string, id = '') =>
		method === 'createClient' ? `<client_id>${id}</client_id>` : '';

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
				/2 other items were not tried\. 3 other items were carried out\. When you run the node again, skip what is done: input items 1-3\.$/,
			);
		});

		it('rules the write out, so that n8n may try it again', async () => {
			allow('createClient', 3, refusal);
			const again = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
			const running = run('create', itemsFrom(1, 6), { settings: again });
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
	])(
		'429 with %s is waited for, also by writes, and nothing is sent after the sixth in a row',
		async (_, refusal) => {
			let left = 3;
			service.answerWith(({ method, ids: [id = ''] }) => {
				if (method !== 'createClient') return { body: NO_CLIENTS };
				return id === '2' && (left -= 1) >= 0 ? refusal : { body: bodyOf(method, id) };
			});
			const { outputs } = await run('create', itemsFrom(1, 3));
			expect(outputs[0]?.map(({ json }) => json['client_id'])).toEqual([1, 2, 3]);
			expect(service.named('createClient').flat()).toEqual(['1', '2', '2', '2', '2', '3']);

			allow('createClient', 7, refusal);
			const { outputs: others } = await run('create', itemsFrom(6, 9), { settings: continuesOnFail });
			expect(service.named('createClient').slice(6).flat()).toEqual(['6', ...Array<string>(6).fill('7')]);
			expect(others[0]?.map(({ json }) => json['message'] ?? '')).toEqual([
				'',
				containing('Nothing was created.'),
				...[8, 9].map(() => containing('Nothing was created.')),
			]);
		},
	);

	describe('records that are deleted or sent', () => {
		it('are deleted up to the quota, and the error names what is done', async () => {
			allow('deleteClient', 1, { http: 429, ...HOUR });
			const { error } = await run('delete', itemsFrom(1, 250));
			expect(service.named('deleteClient').length).toBeLessThanOrEqual(11);
			expect(error?.description).toContain(WAIT);
			expect(error?.description).toContain('One other item was carried out.');
		});

		it.each([['in a document', { status: 426, body: 'Your plan is limited to 1 mail.' }]])(
			'are not mailed in further requests once the plan allows no more, said %s',
			async (_, refusal) => {
				service.answerWith(({ method }) =>
					method === 'sendEstimateMail' ? refusal : { body: '<estimate><client_id>1</client_id></estimate>' },
				);
				const { outputs } = await run('send', itemsFrom(1, 102), { settings: continuesOnFail });
				expect(service.named('sendEstimateMail')).toHaveLength(1);
				for (const { json } of outputs[0]?.slice(1) ?? [])
					expect(json['error']).toEqual(matching(/^This was not tried(?!.*unknown)/));
			},
		);
	});
});
