import type { SQLInputValue } from 'node:sqlite';
import { formatThousandths, parseThousandths } from './amounts.mts';
import type { Call } from './call.mts';
import { findOwnRecord, labelOf, ownRecord, type Kind } from './ownership.mts';
import { reject } from './rejection.mts';
import type { Values } from './store.mts';
import { capitalized, isDate } from './values.mts';
import { elementsAt, filledAt, textAt, type Answer, type Element } from './xml.mts';

export interface Method {
	/** The section that describes it, without the §. */
	section: string;
	elements: Elements;
	/** The paths in its answer; '' for an empty answer, `text()` for an identifier without an element. */
	answers: string;
	/** Answers a call whose elements have been checked. May still throw a Rejection. Runs inside a transaction. */
	run: (call: Call) => Answer;
}

export type Methods = Readonly<Record<string, Method>>;

/** How a request is refused (§7.1). */
interface Refusal {
	message: string;
	/** 400 by default. */
	status?: number;
}

/** One element that a method takes. Its example may hold placeholders for identifiers, such as `{client}`. */
export interface Field {
	/** The path below `request`, or below the element of its group. */
	path: string;
	/** The name of its value: mostly the column that it fills. */
	key: string;
	example: string;
	/** How the example comes back: as it is by default, not at all when null. */
	returned?: string | null;
	/**
	 * The refusal when the element is missing or empty. `mayBeEmpty`: only when it is missing, since some rules on lines
	 * distinguish the two (§4.2).
	 */
	required?: Refusal & { mayBeEmpty?: boolean };
	/** A text that is refused, and how. */
	wrong?: Refusal & { text: string };
	repeats?: boolean;
	/** Blanks around the text belong to it. */
	keepsBlanks?: boolean;
	/** The method does not take the element, yet refuses a wrong one (§7.1). */
	isOnlyChecked?: boolean;
	/** A filter: the condition on records, and the one that holds when the filter is left out. */
	sql?: string;
	otherwise?: string;
	/** The value of a text that is not empty; undefined when it counts as left out. Throws a Rejection when it is wrong. */
	read: (text: string, call: Call) => SQLInputValue | undefined;
}

/** The elements inside one that may be sent several times, such as the lines of an invoice. */
export interface Group {
	group: string;
	fields: readonly Field[];
	/** The refusal when there is none. */
	required?: Refusal;
	/** The refusal when there are more than four (§8). */
	fourAtMost?: string;
	/** Elements without any text count as not sent. */
	skipsEmpty?: boolean;
}

/** What a method takes, in the order in which it is checked. */
export type Elements = ReadonlyArray<Field | Group>;

export type FlatField = Field & { group?: string };

export function flatten(elements: Elements): FlatField[] {
	return elements.flatMap((one) =>
		'group' in one
			? one.fields.map((field) => ({ ...field, path: `${one.group}/${field.path}`, group: one.group }))
			: one,
	);
}

/** What a field may have besides its path and its example. */
type Options = Partial<Omit<Field, 'path' | 'example' | 'read'>>;

/** A field whose texts are read by a function. */
export function field(path: string, example: string, read: Field['read'], options: Options = {}): Field {
	return { path, key: path.slice(path.lastIndexOf('/') + 1), example, read, ...options };
}

export function text(path: string, example: string, options: Options = {}): Field {
	return field(path, example, (found) => found, { keepsBlanks: true, ...options });
}

/** Any text without the blanks around it. */
export function word(path: string, example: string, options: Options = {}): Field {
	return text(path, example, { keepsBlanks: false, ...options });
}

/** One of some words; another word counts as left out. */
export function oneOf(path: string, example: string, words: readonly string[], options: Options = {}): Field {
	return field(path, example, (found) => words.find((one) => one === found), options);
}

/** The refusal of a wrong text: by the name of its element, unless the interface has other words (§7.1). `required` has the same by default. */
type Refusals = Partial<Refusal> & { required?: Partial<NonNullable<Field['required']>> };
type CheckedOptions = Omit<Options, 'required'> & Refusals;

