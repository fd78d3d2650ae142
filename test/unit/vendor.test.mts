import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlBillingApi } from '../../credentials/XmlBillingApi.credentials';
import { RESOURCES } from '../../nodes/XmlBilling/actions';
import type { Property } from '../../nodes/XmlBilling/descriptions/property';
import { productRecord, serviceRecord } from '../../nodes/XmlBilling/records';
import { fieldsOf } from '../../tools/forms.mts';
import {
	ARCHIVED,
	BASE_URL,
	DOCUMENT_STATES,
	ESTIMATE_STATUSES,
	EXPENSE_DAYS,
	FREQUENCIES,
	LANGUAGES,
	LISTED,
	NEVER_SENT,
	TAX_KINDS,
	TOKEN_PLACES,
	UNITS,
} from '../sandbox/walk/vendor.mts';
import { choicesOf } from './fields.mts';

// The forms and texts against the vendor's pages, where the interface is silent.

const ROOT = join(import.meta.dirname, '../..');
const OPERATIONS = RESOURCES.flatMap(({ operations }) => operations);

/** The fields of a method's form that fill an element. */
function fieldsFor(method: string, element: string): Property[] {
	const found = OPERATIONS.filter((operation) => operation.method === method)
		.flatMap(fieldsOf)
		.filter(({ elements }) => elements.includes(element));
	if (found.length === 0) throw new RangeError(`No field fills ${element} of ${method}`);
	return found.map(({ field }) => field);
}

/** The choices of a field: labels by value. */
const labelsOf = (field: Property): Record<string, string> =>
	Object.fromEntries(choicesOf(field).map(({ value, name }) => [String(value), name]));

const valuesOf = (field: Property): string[] => Object.keys(labelsOf(field)).sort();

it("offers the vendor's frequencies under the website's labels, and no other", () => {
	for (const method of ['createRecurring', 'updateRecurring'])
		for (const field of fieldsFor(method, 'frequency')) expect(labelsOf(field)).toEqual(FREQUENCIES);
});

it('offers to email each invoice of a new profile, or to leave that to the service', () => {
	const [field = never()] = fieldsFor('createRecurring', 'send');
	expect(field.displayName).toBe('Email Each Invoice');
	expect(Object.values(labelsOf(field)).sort()).toEqual(['Service Default', 'Yes']);
});

it.each([
	['createService', 'unit', UNITS],
	['updateService', 'unit', UNITS],
	['createEstimate', 'status', ESTIMATE_STATUSES],
	['updateEstimate', 'status', ESTIMATE_STATUSES],
] as const)(
	"%s suggests the vendor's words for the %s, and takes others by expression",
	(method, element, words) => {
		for (const field of fieldsFor(method, element))
			expect([valuesOf(field), field.open]).toEqual([[...words].sort(), true]);
	},
);

it.each(Object.entries(ARCHIVED))(
	'filters records of the kind %s by Active, %s and Deleted',
	(kind, word) => {
		const method = `list${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
		const fields = OPERATIONS.filter((operation) => operation.method === method)
			.flatMap(fieldsOf)
			.filter(({ elements }) => elements.some((element) => /^filter\/\w*status$/.test(element)));
		expect(fields.map(({ field }) => valuesOf(field))).toEqual([['Active', word, 'Deleted']]);
	},
);

it.each(Object.entries(DOCUMENT_STATES))('%s takes the states of the app', (method, states) => {
	const filter = method === 'listEstimate' ? 'filter/status' : 'filter/recurring_record_status';
	const [field = never()] = fieldsFor(method, filter);
	expect(valuesOf(field)).toEqual(expect.arrayContaining([...states]));
	expect(valuesOf(field)).not.toContain('Deleted');
	expect(field.open).toBe(true);
});

it('names the languages behind the codes', () => {
	for (const field of fieldsFor('createClient', 'language')) expect(labelsOf(field)).toMatchObject(LANGUAGES);
});

it('offers usual numbers of days for the frequency of an expense, with the days in the label, and takes others', () => {
	for (const method of ['createExpense', 'updateExpense']) {
		const [field = never()] = fieldsFor(method, 'recurring_frequency');
		const choices = labelsOf(field);
		expect(Object.keys(choices).length).toBe(7);
		for (const [days, label] of Object.entries(choices)) {
			expect(EXPENSE_DAYS).toContain(days);
			expect(label).toContain(`(${days} Days)`);
		}
		expect([field.open, field.kind]).toEqual([true, 'integer']);
	}
});

it('never sends passwords or data of cards', () => {
	const sent = OPERATIONS.flatMap(fieldsOf).flatMap(({ elements }) => elements);
	expect(sent.length).toBeGreaterThan(500);
	const steps = new Set(sent.flatMap((path) => path.split('/')));
	expect(NEVER_SENT.filter((name) => steps.has(name))).toEqual([]);
});

it.each([
	['listProduct', productRecord],
	['listService', serviceRecord],
] as const)('considers a record of %s complete without what the list omits', (method, { watched }) => {
	const needed = [...watched.filled, ...watched.present];
	expect(needed.filter((field) => LISTED[method]?.includes(field) !== true)).toEqual([]);
});

const STATED: ReadonlyArray<readonly [what: string, words: readonly string[]]> = [
	['frequencies', Object.keys(FREQUENCIES)],
	['units', UNITS],
	['statuses of estimates', ESTIMATE_STATUSES],
	['the status of a stopped profile', ['`Stop`']],
	['frequencies of expenses', EXPENSE_DAYS],
	['kinds of taxes', TAX_KINDS],
	['languages', Object.values(LANGUAGES)],
	['the address', [BASE_URL]],
	['the way to the token', TOKEN_PLACES],
	['the daily limit', ['5,000']],
	...NEVER_SENT.map((name) => [name, [name]] as const),
];

it.each(STATED)('names %s in the page of the interface, and marks the source', (_, words) => {
	const lines = readFileSync(join(ROOT, 'docs/interface.md'), 'utf8').split('\n');
	const naming = lines.filter((line) => words.every((word) => line.includes(word)));
	expect(naming.some((line) => /\((vendor|website)/.test(line))).toBe(true);
});

it('leads to the address and to the token', () => {
	const { properties } = new XmlBillingApi();
	const field = (name: string) => properties.find((one) => one.name === name);
	expect(field('baseUrl')?.placeholder).toBe(`e.g. ${BASE_URL}`);
	expect(field('baseUrl')?.description).toContain('https://your-account.invoicera.com/app/api');
	for (const place of TOKEN_PLACES) expect(field('token')?.description).toContain(place);
});

function never(): never {
	throw new RangeError('There is no such field');
}
