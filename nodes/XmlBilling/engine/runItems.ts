import { sleep, type IDataObject, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { keysOfWrite, openClaims } from './writes/claims';
import { limitsGuardOf } from '../guards/credentialLimits';
import type { BillingApi, WritableApi } from '../transport/billingApi';
import { isRead } from '../records/methods';
import type { Body } from '../xml/request';
import { withBillingApi } from '../transport/openBillingApi';
import { mapInOrder } from '../transport/mapInOrder';
import { asError, failureOfWrite } from '../transport/failure';
import { NO_WRITES, toItemError } from './errors';
import { showHints, withWarnings } from './hints';
import { answerCaller, errorFor, warnOfLimit } from './agentAnswer';
import { adviseToContinue, continueWith, isThrottled, readAgain } from './continuing';
import type { ItemOutput, ItemResult } from './itemContext';
import type { ItemGroup, Operation, Prepare } from './operation';
import { groupItems, prepareGroup, valueOf, type PreparedItem, type Run } from './prepareItem';
import { openRetryMemory } from './retryMemory';
import { runBatch } from './writes/runBatch';
import { openForm } from './runForm';
import { createReadAhead } from './reads/readAhead';
import { createReadBacks, HEAD_START_MS, type ReadBacks } from './writes/readBacks';
import { sendWrite } from './writes/sendWrite';
import { showAll, viewOf } from './reads/view';

/**
 * Runs an operation for all input items. Reads run in parallel. Writes run one after another, so that document numbers
 * follow the order of items. Deletes and sends run in batches. Lines of one document run together. The output keeps the
 * order of the input and is linked to it. A failed item ends the run, or becomes an error item if the node is set to
 * continue (§7). An agent gets it as an answer.
 */
export async function runItems(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const run = async (api: WritableApi) => await runAll(context, operation, api);
	return await answerCaller(
		context,
		async () => await withBillingApi(context, { guardOf: limitsGuardOf }, run),
	);
}

async function runAll(
	context: IExecuteFunctions,
	operation: Operation,
	api: WritableApi,
): Promise<INodeExecutionData[]> {
	const form = openForm(context);
	const memory = openRetryMemory(context, api.created);
	if (memory.hasCreated) api.resume();
	const claims = openClaims(`${api.baseUrl} ${api.tokenMark}`, api.stop);
	const run: Run = { context, operation, form, api, readAhead: createReadAhead(api, form), memory, claims };
	const groups = groupItems(run);
	let output: INodeExecutionData[] | undefined;
	try {
		const results = await showResults(api, await resultsOf(run, groups));
		adviseToContinue(run, groups, results);
		output = toOutput(context, groups, results);
		return output;
	} finally {
		memory.end(output);
		claims.close();
	}
}

async function showResults(api: BillingApi, results: readonly ItemResult[]): Promise<ItemResult[]> {
	const shown = (
		await showAll(
			api,
			results.flatMap((result) => (result.ok ? [result.value] : [])),
		)
	).values();
	return results.map((result) => {
		if (!result.ok) return result;
		const value = shown.next().value ?? result.value;
		return { ...result, value: { ...value, warnings: [...value.warnings, ...api.warnings] } };
	});
}

async function resultsOf(run: Run, groups: readonly ItemGroup[]): Promise<ItemResult[]> {
	const { run: read, prepare, onlyReads, batch } = run.operation;
	if (read !== undefined) return await runReads(run, groups, read);
	if (batch !== undefined) return await runBatch(run, groups, batch);
	if (prepare === undefined) return [];
	const reads = ({ items: [index = 0] }: ItemGroup) =>
		onlyReads?.((field) => valueOf(run.form, field, index)) === true;
	if (!groups.every(reads)) return await runWrites(run, groups, prepare);
	return await runReads(run, groups, async (item) => {
		const prepared = await prepare(item);
		if (Array.isArray(prepared)) return prepared;
		const { method = item.method, body, accepted, finish } = prepared;
		// An expression may come out differently the second time, and a write needs more care.
		if (!isRead(method)) throw item.problem(`${method} writes, although its name was one that reads`);
		return await finish(await run.api.call(method, body, accepted), run.api);
	});
}

const runReads = async (
	run: Run,
	groups: readonly ItemGroup[],
	read: (item: PreparedItem) => Promise<IDataObject[]>,
): Promise<ItemResult[]> => {
	const open = new Set(groups.flatMap(({ items }) => items));
	const count = open.size;
	return await mapInOrder(groups, async (group) => {
		let release = (): void => undefined;
		try {
			const item = await prepareGroup(run, group);
			({ release } = item);
			const view = viewOf(run, item);
			const output = await read(item);
			warnOfLimit(run.context, item, output.length);
			for (const index of group.items) open.delete(index);
			return { ok: true, value: { output, view, warnings: item.warnings } };
		} catch (thrown) {
			const error = asError(thrown);
			if (run.context.continueOnFail()) return { ok: false, error, isThrottled: isThrottled(run, error) };
			const whereNext = isThrottled(run, error) ? readAgain([...open], count) : '';
			throw toItemError(run.context, error, group.items[0] ?? 0, { ...NO_WRITES, whereNext });
		} finally {
			release();
		}
	});
};

async function runWrites(run: Run, groups: readonly ItemGroup[], prepare: Prepare): Promise<ItemResult[]> {
	const readBacks = createReadBacks();
	const results: Array<Promise<ItemResult>> = [];
	const previewed: number[] = [];
	let done = 0;
	for (const [index, group] of groups.entries()) {
		try {
			const next = groups[index + 1]?.items[0];
			const { output, isPreview } = await runWrite(run, group, prepare, readBacks, next);
			if (isPreview) previewed.push(...group.items);
			else done += group.items.length;
			results.push(
				output.then(
					(value) => ({ ok: true, value, isPreview }),
					(error: unknown) => ({ ok: false, error: asError(error) }),
				),
			);
		} catch (thrown) {
			const error = asError(thrown);
			if (!run.context.continueOnFail()) {
				// A retry needs their outputs.
				await readBacks.end();
				const untried = groups.slice(index + 1).flatMap(({ items }) => items);
				const open = isThrottled(run, error) ? [...group.items, ...untried] : untried;
				const whereNext = continueWith(run, [...previewed, ...open]);
				throw toItemError(run.context, error, group.items[0] ?? 0, {
					done,
					untried: untried.length,
					whereNext,
				});
			}
			results.push(Promise.resolve({ ok: false, error, isThrottled: isThrottled(run, error) }));
		}
	}
	const ended = await Promise.all(results);
	for (const [index, result] of ended.entries()) {
		const items = groups[index]?.items ?? [];
		if (!result.ok && !run.context.continueOnFail())
			throw toItemError(run.context, result.error, items[0] ?? 0, { done: done - items.length, untried: 0 });
	}
	return ended;
}

/**
 * Runs one item's write unless an earlier attempt already did.
 *
 * @param next the index of the next item
 */
async function runWrite(
	run: Run,
	group: ItemGroup,
	prepare: Prepare,
	readBacks: ReadBacks,
	next: number | undefined,
): Promise<{ output: Promise<ItemOutput>; isPreview: boolean }> {
	const { memory } = run;
	const [index = 0] = group.items;
	const earlier = memory.earlier(index);
	const known = async (output: ItemOutput) => await Promise.resolve(output);
	if (earlier?.is === 'done') return { output: known(earlier.output), isPreview: false };
	let isUnderWay = true;
	let release = (): void => undefined;
	try {
		let item = await prepareGroup(run, group);
		({ release } = item);
		if (await item.claim(keysOfWrite(item.method, item.body))) {
			// A number or a name may be another record's by now.
			release();
			item = await prepareGroup(run, group);
			({ release } = item);
			await item.claim(keysOfWrite(item.method, item.body));
		}
		const prepared = await prepare(item);
		const { output, isPreview, reads } = Array.isArray(prepared)
			? { output: known({ output: prepared, warnings: item.warnings }), isPreview: false, reads: undefined }
			: await sendWrite(run.api, item, prepared, earlier, {
					before: async (body) => await readBacks.before(body),
					meanwhile: (body) => void readNext(run, body, next, () => isUnderWay),
				});
		if (isPreview) return { output, isPreview };
		const viewed = output.then((value) => {
			const shown = { ...value, view: viewOf(run, item) };
			memory.done(index, shown);
			return shown;
		});
		if (reads === undefined) await viewed;
		else readBacks.add(reads, viewed);
		return { output: viewed, isPreview };
	} catch (error) {
		if (failureOfWrite(error)?.effect === 'unknown') memory.inDoubt(index, asError(error));
		// The guard may have found the record of the earlier attempt, so that attempt's error takes precedence.
		throw earlier === undefined ? error : earlier.error(asError(error).message);
	} finally {
		isUnderWay = false;
		release();
	}
}

/** Reads what the next item needs while a write is under way. */
async function readNext(
	{ readAhead, form, operation }: Run,
	write: Body,
	next: number | undefined,
	isUnderWay: () => boolean,
): Promise<void> {
	readAhead.start(write, next);
	if (next === undefined) return;
	await sleep(HEAD_START_MS);
	if (!isUnderWay()) return;
	form.readAhead(
		operation.properties.map(({ name }) => name),
		next,
	);
}

function toOutput(
	context: IExecuteFunctions,
	groups: readonly ItemGroup[],
	results: readonly ItemResult[],
): INodeExecutionData[] {
	const itemsOf = (index: number) => groups[index]?.items ?? [index];
	const outputs = results.flatMap((result, index): Array<[number, ItemOutput]> =>
		result.ok ? [[itemsOf(index)[0] ?? index, result.value]] : [],
	);
	const areShown = showHints(context, new Map(outputs));
	return results.flatMap((result, index) => toItems(context, result, itemsOf(index), areShown));
}

function toItems(
	context: IExecuteFunctions,
	result: ItemResult,
	items: readonly number[],
	areShown: boolean,
): INodeExecutionData[] {
	const [item = 0, ...others] = items;
	const pairedItem = others.length === 0 ? { item } : items.map((one) => ({ item: one }));
	if (result.ok) {
		const output = areShown ? result.value.output : withWarnings(result.value);
		return output.map((json) => ({ json, pairedItem }));
	}
	// n8n restores the input of a failed item, but only of the first item that it is linked to.
	return items.map((one) => ({ json: errorFor(context.getNode(), result.error), pairedItem: { item: one } }));
}
