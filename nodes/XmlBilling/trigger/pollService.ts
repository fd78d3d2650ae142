import { NodeOperationError, type INodeExecutionData, type IPollFunctions } from 'n8n-workflow';
import { accountAnswer } from '../records';
import { clockTime } from '../xml/dates';
import { textOf } from '../xml/shape';
import { asError, failureOf, isOfRecord } from '../transport/failures';
import { MAX_PER_PAGE, type BillingApi } from '../transport/billingApi';
import { withBillingApi } from '../transport/connect';
import { credentialKey } from '../transport/sender';
import { logFailure, loggedReason } from '../execution/errors';
import { readTriggerForm, type TriggerSettings } from './readForm';
import { beginPoll, endPoll, newRecall, type Recall } from './cursor';
import { EVENTS, WATCHED_RESOURCES } from './events/events';
import { poll } from './poll';
import { sample } from './sample';
import { scopeOf, accessOf } from './account';
import type { RecordReader } from './scan';
import { showEvents } from './showEvents';

// n8n retries an activation after one, two, four and eight seconds. If all fail, it stops polling although the workflow
// shows as active.
const QUICK_RETRY_MS = 5_000;
// With a shorter budget than an activation gets, a poll is a scheduled one.
const ACTIVATION_BUDGET_MS = 60_000;
// Older versions of n8n set no budget. In practice, they give a poll this long.
const DEFAULT_BUDGET_MS = 240_000;
// If more records than these are refused, the problem isn't the records.
const MAX_REFUSED = 20;
// Shares of the budget: the latest start of a round of single reads, of a page or a retry, and the longest request.
const LAST_ROUND = 0.5;
const LAST_TRY = 0.6;
const MAX_REQUEST_SHARE = 0.3;
const MAX_REQUEST_MS = 60_000;

/** The process's memory of a trigger, besides its saved state. */
interface Memory extends Recall {
	isPolling: boolean;
	/** No poll has learned the account's name. */
	isFirst: boolean;
	/** When the last poll failed, in epoch milliseconds, and with which context. A context holds a whole workflow. */
	failed?: { at: number; context: WeakRef<IPollFunctions> };
	/** Whether the last poll found unreliable lists. */
	isTroubled: boolean;
}

// As many as an n8n has had triggers since its start.
const memories = new Map<string, Memory>();

/**
 * One poll of the trigger, as n8n calls it: at every interval, at activation, and for a manual test. Throws a NodeApiError
 * or a NodeOperationError that says what is wrong with the service or the form.
 *
 * @returns the events as items, or null if there are none
 */
export async function pollService(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await showSamples(context, readTriggerForm(context));
	const memory = memoryOf(context);
	// n8n starts the next poll while one that outlasts its interval is still running.
	if (memory.isPolling) return null;
	memory.isPolling = true;
	try {
		return await pollOnce(context, memory);
	} catch (thrown) {
		const error = asError(thrown);
		logFailure(context, 'The poll', error);
		throw error;
	} finally {
		memory.isPolling = false;
	}
}

async function pollOnce(context: IPollFunctions, memory: Memory): Promise<INodeExecutionData[][] | null> {
	const stored = context.getWorkflowStaticData('node');
	const isRetry = isActivationRetry(context, memory);
	const log = logOf(context);
	const beginning = beginPoll(stored, memory, Date.now());
	if (beginning === undefined) return null;

	try {
		const { items, result } = await attemptPoll(context, memory, beginning.saved);
		memory.isFirst = false;
		delete memory.failed;
		result.log.forEach(log);
		Object.assign(stored, endPoll(stored, memory, result, Date.now()));
		return result.events.length === 0 ? null : [items];
	} catch (thrown) {
		const error = asError(thrown);
		// The failure was reported a moment ago. The trigger must stay active; the next poll reports the failure if it lasts.
		if (isRetry) delete memory.failed;
		else memory.failed = { at: Date.now(), context: new WeakRef(context) };
		if (!isRetry) throw error;
		log(`the poll failed again. It is retried at the next interval. ${loggedReason(error)}`);
		return null;
	}
}

/**
 * Whether n8n retries an activation that has just failed. It creates a new context for each retry, while later polls share
 * one or have a shorter budget.
 */
function isActivationRetry(context: IPollFunctions, { failed }: Memory): boolean {
	if (failed === undefined || Date.now() - failed.at >= QUICK_RETRY_MS) return false;
	return context !== failed.context.deref() && budgetOf(context) >= ACTIVATION_BUDGET_MS;
}

const budgetOf = (context: IPollFunctions): number =>
	typeof context.getPollBudgetMs === 'function' ? context.getPollBudgetMs() : DEFAULT_BUDGET_MS;

