import Big from 'big.js';
import { isRecord, textOf, type BillingRecord, type Value } from '../xml/shape';
import { decimalOf } from '../xml/values';
import type { Part, RecordType } from './recordType';

/** The value of a field, or of a nested one (`client/organization`), which lists may show without its parent. */
export function valueAt(record: BillingRecord, path: string): Value | undefined {
	const [name = '', inner] = path.split('/');
	const value = record[name];
	if (inner === undefined) return value;
	return (isRecord(value) ? value[inner] : undefined) ?? record[inner];
}

/** The nonempty parts of a record's text, separated by commas. */
export const textWith = (parts: readonly Part[], record: BillingRecord): string =>
	parts
		.map((part) => (typeof part === 'string' ? textOf(record[part]) : part(record)))
		.filter((text) => text !== '')
		.join(', ');

/** An amount with two decimal places and its currency, if it is known: `1881.20 USD`. */
export const money = (amount: Big | string | number, currency: unknown): string =>
	`${new Big(amount).toFixed(2)} ${textOf(currency)}`.trim();

/** The amount in a field, in the record's currency. */
export const amountPart = (field: string) => (record: BillingRecord) => {
	const amount = decimalOf(record[field]);
	return amount === undefined ? textOf(record[field]) : money(amount, record['currency']);
};

/** The day of a date that may have a time. */
export const dayPart = (field: string) => (record: BillingRecord) => textOf(record[field]).slice(0, 10);

export const organizationOf = (record: BillingRecord): string =>
	textOf(record['organization']) || textOf(valueAt(record, 'client/organization'));

/** A noun after its article: `an invoice`. */
export const withArticle = (noun: string, article = 'a'): string =>
	`${article}${/^[aeiou]/.test(noun) ? 'n' : ''} ${noun}`;

/** Names a record at the beginning of a message: `Time entry 7`. */
export const labelOf = ({ label }: RecordType, id: number): string =>
	`${label.charAt(0).toUpperCase()}${label.slice(1)} ${id}`;
