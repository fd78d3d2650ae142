import type { RecordType } from './index';
import type { BillingRecord, Value } from '../xml/shape';
import type { Property } from '../engine/property';

/** Whether records of more than ten fields are reduced to those that most workflows need. */
export const simplifyField: Property = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
	element: false,
};

/** The fields that are kept, by the kind of record: at most ten, as paths below the record (§2.2). */
const KEPT: Readonly<Record<string, readonly string[]>> = {
	invoice: [
		'invoice_id',
		'number',
		'client/client_id',
		'client/organization',
		'date',
		'invoice_due_date',
		'invoice_status',
		'net_balance',
		'outstanding',
		'currency',
	],
	estimate: [
		'estimate_id',
		'number',
		'client/client_id',
		'client/organization',
		'date',
		'estimate_title',
		'estimate_status',
		'total_discount',
		'total_tax',
	],
	recurring: [
		'recurring_id',
		'number',
		'client/client_id',
		'client/organization',
		'date',
		'recurring_title',
		'recurring_status',
		'frequency',
		'occurence',
	],
	staff: [
		'staff_id',
		'name',
		'username',
		'email',
		'bill_rate',
		'user_level',
		'access_own_record',
		'status',
		'date_added',
		'last_login',
	],
	expense: [
		'expense_id',
		'client_id',
		'project_id',
		'expense_category_id',
		'vendor',
		'date',
		'amount',
		'notes',
		'is_expense_recurring',
		'status',
	],
	project: [
		'project_id',
		'client_id',
		'project_manager_id',
		'project_name',
		'project_rate',
		'billing_method',
		'project_billed',
		'created_date',
		'status',
	],
};

/** The record with the most useful of its fields alone, nested ones side by side. Fields that it does not show are left out. */
export function simplify(type: RecordType, record: BillingRecord): BillingRecord {
	const kept = KEPT[type.name];
	if (kept === undefined) return record;
	const fields = kept.map((path) => [path.replace(/^.*\//, ''), valueAt(record, path)] as const);
	return Object.fromEntries(fields.filter((field): field is [string, Value] => field[1] !== undefined));
}

// A list may show a nested field without what it is nested in.
function valueAt(record: BillingRecord, path: string): Value | undefined {
	const [name = '', inner] = path.split('/');
	const value = record[name];
	if (inner === undefined) return value;
	const nested =
		typeof value === 'object' && value !== null && !Array.isArray(value) ? value[inner] : undefined;
	return nested ?? record[inner];
}
