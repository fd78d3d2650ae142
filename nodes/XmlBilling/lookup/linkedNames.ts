import { groupBy } from '../helpers/GenericFunctions';
import { recordTypeNamed, type Link, type OutputRecord, type RecordType } from '../records';
import { linkedIds, withNames } from '../records/outputRecord';
import { mapInOrder } from '../helpers/async';
import type { BillingApi } from '../transport/billingApi';
import type { BillingRecord } from '../xml/shape';
import { isAbsent } from '../xml/values';
import { findInLists } from './readList';

/**
 * Adds the names of the records that outputs name by identifier. Each is read once, side by side, or its list is, if that
 * takes fewer requests. Never throws: a name that can't be read stays empty, and the label of its record is in `unread`.
 *
 * @param mayRead if given, reads go one after another, because those that wait in line could take too long; once it returns
 *   false, nothing more is read
 */
export async function addNames<
	Output extends { readonly record: OutputRecord; readonly links: readonly Link[] },
>(api: BillingApi, outputs: readonly Output[], mayRead?: () => boolean) {
	const wanted = outputs.flatMap(({ record, links }) =>
		links.map((link) => ({ link, ids: linkedIds(link, record) })).filter(({ ids }) => ids.length > 0),
	);
	const found = new Map<string, Map<number, BillingRecord>>();
	for (const [kind, linked] of groupBy(wanted, ({ link }) => link.to)) {
		const type = recordTypeNamed(kind);
		const ids = new Set(linked.flatMap((one) => one.ids));
		const fields = new Set(linked.flatMap(({ link }) => Object.values(link.adds)));
		if (type !== undefined) found.set(kind, await readLinked(api, type, ids, fields, mayRead));
	}
	const find = (kind: string, id: number) => found.get(kind)?.get(id);
	return outputs.map((output) => ({
		...output,
		record: withNames(output.record, output.links, find),
		unread: output.links
			.filter((link) => linkedIds(link, output.record).some((id) => find(link.to, id) === undefined))
			.map(({ to }) => recordTypeNamed(to)?.label ?? to),
	}));
}

async function readLinked(
	api: BillingApi,
	type: RecordType,
	ids: ReadonlySet<number>,
	fields: ReadonlySet<string>,
	mayRead?: () => boolean,
): Promise<Map<number, BillingRecord>> {
	if (mayRead?.() === false) return new Map();
	if (type.get === undefined) {
		const table = await api.list(type, {}, Infinity).catch(() => []);
		return new Map(table.map((record) => [Number(record[type.id]), record]));
	}
	// Lists may leave all names empty (§2.1). Few records have none.
	const isEnough = (record: BillingRecord) =>
		[...fields].every((field) => record[field] !== undefined) &&
		[...fields].some((field) => !isAbsent(record[field]));
	const found = await findInLists(api, type, ids, isEnough);
	const read = async (id: number) => {
		const record = mayRead?.() === false ? undefined : await api.find(type, id).catch(() => undefined);
		if (record !== undefined) found.set(id, record);
	};
	const missing = [...ids].filter((id) => !found.has(id));
	await mapInOrder(missing, read, mayRead && 1);
	return found;
}
