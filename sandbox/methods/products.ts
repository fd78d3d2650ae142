import { PRODUCT } from '../catalogue/goods.ts';
import { createGoods, getGoods, listGoods, updateGoods } from '../catalogue/methods.ts';
import { deleteMethod } from '../deletion.ts';
import type { Methods } from '../method.ts';

/** The methods of §4.8 on products. */
export const products: Methods = {
	createProduct: createGoods(PRODUCT),
	updateProduct: updateGoods(PRODUCT),
	deleteProduct: deleteMethod('product', 'product_id', 'Product id is invalid.'),
	getProduct: getGoods(PRODUCT),
	listProduct: listGoods(PRODUCT),
};
