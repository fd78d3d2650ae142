import type { INodeParameters } from 'n8n-workflow';
import { byId, containing, useBilling, including, locator, matching, TODAY } from '../billing.mts';
import { listed, useScriptedService } from '../scripted.mts';
import { QUIRKS, type Quirk } from '../../../sandbox/index.mts';
import { IS_ALL } from '../../share.mts';

describe('Records that show other than what was written', () => {
	// A service that shows less than the sandbox, or in other words, must not cause any loss or change.
	const billing = useBilling();
	const service = useScriptedService();
	const more = () => ({ credential: service.credential() });

	describe('Project', () => {
		it.each(['0', ''])('sends no client %j and no manager %j, which are none', async (id) => {
			const none = `<client_id>${id}</client_id><project_manager_id>${id}</project_manager_id>`;
			service.answer('getProject', `<project>${none}<project_name>Old</project_name></project>`);
			service.answer('updateProject', '<project_id>1</project_id>');
			const updateFields = { description: 'New' };
			const parameters = { projectId: byId(1), updateFields, options: { return: 'id' } };
			await billing.outputOf('project', 'update', parameters, more());
			expect(service.sent('updateProject')).toEqual([
				'<project_id>1</project_id><description>New</description><name>Old</name>',
			]);
		});
	});

	describe('A line that shows nothing for its quantity', () => {
		const item =
			'<item><item_id>1</item_id><name>Free</name><type>Services</type><unit_cost>10</unit_cost><quantity></quantity><amount>9</amount></item>';

		it('is still not charged when something else of it changes', async () => {
			service.answer('getInvoice', `<invoice><items>${item}</items></invoice>`);
			service.answer('updateInvoiceItem', '');
			const line = [{ invoiceItemId: '1', changes: { description: 'New' } }];
			const parameters = { invoiceId: byId(5), lineItems: { line } };
			await billing.outputOf('invoice', 'updateItems', parameters, more());
			expect(service.sent('updateInvoiceItem')).toEqual([containing('<quantity>0</quantity>')]);
		});
	});
});

describe('Lists of what is closed', () => {
	// Lists that show more than requested, or less, or something else.
	const billing = useBilling();
	const service = useScriptedService();
	const more = () => ({ credential: service.credential() });
	const elements = (values: object) =>
		Object.entries(values)
			.map(([name, value]) => `<${name}>${value}</${name}>`)
			.join('');
	/** The identifiers of the entries of the one request of a method. */
	const idsIn = (method: string) =>
		service
			.sent(method)
			.map((request) => [...request.matchAll(/<id>(\d+)<\/id>/g)].map(([, id]) => Number(id)));
	const all = {
		...{ clientId: byId(1), entriesFrom: 'all', options: { return: 'id' } },
		additionalFields: { address: '' },
	};

	describe('All unbilled expenses', () => {
		const shown = {
			client_id: 1,
			project_id: 2,
			date: '2026-03-01',
			amount: 5,
			vendor: 'V',
			notes: 'N',
			tax1: 0,
			tax2: 0,
		};
		const expense = (values: object) => `<expense>${elements(values)}</expense>`;
		const bill = async (...expenses: string[]) => {
			service.answer('listExpense', listed('expenses', expenses.join('')));
			service.answer('createInvoiceFromExpense', '<invoice_id>7</invoice_id>');
			await billing.outputOf('invoice', 'createFromExpense', all, more());
			return idsIn('createInvoiceFromExpense');
		};

		it.each([{ status: 'Archived' }, { is_expense_invoiced: 'Yes' }])(
			'exclude one that shows %j',
			async (closed) => {
				const open = { status: 'Active', is_expense_invoiced: 'No' };
				expect(
					await bill(
						expense({ expense_id: 11, ...shown, ...closed }),
						expense({ expense_id: 12, ...shown, ...open }),
					),
				).toEqual([[12]]);
			},
		);
	});

	describe('All unbilled time entries', () => {
		const shown = { project_id: 3, task_id: 4, work_date: '2026-03-01', hours_worked: '1.50', notes: 'N' };
		const entry = (values: object) => `<timelog>${elements(values)}</timelog>`;
		const bill = async (...entries: string[]) => {
			service.answer('listTimeLog', listed('timelogs', entries.join('')));
			service.answer('getTask', '<task><task_name>Work</task_name><task_rate>10</task_rate></task>');
			service.answer('createInvoiceFromTimeTracking', '<invoice_id>7</invoice_id>');
			await billing.outputOf('invoice', 'createFromTimeTracking', all, more());
			return idsIn('createInvoiceFromTimeTracking');
		};

		it.each([{ log_status: 'Archived' }, { billed: 'Yes' }])('exclude one that shows %j', async (closed) => {
			service.answer(
				'listProject',
				listed('projects', '<project><project_id>3</project_id><client_id>1</client_id></project>'),
			);
			service.answer('getProject', '<project><project_id>3</project_id></project>');
			const open = { status: 'Active', log_status: 'Active', billed: 'No' };
			expect(
				await bill(
					entry({ timelog_id: 11, ...shown, ...closed }),
					entry({ timelog_id: 12, ...shown, ...open }),
				),
			).toEqual([[12]]);
		});
	});
});

