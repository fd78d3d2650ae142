import { byId, containing, useBilling, including, locator, matching, TODAY } from '../billing.mts';
import { listed, useScriptedService } from '../scripted.mts';
import { QUIRKS, type Quirk } from '../../../sandbox/index.mts';
import { IS_ALL } from '../../share.mts';

const element = (name: string, values: object): string =>
	`<${name}>${Object.entries(values)
		.map(([field, value]) => `<${field}>${value}</${field}>`)
		.join('')}</${name}>`;

describe('Records that show other than what was written', () => {
	// A service that shows less than the sandbox, or in other words, must not cause any loss or change.
	const billing = useBilling();
	const service = useScriptedService();
	const more = () => ({ credential: service.credential() });

	it('send no client and no manager that are none, and no charge for a line without a quantity', async () => {
		for (const id of ['0', '']) {
			const none = { client_id: id, project_manager_id: id };
			service.answer('getProject', element('project', { ...none, project_name: 'Old' }));
			service.answer('updateProject', '<project_id>1</project_id>');
			const updateFields = { description: 'New' };
			const parameters = { projectId: byId(1), updateFields, options: { return: 'id' } };
			await billing.outputOf('project', 'update', parameters, more());
			expect(service.sent('updateProject').at(-1)).toBe(
				'<project_id>1</project_id><description>New</description><name>Old</name>',
			);
		}
		const free = { item_id: 1, name: 'Free', type: 'Services', unit_cost: 10, quantity: '', amount: 9 };
		service.answer('getInvoice', `<invoice><items>${element('item', free)}</items></invoice>`);
		service.answer('updateInvoiceItem', '');
		const line = [{ invoiceItemId: '1', changes: { description: 'New' } }];
		await billing.outputOf('invoice', 'updateItems', { invoiceId: byId(5), lineItems: { line } }, more());
		expect(service.sent('updateInvoiceItem')).toEqual([containing('<quantity>0</quantity>')]);
	});

	it('are not billed where their lists show that they are closed, and are read where these leave out what bills them', async () => {
		const expense = {
			...{ client_id: 1, project_id: 2, date: '2026-03-01', amount: 5, vendor: 'V', notes: 'N' },
			...{ tax1: 0, tax2: 0, status: 'Active', is_expense_invoiced: 'No' },
		};
		const entry = {
			...{ project_id: 3, task_id: 4, work_date: '2026-03-01', hours_worked: '1.50', notes: 'N' },
			...{ status: 'Active', log_status: 'Active', billed: 'No' },
		};
		service.answer('listProject', listed('projects', element('project', { project_id: 3, client_id: 1 })));
		service.answer('getProject', element('project', { project_id: 3 }));
		service.answer('getTask', element('task', { task_name: 'Work', task_rate: 10 }));
		service.answer('getExpense', element('expense', { ...expense, expense_id: 11 }));
		const closedExpenses = [{ status: 'Archived' }, { is_expense_invoiced: 'Yes' }];
		const EMPTY = [{ client_id: '' }, { amount: '' }];
		for (const [from, kind, shown, closings] of [
			['Expense', 'expense', expense, [...closedExpenses, ...EMPTY]],
			['TimeTracking', 'timelog', entry, [{ log_status: 'Archived' }, { billed: 'Yes' }]],
		] as const)
			for (const closed of closings) {
				const records = [
					{ ...shown, [`${kind}_id`]: 11, ...closed },
					{ ...shown, [`${kind}_id`]: 12 },
				];
				const list = kind === 'expense' ? 'listExpense' : 'listTimeLog';
				service.answer(list, listed(`${kind}s`, records.map((one) => element(kind, one)).join('')));
				service.answer(`createInvoiceFrom${from}`, '<invoice_id>7</invoice_id>');
				const all = { clientId: byId(1), entriesFrom: 'all', options: { return: 'id' } };
				const parameters = { ...all, additionalFields: { address: '' } };
				await billing.outputOf('invoice', `createFrom${from}`, parameters, more());
				const sent = service.sent(`createInvoiceFrom${from}`).at(-1) ?? '';
				const billed = EMPTY.some((one) => one === closed) ? ['11', '12'] : ['12'];
				expect([...sent.matchAll(/<id>(\d+)<\/id>/g)].map(([, id]) => id)).toEqual(billed);
			}
		expect(service.sent('getExpense')).toHaveLength(EMPTY.length);
	});

	it('and that are empty themselves are read once per run, and those that show another value are not', async () => {
		const clients = ['', 'Acme', 'Bolt', 'Cord'].map((organization, nth) => ({
			...{ client_id: 7 + nth, organization },
		}));
		service.answer('listClient', listed('clients', clients.map((one) => element('client', one)).join('')));
		service.answer('getClient', (document) => {
			const client = clients.find(({ client_id: id }) => document.includes(`>${id}<`));
			return element('client', { ...client, currency: 'EUR' });
		});
		service.answer('deleteClient', '');
		const items = ['Acme', 'Bolt'].map((name) => ({ name }));
		const parameters = { clientId: locator('organization', '={{ $json.name }}') };
		await billing.outputOf('client', 'delete', parameters, { items, ...more() });
		// Those that are deleted are read for what they were.
		expect(service.named('getClient').flat().toSorted()).toEqual(['7', '8', '9']);
		expect(service.sent('listClient')).toHaveLength(1);
	});

	it('are read again by a guard, because others may have changed them', async () => {
		let reads = 0;
		service.answer('listClient', listed('clients', element('client', { client_id: 7 })));
		// The email changes after the first item has read the client.
		service.answer('getClient', () =>
			element('client', { client_id: 7, email: (reads += 1) > 1 ? 'b@x' : 'a@x' }),
		);
		const items = ['a@x', 'b@x'].map((email) => ({ email }));
		const create = { name: 'Ada', organization: 'Acme', email: '={{ $json.email }}' };
		const parameters = { ...create, options: { ifExists: 'existing' } };
		const output = await billing.outputOf('client', 'create', parameters, { items, ...more() });
		expect(output).toMatchObject([{ client_id: 7 }, { client_id: 7 }]);
		expect(service.methods()).not.toContain('createClient');
	});

	it('without an identifier are excluded from Get Many, from look-ups and from the editor, and never requested', async () => {
		const listedTwo = element('client', { organization: 'Acme' }) + element('client', { client_id: 8 });
		service.answer('listClient', listed('clients', listedTwo));
		service.answer('getClient', element('client', { client_id: 8, organization: 'Bolt' }));
		const full = { options: { fullRecords: true }, simplify: false };
		expect(await billing.outputOf('client', 'getAll', full, more())).toEqual([
			including({ client_id: 8, organization: 'Bolt' }),
		]);
		const named = { clientId: locator('organization', 'Acme') };
		expect(await billing.errorOf('client', 'get', named, more())).toContain('no active client');
		const { results } = await engine.searchList({ method: 'searchClients', ...more() });
		expect(results).toEqual([{ name: 'Bolt', value: 8 }]);
		expect(new Set(service.sent('getClient'))).toEqual(new Set(['<client_id>8</client_id>']));
	});
});

