import { eventOf, isDiscarded, NOTHING, type Detector } from './detector';

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
