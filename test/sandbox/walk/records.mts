import type { RecordKind, RecordRows } from '../../../sandbox/index.mts';
import { SPECIFICATION } from './specification.mts';
import { textAt, type AnswerElement } from './answers.mts';
import type { Values } from './documents.mts';
import type { RunningService } from './service.mts';

/** Creates a record. Returns its identifier, which is the first element of the answer (§4.1). */
export async function create(
	{ succeed }: RunningService,
	method: string,
	values: Values = {},
	account = 'main',
): Promise<string> {
	return (await succeed(method, values, account)).children[0]?.text ?? '';
}

/** Reads the record that a get method returns. */
export async function read(
	{ succeed }: RunningService,
	method: string,
	values: Values,
): Promise<AnswerElement> {
	const [record] = (await succeed(method, values)).children;
	if (record === undefined) throw new RangeError(`${method} returned no record`);
	return record;
}

/** The texts of some fields of a record. */
export function fields(record: AnswerElement, ...names: string[]): string[] {
	return names.map((name) => textAt(record, name));
}

/**
 * The identifiers of the records that a filter returns, in list order: each record's first identifier. None for
 * status 404.
 */
export async function list({ call }: RunningService, method: string, filter: Values = {}): Promise<string[]> {
	const values = Object.fromEntries(Object.entries(filter).map(([name, text]) => [`filter/${name}`, text]));
	const { status, text, response } = await call(method, values);
	if (status === 404) return [];
	if (status !== 200) throw new Error(`${method}: ${status} ${text}`);
	return (response.children[0]?.children ?? []).map(
		({ children }) => children.find(({ name }) => name.endsWith('_id'))?.text ?? '',
	);
}

type OwnedKind = {
	[Kind in RecordKind]: RecordRows[Kind] extends { id: number; account_id: number } ? Kind : never;
}[RecordKind];

/** The stored records of a kind in an account, oldest first. */
export function stored<Kind extends OwnedKind>(
	{ sandbox }: RunningService,
	kind: Kind,
	account = 'main',
): Array<RecordRows[Kind]> {
	const { id } = sandbox.account(account);
	return sandbox.records(kind).filter((row) => 'account_id' in row && row.account_id === id);
}

/** The identifier of the oldest record of a kind in an account. */
export function oldest(service: RunningService, kind: OwnedKind, account = 'main'): string {
	const [row] = stored(service, kind, account);
	if (row === undefined) throw new RangeError(`The account has no ${kind}`);
	return String(row.id);
}

/** Updates a record one element at a time, each of which may change only one column. Returns the refused elements. */
export async function refusedAlone(
	{ call }: RunningService,
	method: string,
	needed: Values,
	row: () => object | undefined,
): Promise<string[]> {
	const columns = (): Record<string, unknown> => ({ ...row() });
	const elements = SPECIFICATION.find((one) => one.method === method)?.elements ?? [];
	const refused: string[] = [];
	for (const { path, example, group } of elements) {
		if (path in needed || group !== undefined) continue;
		const before = columns();
		const { status } = await call(method, { ...needed, [path]: example });
		if (status !== 200) refused.push(path);
		const differing = Object.entries(columns()).filter(([name, value]) => before[name] !== value);
		expect([path, differing]).toEqual([path, differing.slice(0, status === 200 ? 1 : 0)]);
	}
	return refused;
}
