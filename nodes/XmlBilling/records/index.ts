import { group, repeated, type Shape } from '../xml/shape';
import { clientRecord } from './client';
import { estimateRecord } from './estimate';
import { categoryRecord, expenseRecord } from './expense';
import { invoiceRecord } from './invoice';
import { productRecord } from './product';
import { projectRecord } from './project';
import type { Key, RecordType, Watched } from './recordType';
import { recurringRecord } from './recurringProfile';
import { serviceRecord } from './service';
import { staffRecord } from './staff';
import { lateFeeRecord, taxRecord } from './tables';
import { taskRecord } from './task';
import { timeEntryRecord } from './timeEntry';

export * from './client';
export * from './estimate';
export * from './expense';
export * from './invoice';
export * from './product';
export * from './project';
export * from './recurringProfile';
export * from './service';
export * from './staff';
export * from './tables';
export * from './task';
export * from './timeEntry';
export type * from './recordType';

const KINDS = [
	invoiceRecord,
	estimateRecord,
	recurringRecord,
	clientRecord,
	staffRecord,
	productRecord,
	serviceRecord,
	expenseRecord,
	categoryRecord,
	projectRecord,
	taskRecord,
	timeEntryRecord,
	taxRecord,
	lateFeeRecord,
] as const satisfies readonly RecordType[];

/** All kinds of records except payment methods, which have no identifier. The trigger returns events in this order. */
export const RECORD_TYPES: readonly RecordType[] = KINDS;

/** The kind of record with this name; undefined if there is none, as for the payments of an invoice. */
export const recordTypeNamed = (name: string | undefined): RecordType | undefined =>
	RECORD_TYPES.find((type) => type.name === name);

/** The names of the kinds that the trigger watches. */
export type WatchedName = Extract<(typeof KINDS)[number], { readonly watched: Watched }>['name'];

/** The shape of any method's answer: records and lists by the shapes of their kinds. */
export const ANSWER_SHAPE: Shape = RECORD_TYPES.reduce<Shape>(
	(shapes, type) => ({ ...shapes, ...shapesOf(type) }),
	{},
);

function shapesOf({ name, id, wrapper, shape }: RecordType): Shape {
	const identifier: Shape = id === 'id' ? {} : { [id]: 'number' };
	return { ...identifier, [wrapper]: repeated(name, shape), [name]: group(shape) };
}

/** Everything that people may know a kind of record by; the first is the one that guards against duplicates. */
export const keysOf = ({ knownBy, alsoKnownBy = [] }: RecordType): readonly Key[] =>
	knownBy === undefined ? alsoKnownBy : [knownBy, ...alsoKnownBy];
