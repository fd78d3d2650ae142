import { SPECIFICATION, type MethodRow } from './walk/specification.mts';
import { textsAt } from './walk/answers.mts';
import { changed, smallestRequest, type Values } from './walk/documents.mts';
import { CLIENT, LINE } from './walk/invoices.mts';
import { create, fields, list, oldest, read } from './walk/records.mts';
import { useService } from './walk/service.mts';
import {
	ARCHIVED,
	DOCUMENT_STATES,
	ESTIMATE_STATUSES,
	EXPENSE_DAYS,
	FREQUENCIES,
	LISTED,
	NEWEST_FIRST,
	OTHER_FREQUENCIES,
	OTHER_UNITS,
	SAMPLES,
	UNITS,
} from './walk/vendor.mts';

// The sandbox against the vendor's pages, where the interface is silent.

const service = useService();

const rowOf = (method: string): MethodRow => {
	const row = SPECIFICATION.find((one) => one.method === method);
	if (row === undefined) throw new RangeError(`There is no ${method}`);
	return row;
};

const isArchivable = (kind: string): kind is keyof typeof ARCHIVED => Object.hasOwn(ARCHIVED, kind);

const createProfile = (frequency: string) =>
	create(service, 'createRecurring', { ...CLIENT, ...LINE, frequency });
const createUnit = (unit: string) => create(service, 'createService', { name: `By ${unit}`, unit });

describe("What the vendor's examples say is accepted", () => {
	test.each(Object.entries(SAMPLES))('%s, with no element that is unknown', async (method, sample) => {
		const needed = smallestRequest(rowOf(method), Object.keys(sample));
		await service.succeed(method, changed(needed, sample));
		expect(service.lastRequest().unknownElements).toEqual([]);
	});

	test.each(Object.keys(FREQUENCIES))(
		'accepts the frequency %s, which a vendor example has',
		async (frequency) => {
			const id = await createProfile(frequency);
			expect(fields(await read(service, 'getRecurring', { recurring_id: id }), 'frequency')).toEqual([
				frequency,
			]);
		},
	);

	test.each([...UNITS, 'minutes'])('accepts the unit %s, which a vendor example has', async (unit) => {
		const record = await read(service, 'getService', { service_id: await createUnit(unit) });
		expect(fields(record, 'quantity').map((word) => word.toLowerCase())).toEqual([unit.toLowerCase()]);
	});

	test.each(EXPENSE_DAYS)('an expense that recurs each %s days', async (recurring_frequency) => {
		const needed = smallestRequest(rowOf('createExpense'), ['recurring_frequency']);
		const id = await create(service, 'createExpense', changed(needed, { recurring_frequency }));
		expect(service.rowOf('expense', id)).toMatchObject({ recurring_frequency });
	});

	test.each(Object.entries(DOCUMENT_STATES))('the states of %s, as filters', async (method, states) => {
		const kind = method === 'listEstimate' ? 'estimate' : 'recurring';
		const [filter, column] =
			kind === 'estimate' ? ['status', 'status'] : ['recurring_record_status', 'recurring_status'];
		const id = oldest(service, kind);
		for (const state of states) {
			service.sandbox.change(kind, Number(id), { [column]: state });
			expect(await list(service, method, { [filter]: state })).toContain(id);
		}
	});

	test.each(ESTIMATE_STATUSES)('the status %s of an estimate', async (status) => {
		const estimate_id = await create(service, 'createEstimate', { ...CLIENT, ...LINE, status });
		expect(fields(await read(service, 'getEstimate', { estimate_id }), 'estimate_status')).toEqual([status]);
	});
});

