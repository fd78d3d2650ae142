import { isSameText } from '../../../xml/shape';
import { minuteOf } from '../../../xml/days';
import { eventOf, isSettled, readUnlessFull, type Detector } from './detector';

function readEntry(entry: string): { last: string; count: number } {
	const end = entry.lastIndexOf('/');
	return { last: entry.slice(0, end), count: Number(entry.slice(end + 1)) };
}

/**
 * Reports each change of status. An entry is the last status and, after the last slash, the number of its last change.
 * The changes of a reopened record count from the minute it was seen open, since their former numbers are forgotten.
 */
export const status: Detector = {
	statuses: () => 'all',
	judge(seen, context) {
		const { entry, record } = seen;
		if (seen.status === undefined) return 'read';
		const settled = isSettled(seen, context);
		if (entry === undefined) return settled ? 'ignore' : 'enough';
		if (!isSameText(readEntry(entry).last, seen.status)) return readUnlessFull(record, context);
		return settled ? 'enough' : 'ignore';
	},
	detect(seen, context) {
		const { id, entry, novelty, status: current } = seen;
		if (current === undefined) return { changes: [], entry };
		const settled = isSettled(seen, context);
		if (entry === undefined) {
			const first = novelty === 'known' ? minuteOf(context.now) : 0;
			return { changes: [], entry: settled ? undefined : `${current}/${first}` };
		}
		const { last: previousStatus, count } = readEntry(entry);
		// Lists and single reads may differ in letter case, and a service may change it.
		if (isSameText(previousStatus, current)) return { changes: [], entry: settled ? undefined : entry };
		const eventId = `${context.row.name}:${id}:status:${count + 1}:${current}`;
		const event = { ...eventOf(seen, context, eventId), previousStatus, status: current };
		const next = settled ? undefined : `${current}/${count + 1}`;
		return { changes: [{ event, entry: next }], entry: next };
	},
};
