import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { limitsGuardOf, type LimitSettings } from '../limits/credentialLimits';
import type { WritableApi } from '../transport/billingApi';
import { isRead } from '../records/methods';
import { withBillingApi } from '../transport/connect';
import { mapInOrder } from '../helpers/async';
import { asError } from '../transport/failures';
import { adviseNothingDone, toItemError } from './errors';
import { answerCaller, errorFor, showHints, warnOfLimit, withWarnings } from './hints';
import type { ItemOutput, ItemResult, PreparedItem } from './item';
import type { ItemGroup, Operation } from './operation';
import { groupItems, prepareGroup, resultOf, valueIn, type Run } from './prepareItem';
import { closeLedger, openLedger } from './ledger';
import { runWrites } from './runWrites';
import { openForm } from './runForm';
import { showAll } from './view';

/**
 * Runs an operation for all input items. Reads run in parallel. Writes are in runWrites.ts. Lines of one document run together. The output keeps the
 * order of the input and is linked to it. A failed item ends the run, or becomes an error item if the node is set to
 * continue (§7). An agent gets it as an answer.
 */
export async function runItems(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const run = (api: WritableApi) => runAll(context, operation, api);
	const guardOf = (credential: LimitSettings) =>
		limitsGuardOf(credential, operation.option.value === 'customRequest');
	return await answerCaller(context, () => withBillingApi(context, { guardOf }, run));
}

async function runAll(
	context: IExecuteFunctions,
	operation: Operation,
	api: WritableApi,
): Promise<INodeExecutionData[]> {
	const form = openForm(context);
	const ledger = openLedger(context);
	const account = `${api.baseUrl} ${api.tokenMark}`;
	const run: Run = { context, operation, form, api, ledger, account, owner: Symbol(account) };
	const groups = groupItems(run);
	let output: INodeExecutionData[] | undefined;
	try {
		const results = await showAll(api, await resultsOf(run, groups));
		output = toOutput(context, groups, results);
		return output;
	} finally {
		closeLedger(ledger, output);
	}
}

async function resultsOf(run: Run, groups: readonly ItemGroup[]): Promise<ItemResult[]> {
	const { run: read, prepare, onlyReads } = run.operation;
	if (read !== undefined) return await runReads(run, groups, read);
	if (prepare === undefined) return [];
	const reads = ({ items: [index = 0] }: ItemGroup) =>
		onlyReads?.((field) => valueIn(run.form, field, index));
	if (!groups.every(reads)) return await runWrites(run, groups);
	return await runReads(run, groups, async (item) => {
		const prepared = await prepare(item);
		if (Array.isArray(prepared)) return prepared;
		const { method = item.method, body, confirm } = prepared;
		// An expression may come out differently the second time, and a write needs more care.
		if (!isRead(method)) throw item.problem(`${method} writes, although its name was one that reads`);
		const { known } = await confirm(await run.api.call(method, body), run.api);
		return [known];
	});
}

const runReads = async (
	run: Run,
	groups: readonly ItemGroup[],
	read: (item: PreparedItem) => Promise<IDataObject[]>,
): Promise<ItemResult[]> =>
	await mapInOrder(groups, async (group) => {
		try {
			const item = await prepareGroup(run, group);
			const output = await read(item);
			warnOfLimit(run.context, item, output.length);
			return { ok: true, value: resultOf(run, item, output) };
		} catch (thrown) {
			const error = asError(thrown);
			// A failed request needs no such words.
			if (error instanceof NodeOperationError) adviseNothingDone(error, 'read');
			if (run.context.continueOnFail()) return { ok: false, error };
			throw toItemError(run.context, error, group.items[0] ?? 0);
		}
	});

function toOutput(
	context: IExecuteFunctions,
	groups: readonly ItemGroup[],
	results: readonly ItemResult[],
): INodeExecutionData[] {
	const itemsOf = (index: number) => groups[index]?.items ?? [index];
	const outputs = new Map<number, ItemOutput>();
	for (const [index, result] of results.entries())
		if (result.ok) outputs.set(itemsOf(index)[0] ?? index, result.value);
	const areShown = showHints(context, outputs);
	return results.flatMap((result, index): INodeExecutionData[] => {
		const links = itemsOf(index).map((item) => ({ item }));
		// n8n restores the input of a failed item, but only of the first item that it is linked to.
		if (!result.ok)
			return links.map((pairedItem) => ({ json: errorFor(context.getNode(), result.error), pairedItem }));
		const output = areShown ? result.value.output : withWarnings(result.value);
		const [first, ...others] = links;
		const pairedItem = first !== undefined && others.length === 0 ? first : links;
		return output.map((json) => ({ json, pairedItem }));
	});
}
