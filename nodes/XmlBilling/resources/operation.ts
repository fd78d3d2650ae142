import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';
import type { Body } from '../interface/document';
import type { Values, Wire } from '../interface/encode';
import type { Service } from '../transport/service';

/** A form field, which is also the schema of what it is written as. */
export interface Property extends Omit<INodeProperties, 'options'>, Wire {
	options?: Array<INodePropertyOptions | Property | PropertyGroup>;
}

export interface PropertyGroup extends Omit<INodePropertyCollection, 'values'>, Wire {
	values: Property[];
}

/** One run of an operation, for one input item. */
export interface Call {
	readonly service: Service;
	/** The method of the operation; empty where it has none of its own. */
	readonly method: string;
	/** What was filled in, by field name. Hidden fields are absent. */
	readonly values: Values;
	/** IANA name of the workflow's time zone. */
	readonly timeZone: string;
	/** What was filled in, as the interface takes it. Throws an error that names the field. */
	body(): Body;
	/** An error about what was filled in, ready to be thrown. */
	problem(message: string, advice?: string): NodeOperationError;
	/** Tells the user something that is no error, beside the output. */
	warn(message: string): void;
}

/** What one of several items got from a request that served them all. */
export type Outcome = { ok: true; output: IDataObject } | { ok: false; error: Error };

/** An operation, declared once: its entry in the dropdown, its method, its form, and what it does. */
export interface Operation {
	readonly option: INodePropertyOptions & { action: string; description: string };
	/** The method of the interface that this is. Every method has one operation; what stands beside them has none. */
	readonly method?: string;
	/** What comes out of it, for the reference. */
	readonly returns: string;
	readonly properties: Property[];
	/** Does the work for one item. */
	readonly run?: (call: Call) => Promise<IDataObject[]>;
	/** Does the work for many items with one request, and tells each its outcome. */
	readonly runTogether?: (calls: readonly Call[]) => Promise<Outcome[]>;
}

export interface Resource {
	readonly option: INodePropertyOptions;
	readonly operations: readonly Operation[];
	/** The operation that a new node begins with, where it is not `create`. */
	readonly preferred?: string;
}

/** Declares an operation where n8n's linters see its whole literal. */
export const operation = <const Declared extends Operation>(declared: Declared): Operation => declared;
