import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { unbilledOf, type ReadUnbilled, type Unbilled } from '../actions/invoice/unbilled';
import { clientRecord, type Part, type PickableRecord } from '../records';
import type { BillingApi } from '../transport/billingApi';
import type { BillingRecord } from '../xml/shape';
import { fieldsOf } from '../xml/unknown';
import { formValues, openForEditor, problem, recordInForm } from './formContext';
import { matching, toItem } from './pickList';

interface UnbilledList {
	readonly type: PickableRecord;
	readonly read: ReadUnbilled;
	/** Adds fields that people recognize a record by, but that it lacks. */
	readonly complete?: (api: BillingApi, record: BillingRecord) => Promise<BillingRecord>;
	/** Defaults to the picker's. */
	readonly detail?: readonly Part[];
}

/** A searchable list of the unbilled records of the form's client, narrowed by the form's filters. */
export const searchUnbilled = ({ type, read, complete, detail }: UnbilledList) =>
	async function (this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
		const api = await openForEditor(this);
		const records = await read(api, await wantedOf(this, api));
		const shown = await Promise.all(records.map(async (record) => (await complete?.(api, record)) ?? record));
		const items = shown.map((record) => toItem(type, record, detail));
		return { results: matching(items, typed) };
	};

const ADVICE =
	"This list shows the client's unbilled records. If the client comes from an expression, use an expression for the IDs too, or choose All Unbilled.";

async function wantedOf(context: ILoadOptionsFunctions, api: BillingApi): Promise<Unbilled> {
	const clientId = await recordInForm(context, api, clientRecord, ADVICE);
	const filters = fieldsOf(context.getCurrentNodeParameter('filters'));
	const read = unbilledOf(clientId, await formValues(context, api, { filters }), context.getTimezone());
	if (!read.ok) throw problem(context, `${read.field} ${read.problem}`, 'Correct or remove the filter.');
	return read.wanted;
}
