import type { INodeParameters } from 'n8n-workflow';
import { byId, including, locator, useBilling } from '../billing.mts';
import { listed, useScriptedService } from '../scripted.mts';

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
		...{ resource: 'client', kind: ['Client', 'client', 'clients'] },
		fields: { name: 'Ada', organization: 'Acme' },
		parameters: { name: 'Ada', organization: 'Acme' },
	},
	{
		...{ resource: 'expense', kind: ['Expense', 'expense', 'expenses'] },
		fields: { expense_category_id: 2, amount: '8.50', date: '2026-03-02', vendor: 'V', client_id: 1 },
		parameters: {
			...{ categoryId: byId(2), amount: '8.50', date: '2026-03-02' },
			additionalFields: { vendor: 'V', clientId: byId(1) },
		},
	},
	{
		...{ resource: 'timeEntry', kind: ['TimeLog', 'timelog', 'timelogs'] },
		fields: { project_id: 1, task_id: 2, work_date: '2026-03-02', hours_worked: '1.50', notes: 'N' },
		parameters: {
			...{ projectId: byId(1), taskId: byId(2), workDate: '2026-03-02', hoursWorked: '1.5' },
			additionalFields: { notes: 'N' },
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
	expect(service.sent('getClient')).toEqual(['<client_id>7</client_id>']);
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

describe('All unbilled', () => {
	const all = {
		...{ clientId: byId(1), entriesFrom: 'all', options: { return: 'id' } },
		additionalFields: { address: '' },
	};
	const SHOWN = { client_id: 1, date: '2026-03-01', amount: 5 };
	const bill = async (expenses: object[], get: (document: string) => string) => {
		service.answer(
			'listExpense',
			listed('expenses', expenses.map((fields) => element('expense', fields)).join('')),
		);
		service.answer('createInvoiceFromExpense', '<invoice_id>7</invoice_id>');
		service.answer('getExpense', get);
		const ended = await billing.run('invoice', 'createFromExpense', all, more());
		expect(ended.error).toBeUndefined();
		const [sent = ''] = service.sent('createInvoiceFromExpense');
		return { hints: ended.hints, ids: [...sent.matchAll(/<id>(\d+)<\/id>/g)].map(([, id]) => Number(id)) };
	};

	it('reads one whose client, day or amount the list leaves empty', async () => {
		const shown = { ...SHOWN, project_id: 2, vendor: '', notes: '', tax1: 0, tax2: 0 };
		const expenses = [
			{ expense_id: 11, ...shown, client_id: '' },
			{ expense_id: 12, ...shown, amount: '' },
			{ expense_id: 13, ...shown },
		];
		const { ids } = await bill(expenses, () => element('expense', SHOWN));
		expect(ids).toEqual([11, 12, 13]);
		expect(service.sent('getExpense')).toHaveLength(2);
	});
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

describe('An identifier of 16 digits', () => {
	const [LONG, TOO_LONG] = ['1234567890123456', '9007199254740993'];

	it('is read, looked up and created exactly', async () => {
		const client = element('client', { client_id: LONG, organization: 'Acme', email: 'a@x' });
		service.answer('getClient', client);
		service.answer('listClient', listed('clients', element('client', { client_id: LONG })));
		service.answer('createTask', `<task_id>${LONG}</task_id>`);
		service.answer('listTask', '', 404);
		const found = { clientId: locator('organization', 'Acme') };
		expect(await billing.outputOf('client', 'get', found, more())).toMatchObject([
			{ client_id: 1234567890123456, organization: 'Acme' },
		]);
		const created = { name: 'Roof', options: { return: 'id' } };
		expect(await billing.outputOf('task', 'create', created, more())).toMatchObject([
			{ task_id: 1234567890123456 },
		]);
	});

	it('that would be rounded is shown unchanged', async () => {
		service.answer('listClient', listed('clients', element('client', { client_id: TOO_LONG })));
		const shown = await billing.outputOf('client', 'getAll', { simplify: false }, more());
		expect(shown).toEqual([{ client_id: TOO_LONG }]);
	});
});
