import { minuteOf } from '../../xml/dates';
import { isSameStatus } from '../../xml/identity';
import { eventOf, isSettled, NOTHING, type Detector } from './detector';

/**
 * Reports a watched record that is canceled or stopped. Its entry is the number from which its events count. Those of a
 * reopened record count from the minute it was seen open, since their former numbers are forgotten.
 */
export const ended: Detector = (seen, context) => {
	const { id, entry, novelty, record, status = '', isListed, isRead } = seen;
	const { row, now } = context;
	if (row.ended === undefined) return NOTHING;
	const { field, value, name } = row.ended;
	// A list of open ones tells enough of a record that is watched.
	if (!isRead && !record[field] && (entry === undefined || !isListed)) return 'read';
	const isEnded = isSameStatus(record[field], value);
	if (!isEnded && !isSettled(seen, context))
		return { events: [], entry: entry ?? String(novelty === 'known' ? minuteOf(now) : 0) };
	if (!isEnded || entry === undefined || row.status?.final.includes(status)) return NOTHING;
	const event = eventOf(seen, context, `${row.name}:${id}:${name}:${Number(entry) + 1}`);
	return { events: [event], entry: undefined };
};
