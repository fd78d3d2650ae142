import Big from 'big.js';
import type { IDataObject } from 'n8n-workflow';
import { writeRequest, type Body } from '../../xml/request';
import { money } from '../../records/display';
import { decodeNumber } from '../../xml/shape';
import { totalsOf, type Totals } from '../../records/totals';
import { check } from '../../xml/values';
import type { WritableApi } from '../../transport/billingApi';
import { type ItemContext, option } from '../itemContext';

/** Whether the item only previews its write. */
export const isPreview = (item: Pick<ItemContext, 'values'>): boolean => option(item, 'preview') === true;

/** Throws if the document's total differs from the one that the item expects. */
export function refuseOtherTotal(item: ItemContext, body: Body): void {
	const expected = check(option(item, 'expectedTotal'), 'decimal', 'utc');
	if (!expected.ok)
		throw item.problem(
			`Options › Expected Total ${expected.problem}`,
			'Nothing was sent. Correct the field.',
		);
	if (expected.text === undefined) return;
	const { total } = totalsOf(body);
	if (total.eq(new Big(expected.text))) return;
	throw item.problem(
		'The total of the document differs from the expected total',
		`Nothing was sent. The total is ${total.toFixed(2)}, and ${money(expected.text, '')} was expected. Compare the lines, discounts, taxes and charges, or correct Expected Total. A preview shows each of them.`,
	);
}

/** Returns the request of a write, its totals, and a warning if the credential forbids it. Sends only reads. */
export async function previewOf(
	api: WritableApi,
	method: string,
	body: Body,
	warnings: readonly string[],
): Promise<IDataObject> {
	const refusal = await api.refusal(method, body);
	const totals = totalsOf(body);
	return {
		preview: true,
		method,
		warnings: [...warnings, ...(refusal === undefined ? [] : [`${refusal.message} ${refusal.advice}`])],
		...(totals.lines.length === 0 ? {} : { totals: toJson(totals) }),
		request: body,
		document: writeRequest(method, body),
	};
}

// Like the amounts of records, one that a number can't hold exactly stays text.
const inCents = (amount: Big) => decodeNumber(amount.toFixed(2));

const toJson = ({ lines, discount, taxes, charges, total }: Totals): IDataObject => ({
	lines: lines.map(({ name, ...amounts }) => ({
		name,
		...Object.fromEntries(Object.entries(amounts).map(([key, amount]) => [key, inCents(amount)])),
	})),
	discount: inCents(discount),
	taxes: [...taxes].map(([name, amount]) => ({ name, amount: inCents(amount) })),
	charges: inCents(charges),
	total: inCents(total),
});
