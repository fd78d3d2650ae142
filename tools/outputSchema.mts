import { inOrder, mainFields, pick } from '../nodes/XmlBilling/records/outputRecord';
import type { RecordType } from '../nodes/XmlBilling/records';
import type { ListShape, Shape } from '../nodes/XmlBilling/xml/shape';

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

/**
 * All fields that the output of a kind of record can have, in order.
 *
 * @param outcome the fields that tell about a write
 */
export function outputSchemasOf(type: RecordType, outcome: Schemas = {}): Schemas {
	const calculated = Object.fromEntries(Object.keys(type.derived ?? {}).map((field) => [field, NUMBER]));
	return inOrder(type, {
		[type.id]: NUMBER,
		...schemasOf(type.shape),
		...linkedFields(type),
		...calculated,
		...outcome,
	});
}

/**
 * The fields of simplified output.
 *
 * @param outcome the fields that tell about a write
 */
export function simplifiedSchemasOf(type: RecordType, outcome: Schemas = {}): Schemas {
	const fields = outputSchemasOf(type, outcome);
	return type.isWide === true ? pick(fields, mainFields(type)) : fields;
}

const SCHEMAS_OF_WRITES: Schemas = {
	payment_amount: NUMBER,
	payment_date: TEXT,
	payment_method: TEXT,
	payment_reference: TEXT,
	time_entries: arrayOf(
		objectOf({
			name: TEXT,
			hours: NUMBER,
			amount: NUMBER,
			work_date: TEXT,
			description: TEXT,
			timelog_id: NUMBER,
		}),
	),
};

/** The fields that operations add to a record, by name. */
export function outcomeSchemas(type: RecordType): Schemas {
	const { amounts = [], facts = [], ids = [] } = type.written ?? {};
	return {
		result: TEXT,
		sent: FLAG,
		deleted: FLAG,
		...pick(SCHEMAS_OF_WRITES, [...amounts, ...facts, ...ids]),
		...(type.lineId === undefined ? {} : { [`${type.lineId}s`]: arrayOf(NUMBER) }),
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

/** The names of linked records, those of a list as one text. */
function linkedFields({ links = [] }: RecordType): Schemas {
	return Object.fromEntries(links.flatMap(({ adds }) => Object.keys(adds).map((name) => [name, TEXT])));
}
