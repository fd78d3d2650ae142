import { texts, words } from '../xml/shape';
import type { AnswerType, RecordType } from './recordType';

/** The account and its short tables (§4.11). */

export const accountAnswer = {
	method: 'getAccountInfo',
	name: 'account',
	shape: { ...texts('company', 'name'), ...words('country_code', 'currency_code') },
} as const satisfies AnswerType;

export const taxRecord = {
	name: 'tax',
	label: 'tax',
	id: 'id',
	wrapper: 'taxes',
	list: 'listTax',
	isTable: true,
	shape: { ...words('name', 'type'), id: 'number', value: 'number' },
	columns: { names: ['name'], money: ['value'], others: ['type'], ids: ['id'] },
} as const satisfies RecordType;

export const lateFeeRecord = {
	name: 'late_fee',
	label: 'late-fee rule',
	id: 'id',
	wrapper: 'late_fees',
	list: 'listLateFee',
	isTable: true,
	shape: { id: 'number', ...texts('name') },
	columns: { names: ['name'], ids: ['id'] },
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
	columns: { names: ['name'], ids: [] },
} as const satisfies RecordType;
