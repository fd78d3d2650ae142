import * as records from '../../../nodes/XmlBilling/records';
import { keysOf, type RecordType } from '../../../nodes/XmlBilling/records';
import { parse } from '../../../nodes/XmlBilling/xml/parse';
import { decodeRecord } from '../../../nodes/XmlBilling/xml/shape';

const isRecordType = (entry: object): entry is RecordType => 'wrapper' in entry;

const TYPES: Readonly<Record<string, RecordType>> = Object.fromEntries(
	Object.entries<object>(records).flatMap(([key, entry]) => (isRecordType(entry) ? [[key, entry]] : [])),
);

// §2.2 and §4: the element of a record, of its identifier, around a list, and the methods that answer with it.
const NAMES = [
	['invoice', 'invoice_id', 'invoices', 'listInvoice', 'getInvoice'],
	['estimate', 'estimate_id', 'estimates', 'listEstimate', 'getEstimate'],
	['recurring', 'recurring_id', 'recurrings', 'listRecurring', 'getRecurring'],
	['client', 'client_id', 'clients', 'listClient', 'getClient'],
	['staff', 'staff_id', 'staff_users', 'listStaff', 'getStaff'],
	['product', 'product_id', 'products', 'listProduct', 'getProduct'],
	['service', 'service_id', 'services', 'listService', 'getService'],
	['expense', 'expense_id', 'expenses', 'listExpense', 'getExpense'],
	['category', 'category_id', 'categories', 'listExpenseCategory', undefined],
	['project', 'project_id', 'projects', 'listProject', 'getProject'],
	['task', 'task_id', 'tasks', 'listTask', 'getTask'],
	['timelog', 'timelog_id', 'timelogs', 'listTimeLog', 'getTimeLog'],
	['tax', 'id', 'taxes', 'listTax', undefined],
	['late_fee', 'id', 'late_fees', 'listLateFee', undefined],
	['payment_mode', 'name', 'payment_modes', 'listOfflinePaymentMethod', undefined],
];

describe('the kinds of records', () => {
	it('have the names of the interface', () => {
		const names = Object.values(TYPES).map(({ name, id, wrapper, list, get }) => [
			name,
			id,
			wrapper,
			list,
			get,
		]);
		expect(names.sort()).toEqual([...NAMES].sort());
	});

	it.each<[string, (type: RecordType) => readonly string[]]>([
		['the modes of locators', (type) => keysOf(type).map(({ mode }) => mode)],
		['the searches of the editor', ({ picker }) => (picker === undefined ? [] : [picker.search])],
	])('the kinds of records have %s to themselves', (_, nameOf) => {
		const names = Object.values(TYPES).flatMap(nameOf);
		expect(names.length).toBeGreaterThan(8);
		expect(new Set(names).size).toBe(names.length);
	});

	it.each([
		[
			'invoiceRecord',
			'invoice_id total_discount total_tax net_balance late_fee late_fee_id total_paid outstanding',
			'number po_number date currency notes',
		],
		['estimateRecord', 'estimate_id total_discount total_tax', 'number po_number estimate_status'],
		['recurringRecord', 'recurring_id occurence total_discount total_tax', 'number po_number frequency'],
		['clientRecord', 'client_id', 'name organization work_phone currency'],
		['staffRecord', 'staff_id bill_rate user_level', 'name username access_own_record last_login'],
		['productRecord', 'product_id unit_cost quantity', 'product_name date'],
		['serviceRecord', 'service_id unit_cost', 'service_name quantity'],
		[
			'expenseRecord',
			'expense_id client_id project_id expense_category_id amount tax1 tax2 is_expense_recurring recurring_frequency',
			'vendor date recurring_end_date',
		],
		['categoryRecord', 'category_id', 'name date_added'],
		[
			'projectRecord',
			'project_id client_id project_manager_id project_rate',
			'project_name billing_method project_billed',
		],
		['taskRecord', 'task_id task_rate', 'task_name task_billable'],
		['timeEntryRecord', 'timelog_id project_id task_id hours_worked', 'work_date notes log_status'],
		['taxRecord', 'id value', 'name type'],
		['lateFeeRecord', 'id', 'name'],
	])(
		'have numbers where there are amounts and identifiers, and texts elsewhere (%s)',
		(key, numbers, texts) => {
			const names = [...numbers.split(' '), ...texts.split(' ')];
			const parsed = parse(`<record>${names.map((name) => `<${name}>007</${name}>`).join('')}</record>`);
			const record = parsed.ok && decodeRecord(parsed.root, TYPES[key]?.shape ?? {});
			expect(record).toEqual(
				Object.fromEntries(names.map((name) => [name, numbers.split(' ').includes(name) ? 7 : '007'])),
			);
		},
	);

	it.each([
		[
			'invoiceRecord',
			'<items><item><item_id>1</item_id><name>007</name><unit_cost>2.50</unit_cost><tax1_percent>19.00</tax1_percent><tax2_percent/></item></items>' +
				'<additional_charges><charge><name>1</name><amount>5.00</amount></charge></additional_charges>' +
				'<transactions><transaction><method>1</method><amount>5.00</amount></transaction></transactions>' +
				'<client><client_id>1</client_id><address>1</address></client>',
			{
				items: [{ item_id: 1, name: '007', unit_cost: 2.5, tax1_percent: 19, tax2_percent: null }],
				additional_charges: [{ name: '1', amount: 5 }],
				transactions: [{ method: '1', amount: 5 }],
				client: { client_id: 1, address: '1' },
			},
		],
		['estimateRecord', '<items><item><item_id>1</item_id></item></items>', { items: [{ item_id: 1 }] }],
		[
			'recurringRecord',
			'<items><item><recurring_item_id>1</recurring_item_id></item></items>',
			{ items: [{ recurring_item_id: 1 }] },
		],
		[
			'clientRecord',
			'<credits><credit><amount>1.50</amount><payment_note>1</payment_note></credit></credits>',
			{ credits: [{ amount: 1.5, payment_note: '1' }] },
		],
		[
			'staffRecord',
			'<assigned_clients><client_id>1</client_id></assigned_clients>',
			{ assigned_clients: [1] },
		],
		[
			'projectRecord',
			'<staff><staff_id>1</staff_id></staff><staff><staff_id>2</staff_id></staff><task><task_id>3</task_id></task>',
			{ staff: [1, 2], task: [3] },
		],
		['taskRecord', '<project><project_id>1</project_id></project>', { project: [1] }],
	])('have arrays for what repeats (%s: %s)', (key, inner, record) => {
		const parsed = parse(`<record>${inner}</record>`);
		expect(parsed.ok && decodeRecord(parsed.root, TYPES[key]?.shape ?? {})).toEqual(record);
	});
});
