import { DateTime } from 'luxon';
import { NodeOperationError, type INodeExecutionData, type IPollFunctions } from 'n8n-workflow';
import {
	clientRecord,
	estimateRecord,
	expenseRecord,
	invoiceRecord,
	productRecord,
	projectRecord,
	recurringRecord,
	serviceRecord,
	staffRecord,
	taskRecord,
	timeEntryRecord,
	type RecordType,
} from './interface/records';
import { isPassing } from './transport/failure';
import { MAX_PER_PAGE } from './transport/pages';
import { openService, type Service } from './transport/service';
import { EVENTS, type ResourceName, type TriggerEvent, type TriggerOptions } from './trigger/events';
import { poll, type PollResult, type Reader } from './trigger/poll';
import { sample } from './trigger/sample';
import { scopeOf, type State } from './trigger/state';

const RECORDS: Readonly<Record<ResourceName, RecordType>> = {
	invoice: invoiceRecord,
	estimate: estimateRecord,
	recurring: recurringRecord,
	client: clientRecord,
	staff: staffRecord,
	product: productRecord,
	service: serviceRecord,
	expense: expenseRecord,
	project: projectRecord,
	task: taskRecord,
	timelog: timeEntryRecord,
};

// What older versions of n8n, which do not name a budget, leave a poll in practice.
const DEFAULT_BUDGET_MS = 240_000;
// Shares of the budget: no new round of reads, no further try of a read, and the longest that one request may take.
const LAST_ROUND = 0.5;
const LAST_TRY = 0.6;
const LONGEST_REQUEST = 0.3;
const LONGEST_REQUEST_MS = 60_000;

/** What the process knows of a trigger beside its saved state. */
interface Memory {
	isPolling: boolean;
	failures: number;
	/** The state of a poll that n8n may not have stored. */
	baseline?: State;
}

const memories = new Map<string, Memory>();

/**
 * One poll of the trigger, as n8n calls it: every minute or so, at activation, and by hand.
 *
 * @returns the events as items, or null when there are none
 */
export async function pollService(
	context: IPollFunctions,
	options: TriggerOptions,
): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await showSamples(context, options);
	const memory = memoryOf(context);
	// n8n begins the next poll beside one that outlasts its interval.
	if (memory.isPolling) return null;
	memory.isPolling = true;
	try {
		return await pollOnce(context, options, memory);
	} finally {
		memory.isPolling = false;
	}
}

async function pollOnce(context: IPollFunctions, options: TriggerOptions, memory: Memory) {
	const stored = context.getWorkflowStaticData('node');
	// What is stored wins. A first poll that returns nothing is not always stored; then the process remembers it.
	const saved: unknown = stored['state'] ?? memory.baseline;
	const log = (line: string) => context.logger.warn(`${context.getNode().name}: ${line}`);

	const attempt = await attemptPoll(context, options, saved);
	if (!attempt.ok) {
		memory.failures += 1;
		// A service that is down for seconds while n8n starts must not silence the trigger: n8n gives up on one whose
		// first poll throws. A failure that lasts is thrown, and seen.
		if (saved === undefined || memory.failures > 1 || !isPassing(attempt.error)) throw attempt.error;
		log(`a poll failed and will be tried again. ${attempt.error.message}`);
		return null;
	}
	memory.failures = 0;
	const { events, state } = attempt.result;
	attempt.result.log.forEach(log);
	memory.baseline = state;
	Object.assign(stored, { state });
	return events.length === 0 ? null : [events.map(toItem)];
}

type Attempt = { ok: true; result: PollResult } | { ok: false; error: Error };

async function attemptPoll(
	context: IPollFunctions,
	options: TriggerOptions,
	saved: unknown,
): Promise<Attempt> {
	try {
		const { reader, service } = await openReader(context);
		const scope = scopeOf(service.baseUrl, await accountOf(service));
		return { ok: true, result: await poll(reader, { saved, scope, options, now: nowIn(context) }) };
	} catch (error) {
		return { ok: false, error: error instanceof Error ? error : new Error(String(error)) };
	}
}

async function showSamples(
	context: IPollFunctions,
	options: TriggerOptions,
): Promise<INodeExecutionData[][]> {
	const { reader } = await openReader(context);
	const { events, missing } = await sample(reader, options, nowIn(context));
	if (events.length > 0) return [events.map(toItem)];
	const labels = missing.map((kind) => EVENTS[kind].label).join(', ');
	throw new NodeOperationError(
		context.getNode(),
		`There is no record yet that could be shown as: ${labels}`,
		{
			description:
				'The connection works. Create such a record in the billing service and test again, or activate the workflow.',
		},
	);
}

async function openReader(context: IPollFunctions): Promise<{ reader: Reader; service: Service }> {
	// Versions of n8n before 2.36 name no budget.
	const budgetMs =
		typeof context.getPollBudgetMs === 'function' ? context.getPollBudgetMs() : DEFAULT_BUDGET_MS;
	const begun = Date.now();
	const service = await openService(context, {
		timeLimitMs: Math.min(LONGEST_REQUEST_MS, budgetMs * LONGEST_REQUEST),
		deadline: begun + budgetMs * LAST_TRY,
	});
	const reader: Reader = {
		page: async (resource, filter, page) => {
			const { records, totalPages, total } = await service.page(
				RECORDS[resource],
				filter,
				page,
				MAX_PER_PAGE,
			);
			return { records, totalPages, total: total ?? records.length };
		},
		get: async (resource, id) => (await service.find(RECORDS[resource], id)) ?? 'gone',
		isOutOfTime: () => Date.now() > begun + budgetMs * LAST_ROUND,
	};
	return { reader, service };
}

// A new token of the same account is the same account (§5).
async function accountOf(service: Service): Promise<string> {
	const { company, name } = await service.account();
	return JSON.stringify([company, name]);
}

const nowIn = (context: IPollFunctions): string =>
	DateTime.now().setZone(context.getTimezone()).toISO() ?? '';

function toItem({ record, status, ...event }: TriggerEvent): INodeExecutionData {
	// A record has a status of its own.
	const about = status === undefined ? event : { ...event, newStatus: status };
	return { json: { ...about, ...record } };
}

function memoryOf(context: IPollFunctions): Memory {
	const key = `${context.getWorkflow().id} ${context.getNode().id}`;
	const memory = memories.get(key) ?? { isPolling: false, failures: 0 };
	memories.set(key, memory);
	return memory;
}
