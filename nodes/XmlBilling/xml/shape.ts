import { isObject } from '../helpers/GenericFunctions';
import type { Element } from './parse';

/** A decoded value: numbers for amounts, quantities, percentages and identifiers; text for everything else. */
export type Value = string | number | null | Value[] | { [field: string]: Value };
export type BillingRecord = { [field: string]: Value };

/** A wrapper element whose children of one name become an array. */
export interface ListShape {
	each: string;
	of: Shape | 'number' | 'word';
}

/**
 * The known elements of a record. A `word` is a date, a status, a code, a display number or the name of a type: the blanks
 * around it are trimmed. A `text` stays as it is. Any other element passes through as text, objects or arrays.
 */
export interface Shape {
	readonly [element: string]: 'number' | 'text' | 'word' | ListShape | { readonly fields: Shape };
}

/** The elements of a kind of record (§2.2, §4). */
export interface RecordElements {
	/** The element of one record. */
	readonly name: string;
	/** The element that holds its identifier. */
	readonly id: string;
	/** The element around the records of a list. */
	readonly wrapper: string;
	readonly shape: Shape;
}

const named =
	<Of extends 'number' | 'text' | 'word'>(of: Of) =>
	<Name extends string>(...names: Name[]): Readonly<Record<Name, Of>> =>
		// The keys of the object are the names.
		Object.fromEntries(names.map((name) => [name, of])) as Record<Name, Of>;

export const words = named('word');
export const texts = named('text');
export const numbers = named('number');

export const repeated = (each: string, of: ListShape['of']): ListShape => ({ each, of });
export const group = (fields: Shape): { readonly fields: Shape } => ({ fields });

// A day: nothing in the interface happens at midnight (§2.1).
const AT_MIDNIGHT = /^(\d{4}-\d\d-\d\d)[ T]00:00:00$/;
// What databases show where there is no date (people).
const NO_DATE = /^0000-00-00([ T][\d:.]+Z?)?$/;
const NUMBER = /^-?\d+(\.\d+)?$/;
/** A number with clear thousands separators. A single group without decimals may be decimals after a comma. */
const GROUPED = /^-?[1-9]\d{0,2}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;
const INTEGER = /^-?\d+$/;
// A double holds 15 decimal digits exactly. Longer numbers stay text, so that they don't change.
const EXACT_DIGITS = 15;

const NO_SHAPE: Shape = {};

/** Turns an element into a record (§2.2). Keeps the interface's field names, and fields that the shape lacks. */
export function decodeRecord(element: Element, shape: Shape): BillingRecord {
	// Names may be those that every object inherits, such as `__proto__`.
	const record = new Map<string, Value>();
	for (const child of element.children) {
		const { name } = child;
		const value = decodeField(child, Object.hasOwn(shape, name) ? shape[name] : undefined);
		const earlier = record.get(name);
		if (earlier === undefined) record.set(name, value);
		else if (Array.isArray(earlier)) appendTo(earlier, value);
		else record.set(name, [earlier, value]);
	}
	return Object.fromEntries(record);
}

/** A plain value as text; empty for any other value. */
export const textOf = (value: unknown): string =>
	['string', 'number', 'bigint'].includes(typeof value) ? String(value) : '';

/** The entries of a list that have fields; none if it has another form. */
export const recordsIn = (list: Value | undefined): BillingRecord[] =>
	Array.isArray(list) ? list.filter((entry): entry is BillingRecord => isObject(entry)) : [];

/**
 * The number in a text, without thousands separators if they are clear; null if it is empty. Returns the text itself if a
 * number would change it.
 */
export function decodeNumber(text: string): number | string | null {
	const trimmed = text.trim();
	if (NUMBER.test(trimmed)) return exactNumber(trimmed);
	if (trimmed === '') return null;
	return GROUPED.test(trimmed) ? exactNumber(trimmed.replaceAll(',', '')) : trimmed;
}

const exactNumber = (text: string): number | string =>
	countDigits(text) <= EXACT_DIGITS ? Number(text) : text;

/**
 * The same for an identifier. It is compared and asked for as a number, so a whole number becomes one as long as it is exact.
 */
export function decodeId(text: string): number | string | null {
	const trimmed = text.trim();
	if (INTEGER.test(trimmed) && Number.isSafeInteger(Number(trimmed))) return Number(trimmed);
	return GROUPED.test(trimmed) ? trimmed : decodeNumber(trimmed);
}

/** Whether a decoded identifier names a record: 0 names none (§2.2). */
export const isIdentifier = (id: unknown): id is number =>
	typeof id === 'number' && Number.isSafeInteger(id) && id > 0;

/** Whether an element holds an identifier, by its name. */
export const isNameOfId = (name: string): boolean => name === 'id' || name.endsWith('_id');

const decodeNumeric = ({ name, text }: Element): number | string | null =>
	isNameOfId(name) ? decodeId(text) : decodeNumber(text);

// Most numbers are short enough that their digits need no counting.
const countDigits = (number: string): number =>
	number.length <= EXACT_DIGITS ? number.length : number.replace(/\D/g, '').replace(/^0+/, '').length;

function decodeField(element: Element, shape: Shape[string] | undefined): Value {
	if (shape === 'number' && isLeaf(element)) return decodeNumeric(element);
	if (shape === 'word' && isLeaf(element))
		return element.text.trim().replace(NO_DATE, '').replace(AT_MIDNIGHT, '$1');
	if (shape === undefined || typeof shape === 'string') return decodeUnknown(element);
	if ('fields' in shape) {
		const isText = isLeaf(element) && !isEmpty(element);
		return isText ? element.text : decodeRecord(element, shape.fields);
	}
	const entries = element.children.filter((child) => child.name === shape.each);
	// A list in another form passes through like an unknown element.
	if (entries.length === 0 && !isEmpty(element)) return decodeUnknown(element);
	return entries.filter((child) => !isEmpty(child)).map((child) => decodeEntry(child, shape.of));
}

function decodeEntry(element: Element, of: ListShape['of']): Value {
	if (of === 'number') return decodeNumeric(element);
	return of === 'word' ? element.text.trim() : decodeRecord(element, of);
}

const decodeUnknown = (element: Element): Value =>
	isLeaf(element) ? element.text : decodeRecord(element, NO_SHAPE);

const isLeaf = (element: Element): boolean => element.children.length === 0;

// An element without content counts as absent (§2.1).
const isEmpty = (element: Element): boolean => isLeaf(element) && element.text.trim() === '';

function appendTo(list: Value[], value: Value): void {
	if (!Array.isArray(value)) list.push(value);
	else for (const entry of value) list.push(entry);
}

/** The value of a field, or of a nested one (`client/organization`), which lists may show without its parent. */
export function valueAt(record: BillingRecord, path: string): Value | undefined {
	const [name = '', inner] = path.split('/');
	const value = record[name];
	if (inner === undefined) return value;
	return (isObject(value) ? value[inner] : undefined) ?? record[inner];
}