test('the walk of all methods sends values that the vendor knows', () => {
	const known: Readonly<Record<string, readonly string[]>> = {
		frequency: Object.keys(FREQUENCIES),
		unit: UNITS,
		recurring_frequency: EXPENSE_DAYS,
		billing_method: ['flat'],
		send: ['1'],
	};
	const sent = SPECIFICATION.flatMap(({ method, elements }) =>
		elements.flatMap(({ path, example }) => (Object.hasOwn(known, path) ? { method, path, example } : [])),
	);
	expect(sent.filter(({ path, example }) => known[path]?.includes(example) !== true)).toEqual([]);
	expect([...new Set(sent.map(({ path }) => path))].sort()).toEqual(Object.keys(known).sort());
});

/** Twenty-two inputs that the sandbox accepted before the vendor's pages were read. */
describe('What the vendor does not know is refused', () => {
	test.each(OTHER_FREQUENCIES)('the frequency %s is saved as 1 Week', async (frequency) => {
		const recurring_id = await createProfile(frequency);
		const saved = async () => fields(await read(service, 'getRecurring', { recurring_id }), 'frequency');
		expect(await saved()).toEqual(['1 Week']);
		await service.succeed('updateRecurring', { recurring_id, frequency: '1 Year' });
		await service.succeed('updateRecurring', { recurring_id, frequency });
		expect(await saved()).toEqual(['1 Week']);
	});

	test.each(OTHER_UNITS)('the unit %s is invalid', async (unit) => {
		const refused = [400, 'Unit is invalid.'];
		const service_id = await createUnit('Hour');
		expect(await service.reply('createService', { name: 'Other', unit })).toEqual(refused);
		expect(await service.reply('updateService', { service_id, unit })).toEqual(refused);
	});

	const OBSTACLES: ReadonlyArray<readonly [what: string, kind: string, (client_id: string) => Values]> = [
		[
			'project',
			'Project',
			(client_id) => ({ name: 'Relaunch', billing_method: 'flat', budget: '500.00', client_id }),
		],
		[
			'recurring profile',
			'Recurring',
			(client_id) => ({ ...LINE, 'client/client_id': client_id, frequency: '1 Month' }),
		],
	];
	test.each(OBSTACLES)('a client with an active %s is not deleted', async (_, kind, valuesOf) => {
		const client_id = await create(service, 'createClient', { name: 'Ann Lee', organization: 'Lee' });
		const obstacle = await create(service, `create${kind}`, valuesOf(client_id));
		const failed = async () =>
			textsAt(await service.succeed('deleteClient', { client_id }), 'failure/client_id');
		expect(await failed()).toEqual([client_id]);
		expect(service.rowOf('client', client_id)?.status).toBe('Active');
		await service.succeed(`delete${kind}`, { [`${kind.toLowerCase()}_id`]: obstacle });
		expect(await failed()).toEqual([]);
		expect(service.rowOf('client', client_id)?.status).toBe('Deleted');
	});
});

describe('Lists', () => {
	test.each(Object.entries(LISTED))('%s shows these fields and no others', async (method, shown) => {
		const response = await service.succeed(method);
		const records = response.children[0]?.children ?? [];
		expect(records.length).toBeGreaterThan(0);
		for (const record of records)
			expect(record.children.map(({ name }) => name).sort()).toEqual([...shown].sort());
	});

	test.each(Object.entries(NEWEST_FIRST))('%s shows the newest first', async (method, identifier) => {
		const [wrapper] = (await service.succeed(method)).children;
		const ids = (wrapper?.children ?? []).flatMap((record) => textsAt(record, identifier).map(Number));
		expect(ids.length).toBeGreaterThan(2);
		expect(ids).toEqual([...ids].sort((one, other) => other - one));
	});

	test.each(Object.keys(ARCHIVED).filter(isArchivable))(
		'archived records of the kind %s are found by either word',
		async (kind) => {
			const id = oldest(service, kind);
			service.sandbox.change(kind, Number(id), { status: ARCHIVED[kind] });
			const method = `list${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
			const status = rowOf(method).elements.find(({ path }) => path.endsWith('status'))?.path ?? '';
			for (const word of ['Archive', 'Archived'])
				expect(await list(service, method, { [status.replace('filter/', '')]: word })).toContain(id);
		},
	);
});