describe('Lists with what is not escaped', () => {
	// One record of a list has what its service forgets to escape. That must spoil no other record, and cost no money.
	const billing = useBilling({ quirks: ['unescaped'] });
	const SPOILT = 4;

	const getMany = async () =>
		await billing.outputOf('invoice', 'getAll', { returnAll: true, simplify: false });

	it.each([
		['a&nbsp;b', 'a\ufffdb'],
		['a & b; c &#1; &amp;', 'a & b; c \ufffd &'],
	])('The text %j is read beside all other records, and not sent back', async (stored, notes) => {
		const before = await getMany();
		billing.sandbox.change('invoice', SPOILT, { notes: stored });
		expect(await getMany()).toEqual(
			before.map((record) => (record['invoice_id'] === SPOILT ? { ...record, notes } : record)),
		);
		const update = { invoiceId: byId(SPOILT), updateFields: { terms: 'New' } };
		expect(await billing.errorOf('invoice', 'update', update)).toContain(
			'The notes of invoice 00004 cannot be sent back as the service shows it',
		);
		expect(billing.writes()).toEqual([]);
	});

	it('No amount with &nbsp; is taken for another one, and a tag in a text is told by its place', async () => {
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
		billing.sandbox.change('invoice', SPOILT, { notes: 'a<br>b' });
		expect(await billing.errorOf('invoice', 'getAll', { returnAll: true })).toMatch(
			/^127\.0\.0\.1:\d+ answered with something that is not well-formed XML \(line \d+, column \d+\)\. A text there may hold HTML, such as the tag br\. Remove it in the service, or contact the provider of the service\.$/,
		);
	});

	it('The Base URL is doubted only if an answer begins as none of this interface', async () => {
		for (const fault of ['malformed', 'cut', 'wrongRoot', 'http404', 'empty'] as const) {
			await billing.sandbox.setFaults([{ fault }]);
			const isDoubted = (await billing.errorOf('settings', 'getInfo')).includes('Check the Base URL');
			expect([fault, isDoubted]).toEqual([fault, !['malformed', 'cut'].includes(fault)]);
		}
	});
});

