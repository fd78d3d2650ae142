import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import {
	categoryRecord,
	clientRecord,
	estimateRecord,
	expenseRecord,
	invoiceRecord,
	lateFeeRecord,
	paymentMethodRecord,
	productRecord,
	projectRecord,
	recurringRecord,
	serviceRecord,
	staffRecord,
	taskRecord,
	taxRecord,
	timeEntryRecord,
	type RecordType,
} from '../records';
import { textOf, type BillingRecord, type Value } from '../xml/shape';
import { TAKE_OFF } from '../actions/documents/readLines';
import { projectOf, taskOf, unbilledExpenses, unbilledTimeEntries } from '../actions/invoice/unbilled';
import type { BillingApi } from '../transport/billingApi';
import { chosenProject } from './chosenProject';
import { loadLines, searchLines } from './documentLines';
import { countries, currencies, searchCodes } from './codes';
import { openForEditor } from './openForEditor';
import { searchOf, withField } from './pickList';
import { searchUnbilled } from './unbilled';

const list = (...parts: string[]): string => parts.filter((part) => part !== '').join(', ');

function organizationOf(record: BillingRecord): string {
	const client = record['client'];
	const nested =
		typeof client === 'object' && client !== null && !Array.isArray(client) ? client['organization'] : '';
	return textOf(record['organization']) || textOf(nested);
}

// An invoice shows its client's identifier alone (§2.2). The first clients are enough: more would keep the list waiting.
async function withOrganizations(api: BillingApi, invoices: BillingRecord[]): Promise<BillingRecord[]> {
	const load = async () => await api.list(clientRecord, {}, MOST_CLIENTS);
	// Invoices can be chosen without the names as well.
	const clients = await api.remember(clientRecord.name, 'all', load).catch(() => []);
	const names = new Map(clients.map((client) => [textOf(client[clientRecord.id]), client['organization']]));
	return invoices.map((invoice) => {
		const organization = names.get(clientIdOf(invoice));
		return organization === undefined ? invoice : { organization, ...invoice };
	});
}

const MOST_CLIENTS = 1000;

function clientIdOf(record: BillingRecord): string {
	const client = record['client'];
	const nested =
		typeof client === 'object' && client !== null && !Array.isArray(client) ? client['client_id'] : undefined;
	return textOf(nested ?? record['client_id']);
}

const amount = (record: BillingRecord, value: Value | undefined): string =>
	textOf(value) === '' ? '' : `${Number(value).toFixed(2)} ${textOf(record['currency'])}`.trim();

const field = (name: string) => (record: BillingRecord) => textOf(record[name]);
const day = (record: BillingRecord, name: string): string => textOf(record[name]).slice(0, 10);

const expenses = {
	type: expenseRecord,
	name: (record: BillingRecord) => list(day(record, 'date'), textOf(record['vendor'])),
	detail: (record: BillingRecord) => list(amount(record, record['amount']), textOf(record['notes'])),
};

