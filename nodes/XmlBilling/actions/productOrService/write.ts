import { findByKey } from '../../transport/listed';
import type { Body } from '../../xml/request';
import { productRecord, serviceRecord, type KnownRecord, type ResentRecord } from '../../records';
import { isSameText, textOf, type BillingRecord } from '../../xml/shape';
import { quote } from '../../xml/values';
import { keepsOthers, keep } from '../common/resendUnchanged';
import { createdInRun, createInRun, keyOf, type Creation } from '../../guards/createdInRun';
import type { ItemContext } from '../../engine/itemContext';
import { option, written, writtenRecord } from '../common/standard';

/** What products and services differ in (§4.8). */
export interface Goods {
	readonly type: KnownRecord & ResentRecord;
	readonly create: string;
	readonly update: string;
}

export const PRODUCT: Goods = { type: productRecord, create: 'createProduct', update: 'updateProduct' };
export const SERVICE: Goods = { type: serviceRecord, create: 'createService', update: 'updateService' };

/** Creates a product or a service, or returns the active one that has its name where the user chose that. */
export const createGoods = (goods: Goods) => async (item: ItemContext) => {
	const body = item.body();
	const isReturned = option(item, 'ifExists') === 'existing';
	const found = isReturned ? await findActive(item, goods, textOf(body['name'])) : undefined;
	const id = found === undefined ? createdInRun(item, creationOf(goods, body)) : idIn(goods, found);
	// The service itself refuses a name that is in use (§4.8).
	if (id === undefined || !isReturned) return await create(item, goods, body);
	return [await writtenRecord(item, goods.type, id, 'existing')];
};

/** Updates the active product or service that has a name, or creates it. */
export const upsertGoods = (goods: Goods) => async (item: ItemContext) => {
	const body = item.body();
	const found = await findActive(item, goods, textOf(body['name']));
	const id = found === undefined ? createdInRun(item, creationOf(goods, body)) : idIn(goods, found);
	if (id === undefined) return await create(item, goods, body);
	// The name that it was found by stays as it is written.
	const name = textOf(found === undefined ? body['name'] : found[goods.type.knownBy.field]);
	const given = { ...body, [goods.type.id]: String(id), name };
	const current = keepsOthers(item) ? await item.api.get(goods.type, id) : {};
	await item.api.call(goods.update, keep(item, goods.type, given, current, goods.type.resent));
	return [await writtenRecord(item, goods.type, id, 'updated')];
};

const creationOf = ({ type, create: method }: Goods, body: Body): Creation => ({
	keys: [keyOf(type.name, 'name', body['name'])],
	method,
	body,
});

const idIn = ({ type }: Goods, record: BillingRecord): number => Number(record[type.id]);

/** The one active record with a name. Several are an error that names them. */
async function findActive(
	item: ItemContext,
	{ type }: Goods,
	name: string,
): Promise<BillingRecord | undefined> {
	const found = await findByKey(item.api, type, name.trim());
	if (found.length <= 1) return found[0];
	throw item.problem(
		`There is more than one ${type.label} with this name: IDs ${found.map((record) => textOf(record[type.id])).join(', ')}`,
		`Nothing was changed. The name is ${quote(name.trim())}. Work with one of them by ID, or give them different names.`,
	);
}

async function create(item: ItemContext, goods: Goods, body: Body) {
	const send = async () => {
		const answer = await item.api.call(goods.create, body).catch(async (error: Error) => {
			throw await explained(item, goods, textOf(body['name']), error);
		});
		return await written(item, goods.type, answer, 'created');
	};
	return await createInRun(item, creationOf(goods, body), send, ([record]) => record?.[goods.type.id]);
}

/** The service itself refuses a name that is in use, also by an archived record (§4.8): the error then names the record. */
async function explained(item: ItemContext, goods: Goods, name: string, error: Error): Promise<Error> {
	const isInUse = NAME_IN_USE.test(error.message.trim());
	// Where the record cannot be found just now, the service's own words say what is wrong.
	const owner = isInUse ? await findOwner(item, goods, name).catch(() => undefined) : undefined;
	if (owner === undefined) return error;
	const isArchived = isSameText(owner['status'], 'Archive');
	return item.problem(
		`A ${goods.type.label} with this name exists already: ID ${idIn(goods, owner)}${isArchived ? ', which is archived' : ''}`,
		`Nothing was created. The name is ${quote(name.trim())}. ${
			isArchived
				? 'Choose another name, or work with the archived one by its ID.'
				: 'Under Options, If Name Exists decides what happens then.'
		}`,
	);
}

const NAME_IN_USE = /^(Product|Service)-.* already exists\.?$/is;

async function findOwner(
	{ api: api }: ItemContext,
	{ type }: Goods,
	name: string,
): Promise<BillingRecord | undefined> {
	for (const status of ['Active', 'Archive']) {
		const [found] = await findByKey(api, type, name.trim(), { item_status: status });
		if (found !== undefined) return found;
	}
	return undefined;
}
