import { leafPaths, textAt, textsAt } from './walk/answers.ts';
import type { Values } from './walk/documents.ts';
import { create, list, oldest, read, stored } from './walk/records.ts';
import { startService, type RunningService } from './walk/service.ts';

let service: RunningService;
beforeEach(async () => void (service = await startService()));
afterEach(() => service.close());

/** A kind of record of §4.7 to §4.10 with its methods, which all behave alike in what is tried here. */
interface Case {
	kind: 'staff' | 'product' | 'service' | 'expense' | 'expenseCategory' | 'project' | 'task' | 'timeEntry';
	/** What its methods are called after their verb. */
	name: string;
	identifier: string;
	/** The name in messages. */
	label: string;
	/** The smallest request that creates one; values may name a kind whose oldest record is meant, such as `<project>`. */
	smallest: Values;
	/** Elements that its update takes beside those. */
	further: readonly string[];
	/** The filter by status; none where §4.10 has none. */
	status?: string;
	/** What its records in lists say when they are to be summaries. */
	summary: readonly string[];
	/** What deleting says when no record is named, where it is not that the identifier is invalid. */
	nothingToDelete?: string;
	/** The answer of its update when that is not empty. */
	updateAnswers?: 'text' | 'element';
	/** It has no get method. */
	isListedOnly?: true;
}

const CASES: readonly Case[] = [
	{
		kind: 'staff',
		name: 'Staff',
		identifier: 'staff_id',
		label: 'Staff',
		smallest: { name: 'Ann', username: 'ann', email: 'ann@studio.example' },
		further: ['billing_rate', 'user_access_own_record', 'assigned_clients/client_id'],
		status: 'status',
		summary: ['staff_id', 'name', 'email', 'status'],
		nothingToDelete: 'Staff is invalid.',
	},
	{
		kind: 'product',
		name: 'Product',
		identifier: 'product_id',
		label: 'Product',
		smallest: { name: 'Paper' },
		further: ['quantity', 'unitcost', 'description'],
		status: 'item_status',
		summary: ['product_id', 'product_name', 'unit_cost', 'status'],
	},
	{
		kind: 'service',
		name: 'Service',
		identifier: 'service_id',
		label: 'Service',
		smallest: { name: 'Advice' },
		further: ['cost', 'unit', 'description'],
		status: 'item_status',
		summary: ['service_id', 'service_name', 'unit_cost', 'status'],
	},
	{
		kind: 'expense',
		name: 'Expense',
		identifier: 'expense_id',
		label: 'Expense',
		smallest: { expense_category_id: '<expenseCategory>', amount: '12.5', date: '2026-06-01' },
		further: [
			'project_id',
			'client_id',
			'vendor',
			'tax1',
			'tax2',
			'notes',
			'recurring_frequency',
			'recurring_end_date',
		],
		status: 'status',
		summary: ['expense_id', 'client_id', 'vendor', 'date', 'amount', 'status'],
		updateAnswers: 'text',
	},
	{
		kind: 'expenseCategory',
		name: 'ExpenseCategory',
		identifier: 'category_id',
		label: 'Expense category',
		smallest: { name: 'Rent' },
		further: [],
		status: 'status',
		summary: ['category_id', 'name', 'status', 'date_added'],
		isListedOnly: true,
	},
	{
		kind: 'project',
		name: 'Project',
		identifier: 'project_id',
		label: 'Project',
		smallest: { name: 'Move', billing_method: 'task' },
		further: ['budget', 'client_id', 'project_manager_id', 'description', 'tasks/task_id'],
		status: 'project_status',
		summary: ['project_id', 'client_id', 'project_name', 'billing_method', 'status'],
		updateAnswers: 'element',
	},
	{
		kind: 'task',
		name: 'Task',
		identifier: 'task_id',
		label: 'Task',
		smallest: { name: 'Packing' },
		further: ['description', 'task_billable', 'task_rate', 'projects/project_id'],
		status: 'task_status',
		summary: ['task_id', 'task_name', 'task_billable', 'task_rate', 'status'],
	},
	{
		kind: 'timeEntry',
		name: 'TimeLog',
		identifier: 'timelog_id',
		label: 'Timelog',
		smallest: {
			project_id: '<project>',
			task_id: '<task>',
			work_date: '2026-06-01',
			hours_worked: '1',
		},
		further: ['notes', 'billed'],
		summary: ['timelog_id', 'project_id', 'task_id', 'work_date', 'hours_worked', 'notes', 'log_status'],
	},
];

const KIND_IN_VALUE = /^<(expenseCategory|project|task)>$/;

/** The smallest request of a case, with the records that it names. */
function smallest({ smallest: values }: Case): Record<string, string> {
	const filled = Object.entries(values).map(([path, text]): [string, string] => {
		const kind = KIND_IN_VALUE.exec(text)?.[1];
		const isKind = kind === 'expenseCategory' || kind === 'project' || kind === 'task';
		return [path, isKind ? oldest(service, kind) : text];
	});
	return Object.fromEntries<string>(filled);
}

const createOne = (one: Case) => create(service, `create${one.name}`, smallest(one));
const listed = (one: Case, filter: Values = {}) => list(service, `list${one.name}`, filter);
const rowOf = (one: Case, id: string) => stored(service, one.kind).find((row) => String(row.id) === id);

