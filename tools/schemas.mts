import type { IDataObject } from 'n8n-workflow';
import { EMPTY_ENTRY } from '../nodes/XmlBilling/actions/client/statement';
import { EMPTY_TAX } from '../nodes/XmlBilling/actions/invoice/taxSummary';
import type { Operation, Resource } from '../nodes/XmlBilling/execution/operation';
import { accountAnswer, recordTypeNamed, type RecordType } from '../nodes/XmlBilling/records';
import { isRead, methodNamed } from '../nodes/XmlBilling/records/methods';
import { inOrder, mainFields, pick } from '../nodes/XmlBilling/records/outputRecord';
import { numbers, repeated, words, type ListShape, type Shape } from '../nodes/XmlBilling/xml/shape';

/** A JSON schema, as n8n shows it before a node has run. */
export interface Schema {
	readonly type: string | readonly string[];
	readonly items?: Schema;
	readonly properties?: Schemas | undefined;
	readonly required?: readonly string[];
	readonly additionalProperties?: boolean;
	readonly allOf?: readonly Schema[];
}

/** The schemas of fields. */
type Schemas = Readonly<Record<string, Schema>>;

const TEXT: Schema = { type: 'string' };
// An empty amount is null (§2.1).
const NUMBER: Schema = { type: ['number', 'null'] };
const ALWAYS_NUMBER: Schema = { type: 'number' };
const FLAG: Schema = { type: 'boolean' };

const arrayOf = (items: Schema): Schema => ({ type: 'array', items });

