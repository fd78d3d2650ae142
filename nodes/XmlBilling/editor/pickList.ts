import type { INodeListSearchItems } from 'n8n-workflow';
import type { PickableRecord } from '../records';
import { textWith } from '../records/display';
import { plainText, type BillingRecord } from '../xml/shape';

export function toEntry(
	{ id: idField, label, picker }: PickableRecord,
	record: BillingRecord,
	detail = picker.detail ?? [],
): INodeListSearchItems {
	const id = Number(record[idField]);
	const title = textWith(picker.title ?? [picker.shows], record) || `${label} ${id}`;
	const description = textWith(detail, record);
	return { name: description === '' ? title : `${title} – ${description}`, value: id };
}

/** Entries in alphabetical order, by which people look for names. */
export const byName = (items: readonly INodeListSearchItems[]): INodeListSearchItems[] =>
	[...items].sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));

/** The entries whose name contains the typed text (case doesn't matter), or whose value equals it. */
export function matching(items: readonly INodeListSearchItems[], typed?: string): INodeListSearchItems[] {
	const wanted = plainText(typed);
	return items.filter(({ name, value }) => plainText(name).includes(wanted) || String(value) === wanted);
}
