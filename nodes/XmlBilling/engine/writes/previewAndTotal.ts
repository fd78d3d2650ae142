import type Big from 'big.js';
import type { IDataObject } from 'n8n-workflow';
import { writeRequest, type Body } from '../../xml/request';
import { money } from '../../records/display';
import { recordTypeNamed, type OutputRecord, type RecordType } from '../../records';
import { clientWithCurrency } from '../../records/links';
import { isRead, methodNamed } from '../../records/methods';
import { outputRecord } from '../../records/outputRecord';
import { decodeNumber } from '../../xml/shape';
import { bodiesIn, textsIn } from '../../xml/bodies';
import { totalsOf, type Totals } from '../../records/totals';
import { check, isAbsent } from '../../xml/values';
import type { WritableApi } from '../../transport/billingApi';
import { addNames } from '../../reads/linkedNames';
import { type ItemContext, type ItemOutput, type PreparedItem, option } from '../item/itemContext';
import type { FollowUp, Write } from '../item/operation';

/** Whether the item only previews its write. */
export const isPreview = (item: Pick<ItemContext, 'values'>): boolean => option(item, 'preview') === true;

/**
 * The preview of a write, if the item asks for one. Throws if the total differs from the one that the item expects. Sends only
 * reads.
 */
export async function previewIfAsked(
	api: WritableApi,
	item: PreparedItem,
	{ method = item.method, body, follows = [] }: Pick<Write, 'method' | 'body' | 'follows'>,
): Promise<ItemOutput | undefined> {
	// A custom request may read.
	if (isRead(method)) return undefined;
	refuseOtherTotal(item, body);
	return isPreview(item) ? await previewOf(api, item, method, body, follows) : undefined;
}

/** Throws if the document's total differs from the one that the item expects. */
function refuseOtherTotal(item: ItemContext, body: Body): void {
	const expected = check(option(item, 'expectedTotal'), 'money', 'utc');
	if (!expected.ok)
		throw item.problem(
			`Options › Expected Total ${expected.problem}`,
			'Nothing was sent. Correct the field.',
		);
	if (expected.text === undefined) return;
	const { total, lines } = totalsOf(body);
	// Whoever expects it may round each line by half a cent more or less.
	if (total.minus(expected.text).abs().times(200).lte(lines.length)) return;
	throw item.problem(
		'The total of the document differs from the expected total',
		`Nothing was sent. The total is ${total.toFixed(2)}, and ${money(expected.text, '')} was expected. Compare the lines, discounts, taxes and charges, or correct Expected Total. A preview shows each of them.`,
	);
}

/** What people see above the output of a preview, which looks like that of a write. */
const PREVIEW_HINT = 'This is a preview. Nothing was sent. To send it, turn off Options › Preview.';

/**
 * Shows a write without sending it: what it is about, in the words of people, then the request. Sends only reads. A write
 * that the credential forbids is shown with a warning.
 *
 * @param follows what would follow the write
 */
async function previewOf(
	api: WritableApi,
	item: PreparedItem,
	method: string,
	body: Body,
	follows: readonly FollowUp[],
): Promise<ItemOutput> {
	const refusal = await api.refusal(method, body);
	const then = follows.map(({ preview }) => preview).join(' ');
	const totals = totalsOf(body);
	const { sums, lists } = toJson(totals);
	const hasLines = totals.lines.length > 0;
	const output: IDataObject = {
		...(await subjectOf(api, method, body, hasLines ? inCents(totals.total) : undefined)),
		preview: true,
		...(hasLines ? sums : {}),
		...(then === '' ? {} : { then }),
		method,
		warnings: [...item.warnings, ...(refusal === undefined ? [] : [`${refusal.message} ${refusal.advice}`])],
		...(hasLines ? lists : {}),
		request: body,
		...(option(item, 'previewXml') === true ? { xml: writeRequest(method, body) } : {}),
	};
	return { output: [output], warnings: [], hint: PREVIEW_HINT };
}

// Like the amounts of records, one that a number can't hold exactly stays text.
const inCents = (amount: Big) => decodeNumber(amount.toFixed(2));

const toJson = ({ lines, discount, taxes, charges }: Totals) => ({
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
});

/**
 * What a write is about: the record and its client by what people know them by, and its amount. What can't be read is left
 * out.
 *
 * @param total what its lines come to; undefined if it has none
 */
async function subjectOf(
	api: WritableApi,
	method: string,
	body: Body,
	total: string | number | null | undefined,
): Promise<OutputRecord> {
	const { verb, kind, of } = methodNamed(method) ?? {};
	const type = recordTypeNamed(kind);
	const isPayment = verb === 'pay';
	// Only a custom request has several payments.
	const [given, ...others] = isPayment ? bodiesIn(body['invoice']) : [body];
	if (type === undefined || given === undefined || others.length > 0) return {};
	const current = await currentOf(api, type, textsIn(given[isPayment ? 'id' : type.id]).map(Number));
	const { client_organization, client_name, currency, amount, ...shown } = await withClient(
		api,
		type,
		current,
		isPayment ? {} : outputRecord(type, given),
	);
	// Any other write may change what the record comes to.
	const isWhole = of === undefined && (verb === 'delete' || verb === 'send');
	const about: OutputRecord = {
		...Object.fromEntries(namingFieldsOf(type).map((name) => [name, shown[name]])),
		client_organization,
		// The document's other lines also count toward its total.
		[of === 'lines' ? 'lines_total' : 'total']: total ?? (isWhole ? shown['total'] : undefined),
		amount: asNumber(isPayment ? given['amount'] : amount),
		...('lineId' in type ? { currency } : {}),
		client_name,
	};
	return Object.fromEntries(Object.entries(about).filter(([, value]) => !isAbsent(value)));
}

const namingFieldsOf = ({ picker, knownBy }: RecordType): string[] =>
	[picker?.shows, knownBy?.field].flatMap((name) => (name === undefined || name === 'amount' ? [] : name));

const asNumber = (amount: OutputRecord[string]) =>
	typeof amount === 'string' ? decodeNumber(amount) : amount;

/** The record that a write changes, as it is now; empty if it is a new one, one of several, or can't be read. */
async function currentOf(
	api: WritableApi,
	type: RecordType,
	[id, ...others]: readonly number[] = [],
): Promise<OutputRecord> {
	if (id === undefined || others.length > 0 || type.get === undefined) return {};
	const record = await api.recall(type, id).catch(() => undefined);
	return outputRecord(type, record ?? {});
}

/** A record as a write would leave it, with the name and the currency of its client. */
async function withClient(
	api: WritableApi,
	type: RecordType,
	current: OutputRecord,
	given: OutputRecord,
): Promise<OutputRecord> {
	const { field } = clientWithCurrency;
	const written = { ...current, ...given };
	const isMoved = given[field] !== undefined && Number(given[field]) !== Number(current[field]);
	// Another client has other names, and may have another currency.
	const others = Object.fromEntries(Object.keys(clientWithCurrency.adds).map((name) => [name, undefined]));
	const record = isMoved ? { ...written, ...others } : written;
	const links = type.links?.some((link) => link.field === field) === true ? [clientWithCurrency] : [];
	const [named] = await addNames(api, [{ record, links }]);
	return named?.record ?? record;
}
