import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox/index.ts';
import { fillVariants, type Filled } from '../fill.ts';
import { distinctForm, OPERATIONS, type WalkedOperation } from '../operations.ts';

/** An operation with its form filled in. */
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

/**
 * All operations, filled in with values that end with marks and with the records of a sandbox, in as many ways as it takes
 * to give each field each kind of value.
 */
export const filledOperations = (sandbox: Sandbox): FilledOperation[] =>
	OPERATIONS.map((operation) => {
		const { key, parameters, method = '' } = operation;
		const forms = key === CUSTOM_REQUEST ? [customRequest()] : formsOf(sandbox, operation);
		return { name: key, method, forms: forms.map((form) => ({ ...parameters, ...form })) };
	});

const customRequest = (): INodeParameters => ({ requestMethod: 'createClient', requestBody: BODY });

/** Without these, nothing would be sent. */
const NEEDED = { amount: '10', 'options/sendPaid': true };

const formsOf = (sandbox: Sandbox, { fields }: WalkedOperation): INodeParameters[] =>
	fillVariants(fields, { items: 1, entries: 1, waysOf: distinctForm(sandbox, fields, NEEDED) }).map(
		withoutExpressions,
	);

const EXPRESSION = /^={{ \$json(.*) }}$/;

/** What a form is filled in with for its first item, as values: to evaluate expressions takes longer than all else. */
export function withoutExpressions({ parameters, items: [item] }: Filled): INodeParameters {
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
