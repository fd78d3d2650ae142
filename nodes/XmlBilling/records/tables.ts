import { texts, words } from '../xml/shape';
import type { RecordType } from './recordType';

/** The short tables of an account (§4.11). */

export const taxRecord = {
	name: 'tax',
	label: 'tax',
	id: 'id',
	wrapper: 'taxes',
	list: 'listTax',
	isTable: true,
	shape: { ...words('name', 'type'), id: 'number', value: 'number' },
} as const satisfies RecordType;

export const lateFeeRecord = {
	name: 'late_fee',
	label: 'late-fee rule',
	id: 'id',
	wrapper: 'late_fees',
	list: 'listLateFee',
	isTable: true,
	shape: { id: 'number', ...texts('name') },
} as const satisfies RecordType;

/** A payment method is only a name (§2.2), which becomes the record's `name`. */
export const paymentMethodRecord = {
	name: 'payment_mode',
	label: 'payment method',
	id: 'name',
	wrapper: 'payment_modes',
	list: 'listOfflinePaymentMethod',
	isTable: true,
	shape: words('name'),
} as const satisfies RecordType;
