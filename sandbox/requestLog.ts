import type { Element } from './element.ts';
import type { Fault } from './faults/rule.ts';

/** One request that reached the sandbox, without credentials. Kept in memory only. */
export interface ReceivedRequest {
	/** The method in the document; '' when the request was refused before it was read. */
	method: string;
	/** The status attribute of the answer (§7); undefined when a fault kept the request from being processed. */
	status: number | undefined;
	/** The fault that hit it. */
	fault?: Fault;
	/** When it arrived, as an ISO date and time. */
	at: string;
	durationMs: number;
	requestBytes: number;
	/** The length of the answer before any fault. */
	responseBytes: number;
	/** The account's key, such as `main`; undefined when the token was refused or not checked. */
	account: string | undefined;
	/** The number of requests in progress when this one arrived, itself included. */
	concurrent: number;
	/** Paths of elements that the method does not take. A real service ignores them. */
	unknownElements: readonly string[];
	/** The parsed document, kept for the most recent requests. */
	request?: Element;
}

const ENTRIES_KEPT = 20_000;
const DOCUMENTS_KEPT = 1_000;

/** The recent requests, oldest first. */
export class RequestLog {
	readonly entries: ReceivedRequest[] = [];

	add(entry: ReceivedRequest): void {
		this.entries.push(entry);
		const outdated = this.entries.at(-1 - DOCUMENTS_KEPT);
		if (outdated !== undefined) delete outdated.request;
		if (this.entries.length > ENTRIES_KEPT) this.entries.shift();
	}
}
