import type { Answer } from './answer.ts';
import type { Clock } from './clock.ts';
import type { Element } from './element.ts';
import type { AccountRow } from './store/rows.ts';
import type { Store } from './store/store.ts';

/** How much the records in lists say; the interface leaves it open (§2.2, gaps). */
export type ListRecords = 'full' | 'summary' | 'bare';

/** In which order lists come, when it is to be another than the request asks for. */
export type ListOrder = 'asSpecified' | 'newestFirst' | 'oldestFirst' | 'shuffled';

/** One request, authenticated and parsed, with what a method needs to answer it. */
export interface Call {
	account: AccountRow;
	/** The root element, `request`. */
	request: Element;
	store: Store;
	clock: Clock;
	listRecords: ListRecords;
	listOrder: ListOrder;
}

/** A method of the interface: the paths of the request elements that it takes, and how it answers. */
export interface Method {
	elements: readonly string[];
	/** Throws a Rejection when the request is refused. Runs inside a transaction. */
	answer: (call: Call) => Answer;
}

/** Methods by their name in the interface. */
export type Methods = Readonly<Record<string, Method>>;
