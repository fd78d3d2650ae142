import type { KnownRecord, RecordType } from '../records';
import { fieldsOf, onOneLine, someNames } from '../helpers/GenericFunctions';
import type { IDataObject, NodeOperationError } from 'n8n-workflow';
import type { Body } from '../xml/request';
import type { Values } from '../xml/encode';
import type { BillingApi } from '../transport/billingApi';
import { check, isAbsent, type Kind } from '../xml/values';
import type { Row } from './form/tree';
import { MAX_NUMBER_LENGTH } from '../records/display';

/** An input item, prepared for an operation. */
export interface ItemContext {
	/** Only reads. The run sends the writes that an operation prepares. */
	readonly api: BillingApi;
	/** The index of the input item, or of the first of several. */
	readonly index: number;
	/** The operation's method; empty if it has none. */
	readonly method: string;
	/** The form's values by field name. Hidden fields are absent. */
	readonly values: Values;
	/** The same values, encoded as the body of a request. */
	readonly body: Body;
	/** The rows of a field, with the paths that name them in errors. */
	rowsOf(field: string): readonly Row[];
	/** IANA name of the workflow's time zone. */
	readonly timeZone: string;
	/** Whether the user filled in a field. False for fields that an agent fills in, which may stay empty. */
	isFilledIn(field: string): boolean;
	/** Makes an error about the item, for the caller to throw. By default, it advises to correct the field. */
	problem(message: string, advice?: string): NodeOperationError;
	/**
	 * Waits for the item's turn, in which earlier items are written (of records that go side by side, those of the same one), and
	 * drops what is remembered of a kind. What an operation looks up
	 * before it is looked up before the first write, and refuses the whole run; what earlier items may change comes after it.
	 *
	 * @param meanwhile what is looked up before it, which the first item needs not wait for
	 */
	turn(kind?: string, meanwhile?: Promise<unknown>): Promise<void>;
	/** The record that this run has written under a key (`Write.once`); 'inDoubt' if it may have written one. */
	readonly written: (key: string) => number | 'inDoubt' | undefined;
	/** Shows a warning beside the output. */
	warn(message: string): void;
}

/** What the run knows of an item besides. */
export interface PreparedItem extends ItemContext {
	/** Equal ones once: they are of several lines. */
	readonly warnings: ReadonlySet<string>;
	/** The document whose identifier may be meant as a number. */
	readonly perhapsNumber: { readonly type: KnownRecord; readonly id: number } | undefined;
}

/** How the output of an item shows its records. */
export interface View {
	readonly type: RecordType;
	/** The fields to show, if not all or the simplified ones. */
	readonly fields: 'raw' | 'simplified' | readonly string[];
	readonly hasNames: boolean;
}

export interface ItemOutput {
	readonly output: IDataObject[];
	/** How to show the output, if it consists of records. */
	readonly view?: View | undefined;
	readonly warnings: readonly string[];
}

/** The result of an item. */
export type ItemResult = { ok: true; value: ItemOutput } | { ok: false; error: Error };

/** The fields of a collection; empty if none was added. */
export const collection = (item: Pick<ItemContext, 'values'>, name: string): Values =>
	fieldsOf(item.values[name]);

/** The value of an option; undefined if it was not added. */
export const option = (item: Pick<ItemContext, 'values'>, name: string): unknown =>
	collection(item, 'options')[name];

/** The identifier from the form. It is required, so an item without one never gets here. */
export const idOf = (item: ItemContext, type: RecordType): number => Number(item.body[type.id]);

/**
 * A value of the form that no request carries, dates in the workflow's time zone; '' if it was left out. Throws an error that
 * names the field.
 */
export function checkedValue(item: ItemContext, label: string, value: unknown, kind: Kind = 'text'): string {
	const checked = check(value, kind, item.timeZone);
	if (!checked.ok) throw item.problem(`${label} ${checked.problem}`);
	return checked.text?.trim() ?? '';
}

/** The same for a required field. */
export function requiredValue(item: ItemContext, label: string, value: unknown, kind?: Kind): string {
	const text = checkedValue(item, label, value, kind);
	if (text === '') throw item.problem(`${label} is required and was left empty`);
	return text;
}

/** The value of a field that takes JSON, as text or from an expression; undefined if it is empty. Throws if it is no JSON. */
export function jsonIn(item: ItemContext, name: string, label: string, advice: string): unknown {
	const given = item.values[name];
	if (isAbsent(given)) return undefined;
	if (typeof given !== 'string') return given;
	try {
		return JSON.parse(given);
	} catch {
		throw item.problem(`${label} is not valid JSON`, advice);
	}
}

/** Warns of records by their numbers or identifiers, if there are any: `…: 7, 8 and 32 more.`, and the rest. */
export function warnOf(
	item: Pick<ItemContext, 'warn'>,
	text: string,
	names: readonly unknown[],
	rest = '',
): void {
	if (names.length > 0) item.warn(`${text}: ${someNames(names)}.${rest}`);
}

/** A record that a report leaves out of its sums, because one of its fields can't be read. */
export interface Unreadable {
	readonly id: number;
	/** The number of a document. */
	readonly number?: string;
	readonly field: string;
}

/** Warns of all that a report leaves out. */
export const warnOfUnreadable = (
	item: Pick<ItemContext, 'warn'>,
	reports: ReadonlyArray<{ readonly unreadable: readonly Unreadable[] }>,
): void =>
	warnOf(
		item,
		'Left out of the sums, because a field cannot be read or counted; the output names it in unreadable',
		reports
			.flatMap(({ unreadable }) => unreadable)
			.map(({ id, number = '' }) => onOneLine(number, MAX_NUMBER_LENGTH) || `ID ${id}`),
	);
