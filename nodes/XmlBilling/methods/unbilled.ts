import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { unbilledOf, type ReadUnbilled, type Unbilled } from '../actions/invoice/unbilled';
import type { BillingRecord } from '../xml/shape';
import type { BillingApi } from '../transport/billingApi';
import { recordInForm, formValues, problem } from './formContext';
import { openForEditor } from './openForEditor';
import { matches, toItem, type PickList } from './pickList';

/** How what can be billed is offered for choice. */
interface UnbilledList extends Pick<PickList, 'type' | 'name' | 'detail'> {
	readonly read: ReadUnbilled;
	/** Adds what someone recognises a record by and it does not show itself. */
	readonly complete?: (api: BillingApi, record: BillingRecord) => Promise<BillingRecord>;
}

/** A searchable list of what is not billed yet and belongs to the client of the form, within its filters. */
export const searchUnbilled = (list: UnbilledList) =>
	async function (this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
		const api = await openForEditor(this);
		const records = await list.read(api, await wantedOf(this, api));
		const shown = await Promise.all(
			records.map(async (record) => (await list.complete?.(api, record)) ?? record),
		);
		const wanted = typed?.trim().toLowerCase() ?? '';
		return {
			results: shown.map((record) => toItem(list, record)).filter((item) => matches(item, wanted)),
		};
	};

async function wantedOf(context: ILoadOptionsFunctions, api: BillingApi): Promise<Unbilled> {
	const clientId = await recordInForm(
		context,
		api,
		'clientId',
		'client',
		'The list shows what is not billed yet of that client. Where only a run can tell the client, give the ID by an expression as well, or choose All Unbilled.',
	);
	const filters = Object.fromEntries(Object.entries(context.getCurrentNodeParameter('filters') ?? {}));
	const read = unbilledOf(clientId, await formValues(context, api, { filters }), context.getTimezone());
	if (!read.ok) throw problem(context, `${read.field} ${read.problem}`, 'Correct or remove the filter.');
	return read.wanted;
}
