import type Big from 'big.js';
import type { IDataObject } from 'n8n-workflow';
import { bodiesAt, type Body, textIn } from '../xml/request';
import { clientIdOf, numberOf } from '../records/display';
import { money, sumOf } from '../records/money';
import { findByKey } from '../lookup/findByKey';
import { clientRecord, recordTypeNamed, type RecordType } from '../records';
import { isRead, methodNamed } from '../records/methods';
import { decodeNumber, textOf } from '../xml/shape';
import { isByRounding, totalsOf, type Totals } from '../records/totals';
import { check, decimalOf } from '../xml/values';
import type { BillingApi, WritableApi } from '../transport/billingApi';
import { type ItemContext, type ItemOutput, type PreparedItem, option } from './item';
import type { Write } from './operation';

/** Whether the item only previews its write. */
export const isPreview = (item: Pick<ItemContext, 'values'>): boolean => option(item, 'preview') === true;

/**
 * The preview of a write, if the item asks for one: the identifier of its record, what it comes to, and the request. Sends only
 * reads, and those of the credential's limits: a write that they forbid is shown with a warning. Throws if the total differs
 * from the one that the item expects.
 */
export async function previewIfAsked(
	api: WritableApi,
	item: PreparedItem,
	{ method = item.method, body, follows = [] }: Pick<Write, 'method' | 'body' | 'follows'>,
	isSimplified: boolean | undefined,
): Promise<ItemOutput | undefined> {
	// A custom request may read.
	if (isRead(method)) return undefined;
	const totals = totalsOf(body);
	refuseOtherTotal(item, totals.total, body);
	if (!isPreview(item)) return undefined;
	const refusal = await api.refusal(method, body);
	const forbidden = refusal === undefined ? [] : [`${refusal.message} ${refusal.advice}`];
	const { kind, of } = methodNamed(method) ?? {};
	const type = recordTypeNamed(kind);
	const id = type === undefined ? '' : textIn(body, type.id);
	const identifier = type === undefined || id === '' ? {} : { [type.id]: Number(id) };
	const next = follows.length === 0 ? {} : { then: follows.join(' ') };
	// The document's other lines also count toward its total.
	const { total, sums, lists } = toJson(totals, of === 'lines' ? 'lines_total' : 'total');
	const shown: IDataObject = {
		...identifier,
		...total,
		preview: true,
		...sums,
		...next,
		method,
		warnings: [...item.warnings, ...forbidden],
		...lists,
		request: body,
	};
	const output = isSimplified ? await simplified(api, shown, type, body) : shown;
	return { output: [output], warnings: [PREVIEW_HINT] };
}

/** The total that the item expects; undefined if it expects none. */
export function expectedTotal(item: ItemContext): Big | undefined {
	const expected = check(option(item, 'expectedTotal'), 'money', 'utc');
	if (!expected.ok) throw item.problem(`Options › Expected Total ${expected.problem}`, 'Correct the field.');
	return decimalOf(expected.text);
}

/** Throws if the total of a document differs from the one that the item expects. @param body what the total is of */
export function refuseOtherTotal(item: ItemContext, total: Big, body: Body): void {
	const expected = expectedTotal(item);
	if (expected === undefined || isByRounding(total.minus(expected), body)) return;
	throw item.problem(
		'The total of the document differs from the expected total',
		`The total is ${total.toFixed(2)}, and ${money(expected, '')} was expected. Compare the lines, discounts, taxes and charges, or correct Expected Total. A preview shows each of them.`,
	);
}

/** What people see above the output of a preview, which looks like that of a write. */
const PREVIEW_HINT = 'This is a preview. Nothing was sent. To send it, turn off Options › Preview.';

/** Fields of a preview that fill a screen. */
const LARGE = ['discount', 'charges', 'taxes', 'lines', 'request'];

/** A preview without these, after the document and the client that it is about. */
async function simplified(
	api: BillingApi,
	shown: IDataObject,
	type: RecordType | undefined,
	body: Body,
): Promise<IDataObject> {
	const find = async (of: RecordType | undefined, id: number) =>
		of === undefined || !(id > 0) ? {} : ((await api.find(of, id).catch(() => undefined)) ?? {});
	// A payment is inside its invoice (§4.11).
	const [sent = body] = bodiesAt(body, 'invoice');
	const record = await find(type, Number(textIn(body, type?.id ?? '') || textIn(sent, 'id')));
	const client = await find(clientRecord, clientIdOf(body) ?? clientIdOf(record) ?? 0);
	const about = {
		number: textIn(body, 'number') || textOf(record['number']),
		client_organization: textOf(client['organization']),
		currency: textOf(record['currency']) || textOf(client['currency']),
		// What is deleted; what is written has a total of its own.
		total: type?.derived?.['total']?.(record) ?? '',
		payment_amount: decodeNumber(textIn(sent, 'amount')) ?? '',
	};
	const known = Object.entries(about).filter(([, value]) => value !== '');
	const rest = Object.entries(shown).filter(([name]) => !LARGE.includes(name));
	return { ...Object.fromEntries([...known, ...rest]), sends: Object.keys(sent).join(', ') };
}

// Like the amounts of records, one that a number can't hold exactly stays text.
const inCents = (amount: Big) => decodeNumber(amount.toFixed(2));

function toJson({ lines, discount, taxes, charges, total }: Totals, totalName: string) {
	if (lines.length === 0) return {};
	return {
		total: { [totalName]: inCents(total), tax: inCents(sumOf([...taxes.values()])) },
		sums: { discount: inCents(discount), charges: inCents(charges) },
		lists: {
			taxes: [...taxes].map(([name, amount]) => ({ name, amount: inCents(amount) })),
			lines: lines.map(({ name, quantity, unitCost, ...amounts }) => ({
				name,
				quantity: decodeNumber(quantity.toFixed()),
				unit_cost: decodeNumber(unitCost.toFixed()),
				...Object.fromEntries(Object.entries(amounts).map(([key, amount]) => [key, inCents(amount)])),
			})),
		},
	};
}

/**
 * Throws if an identifier that may be meant as a number is that of another active document: people know documents by their
 * numbers, and another client's would be paid, sent or changed. Leading zeros and the account's prefix make no difference.
 */
export async function refuseNumber(api: BillingApi, item: PreparedItem): Promise<void> {
	if (item.perhapsNumber === undefined) return;
	const { type, id } = item.perhapsNumber;
	// Whether a record that can't be read stops a write is the operation's to say.
	const record = await api.find(type, id).catch(() => undefined);
	const own = numberOf(type, record ?? {});
	if (own === undefined || own === String(id)) return;
	// The filter is exact, and 97 may be spelled as 00097 or INV-0097 in this account (people).
	const asOwn = own.replace(/\d+$/, (digits) => String(id).padStart(digits.length, '0'));
	for (const number of new Set([asOwn, String(id)])) {
		const { same = [], alike = [] } = number === own ? {} : await findByKey(api, type, number);
		if ([...same, ...alike].every((other) => other[type.id] === id)) continue;
		throw item.problem(
			`ID ${id} is ${type.label} ${own}, but ${type.label} ${number} is another one`,
			`For ${type.label} ${number}, choose Number. For ${type.label} ${own}, choose From List, or an expression that ends in ${type.id}.`,
		);
	}
}
