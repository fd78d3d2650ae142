import Big from 'big.js';
import type { IDataObject } from 'n8n-workflow';
import { writeRequest, type Body } from '../xml/request';
import { totalsOf, type Totals } from '../xml/totals';
import { check } from '../xml/values';
import { isRead, type BillingApi } from '../transport/billingApi';
import type { ItemContext } from '../engine/itemContext';
import { option } from '../actions/common/standard';

/** Ends a call before its write, with what would have been sent. */
export class Preview extends Error {
	readonly output: IDataObject;

	constructor(output: IDataObject) {
		super('Nothing was sent: this is a preview');
		this.output = output;
	}
}

/** What a call's form says of its writes. */
type Wishes = Pick<ItemContext, 'values' | 'problem'> & { readonly warnings: readonly string[] };

/**
 * The service, with a look at each write before it leaves: a document that does not come to its expected total is
 * refused, and a preview shows what would be sent instead of sending it. Every write passes here, whatever leads to it.
 */
export function guardWrites(api: BillingApi, wishes: Wishes): BillingApi {
	return {
		...api,
		async call(method, body = {}, accepted) {
			if (isRead(method)) return await api.call(method, body, accepted);
			refuseOtherTotal(wishes, option(wishes, 'expectedTotal'), body);
			if (isPreview(wishes)) {
				const refusal = await api.refusal(method, body);
				const said = refusal === undefined ? [] : [`${refusal.message} ${refusal.advice}`];
				const warnings = [...wishes.warnings, ...said];
				throw new Preview(previewOf(method, body, warnings));
			}
			return await api.call(method, body, accepted);
		},
	};
}

/** Whether a call is to send nothing. */
export const isPreview = (item: Pick<ItemContext, 'values'>): boolean => option(item, 'preview') === true;

function refuseOtherTotal({ problem }: Wishes, expected: unknown, body: Body): void {
	const checked = check(expected, 'decimal', 'utc');
	if (!checked.ok)
		throw problem(`Options › Expected Total ${checked.problem}`, 'Nothing was sent. Correct the field.');
	if (checked.text === undefined) return;
	const { total } = totalsOf(body);
	if (total.eq(new Big(checked.text))) return;
	throw problem(
		'The document does not come to its expected total',
		`Nothing was sent. It comes to ${total.toFixed(2)}, and ${checked.text} was expected. Compare the lines, discounts, taxes and charges, or correct Expected Total. A preview shows each of them.`,
	);
}

function previewOf(method: string, body: Body, warnings: readonly string[]): IDataObject {
	const totals = totalsOf(body);
	return {
		preview: true,
		method,
		warnings: [...warnings],
		...(totals.lines.length === 0 ? {} : { totals: toJson(totals) }),
		request: body,
		document: writeRequest(method, body),
	};
}

const toJson = ({ lines, discount, taxes, charges, total }: Totals): IDataObject => ({
	lines: lines.map(({ name, ...amounts }) => ({
		name,
		...Object.fromEntries(Object.entries(amounts).map(([key, amount]) => [key, amount.toFixed(2)])),
	})),
	discount: discount.toFixed(2),
	taxes: [...taxes].map(([name, amount]) => ({ name, amount: amount.toFixed(2) })),
	charges: charges.toFixed(2),
	total: total.toFixed(2),
});
