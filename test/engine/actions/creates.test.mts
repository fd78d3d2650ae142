import type { INodeParameters } from 'n8n-workflow';
import { byId, GOES_ON, useBilling } from '../billing.mts';
import { GUARDED } from '../guarded.mts';
import { OPERATIONS } from '../operations.mts';
import { listed, useScriptedService } from '../scripted.mts';

const billing = useBilling();
const scripted = useScriptedService();

const lineItems = { line: [{ name: 'Design', unitCost: '120.50', quantity: '2' }] };
const ordered = { number: 'ORD-7', clientId: byId('={{ $json.client }}'), lineItems };
const project = { name: 'Relaunch', billingMethod: 'flat', budget: '1200.50' };
const EXISTING = { ifExists: 'existing' };
const entry = { projectId: byId(1), taskId: byId(2), workDate: '2026-03-09', hoursWorked: '1.5' };

const goods = (['Product', 'Service'] as const).map((label) => {
	const kind = label.toLowerCase() as 'product' | 'service'; // the same words
	return {
		name: `${label} > Create`,
		...{ resource: 'productOrService', operation: `create${label}`, method: `create${label}` },
		...{ id: `${kind}_id`, parameters: { name: 'Flag' }, items: [{}] },
		refusal: new RegExp(`A ${kind} with this name already exists: ID \\d+`),
	} as const;
});
const CREATED = [...GUARDED.filter(({ operation }) => operation === 'create'), ...goods];

/** Guarded by the invoice number, as `invoice/create` is, or by its own payment: tested with their operation. */
const APART = ['copy', 'createFromEstimate', 'createFromExpense', 'createFromTimeTracking', 'recordPayment'];

it('covers every operation that has If Exists', () => {
	const guarded = OPERATIONS.filter(({ fields }) => fields.some(({ field }) => field.name === 'ifExists'));
	const tested = CREATED.map(({ resource, operation }) => `${resource}/${operation}`);
	expect(guarded.map(({ key }) => key).sort()).toEqual(
		[...new Set(tested), ...APART.map((operation) => `invoice/${operation}`)].sort(),
	);
});

it.each(CREATED)('$name again fails, returns the record, or creates another, as chosen', async (guarded) => {
	const { resource, operation, parameters, items, id, method, refusal } = guarded;
	let nth = 0;
	const told = OPERATIONS.find(({ key }) => key === `${resource}/${operation}`)?.description;
	const create = async (ifExists?: string, count = 1, more: INodeParameters = {}) => {
		const options: INodeParameters = { includeNames: false, ...(ifExists && { ifExists }) };
		const copies = Array.from({ length: count }, () => ({ ...items[0], username: `user ${(nth += 1)}` }));
		const all = { ...parameters, options, ...more };
		return await billing.outputOf(resource, operation, all, { items: copies, settings: GOES_ON });
	};
	const first = Number((await create())[0]?.[id]);
	billing.sandbox.clearRequests();
	for (const choice of [undefined, 'fail']) {
		const error = (await create(choice))[0]?.['error'];
		expect(error).toMatch(refusal);
		const advice = `\\b${first}; to use that one, set Options › If \\w+ Exists to return it$`;
		expect(error).toMatch(new RegExp(advice));
	}
	const existing = { result: 'existing', [id]: first };
	expect(await create('existing', 2)).toMatchObject([existing, existing]);
	expect(billing.sent(method)).toEqual([]);
	// The service accepts each name of a product or service once.
	if (resource === 'productOrService') return expect(told).toMatch(/ a repeat adds none, /);
	billing.sandbox.clearRequests();
	const [another] = await create('create');
	// The categories of expenses are read for their names.
	expect(billing.methods().filter((name) => /^list(?!ExpenseCategory)/.test(name))).toEqual([]);
	expect(another).toMatchObject({ result: 'created' });
	expect(another?.[id]).not.toBe(first);
	expect(told).toMatch(/ adds another only (without a Number, or )?where If \w+ Exists allows it\.$/);
	expect(told?.includes('without a Number')).toBe('number' in parameters);
	if (!('number' in parameters)) return;
	const unnumbered = async () => (await create(undefined, 1, { number: '' }))[0]?.['result'];
	expect([await unnumbered(), await unnumbered()]).toEqual(['created', 'created']);
});