/** The searches behind the resource locators. */
export const listSearch = {
	searchCategories: searchOf({ type: categoryRecord, shows: 'name', name: field('name') }),
	searchCountries: searchCodes(countries),
	searchCurrencies: searchCodes(currencies),
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
	searchExpenses: searchOf({ ...expenses, shows: 'amount' }),
	searchInvoices: searchOf({
		type: invoiceRecord,
		shows: 'number',
		complete: withOrganizations,
		name: (record) => list(textOf(record['number']), organizationOf(record)),
		detail: (record) => list(amount(record, record['net_balance']), textOf(record['invoice_status'])),
	}),
	searchLines,
	searchProducts: searchOf({
		type: productRecord,
		shows: 'product_name',
		name: field('product_name'),
		detail: (record) => amount(record, record['unit_cost']),
	}),
	searchProjectTasks: searchOf({
		type: taskRecord,
		shows: 'task_name',
		name: field('task_name'),
		detail: field('task_description'),
		within: chosenProject,
	}),
	searchProjects: searchOf({
		type: projectRecord,
		shows: 'project_name',
		name: field('project_name'),
		detail: field('project_description'),
	}),
	searchRecurring: searchOf({
		type: recurringRecord,
		shows: 'number',
		name: (record) => list(textOf(record['number']), organizationOf(record)),
		detail: (record) => list(textOf(record['recurring_title']), textOf(record['frequency'])),
	}),
	searchServices: searchOf({
		type: serviceRecord,
		shows: 'service_name',
		name: field('service_name'),
		detail: (record) => list(amount(record, record['unit_cost']), textOf(record['quantity'])),
	}),
	searchStaff: searchOf({ type: staffRecord, shows: 'name', name: field('name'), detail: field('email') }),
	searchTasks: searchOf({
		type: taskRecord,
		shows: 'task_name',
		name: field('task_name'),
		detail: field('task_description'),
	}),
	searchTimeEntries: searchOf({
		type: timeEntryRecord,
		shows: 'work_date',
		name: (record) => list(day(record, 'work_date'), `${textOf(record['hours_worked'])} h`),
		detail: field('notes'),
	}),
	searchUnbilledExpenses: searchUnbilled({ ...expenses, read: unbilledExpenses }),
	searchUnbilledTimeEntries: searchUnbilled({
		type: timeEntryRecord,
		read: unbilledTimeEntries,
		complete: async (api, record) => ({
			...(await projectOf(api, record)),
			...(await taskOf(api, record)),
			...record,
		}),
		name: (record) => list(day(record, 'work_date'), `${textOf(record['hours_worked'])} h`),
		detail: (record) =>
			list(textOf(record['task_name']), textOf(record['project_name']), textOf(record['notes'])),
	}),
};

const loadTable = (type: RecordType, toOption: (record: BillingRecord) => INodePropertyOptions) =>
	async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const api = await openForEditor(this);
		return (await api.table(type)).map(toOption);
	};

const loadTaxes = loadTable(taxRecord, (tax) => ({
	name: `${textOf(tax['name'])} (${textOf(tax['value'])} %)`,
	value: Number(tax['id']),
}));

/** All records of a kind by name, for fields that take several of them. */
const loadRecords = (type: RecordType, shows: string) =>
	async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const api = await openForEditor(this);
		const records = await api.list(type, {}, Infinity);
		const shown = await Promise.all(records.map(async (record) => await withField(api, type, shows, record)));
		const options = shown.map((record) => ({
			name: textOf(record[shows]) || `${type.label} ${textOf(record[type.id])}`,
			value: Number(record[type.id]),
		}));
		return options.sort((one, other) => one.name.localeCompare(other.name));
	};

const NO_TAX: INodePropertyOptions = { name: 'No Tax', value: '' };
const SAME_TAX: INodePropertyOptions = { name: 'Keep the Tax', value: '' };
const UNSAID_TAX: INodePropertyOptions = { name: 'Not Chosen', value: '' };
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
	getClients: loadRecords(clientRecord, 'organization'),
	async getEstimateTaxes(this: ILoadOptionsFunctions) {
		return [UNSAID_TAX, TAX_OFF, ...(await loadTaxes.call(this))];
	},
	getLateFees: loadTable(lateFeeRecord, (rule) => ({
		name: textOf(rule['name']),
		value: Number(rule['id']),
	})),
	getLines: loadLines,
	async getOtherTaxes(this: ILoadOptionsFunctions) {
		return [SAME_TAX, ...(await loadTaxes.call(this))];
	},
	getPaymentMethods: loadTable(paymentMethodRecord, (method) => ({
		name: textOf(method['name']),
		value: textOf(method['name']),
	})),
	getProjects: loadRecords(projectRecord, 'project_name'),
	getTasks: loadRecords(taskRecord, 'task_name'),
	async getTaxes(this: ILoadOptionsFunctions) {
		return [NO_TAX, ...(await loadTaxes.call(this)), CUSTOM_TAX];
	},
	async getUnshownTaxes(this: ILoadOptionsFunctions) {
		return [UNSAID_TAX, TAX_OFF, ...(await loadTaxes.call(this)), CUSTOM_TAX];
	},
};
