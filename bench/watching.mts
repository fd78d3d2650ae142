import type { Workflow } from '../host/examples.mts';
import type { ReceivedRequest, Sandbox } from '../sandbox/index.mts';
import { outputOf, type Execution } from '../test/e2e/executions.mts';
import { DURABLE_CURSORS } from '../test/e2e/polling.mts';
import { createInvoice, pay } from '../test/e2e/service.mts';
import { node, SANDBOX } from '../test/e2e/workflows.mts';

/** n8n checks for due polls every second instead of every five, so that kills hit more of them. */
export const FAST_CURSORS = { ...DURABLE_CURSORS, N8N_SCHEDULER_EXECUTOR_INTERVAL: '1' };

/** Longer than n8n reserves a poll for a dead process before handing it to another: 60 seconds, checked every 30. */
export const REST_MS = 100_000;
export const POLLS_AT_REST = 4;

const POLL_EVERY_SECONDS = 2;
const TRIGGER = 'XML Billing Trigger';
/** The editor's shortest interval is a minute, so there are several entries. */
const POLL_TIMES = Array.from({ length: 60 / POLL_EVERY_SECONDS }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * POLL_EVERY_SECONDS} * * * * *`,
}));

/** A trigger, and a node that shows which executions have finished. */
export const WATCHING: Workflow = {
	id: 'crashWorkflow001',
	name: 'Watch across crashes',
	active: true,
	nodes: [
		node(SANDBOX, TRIGGER, 'xmlBillingTrigger', {
			pollTimes: { item: POLL_TIMES },
			events: ['invoiceCreated', 'paymentRecorded'],
		}),
		node(SANDBOX, 'Done', 'noOp', {}, { type: 'n8n-nodes-base.noOp', credentials: undefined }),
	],
	connections: { [TRIGGER]: { main: [[{ node: 'Done', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
};

/** The longest pause within a poll, while n8n stores and runs what it returned. */
const PAUSE_MS = 500;

/** How many polls have started since then: between two, no request is under way. A poll that finds nothing is a single request. */
export function pollsSince(since: number, requests: readonly ReceivedRequest[]): number {
	const reads = requests.filter(({ method, at }) => /^(get|list)/.test(method) && Date.parse(at) >= since);
	return reads.filter(({ at }, index) => {
		const former = reads[index - 1];
		return former === undefined || Date.parse(at) - Date.parse(former.at) - former.durationMs > PAUSE_MS;
	}).length;
}

/** Few different amounts, so that many payments of an invoice are equal. */
const PAYMENTS = [
	['10.00', 'Cash'],
	['10.00', 'Cash'],
	['25.00', 'Bank Transfer'],
] as const;

/** Creates events in the sandbox, and knows which. Construct it once the trigger has its baseline. */
export class EventSource {
	private readonly sandbox: Sandbox;
	private readonly invoicesBefore: number;
	private readonly paymentsBefore: number;
	private count = 0;

	constructor(sandbox: Sandbox) {
		this.sandbox = sandbox;
		this.invoicesBefore = sandbox.records('invoice').length;
		this.paymentsBefore = sandbox.records('payment').length;
	}

	/** Creates an invoice, or records a payment on one created here: two of five events, and some pay all that is left. */
	async createEvent(): Promise<void> {
		const nth = this.count++;
		const open = this.invoices().filter(({ outstanding }) => Number(outstanding) > 100);
		const invoice = open[nth % open.length];
		if (invoice === undefined || nth % 5 < 2)
			return void (await createInvoice(this.sandbox, `CRASH-${nth}`, 100, 10));
		const [amount, method] = PAYMENTS[nth % PAYMENTS.length] ?? PAYMENTS[0];
		await pay(this.sandbox, invoice.id, nth % 10 === 9 ? invoice.outstanding : amount, method);
	}

	private invoices() {
		return this.sandbox.records('invoice').slice(this.invoicesBefore);
	}

	/** The events according to the sandbox's own records, each under the name that {@link nameOf} gives its item. */
	names(): string[] {
		const payments = new Map<string, number>();
		const paid = this.sandbox.records('payment').slice(this.paymentsBefore);
		return [
			...this.invoices().map(({ id }) => `invoice ${id}`),
			...paid.map(({ invoice_id: id, amount }) => {
				const payment = `payment ${id} ${Number(amount)}`;
				const nth = (payments.get(payment) ?? 0) + 1;
				payments.set(payment, nth);
				return `${payment} #${nth}`;
			}),
		];
	}
}

type Item = Readonly<Record<string, unknown>>;

/** The name of the event that an item reports. Payments of the same amount differ in the last part of their `event_id`. */
function nameOf(item: Item): string {
	if (item['event'] === 'invoiceCreated') return `invoice ${String(item['invoice_id'])}`;
	const nth = String(item['event_id']).split(':').at(-1);
	return `payment ${String(item['invoice_id'])} ${String(item['payment_amount'])} #${nth}`;
}

/** The items that the trigger gave to an execution: its initial data if it got no further. */
function itemsOf(execution: Execution): Item[] {
	const [first] = execution.data.executionData?.nodeExecutionStack ?? [];
	const given = (first?.data.main[0] ?? []).map(({ json }) => json);
	// An execution that only reports a failed poll has an empty item.
	const isEvent = ({ event_id: id }: Item) => id !== undefined;
	const told = outputOf(execution, TRIGGER).filter(isEvent);
	return told.length > 0 ? told : given.filter(isEvent);
}

/** The outcome of the events: those that no execution reports, those reported more than once, and those that never were. */
export interface Tally {
	events: number;
	lost: string[];
	doubled: string[];
	invented: string[];
}

/** Compares the events with what the executions report. */
export function tally(names: readonly string[], executions: readonly Execution[]): Tally {
	const told = executions.flatMap((execution) => itemsOf(execution).map(nameOf));
	return {
		events: names.length,
		lost: names.filter((name) => !told.includes(name)),
		doubled: names.filter((name) => told.indexOf(name) !== told.lastIndexOf(name)),
		invented: told.filter((name) => !names.includes(name)),
	};
}
