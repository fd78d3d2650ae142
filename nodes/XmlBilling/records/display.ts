import { fieldsOf, onOneLine } from '../helpers/GenericFunctions';
import { money } from './money';
import { withoutTime } from '../xml/dates';
import { isIdentifier, textOf, valueAt, type BillingRecord } from '../xml/shape';
import { decimalOf } from '../xml/values';
import type { OutputRecord, Part, RecordType } from './recordType';

/** The nonempty parts of a record's text, separated by commas. */
export const textWith = (parts: readonly Part[], record: BillingRecord): string =>
	parts
		.map((part) => (typeof part === 'string' ? textOf(record[part]) : part(record)))
		.filter((text) => text !== '')
		.join(', ');

/** The amount in a field, in the record's currency. */
export const amountPart = (field: string) => (record: BillingRecord) => {
	const amount = decimalOf(record[field]);
	return amount === undefined ? textOf(record[field]) : money(amount, record['currency']);
};

/** The date in a field. */
export const dayPart = (field: string) => (record: BillingRecord) => withoutTime(record[field]);

export const organizationOf = (record: BillingRecord): string =>
	textOf(record['organization']) || textOf(valueAt(record, 'client/organization'));

/** The identifier of a document's client, in a record or a request; undefined if it shows none. */
export function clientIdOf({ client, client_id }: Readonly<Record<string, unknown>>): number | undefined {
	const id = Number(textOf(fieldsOf(client)['client_id'] ?? client_id));
	return isIdentifier(id) ? id : undefined;
}

/** A noun after its article: `an invoice`. */
export const withArticle = (noun: string, article = 'a'): string =>
	`${article}${/^[aeiou]/.test(noun) ? 'n' : ''} ${noun}`;

/** The plural of a kind's label: `time entries`. */
export const pluralOf = (label: string): string => `${label.replace(/y$/, 'ie')}s`;

export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The longest number that a message shows. */
export const MAX_NUMBER_LENGTH = 40;

/** The number that people know a document by, for a message; undefined if it shows none, and for other kinds of records. */
export function numberOf({ knownBy }: RecordType, record: OutputRecord): string | undefined {
	const number = knownBy?.word === 'number' ? textOf(record[knownBy.field]).trim() : '';
	return number === '' ? undefined : onOneLine(number, MAX_NUMBER_LENGTH);
}

/** Names a record in a message: by its number, `invoice 00121`, or if that isn't known, `the invoice with ID 121`. */
export const nameById = ({ label }: RecordType, id: unknown, number?: string): string =>
	number === undefined ? `the ${label} with ID ${textOf(id)}` : `${label} ${number}`;

/** Names a record in a list: `00121`, or if that isn't known, `ID 121`. */
export const briefName = (type: RecordType, record: OutputRecord): string =>
	numberOf(type, record) ?? `ID ${textOf(record[type.id])}`;

/** Names a record that was read: `invoice 00121`, or `the invoice with ID 121`. */
export const nameOf = (type: RecordType, record: BillingRecord): string =>
	nameById(type, record[type.id], numberOf(type, record));
