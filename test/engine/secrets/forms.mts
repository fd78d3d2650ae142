import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox/index.mts';
import { fillVariants, type Filled } from '../fill.mts';
import { distinctForm, OPERATIONS, type WalkedOperation } from '../operations.mts';

/** An operation with its form filled in. */
export interface FilledOperation {
	/** Its resource and itself: `client/create`. */
	name: string;
	/** '' if it has none. */
	method: string;
	forms: readonly INodeParameters[];
}

/** Says the request itself, and has no form to be walked. */
const CUSTOM_REQUEST = 'settings/customRequest';
const BODY = '{ "organization": "Organization <&>", "filter": { "client_id": 1 } }';

/**
 * All operations, with values that end with marks and with records of a sandbox, in as many variants as each field
 * needs to get each kind of value.
 */
export const filledOperations = (sandbox: Sandbox): FilledOperation[] =>
	OPERATIONS.map((operation) => {
		const { key, parameters, method = '' } = operation;
		const forms = key === CUSTOM_REQUEST ? [customRequest()] : formsOf(sandbox, operation);
		return { name: key, method, forms: forms.map((form) => ({ ...parameters, ...form })) };
	});

const customRequest = (): INodeParameters => ({ requestMethod: 'createClient', requestBody: BODY });

/** Fields without which nothing would be sent. */
const NEEDED = { 'options/sendPaid': true };

const formsOf = (sandbox: Sandbox, { fields }: WalkedOperation): INodeParameters[] =>
	fillVariants(fields, { items: 1, entries: 1, waysOf: distinctForm(sandbox, fields, NEEDED) }).map(
		withoutExpressions,
	);

const EXPRESSION = /^={{ \$json(.*) }}$/;

/** The form's values for its first item, since evaluating expressions takes longer than everything else. */
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
