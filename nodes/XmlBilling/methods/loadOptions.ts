import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { TAKE_OFF } from '../actions/documents/readLines';
import {
	clientRecord,
	lateFeeRecord,
	paymentMethodRecord,
	projectRecord,
	taskRecord,
	taxRecord,
	type PickableRecord,
	type RecordType,
} from '../records';
import { readListed } from '../transport/listed';
import { textOf, type BillingRecord } from '../xml/shape';
import { loadLines } from './documentLines';
import { openForEditor } from './openForEditor';

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
const loadRecords = (type: PickableRecord) =>
	async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const api = await openForEditor(this);
		const { shows } = type.picker;
		const records = await api.list(type, {}, Infinity);
		const shown = await Promise.all(
			records.map(async (record) => await readListed(api, type, record, [shows])),
		);
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
	getClients: loadRecords(clientRecord),
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
	getProjects: loadRecords(projectRecord),
	getTasks: loadRecords(taskRecord),
	async getTaxes(this: ILoadOptionsFunctions) {
		return [NO_TAX, ...(await loadTaxes.call(this)), CUSTOM_TAX];
	},
	async getUnshownTaxes(this: ILoadOptionsFunctions) {
		return [UNSAID_TAX, TAX_OFF, ...(await loadTaxes.call(this)), CUSTOM_TAX];
	},
};
