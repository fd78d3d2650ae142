import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { identityKey } from '../xml/identity';
import { isTool } from './hints';
import type { ItemOutput } from './item';

/**
 * What a run of the node has written, or may have. With _Retry On Fail_, n8n runs a failed node again with all of its
 * items, and all of these attempts have one ledger.
 */
export interface Ledger {
	/** What became of each input item, unless it was certainly not written: its output, or the texts of its error in doubt. */
	readonly items: Map<
		number,
		{ readonly ok: true; readonly value: ItemOutput } | { ok: false; message: string; advice: string }
	>;
	/** The identifiers of records by the keys of their writes. In doubt, the service may still be carrying a write out (HTTP). */
	readonly written: Map<string, number | 'inDoubt'>;
	/** Names the run; undefined if n8n does not repeat it. */
	readonly key: string | undefined;
	/** When the last attempt ended, in epoch milliseconds; Infinity during an attempt. */
	endedAt: number;
}

const ledgers = new Map<string, Ledger>();
// n8n waits at most five seconds between two attempts.
const MAX_PAUSE_MS = 300_000;

/** A key made of values by which a record is known, compared as names are. */
export const recordKey = (...parts: readonly unknown[]): string =>
	JSON.stringify(parts.map((part) => identityKey('name', part)));

/** Opens the ledger of a run, with what earlier attempts have written. */
export function openLedger(context: IExecuteFunctions): Ledger {
	for (const [other, { endedAt }] of ledgers) if (Date.now() - endedAt > MAX_PAUSE_MS) ledgers.delete(other);
	const key = keyOf(context);
	const ledger = ledgers.get(key ?? '') ?? { items: new Map(), written: new Map(), key, endedAt: 0 };
	ledger.endedAt = Infinity;
	if (key !== undefined) ledgers.set(key, ledger);
	return ledger;
}

/** Ends an attempt, with the node's output unless it failed. Forgets the ledger if n8n won't retry. */
export function closeLedger(ledger: Ledger, output: readonly INodeExecutionData[] | undefined): void {
	ledger.endedAt = Date.now();
	// n8n also retries a node whose output begins with an error.
	const isLast = output?.every(({ json }) => json['error'] === undefined) ?? false;
	if (isLast) ledgers.delete(ledger.key ?? '');
}

/**
 * Identifies a run of the node across all of its attempts: n8n numbers a node's runs in an execution, and a retry keeps its
 * number. Undefined if nothing is remembered.
 */
function keyOf(context: IExecuteFunctions): string | undefined {
	const node = context.getNode();
	const { name, retryOnFail } = node;
	// An agent may call a tool several times with one item, for different things.
	if (!retryOnFail || isTool(node)) return undefined;
	// Only n8n's engine retries nodes, and it has both of these.
	const execution = context.getExecutionId();
	const runIndex: unknown = context.getWorkflowDataProxy(0)['$runIndex'];
	if (!execution || typeof runIndex !== 'number') return undefined;
	return JSON.stringify([execution, name, runIndex]);
}
