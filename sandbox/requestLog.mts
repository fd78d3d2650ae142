import type { Fault } from './faults/rules.mts';
import type { Element } from './xml.mts';

/** One request that reached the sandbox, without credentials. Kept in memory only. */
export interface ReceivedRequest {
	place: number;
	/** The method in the document; '' when the request was refused before it was read. */
	method: string;
	/** The status attribute of the answer (§7); undefined when a fault kept the request from being processed. */
	status: number | undefined;
	fault?: Fault;
	at: string;
	durationMs: number;
	/** The account's key, such as `main`; undefined when the token was refused or not checked. */
	account: string | undefined;
	/** Paths of elements that the method does not take. A real service ignores them. */
	unknownElements: readonly string[];
	/** The parsed document, kept for the most recent requests. */
	request?: Element;
	/** The document of the answer before any fault, kept for the most recent requests, up to its first 100,000 characters. */
	answer?: string;
}

const ENTRIES_KEPT = 20_000;
const DOCUMENTS_KEPT = 1_000;
const ANSWERS_KEPT = 100;
const LONGEST_ANSWER = 100_000;

export class RequestLog {
	readonly entries: ReceivedRequest[] = [];

	private count = 0;

	add(entry: Omit<ReceivedRequest, 'place'>): void {
		const answer = entry.answer?.slice(0, LONGEST_ANSWER);
		this.entries.push({ ...entry, answer, place: (this.count += 1) });
		delete this.entries.at(-1 - ANSWERS_KEPT)?.answer;
		delete this.entries.at(-1 - DOCUMENTS_KEPT)?.request;
		if (this.entries.length > ENTRIES_KEPT) this.entries.shift();
	}
}
