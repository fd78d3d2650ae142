import type { Workflow } from '../../host/examples.mts';
import { UNFINISHED, type Execution } from '../../test/e2e/executions.mts';
import { tally } from '../crash/tally.mts';
import { WATCHING } from '../crash/workflow.mts';
import { BILLING, call, REPAIR, type Call } from './billing.mts';
import type { Cluster } from './cluster.mts';

/** The outcome of the calls. Lists name what is wrong or needs attention, by invoice number. */
export interface Outcome {
	accepted: number;
	succeeded: number;
	/** Accepted, and ended by n8n because the worker or the main died, by status. */
	ended: Record<string, number>;
	/** Accepted, but without an execution that has ended. */
	unaccounted: string[];
	/** Without an answer from n8n. */
	unanswered: number;
	/** Invoices of these calls. */
	invoices: number;
	/** Numbers with more than one invoice. */
	doubled: string[];
	/** Numbers whose execution succeeded although there is no invoice. */
	missing: string[];
	/** Numbers with an invoice although n8n reports no success. */
	writtenAnyway: string[];
	/** Numbers that still have to be billed. */
	unbilled: string[];
}

function countBy(names: readonly string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
	return counts;
}

/**
 * All executions of this n8n, whose identifiers are whole numbers in a row. Its public API lists none that the main still
 * waits for. After a load like this one the main may do so forever, although the execution has ended: those are read one
 * by one.
 */
async function executionsOf({ executions }: Cluster, workflow: Workflow): Promise<Execution[]> {
	const found: Execution[] = [];
	// Sequential: they are large.
	for (const one of [BILLING, REPAIR, WATCHING]) found.push(...(await executions.all(one)));
	const listed = new Set(found.map(({ id }) => Number(id)));
	for (let id = 1; id < Math.max(...listed); id++) {
		// A number may be missing for good if a kill rolled its transaction back.
		const hidden = listed.has(id) ? undefined : await executions.tryFind(String(id));
		if (hidden !== undefined) found.push(hidden);
	}
	return found.filter(({ workflowId }) => workflowId === workflow.id);
}

/** The statuses of executions that have ended, by identifier. */
async function statusesOf(cluster: Cluster): Promise<Map<string, string>> {
	const ended = (await executionsOf(cluster, BILLING)).filter(({ status }) => !UNFINISHED.includes(status));
	return new Map(ended.map(({ id, status }) => [id, status]));
}

/** Compares what n8n accepted, what it reports, and what the billing service has. */
export async function outcomeOf(cluster: Cluster, calls: readonly Call[]): Promise<Outcome> {
	const statuses = await statusesOf(cluster);
	const numbers = new Set(calls.map(({ number }) => number));
	const invoices = cluster.sandbox
		.records('invoice')
		.map(({ notes }) => notes)
		.filter((notes) => numbers.has(notes));
	const written = new Set(invoices);
	const accepted = calls.filter(({ execution }) => execution !== undefined);
	const statusOf = ({ execution = '' }: Call) => statuses.get(execution);
	const isSuccess = (made: Call) => statusOf(made) === 'success';
	const names = (found: readonly Call[]) => found.map(({ number }) => number);
	return {
		accepted: accepted.length,
		succeeded: accepted.filter(isSuccess).length,
		ended: countBy(accepted.flatMap((made) => (isSuccess(made) ? [] : (statusOf(made) ?? [])))),
		unaccounted: names(accepted.filter((made) => statusOf(made) === undefined)),
		unanswered: calls.length - accepted.length,
		invoices: invoices.length,
		doubled: Object.entries(countBy(invoices)).flatMap(([number, count]) => (count > 1 ? [number] : [])),
		missing: names(calls.filter((made) => isSuccess(made) && !written.has(made.number))),
		writtenAnyway: names(calls.filter((made) => !isSuccess(made) && written.has(made.number))),
		unbilled: names(calls.filter((made) => !written.has(made.number))),
	};
}

/** Repeats the call for every number without a confirmed success, as an operator would. */
export async function repair(cluster: Cluster, calls: readonly Call[]): Promise<number> {
	const statuses = await statusesOf(cluster);
	const open = calls.filter(({ execution = '' }) => statuses.get(execution) !== 'success');
	for (const { number } of open) await call(cluster.client, REPAIR, number);
	return open.length;
}

/** What the trigger reported of the invoices created since its baseline. */
export interface Delivery {
	events: number;
	executions: Record<string, number>;
	lost: string[];
	doubled: string[];
	/** Executions that n8n ended because their worker died, deleting their items. */
	emptied: number;
	/** Events missing from all executions although some executions were emptied: those contained them. */
	deleted: string[];
}

const isEmptied = ({ status, data }: Execution): boolean =>
	status === 'error' &&
	Object.keys(data.resultData.runData).length === 0 &&
	(data.executionData?.nodeExecutionStack ?? []).length === 0;

/** Compares the invoices from a given one on with the executions of the trigger. */
export async function deliveryOf(cluster: Cluster, firstInvoice: number): Promise<Delivery> {
	const invoices = cluster.sandbox.records('invoice').slice(firstInvoice);
	const executions = await executionsOf(cluster, WATCHING);
	const names = invoices.map(({ id }) => `invoice ${id}`);
	const { lost, doubled, executions: statuses } = tally(names, executions);
	const emptied = executions.filter(isEmptied).length;
	return {
		events: invoices.length,
		executions: countBy(statuses),
		lost: emptied === 0 ? lost : [],
		doubled,
		emptied,
		deleted: emptied === 0 ? [] : lost,
	};
}
