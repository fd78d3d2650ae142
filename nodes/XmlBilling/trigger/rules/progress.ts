/** The saved form of a scan that a poll had to interrupt. Plain data. */
import type { ResourceName } from '../events/resources';

/**
 * `prelude` only learns identifiers; `find` looks for new records; `dated` takes every record as backfill; `watch` looks at
 * records that can still change.
 */
export type Role = 'prelude' | 'find' | 'dated' | 'watch';

export interface PageRequest {
	role: Role;
	/** The index in the resource's `lists`. */
	list: number;
	page: number;
	/** The status that the list is narrowed to. */
	status?: string;
	/** The attempt to read the list. Answers to an abandoned attempt are ignored. */
	attempt: number;
}

/** The progress of reading a list without gaps. */
export interface Listing {
	/** The number of records in the latest answer; null before the first one. */
	total: number | null;
	/** The number of pages, as far as known. */
	pages: number;
	attempt: number;
	/** Page 1 ascends, so the list is read backwards from its last page: the newest records still come first. */
	isOldestFirst: boolean;
	/** How many records in a row were in that order; -1 after the first exception. */
	run: number;
	/** The lowest identifier on page 1 of a list that is oldest first: no other page may go below it. */
	floor: number;
	/** The lowest identifier read so far, except on that page 1. */
	lowest: number;
	top: number;
	/** How many records are newer than the newest of the previous reading. */
	arrivals: number;
	/** All remaining pages have been requested. */
	isWhole: boolean;
	/** It was restarted because a poll was interrupted in it. */
	isResumed: boolean;
}

export interface ScanProgress {
	resource: ResourceName;
	stage: number;
	queue: PageRequest[];
	listings: Record<string, Listing>;
	restarts: number;
	/** The list of all records in use stands in for one list per status. */
	listsAll: boolean;
	/** The highest identifier in any list. */
	glimpsed: number;
	/** Records above this appeared while the lists were read, and are left for the next scan. */
	bound: number;
	/** Records to report as backfill. This and the next two are written by `writeIds`. */
	dated: string;
	/** Watched records that no list has shown yet. */
	unseen: string;
	/** Records that have to be judged. */
	todo: string;
}

/** Writes identifiers in ascending order, each as its distance from the one before, in base 36: `2s k 1` for 100, 120, 121. */
export const writeIds = (ids: Iterable<number>): string =>
	[...ids]
		.sort((a, b) => a - b)
		.map((id, index, all) => (id - (all[index - 1] ?? 0)).toString(36))
		.join(' ');

/** Parses the output of {@link writeIds}. */
export function readIds(text: string): number[] {
	let id = 0;
	return text === '' ? [] : text.split(' ').map((distance) => (id += parseInt(distance, 36)));
}
