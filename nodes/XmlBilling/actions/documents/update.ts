import { idOf, type ItemContext } from '../../execution/item';
import type { Expected, Write } from '../../execution/operation';
import { findInUse, removedNote } from '../common/duplicates';
import { writeOf } from '../../execution/recordWrites';
import { withKept, keepsOthers } from '../common/updateKept';
import { isObject, without } from '../../helpers/GenericFunctions';
import type { DocumentRecord, RecordType } from '../../records';
import { clientIdOf, numberOf } from '../../records/display';
import { shownId, shownText, type KeptFields } from '../../records/keptFields';
import { totalsOf } from '../../records/totals';
import { CHARGES } from '../../records/methods';
import { daysBetween, today } from '../../xml/dates';
import { withElement } from '../../xml/encode';
import { bodiesAt, textIn, type Body } from '../../xml/request';
import type { BillingRecord } from '../../xml/shape';
import { refuseEarlyDue } from './dueDate';
import { readItems, withItems } from './lines';

/** The billing address, which is inside the element of the client. */
export const CLIENT_ADDRESS = 'client/address';

/** The fields of a document's client: both are within its element. */
const CLIENT_FIELDS: KeptFields = {
	'client/client_id': shownId('client/client_id'),
	[CLIENT_ADDRESS]: shownText(CLIENT_ADDRESS),
};

/**
 * Changes a document (§4.3, §4.4, §4.5), and resends what an update would erase, or may. Lines are replaced, or left as they are.
 *
 * @param cleared header elements that are not kept, so that the service clears them
 */
export const updateDocument =
	(type: DocumentRecord, cleared: readonly string[] = []) =>
	async (item: ItemContext): Promise<Write> => {
		const items = await readItems(item);
		await item.turn();
		const before = keepsOthers(item) ? await item.api.get(type, idOf(item, type)) : undefined;
		let header = item.body;
		if (before !== undefined) {
			const kept = Object.entries(type.keptOnUpdate ?? {}).filter(([element]) => !cleared.includes(element));
			const billed = keepClient(item, type, header, before, cleared);
			header = withKept(item, type, billed, before, Object.fromEntries(kept));
		}
		await refuseNumberInUse(item, type);
		if (item.body['date'] !== undefined || item.body['due_date'] !== undefined) refuseEarlyDue(item, header);
		const body = withItems(header, items);
		warnOfDocument(item, body);
		const expected = expectedOfDocument(type, body, before);
		const sent = cleared.reduce((whole, path) => withElement(whole, path, ''), expected.sent);
		return { ...writeOf(item, type, body, 'updated'), expected: { ...expected, sent } };
	};

// Without an end, as in Versandkosten.
const SHIPPING = /shipping|postage|deliver|freight|versand|porto|fracht|livraison|spedizion|verzend/i;

/** Warns of a date whose year is hardly meant, and of shipping without tax (people). One text for all is one hint. */
export function warnOfDocument(item: ItemContext, body: Body): void {
	if (Math.abs(daysBetween(today(item), textIn(item.body, 'date'))) > 366)
		item.warn('The Date is more than a year away from today. Check its year.');
	const isShipping = (charge: Body) => SHIPPING.test(textIn(charge, 'name'));
	if (totalsOf(body).taxes.size > 0 && bodiesAt(body, CHARGES).some(isShipping))
		item.warn('A shipping charge is not taxed, although lines are. To tax it, bill it as a line.');
}

/** Throws if another document has the number: the service would silently assign the next one (§4.3). */
async function refuseNumberInUse(item: ItemContext, type: DocumentRecord): Promise<void> {
	const { number } = item.body;
	if (typeof number !== 'string') return;
	await item.turn(type.name);
	const own = idOf(item, type);
	const id = Number((await findInUse(item, type, number.trim(), own))?.[type.id] ?? own);
	if (id === own) return;
	const removed = await removedNote(item, type, id);
	throw item.problem(
		`Another ${type.label} already has the number ${numberOf(type, { [type.knownBy.field]: number })}: ID ${id}`,
		removed ?? 'Choose another number.',
	);
}

/** Adds the client of a document and its billing address, unless the body sets others. */
export function keepClient(
	item: ItemContext,
	type: RecordType,
	given: Body,
	record: BillingRecord,
	cleared: readonly string[] = [],
): Body {
	const { client } = record;
	// A client that is shown as text may be an identifier.
	const isWhole = client === undefined || isObject(client);
	const shown = isWhole ? record : { ...record, client: { client_id: client } };
	const id = clientIdOf(shown);
	// An address belongs to its client, so another client doesn't get it.
	const isKept = (clientIdOf(given) ?? id) === id && !cleared.includes(CLIENT_ADDRESS);
	const kept = isKept ? CLIENT_FIELDS : without(CLIENT_FIELDS, CLIENT_ADDRESS);
	return withKept(item, type, given, shown, kept);
}

/** What a document should show after a write: what was sent, and before an update already there. */
export const expectedOfDocument = (type: DocumentRecord, body: Body, before?: BillingRecord): Expected => ({
	type,
	sent: without(body, type.id),
	fields: { ...type.keptOnUpdate, ...CLIENT_FIELDS, ...type.leftOnUpdate },
	before,
	document: { type, body, before },
});
