import { group, listOf, words, type Shape } from '../xml/shape';
import { clientRecord } from './client';
import { estimateRecord } from './estimate';
import { expenseRecord } from './expense';
import { categoryRecord } from './expenseCategory';
import { invoiceRecord } from './invoice';
import { productRecord } from './product';
import { projectRecord } from './project';
import type { RecordType } from './recordType';
import { recurringRecord } from './recurringProfile';
import { serviceRecord } from './service';
import { staffRecord } from './staff';
import { lateFeeRecord, taxRecord } from './tables';
import { taskRecord } from './task';
import { timeEntryRecord } from './timeEntry';

export type {
	DocumentRecord,
	Filter,
	KnownRecord,
	Part,
	PickableRecord,
	RecordType,
	ResentRecord,
	Watched,
} from './recordType';
export { paymentMethodRecord } from './tables';
export {
	categoryRecord,
	clientRecord,
	estimateRecord,
	expenseRecord,
	invoiceRecord,
	lateFeeRecord,
	productRecord,
	projectRecord,
	recurringRecord,
	serviceRecord,
	staffRecord,
	taskRecord,
	taxRecord,
	timeEntryRecord,
};

export const accountShape: Shape = words('country_code', 'currency_code');

/** The kinds of records. A payment method has no identifier and is part of no other answer. */
export const RECORD_TYPES: readonly RecordType[] = [
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
];

/** An answer of any method: each record and each list by the shape of its kind. */
export const ANSWER_SHAPE: Shape = RECORD_TYPES.reduce<Shape>(
	(shapes, type) => ({ ...shapes, ...shapesOf(type) }),
	{},
);

function shapesOf({ name, id, wrapper, shape }: RecordType): Shape {
	const identifier: Shape = id === 'id' ? {} : { [id]: 'number' };
	return { ...identifier, [wrapper]: listOf(name, shape), [name]: group(shape) };
}
