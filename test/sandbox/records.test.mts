import { SPECIFICATION } from './walk/specification.mts';
import { leafPaths, textAt, textsAt } from './walk/answers.mts';
import { largestRequest, smallestRequest, type Values } from './walk/documents.mts';
import { create, list, oldest, read, refusedAlone, stored } from './walk/records.mts';
import { startService, type RunningService } from './walk/service.mts';

let service: RunningService;
beforeEach(async () => void (service = await startService()));
afterEach(() => service.close());

/** A kind of record of §4.6 to §4.10 with its methods, which all behave alike in these tests. */
interface Case {
	kind:
		| 'client'
		| 'staff'
		| 'product'
		| 'service'
		| 'expense'
		| 'expenseCategory'
		| 'project'
		| 'task'
		| 'timeEntry';
	/** The part of its methods' names after the verb. */
	name: string;
	identifier: string;
	label: string;
	/** The filter by status; none where §4.10 has none. */
	status?: string;
	/** The fields of its records in lists that are summaries, besides the identifier. */
	summary: string;
	/** It has no get method. */
	isListedOnly?: true;
}

// prettier-ignore
const CASES: readonly Case[] = [
	{ kind: 'client', name: 'Client', identifier: 'client_id', label: 'Client', status: 'client_status', summary: 'name organization email' },
	{ kind: 'staff', name: 'Staff', identifier: 'staff_id', label: 'Staff', status: 'status', summary: 'name email status' },
	{ kind: 'product', name: 'Product', identifier: 'product_id', label: 'Product', status: 'item_status', summary: 'product_name unit_cost status' },
	{ kind: 'service', name: 'Service', identifier: 'service_id', label: 'Service', status: 'item_status', summary: 'service_name unit_cost status' },
	{ kind: 'expense', name: 'Expense', identifier: 'expense_id', label: 'Expense', status: 'status', summary: 'client_id vendor date amount status' },
	{ kind: 'expenseCategory', name: 'ExpenseCategory', identifier: 'category_id', label: 'Expense category', status: 'status', summary: 'name status date_added', isListedOnly: true },
	{ kind: 'project', name: 'Project', identifier: 'project_id', label: 'Project', status: 'project_status', summary: 'client_id project_name billing_method status' },
	{ kind: 'task', name: 'Task', identifier: 'task_id', label: 'Task', status: 'task_status', summary: 'task_name task_billable task_rate status' },
	{ kind: 'timeEntry', name: 'TimeLog', identifier: 'timelog_id', label: 'Timelog', summary: 'project_id task_id work_date hours_worked notes log_status' },
];

