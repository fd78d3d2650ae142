import type { BillingRecord, Value } from '../xml/shape';
import { valueAt } from './display';
import type { RecordType } from './recordType';

/** The record with its kind's most useful fields only, side by side. Fields that it does not show are left out. */
export function simplify({ simplified }: RecordType, record: BillingRecord): BillingRecord {
	if (simplified === undefined) return record;
	const fields = simplified.map((path) => [path.replace(/^.*\//, ''), valueAt(record, path)] as const);
	return Object.fromEntries(fields.filter((field): field is [string, Value] => field[1] !== undefined));
}