/** One of some words, in this case. */
export function oneWord(
	path: string,
	example: string,
	words: readonly string[],
	options: CheckedOptions = {},
	wrong = 'percent',
): Field {
	return checked(path, example, wrong, (found) => words.find((one) => one === found), options);
}

/** A text that a function parses. Others, such as `wrong`, are refused. */
export function checked(
	path: string,
	example: string,
	wrong: string,
	parse: (text: string, call: Call) => SQLInputValue | undefined,
	{ message = invalid(path), status, required, ...options }: CheckedOptions = {},
): Field {
	const read: Field['read'] = (found, call) => parse(found, call) ?? reject(message, status);
	return field(path, example, read, {
		wrong: { text: wrong, message, status },
		...(required && { required: { message, status, ...required } }),
		...options,
	});
}

/** Such as `Billing rate is invalid.` for `billing_rate`. */
const invalid = (path: string): string =>
	`${capitalized(path.slice(path.lastIndexOf('/') + 1).replaceAll('_', ' '))} is invalid.`;

/** A decimal with at most two places (§2.1). `least` is its minimum, in hundredths. `ofLine`: a quirk takes three. */
export function decimal(
	path: string,
	example: string,
	{ least, ofLine, ...options }: CheckedOptions & { least?: bigint; ofLine?: true } = {},
): Field {
	const parse = (found: string, { quirks }: Call) => {
		const value = parseThousandths(found, ofLine && quirks.includes('threePlaces') ? 3 : 2);
		const isBelow = value !== undefined && least !== undefined && value < least * 10n;
		return value === undefined || isBelow ? undefined : formatThousandths(value);
	};
	return checked(path, example, least === undefined ? '1.005' : '-1', parse, options);
}

export function date(path: string, example: string, options: CheckedOptions = {}): Field {
	return checked(path, example, '2026-02-30', (found) => (isDate(found) ? found : undefined), options);
}

const EMAIL = /^[^\s@<>]+@[^\s@<>.]+(\.[^\s@<>.]+)+$/;

export function email(path: string, example: string, options: CheckedOptions = {}): Field {
	const parse = (found: string) => (EMAIL.test(found) ? found : undefined);
	return checked(path, example, 'zoe@', parse, { message: 'Email is invalid.', ...options });
}

/** The identifier of one of the account's own records. */
export function own(path: string, example: string, kind: Kind, options: CheckedOptions = {}): Field {
	const parse = (found: string, call: Call) => findOwnRecord(call, kind, found)?.id;
	return checked(path, example, '{unknown}', parse, options);
}

/** The record that the method acts on, refused as ownRecord does (§5). It becomes the call's `id`. */
export function target(kind: Kind, path: string, example = `{${kind}}`): Field {
	const message = `${labelOf(kind)} id is invalid.`;
	const read: Field['read'] = (found, call) => void (call.id = ownRecord(call, kind, found).id);
	return field(path, example, read, {
		returned: null,
		required: { message },
		wrong: { text: 'abc', message },
	});
}

/** The identifiers of the records that a method acts on one by one. A request without any is refused with the message. */
export function several(path: string, example: string, message: string): Field {
	return word(path, example, { required: { message }, repeats: true });
}

/** A filter of a list, with the condition that its value fills. A word that fits no record finds nothing. */
export function filter(name: string, example: string, sql: string, options: Options = {}): Field {
	return word(`filter/${name}`, example, { sql, ...options });
}

/** The filter by a status; records are Active when it is left out. */
export function statusFilter(name: string, column: string): Field {
	return filter(name, 'Active', hasStatus(column), { otherwise: `${column} = 'Active'` });
}

/** The condition on a record status: Archive and Archived mean the same, and so do Delete and Deleted. The vendor uses all. */
export const hasStatus = (column: string): string => `${plain(column)} = ${plain('?')}`;

const plain = (sql: string): string => `replace(replace(${sql}, 'Archived', 'Archive'), 'Deleted', 'Delete')`;

