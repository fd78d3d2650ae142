import type { BillingRecord, Value } from '../xml/shape';
import { valueAt } from './display';
import type { RecordType } from './recordType';

/** The record's identifier and its kind's most useful fields, on one level. Missing fields are left out. */
export function simplify({ id, simplified }: RecordType, record: BillingRecord): BillingRecord {
	if (simplified === undefined) return record;
	const fields = [id, ...simplified].map(
		(path) => [path.replace(/^.*\//, ''), valueAt(record, path)] as const,
	);
	return Object.fromEntries(fields.filter((field): field is [string, Value] => field[1] !== undefined));
}
