import {
	clientRecord,
	estimateRecord,
	expenseRecord,
	invoiceRecord,
	productRecord,
	projectRecord,
	recurringRecord,
	serviceRecord,
	staffRecord,
	taskRecord,
	timeEntryRecord,
	type RecordType,
	type Watched,
} from '../records';

export type { Filter } from '../records';

// The rows, and the events of a poll, stand in this order.
const WATCHED = [
	invoiceRecord,
	estimateRecord,
	recurringRecord,
	clientRecord,
	staffRecord,
	productRecord,
	serviceRecord,
	expenseRecord,
	projectRecord,
	taskRecord,
	timeEntryRecord,
] as const;

export type ResourceName = (typeof WATCHED)[number]['name'];

/** A kind of record as the trigger reads it. */
export interface ResourceRow extends Watched {
	readonly type: RecordType;
	readonly name: ResourceName;
	readonly listMethod: string;
	readonly idField: string;
}

const rows = WATCHED.map((type): [ResourceName, ResourceRow] => [
	type.name,
	{ type, name: type.name, listMethod: type.list, idField: type.id, ...type.watched },
]);

/** The resources that the trigger reads. */
// The keys are the names.
export const RESOURCES = Object.fromEntries(rows) as Readonly<Record<ResourceName, ResourceRow>>;
