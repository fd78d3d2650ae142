import type { Answer } from './answer.mts';
import type { Call } from './call.mts';
import type { Elements } from './fields/field.mts';

/** A method of the interface. */
export interface Method {
	/** The section that describes it, without the §. */
	section: string;
	elements: Elements;
	/** The paths in its answer; '' for an empty answer, `text()` for an identifier without an element. */
	answers: string;
	/** Answers a call whose elements have been checked. May still throw a Rejection. Runs inside a transaction. */
	run: (call: Call) => Answer;
}

/** Methods by their name in the interface. */
export type Methods = Readonly<Record<string, Method>>;
