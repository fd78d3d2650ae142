import { isSameText } from '../../xml/identity';
import { minuteOf } from '../../xml/dates';
import { eventOf, isSettled, type Detector } from './detector';

/**
 * Reports each change of status. An entry is the last status and, after the last slash, the number of its last change.
 * The changes of a reopened record count from the minute it was seen open, since their former numbers are forgotten.
 */
export const status: Detector = (seen, context) => {
	const { id, entry, novelty, status: current, isRead } = seen;
	if (current === undefined) return isRead ? { events: [], entry } : 'read';
	const kept = (next: string) => (isSettled(seen, context) ? undefined : next);
	if (entry === undefined) {
		const first = novelty === 'known' ? minuteOf(context.now) : 0;
		return { events: [], entry: kept(`${current}/${first}`) };
	}
	const end = entry.lastIndexOf('/');
	const previousStatus = entry.slice(0, end);
	// Lists and single reads may differ in letter case, and a service may change it.
	if (isSameText(previousStatus, current)) return { events: [], entry: kept(entry) };
	const count = Number(entry.slice(end + 1)) + 1;
	const eventId = `${context.row.name}:${id}:status:${count}:${current}`;
	const event = { ...eventOf(seen, context, eventId), previousStatus, status: current };
	return { events: [event], entry: kept(`${current}/${count}`) };
};
