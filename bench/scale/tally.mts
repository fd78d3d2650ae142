import type { Workflow } from '../../host/examples.mts';
import { UNFINISHED, type Execution } from '../../test/e2e/executions.mts';
import { tally, type Tally } from '../crash/tally.mts';
import { WATCHING } from '../crash/workflow.mts';
import { BILLING, call, REPAIR, type Call } from './billing.mts';
import type { Cluster } from './cluster.mts';

/** The outcome of the calls. Lists name what is wrong or needs attention, by invoice number. */
export interface Outcome {
	accepted: number;
	succeeded: number;
	/** Accepted, but without an execution that has ended. */
	unaccounted: string[];
	/** Numbers with more than one invoice. */
	doubled: string[];
	/** Numbers whose execution succeeded although there is no invoice. */
	missing: string[];
	/** Numbers that still have to be billed. */
	unbilled: string[];
}

/** Whether nothing was billed twice, lost or left open. */
export const isBilledOnce = ({ doubled, missing, unaccounted }: Outcome): boolean =>
	[doubled, missing, unaccounted].every(({ length }) => length === 0);

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
		unaccounted: names(accepted.filter((made) => statusOf(made) === undefined)),
		doubled: invoices.filter((number, index) => invoices.indexOf(number) < index),
		missing: names(calls.filter((made) => isSuccess(made) && !written.has(made.number))),
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
export interface Delivery extends Pick<Tally, 'events' | 'lost' | 'doubled'> {
	/** What is missing because n8n ended executions whose worker died, and deleted their items. */
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
	const { events, lost, doubled } = tally(names, executions);
	const isDeleted = executions.some(isEmptied);
	return { events, lost: isDeleted ? [] : lost, doubled, deleted: isDeleted ? lost : [] };
}
