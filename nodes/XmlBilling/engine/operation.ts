import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import type { ItemContext } from './itemContext';
import type { Property } from './property';

/** What one of several items got from a request that served them all. */
export type Outcome =
	{ ok: true; output: IDataObject } | { ok: false; error: Error; fate: 'refused' | 'doubtful' | 'untried' };

/** An operation, declared once: its entry in the dropdown, its method, its form, and what it does. */
export interface Operation {
	readonly option: INodePropertyOptions & { action: string; description: string };
	/** The method of the interface that this is. Every method has one operation; what stands beside them has none. */
	readonly method?: string;
	/** What comes out of it, for the reference. */
	readonly returns: string;
	readonly properties: Property[];
	/** Does the work for one item. */
	readonly run?: (item: ItemContext) => Promise<IDataObject[]>;
	/** Does the work for many items with one request, and tells each its outcome. It may go on after an error, or not. */
	readonly runTogether?: (items: readonly ItemContext[], goesOn: boolean) => Promise<Outcome[]>;
}

export interface Resource {
	readonly option: INodePropertyOptions;
	readonly operations: readonly Operation[];
	/** The operation that a new node begins with, where it is not `create`. */
	readonly preferred?: string;
}

/** Declares an operation where n8n's linters see its whole literal. */
export const operation = <const Declared extends Operation>(declared: Declared): Operation => declared;
