import { columns, leaves } from '../answer.mts';
import type { Field } from '../fields/field.mts';
import { amountFilter, filter, statusFilter } from '../fields/filters.mts';
import { checked, decimal, text, type Options } from '../fields/kinds.mts';
import { listMethod } from '../lists.mts';
import type { Methods } from '../method.mts';
import { isTaken, labelOf } from '../ownership.mts';
import { createMethod, deleteMethod, getMethod, recordType, updateMethod } from '../records.mts';
import { reject } from '../rejection.mts';
import type { GoodsRow } from '../store/rows.mts';
import type { Store } from '../store/store.mts';

/** How products and services differ. */
interface Goods {
	kind: 'product' | 'service';
	name: 'Product' | 'Service';
	example: string;
	cost: Field;
	/** The number of products, or the unit of a service. */
	quantity: Field;
	noQuantity: string;
}

const key = 'unit_cost';
const description = text('description', 'Matt, "A2"\n<recycled> & more');

/** The vendor's list. Its own example writes `minutes`, so any letter case is taken, and saved as here. */
const UNITS = ['Hour', 'Month', 'Minutes', 'Year', 'Day', 'Basic'];

/** The methods of §4.8. A product's quantity is a decimal; a service's unit is one of the vendor's list. */
export const goods: Methods = {
	...methodsOf({
		kind: 'product',
		name: 'Product',
		example: 'Poster & <frame>',
		cost: decimal('unitcost', '19.99', 'Unit cost is invalid.', { key }),
		quantity: decimal('quantity', '12.50', 'Quantity is invalid.', { least: 0n }),
		noQuantity: '0.00',
	}),
	...methodsOf({
		kind: 'service',
		name: 'Service',
		example: 'Retouching & <proofs>',
		cost: decimal('cost', '85.50', 'Cost is invalid.', { key }),
		quantity: checked(
			'unit',
			'Hour',
			{ message: 'Unit is invalid.', wrong: 'Hours' },
			(unit) => UNITS.find((known) => known.toLowerCase() === unit.toLowerCase()),
			{ key: 'quantity' },
		),
		noQuantity: '',
	}),
};

function methodsOf({ kind, name, example, cost, quantity, noQuantity }: Goods): Methods {
	const type = recordType('4.8', kind);
	const fields = (options: Options) => [uniqueName(kind, example, options), cost, quantity, description];
	const toOutput = (names: string) => (_: Store, row: GoodsRow) => {
		const first = { [`${kind}_id`]: row.id, [`${kind}_name`]: row.name };
		return leaves({ ...first, ...columns(row, names) });
	};
	return {
		[`create${name}`]: createMethod(
			type,
			fields({ required: { message: 'Please provide valid data.' } }),
			({ clock }) => ({
				unit_cost: '0.00',
				quantity: noQuantity,
				date: clock.now(),
				status: 'Active',
			}),
		),
		[`update${name}`]: updateMethod(type, fields({})),
		[`delete${name}`]: deleteMethod(type),
		[`get${name}`]: getMethod(type, kind, toOutput('unit_cost quantity description date status')),
		[`list${name}`]: listMethod({
			...type,
			path: `${kind}s/${kind}`,
			filters: [
				statusFilter('item_status', `${kind}.status`),
				filter(`${kind}_id`, `{${kind}}`, `${kind}.id = ?`),
				filter('item_name', `{${kind}Name}`, `${kind}.name = ? COLLATE NOCASE`),
				amountFilter('item_cost', `{${kind}Cost}`, `${kind}.unit_cost`, cost.wrong?.message ?? ''),
			],
			// The vendor documents lists without a description.
			fields: toOutput('unit_cost quantity date status'),
			summary: [`${kind}_id`, `${kind}_name`, 'unit_cost', 'status'],
		}),
	};
}

function uniqueName(kind: Goods['kind'], example: string, options: Options): Field {
	const name = text('name', example, options);
	const taken = (wanted: string) => reject(`${labelOf(kind)}- [${wanted}] already exists.`);
	return { ...name, read: (wanted, call) => (isTaken(call, kind, 'name', wanted) ? taken(wanted) : wanted) };
}
