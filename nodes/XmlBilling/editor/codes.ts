import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { currencyCode } from '../actions/documents/billedClients';
import { clientRecord } from '../records';
import type { BillingApi } from '../transport/billingApi';
import { codesNear, currencies, labelOf, type Code } from '../xml/codes';
import { inEditor, recordInForm } from './formContext';
import { accountKey, createListMemory } from './memory';

const toItem = (code: Code): INodeListSearchItems => ({ name: labelOf(code), value: code.code });

/** Searches a list of codes without sending requests. Exact matches come first, then names that begin with the typed text. */
export const searchCodes = (list: () => readonly Code[]) =>
	async function (this: ILoadOptionsFunctions, typed = ''): Promise<INodeListSearchResult> {
		return await Promise.resolve({ results: codesNear(list(), typed).map(toItem) });
	};

const ofClients = createListMemory<string>();

/** Searches the currencies. That of the form's client comes first: its invoices are in no other. */
export const searchPaymentCurrencies = inEditor(
	async (context, api, typed?: string): Promise<INodeListSearchResult> => {
		// Without it, any currency can still be chosen.
		const own = await currencyOfClient(context, api).catch(() => undefined);
		const near = codesNear(currencies(), typed ?? '');
		const isOwn = ({ code }: Code) => code === own;
		return { results: [...near.filter(isOwn), ...near.filter((code) => !isOwn(code))].map(toItem) };
	},
);

async function currencyOfClient(
	context: ILoadOptionsFunctions,
	api: BillingApi,
): Promise<string | undefined> {
	const id = await recordInForm(context, api, clientRecord);
	if (id === undefined) return undefined;
	const key = `${accountKey(context, api)} ${id}`;
	const known = ofClients.get(key);
	if (known !== undefined) return known;
	const client = await api.get(clientRecord, Number(id));
	return ofClients.set(key, currencyCode(client['currency']));
}
