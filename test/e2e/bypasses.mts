import { node, workflowOf, type Credential, type Node } from './workflows.mts';
import type { Workflow } from '../../host/examples.mts';

const LANGCHAIN = '@n8n/n8n-nodes-langchain';

/** A field that the model fills in with any value. */
const filled = (key: string) => `={{ $fromAI('${key}', '', 'json', '') }}`;
const byModel = (mode: string, key: string) => ({ __rl: true, mode, value: filled(key) });

const invoice = (operation: string, more: object = {}) => ({
	resource: 'invoice',
	operation,
	invoiceId: byModel('id', 'invoice_id'),
	...more,
});
const lines = { linesFrom: 'json', linesJson: filled('lines') };

/** More power than an assistant should have: the model decides every value that these tools write. */
const TOOLS: Record<string, object> = {
	Create: { ...invoice('create', lines), clientId: byModel('id', 'client_id') },
	CreateCharged: {
		...invoice('create', lines),
		clientId: byModel('id', 'client_id'),
		additionalFields: {
			additionalCharges: { additionalCharge: [{ name: 'Fee', type: 'Fixed', amount: filled('charge') }] },
		},
	},
	Update: invoice('update', lines),
	Add: invoice('addItems', lines),
	Change: invoice('updateItems', lines),
	Pay: invoice('recordPayment', {
		amount: filled('amount'),
		paymentMethod: 'Cash',
		options: { allowOverpayment: true, ifExists: 'create' },
	}),
	Send: invoice('send'),
	Delete: invoice('delete'),
	DeleteLines: invoice('deleteItems', { invoiceItemId: filled('line_ids') }),
	DeleteClient: { resource: 'client', operation: 'delete', clientId: byModel('id', 'client_id') },
	Custom: {
		resource: 'settings',
		operation: 'customRequest',
		requestMethod: byModel('methodName', 'method'),
		requestBody: filled('body'),
	},
};

/** An agent whose model can use a credential without restraint. The settings are those of its tools. */
export function agentWith(id: string, credential: Credential, settings: object): Workflow {
	const own = (name: string, type: string, typeVersion: number, parameters: object): Node =>
		node(credential, name, '', parameters, { type: `${LANGCHAIN}.${type}`, typeVersion, credentials: {} });
	const agent = own('Agent', 'agent', 3.1, {
		promptType: 'define',
		text: 'Try',
		options: { maxIterations: 50 },
	});
	const model = own('Model', 'lmChatOpenAi', 1.3, { responsesApiEnabled: false });
	const tools = Object.entries(TOOLS).map(([name, parameters]) =>
		node(credential, name, 'xmlBillingTool', parameters, settings),
	);
	const { connections, ...workflow } = workflowOf(id, [agent]);
	const toAgent = (type: string) => ({ [type]: [[{ node: agent.name, type, index: 0 }]] });
	return {
		...workflow,
		nodes: [...workflow.nodes, model, ...tools],
		connections: {
			...connections,
			[model.name]: toAgent('ai_languageModel'),
			...Object.fromEntries(tools.map(({ name }) => [name, toAgent('ai_tool')])),
		},
	};
}

type Bypass = [tool: string, input: object];
const WORK = { name: 'Work', unit_cost: 900 };
const line = (more: object) => ({ lines: [{ ...WORK, ...more }] });
const custom = (method: string, body: object): Bypass => ['Custom', { method, body }];

/** What a model might try against each limit, on a sent invoice, one of its lines, and a client. */
export const bypasses = (
	invoice_id: number,
	lineId: number,
	client_id: number,
): Record<string, Bypass[]> => ({
	readOnly: [
		['Create', { client_id, ...line({}) }],
		['Update', { invoice_id, ...line({}) }],
		['Pay', { invoice_id, amount: 1 }],
		['Send', { invoice_id }],
		['Delete', { invoice_id }],
		custom('deleteInvoice', { invoice_id }),
	],
	maximumAmount: [
		...['900', '9e2'].map((cost): Bypass => ['Create', { client_id, ...line({ unit_cost: cost }) }]),
		['Create', { client_id, ...line({ unit_cost: 100, quantity: 9 }) }],
		['Create', { client_id, lines: [WORK, { ...WORK, unit_cost: -300 }] }],
		['Create', { client_id, ...line({ unit_cost: 450, tax1_name: 'X', tax1_percent: 50 }) }],
		['CreateCharged', { client_id, ...line({ unit_cost: 1 }), charge: ' 900 ' }],
		['Update', { invoice_id, ...line({}) }],
		['Add', { invoice_id, ...line({ unit_cost: 499 }) }],
		['Change', { invoice_id, lines: [{ invoice_item_id: lineId, quantity: 1000 }] }],
		...[900, -900].map((amount): Bypass => ['Pay', { invoice_id, amount }]),
		custom('invoiceOfflinePayment', { invoice: { id: invoice_id, amount: 900, method: 'Cash' } }),
		custom('createInvoice', { client: { client_id }, items: { item: [{ name: 'x', unit_cost: '9e2' }] } }),
		custom('payInvoice', { invoice_id, amount: 900 }),
	],
	allowDeleting: [
		['Delete', { invoice_id }],
		['DeleteLines', { invoice_id, line_ids: [lineId] }],
		['DeleteClient', { client_id }],
		custom('deleteInvoice', { invoice_id: [invoice_id] }),
	],
});
