import type { Workflow } from '../../host/examples.mts';
import { SANDBOX } from '../../test/e2e/workflows.mts';

/**
 * The settings that make n8n store the trigger's state and the execution in one transaction. It checks for due polls every
 * second instead of every five, so that kills hit more of them.
 */
export const DURABLE_CURSORS = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
};

const POLL_EVERY_SECONDS = 2;
/** The editor's shortest interval is a minute, so there are several entries. */
const POLL_TIMES = Array.from({ length: 60 / POLL_EVERY_SECONDS }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * POLL_EVERY_SECONDS} * * * * *`,
}));

export const TRIGGER = 'XML Billing Trigger';

/** A trigger, and a node that shows which executions have finished. */
export const WATCHING: Workflow = {
	id: 'crashWorkflow001',
	name: 'Watch across crashes',
	active: true,
	nodes: [
		{
			id: 'c0000000-0000-4000-8000-000000000001',
			name: TRIGGER,
			type: 'n8n-nodes-xml-billing.xmlBillingTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: { pollTimes: { item: POLL_TIMES }, events: ['invoiceCreated', 'paymentRecorded'] },
			credentials: { xmlBillingApi: SANDBOX },
		},
		{
			id: 'c0000000-0000-4000-8000-000000000002',
			name: 'Done',
			type: 'n8n-nodes-base.noOp',
			typeVersion: 1,
			position: [220, 0],
			parameters: {},
		},
	],
	connections: { [TRIGGER]: { main: [[{ node: 'Done', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
};
