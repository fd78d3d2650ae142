import type { SQLInputValue } from 'node:sqlite';
import type { Call } from '../call.mts';

/** How a request is refused (§7.1). */
export interface Refusal {
	message: string;
	/** 400 by default. */
	status?: number;
}

/** One element that a method takes. Its example may hold placeholders for identifiers, such as `{client}`. */
export interface Field {
	/** The path below `request`, or below the element of its group. */
	path: string;
	/** The name of its value: mostly the column that it fills. */
	key: string;
	/** A text that is accepted. */
	example: string;
	/** How the example comes back: as it is by default, not at all when null. */
	returned?: string | null;
	/**
	 * The refusal when the element is missing or empty. `mayBeEmpty`: only when it is missing, since some rules on lines
	 * distinguish the two (§4.2). `when`: before or after all other checks.
	 */
	required?: Refusal & { mayBeEmpty?: boolean; when?: 'first' | 'last' };
	/** A text that is refused, and how. */
	wrong?: Refusal & { text: string };
	/** The element may be sent several times. */
	repeats?: boolean;
	/** Blanks around the text belong to it. */
	keepsBlanks?: boolean;
	/** The method does not take the element, yet refuses a wrong one (§7.1). */
	isOnlyChecked?: boolean;
	/** A filter: the condition on records, and the one that holds when the filter is left out. */
	sql?: string;
	otherwise?: string;
	/** Checks the elements up to this one in combination. Throws a Rejection. */
	together?: (call: Call) => void;
	/** The value of a text that is not empty; undefined when it counts as left out. Throws a Rejection when it is wrong. */
	read: (text: string, call: Call) => SQLInputValue | undefined;
}

/** The elements inside one that may be sent several times, such as the lines of an invoice. */
export interface Group {
	/** The path below `request`. */
	group: string;
	fields: readonly Field[];
	/** The refusal when there is none. */
	required?: Refusal;
	/** Elements without any text count as not sent. */
	skipsEmpty?: boolean;
}

/** What a method takes, in the order in which it is checked. */
export type Elements = ReadonlyArray<Field | Group>;

/** A field with its full path, and the path of its group. */
export interface FlatField extends Field {
	group?: string;
}

/** All fields, those of groups with their full paths. */
export function flatten(elements: Elements): FlatField[] {
	return elements.flatMap((one) =>
		'group' in one
			? one.fields.map((field) => ({ ...field, path: `${one.group}/${field.path}`, group: one.group }))
			: one,
	);
}
