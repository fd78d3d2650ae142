import type { RecordType } from '../records';
import type { BillingRecord } from '../xml/shape';
import type { BillingApi } from './billingApi';

/** A record of a list with the fields that are needed: what a list shows is not specified (§2.2), so it is read where one is missing. */
export const readListed = async (
	api: BillingApi,
	type: RecordType,
	record: BillingRecord,
	needed: readonly string[],
): Promise<BillingRecord> =>
	needed.every((field) => record[field] !== undefined)
		? record
		: await api.get(type, Number(record[type.id]));
