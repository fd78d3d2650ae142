import fc from 'fast-check';
import type { Property } from '../../../../nodes/XmlBilling/descriptions/property';
import { isFilledIn } from '../../../../nodes/XmlBilling/execution/form/read';
import { valuesOf } from '../../../../nodes/XmlBilling/execution/form/tree';
import { IS_ALL } from '../../../share.mts';
import { collection, orRefused, read, Refused, rows, text } from './form.mts';

const SWITCH: Partial<Property> = { type: 'boolean', default: false };
const NOTE = [text('note'), text('preview', SWITCH)];
const OPTIONS = collection('options', NOTE);
const FILTERS = collection('filters', NOTE, { strict: true });
const several = { typeOptions: { multipleValues: true } };
const CHARGES = rows('charges', 'charge', [text('name'), text('taxed', SWITCH)], several);

/** What one field becomes. */
const outcome = (field: Property, value: unknown, raw: unknown = value): unknown =>
	orRefused(() => valuesOf(read([field], { [field.name]: value }, { [field.name]: raw }))[field.name]);

describe('A set of fields', () => {
	const given = { note: 'N', preview: true };

	it('is read from an object, also as JSON, and is not dropped if it is none', () => {
		const json = JSON.stringify(given);
		for (const value of [given, json, ` ${json}\n`, { ...given, preview: 'TRUE' }])
			expect(outcome(OPTIONS, value)).toEqual(given);
		for (const value of ['', ' ', '{}', {}]) expect(outcome(OPTIONS, value)).toEqual({});
		for (const value of [undefined, null]) expect(outcome(OPTIONS, value)).toBe(value);
		for (const wrong of ['preview', '[1]', 'null', [given], 5])
			expect(outcome(OPTIONS, wrong)).toMatch(/^!OPTIONS takes an object with named fields, not /);
	});

	it('that is not known is refused with those that are', () => {
		expect(outcome(OPTIONS, { Preview: true })).toBe(
			"!OPTIONS has no field 'Preview'; it takes note, preview",
		);
		expect(outcome(OPTIONS, '{ "constructor": 1 }')).toMatch(/^!OPTIONS has no field 'constructor'/);
	});
});

describe('A choice that is of the form only', () => {
	const choice = text('from', {
		type: 'options',
		element: false,
		options: [
			{ name: 'Form', value: 'form' },
			{ name: 'JSON', value: 'json' },
		],
	});

	it('is refused when it is not offered here, as one that another operation left behind', () => {
		expect(outcome(choice, 'json')).toBe('json');
		expect(outcome(choice, 'none')).toBe("!FROM must be one of form, json, not 'none'");
		expect([outcome(choice, ''), outcome(choice, null)]).toEqual(['', null]);
	});
});

describe('Rows', () => {
	const two = [{ name: 'A', taxed: true }, { name: 'B' }];
	const one = { name: 'A' };

	it('are read, including a single one, and as JSON', () => {
		for (const value of [{ charge: two }, two])
			for (const form of [value, JSON.stringify(value)])
				expect(outcome(CHARGES, form)).toEqual({ charge: two });
		for (const form of [one, JSON.stringify(one)]) expect(outcome(CHARGES, form)).toEqual({ charge: [one] });
		expect(outcome(CHARGES, { charge: one })).toEqual({ charge: one });
		const fee = { displayName: 'Fee', name: 'fee', values: [text('name')] };
		const more = { ...CHARGES, options: [...(CHARGES.options ?? []), fee] };
		const both = { charge: two, fee: [one] };
		expect(outcome(more, JSON.stringify(both))).toEqual(both);
		expect(outcome(more, JSON.stringify(two))).toMatch(/^!CHARGES takes an object with named fields/);
	});

	it.each([
		['Shipping', '!CHARGES takes an object with named fields, not '],
		[5, '!CHARGES takes an object with named fields, not 5'],
		[{ fees: two }, "!CHARGES has no field 'fees'; it takes charge"],
		[{ charge: [{ name: 'A' }, { amuont: '5' }] }, "!CHARGES › 2 has no field 'amuont'; it takes name, "],
		[{ charge: ['A'] }, "!CHARGES › 1 takes an object with named fields, not 'A'"],
		[{ charge: [{ name: 'A' }, { taxed: 'maybe' }] }, '!CHARGES › 2 › TAXED must be on or off, not '],
	])('that are %j are refused', (value, problem) => {
		expect(String(outcome(CHARGES, value)).startsWith(problem)).toBe(true);
	});
});

it('A switch is read from true and false, also as texts, and from nothing else', () => {
	const preview = text('preview', { type: 'boolean' });
	for (const on of [true, 'true', ' TRUE ']) expect(outcome(preview, on)).toBe(true);
	for (const off of [false, 'False']) expect(outcome(preview, off)).toBe(false);
	for (const empty of ['', null]) expect(outcome(preview, empty)).toBe(empty);
	for (const wrong of [1, 'yes', {}])
		expect(outcome(preview, wrong)).toMatch(/^!PREVIEW must be on or off, not /);
});