describe.each(CASES)('$name records', (one) => {
	const { name, kind, identifier, label, status } = one;
	/** An update of a category names it anew in every case (§4.9). */
	const needed: Values = one.isListedOnly ? one.smallest : {};
	const methodsOfOne = one.isListedOnly ? ['update'] : ['update', 'get'];

	test('come newest first in the list', async () => {
		const another = { ...smallest(one), name: 'Another', username: 'another' };
		const [first, second] = [await createOne(one), await create(service, `create${name}`, another)];
		const all = await listed(one);
		expect(all.slice(0, 2)).toEqual([second, first]);
		expect(all).toEqual([...all].sort((a, b) => Number(b) - Number(a)));
	});

	test('keep what an update leaves out or sends empty', async () => {
		const id = await createOne(one);
		const before = rowOf(one, id);
		await service.succeed(`update${name}`, { [identifier]: id, ...needed });
		expect(rowOf(one, id)).toEqual(before);
		const paths = [...Object.keys(one.smallest), ...one.further];
		const empty = Object.fromEntries(paths.map((path) => [path, '']));
		const { text, children } = await service.succeed(`update${name}`, {
			[identifier]: id,
			...empty,
			...needed,
		});
		expect(rowOf(one, id)).toEqual(before);
		expect([text, children.map((child) => [child.name, child.text])]).toEqual([
			one.updateAnswers === 'text' ? id : '',
			one.updateAnswers === 'element' ? [[identifier, id]] : [],
		]);
	});

	test('are gone once deleted, and the rest stays', async () => {
		const id = await createOne(one);
		const others = (await listed(one)).filter((other) => other !== id);
		const response = await service.succeed(`delete${name}`, { [identifier]: id });
		expect([response.text, response.children]).toEqual(['', []]);
		for (const verb of methodsOfOne) {
			const reply = await service.call(`${verb}${name}`, { [identifier]: id, ...needed });
			expect([verb, reply.status]).toEqual([verb, 404]);
		}
		expect(await listed(one)).toEqual(others);
		if (status !== undefined) expect(await listed(one, { [status]: 'Deleted' })).toEqual([id]);
	});

	test('that cannot be deleted are in the failure list, and the others are deleted', async () => {
		const id = await createOne(one);
		const foreign = oldest(service, kind, 'second');
		const before = stored(service, kind, 'second');
		const request = {
			[`${identifier}[0]`]: foreign,
			[`${identifier}[1]`]: id,
			[`${identifier}[2]`]: '{unknown}',
			[`${identifier}[3]`]: 'abc',
			[`${identifier}[4]`]: id,
		};
		const failed = await service.succeed(`delete${name}`, request);
		expect(textsAt(failed, `failure/${identifier}`)).toEqual([foreign, service.fill('{unknown}'), 'abc']);
		expect(await listed(one)).not.toContain(id);
		expect(stored(service, kind, 'second')).toEqual(before);
		const again = await service.succeed(`delete${name}`, { [identifier]: id });
		expect(textsAt(again, `failure/${identifier}`)).toEqual([id]);
	});

	test('cannot be deleted without naming one', async () => {
		const message = one.nothingToDelete ?? `${label} id is invalid.`;
		expect(await service.call(`delete${name}`, { [identifier]: '' })).toMatchObject({
			status: 400,
			text: message,
		});
	});

	test.each(methodsOfOne)(
		'of another account are not touched by %s, nor found under a wrong identifier',
		async (verb) => {
			const before = stored(service, kind, 'second');
			const reply = async (id: string) => {
				const { status, text } = await service.call(`${verb}${name}`, {
					...smallest(one),
					[identifier]: id,
				});
				return [status, text];
			};
			expect(await reply(oldest(service, kind, 'second'))).toEqual([
				403,
				`${label} is not associated with your account.`,
			]);
			expect(await reply('{unknown}')).toEqual([404, 'Data not found. Kindly check the request.']);
			for (const text of ['abc', '0', '-1', '1.5', ''])
				expect([text, ...(await reply(text))]).toEqual([text, 400, `${label} id is invalid.`]);
			expect(stored(service, kind, 'second')).toEqual(before);
		},
	);

	test('of another account are not in the list', async () => {
		const foreign = stored(service, kind, 'second').map(({ id }) => String(id));
		expect((await listed(one)).filter((id) => foreign.includes(id))).toEqual([]);
	});

	if (status !== undefined) {
		test('are listed by their status', async () => {
			const id = await createOne(one);
			service.sandbox.change(kind, Number(id), { status: 'Resting' });
			expect(await listed(one, { [status]: 'Resting' })).toEqual([id]);
			expect(await listed(one, { [status]: 'Active' })).not.toContain(id);
		});
	}

	test('say in lists what the sandbox was told to let them say', async () => {
		const paths = async (listRecords: 'full' | 'summary' | 'bare') => {
			await service.close();
			service = await startService({ listRecords });
			const [list] = (await service.succeed(`list${name}`)).children;
			const [record] = list?.children ?? [];
			return { record, paths: record === undefined ? [] : leafPaths(record) };
		};
		expect((await paths('bare')).paths).toEqual([identifier]);
		expect((await paths('summary')).paths).toEqual(one.summary);
		const { record } = await paths('full');
		if (record === undefined || one.isListedOnly) return;
		const whole = await read(service, `get${name}`, { [identifier]: textAt(record, identifier) });
		const withoutIdentifier = record.children.filter((child) => child.name !== identifier);
		expect(whole.children.filter((child) => child.name !== identifier)).toEqual(withoutIdentifier);
	});
});