describe('Lists that leave out', () => {
	// Lists that leave elements empty, omit them, or show records that are gone.
	const billing = useBilling();
	const service = useScriptedService();
	const more = () => ({ credential: service.credential() });
	const element = (name: string, values: object): string =>
		`<${name}>${Object.entries(values)
			.map(([field, value]) => `<${field}>${value}</${field}>`)
			.join('')}</${name}>`;

	interface Known {
		readonly resource: string;
		readonly operation?: string;
		readonly parameters: INodeParameters;
		/** The kind of the record, as spelled by methods and by elements. */
		readonly kind: readonly [method: string, element: string, wrapper: string];
		/** The record that exists, without its identifier. */
		readonly fields: object;
	}

	const LINES = { linesFrom: 'none', number: 'R-1', additionalFields: { address: 'A' } };

	const KNOWN: readonly Known[] = [
		{
			...{ resource: 'invoice', kind: ['Invoice', 'invoice', 'invoices'], fields: { number: 'R-1' } },
			parameters: { clientId: byId(1), ...LINES },
		},
		{
			...{ resource: 'expense', kind: ['Expense', 'expense', 'expenses'] },
			fields: { expense_category_id: 2, amount: '8.50', date: '2026-03-02', vendor: 'V', client_id: 1 },
			parameters: {
				...{ categoryId: byId(2), amount: '8.50', date: '2026-03-02' },
				additionalFields: { vendor: 'V', clientId: byId(1) },
			},
		},
	];

	const empty = (fields: object) => Object.fromEntries(Object.keys(fields).map((name) => [name, '']));

	it.each(
		KNOWN.map((known) => [`${known.resource} with ${Object.keys(known.fields).join(', ')}`, known] as const),
	)(
		'A list that leaves empty what a record is known by does not let a second one be made: %s',
		async (_, { resource, operation = 'create', parameters, kind: [method, name, wrapper], fields }) => {
			const id = `${name}_id`;
			service.answer(`list${method}`, listed(wrapper, element(name, { [id]: 7, ...empty(fields) })));
			service.answer(`get${method}`, element(name, { [id]: 7, ...fields }));
			service.answer(`create${method}`, `<${id}>8</${id}>`);
			const given = { ...parameters, options: { ifExists: 'existing' } };
			const [output] = await billing.outputOf(resource, operation, given, more());
			expect(output).toMatchObject({ [id]: 7, result: 'existing' });
			expect(service.methods()).not.toContain(`create${method}`);
		},
	);

	it('What is empty in the record itself is read once per run, and what shows another value is not read', async () => {
		const clients = [
			{ client_id: 7, organization: '' },
			{ client_id: 8, organization: 'Acme' },
			{ client_id: 9, organization: 'Bolt' },
			{ client_id: 10, organization: 'Cord' },
		];
		service.answer(
			'listClient',
			listed('clients', clients.map((client) => element('client', client)).join('')),
		);
		service.answer('getClient', (document) =>
			element('client', {
				...clients.find(({ client_id: id }) => document.includes(`>${id}<`)),
				currency: 'EUR',
			}),
		);
		service.answer('deleteClient', '');
		const items = ['Acme', 'Bolt'].map((name) => ({ name }));
		const parameters = { clientId: locator('organization', '={{ $json.name }}') };
		await billing.outputOf('client', 'delete', parameters, { items, ...more() });
		// Those that are deleted are read for what they were.
		expect(service.named('getClient').flat().toSorted()).toEqual(['7', '8', '9']);
		expect(service.sent('listClient')).toHaveLength(1);
	});

	it('A guard reads again what an earlier item read, because others may have changed it', async () => {
		let reads = 0;
		service.answer('listClient', listed('clients', element('client', { client_id: 7 })));
		// The email changes after the first item has read the client.
		service.answer('getClient', () =>
			element('client', { client_id: 7, email: (reads += 1) > 1 ? 'b@x' : 'a@x' }),
		);
		const items = ['a@x', 'b@x'].map((email) => ({ email }));
		const parameters = {
			...{ name: 'Ada', organization: 'Acme', email: '={{ $json.email }}' },
			options: { ifExists: 'existing' },
		};
		const output = await billing.outputOf('client', 'create', parameters, { items, ...more() });
		expect(output).toMatchObject([{ client_id: 7 }, { client_id: 7 }]);
		expect(service.methods()).not.toContain('createClient');
	});

	describe('Records without an identifier', () => {
		const nameless = element('client', { organization: 'Acme' });

		it('are excluded from Get Many with full records, from lookups and from the editor, and never requested', async () => {
			service.answer('listClient', listed('clients', nameless + element('client', { client_id: 8 })));
			service.answer('getClient', element('client', { client_id: 8, organization: 'Bolt' }));
			const full = { options: { fullRecords: true }, simplify: false };
			const [output, ...others] = await billing.outputOf('client', 'getAll', full, more());
			expect([output, others]).toEqual([including({ client_id: 8, organization: 'Bolt' }), []]);
			const named = { clientId: locator('organization', 'Acme') };
			expect(await billing.errorOf('client', 'get', named, more())).toContain('no active client');
			const { results } = await engine.searchList({ method: 'searchClients', ...more() });
			expect(results).toEqual([{ name: 'Bolt', value: 8 }]);
			expect(new Set(service.sent('getClient'))).toEqual(new Set(['<client_id>8</client_id>']));
		});
	});
});

