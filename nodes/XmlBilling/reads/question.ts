import type { RecordType } from '../records';
import { valueAt } from '../records/display';
import type { Body } from '../xml/request';
import { textOf, type BillingRecord, type Value } from '../xml/shape';
import { isAbsent } from '../xml/values';
import { amountIn, readAmount } from '../records/amounts';
import { shows } from '../records/states';
import { dayIn, withoutTime } from '../xml/days';
import type Big from 'big.js';

/** A condition that every record has to meet. */
export interface Condition {
	/** What the service is asked for, so that its list should have only such records; undefined if it has no such filter. */
	readonly filter?: Body | undefined;
	/**
	 * Whether a record meets it; undefined if the record doesn't show that. A listed one is then read on its own.
	 *
	 * @param isListed whether the record is as its list shows it, which may lack what the record has (§2.2)
	 */
	readonly includes: (record: BillingRecord, isListed: boolean) => boolean | undefined;
}

/** What a caller needs to know of a record. */
export interface Need<Known> {
	/** Whether a listed record shows it. One that doesn't is read on its own (§2.2). */
	readonly isShown: (record: BillingRecord) => boolean;
	/** Reads it from a record, also from one that doesn't show it. */
	readonly of: (record: BillingRecord) => Known;
}

/** What is needed, by name. */
export type Needs<Known> = { readonly [Name in keyof Known]: Need<Known[Name]> };

/** Which records, and what must be known of each. */
export interface Question<Known> {
	/** Filters of the list. */
	readonly filter?: Body;
	/** A further filter for each list to read, if one list doesn't show all records. */
	readonly lists?: readonly Body[];
	/** Conditions. One that a record doesn't show is not met; `unless` makes one that is. */
	readonly where?: readonly Condition[];
	readonly needs: Needs<Known>;
	/** The most records to return; all by default. */
	readonly limit?: number;
}

/** A condition that the service's filter decides (§4). */
export const filtered = (filter: Body): Condition => ({ includes: () => true, filter });

/** A condition that holds unless a record shows that it doesn't. */
export const unless = (isOther: (record: BillingRecord) => boolean): Condition => ({
	includes: (record) => !isOther(record),
});

/** A condition on fields that decide together: what a list shows may exclude a record, but only all of them include it. */
export const onFields = (names: readonly string[], meets: Condition['includes']): Condition => ({
	includes: (record, isListed) => {
		const answer = meets(record, isListed);
		return answer !== false && isListed && !shows(record, names) ? undefined : answer;
	},
});

/** A condition on one field. */
export const field = (name: string, isSame: (shown: Value | undefined) => boolean): Condition => ({
	includes: (record, isListed) => (isListed && isAbsent(record[name]) ? undefined : isSame(record[name])),
});

/** What is read from a record as its list shows it, however little that is. */
export const asListed = <Known>(of: (record: BillingRecord) => Known): Need<Known> => ({
	isShown: () => true,
	of,
});

/** The record, as its list shows it. */
export const itself = asListed((record) => record);

/** Text, such as a number or a status; '' if the record doesn't show it. */
export const text = (field: string): Need<string> => ({
	isShown: (record) => !isAbsent(record[field]),
	of: (record) => textOf(record[field]),
});

/** An amount, and how outputs show it. */
export interface ShownAmount {
	/** Undefined if it can't be read as a number. */
	readonly amount: Big | undefined;
	readonly shown: Value;
}

export const amount = (field: string): Need<ShownAmount> => ({
	isShown: (record) => amountIn(record[field]) !== undefined,
	of: (record) => readAmount(record[field]),
});

/** A day, and how outputs show it. */
export interface ShownDay {
	/** `YYYY-MM-DD`; undefined if it can't be read. */
	readonly day: string | undefined;
	readonly shown: string;
}

export const day = (field: string): Need<ShownDay> => ({
	isShown: (record) => !isAbsent(record[field]),
	of: (record) => ({ day: dayIn(record[field]), shown: withoutTime(record[field]) }),
});

/** What a list may leave out, and is then as good as empty. */
export const ifShown = <Known>({ of }: Need<Known>): Need<Known> => asListed(of);

/** Whether a listed record shows every field of its kind (§2.2). Documents show their client's identifier inside. */
export const isWhole = ({ shape, watched }: RecordType, record: BillingRecord): boolean =>
	Object.keys(shape).every((field) => valueAt(record, `client/${field}`) !== undefined) &&
	(watched?.filled ?? []).every((field) => !isAbsent(record[field]));
