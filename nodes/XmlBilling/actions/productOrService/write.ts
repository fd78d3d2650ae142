import { findByKey } from '../../lookup/findByKey';
import { productRecord, serviceRecord, type KnownRecord, type UpdatableRecord } from '../../records';
import { isSameStatus } from '../../xml/identity';
import { textOf, type BillingRecord } from '../../xml/shape';
import { quote } from '../../xml/values';
import { createUnlessExists, findInUse, recognizedBy } from '../common/duplicates';
import { updateUnlessSame } from '../common/updateKept';
import { failureOfWrite } from '../../transport/failures';
import { recordKey } from '../../execution/ledger';
import { type ItemContext, option } from '../../execution/item';
import type { Prepared } from '../../execution/operation';
import { createRecord } from '../../execution/recordWrites';

/** The differences between products and services (§4.8). */
interface Goods {
	readonly type: KnownRecord & UpdatableRecord;
	readonly create: string;
	readonly update: string;
}

export const PRODUCT: Goods = { type: productRecord, create: 'createProduct', update: 'updateProduct' };
export const SERVICE: Goods = { type: serviceRecord, create: 'createService', update: 'updateService' };

/** Creates a product or a service, or returns the active one with its name if the option says so. */
export const createGoods =
	(goods: Goods) =>
	async (item: ItemContext): Promise<Prepared> => {
		const create = creationOf(item, goods);
		if (option(item, 'ifExists') === 'existing') {
			const find = async () => {
				const found = await findActive(item, goods);
				return found && idIn(goods, found);
			};
			const recognition = { ...recognizedBy(item, goods.type), find, keys: create.once };
			return await createUnlessExists(item, goods.type, recognition, create);
		}
		// The service rejects a name that is in use (§4.8), but may take another spelling of it (people).
		const owner = await findActive(item, goods);
		if (owner !== undefined) throw nameInUse(item, goods, owner);
		return create;
	};

/** Updates the active product or service with a name, if anything changes, or creates it. */
export const upsertGoods =
	(goods: Goods) =>
	async (item: ItemContext): Promise<Prepared> => {
		const found = await findActive(item, goods);
		if (found === undefined) return creationOf(item, goods);
		// The record keeps the case of its name.
		const body = { ...item.body, name: textOf(found[goods.type.knownBy.field]) };
		return await updateUnlessSame(item, goods.type, goods.update, idIn(goods, found), body);
	};

const creationOf = (item: ItemContext, goods: Goods) => ({
	...createRecord(item, goods.type),
	method: goods.create,
	explain: (error: Error) => explained(item, goods, error),
	once: [recordKey(goods.type.name, 'name', item.body['name'])],
});

const nameIn = ({ body }: ItemContext): string => textOf(body['name']).trim();

const idIn = ({ type }: Goods, record: BillingRecord): number => Number(record[type.id]);

/** The one active record with the name of an item. Throws an error that names them if there are several. */
async function findActive(item: ItemContext, { type }: Goods): Promise<BillingRecord | undefined> {
	await item.turn(type.name);
	return await findInUse(item, type, nameIn(item));
}

/** The service rejects a name that any record has, even an archived one (§4.8). Returns an error that names the record. */
async function explained(item: ItemContext, goods: Goods, error: Error): Promise<Error> {
	const { kind, status } = failureOfWrite(error) ?? {};
	const isInUse = NAME_IN_USE.test(error.message.trim()) || (kind === 'bare' && status === 400);
	// If the record can't be found, the service's own message is kept. Without one, the name may still be the reason.
	const owner = isInUse ? await findOwner(item, goods).catch(() => undefined) : undefined;
	return owner === undefined ? error : nameInUse(item, goods, owner);
}

function nameInUse(item: ItemContext, goods: Goods, owner: BillingRecord): Error {
	const isArchived = isSameStatus(owner['status'], 'Archive');
	return item.problem(
		`A ${goods.type.label} with this name already exists: ID ${idIn(goods, owner)}${isArchived ? ', which is archived' : '; to use that one, set Options › If Name Exists to return it'}`,
		`The name is ${quote(nameIn(item))}. Choose another name${isArchived ? ', or use the archived one by its ID' : ''}.`,
	);
}

const NAME_IN_USE = /^(Product|Service)-.* already exists\.?$/is;

async function findOwner(item: ItemContext, { type }: Goods): Promise<BillingRecord | undefined> {
	for (const status of ['Active', 'Archive']) {
		const { same } = await findByKey(item.api, type, nameIn(item), [{ item_status: status }]);
		if (same[0] !== undefined) return same[0];
	}
	return undefined;
}
