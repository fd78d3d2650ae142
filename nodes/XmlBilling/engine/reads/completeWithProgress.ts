import type { ItemContext } from '../itemContext';
import type { RecordType } from '../../records';
import { completeListed } from '../../transport/listed';
import type { BillingRecord } from '../../xml/shape';

// Fewer reads than these take no time worth a line in the log.
const MAX_UNLOGGED = 100;
const STEP = 500;

/**
 * Reads listed records in full, unless they show enough (see `completeListed`). Progress goes to n8n's log if there is much
 * to read.
 *
 * @param because why single reads are needed: `lists do not show their payments`
 * @param read see `completeListed`
 */
export async function completeWithProgress(
	item: ItemContext,
	type: RecordType,
	listed: readonly BillingRecord[],
	isEnough: (listed: BillingRecord) => boolean,
	because: string,
	read: Parameters<typeof completeListed>[4] = async (...one) => await item.api.recall(...one),
): Promise<BillingRecord[]> {
	const all = listed.filter((record) => !isEnough(record)).length;
	const isLong = all > MAX_UNLOGGED;
	if (isLong) item.log(`Reading ${all} records one by one, because ${because}.`);
	let done = 0;
	return await completeListed(item.api, type, listed, isEnough, async (...one) => {
		const record = await read(...one);
		done += 1;
		if (isLong && (done % STEP === 0 || done === all)) item.log(`${done} of ${all} records read.`);
		return record;
	});
}
