import type { N8nClient } from '../../host/client.mts';
import type { Workflow } from '../../host/examples.mts';
import type { Sandbox } from '../../sandbox/index.mts';
import { waitFor } from './waiting.mts';

/** The settings that make n8n store the trigger's state and the execution in one transaction. */
export const DURABLE_CURSORS = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

const POLL_EVERY_MS = 10_000;
/** Every ten seconds: the editor's shortest interval is a minute, so several entries are needed. */
const POLL_TIMES = [0, 10, 20, 30, 40, 50].map((second) => ({
	mode: 'custom',
	cronExpression: `${second} * * * * *`,
}));

/** The number of the poll at a given time: polls begin at multiples of ten seconds. */
export const pollOf = (at: string): number => Math.floor(Date.parse(at) / POLL_EVERY_MS);

/** Waits until the next poll is over, which is when the one after it begins. */
export async function untilNextPollIsOver(sandbox: Sandbox): Promise<void> {
	const now = pollOf(new Date().toISOString());
	await waitFor('two more polls', () => sandbox.requests.find(({ at }) => pollOf(at) >= now + 2));
}

/** The workflow, active, with a trigger that polls every ten seconds. */
export const pollingOften = (workflow: Workflow): Workflow => ({
	...workflow,
	active: true,
	nodes: workflow.nodes.map((node) =>
		node.type.endsWith('Trigger')
			? { ...node, parameters: { ...node.parameters, pollTimes: { item: POLL_TIMES } } }
			: node,
	),
});

/** Waits until every trigger of an active workflow has taken its baseline. */
export const untilFirstPoll = (client: N8nClient, workflow: Workflow): Promise<object> =>
	waitFor('the first poll to end', async () => {
		const { staticData } = await client.request<{ staticData: object | null }>(
			'GET',
			`/rest/workflows/${workflow.id}`,
		);
		const triggers = workflow.nodes.filter(({ type }) => type.endsWith('Trigger'));
		const memories = Object.keys(staticData ?? {}).filter((key) => key.startsWith('node:'));
		return memories.length >= triggers.length ? (staticData ?? undefined) : undefined;
	});
