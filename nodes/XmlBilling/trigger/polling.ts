import { DateTime } from 'luxon';
import { NodeOperationError, type INodeExecutionData, type IPollFunctions } from 'n8n-workflow';
import { simplify } from '../records/simplify';
import { textOf, type BillingRecord } from '../xml/shape';
import { MAX_PER_PAGE } from '../transport/pages';
import { asError } from '../transport/failure';
import type { BillingApi } from '../transport/billingApi';
import { openBillingApi } from '../transport/openBillingApi';
import { readTriggerForm, type TriggerSettings } from './readForm';
import { EVENTS, type TriggerEvent } from './events';
import { RESOURCES } from './resources';
import { poll, type PollResult, type Reader } from './poll';
import { sample } from './sample';
import { scopeOf, type SavedState } from './state';

// n8n tries to activate a trigger again after one, two, four and eight seconds. It then polls it no more, although the
// workflow shows as active.
const QUICK_RETRY_MS = 5_000;
// Where n8n names a shorter budget than it gives to an activation, the poll is a scheduled one.
const ACTIVATION_BUDGET_MS = 60_000;
// How long n8n may take to store what a poll has returned. Beyond it, what is stored is all there is.
const STORING_MS = 30_000;
// What older versions of n8n, which do not name a budget, leave a poll in practice.
const DEFAULT_BUDGET_MS = 240_000;
// Where more records than these are refused, it is not about single ones.
const MOST_REFUSED = 20;
// Shares of the budget: no new round of reads, no further try of a read, and the longest that one request may take.
const LAST_ROUND = 0.5;
const LAST_TRY = 0.6;
const LONGEST_REQUEST = 0.3;
const LONGEST_REQUEST_MS = 60_000;

/** What the process knows of a trigger beside its saved state. */
interface Memory {
	isPolling: boolean;
	/** When a poll failed, in epoch milliseconds, and what n8n called it with. */
	failed?: { at: number; context: IPollFunctions };
	/** Whether the last poll found lists that cannot be relied on. */
	isTroubled: boolean;
	/** The state of a poll that n8n may not have stored. */
	baseline?: SavedState;
	/** The last poll with events: its number, which is stored with its state, and when it ended, in epoch milliseconds. */
	delivery: { number: number; at: number };
}

const memories = new Map<string, Memory>();

/**
 * One poll of the trigger, as n8n calls it: every minute or so, at activation, and by hand. Throws a NodeApiError or a
 * NodeOperationError that says what is wrong with the service or the form.
 *
 * @returns the events as items, or null when there are none
 */
export async function pollService(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await showSamples(context, readTriggerForm(context));
	const memory = memoryOf(context);
	// n8n begins the next poll beside one that outlasts its interval.
	if (memory.isPolling) return null;
	memory.isPolling = true;
	try {
		return await pollOnce(context, memory);
	} finally {
		memory.isPolling = false;
	}
}

async function pollOnce(context: IPollFunctions, memory: Memory): Promise<INodeExecutionData[][] | null> {
	const stored = context.getWorkflowStaticData('node');
	const isRetry = isActivationRetry(context, memory);
	const log = (line: string) => context.logger.warn(`${context.getNode().name}: ${line}`);

	const delivered = Number(stored['deliveries'] ?? 0);
	// The durable engine may read the state for a poll before it has stored that of the last one (after a restart, polls
	// that are overdue are run side by side). From the older state, the same events would be found again.
	const isStale = delivered < memory.delivery.number && Date.now() - memory.delivery.at < STORING_MS;
	if (isStale) return null;

	// What is stored wins. A first poll that returns nothing is not always stored; then the process remembers it.
	const attempt = await attemptPoll(context, memory, stored['state'] ?? memory.baseline);
	if (!attempt.ok) {
		// What failed was reported a moment ago. The trigger is to stay alive, and to report it again if it lasts.
		if (isRetry) delete memory.failed;
		else memory.failed = { at: Date.now(), context };
		if (!isRetry) throw attempt.error;
		log(`the poll failed again and will be tried at the next interval. ${attempt.error.message}`);
		return null;
	}
	delete memory.failed;
	const { settings, result } = attempt;
	const { events, state } = result;
	result.log.forEach(log);
	// n8n drops the result of a poll that was abandoned or published over: events are out once they are stored.
	if (events.length === 0 || stored['state'] !== undefined) memory.baseline = state;
	if (events.length === 0) {
		Object.assign(stored, { state });
		return null;
	}
	memory.delivery = { number: delivered + 1, at: Date.now() };
	Object.assign(stored, { state, deliveries: delivered + 1 });
	return [events.map((event) => toItem(event, settings))];
}

/**
 * Whether n8n tries an activation again that has just failed. It makes the context anew for each try; the later polls of an
 * activation share it, or have a shorter budget, and fail as often as they fail.
 */
function isActivationRetry(context: IPollFunctions, { failed }: Memory): boolean {
	if (failed === undefined || Date.now() - failed.at >= QUICK_RETRY_MS) return false;
	return context !== failed.context && budgetOf(context) >= ACTIVATION_BUDGET_MS;
}

