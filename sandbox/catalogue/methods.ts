import { answer, element } from '../answer.ts';
import { wordAt } from '../element.ts';
import { listRecord } from '../listRecord.ts';
import { answerList, decimalFilter, filterPaths, filtersOf, statusFilter } from '../lists.ts';
import type { Call, Method } from '../method.ts';
import { ownRecord } from '../ownership.ts';
import type { GoodsRow } from '../store/rows.ts';
import { goodsFields, goodsPaths, readGoodsValues, type Goods } from './goods.ts';

/** The method that creates products or services (§4.8). */
export function createGoods(goods: Goods): Method {
	const { kind, quantity } = goods;
	return {
		elements: goodsPaths(goods),
		answer: (call) => {
			const { store, account, clock } = call;
			const defaults = { name: '', unit_cost: '0.00', quantity: quantity.default, description: '' };
			const values = readGoodsValues(call, goods, defaults);
			const id = store.insert(kind, {
				account_id: account.id,
				...values,
				date: clock.now(),
				status: 'Active',
			});
			return answer(element(`${kind}_id`, id));
		},
	};
}

/** The method that updates one of them. What the request leaves out stays as it is. */
export function updateGoods(goods: Goods): Method {
	return {
		elements: [`${goods.kind}_id`, ...goodsPaths(goods)],
		answer: (call) => {
			const present = goodsAt(call, goods);
			call.store.update(goods.kind, present.id, readGoodsValues(call, goods, present));
			return answer();
		},
	};
}

/** The method that returns one of them. */
export function getGoods(goods: Goods): Method {
	return {
		elements: [`${goods.kind}_id`],
		answer: (call) => answer(element(goods.kind, goodsFields(goods, goodsAt(call, goods)))),
	};
}

/** The method that lists them. */
export function listGoods(goods: Goods): Method {
	const { kind, cost } = goods;
	const summary = [`${kind}_id`, `${kind}_name`, 'unit_cost', 'status'];
	return {
		elements: filterPaths(`${kind}_id`, 'item_name', 'item_cost', 'item_status'),
		answer: (call) =>
			answerList<GoodsRow>(call, {
				table: kind,
				conditions: [
					statusFilter(call.request, 'item_status', `${kind}.status`),
					...filtersOf(call.request, {
						[`${kind}_id`]: `${kind}.id = ?`,
						item_name: `${kind}.name = ? COLLATE NOCASE`,
					}),
					...decimalFilter(call.request, 'item_cost', `${kind}.unit_cost`, cost.message),
				],
				wrapper: `${kind}s`,
				count: 'total_records',
				record: (row) => listRecord(call.listRecords, kind, goodsFields(goods, row), summary),
			}),
	};
}

function goodsAt(call: Call, { kind }: Goods): GoodsRow {
	return ownRecord<GoodsRow>(call, kind, wordAt(call.request, `${kind}_id`));
}
