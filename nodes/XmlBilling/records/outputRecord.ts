import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../helpers/GenericFunctions';
import { isIdentifier, textOf, type BillingRecord, type Shape } from '../xml/shape';
import type { Link, OutputRecord, RecordType } from './recordType';

/**
 * A record in the form of every output of its kind: the client of a document on one level with the other fields, and with
 * calculated fields.
 */
export function outputRecord({ shape, derived = {} }: RecordType, record: OutputRecord): OutputRecord {
	const hasClient = typeof shape['client'] === 'object';
	const output: OutputRecord = {};
	for (const [field, value] of Object.entries(record)) {
		if (hasClient && field === 'client' && isObject(value)) Object.assign(output, ofClient(value));
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

/** Sets a field. A plain assignment to `__proto__` would change the record's prototype instead of its content. */
function define(record: OutputRecord, name: string, value: OutputRecord[string]): void {
	if (name !== '__proto__') record[name] = value;
	else Object.defineProperty(record, name, { value, writable: true, enumerable: true, configurable: true });
}

const ofClient = (client: Readonly<Record<string, unknown>>): Record<string, unknown> =>
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
			const nameOf = (id: unknown) => textOf(find(to, Number(id))?.[source]);
			named[name] ??= Array.isArray(value) ? value.map(nameOf).join(', ') : nameOf(value);
		}
	}
	return named;
}

/**
 * The names of fields that an output has besides those of its record, by where they stand: `first` and `last` of all, `done`
 * after the first two names, where people see it without scrolling, `amounts` before those of the record and `facts` after
 * them, and `ids` after its identifiers.
 */
export type ExtraFields = Readonly<
	Partial<Record<'first' | 'done' | 'amounts' | 'facts' | 'ids' | 'last', readonly string[]>>
>;

/** The fields that an operation adds to a record. */
function fieldsOfWrite({ written, lineId }: RecordType) {
	const { amounts, facts = [], ids = [] } = written ?? {};
	const lineIds = lineId === undefined ? [] : [`${lineId}s`];
	return { done: ['result', 'sent', 'deleted'], amounts, facts, ids: [...lineIds, ...ids] };
}

/** The fields that an output begins with, in order: names, money and identifiers. Simplified output has no others. */
export function mainFields(type: RecordType, extra: ExtraFields = fieldsOfWrite(type)): string[] {
	const { names, money = [], others = [], ids } = type.columns;
	const { first = [], done = [], amounts = [], facts = [], ids: extraIds = [] } = extra;
	return [
		...new Set([
			...[...first, ...names.slice(0, 2), ...done, ...names.slice(2), ...amounts, ...money, ...facts],
			...[...others, ...ids, ...extraIds],
		]),
	];
}

/**
 * All fields of an output, the main ones first.
 *
 * @param extra where its other fields stand; by default, those that tell about a write
 */
export function inOrder<Value>(
	type: RecordType,
	output: Readonly<Record<string, Value>>,
	extra?: ExtraFields,
): Record<string, Value> {
	const last = extra?.last ?? [];
	const others = Object.keys(output).filter((field) => !last.includes(field));
	return pick(output, [...mainFields(type, extra), ...others, ...last]);
}

/** The names of all fields that the output of a kind of record can have, in order. Those of writes are not among them. */
export function outputFieldsOf(type: RecordType): string[] {
	const { id, shape, derived = {}, links = [] } = type;
	const names = links.flatMap(({ adds }) => Object.keys(adds));
	const fields = [id, ...namesIn(shape), ...names, ...Object.keys(derived)];
	return Object.keys(inOrder(type, Object.fromEntries(fields.map((name) => [name, name]))));
}

function namesIn(shape: Shape): string[] {
	return Object.entries(shape).flatMap(([name, of]) => {
		if (typeof of === 'string' || 'each' in of) return [name];
		return namesIn(of.fields).map((field) => (field.startsWith(`${name}_`) ? field : `${name}_${field}`));
	});
}

/** Some fields of an output, and those that tell about its write. */
export function select(type: RecordType, output: OutputRecord, fields: readonly string[]): OutputRecord {
	const { done, amounts = [], facts, ids } = fieldsOfWrite(type);
	return inOrder(type, pick(output, [...done, ...amounts, ...facts, ...ids, ...fields]));
}

/** The main fields of an output, of a kind with many more. */
export const simplify = (type: RecordType, output: OutputRecord): OutputRecord =>
	type.isWide ? pick(output, mainFields(type)) : inOrder(type, output);

/** Some fields of a record, in the order of their names. */
export const pick = <Value>(
	record: Readonly<Record<string, Value>>,
	fields: readonly string[],
): Record<string, Value> => {
	const picked = new Map<string, Value>();
	for (const field of fields) {
		const value = Object.hasOwn(record, field) ? record[field] : undefined;
		if (value !== undefined) picked.set(field, value);
	}
	return Object.fromEntries(picked);
};

/** A row of a report with the fields of an empty one, in their order. */
export const rowOf = (empty: IDataObject, values: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(empty).map(([name, nothing]) => [name, values[name] ?? nothing]));
