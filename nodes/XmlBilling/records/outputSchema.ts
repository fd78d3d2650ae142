import type { RecordType } from './recordType';
import type { ListShape, Shape } from '../xml/shape';
import { mainFields } from './outputRecord';

/** A JSON schema, as n8n shows it before a node has run. */
export interface Schema {
	readonly type: string | readonly string[];
	readonly items?: Schema;
	readonly properties?: Schemas;
	readonly required?: readonly string[];
	readonly additionalProperties?: boolean;
}

/** The schemas of fields. */
export type Schemas = Readonly<Record<string, Schema>>;

export const TEXT: Schema = { type: 'string' };
// An empty amount is null (§2.1).
export const NUMBER: Schema = { type: ['number', 'null'] };
export const FLAG: Schema = { type: 'boolean' };

export const arrayOf = (items: Schema): Schema => ({ type: 'array', items });

export const objectOf = (properties: Schemas): Schema => ({
	type: 'object',
	properties,
	additionalProperties: false,
});

/** All fields that the output of a kind of record can have, in order. */
export function outputFieldsOf(type: RecordType): Schemas {
	const fields = { [type.id]: NUMBER, ...schemasOf(type.shape), ...linkedFields(type) };
	const calculated = Object.fromEntries(Object.keys(type.derived ?? {}).map((field) => [field, NUMBER]));
	return pick({ ...fields, ...calculated }, [...mainFields(type), ...Object.keys(fields)]);
}

/**
 * The fields of simplified output.
 *
 * @param isOne whether the output also has the kind's lists
 */
export function simplifiedFieldsOf(type: RecordType, isOne: boolean): Schemas {
	const fields = outputFieldsOf(type);
	if (type.simplified === undefined) return fields;
	const lists = Object.entries((isOne && type.simplifiedLists) || {}).map(([name, entries]) => {
		const all = fields[name]?.items?.properties ?? {};
		return [name, arrayOf(objectOf(pick(all, entries)))] as const;
	});
	return { ...pick(fields, mainFields(type)), ...Object.fromEntries(lists) };
}

/** The fields that tell about a write, by name. */
export function outcomeSchemas(type: RecordType): Schemas {
	return {
		result: TEXT,
		sent: FLAG,
		payment: objectOf({ amount: NUMBER, method: TEXT, date: TEXT, reference: TEXT }),
		...('lineId' in type && typeof type.lineId === 'string' ? { [`${type.lineId}s`]: arrayOf(NUMBER) } : {}),
	};
}

/** The schemas of a shape's fields, those of groups on one level. */
export function schemasOf(shape: Shape): Schemas {
	const fields = Object.entries(shape).flatMap(([name, of]): Array<[string, Schema]> => {
		if (of === 'number') return [[name, NUMBER]];
		if (typeof of === 'string') return [[name, TEXT]];
		if ('each' in of) return [[name, arrayOf(entrySchema(of))]];
		return Object.entries(schemasOf(of.fields)).map(([field, schema]) => [
			field.startsWith(`${name}_`) ? field : `${name}_${field}`,
			schema,
		]);
	});
	return Object.fromEntries(fields);
}

const entrySchema = ({ of }: ListShape): Schema => {
	if (of === 'number') return NUMBER;
	return of === 'word' ? TEXT : objectOf(schemasOf(of));
};

/** The names of linked records: one, or one for each identifier of a list. */
function linkedFields({ links = [], shape }: RecordType): Schemas {
	return Object.fromEntries(
		links.flatMap(({ field, adds }) =>
			Object.keys(adds).map((name) => [name, typeof shape[field] === 'object' ? arrayOf(TEXT) : TEXT]),
		),
	);
}

const pick = (fields: Schemas, names: readonly string[]): Schemas =>
	Object.fromEntries(
		names.flatMap((name) => {
			const schema = fields[name];
			return schema === undefined ? [] : [[name, schema] as const];
		}),
	);