it.each([
	['invoice', ordered],
	['estimate', ordered],
	['project', { ...project, additionalFields: { clientId: byId('={{ $json.client }}') } }],
])('What exists for another client is not returned: %s', async (resource, more) => {
	const create = async (owner: number) =>
		await billing.run(resource, 'create', { ...more, options: EXISTING }, { items: [{ client: owner }] });
	const id = Number((await create(1)).outputs[0]?.[0]?.json[`${resource}_id`]);
	expect((await create(1)).outputs[0]?.[0]?.json).toMatchObject({ result: 'existing' });
	const { error } = await create(2);
	expect(error?.message).toContain(` already exists for another client: ID ${id}`);
	expect(error?.description).toContain('Nothing was created.');
});

it('No invoice gets the number of an archived one', async () => {
	billing.sandbox.change('invoice', 5, { status: 'Archived' });
	const taken = { ...ordered, clientId: byId(1), number: '00005' };
	const message = await billing.errorOf('invoice', 'create', taken);
	expect(message).toContain('Invoice 00005 already exists: ID 5; to use that one, set Options');
	expect(billing.writes()).toEqual([]);
});

it('An update of an estimate takes no number of another one, but its own', async () => {
	const update = (number: string) => ({ estimateId: byId(4), updateFields: { number } });
	const message = await billing.errorOf('estimate', 'update', update('00005'));
	expect(message).toContain('Another estimate already has the number 00005: ID 5');
	expect(billing.writes()).toEqual([]);
	const own = await billing.outputOf('estimate', 'update', update('00004'));
	expect(own).toMatchObject([{ result: 'updated' }]);
});

/** A record, one that is equal, and what makes it another one. */
const EQUAL = [
	{
		resource: 'expense',
		parameters: {
			categoryId: byId('={{ $json.category ?? 2 }}'),
			amount: '={{ $json.amount ?? 12.5 }}',
			date: '={{ $json.date ?? "2026-03-02" }}',
			additionalFields: { clientId: byId('={{ $json.client ?? 1 }}'), vendor: '={{ $json.by ?? "Rail" }}' },
		},
		equal: { by: ' RAIL' },
		others: [{ category: 3 }, { amount: 0.01 }, { date: '2001-01-01' }, { client: 7 }, { by: 'X' }],
	},
	{
		resource: 'timeEntry',
		parameters: {
			projectId: byId('={{ $json.project ?? 1 }}'),
			taskId: byId('={{ $json.task ?? 2 }}'),
			workDate: '={{ $json.date ?? "2026-03-09" }}',
			hoursWorked: '={{ $json.hours ?? 1.5 }}',
			additionalFields: { notes: '={{ $json.notes ?? "First" }}' },
		},
		equal: {},
		others: [{ project: 2 }, { task: 3 }, { date: '2026-06-01' }, { hours: 1.25 }, { notes: 'Second' }],
	},
];

describe.each(['full', 'bare'] as const)('Where lists show records %s', (listRecords) => {
	const service = useBilling({ listRecords });

	it.each(EQUAL)('an equal $resource exists, and one that differs in anything does not', async (one) => {
		const { resource, parameters, equal, others } = one;
		const form = { ...parameters, options: EXISTING };
		const create = async (...items: object[]) =>
			await service.outputOf(resource, 'create', form, { items: items.map((values) => ({ ...values })) });
		await create({});
		const output = await create(...others, equal);
		expect(output.map(({ result }) => result)).toEqual([...others.map(() => 'created'), 'existing']);
	});
});

describe('An equal time entry', () => {
	const shown = (date: string) =>
		`<timelog><timelog_id>7</timelog_id><project_id>1</project_id><task_id>2</task_id><work_date>${date}</work_date><hours_worked>1.5</hours_worked><notes/></timelog>`;
	const more = () => ({ credential: scripted.credential() });

	it.each([
		['is billed, where lists show those only if they are asked for', '2026-03-09', '<billed>Yes</billed>'],
		['has its day with an offset', '2026-03-09T00:00:00+02:00', ''],
	])('is found where it %s', async (_, date, filter) => {
		scripted.answer('listTimeLog', (request) =>
			listed('timelogs', request.includes(filter) ? shown(date) : ''),
		);
		scripted.answer('getTimeLog', shown(date));
		const message = await billing.errorOf('timeEntry', 'create', entry, more());
		expect(message).toContain('A matching time entry already exists: ID 7;');
		expect(scripted.methods().filter((method) => method.startsWith('create'))).toEqual([]);
	});
});