describe.each(CASES)('$name records', ({ name, kind, identifier, label, status, summary, isListedOnly }) => {
	const methods = isListedOnly ? ['update'] : ['update', 'get'];
	/** The table's smallest request of a method. */
	const smallest = (verb: string): Values => {
		const row = SPECIFICATION.find(({ method }) => method === `${verb}${name}`);
		return row === undefined ? {} : smallestRequest(row);
	};
	const createOne = (values: Values = {}) =>
		create(service, `create${name}`, { ...smallest('create'), ...values });
	const listed = (filter: Values = {}) => list(service, `list${name}`, filter);
	const rowOf = (id: string) => stored(service, kind).find((row) => String(row.id) === id);

	test('come newest first in the list, without those of another account', async () => {
		const first = await createOne();
		const second = await createOne({ name: 'Another', username: 'another' });
		const all = await listed();
		expect(all.slice(0, 2)).toEqual([second, first]);
		expect(all).toEqual([...all].sort((a, b) => Number(b) - Number(a)));
		const foreign = stored(service, kind, 'second').map(({ id }) => String(id));
		expect(all.filter((id) => foreign.includes(id))).toEqual([]);
	});

	const updatable = (id: string, values: Values) => {
		const needed = Object.keys(smallest('update')).map((path): [string, string] => [
			path,
			values[path] ?? '',
		]);
		return { ...Object.fromEntries(needed), [identifier]: id };
	};

	test('keep what an update omits', async () => {
		const row = SPECIFICATION.find(({ method }) => method === `create${name}`);
		const largest = row === undefined ? {} : largestRequest(row);
		const id = await createOne(largest);
		const before = rowOf(id);
		await service.succeed(`update${name}`, updatable(id, largest));
		expect(rowOf(id)).toEqual(before);
	});

	test('change what an update sends, and nothing else', async () => {
		const id = await createOne();
		const needed = updatable(id, smallest('create'));
		const refused = await refusedAlone(service, `update${name}`, needed, () => rowOf(id));
		expect(refused).toEqual([]);
	});

	test('are gone once deleted; those that cannot be deleted are listed, and the rest stays', async () => {
		const id = await createOne();
		const others = (await listed()).filter((other) => other !== id);
		const foreign = oldest(service, kind, 'second');
		const before = stored(service, kind, 'second');
		const asked = [foreign, id, '{unknown}', 'abc', id];
		const failed = await service.succeed(
			`delete${name}`,
			Object.fromEntries(asked.map((one, index) => [`${identifier}[${index}]`, one])),
		);
		expect(textsAt(failed, `failure/${identifier}`)).toEqual([foreign, service.fill('{unknown}'), 'abc']);
		for (const verb of methods) {
			const reply = await service.call(`${verb}${name}`, { ...smallest(verb), [identifier]: id });
			expect([verb, reply.status]).toEqual([verb, 404]);
		}
		expect([await listed(), stored(service, kind, 'second')]).toEqual([others, before]);
		if (status !== undefined) expect(await listed({ [status]: 'Deleted' })).toEqual([id]);
		const again = await service.succeed(`delete${name}`, { [identifier]: id });
		expect(textsAt(again, `failure/${identifier}`)).toEqual([id]);
	});

	test.each(methods)('are found by %s under their own identifier only', async (verb) => {
		const reply = async (id: string) => {
			const values = { ...smallest(verb), [identifier]: id };
			const { status: found, text } = await service.call(`${verb}${name}`, values);
			return [found, text];
		};
		expect(await reply('{unknown}')).toEqual([404, 'Data not found. Kindly check the request.']);
		for (const text of ['abc', '0', '-1', '1.5', ''])
			expect([text, ...(await reply(text))]).toEqual([text, 400, `${label} id is invalid.`]);
	});

	if (status !== undefined) {
		test('are listed by their status', async () => {
			const id = await createOne();
			service.sandbox.change(kind, Number(id), { status: 'Resting' });
			expect(await listed({ [status]: 'Resting' })).toEqual([id]);
			expect(await listed({ [status]: 'Active' })).not.toContain(id);
		});
	}

	test("show as much in lists as the sandbox's settings say", async () => {
		const paths = async (listRecords: 'full' | 'summary' | 'bare') => {
			await service.close();
			service = await startService({ listRecords });
			const [records] = (await service.succeed(`list${name}`)).children;
			const [record] = records?.children ?? [];
			return { record, paths: record === undefined ? [] : leafPaths(record) };
		};
		expect((await paths('bare')).paths).toEqual([identifier]);
		expect((await paths('summary')).paths).toEqual([identifier, ...summary.split(' ')]);
		const { record } = await paths('full');
		if (record === undefined || isListedOnly) return;
		const whole = await read(service, `get${name}`, { [identifier]: textAt(record, identifier) });
		const isGoods = kind === 'product' || kind === 'service';
		// The vendor documents lists of goods without a description.
		const left = [identifier, ...(isGoods ? ['description'] : [])];
		const withoutIdentifier = record.children.filter((child) => child.name !== identifier);
		expect(whole.children.filter((child) => !left.includes(child.name))).toEqual(withoutIdentifier);
	});
});
