import type { Body } from '../xml/request';
import type { BillingRecord, RecordElements, Shape } from '../xml/shape';
import type { KeptFields } from './keptFields';

/** The name of a method that changes nothing. */
type ReadMethod = `get${string}` | `list${string}`;

/** Everything that the nodes know about a kind of record (§2.2, §4). */
export interface RecordType extends RecordElements {
	/** The name in sentences. */
	readonly label: string;
	/** The method that lists records. */
	readonly list: ReadMethod;
	/** Set if the list is one short table, without filters and pages (§4.11). */
	readonly isTable?: true;
	/** The method that reads one record; expense categories and account tables have none (§4.9, §4.11). */
	readonly get?: ReadMethod;
	readonly knownBy?: Key;
	/** What people may also find a record by, although several records may share it. */
	readonly alsoKnownBy?: readonly Key[];
	readonly picker?: Picker;
	/** The records that its fields name by identifier. */
	readonly links?: readonly Link[];
	/** Output fields that are calculated from a record, or have a name that people understand. */
	readonly derived?: Readonly<Record<string, (record: OutputRecord) => OutputRecord[string]>>;
	/** The output fields that only its writes have: beside its amounts, after its result, and beside its identifiers. */
	readonly written?: {
		readonly amounts: readonly string[];
		readonly facts: readonly string[];
		readonly ids: readonly string[];
	};
	/** The fields that every output begins with. */
	readonly columns: Columns;
	/** Set if records have many more fields than these, so that Simplify can leave the others out. n8n asks for at most ten. */
	readonly isWide?: true;
	/** The fields that an update resends, because the service may erase those that a request omits. */
	readonly keptOnUpdate?: KeptFields;
	/** The fields that an update leaves to the service, which must stay as they are. */
	readonly leftOnUpdate?: KeptFields;
	/** The element that identifies a line in requests that change or delete lines. */
	readonly lineId?: string;
	readonly watched?: Watched;
	/** The fields that lists leave out in the vendor's samples. Absent for kinds without a sample that proves anything. */
	readonly unlisted?: readonly string[];
}

/** What a method answers that is no kind of record. */
export interface AnswerType {
	readonly method: ReadMethod;
	/** The element of the answer that holds it. */
	readonly name: string;
	readonly shape: Shape;
}

/** A record as the nodes return it, with fields that tell about a write. */
export type OutputRecord = { [field: string]: string | number | boolean | object | null | undefined };

/**
 * Fields of an output in the order of n8n's table, whose first five columns are all that people see without scrolling: which
 * record, whose, how much, and what became of it. What can be empty comes later: n8n shows it in red (people).
 */
export interface Columns {
	/** What people know a record by, and its state if it belongs among the first. */
	readonly names: readonly string[];
	/** Its amounts, and their currency. */
	readonly money?: readonly string[];
	readonly others?: readonly string[];
	/** The identifiers: its own, then those of linked records. */
	readonly ids: readonly string[];
}

/** A field of a record that names other records by identifier, so that output can also name them by name. */
export interface Link {
	/** The output field with the identifier, or with a list of them. */
	readonly field: string;
	/** The `name` of the linked kind. */
	readonly to: string;
	/** The output fields to add, and the fields of the linked record that they show. */
	readonly adds: Readonly<Record<string, string>>;
}

/** A kind of record whose updates resend fields. */
export type UpdatableRecord = RecordType & { readonly keptOnUpdate: KeptFields };

/** An email, a name or a number that people know a record by, and how to look it up. */
export interface Key {
	readonly word: 'email' | 'name' | 'number' | 'organization';
	/** The field of an answer that shows it. */
	readonly field: string;
	/** The list filter that takes it. Without one, all active records are read. */
	readonly filter?: string;
	/** The locator mode that takes it. Unique among all kinds, because a locator doesn't say which kind it is for. */
	readonly mode: string;
	/** What its field shows while it is empty. Absent if the name of the field says it all. */
	readonly example?: string;
	/** Filters of the lists that together show every key in use. Defaults to the list of active records. */
	readonly lists?: readonly Body[];
	/** Set if the service assigns it, and requests don't take it. */
	readonly isAssigned?: true;
}

/** A kind of record that people know by an email, a name or a number. */
export type KnownRecord = RecordType & { readonly knownBy: Key };

/** A kind of record that people can pick in a form. */
export type PickableRecord = RecordType & { readonly picker: Picker };

interface Picker {
	/** The field label. Defaults to the kind's label in title case. */
	readonly label?: string;
	/** The name of the search in `listSearch`. */
	readonly search: string;
	readonly exampleId: string;
	/** The field that an entry of the list needs. If a listed record lacks it, the record is read on its own. */
	readonly needs: string;
	/** The parts of an entry's name. Defaults to the field above. */
	readonly title?: readonly Part[];
	readonly detail?: readonly Part[];
	/** Set if people look for the newest record instead of a name, so that entries keep the service's order. */
	readonly isByTime?: true;
	/** The service's own filter for typed text. Without one, pages are searched. */
	readonly filter?: (typed: string) => Body | undefined;
}

/** A part of an entry's text: a field, or text made from several fields. Empty parts are left out. */
export type Part = string | ((record: BillingRecord) => string);

/** A kind of document with lines (§4.3, §4.4, §4.5). */
export interface DocumentRecord extends KnownRecord {
	readonly lineId: string;
	/** The element that identifies a line in answers. */
	readonly shownLineId: string;
	/** Whether answers show the taxes of a line. */
	readonly showsTaxes: boolean;
}

/** The children of a list request's `filter` element, without its paging elements. */
export type Filter = Readonly<Record<string, string>>;

export interface Watched {
	/** The lists in which a new record can appear, beginning with the records in use. Defaults to the list without filters. */
	readonly lists?: readonly [Filter, ...Filter[]];
	/** The filter element that narrows a list to records dated on or after a day. */
	readonly dateFilter?: string;
	/** Fields with content in every full record. If a listed record lacks one, the record is read on its own. */
	readonly filled: readonly string[];
	/** Fields that every full record has, even if empty. */
	readonly present: readonly string[];
	/** Whether a record belongs to a client, so that events can be narrowed to one. */
	readonly hasClient?: true;
	readonly status?: WatchedStatus;
	/** What shows that a record was canceled or stopped, and what identifies that event. */
	readonly ended?: { readonly field: string; readonly word: string; readonly name: string };
}

/** The commercial status of a kind of record, as the trigger watches it. */
interface WatchedStatus {
	readonly field: string;
	/**
	 * The filter element that narrows a list to one status, and the statuses to ask for. Absent if one list shows all
	 * records.
	 */
	readonly openLists?: { readonly filter: string; readonly statuses: readonly string[] };
	/** Settled statuses. The trigger stops watching their records. */
	readonly final: readonly string[];
	/** The status of a record that clients are not meant to see yet. */
	readonly draft?: string;
	/** The status of a record whose client objects to it. */
	readonly disputed?: string;
	/** The field that says whether a record is in use, and the value that means it is. */
	readonly inUse?: { readonly field: string; readonly value: string };
}

/** The client that a record belongs to, by the names that people know it by. */
export const clientLink: Link = {
	field: 'client_id',
	to: 'client',
	adds: { client_organization: 'organization', client_name: 'name', client_email: 'email' },
};

/** The same for a document whose amounts are in the client's currency, which its answer omits (§2.2). */
export const clientWithCurrency: Link = { ...clientLink, adds: { ...clientLink.adds, currency: 'currency' } };

export const projectLink: Link = {
	field: 'project_id',
	to: 'project',
	adds: { project_name: 'project_name' },
};
