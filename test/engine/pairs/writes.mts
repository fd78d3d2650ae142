import type { INodeParameters } from 'n8n-workflow';
import { RECORD_TYPES } from '../../../nodes/XmlBilling/records';
import { methodNamed } from '../../../nodes/XmlBilling/records/methods';
import type { RecordKind, Sandbox } from '../../../sandbox/index.mts';
import type { FormField } from '../../../tools/forms.mts';
import { toDocument } from '../billing.mts';
import { ownRows } from '../distinctValues.mts';
import { fillVariants, type Way } from '../fill.mts';
import { distinctForm, OPERATIONS, type WalkedOperation } from '../operations.mts';
import { withoutExpressions } from '../secrets/forms.mts';
import type { seedOf } from '../../share.mts';

/** The writers. The two name the same record, and write different values. */
export type Role = 0 | 1;

/** What the sandbox calls the kinds of record, where that is another name. */
const KINDS: Readonly<Record<string, RecordKind>> = { category: 'expenseCategory', timelog: 'timeEntry' };
/** Fields without which some would not be written. */
const NEEDED = { 'options/allowOverpayment': true, 'options/sendPaid': true };

/** A form of an operation, with values that the seed decides on. All forms name the same record of its kind. */
export type FormOf = (sandbox: Sandbox, role: Role, seed: typeof seedOf) => INodeParameters;

/** The operations that may change an existing record. */
export const CHANGES = OPERATIONS.filter(({ isChange }) => isChange).map((operation) => {
	const { key, kind = '', method = '', parameters } = operation;
	const formOf: FormOf = (sandbox, role, seedOf) => ({
		...parameters,
		...fill(sandbox, operation, (...part) => Math.abs(seedOf(key, String(role), ...part)), role),
	});
	return { name: key, kind, method, formOf };
});

/** The form of a user's custom request, with the body of an update. */
export function customRequest(kind: string, { requests }: Sandbox): INodeParameters {
	const { method: requestMethod, request } = requests.find(({ method }) => updated(method) === kind) ?? {};
	if (requestMethod === undefined || request === undefined) throw new RangeError(`No ${kind} was updated`);
	const requestBody = JSON.stringify(toDocument(request));
	return { resource: 'settings', operation: 'customRequest', requestMethod, requestBody };
}

/** The kind of record that a method updates, if it does. */
export function updated(name: string): string | undefined {
	const { verb, of, kind } = methodNamed(name) ?? {};
	return verb === 'update' && of === undefined ? kind : undefined;
}

function fill(
	sandbox: Sandbox,
	{ key, fields, method, kind = '' }: WalkedOperation,
	seed: (...part: string[]) => number,
	role: Role,
): INodeParameters {
	const type = RECORD_TYPES.find(({ name }) => name === kind);
	// Two of the optional values, and the lines of an update or not.
	const isExtra = (top: string) => top === 'updateFields' || top === 'additionalFields';
	const changes = fields.flatMap(({ names: [top = '', name = ''] }) => (isExtra(top) ? name : []));
	const changed = [...new Set(changes)].sort((a, b) => seed(a) - seed(b)).slice(0, 2);
	const hasLines = changed.length === 0 || seed('lines') % 2 === 0;
	const chosen = fields.filter(({ names: [top = '', name = ''] }) =>
		isExtra(top) ? changed.includes(name) : hasLines || !/^(lines?[A-Z]|group)/.test(top),
	);
	const identifiers = ['invoice/id', type?.id, `${kind}_item_id`, `items/item/${kind}_item_id`];
	const distinct = distinctForm(sandbox, fields, NEEDED);
	const waysOf = (field: FormField): readonly Way[] => {
		const [element = ''] = field.elements;
		const ways = distinct(field);
		// An operation without its own method finds the record by its key.
		if (method === undefined && element === type?.knownBy?.word) {
			const [row = {}] = ownRows(sandbox, KINDS[kind] ?? (kind as RecordKind)); // the rest have the same names
			const known = String(new Map<string, unknown>(Object.entries(row)).get(element));
			return [{ give: () => ({ raw: known, texts: [] }) }];
		}
		return identifiers.includes(element)
			? ways.map(({ give, ...way }) => ({ ...way, give: (_, entry) => give(0, entry) }))
			: ways;
	};
	const variants = fillVariants(chosen, { items: 2, entries: 1, waysOf });
	const filled = variants[seed('variant') % variants.length];
	if (filled === undefined) throw new RangeError(`${key} has no form`);
	return withoutExpressions({ ...filled, items: [filled.items[role] ?? {}] });
}
