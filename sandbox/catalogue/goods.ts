import { leaves, type Output } from '../answer.ts';
import { textAt, wordAt } from '../element.ts';
import type { Call } from '../method.ts';
import { labelOf } from '../ownership.ts';
import { reject } from '../rejection.ts';
import type { GoodsRow } from '../store/rows.ts';
import { isTaken } from '../uniqueness.ts';
import { decimalOr } from '../values/decimal.ts';

/** What products and services differ in: the elements of a request (§4.8). */
export interface Goods {
	kind: 'product' | 'service';
	cost: { element: string; message: string };
	/** How much of it there is, or the unit that it is charged in: what a new one gets by default, and how a word is checked. */
	quantity: { element: string; default: string; read: (word: string) => string };
}

export type GoodsValues = Pick<GoodsRow, 'name' | 'unit_cost' | 'quantity' | 'description'>;

/** A product: its quantity is a decimal. */
export const PRODUCT: Goods = {
	kind: 'product',
	cost: { element: 'unitcost', message: 'Unit cost is invalid.' },
	quantity: {
		element: 'quantity',
		default: '0.00',
		read: (word) => decimalOr(word, '', 'Quantity is invalid.', 0n),
	},
};

/** A service: any unit will do that is not a number. */
export const SERVICE: Goods = {
	kind: 'service',
	cost: { element: 'cost', message: 'Cost is invalid.' },
	quantity: {
		element: 'unit',
		default: '',
		read: (word) => (word !== '' && !Number.isNaN(Number(word)) ? reject('Unit is invalid.') : word),
	},
};

/** The elements of a product or a service that requests fill. */
export function goodsPaths({ cost, quantity }: Goods): string[] {
	return ['name', cost.element, quantity.element, 'description'];
}

/**
 * The values of a product or a service. What the request leaves out, or sends empty, is taken from the defaults. Throws a
 * Rejection with the message of §7.1, also when another one of the account has the name.
 */
export function readGoodsValues(
	call: Call,
	{ kind, cost, quantity }: Goods,
	defaults: GoodsValues & { id?: number },
): GoodsValues {
	const { request } = call;
	const name = textAt(request, 'name') || defaults.name;
	if (name === '') reject('Please provide valid data.');
	if (isTaken(call, kind, 'name', name, defaults.id)) reject(`${labelOf(kind)}- [${name}] already exists.`);
	return {
		name,
		unit_cost: decimalOr(wordAt(request, cost.element), defaults.unit_cost, cost.message),
		quantity: quantity.read(wordAt(request, quantity.element)) || defaults.quantity,
		description: textAt(request, 'description') || defaults.description,
	};
}

/** The fields of a product or a service as its get method returns them (§2.2). */
export function goodsFields({ kind }: Goods, goods: GoodsRow): Output[] {
	const { id, name, unit_cost, quantity, description, date, status } = goods;
	return leaves({
		[`${kind}_id`]: id,
		[`${kind}_name`]: name,
		unit_cost,
		quantity,
		description,
		date,
		status,
	});
}
