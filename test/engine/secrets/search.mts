import { types } from 'node:util';
import { MARKS, withoutNames } from './marks.mts';

/** A trigger saves the amounts of watched records, some of which end like typed ones. */
const MARKS_IN_STATE = [MARKS.token, MARKS.raw, MARKS.records];

/** How much was searched so far. */
export const searched = { texts: 0, characters: 0 };

/** Looks for marks in a text. Returns each match with its context, for a message. */
export function search(text: string, marks: readonly RegExp[]): string[] {
	searched.texts += 1;
	searched.characters += text.length;
	return marks.flatMap((mark) => {
		const found = mark.exec(text);
		return found ? `…${text.slice(Math.max(0, found.index - 60), found.index + 100)}…` : [];
	});
}

/**
 * Looks for marks in everything reachable from a value: the token is forbidden everywhere, pages and values only
 * where they are not the requested data.
 */
export const searchIn = (root: unknown): string[] =>
	[...textsIn(root)].flatMap(({ path, text }) => {
		const found = isOwnData(path)
			? search(text, [MARKS.token])
			: search(withoutNames(text), path.includes('state') ? MARKS_IN_STATE : Object.values(MARKS));
		return found.map((part) => `${path.join('.')}: ${part}`);
	});

/** Values from the form of the node, or from an item or its hints, which n8n keeps beside it and logs nowhere. An error item is not data. */
function isOwnData(path: readonly string[]): boolean {
	const at = path.lastIndexOf('json');
	const isError = path.length === at + 2 && ['error', 'message'].includes(path[at + 1] ?? '');
	return path.includes('parameters') || path.includes('hints') || (at >= 0 && !isError);
}

/** A text that can be reached from a value, and the path to it. */
export interface Found {
	path: readonly string[];
	text: string;
}

// Far more than an execution holds: the walk has left it.
const MOST_OBJECTS = 500_000;
const OF_FUNCTIONS = ['prototype', 'length', 'name', 'arguments', 'caller'];

/**
 * Every text that can be reached from a value: through hidden properties and symbols, getters, causes of errors,
 * maps, sets and bytes. Property names are texts too. Each object is visited once.
 */
export function* textsIn(root: unknown): Generator<Found> {
	const seen = new Set<object>();
	const open: Array<{ path: readonly string[]; value: unknown }> = [{ path: [], value: root }];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		const { path, value } = next;
		if (typeof value === 'symbol') yield { path, text: value.description ?? '' };
		if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
			yield { path, text: String(value) };
		if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value))
			continue;
		seen.add(value);
		if (seen.size > MOST_OBJECTS) throw new Error(`The walk has come astray at ${path.join('.')}`);
		if (ArrayBuffer.isView(value)) {
			const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
			yield { path, text: bytes.toString('utf8') };
			yield { path, text: bytes.toString('utf16le') };
			continue;
		}
		for (const [name, part] of partsOf(value)) {
			yield { path, text: name };
			open.push({ path: [...path, name], value: part });
		}
	}
}

function* partsOf(value: object): Generator<[name: string, part: unknown]> {
	if (types.isMap(value)) {
		for (const [key, part] of value) {
			yield ['key', key];
			yield [String(key), part];
		}
	}
	if (types.isSet(value)) for (const part of value) yield ['entry', part];
	if (types.isProxy(value)) yield ['proxy', undefined];
	for (const key of keysOf(value)) {
		if (typeof value === 'function' && OF_FUNCTIONS.includes(String(key))) continue;
		yield [String(key), read(value, key)];
	}
}

/** The names of a value's own properties, and of the getters that it inherits. */
function keysOf(value: object): Array<string | symbol> {
	const keys = Reflect.ownKeys(value);
	for (
		let prototype: unknown = Object.getPrototypeOf(value);
		typeof prototype === 'object' && prototype !== null && Object.getPrototypeOf(prototype) !== null;
		prototype = Object.getPrototypeOf(prototype)
	) {
		const inherited = Object.entries(Object.getOwnPropertyDescriptors(prototype));
		keys.push(...inherited.filter(([, descriptor]) => 'get' in descriptor).map(([name]) => name));
	}
	return keys;
}

// A getter may be made for other values than this one.
function read(value: object, key: string | symbol): unknown {
	try {
		return Reflect.get(value, key);
	} catch {
		return undefined;
	}
}