/** The filters date_from and date_to, both days included. */
export function dateFilters(column: string): Field[] {
	return [
		date('filter/date_from', '2000-01-01', { message: 'Date is invalid.', sql: `${column} >= ?` }),
		date('filter/date_to', '2099-12-31', { message: 'Date is invalid.', sql: `${column} <= ?` }),
	];
}

/** The elements that order a list of documents (§4.3). Words that are not listed count as left out. */
export const ORDER: readonly Field[] = [
	word('filter/sort_column', 'date'),
	oneOf('filter/sort_order', 'asc', ['asc', 'desc']),
];

/** More than any list has, and small enough for exact offsets: larger paging values count as this. */
const LARGEST = 1e12;

const wholeNumber = (text: string) =>
	/^0*[1-9]\d*$/.test(text) ? Math.min(Number(text), LARGEST) : undefined;

/** The elements that page a list (§4.1). */
export const PAGING: readonly Field[] = [
	checked('filter/per_page_record', '100', '0', wholeNumber),
	checked('filter/page', '1', '0', wholeNumber),
];

/** Additional charges of an invoice (§4.3). */
export const CHARGES: Group = {
	group: 'additional_charges/additional_charge',
	skipsEmpty: true,
	fields: [
		text('name', 'Shipping'),
		oneWord('type', 'Fixed', ['Percent', 'Fixed'], { message: 'Charge type is invalid.' }),
		decimal('amount', '7.25', { message: 'Charge amount is invalid.' }),
	],
};

/** Custom fields, which no method returns (§4.3, §4.6): they are checked, and not kept. */
export const CUSTOM_FIELDS: Group = {
	group: 'custom_fields/custom_field',
	skipsEmpty: true,
	fourAtMost: 'Custom fields are limited to four.',
	fields: [text('label', 'Cost centre', { returned: null }), text('value', '0042', { returned: null })],
};

/** Additional contacts of a client: so are these (§4.6). */
export const CONTACTS: Group = {
	group: 'additional_contacts/contact',
	skipsEmpty: true,
	fields: [
		text('a_name', 'Second Contact', { key: 'name', returned: null }),
		email('a_email', 'second@ships.example', { key: 'email', returned: null }),
	],
};

/**
 * Checks a request against the elements of its method and puts their values into the call. No other place checks single
 * elements. Throws a Rejection for the first one that is wrong.
 */
export function readElements(call: Call, elements: Elements): void {
	for (const one of elements) {
		if ('group' in one) call.groups[one.group] = readGroup(call, one);
		else if (one.repeats) call.lists[one.key] = readRepeated(call, one);
		else readField(call, call.request, one, call.values);
	}
}

function readGroup(call: Call, { group, fields, required, skipsEmpty, fourAtMost }: Group): Values[] {
	const found = (skipsEmpty ? filledAt : elementsAt)(call.request, group);
	if (required && found.length === 0) reject(required.message, required.status);
	if (fourAtMost !== undefined && found.length > 4) reject(fourAtMost);
	return found.map((element) => {
		const values: Values = {};
		for (const field of fields) readField(call, element, field, values);
		return values;
	});
}

function readRepeated(call: Call, { path, required, read }: Field) {
	const sent = elementsAt(call.request, path).map(({ text }) => text.trim());
	const texts = [...new Set(sent)].filter((text) => text !== '');
	if (required && texts.length === 0) reject(required.message, required.status);
	return texts.flatMap((text) => read(text, call) ?? []);
}

function readField(call: Call, element: Element, field: Field, values: Values): void {
	const { path, key, required, keepsBlanks, isOnlyChecked, read } = field;
	const text = textAt(element, path);
	if (text === '') {
		const isSent = elementsAt(element, path).length > 0;
		if (required && !(required.mayBeEmpty && isSent)) reject(required.message, required.status);
		return;
	}
	const value = read(keepsBlanks ? text : text.trim(), call);
	if (value !== undefined && !isOnlyChecked) values[key] = value;
}
