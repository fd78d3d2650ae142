import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import type { Answer } from '../xml/answer';
import type { Body } from '../xml/request';
import type { RecordType } from '../records';
import type { ItemContext } from './itemContext';
import type { Property } from './property';

/** A write that is ready to be checked by the guards and sent. */
export interface Write {
	/** Defaults to the operation's own method. */
	readonly method?: string;
	readonly body: Body;
	/** Reads the answer to the successful request. Returns the output of the item. */
	readonly finish: (answer: Answer) => IDataObject[] | Promise<IDataObject[]>;
	/** Replaces the error of a failed request with one that says more. */
	readonly explain?: (error: Error) => Promise<Error>;
	/** What lets later items of the run recognize the record: their keys, and the output field with its identifier. */
	readonly creates?: { readonly keys: readonly string[]; readonly id: string };
	/** Added to the advice if it is unknown whether the write was carried out. */
	readonly adviceInDoubt?: string;
}

/** A write, or the output of an item that needs none. */
export type Prepared = Write | IDataObject[];

/** Prepares the one write of an item, with reads alone. */
export type Prepare = (item: ItemContext) => Prepared | Promise<Prepared>;

/** A write that acts on many records with one request. */
export interface Batch {
	readonly type: RecordType;
	/** The output field that says so. The answers of the send methods list the records that were sent (§4.3, §4.4). */
	readonly done: 'deleted' | 'sent';
}

/** An operation, declared once: its entry in the dropdown, its method, its form and, as one of three, its work. */
export interface Operation {
	readonly option: INodePropertyOptions & { action: string; description: string };
	/** The method of the interface. Every method has one operation; further operations have none. */
	readonly method?: string;
	/** The output, as the reference describes it. */
	readonly returns: string;
	readonly properties: Property[];
	/** Reads the output of an item. Items are read side by side. */
	readonly run?: (item: ItemContext) => Promise<IDataObject[]>;
	/** Items are written one after the other. */
	readonly prepare?: Prepare;
	readonly batch?: Batch;
}

export interface Resource {
	readonly option: INodePropertyOptions;
	readonly operations: readonly Operation[];
	/** The operation that a new node begins with. Defaults to `create`. */
	readonly preferred?: string;
}

/** Declares an operation where n8n's linters see its whole literal. */
export const operation = <const Declared extends Operation>(declared: Declared): Operation => declared;
