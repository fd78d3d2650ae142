import type { SQLInputValue } from 'node:sqlite';
import type { Clock } from './clock.mts';
import type { Element } from './element.mts';
import type { Quirk } from './quirks.mts';
import type { AccountRow } from './store/rows.mts';
import type { Store, Values } from './store/store.mts';

/** How much the records in lists show. The interface leaves it open (§2.2). */
export type ListRecords = 'full' | 'summary' | 'bare';

/** The order of lists: as the request asks, or another one. */
export type ListOrder = 'asSpecified' | 'oldestFirst';

/** One request, authenticated and parsed, with everything that a method needs to answer it. */
export interface Call {
	account: AccountRow;
	/** The root element, `request`. */
	request: Element;
	store: Store;
	clock: Clock;
	listRecords: ListRecords;
	listOrder: ListOrder;
	quirks: readonly Quirk[];
	/** The record that the method acts on; 0 when it acts on none. */
	id: number;
	/** The values of the elements that were sent, by their keys. */
	values: Values;
	/** The values of elements that may be repeated. */
	lists: Record<string, SQLInputValue[]>;
	/** The values of each group of elements, by its path. */
	groups: Record<string, Values[]>;
}
