import { fieldsOf, groupBy } from '../helpers/GenericFunctions';
import { keysOf, recordTypeNamed } from '../records';
import { briefName } from '../records/display';
import { methodNamed } from '../records/methods';
import { findInLists } from '../lookup/readList';
import { mapInOrder } from '../helpers/async';
import { compareIdentity, lookOf } from '../xml/identity';
import { textOf } from '../xml/shape';
import { quote } from '../xml/values';
import { alone } from './accountQueue';
import { toItemError, type OtherItems } from './errors';
import type { ItemResult } from './item';
import type { ItemGroup } from './operation';
import { problemOf, valueIn, type Run } from './prepareItem';
import { isWhole } from './recordReads';
import { bodyOf } from './form/tree';
import {
	begin,
	noting,
	open,
	readBack,
	readForm,
	recordOf,
	settle,
	statusOf,
	write,
	type Entry,
	type Manner,
	type Writes,
} from './writeItem';

/** How many records are written at once, if their order does not matter, and how many in one turn at the account. */
const RECORDS_AT_ONCE = 10;
const PER_TURN = 50;

const CREATE: Manner = { readsBack: 'beside', isOrdered: true }; // numbers follow the items
const MANNERS: Readonly<Record<string, Manner>> = {
	pay: { readsBack: 'beside' },
	update: { readsBack: 'inTurn' }, // another execution may change the record next (people)
	delete: { readsBack: 'beside', isListed: true },
	send: { readsBack: 'last', isListed: true },
};

/**
 * Runs the writes of all items, as their verb asks. Every item is opened before the first write: its form is read, and its
 * operation looks up what no write of the run can change (`ItemContext.turn`), so that a wrong item takes no other with it
 * (people). The rest is looked up in its turn. After an error no further write begins, unless the node is set to continue and
 * the service changed no existing record unasked.
 */
export async function runWrites(given: Run, groups: readonly ItemGroup[]): Promise<ItemResult[]> {
	const reading = Promise.resolve();
	const entries = groups.map((group): Entry => ({ index: group.items[0] ?? 0, group, reading }));
	const { verb = '', of } = methodNamed(given.operation.method ?? '') ?? {};
	const manner = MANNERS[of === 'lines' ? 'update' : verb] ?? CREATE;
	const run: Writes = { ...given, entries, manner, isOver: false, isGone: false };

	const numbers = new Map<string, number>();
	for (const entry of entries) {
		await settle(run, entry, () => refuseEqualNumber(run, entry, numbers));
		await settle(run, entry, readForm);
	}
	const { isNumbering, isRenaming } = changesOfKeys(run);
	const isOrdered = manner.isOrdered ?? isNumbering;
	let left = entries.filter(({ result }) => result === undefined);
	for (let isFirst = true; left.length > 0 && !run.isOver; isFirst = false) {
		// Alone until one goes well: what the service refuses, or changes unasked (§4.3), it may do to all of them.
		const turn = left.slice(0, isOrdered || !entries.some(wentWell) ? 1 : PER_TURN);
		await alone(run.account, run.owner, run.api.signal, async (changedByOthers) => {
			if (changedByOthers) closeAll(run);
			await openAll(run, isFirst && !isRenaming ? left : turn);
			const ofOneRecord = groupBy(turn, (entry) => recordOf(run, entry) || `item ${entry.index}`);
			await mapInOrder([...ofOneRecord.values()], (chain) => writeChain(run, chain), RECORDS_AT_ONCE);
		});
		left = left.slice(turn.length).filter(({ result }) => result === undefined);
	}
	if (manner.readsBack === 'last') await readAllBack(run);
	await Promise.all(entries.map(({ reading }) => reading));

	if (!run.context.continueOnFail()) throwFailure(run);
	for (const entry of entries) await settle(run, entry, untried);
	return entries.flatMap(({ result = [] }) => result);
}

/**
 * Refuses a document with the number of an earlier one, or one that looks the same, before anything is sent: one of another
 * client would be told to use that one (people). Lines of one document share its number.
 *
 * @param numbers the items that had them first, by their looks
 */
function refuseEqualNumber(
	{ context, form, operation }: Run,
	{ index }: Entry,
	numbers: Map<string, number>,
): void {
	if (!operation.properties.some(({ name }) => name === 'number')) return;
	const numberOf = (item: number) => textOf(valueIn(form, 'number', item)).trim();
	const number = numberOf(index);
	const { ifExists = 'fail' } = fieldsOf(valueIn(form, 'options', index));
	if (number === '' || ifExists !== 'fail') return;
	const earlier = numbers.get(lookOf(number));
	if (earlier === undefined) return void numbers.set(lookOf(number), index);
	const other = numberOf(earlier);
	const isSame = compareIdentity('number', number, other) === 'same';
	throw problemOf(context, index)(
		`Number ${quote(number)} is also that of input item ${earlier + 1}${isSame ? '' : `, as ${quote(other)}`}`,
		'Give each document its own number. For lines of one document, set Lines From to Input Items.',
	);
}

