import { isBody, type Body } from '../xml/request';
import type { RecordType } from '../records';
import { readList, type Query } from '../lookup/readList';
import { valueAt, type BillingRecord } from '../xml/shape';
import { isAbsent } from '../xml/values';
import { warnOf, option, type ItemContext } from './item';
import type { Narrowed } from './period';

const DEFAULT_LIMIT = 50;

/** Reads a list on behalf of an item, and warns of records that don't show whether they are meant. */
export const recordsFor = (item: ItemContext, type: RecordType, query: Query): Promise<BillingRecord[]> =>
	readList(item.api, type, {
		...query,
		leaveOut: (unclear) =>
			warnOf(
				item,
				`Records with these ${type.label} IDs were left out, because the service does not show whether they match the filters`,
				unclear,
			),
	});

/**
 * Reads a list with the form's filters, up to its limit; each record in full if the option says so.
 *
 * @param narrow how else the form narrows the list
 */
export const listRecords =
	(type: RecordType, narrow: (item: ItemContext) => Narrowed = () => ({})) =>
	(item: ItemContext): Promise<BillingRecord[]> => {
		const { filter, keep } = narrow(item);
		return recordsFor(item, type, {
			filter: { ...filtersOf(item), ...filter },
			keep,
			// The option asks for single reads, unless the vendor documents what lists show (§2.2).
			isEnough: (record) =>
				option(item, 'fullRecords') !== true || (type.unlisted !== undefined && isWhole(type, record)),
			limit: limitOf(item),
		});
	};

/** Whether a listed record shows every field of its kind (§2.2). Documents show their client's identifier inside. */
export const isWhole = ({ shape, watched }: RecordType, record: BillingRecord): boolean =>
	Object.keys(shape).every((name) => valueAt(record, `client/${name}`) !== undefined) &&
	(watched?.filled ?? []).every((name) => !isAbsent(record[name]));

/** The form's filters, encoded. */
export function filtersOf(item: ItemContext): Body {
	const { filter } = item.body;
	return isBody(filter) ? filter : {};
}

/** The maximum number of records that a list returns; Infinity for all. */
export function limitOf(item: ItemContext): number {
	if (item.values['returnAll'] === true) return Infinity;
	return isAbsent(item.values['limit']) ? DEFAULT_LIMIT : Number(item.values['limit']);
}