async function attemptPoll(context: IPollFunctions, memory: Memory, saved: unknown) {
	const settings = readTriggerForm(context);
	return await withReader(context, async (reader, api) => {
		const access = accessOf(api.baseUrl, api.tokenMark);
		const askScope = async () => scopeOf(access, await namesOf(context, api));
		const { isFirst } = memory;
		const result = await poll(reader, {
			saved,
			access,
			askScope,
			isFirst,
			options: settings,
			now: nowIn(context),
		});
		// Once may be chance. If it lasts, users need an error, because they don't read the log.
		const trouble = result.events.length === 0 ? result.trouble : undefined;
		if (trouble !== undefined && memory.isTroubled)
			throw new NodeOperationError(context.getNode(), `The service returns unreliable lists: ${trouble}`, {
				description: 'Nothing is lost. If this persists, contact the provider of the service.',
			});
		memory.isTroubled = trouble !== undefined;
		const items = await showEvents(api, result.events, settings, () => !reader.isOutOfTime(), logOf(context));
		return { result, items };
	});
}

async function showSamples(
	context: IPollFunctions,
	settings: TriggerSettings,
): Promise<INodeExecutionData[][]> {
	return await withReader(context, async (reader, api) => {
		const { events, missing } = await sample(reader, settings, nowIn(context));
		const labels = missing.map((kind) => EVENTS[kind].label).join(', ');
		const note = `No recent record to show for: ${labels}`;
		if (events.length === 0) {
			const all = 'No recent record to show for any of the events';
			throw new NodeOperationError(context.getNode(), missing.length > 3 ? all : note, {
				description:
					'The connection works, but none of the newest records matches these events and filters. Create one in the billing service, or change a filter, and test again. You can also publish the workflow without a test.',
			});
		}
		const log = logOf(context);
		if (missing.length > 0) log(note);
		return [await showEvents(api, events, settings, () => true, log)];
	});
}

async function withReader<Result>(
	context: IPollFunctions,
	use: (reader: RecordReader, api: BillingApi) => Promise<Result>,
): Promise<Result> {
	const budgetMs = budgetOf(context);
	const begun = Date.now();
	const options = {
		maxTimeoutMs: Math.min(MAX_REQUEST_MS, Math.floor(budgetMs * MAX_REQUEST_SHARE)),
		deadline: begun + budgetMs * LAST_TRY,
	};
	const isOver = (share: number) => Date.now() > begun + budgetMs * share;
	return await withBillingApi(context, options, (api) => use(readerOf(context, api, isOver), api));
}

function readerOf(
	context: IPollFunctions,
	api: BillingApi,
	isOver: (share: number) => boolean,
): RecordReader {
	let refused = 0;
	return {
		page: async (resource, filter, page) => {
			// Otherwise, n8n would cut this poll off, and the next ones.
			if (isOver(LAST_TRY))
				throw new NodeOperationError(context.getNode(), 'The lists take longer than n8n lets a poll take', {
					description:
						'Nothing is lost. The next poll tries again. If this persists, choose fewer events in this trigger, or archive finished records.',
				});
			const answer = await api.page(WATCHED_RESOURCES[resource].type, filter, page, MAX_PER_PAGE);
			return { ...answer, total: answer.total ?? answer.totalPages };
		},
		get: async (resource, id) => {
			const found = await api.get(WATCHED_RESOURCES[resource].type, id).catch(asError);
			if (!(found instanceof Error)) return found;
			const failure = failureOf(found);
			if (failure?.kind === 'gone') return 'gone';
			refused += 1;
			if (failure === undefined || !isOfRecord(failure) || refused > MAX_REFUSED) throw found;
			return 'unreadable';
		},
		isOutOfTime: () => isOver(LAST_ROUND),
	};
}

/** The names of the account. Throws if both are empty, because that doesn't prove it is another account. */
async function namesOf(context: IPollFunctions, api: BillingApi): Promise<string[]> {
	const { company, name } = await api.read(accountAnswer);
	const names = [textOf(company), textOf(name)];
	if (names.some((text) => text.trim() !== '')) return names;
	throw new NodeOperationError(context.getNode(), 'The service does not say whose account it is', {
		description:
			'Nothing is lost. The next poll tries again. If this persists, enter the company or the owner in the settings of the account.',
	});
}

const logOf = (context: IPollFunctions) => (line: string) =>
	context.logger.warn(`${context.getNode().name}: ${line}`);

const nowIn = (context: IPollFunctions): string => clockTime(Date.now(), context.getTimezone()) ?? '';

function memoryOf(context: IPollFunctions): Memory {
	// By name, as n8n keeps its own memory: a copied workflow may have one node ID twice (people).
	const key = `${context.getWorkflow().id} ${context.getNode().name} ${credentialKey(context)}`;
	const known = memories.get(key) ?? { isPolling: false, isFirst: true, isTroubled: false, ...newRecall() };
	memories.set(key, known);
	return known;
}
