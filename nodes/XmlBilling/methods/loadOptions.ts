import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { taxLabel } from '../actions/documents/lineTaxes';
import { TAKE_OFF } from '../actions/documents/lineFields';
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
import { readList } from '../lookup/readList';
import { isAbsent } from '../xml/values';
import { textOf, type BillingRecord } from '../xml/shape';
import { findOperation } from '../actions';
import { outputFieldsOf } from '../records/outputRecord';
import { inEditor, toEntry } from './formContext';
import { loadLines } from './formLists';

type Load = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

const loadTable = (type: RecordType, toOption: (record: BillingRecord) => INodePropertyOptions): Load =>
	inEditor(async (_, api) => (await api.list(type, {}, Infinity)).map(toOption));

const loadTaxes = loadTable(taxRecord, (tax) => ({ name: taxLabel(tax), value: Number(tax['id']) }));

/** The account's taxes, with other choices before and after them. */
const loadTaxChoices = (before: INodePropertyOptions[], after: INodePropertyOptions[] = []): Load =>
	async function () {
		return [...before, ...(await loadTaxes.call(this)), ...after];
	};

/** All records of a kind, sorted by name, for fields that take several. */
const loadRecords = (type: PickableRecord): Load =>
	inEditor(async (_, api) => {
		const { needs } = type.picker;
		const records = await readList(api, type, { isEnough: (record) => !isAbsent(record[needs]) });
		const options = records.map((record) => toEntry(type, record, []));
		return options.sort((one, other) => one.name.localeCompare(other.name));
	});

const NO_TAX: INodePropertyOptions = { name: 'No Tax', value: '' };
const SAME_TAX: INodePropertyOptions = { name: 'Keep Current Tax', value: '' };
const UNSAID_TAX: INodePropertyOptions = { name: 'Not Selected', value: '' };
const TAX_OFF: INodePropertyOptions = { name: 'No Tax', value: TAKE_OFF };
const CUSTOM_TAX: INodePropertyOptions = { name: 'Custom (Enter Name and Percentage)', value: 'custom' };

/** The fields that the output of the chosen operation can have. */
const loadOutputFields: Load = async function () {
	const [resource = '', operation = ''] = ['resource', 'operation'].map((name) =>
		textOf(this.getCurrentNodeParameter(name)),
	);
	const shows = findOperation(resource, operation)?.shows;
	const fields = shows === undefined ? [] : outputFieldsOf(shows);
	return await Promise.resolve(fields.map((name) => ({ name, value: name })));
};

export const loadOptions = {
	getAccountTaxes: loadTaxChoices([NO_TAX]),
	getChangedTaxes: loadTaxChoices([SAME_TAX, TAX_OFF], [CUSTOM_TAX]),
	getClients: loadRecords(clientRecord),
	getEstimateTaxes: loadTaxChoices([UNSAID_TAX, TAX_OFF]),
	getLateFees: loadTable(lateFeeRecord, ({ id, name }) => ({ name: textOf(name), value: Number(id) })),
	getLines: loadLines,
	getOtherTaxes: loadTaxChoices([SAME_TAX]),
	getOutputFields: loadOutputFields,
	getPaymentMethods: loadTable(paymentMethodRecord, ({ name }) => ({
		name: textOf(name),
		value: textOf(name),
	})),
	getProjects: loadRecords(projectRecord),
	getTasks: loadRecords(taskRecord),
	getTaxes: loadTaxChoices([NO_TAX], [CUSTOM_TAX]),
	getUnshownTaxes: loadTaxChoices([UNSAID_TAX, TAX_OFF], [CUSTOM_TAX]),
};
