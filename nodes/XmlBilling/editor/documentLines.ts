import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { estimateRecord, invoiceRecord, recurringRecord, type DocumentRecord } from '../records';
import type { BillingApi } from '../transport/billingApi';
import { recordsIn, textOf } from '../xml/shape';
import { inEditor, recordInForm } from './formContext';
import { matching } from './pickList';

/** The kinds of documents with lines, by the form's resource. */
const DOCUMENTS = new Map<unknown, DocumentRecord>([
	['estimate', estimateRecord],
	['invoice', invoiceRecord],
	['recurringProfile', recurringRecord],
]);

/** The lines of the form's document. It loads with the form, so it never asks for a document. */
export const loadLines = inEditor(async (context, api) => await linesIn(context, api));

export const searchLines = inEditor(async (context, api, typed?: string): Promise<INodeListSearchResult> => {
	const advise = (label: string) =>
		`This list shows the lines of the chosen ${label}. If the ${label} comes from an expression, use an expression for the line IDs too.`;
	return { results: matching(await linesIn(context, api, advise), typed) };
});

async function linesIn(
	context: ILoadOptionsFunctions,
	api: BillingApi,
	advise?: (label: string) => string,
): Promise<INodeListSearchItems[]> {
	const type = DOCUMENTS.get(context.getCurrentNodeParameter('resource'));
	if (type === undefined) return [];
	const id = await recordInForm(context, api, type, advise?.(type.label));
	if (id === undefined) return [];
	const { items } = await api.get(type, Number(id));
	return recordsIn(items).map((line) => ({
		name: `${textOf(line['name'])} – ${textOf(line['quantity'])} × ${textOf(line['unit_cost'])}`,
		value: Number(line[type.shownLineId]),
	}));
}
