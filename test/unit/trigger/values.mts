/** The values of invoices and clients whose changes are events, by the names that the events have for them. */
import type { WatchedRecord } from '../../../nodes/XmlBilling/trigger/events/events';
import type { Invoice, Since, Thing } from './records.mts';

export type Values = Readonly<Record<string, Since[]>>;

/** What a client is made with. */
export const clientValues = (id: number, at: number): Values =>
	Object.fromEntries(
		Object.entries({
			name: `Ann ${id}`,
			organization: 'Ann & Sons Ltd',
			email: `ann.${id}@example.com`,
			work_phone: '',
			address: 'Street 1',
			currency: 'EUR',
		}).map(([field, is]) => [field, [{ at, is }]]),
	);

/** What something is now. */
const lastOf = (log: readonly Since[] | undefined): string => log?.at(-1)?.is ?? '';

const pick = (values: Values, fields: readonly string[]): WatchedRecord =>
	Object.fromEntries(fields.map((field) => [field, lastOf(values[field])]));

/** What a single read shows of a client. */
export const showClient = ({ values }: Thing): WatchedRecord => pick(values, Object.keys(values));

/** What a summary shows of a client. */
export const summariseClient = (client: Thing): WatchedRecord => pick(client.values, summaryFields(client));

/** Which of the values a summary shows; of some records none. Which ones that are is not specified. */
export function summaryFields(record: Invoice | Thing): string[] {
	if ('payments' in record) {
		return [
			...(tellsTotal(record) ? ['total'] : []),
			...(record.id % 3 === 0 ? ['invoice_due_date'] : []),
			...(record.id % 7 === 0 ? ['client_id'] : []),
			...(tellsNumber(record) ? ['number'] : []),
		];
	}
	if (record.resource !== 'client' || record.id % 3 === 1) return [];
	return record.id % 3 === 0 ? ['name', 'email'] : ['organization', 'work_phone', 'currency'];
}

/** Whether a summary of it shows a payment that comes with an equal rise of the total. */
export const tellsTotal = ({ id }: Pick<Invoice, 'id'>): boolean => id % 4 === 0 || id % 2 === 1;

export const tellsNumber = ({ id }: Pick<Invoice, 'id'>): boolean => id % 11 !== 0 && id % 10 !== 2;

/** A record in the spelling of a sloppier answer, in which nothing is another. */
export function respell(record: WatchedRecord): WatchedRecord {
	const respelled: Record<string, (text: string) => string> = {
		invoice_due_date: (due) => `${due} 00:00:00`,
		currency: (code) => code.toLowerCase(),
		email: (email) => email.toUpperCase(),
		organization: (name) => `  ${name.replace(/ /g, ' \n ')} `,
	};
	return Object.fromEntries(
		Object.entries(record).map(([field, value]) => [
			field,
			typeof value === 'string' ? (respelled[field]?.(value) ?? value) : value,
		]),
	);
}
