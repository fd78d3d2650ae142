import { RECORD_TYPES, type Filter, type RecordType, type Watched, type WatchedName } from '../../records';

export type { Filter, WatchedName as ResourceName } from '../../records';

/** A kind of record as the trigger reads it. */
export interface ResourceRow extends Watched {
	readonly type: RecordType;
	readonly name: WatchedName;
	readonly listMethod: string;
	readonly idField: string;
	readonly lists: readonly [Filter, ...Filter[]];
}

type WatchedRecord = RecordType & { readonly name: WatchedName; readonly watched: Watched };

const isWatched = (type: RecordType): type is WatchedRecord => type.watched !== undefined;

const rowOf = (type: WatchedRecord): ResourceRow => ({
	lists: [{}],
	...type.watched,
	type,
	name: type.name,
	listMethod: type.list,
	idField: type.id,
});

/** The resources that the trigger reads. */
// The keys are the names of the kinds that are watched.
export const WATCHED_RESOURCES = Object.fromEntries(
	RECORD_TYPES.filter(isWatched).map((type) => [type.name, rowOf(type)]),
) as Readonly<Record<WatchedName, ResourceRow>>;
