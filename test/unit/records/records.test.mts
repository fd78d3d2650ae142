import * as records from '../../../nodes/XmlBilling/records';
import { keysOf, type RecordType } from '../../../nodes/XmlBilling/records';
import { parse } from '../../../nodes/XmlBilling/xml/parse';
import { decodeRecord } from '../../../nodes/XmlBilling/xml/shape';

const isRecordType = (entry: object): entry is RecordType => 'wrapper' in entry;

const TYPES: Readonly<Record<string, RecordType>> = Object.fromEntries(
	Object.entries<object>(records).flatMap(([key, entry]) => (isRecordType(entry) ? [[key, entry]] : [])),
);

describe('the kinds of records', () => {
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
	])('have arrays for what repeats (%s: %s)', (key, inner, record) => {
		const parsed = parse(`<record>${inner}</record>`);
		expect(parsed.ok && decodeRecord(parsed.root, TYPES[key]?.shape ?? {})).toEqual(record);
	});
});
