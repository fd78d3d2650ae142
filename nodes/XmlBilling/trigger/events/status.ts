import { isSameText, isSameStatus } from '../../xml/identity';
import { minuteOf } from '../../xml/dates';
import { eventOf, isSettled, type Detector, isDiscarded, NOTHING } from './detector';

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

/** Reports each new record once. It watches the drafts that are not reported yet; their entries are empty. */
export const created: Detector = (seen, context) => {
	const { novelty, entry, status, record, isRead } = seen;
	const { options, row } = context;
	// A draft that waits keeps waiting, even if the option changes.
	const draft = options.includeDrafts && entry === undefined ? undefined : row.status?.draft;
	const isOld = entry === undefined && novelty !== 'new';
	if (isOld && (novelty === 'known' || draft === undefined)) return NOTHING;
	if (!isRead && draft !== undefined && status === undefined) return 'read';
	const isDraft = draft !== undefined && status === draft;
	if (isDraft && !isDiscarded(record, row)) return { events: [], entry: '' };
	if (isDraft || isOld) return NOTHING;
	const event = eventOf(seen, context, `${row.name}:${seen.id}:created`);
	const sent = entry === undefined ? event : { ...event, previousStatus: row.status?.draft };
	return { events: [sent], entry: undefined };
};

/**
 * Reports a watched record that is canceled or stopped. Its entry is the number from which its events count. Those of a
 * reopened record count from the minute it was seen open, since their former numbers are forgotten.
 */
export const ended: Detector = (seen, context) => {
	const { id, entry, novelty, record, status = '', isListed, isRead } = seen;
	const { row, now } = context;
	if (row.ended === undefined) return NOTHING;
	const { field, word, name } = row.ended;
	// A list of open ones tells enough of a record that is watched.
	if (!isRead && !record[field] && (entry === undefined || !isListed)) return 'read';
	const isEnded = isSameStatus(record[field], word);
	if (!isEnded && !isSettled(seen, context))
		return { events: [], entry: entry ?? String(novelty === 'known' ? minuteOf(now) : 0) };
	if (!isEnded || entry === undefined || row.status?.final.includes(status)) return NOTHING;
	const event = eventOf(seen, context, `${row.name}:${id}:${name}:${Number(entry) + 1}`);
	return { events: [event], entry: undefined };
};