// Versions of n8n before 2.36 name no budget.
const budgetOf = (context: IPollFunctions): number =>
	typeof context.getPollBudgetMs === 'function' ? context.getPollBudgetMs() : DEFAULT_BUDGET_MS;

type Attempt = { ok: true; settings: TriggerSettings; result: PollResult } | { ok: false; error: Error };

async function attemptPoll(context: IPollFunctions, memory: Memory, saved: unknown): Promise<Attempt> {
	try {
		const settings = readTriggerForm(context);
		const { reader, service: api } = await openReader(context);
		const scope = scopeOf(api.baseUrl, await namesOf(context, api), api.tokenMark);
		const result = await poll(reader, { saved, scope, options: settings, now: nowIn(context) });
		// Once may be chance. What lasts would else stand in the log alone, where its user does not look.
		const trouble = result.events.length === 0 ? result.trouble : undefined;
		if (trouble !== undefined && memory.isTroubled) throw troubleError(context, trouble);
		memory.isTroubled = trouble !== undefined;
		return { ok: true, settings, result };
	} catch (error) {
		return { ok: false, error: asError(error) };
	}
}

const troubleError = (context: IPollFunctions, trouble: string) =>
	new NodeOperationError(context.getNode(), `The lists of the service cannot be relied on: ${trouble}`, {
		description: 'Nothing is lost. If this goes on, ask whoever runs the service.',
	});

async function showSamples(
	context: IPollFunctions,
	settings: TriggerSettings,
): Promise<INodeExecutionData[][]> {
	const { reader } = await openReader(context);
	const { events, missing } = await sample(reader, settings, nowIn(context));
	const labels = missing.map((kind) => EVENTS[kind].label).join(', ');
	const note = `No recent record can be shown as: ${labels}`;
	if (events.length === 0) {
		const all = 'No recent record can be shown as one of the events';
		throw new NodeOperationError(context.getNode(), missing.length > 3 ? all : note, {
			description:
				'The connection works, but the newest records are none of these, or the filters leave them out. Make such a record in the billing service, or change a filter, and test again. The workflow can be published without a test.',
		});
	}
	if (missing.length > 0) context.logger.warn(`${context.getNode().name}: ${note}`);
	return [events.map((event) => toItem(event, settings))];
}

async function openReader(context: IPollFunctions): Promise<{ reader: Reader; service: BillingApi }> {
	const budgetMs = budgetOf(context);
	const begun = Date.now();
	const api = await openBillingApi(context, {
		maxTimeoutMs: Math.min(LONGEST_REQUEST_MS, Math.floor(budgetMs * LONGEST_REQUEST)),
		deadline: begun + budgetMs * LAST_TRY,
	});
	let refused = 0;
	const reader: Reader = {
		page: async (resource, filter, page) => {
			const { records, totalPages, total } = await api.page(
				RESOURCES[resource].type,
				filter,
				page,
				MAX_PER_PAGE,
			);
			return { records, totalPages, total: total ?? totalPages };
		},
		get: async (resource, id) => {
			const found = await api.tryGet(RESOURCES[resource].type, id);
			if (!(found instanceof Error)) return found;
			refused += 1;
			if (refused > MOST_REFUSED) throw found;
			return 'unreadable';
		},
		isOutOfTime: () => Date.now() > begun + budgetMs * LAST_ROUND,
	};
	return { reader, service: api };
}

/** The names of the account. One without any tells nothing: from an odd answer, no other account may be concluded. */
async function namesOf(context: IPollFunctions, api: BillingApi): Promise<string[]> {
	const { company, name } = await api.account();
	const names = [textOf(company), textOf(name)];
	if (names.some((text) => text.trim() !== '')) return names;
	throw new NodeOperationError(context.getNode(), 'The service does not say which account it answers for', {
		description:
			'Nothing is lost. The next poll tries again. If this goes on, fill in the company or the owner in the settings of the account.',
	});
}

const nowIn = (context: IPollFunctions): string =>
	DateTime.now().setZone(context.getTimezone()).toISO() ?? '';

function toItem({ record, status, ...event }: TriggerEvent, settings: TriggerSettings): INodeExecutionData {
	// A record has a status of its own.
	const about = status === undefined ? event : { ...event, newStatus: status };
	const { type } = RESOURCES[EVENTS[event.event].resource];
	// The reader's records are the service's.
	const shown = settings.simplify ? simplify(type, record as BillingRecord) : record;
	// A field of the service's own must not pass for the event's.
	return { json: { ...about, ...shown, ...about } };
}

function memoryOf(context: IPollFunctions): Memory {
	const key = `${context.getWorkflow().id} ${context.getNode().id}`;
	const memory = memories.get(key) ?? {
		isPolling: false,
		isTroubled: false,
		delivery: { number: 0, at: -Infinity },
	};
	memories.set(key, memory);
	return memory;
}