describe('Lists with what is not escaped', () => {
	// One record of a list has what its service forgets to escape. That must spoil no other record, and cost no money.
	const billing = useBilling({ quirks: ['unescaped'] });
	const SPOILT = 4;

	const numberOf = (id: number) =>
		billing.sandbox.records('invoice').find((row) => row.id === id)?.number ?? '';
	const getMany = async () =>
		await billing.outputOf('invoice', 'getAll', { returnAll: true, simplify: false });

	const READABLE: ReadonlyArray<readonly [stored: string, shown: string]> = [
		['a&nbsp;b', 'a\ufffdb'],
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
	});

	describe('The Base URL is doubted', () => {
		const advice = async () => (await billing.run('settings', 'getInfo')).error?.description;

		it.each(['malformed', 'cut'] as const)(
			'only if the answer begins as none of this interface: not after %s',
			async (fault) => {
				await billing.sandbox.setFaults([{ fault }]);
				expect(await advice()).not.toContain('Base URL');
			},
		);

		it.each(['wrongRoot', 'http404', 'empty'] as const)('after the answer %s', async (fault) => {
			await billing.sandbox.setFaults([{ fault }]);
			expect(await advice()).toContain('Check the Base URL');
		});
	});
});

describe('Quirks', () => {
	// Sloppy services: how one writes its answers changes nothing of what the node does and reports.
	const NAMES = Object.keys(QUIRKS) as Quirk[]; // the keys of a literal record are its type's keys

	// By day all of them at once, by night each of them, too.
	describe.each([...(IS_ALL ? NAMES.map((quirk) => [quirk]) : []), NAMES])(
		'A service whose quirks are: %s, %s',
		(...quirks) => {
			const billing = useBilling({ quirks: quirks.filter((quirk) => quirk !== undefined) });
			const invoice = (id: number) => billing.sandbox.records('invoice').find((row) => row.id === id);
			const writes = () => billing.methods().filter((method) => !/^(get|list)/.test(method));

			it('loses nothing to an update of an invoice', async () => {
				const dates = { date: '2026-01-02', due_date: '2026-03-20', schedule_date: '2026-04-01' };
				const texts = { address: 'Street 1', title: 'Title', notes: 'Notes', number: '007' };
				billing.sandbox.change('invoice', 4, { ...dates, ...texts, po_number: '0042', late_fee_id: 1 });
				const header = () =>
					Object.entries({ ...dates, ...texts, po_number: '', late_fee_id: 0, invoice_status: '' }).map(
						([column]) =>
							String(new Map<string, unknown>(Object.entries(invoice(4) ?? {})).get(column)).trim(),
					);
				const before = header();
				const updateFields = { terms: 'Changed' };
				const parameters = { invoiceId: byId(4), updateFields, simplify: false };
				const [output] = await billing.outputOf('invoice', 'update', parameters);
				const date = matching(/^2026-01-02( 00:00:00)?$/); // days may come with a time (§2.1)
				expect(output).toMatchObject({ result: 'updated', number: '007', date });
				expect([header(), invoice(4)?.terms]).toEqual([before, 'Changed']);
			});

			it('has an equal payment recognized', async () => {
				const payment = { invoiceId: byId(4), paymentMethod: 'Cash', amount: '12.50' };
				await billing.outputOf('invoice', 'recordPayment', payment);
				expect(await billing.errorOf('invoice', 'recordPayment', payment)).toContain('already');
				expect(writes()).toEqual(['invoiceOfflinePayment']);
			});

			it('has records found and guarded by what people know them by', async () => {
				const number = String(invoice(4)?.number);
				const [found] = await billing.outputOf('invoice', 'get', { invoiceId: locator('number', number) });
				expect(found).toMatchObject({ invoice_id: 4, number });
				const again = { clientId: byId(1), linesFrom: 'none', number };
				expect(await billing.errorOf('invoice', 'create', again)).toContain('already');
				expect(writes()).toEqual([]);
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
						additionalFields: { date, notes: 'with  thanks' },
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
		},
	);
});
