import type { N8nClient } from '../../host/client.ts';
import type { Workflow } from '../../host/examples.ts';
import { node, SANDBOX } from '../../test/e2e/workflows.ts';

const CALL = 'Call';

/**
 * A workflow that bills each call of its webhook, under the number that the call gives. n8n answers a call with the
 * number of its execution, once that is in the queue.
 */
function billingWorkflow(id: string, options: object): Workflow {
	const bill = node(SANDBOX, 'Bill', 'xmlBilling', {
		resource: 'invoice',
		operation: 'create',
		clientId: { __rl: true, mode: 'id', value: '1' },
		afterCreating: 'sent',
		linesFrom: 'form',
		lineItems: { line: [{ name: 'Advice', unitCost: '100.00', quantity: '1' }] },
		// A second invoice under a number gets the next one (§4.3), so its notes tell what it is for.
		additionalFields: { number: '={{ $json.body.number }}', notes: '={{ $json.body.number }}' },
		options,
	});
	return {
		id,
		name: id,
		active: true,
		nodes: [
			{
				id: CALL,
				name: CALL,
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				position: [0, 0],
				parameters: {
					httpMethod: 'POST',
					path: id,
					responseMode: 'onReceived',
					options: { responseData: '={{ $execution.id }}' },
				},
				// n8n finds a webhook by its own identifier.
				...{ webhookId: id },
			},
			bill,
		],
		connections: { [CALL]: { main: [[{ node: bill.name, type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}

/** Bills whatever comes. */
export const BILLING = billingWorkflow('billing', {});
/** Bills a number once, whoever calls how often. */
export const REPAIR = billingWorkflow('repair', { ifExists: 'existing' });

/** What became of a call: the execution that n8n names, or no answer, after which nobody knows. */
export interface Call {
	number: string;
	execution?: string;
}

/** Calls the webhook of a workflow. Throws when n8n answers anything but that it has accepted. */
export async function call(client: N8nClient, workflow: Workflow, number: string): Promise<Call> {
	let response: Response;
	let execution: string;
	try {
		response = await fetch(`${client.url}/webhook/${workflow.id}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ number }),
		});
		execution = await response.text();
	} catch {
		return { number };
	}
	// While it starts, n8n knows no webhooks yet, or is behind its port but not ready.
	if (response.status === 404 || response.status === 503) return { number };
	if (!response.ok) throw new Error(`n8n answered a call with ${response.status}: ${execution}`);
	return { number, execution };
}
