/**
 * The contract table: one row per method of the interface, written from the specification. `§` names its sections.
 *
 * Values may hold placeholders such as `{client}`: identifiers of records that exist when a row is walked (see records.ts).
 */

/** The groups of §1. */
export type Group =
	| 'invoices'
	| 'estimates'
	| 'recurring'
	| 'clients'
	| 'staff'
	| 'productsAndServices'
	| 'expenses'
	| 'projects'
	| 'tasks'
	| 'timeLogs'
	| 'account';

/** A value that is refused: null leaves the element out, '' sends it empty. */
export interface InvalidValue {
	value: string | null;
	status: number;
	message: string;
}

/** One request element. */
export interface ElementSpecification {
	/** Its path below `request`, such as `items/item/name`. */
	path: string;
	/** `always`, or `inParent`: required wherever its parent element is sent, as in a line or a payment. */
	required?: 'always' | 'inParent';
	/** The element itself may be sent more than once. */
	repeatable?: boolean;
	/** A value that is accepted. */
	example: string;
	/** Where the value is found in the record that the read method of the row returns. */
	readBack?: string;
	/** How the value is returned, where that differs from the example. */
	returned?: string;
	/** Further values that are accepted, with what is read back for them; null leaves the element out. */
	accepts?: ReadonlyArray<{ value: string | null; returned: string }>;
	/** Identifiers that are passed over while the rest of the request is carried out, and where the answer lists them. */
	passedOver?: { values: readonly string[]; listed: string };
	invalid?: readonly InvalidValue[];
}

/** A message of §7.1 that takes more than one wrong element. */
export interface Refusal {
	status: number;
	message: string;
	/** In which case, for the title of the test. */
	when: string;
	/** The elements that differ from the smallest valid request. */
	change?: Readonly<Record<string, string | null>>;
	/** Whose token is used; main by default. */
	account?: 'main' | 'second' | 'empty' | 'limited';
	/** How many times the request is accepted before it is refused. */
	after?: number;
}

/** What a successful call answers. */
export type AnswerSpecification =
	/** Nothing inside `response`. */
	| { kind: 'empty' }
	/** The identifier in a child element. */
	| { kind: 'identifier'; element: string }
	/** The identifier as plain text inside `response`. */
	| { kind: 'text' }
	/** One identifier element per record acted on; `element` may be a path. */
	| { kind: 'identifiers'; element: string }
	/** The identifier of the document, and those of its new lines. */
	| { kind: 'lines'; element: string; wrapper: string; line: string }
	/** A record. */
	| { kind: 'record'; element: string; fields: readonly string[] }
	/** A list with paging. The fields of its records are given where §2.2 shows them. */
	| {
			kind: 'list';
			wrapper: string;
			record: string;
			identifier: string;
			count: 'total' | 'total_records';
			fields?: readonly string[];
	  }
	/** A list without filter and paging: its records have fields, or are text. */
	| { kind: 'wholeList'; wrapper: string; record: string; fields: readonly string[] };

export interface MethodSpecification {
	method: string;
	group: Group;
	section: string;
	elements: readonly ElementSpecification[];
	answer: AnswerSpecification;
	/** The method that reads the record back (a list method, where there is no get method), and the element of its identifier. */
	read?: { method: string; identifier: string };
	refusals?: readonly Refusal[];
}
