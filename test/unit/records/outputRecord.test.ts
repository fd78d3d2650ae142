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

/** A record as a service shows it: the client that it names twice is one client. */
const answerOf = ({ shape }: RecordType): fc.Arbitrary<BillingRecord> =>
	recordOf(shape).map((record) => {
		const { client, client_id: id = null } = record;
		return isRecord(client) && 'client_id' in record
			? { ...record, client: { ...client, client_id: id } }
			: record;
	});

const named = (type: RecordType, record: BillingRecord) =>
	withNames(outputRecord(type, record), type.links ?? [], (_, id) => (id > 4 ? { name: 'Ann' } : undefined));

/** The values of a record, with those of the client beside them. */
const valuesOf = (record: BillingRecord): Value[] =>
	Object.entries(record).flatMap(([field, value]) =>
		field === 'client' && isRecord(value) ? Object.values(value) : [value],
	);

describe.each(RECORD_TYPES.map((type) => [type.label, type] as const))('the output of a %s', (_, type) => {
	const lists = Object.keys(type.simplifiedLists ?? {});

	it('loses nothing of the answer, and has each field once, the main ones first', () => {
		fc.assert(
			fc.property(answerOf(type), (record) => {
				const raw = inOrder(type, named(type, record));
				expect(Object.values(raw)).toEqual(expect.arrayContaining(valuesOf(record)));
				expect(raw).not.toHaveProperty('client.client_id');
				expect(Object.getPrototypeOf(raw)).toBe(Object.prototype);
				const main = mainFields(type).filter((field) => Object.hasOwn(raw, field));
				expect(Object.keys(raw).slice(0, main.length)).toEqual(main);
			}),
			{ numRuns: 40 },
		);
	});

	it('is a part of itself when simplified or selected: the same names and values, at most ten fields', () => {
		const { simplified = Object.keys(type.shape) } = type;
		if (type.simplified !== undefined) expect(new Set([type.id, ...simplified]).size).toBeLessThanOrEqual(10);
		fc.assert(
			fc.property(answerOf(type), fc.boolean(), fc.array(strange), (record, isOne, fields) => {
				const output = named(type, record);
				const raw = new Map(Object.entries(inOrder(type, output)));
				const parts = [simplify(type, output, isOne), select(type, output, fields)];
				for (const [field, value] of parts.flatMap((part) => Object.entries(part))) {
					if (lists.includes(field)) expect(raw.get(field)).toMatchObject(value ?? []);
					else expect([field, value]).toEqual([field, raw.get(field)]);
				}
				const [part = {}] = parts;
				if (!isOne && type.simplified) expect(lists.filter((list) => list in part)).toEqual([]);
			}),
			{ numRuns: 40 },
		);
	});
});
