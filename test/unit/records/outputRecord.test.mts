import fc from 'fast-check';
import { invoiceRecord, RECORD_TYPES, type RecordType } from '../../../nodes/XmlBilling/records';
import {
	inOrder,
	mainFields,
	outputRecord,
	select,
	simplify,
	withNames,
} from '../../../nodes/XmlBilling/records/outputRecord';
import { outcomeSchemas, outputSchemasOf } from '../../../tools/outputSchema.mts';
import { isObject } from '../../../nodes/XmlBilling/helpers/GenericFunctions';
import { type BillingRecord, type Shape, type Value } from '../../../nodes/XmlBilling/xml/shape';

const text = fc.string({ unit: 'binary', maxLength: 8 });
const strange = fc.constantFrom('__proto__', 'constructor', 'toString', 'unheard_of', 'result');

function valueOf(shape: Shape[string]): fc.Arbitrary<Value> {
	if (shape === 'number') return fc.option(fc.integer({ min: 0, max: 9 }), { nil: null });
	if (typeof shape === 'string') return text;
	if ('fields' in shape) return fc.oneof({ weight: 9, arbitrary: recordOf(shape.fields) }, text);
	return fc.array(typeof shape.of === 'string' ? valueOf(shape.of) : recordOf(shape.of), { maxLength: 3 });
}

/** Any of the fields of a shape, and fields that it lacks. */
const recordOf = (shape: Shape): fc.Arbitrary<BillingRecord> =>
	fc
		.tuple(
			...Object.entries(shape).map(([name, of]) => fc.option(fc.tuple(fc.constant(name), valueOf(of)))),
			fc.option(fc.tuple(strange, text)),
		)
		.map((fields) => Object.fromEntries(fields.filter((field) => field !== null)));

const named = (type: RecordType, record: BillingRecord) =>
	withNames(outputRecord(type, record), type.links ?? [], (_, id) => (id > 4 ? { name: 'Ann' } : undefined));

// What people know a record by and money come first, identifiers last.
const ORDER: Readonly<Record<string, string>> = {
	invoice:
		'number client_organization payment_amount total outstanding currency result sent payment_date payment_method payment_reference invoice_status invoice_due_date date client_email invoice_id invoice_item_ids time_entries',
	estimate:
		'number client_organization total currency result sent estimate_status date estimate_title client_email estimate_id client_id estimate_item_ids',
	recurring:
		'number client_organization total currency result sent recurring_status frequency date recurring_title recurring_id client_id recurring_item_ids',
	client: 'organization name email currency result sent work_phone address status client_id',
	staff:
		'name email username bill_rate result sent user_level access_own_record status date_added last_login staff_id',
	product: 'product_name unit_cost quantity result sent description date status product_id',
	service: 'service_name unit_cost quantity result sent description date status service_id',
	expense:
		'vendor client_organization amount result sent date notes project_name expense_category_name is_expense_invoiced status expense_id',
	category: 'name result sent status date_added category_id',
	project:
		'project_name client_organization project_rate result sent billing_method project_billed project_manager_name created_date status project_id client_id',
	task: 'task_name task_rate result sent task_billable task_description created_date status task_id project_names',
	timelog:
		'project_name task_name hours_worked result sent work_date notes billed log_status status timelog_id project_id task_id',
	tax: 'name value result sent type id',
	late_fee: 'name result sent id',
};

it('each kind has an order', () => {
	expect(Object.fromEntries(RECORD_TYPES.map((type) => [type.name, mainFields(type).join(' ')]))).toEqual(
		ORDER,
	);
});

describe.each(RECORD_TYPES.map((type) => [type.label, type] as const))('the output of a %s', (_, type) => {
	const [schemas, { ids }] = [outputSchemasOf(type, outcomeSchemas(type)), type.columns];
	const isList = (field: string) => schemas[field]?.type === 'array';

	it('has in its schema the fields that it begins with, and others only as lists unless it is wide', () => {
		const main = mainFields(type);
		expect(Object.keys(schemas).slice(0, main.length)).toEqual(main);
		const others = Object.keys(schemas).filter((field) => !main.includes(field) && !isList(field));
		expect(type.isWide === true ? [] : others).toEqual([]);
	});

	it('has no identifier before other fields, and its own before those of linked records', () => {
		expect(ids[0]).toBe(type.id);
		const { names, money = [], others = [] } = type.columns;
		expect([...names, ...money, ...others].filter((field) => /(^|_)ids?$/.test(field))).toEqual([]);
	});

	it('has at most ten fields when simplified, identifiers and names of linked records included', () => {
		const simplified = mainFields(type, {});
		expect(type.isWide === true ? simplified.length : 0).toBeLessThanOrEqual(10);
	});

	it('loses nothing of the answer, and has each field once, the main ones first', () => {
		fc.assert(
			fc.property(recordOf(type.shape), ({ client_id: _, ...record }) => {
				const raw = inOrder(type, named(type, record));
				const values = Object.entries(record).flatMap(([field, value]) =>
					field === 'client' && isObject(value) ? Object.values(value) : [value],
				);
				expect(Object.values(raw)).toEqual(expect.arrayContaining(values));
				const main = mainFields(type).filter((field) => Object.hasOwn(raw, field));
				expect(Object.keys(raw).slice(0, main.length)).toEqual(main);
			}),
			{ numRuns: 40 },
		);
	});

	it('is a part of itself when simplified or selected: the same names, values and order', () => {
		fc.assert(
			fc.property(recordOf(type.shape), fc.array(strange), (record, fields) => {
				const output = named(type, record);
				const raw = inOrder(type, output);
				const values = new Map(Object.entries(raw));
				const chosen = [...fields, ...mainFields(type).reverse()];
				for (const part of [simplify(type, output), select(type, output, chosen)]) {
					expect(Object.keys(part)).toEqual(Object.keys(raw).filter((field) => Object.hasOwn(part, field)));
					for (const [field, value] of Object.entries(part))
						expect([field, value]).toEqual([field, values.get(field)]);
				}
			}),
			{ numRuns: 40 },
		);
	});
});

it('the total of an invoice is what the service shows, also if that is no number, and is absent otherwise', () => {
	for (const shown of [0, 1881.2, '1,881.20', null])
		expect(outputRecord(invoiceRecord, { net_balance: shown })).toEqual({ net_balance: shown, total: shown });
	expect(outputRecord(invoiceRecord, { outstanding: 5, total_paid: 5 })).not.toHaveProperty('total');
});
