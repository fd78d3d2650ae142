import {
	eventOf,
	isDiscarded,
	NOTHING,
	readUnlessFull,
	type Detector,
	type EventContext,
	type Observation,
} from './detector';

/** The status in which a record isn't reported yet. A draft that waits keeps waiting, even if the option changes. */
const draftOf = ({ entry }: Observation, { options, row }: EventContext): string | undefined =>
	options.includeDrafts && entry === undefined ? undefined : row.status?.draft;

/** Reports each new record once. It watches the drafts that are not reported yet; their entries are empty. */
export const created: Detector = {
	statuses({ row, options }, isBaseline, watchesAny) {
		const draft = row.status?.draft;
		return draft !== undefined && (watchesAny || (isBaseline && !options.includeDrafts)) ? [draft] : [];
	},
	judge(seen, context) {
		const { novelty, entry, status, record } = seen;
		const draft = draftOf(seen, context);
		const isDraft = draft !== undefined && status === draft;
		if (entry !== undefined) return isDraft ? 'ignore' : readUnlessFull(record, context);
		if (novelty === 'new') return isDraft ? 'enough' : readUnlessFull(record, context);
		if (novelty === 'known' || draft === undefined) return 'ignore';
		return isDraft ? 'enough' : status === undefined ? 'read' : 'ignore';
	},
	detect(seen, context) {
		const { novelty, entry, status, record } = seen;
		if (entry === undefined && novelty === 'known') return NOTHING;
		const isDraft = status !== undefined && status === draftOf(seen, context);
		if (isDraft || (entry === undefined && novelty === 'baseline')) {
			const waits = isDraft && !isDiscarded(record, context.row);
			return { changes: [], entry: waits ? '' : undefined };
		}
		const event = eventOf(seen, context, `${context.row.name}:${seen.id}:created`);
		const sent = entry === undefined ? event : { ...event, previousStatus: context.row.status?.draft };
		return { changes: [{ event: sent, entry: undefined }], entry: undefined };
	},
};
