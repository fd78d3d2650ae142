import type { SQLInputValue } from 'node:sqlite';
import type { Call } from '../call.mts';
import { findOwnRecord, labelOf, ownRecord, type Kind } from '../ownership.mts';
import { reject } from '../rejection.mts';
import { isDate } from '../values/date.mts';
import { formatThousandths, parseThousandths } from '../values/decimal.mts';
import type { Field } from './field.mts';

/** What a field may have besides its path and its example. */
export type Options = Partial<Omit<Field, 'path' | 'example' | 'read'>>;

/** A field whose texts are read by a function. */
export function field(path: string, example: string, read: Field['read'], options: Options = {}): Field {
	return { path, key: path.slice(path.lastIndexOf('/') + 1), example, read, ...options };
}

/** Any text, kept as it is. */
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

/** A text that a function parses. Others, such as `wrong`, are refused with the message. */
export function checked(
	path: string,
	example: string,
	{ message, wrong, status }: { message: string; wrong: string; status?: number },
	parse: (text: string, call: Call) => SQLInputValue | undefined,
	options: Options = {},
): Field {
	const read: Field['read'] = (found, call) => parse(found, call) ?? reject(message, status);
	return field(path, example, read, { wrong: { text: wrong, message, status }, ...options });
}

/** A decimal with at most two places (§2.1). `least` is its minimum, in hundredths. `ofLine`: a quirk takes three. */
export function decimal(
	path: string,
	example: string,
	message: string,
	options: Options & { least?: bigint; ofLine?: true } = {},
): Field {
	const { least, ofLine, ...others } = options;
	const parse = (found: string, { quirks }: Call) => {
		const value = parseThousandths(found, ofLine && quirks.includes('threePlaces') ? 3 : 2);
		const isBelow = value !== undefined && least !== undefined && value < least * 10n;
		return value === undefined || isBelow ? undefined : formatThousandths(value);
	};
	return checked(path, example, { message, wrong: least === undefined ? '1.005' : '-1' }, parse, others);
}

/** A day that exists. */
export function date(path: string, example: string, message: string, options: Options = {}): Field {
	const parse = (found: string) => (isDate(found) ? found : undefined);
	return checked(path, example, { message, wrong: '2026-02-30' }, parse, options);
}

const EMAIL = /^[^\s@<>]+@[^\s@<>.]+(\.[^\s@<>.]+)+$/;

/** An email address. */
export function email(path: string, example: string, options: Options = {}): Field {
	const refusal = { message: 'Email is invalid.', wrong: 'zoe@' };
	return checked(path, example, refusal, (found) => (EMAIL.test(found) ? found : undefined), options);
}

/** The identifier of one of the account's own records. Others are refused with the message. */
export function own(
	path: string,
	example: string,
	kind: Kind,
	message: string,
	{ status, ...options }: Options & { status?: number } = {},
): Field {
	const refusal = { message, wrong: '{unknown}', status };
	return checked(path, example, refusal, (found, call) => findOwnRecord(call, kind, found)?.id, options);
}

/** The record that the method acts on, refused as ownRecord does (§5). It becomes the call's `id`. */
export function target(kind: Kind, path: string, example: string, options: Options = {}): Field {
	const message = `${labelOf(kind)} id is invalid.`;
	const read: Field['read'] = (found, call) => void (call.id = ownRecord(call, kind, found).id);
	return field(path, example, read, {
		returned: null,
		required: { message },
		wrong: { text: 'abc', message },
		...options,
	});
}

/** The identifiers of the records that a method acts on one by one. A request without any is refused with the message. */
export function several(path: string, example: string, message: string): Field {
	return word(path, example, { required: { message }, repeats: true });
}
