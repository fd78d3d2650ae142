import { at, textAt } from './answers.ts';
import type { Succeed } from './newRecords.ts';

/** The documents with lines that only get methods tell apart: how they are created and read. */
const KINDS = {
	estimate: { create: 'createEstimate', get: 'getEstimate', identifier: 'estimate_id', item: 'item_id' },
	recurring: {
		create: 'createRecurring',
		get: 'getRecurring',
		identifier: 'recurring_id',
		item: 'recurring_item_id',
	},
} as const;

/**
 * Creates the estimates and recurring profiles that placeholders stand for, each with one line.
 * Returns their identifiers, lines and numbers by placeholder.
 */
export async function createNewDocuments(
	succeed: Succeed,
	clients: { main: number; second: number },
): Promise<Record<string, string>> {
	const create = async (kind: keyof typeof KINDS, account: 'main' | 'second') => {
		const { create: method, get, identifier, item } = KINDS[kind];
		const values = {
			'client/client_id': String(clients[account]),
			'items/item/name': 'Work',
			'items/item/type': 'Service',
			'items/item/discount_type': 'Fixed',
		};
		const id = textAt(await succeed(method, values, account), identifier);
		const record = at(await succeed(get, { [identifier]: id }, account), kind);
		return { id, item: textAt(record, `items/item/${item}`), number: textAt(record, 'number') };
	};
	const estimate = await create('estimate', 'main');
	const recurring = await create('recurring', 'main');
	const foreignEstimate = await create('estimate', 'second');
	const foreignRecurring = await create('recurring', 'second');
	return {
		estimate: estimate.id,
		estimateItem: estimate.item,
		estimateNumber: estimate.number,
		otherEstimateItem: (await create('estimate', 'main')).item,
		foreignEstimate: foreignEstimate.id,
		foreignEstimateItem: foreignEstimate.item,
		recurring: recurring.id,
		recurringItem: recurring.item,
		recurringNumber: recurring.number,
		otherRecurringItem: (await create('recurring', 'main')).item,
		foreignRecurring: foreignRecurring.id,
		foreignRecurringItem: foreignRecurring.item,
	};
}
