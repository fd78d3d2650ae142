import type { Operation, Resource } from '../nodes/XmlBilling/execution/operation';
import type { Property } from '../nodes/XmlBilling/descriptions/property';
import { recordTypeNamed } from '../nodes/XmlBilling/records';
import { isRead, methodNamed } from '../nodes/XmlBilling/records/methods';
import {
	FLAG,
	objectOf,
	outcomeSchemas,
	outputSchemasOf,
	simplifiedSchemasOf,
	type Schema,
} from './outputSchema.mts';
import { REPORTS } from './reportSchemas.mts';

/** The schema of each operation's output, by the path that n8n requests: `invoice/get.json`. */
export const schemaFiles = (resources: readonly Resource[]): Map<string, Schema> =>
	new Map(
		resources.flatMap(({ option: { value: resource }, operations }) =>
			operations.map(
				(operation) => [`${resource}/${operation.option.value}.json`, schemaOf(operation, true)] as const,
			),
		),
	);

/** The schema of an operation's output. */
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
	if (deleted !== undefined) return objectOf({ [deleted.id]: NUMBER, deleted: FLAG });
	const report = REPORTS[String(option.value)];
	if (report !== undefined) return objectOf(report);
	// Only a custom request returns no kind of record. The status is the only field its answer always has.
	if (shows === undefined) return { type: 'object', properties: { status: NUMBER } };
	const outcome = Object.fromEntries(
		Object.entries(outcomeSchemas(shows)).filter(
			([name]) => !reads && outcomesOf(verb, mails(properties), method).some((known) => name.endsWith(known)),
		),
	);
	return objectOf(isSimplified ? simplifiedSchemasOf(shows, outcome) : outputSchemasOf(shows, outcome));
}

const NUMBER: Schema = { type: 'number' };

// A new document can be emailed right away.
const mails = (properties: readonly Property[]): boolean =>
	properties.some(({ name }) => name === 'afterCreating');

/** The fields that tell about a write, or the ends of their names. */
function outcomesOf(verb: string, isMailed: boolean, method: string): string[] {
	if (isMailed)
		return ['result', 'sent', ...(method === 'createInvoiceFromTimeTracking' ? ['time_entries'] : [])];
	if (verb === 'send') return ['sent'];
	if (verb === 'pay')
		return ['result', 'payment_amount', 'payment_date', 'payment_method', 'payment_reference'];
	return verb === 'add' ? ['result', '_item_ids'] : ['result'];
}
