import type { Operation, Resource } from '../nodes/XmlBilling/engine/operation';
import type { Property } from '../nodes/XmlBilling/forms/property';
import { accountShape } from '../nodes/XmlBilling/records';
import {
	outputFieldsOf,
	objectOf,
	outcomeSchemas,
	schemasOf,
	simplifiedFieldsOf,
	type Schema,
} from '../nodes/XmlBilling/records/outputSchema';
import { methodNamed } from '../nodes/XmlBilling/records/methods';

/** The schema of each operation's output, by the path that n8n asks for: `invoice/get.json`. */
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
	{ method = '', shows, output, batch, properties }: Operation,
	isSimplified: boolean,
): Schema {
	if (method === 'getAccountInfo') return objectOf(schemasOf(accountShape));
	if (batch?.done === 'deleted') return objectOf({ [batch.type.id]: NUMBER, deleted: { type: 'boolean' } });
	if (output !== undefined) return objectOf(output);
	// Only a custom request shows no kind of record. Of its answer, only the status is certain.
	if (shows === undefined) return { type: 'object', properties: { status: NUMBER } };
	const { verb, reads } = methodNamed(method) ?? { verb: 'update', reads: false };
	const fields = isSimplified ? simplifiedFieldsOf(shows, verb !== 'list') : outputFieldsOf(shows);
	const outcome = Object.entries(outcomeSchemas(shows)).filter(([name]) =>
		reads ? false : outcomesOf(verb, mails(properties)).some((known) => name.endsWith(known)),
	);
	const { [shows.id]: id = NUMBER, ...others } = fields;
	return objectOf({ [shows.id]: id, ...Object.fromEntries(outcome), ...others });
}

const NUMBER: Schema = { type: 'number' };

// A new document can be emailed right away.
const mails = (properties: readonly Property[]): boolean =>
	properties.some(({ name }) => name === 'afterCreating');

/** The fields that tell about a write, by how they end. */
function outcomesOf(verb: string, isMailed: boolean): string[] {
	if (isMailed) return ['result', 'sent'];
	if (verb === 'send') return ['sent'];
	if (verb === 'pay') return ['result', 'payment'];
	return verb === 'add' ? ['result', '_item_ids'] : ['result'];
}
