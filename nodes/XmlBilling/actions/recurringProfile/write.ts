import { isSameText, textOf, type BillingRecord } from '../../xml/shape';
import { quote } from '../../xml/values';
import { createDocument } from '../documents/create';
import { prepareUpdate, updateOf } from '../documents/update';
import { PROFILE } from '../documents/types';
import { type ItemContext } from '../../engine/item/itemContext';
import type { Prepared, Write } from '../../engine/item/operation';
import { withCheck } from '../../engine/writes/recordWrites';

/** Creates a recurring profile with its lines (§4.5). The request has no number by which to find a duplicate. */
export async function createProfile(item: ItemContext): Promise<Prepared> {
	const created = await createDocument(PROFILE)(item);
	return Array.isArray(created) ? created : withFrequencyCheck(item, created);
}

/** Changes a recurring profile. The service keeps omitted values (§4.5) except the client, which is resent. */
export async function updateProfile(item: ItemContext): Promise<Write> {
	const update = await prepareUpdate(item, PROFILE, true);
	return withFrequencyCheck(item, updateOf(item, PROFILE, update), update.before);
}

const withFrequencyCheck = (item: ItemContext, write: Write, before: BillingRecord = {}): Write =>
	withCheck(write, (record) => warnOfFrequency(item, record, textOf(before['frequency'])));

/** Warns if the service saved another frequency than was sent, or than before: those that the form takes are documented, not proven (§4.5). */
function warnOfFrequency(item: ItemContext, record: BillingRecord, before: string): void {
	const sent = textOf(item.body['frequency']) || before;
	const saved = textOf(record['frequency']);
	if (sent === '' || saved === '' || isSameText(saved, sent)) return;
	item.warn(
		`The service saved the frequency ${quote(saved)} instead of ${quote(sent)}, and will invoice at that interval. Correct the profile on the service's website, or delete it.`,
	);
}
