import { findByKey } from '../../lookup/findByKey';
import type { KnownRecord, UpdatableRecord } from '../../records';
import { isSameStatus } from '../../xml/identity';
import { textOf, type BillingRecord } from '../../xml/shape';
import { quote } from '../../xml/values';
import { createUnlessExists, findInUse, recognizedBy } from '../common/duplicates';
import { createOrUpdate } from '../common/updateKept';
import { failureOf } from '../../transport/failures';
import { type ItemContext, option } from '../../execution/item';
import type { Prepared, Write } from '../../execution/operation';
import { createRecord } from '../../execution/recordWrites';

/** A product or a service (§4.8). */
type Goods = KnownRecord & UpdatableRecord;

/** Creates a product or a service, or returns the active one with its name if the option says so. */
export const createGoods =
	(type: Goods) =>
	async (item: ItemContext): Promise<Prepared> => {
		const recognition = recognizedBy(item, type);
		const create = creationOf(item, type);
		if (option(item, 'ifExists') === 'existing')
			return await createUnlessExists(item, type, recognition, create);
		// The service rejects a name that is in use (§4.8), but may take another spelling of it (people).
		await item.turn(type.name);
		const owner = await findInUse(item, type, nameIn(item));
		if (owner !== undefined) throw nameInUse(item, type, owner);
		return { ...create, once: recognition.keys };
	};

/** Updates the active product or service with a name, if anything changes, or creates it. */
export const upsertGoods =
	(type: Goods) =>
	(item: ItemContext): Promise<Prepared> =>
		createOrUpdate(item, type, creationOf(item, type));

const creationOf = (item: ItemContext, type: Goods): Write => ({
	...createRecord(item, type),
	explain: (error: Error) => explained(item, type, error),
});

const nameIn = ({ body }: ItemContext): string => textOf(body['name']).trim();

/** The service rejects a name that any record has, even an archived one (§4.8). Returns an error that names the record. */
async function explained(item: ItemContext, type: Goods, error: Error): Promise<Error> {
	const { kind, status } = failureOf(error) ?? {};
	const isInUse = NAME_IN_USE.test(error.message.trim()) || (kind === 'bare' && status === 400);
	// If the record can't be found, the service's own message is kept. Without one, the name may still be the reason.
	const owner = isInUse ? await findOwner(item, type).catch(() => undefined) : undefined;
	return owner === undefined ? error : nameInUse(item, type, owner);
}

function nameInUse(item: ItemContext, type: Goods, owner: BillingRecord): Error {
	const isArchived = isSameStatus(owner['status'], 'Archive');
	return item.problem(
		`A ${type.label} with this name already exists: ID ${textOf(owner[type.id])}${isArchived ? ', which is archived' : '; to use that one, set Options › If Name Exists to return it'}`,
		`The name is ${quote(nameIn(item))}. Choose another name${isArchived ? ', or use the archived one by its ID' : ''}.`,
	);
}

const NAME_IN_USE = /^(Product|Service)-.* already exists\.?$/is;

async function findOwner(item: ItemContext, type: Goods): Promise<BillingRecord | undefined> {
	for (const status of ['Active', 'Archive']) {
		const { same } = await findByKey(item.api, type, nameIn(item), [{ item_status: status }]);
		if (same[0] !== undefined) return same[0];
	}
	return undefined;
}
