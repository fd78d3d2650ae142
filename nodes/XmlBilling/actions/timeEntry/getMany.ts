import type { ItemContext } from '../../engine/itemContext';
import { timeEntryRecord } from '../../records';
import type { Narrowing } from '../../engine/reads/narrowing';
import { dayOfFilter, inPeriod, toPeriod } from '../../engine/reads/period';
import { listRecords } from '../../engine/reads/recordReads';
import { workDay } from './forms';

const FIELD = 'work_date';

/** The list can be asked for a single day only (§4.10), which the form may also give as a period. */
function narrowings(item: ItemContext): Narrowing[] {
	const day = dayOfFilter(item, workDay);
	const period = inPeriod(FIELD, ({ from, to }) => {
		if (day !== '') return {};
		return from === to ? { [FIELD]: from } : undefined;
	});
	return [...(day === '' ? [] : [toPeriod(FIELD, { from: day, to: day }, {})]), ...period(item)];
}

/** Lists time entries (§4.10). */
export const listTimeEntries = listRecords(timeEntryRecord, narrowings);
