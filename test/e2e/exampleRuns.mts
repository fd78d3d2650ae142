import { importWorkflow, type Workflow } from '../../host/examples.mts';
import { follow } from './chat.mts';
import type { Execution } from './executions.mts';
import type { Installation } from './installation.mts';
import type { MailServer } from './mailServer.mts';
import { writesTo } from './service.mts';
import { waitFor } from './waiting.mts';
import { example, START } from './workflows.mts';

const KINDS = [
	...(['client', 'product', 'estimate', 'invoice', 'payment', 'task', 'project', 'timeEntry'] as const),
];

/** The changes that a run of an example made to the account. */
export interface Run {
	execution: Execution;
	error: string | undefined;
	/** The methods that change something, in request order. */
	writes: string[];
	/** How many records of each kind it created. */
	created: Partial<Record<(typeof KINDS)[number], number>>;
	/** How many emails the service sent. */
	mails: number;
}

/** Runs a workflow, however it ends. */
export async function attempt(
	{ executions, sandbox }: Installation,
	workflow: Workflow,
	trigger = START,
): Promise<Run> {
	sandbox.clearRequests();
	const mails = sandbox.outbox.length;
	const counts = KINDS.map((kind) => sandbox.records(kind).length);
	const execution = await executions.run(workflow, trigger);
	const created: Run['created'] = {};
	for (const [index, kind] of KINDS.entries()) {
		const count = sandbox.records(kind).length - (counts[index] ?? 0);
		if (count !== 0) created[kind] = count;
	}
	const error = execution.data.resultData.error?.message;
	return { execution, error, writes: writesTo(sandbox), created, mails: sandbox.outbox.length - mails };
}

/** Runs a workflow that is to end well. Throws if it fails, or sends what the service does not know. */
export async function run(...[installation, ...given]: Parameters<typeof attempt>): Promise<Run> {
	const ended = await attempt(installation, ...given);
	expect(ended.error).toBeUndefined();
	expect(ended.execution.status).toBe('success');
	expect(installation.sandbox.requests.flatMap(({ unknownElements }) => unknownElements)).toEqual([]);
	return ended;
}

/** Imports an example, and runs it twice. */
export async function runTwice(
	installation: Installation,
	name: RegExp,
	trigger?: string,
): Promise<[Run, Run]> {
	const workflow = await importWorkflow(installation.client, { ...example(name), active: false });
	return [await run(installation, workflow, trigger), await run(installation, workflow, trigger)];
}

/** Runs a workflow until it waits for the answer to a mail. Returns a function that answers, and waits for the run to end. */
export async function runToQuestion(
	installation: Installation,
	{ mails }: MailServer,
	workflow: Workflow,
	trigger?: string,
): Promise<(approved: boolean) => Promise<Run>> {
	const seen = mails.length;
	const running = run(installation, workflow, trigger);
	// n8n mails the question before it stores that the execution waits. Until then, there is nothing to resume.
	await waitFor('the question', async () =>
		(await installation.executions.all(workflow)).find(({ status }) => status === 'waiting'),
	);
	const { html = '' } = mails.slice(seen).find((mail) => mail.html !== undefined) ?? {};
	return async (approved) => {
		const link = new RegExp(`href="(http[^"]+approved=${approved}[^"]*)"`).exec(html)?.[1] ?? '';
		await follow(link.replaceAll('&amp;', '&'));
		return await running;
	};
}

/** An amount in cents. */
export const cents = (amount: unknown): number => Math.round(Number(amount) * 100);

export const sum = (amounts: readonly number[]): number =>
	amounts.reduce((total, amount) => total + amount, 0);
