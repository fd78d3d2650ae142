import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import {
	clientRecord,
	estimateRecord,
	invoiceRecord,
	lateFeeRecord,
	paymentMethodRecord,
	taxRecord,
	type RecordType,
} from '../interface/records';
import { textOf, type BillingRecord, type Value } from '../interface/shape';
import { TAKE_OFF } from '../fields/lines';
import { openService } from '../transport/service';
import { searchOf } from './pickList';

const list = (...parts: string[]): string => parts.filter((part) => part !== '').join(', ');

function organizationOf(record: BillingRecord): string {
	const client = record['client'];
	const nested =
		typeof client === 'object' && client !== null && !Array.isArray(client) ? client['organization'] : '';
	return textOf(record['organization']) || textOf(nested);
}

const amount = (record: BillingRecord, value: Value | undefined): string =>
	textOf(value) === '' ? '' : `${Number(value).toFixed(2)} ${textOf(record['currency'])}`.trim();

/** The searches behind the resource locators. */
export const listSearch = {
	searchClients: searchOf({
		type: clientRecord,
		shows: 'organization',
		name: (record) => textOf(record['organization']) || textOf(record['name']),
		detail: (record) => list(textOf(record['name']), textOf(record['email'])),
		filter: (typed) => (/^\S+@\S+\.\S+$/.test(typed) ? { client_email: typed } : undefined),
	}),
	searchEstimates: searchOf({
		type: estimateRecord,
		shows: 'number',
		name: (record) => list(textOf(record['number']), organizationOf(record)),
		detail: (record) => list(textOf(record['estimate_title']), textOf(record['estimate_status'])),
	}),
	searchInvoices: searchOf({
		type: invoiceRecord,
		shows: 'number',
		name: (record) => list(textOf(record['number']), organizationOf(record)),
		detail: (record) => list(amount(record, record['net_balance']), textOf(record['invoice_status'])),
	}),
};

const loadTable = (type: RecordType, toOption: (record: BillingRecord) => INodePropertyOptions) =>
	async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const service = await openService(this);
		return (await service.table(type)).map(toOption);
	};

const loadTaxes = loadTable(taxRecord, (tax) => ({
	name: `${textOf(tax['name'])} (${textOf(tax['value'])} %)`,
	value: Number(tax['id']),
}));

const NO_TAX: INodePropertyOptions = { name: 'No Tax', value: '' };
const SAME_TAX: INodePropertyOptions = { name: 'Keep the Tax', value: '' };
const TAX_OFF: INodePropertyOptions = { name: 'No Tax', value: TAKE_OFF };
const CUSTOM_TAX: INodePropertyOptions = { name: 'Custom (Type In Name and Percentage)', value: 'custom' };

/** The tables behind the dropdowns. */
export const loadOptions = {
	async getAccountTaxes(this: ILoadOptionsFunctions) {
		return [NO_TAX, ...(await loadTaxes.call(this))];
	},
	async getChangedTaxes(this: ILoadOptionsFunctions) {
		return [SAME_TAX, TAX_OFF, ...(await loadTaxes.call(this)), CUSTOM_TAX];
	},
	getLateFees: loadTable(lateFeeRecord, (rule) => ({
		name: textOf(rule['name']),
		value: Number(rule['id']),
	})),
	getPaymentMethods: loadTable(paymentMethodRecord, (method) => ({
		name: textOf(method['name']),
		value: textOf(method['name']),
	})),
	async getTaxes(this: ILoadOptionsFunctions) {
		return [NO_TAX, ...(await loadTaxes.call(this)), CUSTOM_TAX];
	},
};