/**
 * What a run does to the numbers, names and emails by which people know its kind of record. Numbers are written in the order
 * of the items: two documents must not get the same one (§4.3). And if items also name the records that they change by these,
 * an earlier one may give a later one its record, so that each is looked up in its turn.
 */
function changesOfKeys({ operation, entries }: Writes): { isNumbering: boolean; isRenaming: boolean } {
	const type = recordTypeNamed(methodNamed(operation.method ?? '')?.kind);
	const forms = entries.map(({ form }) => form?.nodes ?? []);
	const set = new Set(forms.flatMap((nodes) => Object.keys(bodyOf(nodes))));
	const isNamed = forms.flat().some((node) => 'names' in node && node.names?.type === type);
	const isRenaming = isNamed && type !== undefined && keysOf(type).some(({ word }) => set.has(word));
	return { isNumbering: set.has('number'), isRenaming };
}

/** Whether an item is written, or shown. */
const wentWell = ({ confirmed, result }: Entry): boolean => confirmed !== undefined || (result?.ok ?? false);

/** Others had the account meanwhile: what was looked up before counts no longer. */
function closeAll({ api, entries }: Writes): void {
	api.forget();
	for (const entry of entries) if (!wentWell(entry)) entry.item = entry.write = undefined;
}

/** Looks up what items name, and prepares their writes as far as they need no turn. Those that are open stay as they are. */
async function openAll(run: Writes, entries: readonly Entry[]): Promise<void> {
	const closed = entries.filter(({ item, result }) => item === undefined && result === undefined);
	await mapInOrder(closed, (entry) => settle(run, entry, open));
	if (run.manner.isListed && !run.isOver) await readFromLists(run, closed);
	await mapInOrder(closed, (entry) => settle(run, entry, begin));
}

/** Writes what is about one record, one after another. */
async function writeChain(run: Writes, chain: readonly Entry[]): Promise<void> {
	const { readsBack } = run.manner;
	for (const entry of chain) {
		if (run.isOver) return;
		await settle(run, entry, write);
		if (readsBack !== 'last') entry.reading = settle(run, entry, readBack);
		if (readsBack === 'inTurn') await entry.reading;
	}
}

/** Reads what was written, once all is. */
async function readAllBack(run: Writes): Promise<void> {
	const done = run.entries.filter(({ confirmed }) => confirmed !== undefined);
	run.isGone = false;
	await readFromLists(run, done);
	await mapInOrder(done, (entry) => settle(run, entry, readBack));
}

/** Reads records from their list, a hundred at once, where that shows them whole (§2.2). The others are read singly. */
async function readFromLists(run: Writes, entries: readonly Entry[]): Promise<void> {
	const { operation, api } = run;
	const type = operation.removes ?? operation.shows;
	if (type === undefined) return;
	const page: typeof api.page = (...query) => api.page(...query).catch(noting(run));
	const ids = entries.map((entry) => Number(recordOf(run, entry)));
	const found = await findInLists({ page }, type, ids, (listed) => isWhole(type, listed));
	for (const record of found.values()) api.store(type, record);
}

const untried = ({ context }: Run, { index }: Entry): never => {
	throw problemOf(context, index)('The run ended before this was tried', 'Run the node again.');
};

/** Throws the error of a failed item, preferably of one that may have been carried out. It says what became of the others. */
function throwFailure({ context, entries, operation: { shows } }: Writes): void {
	const failures = entries.filter(({ result }) => result?.ok === false);
	const worst = failures.find((entry) => statusOf(entry) === 'inDoubt') ?? failures[0];
	if (worst?.result?.ok !== false) return;
	const others: OtherItems = { done: [], inDoubt: [], failed: [], untried: [], shown: [] };
	for (const entry of entries) if (entry !== worst) others[statusOf(entry)].push(...entry.group.items);
	const done = entries.filter((entry) => statusOf(entry) === 'done').map(({ result }) => result);
	const records = done
		.filter((result) => result !== undefined && result.ok)
		.flatMap(({ value }) => value.output);
	const names = shows === undefined ? [] : records.map((record) => briefName(shows, record));
	throw toItemError(context, worst.result.error, worst.index, others, names);
}
