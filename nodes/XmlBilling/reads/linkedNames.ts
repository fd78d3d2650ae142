import { recordTypeNamed, type Link, type OutputRecord, type RecordType } from '../records';
import { linkedIds, withNames } from '../records/outputRecord';
import type { BillingApi } from '../transport/billingApi';
import { findInLists } from './findInLists';
import { mapInOrder } from '../transport/async';
import type { BillingRecord } from '../xml/shape';
import { isAbsent } from '../xml/values';

/** An output, and the links to follow. */
export interface Output {
	readonly record: OutputRecord;
	readonly links: readonly Link[];
}

/** An output with names, and the labels of the linked records that could not be read. */
export interface Named {
	readonly record: OutputRecord;
	readonly unread: readonly string[];
}

/**
 * Adds the names of the records that outputs name by identifier. Each is read once, side by side, or its list is, if that
 * takes fewer requests. Never throws: a name that can't be read stays empty.
 *
 * @param mayRead if given, reads go one after another, because those that wait in line could take too long; once it returns
 *   false, nothing more is read
 */
export async function addNames<Given extends Output>(
	api: BillingApi,
	outputs: readonly Given[],
	mayRead?: () => boolean,
): Promise<Array<Given & Named>> {
	const found = new Map<string, ReadonlyMap<number, BillingRecord>>();
	const reading: Reading = { each: mayRead === undefined ? mapInOrder : oneByOne, mayRead };
	await reading.each([...wantedIn(outputs)], async ([type, wanted]) => {
		found.set(type.name, await readAll(api, type, wanted, reading));
	});
	const find = (kind: string, id: number) => found.get(kind)?.get(id);
	return outputs.map((output) => ({
		...output,
		record: withNames(output.record, output.links, find),
		unread: output.links
			.filter((link) => linkedIds(link, output.record).some((id) => find(link.to, id) === undefined))
			.map(({ to }) => recordTypeNamed(to)?.label ?? to),
	}));
}

interface Reading {
	readonly each: <Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>) => Promise<unknown>;
	readonly mayRead: (() => boolean) | undefined;
}

/** The identifiers of a kind to read, and the fields to show of each. */
interface Wanted {
	readonly ids: Set<number>;
	readonly fields: Set<string>;
}

function wantedIn(outputs: readonly Output[]): Map<RecordType, Wanted> {
	const wanted = new Map<RecordType, Wanted>();
	for (const { record, links } of outputs) {
		for (const link of links) {
			const ids = linkedIds(link, record);
			const linked = recordTypeNamed(link.to);
			if (ids.length === 0 || linked === undefined) continue;
			const known = wanted.get(linked) ?? { ids: new Set(), fields: new Set() };
			wanted.set(linked, known);
			for (const id of ids) known.ids.add(id);
			for (const field of Object.values(link.adds)) known.fields.add(field);
		}
	}
	return wanted;
}

const oneByOne: Reading['each'] = async (items, work) => {
	for (const item of items) await work(item);
};

async function readAll(
	api: BillingApi,
	type: RecordType,
	{ ids, fields }: Wanted,
	reading: Reading,
): Promise<Map<number, BillingRecord>> {
	const found = new Map<number, BillingRecord>();
	const read = async (load: () => Promise<readonly BillingRecord[]>) => {
		const records = reading.mayRead?.() !== false ? await load().catch(() => []) : [];
		for (const record of records) found.set(Number(record[type.id]), record);
	};
	if (type.get === undefined) await read(async () => await api.list(type, {}, Infinity));
	else {
		// Lists may leave all names empty (§2.1). Few records have none.
		const isEnough = (record: BillingRecord) =>
			[...fields].every((field) => record[field] !== undefined) &&
			[...fields].some((field) => !isAbsent(record[field]));
		await read(async () => [...(await findInLists(api, type, ids, isEnough)).values()]);
		const missing = [...ids].filter((id) => !found.has(id));
		await reading.each(missing, async (id) => {
			await read(async () => {
				const record = await api.find(type, id);
				return record === undefined ? [] : [record];
			});
		});
	}
	return found;
}
