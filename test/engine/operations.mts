import { RESOURCES } from '../../nodes/XmlBilling/actions';
import type { Operation } from '../../nodes/XmlBilling/execution/operation';
import { methodNamed } from '../../nodes/XmlBilling/records/methods';
import type { Sandbox } from '../../sandbox/index.mts';
import { fieldsOf, type FormField } from '../../tools/forms.mts';
import { distinctWays } from './distinctValues.mts';
import type { Way } from './fill.mts';

/** Every operation of the action node, with the fields of its form. */
export const OPERATIONS = RESOURCES.flatMap(({ option: { value: resource }, operations }) =>
	operations.map((operation) => ({
		...about(operation),
		/** Resource and operation: `client/create`. */
		key: `${String(resource)}/${String(operation.option.value)}`,
		parameters: { resource: String(resource), operation: String(operation.option.value) },
		description: operation.option.description,
		/** Undefined for an operation that uses several methods. */
		method: operation.method,
		fields: fieldsOf(operation),
		/** Whether it deletes or sends whole records. */
		isBatch: actsOn(operation),
		/** Whether it reads by several methods, or by one method several times. */
		isReport: operation.run !== undefined && operation.method === undefined,
	})),
);

function actsOn({ method = '' }: Operation): boolean {
	const { verb, of } = methodNamed(method) ?? {};
	return of === undefined && (verb === 'delete' || verb === 'send');
}

/** The kind of record of an operation, and whether it may write an existing one. */
function about({ method = '', shows, run }: Operation) {
	const { kind = shows?.name, verb } = methodNamed(method) ?? {};
	return { kind, isChange: run === undefined && kind !== undefined && verb !== 'create' };
}

export type WalkedOperation = (typeof OPERATIONS)[number];

type Value = string | number | boolean;

/** Values for fields that are not sent, by the names that lead to them. A text that begins with `=` is an expression. */
export type FormOnlyValues = Readonly<Record<string, Value | ((item: number) => Value)>>;

/** Nothing is sent without these. */
const REQUIRED: FormOnlyValues = {
	amount: () => '10',
	currency: () => 'GBP',
	estimateId: (item) => item + 1,
	invoiceId: (item) => item + 4,
	reference: () => 'TX-1',
};

/**
 * Fills in a form with values that differ from field to field, item to item, and entry to entry. Fields that are not sent
 * keep their defaults, except required ones and those given here.
 *
 * @returns the ways to fill in each field
 */
export const distinctForm =
	(sandbox: Sandbox, fields: readonly FormField[], formOnly: FormOnlyValues = {}) =>
	(field: FormField): readonly Way[] => {
		const { type } = field.field;
		if (field.elements.length > 0)
			return type === 'json' ? [] : distinctWays(sandbox, field, fields.indexOf(field));
		const name = field.names.join('/');
		const value = formOnly[name] ?? (field.field.required === true ? REQUIRED[name] : undefined);
		if (value === undefined) return [];
		const give = (item: number) => ({ raw: typeof value === 'function' ? value(item) : value, texts: [] });
		if (typeof value === 'string' && value.startsWith('=')) return [{ choice: value, give }];
		return [type === 'resourceLocator' ? { mode: 'id', give } : { give }];
	};
