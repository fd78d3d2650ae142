import type { Fault } from './faults/rules.mts';
import type { ReadRequest } from './service.mts';

/** One request that reached the sandbox. Kept in memory only, and its document only for the most recent ones. */
export interface ReceivedRequest extends ReadRequest {
	place: number;
	/** The status attribute of the answer (§7); undefined when a fault kept the request from being processed. */
	status: number | undefined;
	fault?: Fault;
	at: string;
	durationMs: number;
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