describe('Quirks', () => {
	// Sloppy services: how one writes its answers changes nothing of what the node does and reports.
	const NAMES = Object.keys(QUIRKS) as Quirk[]; // the keys of a literal record are its type's keys

	// By day all of them at once, by night each of them, too.
	const runs = [...(IS_ALL ? NAMES.map((quirk) => [quirk]) : []), NAMES];
	describe.each(runs)('A service whose quirks are: %s, %s', (...quirks) => {
		const billing = useBilling({ quirks: quirks.filter((quirk) => quirk !== undefined) });
		const invoice = (id: number) => billing.sandbox.records('invoice').find((row) => row.id === id);

		it('loses nothing to an update of an invoice', async () => {
			const dates = { date: '2026-01-02', due_date: '2026-03-20', schedule_date: '2026-04-01' };
			const texts = { address: 'Street 1', title: 'Title', notes: 'Notes', number: '007' };
			billing.sandbox.change('invoice', 4, { ...dates, ...texts, po_number: '0042', late_fee_id: 1 });
			const header = () =>
				Object.entries({ ...dates, ...texts, po_number: '', late_fee_id: 0, invoice_status: '' }).map(
					([column]) => String(new Map<string, unknown>(Object.entries(invoice(4) ?? {})).get(column)).trim(),
				);
			const before = header();
			const updateFields = { terms: 'Changed' };
			const parameters = { invoiceId: byId(4), updateFields, simplify: false };
			const [output] = await billing.outputOf('invoice', 'update', parameters);
			const date = matching(/^2026-01-02( 00:00:00)?$/); // days may come with a time (§2.1)
			expect(output).toMatchObject({ result: 'updated', number: '007', date });
			expect([header(), invoice(4)?.terms]).toEqual([before, 'Changed']);
		});

		it('has lists that find nothing read as empty', async () => {
			const number = 'NEW-1';
			const [created] = await billing.outputOf('invoice', 'create', {
				...{ clientId: byId(1), linesFrom: 'none', number },
			});
			expect(created).toMatchObject({ result: 'created', number });
			const credential = billing.credential('empty');
			expect(await billing.outputOf('invoice', 'getReceivables', {}, { credential })).toEqual([]);
			const searched = await engine.searchList({ method: 'searchInvoices', credential });
			expect(searched.results).toEqual([]);
			const trigger = engine.trigger({
				parameters: { events: ['estimateCreated'] },
				credential: billing.credential('limited'),
			});
			expect([await trigger.poll(), await trigger.poll()]).toEqual([null, null]);
		});

		it('has every event reported once, with the same identifier as by any other service', async () => {
			const trigger = engine.trigger({
				parameters: {
					events: ['invoiceCreated', 'paymentRecorded', 'invoiceOverdue', 'invoiceStatusChanged'],
				},
				credential: billing.credential(),
			});
			expect(await trigger.poll()).toBeNull();
			const pay = (amount: string, date: string) =>
				billing.outputOf('invoice', 'recordPayment', {
					invoiceId: byId(4),
					paymentMethod: 'Cash',
					amount,
					...{ date, additionalFields: { notes: 'with  thanks' } },
				});
			const ids = async () => (await trigger.poll())?.map(({ json }) => json['event_id']) ?? [];
			const [created] = await billing.outputOf('invoice', 'create', {
				clientId: byId(1),
				linesFrom: 'json',
				linesJson: '[{ "name": "Design", "unit_cost": 100 }]',
				...{ afterCreating: 'sent', due: 'date', dueDate: '2026-01-02' },
				additionalFields: { date: '2026-01-01' },
			});
			const id = Number(created?.['invoice_id']);
			expect(await ids()).toEqual([`invoice:${id}:created`, `invoice:${id}:overdue:1:2026-01-02`]);
			await pay('12.50', TODAY);
			expect(await ids()).toEqual(['invoice:4:status:1:Partial-Paid', 'payment:4:12.50:1']);
			await pay('12.50', '2026-03-09');
			// The invoice leaves the lists of open ones: from now on its payments show in full.
			await pay(String(invoice(4)?.outstanding), TODAY);
			expect(await ids()).toEqual([
				'invoice:4:status:2:Paid',
				'payment:4:12.50:2',
				`payment:4:${Number(invoice(4)?.total_paid) - 25}:1`,
			]);
			expect(await ids()).toEqual([]);
		});
	});
});
