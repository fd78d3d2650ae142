import type { INodeParameters } from 'n8n-workflow';
import { RESOURCES } from '../../../nodes/XmlBilling/actions';
import type { Operation } from '../../../nodes/XmlBilling/engine/operation';
import type { Sandbox } from '../../../sandbox/index.ts';
import { fieldsOf, type FormField } from '../../../tools/forms.ts';
import { distinctWays } from '../distinctValues.ts';
import { fillVariants, type Filled, type Way } from '../fill.ts';

/** An operation with its form filled in, in as many ways as it takes to give each field each kind of value. */
export interface FilledOperation {
	/** Its resource and itself: `client/create`. */
	name: string;
	/** '' where it has none of its own. */
	method: string;
	forms: readonly INodeParameters[];
}

/** Says the request itself, and has no form to be walked. */
const CUSTOM_REQUEST = 'account/customRequest';
const BODY = '{ "organization": "Organization <&>", "filter": { "client_id": 1 } }';

/** All operations, filled in with values of their own that end with marks, and with the records of a sandbox. */
export const filledOperations = (sandbox: Sandbox): FilledOperation[] =>
	RESOURCES.flatMap(({ option: { value: resource }, operations }) =>
		operations.map((operation) => {
			const name = `${String(resource)}/${String(operation.option.value)}`;
			const chosen = { resource: String(resource), operation: String(operation.option.value) };
			const forms = name === CUSTOM_REQUEST ? [customRequest()] : formsOf(sandbox, operation);
			return { name, method: operation.method ?? '', forms: forms.map((form) => ({ ...chosen, ...form })) };
		}),
	);

const customRequest = (): INodeParameters => ({ requestMethod: 'createClient', requestBody: BODY });

function formsOf(sandbox: Sandbox, operation: Operation): INodeParameters[] {
	const fields = fieldsOf(operation);
	const waysOf = (field: FormField): readonly Way[] => {
		if (field.names.join() === 'estimateId')
			return [{ mode: 'id', give: (item) => ({ raw: item + 1, texts: [] }) }];
		if (field.elements.length === 0 || field.field.type === 'json') return [];
		return distinctWays(sandbox, field, fields.indexOf(field));
	};
	return fillVariants(fields, { items: 1, entries: 1, waysOf }).map(withoutExpressions);
}

const EXPRESSION = /^={{ \$json(.*) }}$/;

/** What a form is filled in with, as values: to evaluate expressions takes longer than all else. */
function withoutExpressions({ parameters, items: [item] }: Filled): INodeParameters {
	const values = JSON.stringify(parameters, (_, value: unknown) => {
		const [, steps] = EXPRESSION.exec(String(value)) ?? [];
		return steps === undefined ? value : valueAt(item, steps.match(/\w+/g) ?? []);
	});
	return JSON.parse(values) as INodeParameters; // a form, as before
}

const valueAt = (item: unknown, names: readonly string[]): unknown =>
	names.reduce<unknown>(
		(found, name) =>
			typeof found === 'object' && found !== null ? new Map(Object.entries(found)).get(name) : undefined,
		item,
	);
