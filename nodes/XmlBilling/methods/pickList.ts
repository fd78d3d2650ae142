import type { INodeListSearchItems } from 'n8n-workflow';
import type { PickableRecord } from '../records';
import { textWith } from '../records/display';
import type { BillingRecord } from '../xml/shape';

/** A record as an entry of a list. */
export function toItem(
	{ id: idField, label, picker }: PickableRecord,
	record: BillingRecord,
	detail = picker.detail ?? [],
): INodeListSearchItems {
	const id = Number(record[idField]);
	const title = textWith(picker.title, record) || `${label} ${id}`;
	const description = textWith(detail, record);
	return { name: description === '' ? title : `${title} – ${description}`, value: id };
}

/** Whether an entry's name contains the text, which is in lower case, or its value is the text. */
export const matches = (item: INodeListSearchItems, wanted: string): boolean =>
	item.name.toLowerCase().includes(wanted) || String(item.value) === wanted;