const objectOf = (properties: Schemas): Schema => ({
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
		// The names of linked records, those of a list as one text.
		...Object.fromEntries(
			(type.links ?? []).flatMap(({ adds }) => Object.keys(adds).map((name) => [name, TEXT])),
		),
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

const OF_WRITES: Schemas = schemasOf({
	...numbers('payment_amount'),
	...words('payment_date', 'payment_method', 'payment_reference'),
	time_entries: repeated('time_entry', {
		...words('name'),
		...numbers('hours', 'amount'),
		...words('work_date', 'description'),
		...numbers('timelog_id'),
	}),
});

/** The fields that operations add to a record, by name. */
export function outcomeSchemas(type: RecordType): Schemas {
	const { amounts = [], facts = [], ids = [] } = type.written ?? {};
	return {
		result: TEXT,
		sent: FLAG,
		deleted: FLAG,
		...pick(OF_WRITES, [...amounts, ...facts, ...ids]),
		...(type.lineId === undefined ? {} : { [`${type.lineId}s`]: arrayOf(NUMBER) }),
	};
}

/** The schemas of a shape's fields, those of groups on one level. */
function schemasOf(shape: Shape): Schemas {
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

function entrySchema({ of }: ListShape): Schema {
	if (of === 'number') return NUMBER;
	return of === 'word' ? TEXT : objectOf(schemasOf(of));
}

/** The shape of rows that have all fields of an empty one. */
const rowsLike = (empty: IDataObject): Shape =>
	Object.fromEntries(
		Object.entries(empty).map(([name, value]) => [name, value === null ? 'number' : 'word']),
	);

const CLIENT = { ...words('client_name', 'client_email'), ...numbers('client_id') };

/** The fields of outputs that are no kind of record, by operation: those of receivables with the default limits. */
const REPORTS: Readonly<Record<string, Shape>> = {
	checkService: words('check', 'found', 'result', 'handling', 'report'),
	getInfo: accountAnswer.shape,
	getPayments: {
		...words('number', 'client_organization'),
		...numbers('amount', 'tax'),
		...words('currency', 'date', 'method', 'reference', 'notes', 'invoice_status'),
		...words('client_name', 'client_email'),
		...numbers('invoice_id', 'client_id'),
	},
	getReceivables: {
		...words('client_organization', 'currency'),
		...numbers('total', 'not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'days_over_90', 'credit'),
		...numbers('invoice_count'),
		...CLIENT,
		unreadable: repeated('invoice', { ...numbers('id'), ...words('number', 'field') }),
		invoices: repeated('invoice', {
			...words('number'),
			...numbers('outstanding', 'days_overdue'),
			...words('invoice_due_date', 'date', 'invoice_status'),
			...numbers('invoice_id'),
		}),
	},
	getStatement: rowsLike(EMPTY_ENTRY),
	getTaxSummary: rowsLike(EMPTY_TAX),
	getUnbilledSummary: {
		...words('client_organization', 'project_name'),
		...numbers('value'),
		...words('currency'),
		...numbers('hours', 'hours_without_rate', 'hours_not_billable', 'entry_count', 'entries_without_rate'),
		...words('oldest_entry'),
		...CLIENT,
		...numbers('project_id'),
		unreadable: repeated('entry', { ...numbers('id'), ...words('field') }),
	},
	matchPayment: {
		...numbers('amount'),
		...words('date', 'match', 'reason', 'number', 'client_organization'),
		...numbers('outstanding'),
		...words('currency', 'text', 'reference'),
		...numbers('invoice_id'),
		candidates: repeated('invoice', {
			...words('number', 'client_organization'),
			...numbers('outstanding'),
			...words('currency', 'invoice_due_date'),
			reasons: repeated('reason', 'word'),
			...numbers('invoice_id', 'client_id'),
		}),
	},
	proposeAllocation: {
		...words('number', 'client_organization'),
		...numbers('amount'),
		...words('date', 'currency', 'kind'),
		...numbers('outstanding'),
		...words('invoice_due_date', 'reason', 'reference'),
		...numbers('invoice_id', 'client_id'),
	},
};

/** The schema of each operation's output, by the path that n8n requests: `invoice/get.json`. */
export const schemaFiles = (resources: readonly Resource[]): Map<string, Schema> =>
	new Map(
		resources.flatMap(({ option: { value: resource }, operations }) =>
			operations.map(
				(operation) => [`${resource}/${operation.option.value}.json`, publishedSchema(operation)] as const,
			),
		),
	);

/**
 * Its properties are what the editor shows before a run: simplified output. It is open, and its last part knows all fields,
 * so that n8n's assistants accept an expression that reads a raw one.
 */
function publishedSchema(operation: Operation): Schema {
	const { properties, additionalProperties: _, ...open } = schemaOf(operation, true);
	const all = { ...properties, ...schemaOf(operation, false).properties };
	const isMore = Object.keys(all).some((name) => properties?.[name] === undefined);
	return { ...open, properties, ...(isMore && { allOf: [{ ...open, properties: all }] }) };
}

/** The schema of an operation's output, without other fields. */
export function schemaOf(
	{ option, method = '', shows, removes, properties }: Operation,
	isSimplified: boolean,
): Schema {
	const { verb, kind } = methodNamed(method) ?? { verb: 'update' };
	const reads = isRead(method);
	const deleted = shows === undefined && verb === 'delete' ? recordTypeNamed(kind) : undefined;
	if (removes !== undefined) {
		const { names, money = [] } = removes.columns;
		const shown = [...names, ...money, removes.id, 'deleted'];
		const fields = Object.entries(outputSchemasOf(removes, { deleted: FLAG }));
		return objectOf(Object.fromEntries(fields.filter(([name]) => shown.includes(name))));
	}
	if (deleted !== undefined) return objectOf({ [deleted.id]: ALWAYS_NUMBER, deleted: FLAG });
	const report = REPORTS[String(option.value)];
	if (report !== undefined) return objectOf(schemasOf(report));
	// Only a custom request returns no kind of record. The status is the only field its answer always has.
	if (shows === undefined) return { type: 'object', properties: { status: ALWAYS_NUMBER } };
	// A new document can be emailed right away.
	const isMailed = properties.some(({ name }) => name === 'afterCreating');
	const outcome = Object.fromEntries(
		Object.entries(outcomeSchemas(shows)).filter(
			([name]) => !reads && outcomesOf(verb, isMailed, method).some((known) => name.endsWith(known)),
		),
	);
	return objectOf(isSimplified ? simplifiedSchemasOf(shows, outcome) : outputSchemasOf(shows, outcome));
}

/** The fields that tell about a write, or the ends of their names. */
function outcomesOf(verb: string, isMailed: boolean, method: string): string[] {
	if (isMailed)
		return ['result', 'sent', ...(method === 'createInvoiceFromTimeTracking' ? ['time_entries'] : [])];
	if (verb === 'send') return ['sent'];
	if (verb === 'pay')
		return ['result', 'payment_amount', 'payment_date', 'payment_method', 'payment_reference'];
	return verb === 'add' ? ['result', '_item_ids'] : ['result'];
}
