import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { estimateRecord, invoiceRecord, recurringRecord, type RecordType } from '../records';
import { textOf, type BillingRecord } from '../xml/shape';
import { recordInForm } from './formContext';
import { openForEditor } from './openForEditor';
import { matches } from './pickList';

/** The documents with lines, by their resource: the field that names one, and what it is called. */
const DOCUMENTS: Readonly<Record<string, { type: RecordType; field: string; label: string }>> = {
	estimate: { type: estimateRecord, field: 'estimateId', label: 'estimate' },
	invoice: { type: invoiceRecord, field: 'invoiceId', label: 'invoice' },
	recurringProfile: { type: recurringRecord, field: 'recurringId', label: 'recurring profile' },
};

/** The lines of the document that the form names. */
export async function loadLines(this: ILoadOptionsFunctions): Promise<INodeListSearchItems[]> {
	const document = DOCUMENTS[textOf(this.getCurrentNodeParameter('resource'))];
	if (document === undefined) return [];
	const { type, field, label } = document;
	const api = await openForEditor(this);
	const advice = `The list shows the lines of that ${label}. Where only a run can tell it, give the IDs of the lines by an expression as well.`;
	const id = await recordInForm(this, api, field, label, advice);
	const { items } = await api.get(type, Number(id));
	return (Array.isArray(items) ? items : []).map((line) =>
		toItem(Object.fromEntries(Object.entries(line ?? {}))),
	);
}

/** The same as a searchable list. */
export async function searchLines(
	this: ILoadOptionsFunctions,
	typed?: string,
): Promise<INodeListSearchResult> {
	const wanted = typed?.trim().toLowerCase() ?? '';
	return { results: (await loadLines.call(this)).filter((item) => matches(item, wanted)) };
}

// Answers name the identifier differently (§2.2).
const toItem = (line: BillingRecord): INodeListSearchItems => ({
	name: `${textOf(line['name'])} – ${textOf(line['quantity'])} × ${textOf(line['unit_cost'])}`,
	value: Number(line['item_id'] ?? line['recurring_item_id']),
});
