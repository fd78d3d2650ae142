import type { SQLInputValue } from 'node:sqlite';
import type { Answer } from './answer.ts';
import type { Clock } from './clock.ts';
import type { Element } from './element.ts';
import type { Elements } from './fields/field.ts';
import type { AccountRow } from './store/rows.ts';
import type { Store, Values } from './store/store.ts';

/** How much the records in lists say; the interface leaves it open (§2.2, gaps). */
export type ListRecords = 'full' | 'summary' | 'bare';

/** The order of lists, when it is to be another one than the request asks for. */
export type ListOrder = 'asSpecified' | 'newestFirst' | 'oldestFirst' | 'shuffled';

/** One request, authenticated and parsed, with everything that a method needs to answer it. */
export interface Call {
	account: AccountRow;
	/** The root element, `request`. */
	request: Element;
	store: Store;
	clock: Clock;
	listRecords: ListRecords;
	listOrder: ListOrder;
	/** The record that the method acts on; 0 when it acts on none. */
	id: number;
	/** The values of the elements that were sent, by their keys. */
	values: Values;
	/** The values of elements that may be repeated. */
	lists: Record<string, SQLInputValue[]>;
	/** The values of each group of elements, by its path. */
	groups: Record<string, Values[]>;
}

/** A method of the interface. */
export interface Method {
	/** The section that describes it, without the §. */
	section: string;
	elements: Elements;
	/** The paths that its answer has; '' for an empty answer, `text()` for an identifier without an element. */
	answers: string;
	/** Answers a call whose elements are checked. Throws a Rejection when it is refused all the same. Runs inside a transaction. */
	run: (call: Call) => Answer;
}

/** Methods by their name in the interface. */
export type Methods = Readonly<Record<string, Method>>;
