import fc from 'fast-check';
import { RECORD_TYPES, type RecordType } from '../../../nodes/XmlBilling/records';
import {
	inOrder,
	mainFields,
	outputRecord,
	select,
	simplify,
	withNames,
} from '../../../nodes/XmlBilling/records/outputRecord';
import { isRecord, type BillingRecord, type Shape, type Value } from '../../../nodes/XmlBilling/xml/shape';

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

describe.each(RECORD_TYPES.map((type) => [type.label, type] as const))('the output of a %s', (_, type) => {
	it('loses nothing of the answer, and has each field once, the main ones first', () => {
		fc.assert(
			fc.property(recordOf(type.shape), ({ client_id: _, ...record }) => {
				const raw = inOrder(type, named(type, record));
				const values = Object.entries(record).flatMap(([field, value]) =>
					field === 'client' && isRecord(value) ? Object.values(value) : [value],
				);
				expect(Object.values(raw)).toEqual(expect.arrayContaining(values));
				const main = mainFields(type).filter((field) => Object.hasOwn(raw, field));
				expect(Object.keys(raw).slice(0, main.length)).toEqual(main);
			}),
			{ numRuns: 40 },
		);
	});

	it('is a part of itself when simplified or selected: the same names and values, at most ten fields', () => {
		const lists = Object.keys(type.simplifiedLists ?? {});
		expect(new Set([type.id, ...(type.simplified ?? [])]).size).toBeLessThanOrEqual(10);
		fc.assert(
			fc.property(recordOf(type.shape), fc.boolean(), fc.array(strange), (record, isOne, fields) => {
				const output = named(type, record);
				const raw = new Map(Object.entries(inOrder(type, output)));
				const parts = [simplify(type, output, isOne), select(type, output, fields)];
				for (const [field, value] of parts.flatMap((part) => Object.entries(part))) {
					if (lists.includes(field)) expect(raw.get(field)).toMatchObject(value ?? []);
					else expect([field, value]).toEqual([field, raw.get(field)]);
				}
			}),
			{ numRuns: 40 },
		);
	});
});
