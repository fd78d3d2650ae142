import { SPECIFICATION } from './specification/index.ts';
import { MESSAGES } from './specification/messages.ts';
import type { MethodSpecification, Refusal } from './specification/types.ts';
import { textAt } from './walk/answers.ts';
import { changed, smallestRequest, type Values } from './walk/documents.ts';
import { startService, type RunningService } from './walk/service.ts';

// One service for all: a refused request changes nothing, which each test asserts.
let service: RunningService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

test('every message of §7.1 is provoked', () => {
	const provoked = SPECIFICATION.flatMap((row) =>
		refusalsOf(row).map(({ message }) => `${row.method}: ${message}`),
	);
	const demanded = MESSAGES.flatMap(({ methods, messages }) =>
		methods.flatMap((method) => messages.map((message) => `${method}: ${message}`)),
	);
	expect(demanded.filter((pair) => !provoked.includes(pair))).toEqual([]);
});

const REFUSALS = SPECIFICATION.flatMap((row) => refusalsOf(row).map((refusal) => ({ row, ...refusal })));

test.each(REFUSALS)('$row.method refuses with $status $message when $when', async ({ row, ...refusal }) => {
	const { account = 'main', after = 0, change = {} } = refusal;
	const values = {
		...changed(smallestRequest(row, Object.keys(change)), change),
		...(account === 'main' ? {} : await ownClient(row, account)),
	};
	for (let count = 0; count < after; count += 1) await service.succeed(row.method, values, account);
	const before = everythingStored();
	const { status, text } = await service.call(row.method, values, account);
	expect({ status, text }).toEqual({ status: refusal.status, text: service.fill(refusal.message) });
	expect(everythingStored()).toBe(before);
});

/** The refusals of a row: each invalid value of an element, and those that take more than that. */
function refusalsOf({ elements, refusals = [] }: MethodSpecification): Refusal[] {
	const ofElements = elements.flatMap(({ path, invalid = [] }) =>
		invalid.map(({ value, status, message }) => ({
			status,
			message,
			when: value === null ? `${path} is left out` : `${path} is '${value}'`,
			change: { [path]: value },
		})),
	);
	return [...ofElements, ...refusals];
}

/** A client of another account's own, for the methods that need one. */
async function ownClient({ elements }: MethodSpecification, account: string): Promise<Values> {
	if (!elements.some(({ path }) => path === 'client/client_id')) return {};
	const { id } = service.sandbox.account(account);
	const existing = service.sandbox.records('client').find((client) => client.account_id === id);
	if (existing !== undefined) return { 'client/client_id': String(existing.id) };
	const created = await service.succeed('createClient', { name: 'A', organization: 'B' }, account);
	return { 'client/client_id': textAt(created, 'client_id') };
}

/** All the rows of all the tables, as one text. */
function everythingStored(): string {
	const { store } = service.sandbox;
	const tables = store.all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'`);
	return JSON.stringify(tables.map(({ name }) => store.all(`SELECT * FROM ${name}`)));
}
