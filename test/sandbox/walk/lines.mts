import type { Values } from './documents.mts';

/** A line over 1.00, with every element that an add or update item method asks for. */
const PLAIN_LINE: Values = {
	name: 'Line',
	type: 'Product',
	unit_cost: '1',
	quantity: '1',
	discount: '0',
	discount_type: 'Percent',
};

/** The elements of a request's lines: the value of each, on top of a plain line of 1.00. */
export function lines(...wanted: readonly Values[]): Record<string, string> {
	const whole = wanted.map((line) => ({ ...PLAIN_LINE, ...line }));
	return groups('items/item', whole);
}

/** A group of elements as often as there are values for it. */
export function groups(path: string, wanted: readonly Values[]): Record<string, string> {
	const entries = wanted.flatMap((values, index) =>
		Object.entries(values).map(([name, text]): [string, string] => [`${path}[${index}]/${name}`, text]),
	);
	return Object.fromEntries(entries);
}

/** An element as often as there are texts for it. */
export function repeated(name: string, texts: readonly string[]): Record<string, string> {
	return Object.fromEntries(texts.map((text, index) => [`${name}[${index}]`, text]));
}
