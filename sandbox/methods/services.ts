import { SERVICE } from '../catalogue/goods.ts';
import { createGoods, getGoods, listGoods, updateGoods } from '../catalogue/methods.ts';
import { deleteMethod } from '../deletion.ts';
import type { Methods } from '../method.ts';

/** The methods of §4.8 on services. */
export const services: Methods = {
	createService: createGoods(SERVICE),
	updateService: updateGoods(SERVICE),
	deleteService: deleteMethod('service', 'service_id', 'Service id is invalid.'),
	getService: getGoods(SERVICE),
	listService: listGoods(SERVICE),
};
