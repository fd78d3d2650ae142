import type { Values } from './documents.ts';

/** A line over 1.00, with every element that an add or update item method asks for. */
const PLAIN_LINE: Values = {
	name: 'Line',
	type: 'Product',
	unit_cost: '1',
	quantity: '1',
	discount: '0',
	discount_type: 'Percent',
};

/** The elements of a request's lines: for each what it says, over a plain line over 1.00. */
export function lines(...wanted: readonly Values[]): Record<string, string> {
	return Object.fromEntries(
		wanted.flatMap((line, index) =>
			Object.entries({ ...PLAIN_LINE, ...line }).map(([name, text]) => [
				`items/item[${index}]/${name}`,
				text,
			]),
		),
	);
}

/** An element as often as there are texts for it. */
export function repeated(name: string, texts: readonly string[]): Record<string, string> {
	return Object.fromEntries(texts.map((text, index) => [`${name}[${index}]`, text]));
}
