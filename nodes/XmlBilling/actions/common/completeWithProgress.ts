import type { ItemContext } from '../../engine/itemContext';
import type { RecordType } from '../../records';
import { completeListed, type Completed } from '../../transport/listed';
import type { BillingRecord } from '../../xml/shape';

// Fewer reads than these take no time worth a line in the log.
const MANY = 100;
const STEP = 500;

/**
 * Reads listed records in full, unless they show enough (see `completeListed`). Progress goes to n8n's log if there is much
 * to read.
 *
 * @param because why single reads are needed: `lists do not show their payments`
 */
export async function completeWithProgress(
	item: ItemContext,
	type: RecordType,
	listed: readonly BillingRecord[],
	isEnough: (listed: BillingRecord) => boolean,
	because: string,
): Promise<Completed[]> {
	const all = listed.filter((record) => !isEnough(record)).length;
	if (all <= MANY) return await completeListed(item.api, type, listed, isEnough);
	item.log(`Reading ${all} records one by one, because ${because}.`);
	let done = 0;
	return await completeListed(item.api, type, listed, isEnough, () => {
		done += 1;
		if (done % STEP === 0 || done === all) item.log(`${done} of ${all} records read.`);
	});
}
