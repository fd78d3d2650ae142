import type { N8nClient } from '../../host/client.mts';
import type { Workflow } from '../../host/examples.mts';
import { node, SANDBOX } from '../../test/e2e/workflows.mts';

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
		number: '={{ $json.body.number }}',
		additionalFields: { notes: '={{ $json.body.number }}' },
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

/** Bills every call. */
export const BILLING = billingWorkflow('billing', {});
/** Bills a number once, no matter how often it is called. */
export const REPAIR = billingWorkflow('repair', { ifExists: 'existing' });

/** The outcome of a call: the execution that n8n names, or no answer, so that the outcome is unknown. */
export interface Call {
	number: string;
	execution?: string;
}

/** Calls the webhook of a workflow. Throws unless n8n accepts the call. */
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
	// While n8n starts, it doesn't know its webhooks yet, or its port is open before it is ready.
	if (response.status === 404 || response.status === 503) return { number };
	if (!response.ok) throw new Error(`n8n answered a call with ${response.status}: ${execution}`);
	return { number, execution };
}
