import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { unbilledOf, type ReadUnbilled, type Unbilled } from '../actions/invoice/entries/unbilled';
import { clientRecord, type Part, type PickableRecord } from '../records';
import type { BillingApi } from '../transport/billingApi';
import type { BillingRecord } from '../xml/shape';
import { createMemory, fieldsOf } from '../objects';
import { unwrapLocator } from '../xml/encode';
import { isAbsent } from '../xml/values';
import { inEditor, problem, recordInForm } from './formContext';
import { credentialKey } from '../transport/sender';
import { matching, toEntry } from './pickList';

interface UnbilledList {
	readonly type: PickableRecord;
	readonly read: ReadUnbilled;
	/** Adds fields that people recognize a record by, but that it lacks. */
	readonly complete?: (api: BillingApi, record: BillingRecord) => Promise<BillingRecord>;
	/** Defaults to the picker's. */
	readonly detail?: readonly Part[];
}

const LIST_MS = 60_000;
const MAX_LISTS = 50;

const shownLists = createMemory<readonly INodeListSearchItems[]>(LIST_MS, MAX_LISTS);

/**
 * A searchable list of the unbilled records of the form's client, narrowed by the form's filters. Opening the list reads
 * it, which takes many requests. Typing searches what was shown.
 */
export const searchUnbilled = ({ type, read, complete, detail }: UnbilledList) =>
	inEditor(async (context, api, typed?: string): Promise<INodeListSearchResult> => {
		const wanted = await wantedOf(context, api);
		if (wanted === undefined) return { results: [] };
		// Token marks may collide; credential identifiers don't.
		const account = `${credentialKey(context)} ${api.baseUrl} ${api.tokenMark}`;
		const key = `${account} ${type.list} ${JSON.stringify(wanted)}`;
		const readItems = async () => {
			const records = await read(api, wanted);
			const shown = await Promise.all(
				records.map(async (record) => (await complete?.(api, record)) ?? record),
			);
			return shown.map((record) => toEntry(type, record, detail));
		};
		const known = isAbsent(typed) ? undefined : shownLists.get(key);
		const items = known ?? shownLists.set(key, await readItems());
		return { results: matching(items, typed) };
	});

const ADVICE =
	"This list shows the client's unbilled records. If the client comes from an expression, use an expression for the IDs too, or choose All Unbilled.";

async function wantedOf(context: ILoadOptionsFunctions, api: BillingApi): Promise<Unbilled | undefined> {
	const clientId = await recordInForm(context, api, clientRecord, ADVICE);
	if (clientId === undefined) return undefined;
	const given = Object.entries(fieldsOf(context.getCurrentNodeParameter('filters')));
	// A filter may be added before its record is chosen.
	const chosen = given.filter(([, value]) => !isAbsent(unwrapLocator(value)));
	const refuse = (message: string, advice = 'Correct or remove the filter.') =>
		problem(context, message, advice);
	const timeZone = context.getTimezone();
	return await unbilledOf(api, clientId, { filters: Object.fromEntries(chosen) }, { timeZone, refuse });
}
