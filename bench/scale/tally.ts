import type { Workflow } from '../../host/examples.ts';
import { UNFINISHED, type Execution } from '../../test/e2e/executions.ts';
import { tally } from '../../test/e2e/crash/tally.ts';
import { WATCHING } from '../../test/e2e/crash/workflow.ts';
import { BILLING, call, REPAIR, type Call } from './billing.ts';
import type { Cluster } from './cluster.ts';

/** What the calls have led to. Lists name what is wrong or has to be looked after, by the number of the invoice. */
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
	/** Numbers for which there is more than one. */
	doubled: string[];
	/** Numbers whose execution succeeded although there is no invoice. */
	missing: string[];
	/** Numbers for which there is an invoice although n8n says nothing of a success. */
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
	// One after the other: they are large.
	for (const one of [BILLING, REPAIR, WATCHING]) found.push(...(await executions.all(one)));
	const listed = new Set(found.map(({ id }) => Number(id)));
	for (let id = 1; id < Math.max(...listed); id++) {
		// A number may be missing for good: that of an execution whose transaction a kill broke off.
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

/** Compares what n8n accepted, what it says of it, and what the billing service has. */
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

/** Calls again for every number that did not succeed for sure, as someone would who looks after them. */
export async function repair(cluster: Cluster, calls: readonly Call[]): Promise<number> {
	const statuses = await statusesOf(cluster);
	const open = calls.filter(({ execution = '' }) => statuses.get(execution) !== 'success');
	for (const { number } of open) await call(cluster.client, REPAIR, number);
	return open.length;
}

/** What the trigger told of the invoices that were made since its baseline. */
export interface Told {
	events: number;
	executions: Record<string, number>;
	lost: string[];
	doubled: string[];
	/** Executions that n8n ended because their worker died, and whose items it deleted then. */
	emptied: number;
	/** Events that no execution tells of, when there are such executions: they were in these. */
	deleted: string[];
}

const isEmptied = ({ status, data }: Execution): boolean =>
	status === 'error' &&
	Object.keys(data.resultData.runData).length === 0 &&
	(data.executionData?.nodeExecutionStack ?? []).length === 0;

/** Compares the invoices since some number of them with what the executions of the trigger tell. */
export async function toldOf(cluster: Cluster, firstInvoice: number): Promise<Told> {
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
