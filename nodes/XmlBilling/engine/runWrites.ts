import type { IDataObject } from 'n8n-workflow';
import { ITEMS } from '../records/methods';
import { bodiesAt } from '../xml/bodies';
import { adviseNothingDone, asError, failureOfWrite } from '../transport/failure';
import { continueWith, isThrottled } from './continuing';
import { toItemError } from './errors';
import type { ItemOutput, ItemResult, PreparedItem } from './item/itemContext';
import type { ItemGroup, Prepare, Write } from './item/operation';
import { prepareGroup, type Run } from './prepareItem';
import { viewOf } from './reads/view';
import { keysOfWrite } from './writes/claims';
import { isAtStake } from './writes/compareWritten';
import { previewIfAsked } from './writes/previewAndTotal';
import { createReadBacks, type ReadBacks } from './writes/readBacks';
import { readBack } from './writes/recordWrites';
import { refuseNumber } from './writes/refuseNumber';
import { sendWrite } from './writes/sendWrite';

/** A write that is done, or its preview. The output may wait for the record to be read back. */
interface Written {
	readonly output: ItemOutput | Promise<ItemOutput>;
	readonly isPreview?: boolean;
}

/**
 * Runs the writes of all items, one after another. Their records are read back beside the writes that follow, unless money is
 * at stake. After an error, no further write is sent unless the node is set to continue.
 */
export async function runWrites(
	run: Run,
	groups: readonly ItemGroup[],
	prepare: Prepare,
): Promise<ItemResult[]> {
	const readBacks = createReadBacks();
	const results: Array<Written | Extract<ItemResult, { ok: false }>> = [];
	const previewed: number[] = [];
	let done = 0;
	for (const [index, group] of groups.entries()) {
		try {
			const next = groups[index + 1]?.items[0];
			const written = await runWrite(run, group, prepare, readBacks, next);
			if (written.isPreview === true) previewed.push(...group.items);
			else done += group.items.length;
			results.push(written);
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
			results.push({ ok: false, error, isThrottled: isThrottled(run, error) });
		}
	}
	return await Promise.all(
		results.map(async (result): Promise<ItemResult> => {
			if ('error' in result) return result;
			const { output, isPreview } = result;
			return { ok: true, value: await output, isPreview: isPreview === true };
		}),
	);
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
): Promise<Written> {
	const { api, operation, memory, readAhead } = run;
	const [index = 0] = group.items;
	const earlier = memory.earlier(index);
	if (earlier?.is === 'done') return { output: earlier.output };
	let item: PreparedItem | undefined;
	let isUnsent = true;
	try {
		item = await prepareAndClaim(run, group);
		const { warnings } = item;
		const view = viewOf(run, item);
		const remembered = (output: IDataObject[], hint?: string) => {
			const value = { output, view, warnings, hint };
			memory.done(index, value);
			return value;
		};
		const write = await prepare(item);
		if (Array.isArray(write)) return { output: remembered(write) };
		await refuseNumber(api, item);
		const preview = await previewIfAsked(api, item, write);
		if (preview !== undefined) return { output: preview, isPreview: true };
		refuseErasing(item, write, readBacks);
		await readBacks.before(write.body);
		readAhead.start(write.body, next);
		isUnsent = false;
		const confirmed = await sendWrite(api, item, write, earlier);
		const output = readBack(item, operation.shows, confirmed, write).then((record) =>
			remembered([record], write.hint),
		);
		readBacks.add(confirmed.id, output);
		if (!isAtStake(write.expected)) return { output };
		return {
			output: await output.catch((error: unknown) => {
				readBacks.proof = asError(error);
				throw error;
			}),
		};
	} catch (error) {
		if (isUnsent) adviseNothingDone(error, item?.method ?? operation.method ?? '');
		if (failureOfWrite(error)?.effect === 'unknown') memory.inDoubt(index, asError(error));
		// The guard may have found the record of the earlier attempt, so that attempt's error takes precedence.
		throw earlier === undefined ? error : earlier.error(asError(error).message);
	} finally {
		item?.release();
	}
}

/** Refuses to update a document without its lines once the run has seen that the service erases them, or changes the total. */
function refuseErasing(item: PreparedItem, { expected, body }: Write, { proof }: ReadBacks): void {
	if (proof === undefined || !isAtStake(expected) || bodiesAt(body, ITEMS).length > 0) return;
	throw item.problem(
		`Not updated, because an earlier update changed more than it was asked to: ${proof.message}`,
		'Nothing was sent. Give the update all lines and charges, or look at that document first.',
	);
}

/** Prepares an item, and claims the records that it names. */
async function prepareAndClaim(run: Run, group: ItemGroup): Promise<PreparedItem> {
	const item = await prepareGroup(run, group);
	if (!(await item.claim(keysOfWrite(item.method, item.body)))) return item;
	// A number or a name may be another record's by now.
	item.release();
	const anew = await prepareGroup(run, group);
	await anew.claim(keysOfWrite(anew.method, anew.body));
	return anew;
}