describe('What was filled in', () => {
	const EMPTY = 'evaluated to nothing; correct its expression or remove it';
	const strict = text('total', { strict: true });

	it.each([[undefined], [null], [''], [' '], [{ __rl: true, mode: 'id', value: '' }]])(
		'must not come out as %j where that would mean more',
		(value) => {
			expect(outcome(strict, value, '={{ $json.total }}')).toBe(`!TOTAL ${EMPTY}`);
			const plain = typeof value === 'object' && value !== null ? '' : value;
			expect(outcome(text('total'), value, '={{ $json.total }}')).toBe(plain);
		},
	);

	it('is a record that may not come out empty, unless nothing was written', () => {
		const client = text('client', { type: 'resourceLocator' });
		const untouched = { mode: 'list', value: '' };
		const written = { __rl: true, mode: 'id', value: '={{ $json.client }}' };
		expect(outcome(client, untouched)).toBe('');
		expect(outcome(client, { ...written, value: '' }, written)).toBe(
			'!CLIENT came out empty; choose a record or remove the field',
		);
		expect(outcome({ ...client, strict: true }, untouched)).toBe('');
		expect(outcome({ ...client, required: true }, untouched)).toBe('!CLIENT is required and was left empty');
	});

	it('may come out as nothing but zero', () => {
		for (const value of [0, false, '0']) expect(outcome(strict, value, '={{ $json.total }}')).toBe(value);
	});

	it.each([
		[{ minValue: 1, maxValue: 50 }, [0, 51, -1, 1.5, 'many', '5 x', true, [5], {}], 'from 1 to 50'],
		[{ minValue: 0 }, [-1, '-1', 2 ** 53, Number.NaN], 'of 0 or more'],
	])('that is a number keeps to its bounds %j', (typeOptions, wrong, bounds) => {
		const count = text('count', { type: 'number', typeOptions });
		for (const value of wrong)
			expect(outcome(count, value)).toMatch(new RegExp(`^!COUNT takes a whole number ${bounds}, not `));
		expect([outcome(count, 7), outcome(count, ' 7 '), outcome(count, '')]).toEqual([7, 7, '']);
	});

	it('is distinguished from an empty value, and from what an agent should have filled in', () => {
		for (const raw of [undefined, '', ' ', { __rl: true, mode: 'list', value: '' }]) {
			expect(isFilledIn(raw)).toBe(false);
			expect(outcome(strict, '', raw)).toBe('');
		}
		const override = "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('total', ``, 'string') }}";
		const spelled = ['={{ $fromAi("total") }}', '={{ $fromai("total") }}'];
		for (const raw of [override, { __rl: true, mode: 'id', value: override }, ...spelled])
			expect(isFilledIn(raw)).toBe(false);
		for (const raw of ['5', 0, { __rl: true, mode: 'id', value: '={{ 1 }}' }])
			expect(isFilledIn(raw)).toBe(true);
	});

	it('is looked for in the fields of a set that is strict, also where one expression wrote all of them', () => {
		const message = `!FILTERS › NOTE ${EMPTY}`;
		expect(outcome(FILTERS, { note: '' }, { note: '={{ $json.note }}' })).toBe(message);
		expect(outcome(FILTERS, '{ "note": null }', '={{ $json.filters }}')).toBe(message);
		expect(outcome(FILTERS, undefined, '={{ $json.filters }}')).toBe(`!FILTERS ${EMPTY}`);
		expect(outcome(FILTERS, { note: '' }, { note: '' })).toEqual({ note: '' });
		expect(outcome(FILTERS, { note: '' }, '={{ $fromAI("filters") }}')).toEqual({ note: '' });
		expect(outcome(OPTIONS, { note: '' }, { note: '={{ $json.note }}' })).toEqual({ note: '' });
	});
});

it('A strict field is looked for in rows, also where one expression wrote all of them, and not where another choice hides it: there, it means nothing', () => {
	const shownFor = { displayOptions: { show: { name: ['custom'] } } };
	const values = [text('name'), text('tax', { strict: true, ...shownFor })];
	const set = rows('charges', 'charge', values, several);
	const [shown, hidden] = ['custom', 'other'].map((name) => ({ charge: [{ name, tax: '' }] }));
	const without = { charge: [{ name: 'other' }] };
	const refusal = '!CHARGES › 1 › TAX evaluated to nothing';
	const asWritten = { charge: [{ name: 'custom', tax: '={{ $json.tax }}' }] };
	for (const raw of [asWritten, { charge: '={{ $json.rows }}' }, '={{ $json.charges }}'])
		expect([outcome(set, shown, raw), outcome(set, hidden, raw)]).toEqual([
			expect.stringContaining(refusal),
			without,
		]);
	for (const raw of [shown, { charge: '={{ $fromAI("rows") }}' }])
		expect(outcome(set, shown, raw)).toEqual(shown);
});

it('Refuses what it cannot read, and throws no other errors, for any values', () => {
	const fields = [OPTIONS, FILTERS, CHARGES, text('total', { strict: true }), text('on', SWITCH)];
	const values = fc.record(Object.fromEntries(fields.map(({ name }) => [name, fc.anything()])));
	fc.assert(
		fc.property(values, values, (given, raw) => {
			try {
				const { options, on } = valuesOf(read(fields, given, raw));
				expect(options === undefined || options === null || typeof options === 'object').toBe(true);
				const isEmpty = typeof on === 'string' && on.trim() === '';
				expect([true, false, undefined, null]).toContain(isEmpty ? null : on);
			} catch (error) {
				expect(error).toBeInstanceOf(Refused);
			}
		}),
		{ numRuns: IS_ALL ? 1000 : 100 },
	);
});
