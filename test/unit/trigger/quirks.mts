/** How a service answers: in which order, and how sloppily. */
import type { WatchedRecord } from '../../../nodes/XmlBilling/trigger/events/events';
import { scramble } from './records.mts';

export type Order = 'newest' | 'oldest' | 'number';

/** The quirks of a service that keeps to the interface. */
export interface Quirks {
	/** Which answers write an invoice's statuses in small letters. */
	smallLetters: 'none' | 'lists' | 'reads' | 'all';
	/** Values are surrounded by blanks and line breaks, and large numbers have thousands separators. */
	isPadded: boolean;
	/** Lists show less of payments than single reads. */
	blursPayments: boolean;
	/** Lists spell values differently from single reads. */
	respells: boolean;
}

export const PERFECT: Quirks = {
	smallLetters: 'none',
	isPadded: false,
	blursPayments: false,
	respells: false,
};

export const RANKS: Readonly<Record<Order, (id: number) => number>> = {
	newest: (id) => -id,
	oldest: (id) => id,
	number: (id) => scramble(id),
};

/** What lists are sorted by when they come in any order: another one for each seed. */
export const shuffleOf =
	(seed: number) =>
	(id: number): number =>
		scramble(scramble(id) + seed);

/** A record with its statuses in small letters. */
export const writeSmall = (record: WatchedRecord): WatchedRecord => ({
	...record,
	invoice_status: String(record.invoice_status).toLowerCase(),
	status: String(record.status).toLowerCase(),
});
