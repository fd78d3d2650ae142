import type { ItemContext } from '../../../engine/item/itemContext';
import { paymentMethodRecord } from '../../../records';
import { isSameText, textOf } from '../../../xml/shape';
import { quote } from '../../../xml/values';

const AND = new Intl.ListFormat('en');

export interface AccountMethod {
	readonly name: string;
	readonly refusal?: Error;
}

/**
 * A payment method as the account's list has it (§4.11). Where the list is empty or can't be read, the service decides: it may
 * refuse the method by itself, and a payment must not fail because of a list.
 *
 * @returns the method to send, with what refuses it if the account has none: a payment that exists needs no valid method
 */
export async function accountMethod(item: ItemContext, given: string): Promise<AccountMethod> {
	const { api } = item;
	// A list that can't be read costs one try per run.
	const known = await api.remember(paymentMethodRecord.name, 'names', async () => {
		const records = await api.list(paymentMethodRecord, {}, Infinity).catch(() => []);
		return records.map(({ name }) => textOf(name)).filter((name) => name !== '');
	});
	const same = known.find((name) => name === given) ?? known.find((name) => isSameText(name, given));
	if (same !== undefined) return { name: same };
	if (known.length === 0) return { name: given };
	const refusal = item.problem(
		`Payment Method ${quote(given)} is not one of the account's payment methods`,
		`Nothing was recorded. It has: ${AND.format(known)}. Choose one of them, or add another on the service's website.`,
	);
	return { name: given, refusal };
}
