import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { estimateRecord, invoiceRecord, recurringRecord, type DocumentRecord } from '../records';
import { isRecord, textOf } from '../xml/shape';
import { openForEditor, recordInForm } from './formContext';
import { matching } from './pickList';

/** The kinds of documents with lines, by the form's resource. */
const DOCUMENTS = new Map<unknown, DocumentRecord>([
	['estimate', estimateRecord],
	['invoice', invoiceRecord],
	['recurringProfile', recurringRecord],
]);

export async function loadLines(this: ILoadOptionsFunctions): Promise<INodeListSearchItems[]> {
	const type = DOCUMENTS.get(this.getCurrentNodeParameter('resource'));
	if (type === undefined) return [];
	const api = await openForEditor(this);
	const advice = `This list shows the lines of the chosen ${type.label}. If the ${type.label} comes from an expression, use an expression for the line IDs too.`;
	const { items } = await api.get(type, Number(await recordInForm(this, api, type, advice)));
	return (Array.isArray(items) ? items.filter(isRecord) : []).map((line) => ({
		name: `${textOf(line['name'])} – ${textOf(line['quantity'])} × ${textOf(line['unit_cost'])}`,
		value: Number(line[type.shownLineId]),
	}));
}

export async function searchLines(
	this: ILoadOptionsFunctions,
	typed?: string,
): Promise<INodeListSearchResult> {
	return { results: matching(await loadLines.call(this), typed) };
}
