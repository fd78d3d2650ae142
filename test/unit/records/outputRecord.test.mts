import fc from 'fast-check';
import { RESOURCES } from '../../../nodes/XmlBilling/actions';
import { invoiceRecord, RECORD_TYPES, type RecordType } from '../../../nodes/XmlBilling/records';
import {
	inOrder,
	mainFields,
	outputRecord,
	select,
	simplify,
	withNames,
} from '../../../nodes/XmlBilling/records/outputRecord';
import { outcomeSchemas, outputSchemasOf, schemaFiles } from '../../../tools/schemas.mts';
import { IS_ALL } from '../../share.mts';
import { isObject } from '../../../nodes/XmlBilling/helpers/GenericFunctions';
import { type BillingRecord, type Shape, type Value } from '../../../nodes/XmlBilling/xml/shape';

const text = fc.string({ unit: 'grapheme', maxLength: 8 });
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

// What people know a record by and money come first, identifiers last: the order of all kinds is in the contract's snapshot.
describe.each(RECORD_TYPES.map((type) => [type.label, type] as const))('the output of a %s', (_, type) => {
	const schemas = outputSchemasOf(type, outcomeSchemas(type));
	const isList = (field: string) => schemas[field]?.type === 'array';

	it('has in its schema the fields that it begins with, and others only as lists unless it is wide', () => {
		const main = mainFields(type);
		expect(Object.keys(schemas).slice(0, main.length)).toEqual(main);
		const others = Object.keys(schemas).filter((field) => !main.includes(field) && !isList(field));
		expect(type.isWide === true ? [] : others).toEqual([]);
	});

	it('has no identifier before other fields, its own first, and at most twelve fields when simplified', () => {
		const { ids, names, money = [], others = [] } = type.columns;
		expect(ids[0]).toBe(type.id);
		expect([...names, ...money, ...others].filter((field) => /(^|_)ids?$/.test(field))).toEqual([]);
		expect(type.isWide === true ? mainFields(type, {}).length : 0).toBeLessThanOrEqual(12);
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
			{ numRuns: IS_ALL ? 200 : 20 },
		);
	});

	it('is a part of itself when simplified or selected: the same names, values and order', () => {
		fc.assert(
			fc.property(recordOf(type.shape), fc.array(strange), (record, fields) => {
				const output = named(type, record);
				const raw = inOrder(type, output);
				const chosen = [...fields, ...mainFields(type).reverse()];
				for (const part of [simplify(type, output), select(type, output, chosen)]) {
					const same = Object.entries(raw).filter(([field]) => Object.hasOwn(part, field));
					expect(Object.entries(part)).toEqual(same);
				}
			}),
			{ numRuns: IS_ALL ? 200 : 20 },
		);
	});
});

it('the total of an invoice is what the service shows, also if that is no number, and is absent otherwise', () => {
	for (const shown of [0, 1881.2, '1,881.20', null])
		expect(outputRecord(invoiceRecord, { net_balance: shown })).toEqual({ net_balance: shown, total: shown });
	expect(outputRecord(invoiceRecord, { outstanding: 5, total_paid: 5 })).not.toHaveProperty('total');
});

// One nested list fills n8n's table, and hides what stands after it.
it('shows the lists of every output last', () => {
	const spoilt = [...schemaFiles(RESOURCES)].filter(([, { properties = {} }]) => {
		const isNested = Object.values(properties).map(({ type }) => type === 'array' || type === 'object');
		return isNested.join() !== isNested.toSorted().join();
	});
	expect(spoilt.map(([file]) => file)).toEqual([]);
});
