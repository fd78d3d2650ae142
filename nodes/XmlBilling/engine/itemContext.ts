import type { NodeOperationError } from 'n8n-workflow';
import type { Body } from '../xml/request';
import type { Values } from '../xml/encode';
import type { BillingApi } from '../transport/billingApi';

/** One run of an operation, for one input item. */
export interface ItemContext {
	readonly api: BillingApi;
	/** The method of the operation; empty where it has none of its own. */
	readonly method: string;
	/** What was filled in, by field name. Hidden fields are absent. */
	readonly values: Values;
	/** IANA name of the workflow's time zone. */
	readonly timeZone: string;
	/** Whether a field was filled in by the node's user; what an agent fills in, it may leave open in part. */
	isMeant(field: string): boolean;
	/** What was filled in, as the interface takes it. Throws an error that names the field. */
	body(): Body;
	/** An error about what was filled in, ready to be thrown. */
	problem(message: string, advice?: string): NodeOperationError;
	/** Tells the user something that is no error, beside the output. */
	warn(message: string): void;
}
