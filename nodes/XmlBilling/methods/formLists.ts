import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import {
	projectOf,
	taskOf,
	unbilledExpenses,
	unbilledTimeEntries,
	wantedIn,
	type ReadUnbilled,
	type Wanted,
} from '../actions/invoice/unbilled';
import { unbilledFilters } from '../actions/invoice/entryForms';
import { readForm } from '../execution/form/read';
import { resolveForm } from '../execution/form/resolve';
import { bodyOf } from '../execution/form/tree';
import { fieldsOf } from '../helpers/GenericFunctions';
import {
	clientRecord,
	estimateRecord,
	expenseRecord,
	invoiceRecord,
	recurringRecord,
	timeEntryRecord,
	type DocumentRecord,
	type PickableRecord,
} from '../records';
import { mapInOrder } from '../helpers/async';
import type { BillingApi } from '../transport/billingApi';
import { credentialKey } from '../transport/sender';
import { recordsIn, textOf, type BillingRecord } from '../xml/shape';
import { isAbsent } from '../xml/values';
import { inEditor, matching, problem, recordInForm, toEntry } from './formContext';

// Lists of what belongs to the record that is chosen in the form.

/** The kinds of documents with lines, by the form's resource. */
const DOCUMENTS = new Map<unknown, DocumentRecord>([
	['estimate', estimateRecord],
	['invoice', invoiceRecord],
	['recurringProfile', recurringRecord],
]);

/** The lines of the form's document. It loads with the form, so it never asks for a document. */
export const loadLines = inEditor((context, api) => linesIn(context, api));

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

const LIST_MS = 60_000;

// The list that was shown last. n8n makes a new context for each search.
let shown = { key: '', until: 0, items: [] as readonly INodeListSearchItems[] };

/**
 * A searchable list of the unbilled records of the form's client, narrowed by the form's filters. Opening the list reads
 * it, which takes many requests. Typing searches what was shown.
 */
const searchUnbilled = (
	type: PickableRecord,
	read: ReadUnbilled,
	toItem: (api: BillingApi, record: BillingRecord) => Promise<INodeListSearchItems>,
) =>
	inEditor(async (context, api, typed?: string): Promise<INodeListSearchResult> => {
		const wanted = await wantedOf(context, api);
		if (wanted === undefined) return { results: [] };
		// Token marks may collide; credential identifiers don't.
		const account = `${credentialKey(context)} ${api.baseUrl} ${api.tokenMark}`;
		const key = `${account} ${type.list} ${JSON.stringify(wanted)}`;
		const isKnown = !isAbsent(typed) && shown.key === key && Date.now() < shown.until;
		if (isKnown) return { results: matching(shown.items, typed) };
		const { records } = await read(api, wanted);
		const items = await mapInOrder(records, (record) => toItem(api, record));
		shown = { key, until: Date.now() + LIST_MS, items };
		return { results: matching(items, typed) };
	});

export const searchUnbilledExpenses = searchUnbilled(expenseRecord, unbilledExpenses, (_, expense) =>
	Promise.resolve(toEntry(expenseRecord, expense)),
);

export const searchUnbilledTimeEntries = searchUnbilled(
	timeEntryRecord,
	unbilledTimeEntries,
	async (api, entry) => {
		const named = { ...(await projectOf(api, entry)), ...(await taskOf(api, entry)), ...entry };
		return toEntry(timeEntryRecord, named, ['task_name', 'project_name', 'notes']);
	},
);

const ADVICE =
	"This list shows the client's unbilled records. If the client comes from an expression, use an expression for the IDs too, or choose All Unbilled.";

async function wantedOf(context: ILoadOptionsFunctions, api: BillingApi): Promise<Wanted | undefined> {
	const clientId = await recordInForm(context, api, clientRecord, ADVICE);
	if (clientId === undefined) return undefined;
	const filters = fieldsOf(context.getCurrentNodeParameter('filters'));
	const refuse = (message: string, advice = 'Correct or remove the filter.') =>
		problem(context, message, advice);
	// Without what was written, a filter that was added before its record is chosen counts as none.
	const reading = { raw: {}, timeZone: context.getTimezone(), refuse };
	const form = readForm([unbilledFilters], { filters }, reading);
	return wantedIn(clientId, bodyOf(await resolveForm(form, api, refuse)));
}
