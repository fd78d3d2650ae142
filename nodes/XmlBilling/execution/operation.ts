import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import type { Answer } from '../xml/answer';
import type { Body } from '../xml/request';
import type { DocumentRecord, RecordType } from '../records';
import type { WritableApi } from '../transport/billingApi';
import type { BillingRecord } from '../xml/shape';
import type { FormNode, Refuse } from './form/tree';
import type { ItemContext } from './item';
import type { ShownResource } from '../descriptions/buildProperties';
import type { KeptFields } from '../records/keptFields';
import { methodNamed } from '../records/methods';
import { withOutputFields } from '../descriptions/output';
import { isProperty, type Property } from '../descriptions/property';

/** Sends further writes, within the credential's limits. */
export type Caller = Pick<WritableApi, 'call'>;

/** What a write has done, as far as its answer tells. */
export interface Confirmed {
	/** The written record, which is read back; undefined if the answer shows none. */
	readonly id?: number | undefined;
	/** The output's fields before those of the record, such as `result`. */
	readonly known: IDataObject;
	/** The output's fields after those of the record. */
	readonly adds?: IDataObject;
}

/** What a record should show once it is written. */
export interface Expected {
	readonly type: RecordType;
	/** The elements that were sent, and how answers show them. */
	readonly sent: Body;
	readonly fields: KeptFields;
	/** The record as it was, which keeps what was not sent. */
	readonly before?: BillingRecord | undefined;
	/** What the write was to make of a document. */
	readonly document?: WantedDocument;
}

/** What a write was to make of a document. */
export interface WantedDocument {
	readonly type: DocumentRecord;
	/** The document as it was before; absent if the write creates it. */
	readonly before?: BillingRecord;
	/** The request. Without lines or charges, those of the document stay. */
	readonly body: Body;
	/** How many lines there should be, if the request names only some. Its total isn't compared then. */
	readonly lineCount?: number;
}

/** A write that is ready to be checked by the guards and sent. */
export interface Write {
	/** Defaults to the operation's own method. */
	readonly method?: string;
	readonly body: Body;
	/**
	 * Tells from the successful answer what was done, and sends what has to follow before the record is read back. Throws if
	 * the answer lists the write as failed.
	 */
	readonly confirm: (answer: Answer, api: Caller) => Confirmed | Promise<Confirmed>;
	/** What a preview says of that. */
	readonly follows?: readonly string[];
	/** What the record should show once it is read back. The two are compared. */
	readonly expected?: Expected;
	/** Looks at the record besides. It may warn, and never throws. */
	readonly inspect?: (record: BillingRecord) => void;
	/** Replaces the error of a failed request with one that says more. It may read: no further write begins meanwhile. */
	readonly explain?: (error: Error) => Promise<Error>;
	/** What only one write of the run may be about: a later item with one of these keys is refused. */
	readonly once?: readonly string[];
	/** Added to the advice if the outcome of the write is unknown. */
	readonly adviceInDoubt?: string | undefined;
}

/** A write, or the output of an item that needs none. */
export type Prepared = Write | IDataObject[];

/** Prepares the write of an item. Sends only reads. */
type Prepare = (item: ItemContext) => Prepared | Promise<Prepared>;

/** Indexes of input items that are processed as one. */
export interface ItemGroup {
	readonly items: readonly number[];
}

/** How an operation makes one write of several input items. */
export interface Grouping {
	/** Groups input items, each group at the position of its first item. `valueOf` never throws. */
	readonly group: (
		indexes: readonly number[],
		valueOf: (field: string, index: number) => unknown,
	) => ItemGroup[];
	/** Joins the forms of a group's items. Throws what `refuse` makes if they can't be one write. */
	readonly join: (
		items: readonly number[],
		forms: ReadonlyArray<readonly FormNode[]>,
		refuse: Refuse,
	) => readonly FormNode[];
}

/** An operation: its entry in the dropdown, its method, its form, and `run` or `prepare`. */
export interface Operation {
	readonly option: INodePropertyOptions & { action: string; description: string };
	/** The method that it sends, which others may send, too. An operation that sends several has none. */
	readonly method?: string;
	/** The kind of record that the output shows. */
	readonly shows?: RecordType;
	/** The kind of record that it removes: the output names what is gone. */
	readonly removes?: RecordType;
	readonly properties: Property[];
	/** Reads the output of an item. Items are read in parallel. */
	readonly run?: (item: ItemContext) => Promise<IDataObject[]>;
	/** Prepares the write of an item. Items are written one after another. */
	readonly prepare?: Prepare;
	/** Whether an item's form asks for a read in spite of `prepare`. If those of all items do, they are read in parallel. */
	readonly onlyReads?: (valueOf: (field: string) => unknown) => boolean;
	/** By default, each input item is processed alone. */
	readonly grouping?: Grouping;
}

export interface Resource extends ShownResource {
	readonly operations: readonly Operation[];
}

/** What an operation does to the account, and whether it is safe to repeat: who gives it to an agent has to know (people). */
function effectOf({ method = '', prepare, onlyReads, properties }: Operation): string {
	if (prepare === undefined) return 'Only reads: safe to repeat.';
	if (onlyReads !== undefined)
		return 'Reads, writes, sends or deletes as its method says: repeat only reads.';
	const { verb } = methodNamed(method) ?? { verb: 'update' };
	if (verb === 'send') return 'Sends an email: each repeat sends another.';
	if (verb === 'delete') return 'Deletes: a repeat deletes nothing more.';
	if (verb === 'update') return 'Writes: a repeat writes the same again.';
	const guard = properties
		.find(({ name }) => name === 'options')
		?.options?.filter(isProperty)
		.find(({ name }) => name === 'ifExists');
	const mails = properties.some(({ name }) => name === 'afterCreating') ? ' and may send' : '';
	const writes = `Writes${mails}: a repeat adds`;
	if (guard === undefined) return `${writes} another.`;
	if (!guard.options?.some((choice) => 'value' in choice && choice.value === 'create'))
		return `${writes} none, because the name is in use.`;
	const key = properties.find(({ name, required }) => ['number', 'reference'].includes(name) && !required);
	const unless = key === undefined ? '' : `without a ${key.displayName}, or `;
	return `${writes} another only ${unless}where ${guard.displayName} allows it.`;
}

/** Declares an operation as a literal that n8n's linters can check, and adds the fields that shape its output. */
export const operation = <const Declared extends Operation>(declared: Declared): Operation => {
	const { value, description: text } = declared.option;
	// n8n's linter prescribes all of the text of an upsert, which says as much.
	const description = value === 'upsert' ? text : `${text.replace(/\.$/, '')}. ${effectOf(declared)}`;
	return {
		...declared,
		option: { ...declared.option, description },
		properties: withOutputFields(declared),
	};
};
