import { define, isRecord, type BillingRecord } from '../xml/shape';
import type { Link, OutputRecord, RecordType } from './recordType';

/**
 * A record in the form of every output of its kind: the client of a document on one level with the other fields, and with
 * calculated fields.
 */
export function outputRecord({ id, shape, derived = {} }: RecordType, record: OutputRecord): OutputRecord {
	const hasClient = typeof shape['client'] === 'object';
	const output = pick(record, [id]);
	for (const [field, value] of Object.entries(record)) {
		if (hasClient && field === 'client' && isRecord(value)) Object.assign(output, ofClient(value));
		// Lists may show the organization without its parent.
		else if (hasClient && field === 'organization') output['client_organization'] ??= value;
		else define(output, field, value);
	}
	for (const [field, valueIn] of Object.entries(derived)) {
		const value = output[field] ?? valueIn(output);
		if (value !== undefined) output[field] = value;
	}
	return output;
}

const ofClient = (client: BillingRecord): OutputRecord =>
	Object.fromEntries(
		Object.entries(client).map(([field, value]) => [
			field.startsWith('client_') ? field : `client_${field}`,
			value,
		]),
	);

/** The identifiers in the field of a link; none if the output already shows all the names. */
export function linkedIds({ field, adds }: Link, output: OutputRecord): number[] {
	if (Object.keys(adds).every((name) => output[name] !== undefined)) return [];
	return [output[field]].flat().map(Number).filter(isIdentifier);
}

const isIdentifier = (id: number): boolean => Number.isSafeInteger(id) && id > 0;

/**
 * Adds the names of linked records to an output. A name that is not known is empty.
 *
 * @param find returns a linked record; undefined if it could not be read
 */
export function withNames(
	output: OutputRecord,
	links: readonly Link[],
	find: (kind: string, id: number) => BillingRecord | undefined,
): OutputRecord {
	const named = { ...output };
	for (const { field, to, adds } of links) {
		const value = output[field];
		// A list may omit the field.
		if (value === undefined) continue;
		for (const [name, source] of Object.entries(adds)) {
			const nameOf = (id: unknown) => find(to, Number(id))?.[source] ?? '';
			named[name] ??= Array.isArray(value) ? value.map(nameOf) : nameOf(value);
		}
	}
	return named;
}

/** The fields that tell about a write of a record, beside those of the record. */
const outcomeFields = (type: RecordType): string[] => [
	'result',
	'sent',
	'payment',
	...('lineId' in type && typeof type.lineId === 'string' ? [`${type.lineId}s`] : []),
];

/** The identifier, the outcome of a write, and the kind's most useful fields: at most ten without the outcome. */
export const mainFields = (type: RecordType): string[] => [
	type.id,
	...outcomeFields(type),
	...(type.simplified ?? []),
];

/** All fields of an output, the main ones first. */
export const inOrder = (type: RecordType, output: OutputRecord): OutputRecord => ({
	...pick(output, mainFields(type)),
	...output,
});

/** Some fields of an output, and those that tell about its write. */
export const select = (type: RecordType, output: OutputRecord, fields: readonly string[]): OutputRecord =>
	pick(output, [...outcomeFields(type), ...fields]);

/**
 * The main fields of an output.
 *
 * @param isOne whether to add the kind's lists, such as lines, with the most useful fields of their entries
 */
export function simplify(type: RecordType, output: OutputRecord, isOne: boolean): OutputRecord {
	if (type.simplified === undefined) return inOrder(type, output);
	const lists = Object.entries((isOne && type.simplifiedLists) || {}).flatMap(([field, fields]) => {
		const list = output[field];
		const short = (entry: unknown) => (isRecord(entry) ? pick(entry, fields) : entry);
		return Array.isArray(list) ? [[field, list.map(short)] as const] : [];
	});
	return { ...pick(output, mainFields(type)), ...Object.fromEntries(lists) };
}

const pick = (record: OutputRecord, fields: readonly string[]): OutputRecord =>
	Object.fromEntries(
		fields.flatMap((field) => {
			const value = Object.hasOwn(record, field) ? record[field] : undefined;
			return value === undefined ? [] : [[field, value] as const];
		}),
	);
