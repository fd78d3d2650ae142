/** The reader of one poll, its state, and its events so far. */
import type { WatchedRecord, TriggerEvent, TriggerOptions } from '../events/events';
import type { Filter, ResourceName } from '../events/resources';
import type { ListPage } from './scan';
import type { State } from './state';

/** How the core reads. A read that rejects ends the poll, and the saved state stays as it was. */
export interface RecordReader {
	/** One page of a list, with up to 100 records, counted from 1. If nothing is found (404), the page is empty. */
	page(resource: ResourceName, filter: Filter, page: number): Promise<ListPage>;
	/** One record, including its identifier; `gone` if it doesn't exist, `unreadable` if the service refuses it now. */
	get(resource: ResourceName, id: number): Promise<WatchedRecord | 'gone' | 'unreadable'>;
	/** Whether the poll must stop. Asked before every round of reads except the first. */
	isOutOfTime(): boolean;
}

export interface PollRun {
	reader: RecordReader;
	options: TriggerOptions;
	state: State;
	found: Array<{ resource: ResourceName; id: number; event: TriggerEvent }>;
	log: string[];
	trouble?: string;
	/** Resources of which this poll has resumed or finished a scan. */
	scanned: Set<ResourceName>;
	/** The first round of reads is always made, so that every poll makes progress. */
	hasRead: boolean;
}

/** Whether to stop before the next round of reads. */
export function mustStop(run: PollRun): boolean {
	const must = run.hasRead && run.reader.isOutOfTime();
	run.hasRead = true;
	return must;
}
