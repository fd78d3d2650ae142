import { runInNewContext } from 'node:vm';
import {
	elementsOf,
	expenseLines,
	rulesOf,
	timeEntryLines,
} from '../../nodes/XmlBilling/actions/documents/lineRules';
import { methodNamed } from '../../nodes/XmlBilling/records/methods';
import { RESOURCES } from '../../nodes/XmlBilling/actions';
import { EVENTS } from '../../nodes/XmlBilling/trigger/events/events';
import { triggerForm } from '../../nodes/XmlBilling/trigger/form';
import { eventsSubtitle, subtitleOf } from '../../nodes/XmlBilling/descriptions/buildProperties';
import { XmlBilling } from '../../nodes/XmlBilling/XmlBilling.node';
import type { Property } from '../../nodes/XmlBilling/descriptions/property';
import { ENTRY, fieldsOf, type FormField } from '../../tools/forms.mts';
import { SPECIFICATION } from '../sandbox/walk/specification.mts';
import { choicesOf, fieldsIn, withInner } from './fields.mts';

/** Methods that also take time entries or expenses as lines (§4.11). */
const ENTRY_RULES = {
	createInvoiceFromExpense: ['expenses/expense', expenseLines],
	createInvoiceFromTimeTracking: ['time_entries/time_entry', timeEntryLines],
} as const;

/** What is sent without a field of its own: pages, what After Creating says, and the client of what is carried over. */
const BESIDE =
	/ (filter\/page|filter\/per_page_record|status)$|^Invoice > (Copy|Create From Estimate) client\/client_id$/;

const OPERATIONS = RESOURCES.flatMap(({ option: resource, operations }) =>
	operations.map((operation) => ({
		name: `${resource.name} > ${operation.option.name}`,
		operation,
		fields: fieldsOf(operation),
	})),
);
const ROWS = new Map(SPECIFICATION.map((row) => [row.method, row]));
const methods = OPERATIONS.flatMap(({ operation: { method } }) => method ?? []);

it('Every field that people type in is empty by default: n8n appends what they drop on it to a text', () => {
	const isFilled = (given: unknown) => typeof given === 'string' && /^[^=]/.test(given);
	const filled = OPERATIONS.flatMap(({ name, fields }) =>
		fields
			.filter(({ field }) => ['string', 'json'].includes(field.type) && isFilled(field.default))
			.map(({ label }) => `${name} › ${label}`),
	);
	expect(filled).toEqual([]);
});

describe('the operations', () => {
	it('are the methods of the interface, and send no others', () => {
		expect([...new Set(methods)].sort()).toEqual([...ROWS.keys()].sort());
	});

	it('have one label for each value, which the subtitle on the canvas shows', () => {
		const labels = new Map(OPERATIONS.map(({ operation: { option } }) => [option.value, option.name]));
		for (const { operation } of OPERATIONS)
			expect(labels.get(operation.option.value)).toBe(operation.option.name);
		for (const subtitle of [subtitleOf(RESOURCES), eventsSubtitle(EVENTS)])
			expect(subtitle.indexOf('}}')).toBe(subtitle.length - 2);
	});

	it('reject a filter that was filled in and comes out empty', () => {
		const filters = OPERATIONS.flatMap(({ name, operation: { properties } }) =>
			properties.flatMap((field) => (field.name === 'filters' ? [[name, field.strict]] : [])),
		);
		expect(filters.length).toBeGreaterThan(10);
		expect(filters.filter(([, strict]) => strict !== true)).toEqual([]);
	});
});

describe('n8n shows', () => {
	const forms = OPERATIONS.flatMap(({ operation }) => operation.properties);
	const all = [...forms, ...triggerForm].flatMap(withInner);

	it('every field with a description that says more than its label', () => {
		const wordsOf = (text = ''): string[] => text.toLowerCase().match(/[\w-]+(?![^<]*>)/g) ?? [];
		const inputs = all.filter(({ type }) => !['collection', 'fixedCollection', 'notice'].includes(type));
		expect(inputs.length).toBeGreaterThan(300);
		const silent = inputs.filter(({ displayName, description }) => {
			const said = wordsOf(displayName);
			return new Set(wordsOf(description).filter((word) => !said.includes(word))).size < 2;
		});
		expect([...new Set(silent.map(({ displayName, name }) => `${displayName} (${name})`))]).toEqual([]);
	});

	it('each of Clear Fields by the name of the field that sets it', () => {
		const update = OPERATIONS.find(({ name }) => name === 'Invoice > Update')?.fields ?? [];
		const choices = update
			.filter(({ field }) => field.name === 'clearFields')
			.flatMap(({ field }) => choicesOf(field));
		expect(choices.length).toBeGreaterThan(5);
		for (const { name, value } of choices) {
			const setting = update.filter(({ elements }) => elements.join('/') === value);
			const labels = setting.map(({ field }) => field.displayName.replace(/ Name or ID$/, ''));
			expect([value, ...labels]).toEqual([value, name]);
		}
	});

	it('a switch that is added as its choice: on, or off for what is on without it', () => {
		const added = all.filter(({ type }) => type === 'collection').flatMap(fieldsIn);
		const switches = added.filter(({ type }) => type === 'boolean');
		expect(switches.length).toBeGreaterThan(30);
		const off = switches.filter(({ default: preferred }) => preferred !== true);
		expect([...new Set(off.map(({ displayName }) => displayName))]).toEqual(['Include Names']);
	});

	it('a description of fewer than 250,000 characters, because each browser loads all of it, twice: once as a tool for agents', () => {
		expect(JSON.stringify(new XmlBilling().description).length).toBeLessThan(250_000);
	});

	// As n8n's editor resolves them.
	const titleOf = ({ typeOptions }: Property, value: object): unknown =>
		runInNewContext(/^={{ (.*) }}$/.exec(typeOptions?.fixedCollection?.itemTitle ?? '')?.[1] ?? 'no title', {
			$collection: { item: { value } },
		});
	const chosen = (cachedResultName: string) => ({ __rl: true, mode: 'list', value: '1', cachedResultName });

	it('every row by a title, or else by its number', () => {
		const sets = all.filter(({ typeOptions }) => typeOptions?.multipleValues === true);
		expect(sets.length).toBeGreaterThan(5);
		for (const set of sets) expect(titleOf(set, {}) || undefined).toBeUndefined();
	});

	it.each([
		['lineItems', { name: 'Design', from: 'product', productId: chosen('Poster') }, 'Design'],
		['lineItems', { name: '', from: 'service', serviceId: chosen('Advice') }, 'Advice'],
		['timeEntries', { id: chosen('2026-03-02, Design') }, '2026-03-02, Design'],
		['additionalContacts', { name: '', email: 'office@example.com' }, 'office@example.com'],
	])('a row of %s by what it is about: %j', (name, row, title) => {
		const found = all.find((field) => field.name === name && field.type === 'fixedCollection');
		expect(found && titleOf(found, row)).toBe(title);
	});

	it.each(['invoiceItemId', 'estimateItemId', 'recurringItemId'])(
		'a row of changed lines by its %s',
		(id) => {
			const sets = all.filter(
				(field) => field.name === 'lineItems' && JSON.stringify(field).includes('"changes"'),
			);
			expect(sets).toHaveLength(3);
			for (const set of sets) expect(titleOf(set, { [id]: chosen('Hosting') })).toBe('Hosting');
		},
	);
});

it('The trigger shows a filter only with the events that it applies to', () => {
	const filters = triggerForm.filter(({ name }) => name === 'filters').flatMap(fieldsIn);
	const shown = filters.map(({ name, displayOptions }) => [name, displayOptions?.show?.['/events']]);
	expect(Object.fromEntries(shown)).toEqual({
		clientId: containing('estimateStatusChanged', 'paymentRecorded', 'projectCreated'),
		estimateStatusFrom: ['estimateStatusChanged'],
		estimateStatusTo: ['estimateStatusChanged'],
		fullPaymentOnly: ['paymentRecorded'],
		includeDisputed: ['invoiceDueSoon', 'invoiceOverdue'],
		includeDrafts: ['invoiceCreated'],
		invoiceStatusFrom: ['invoiceStatusChanged'],
		invoiceStatusTo: ['invoiceStatusChanged'],
		minimumAmount: containing('expenseCreated', 'invoiceOverdue', 'paymentRecorded'),
	});
});

describe.each(OPERATIONS)('$name', ({ name, operation, fields }) => {
	it('has no label twice among fields that can be shown together', () => {
		const isAlike = (one: FormField, other: FormField) =>
			one.field.displayName === other.field.displayName && rowOf(one) === rowOf(other) && meet(one, other);
		const shared = fields.filter((field, index) =>
			fields.slice(index + 1).some((other) => isAlike(field, other)),
		);
		expect(shared.map(({ label }) => label)).toEqual([]);
	});

	it('has no field name that n8n or agents use for something else', () => {
		const isForTools = ({ displayOptions }: Property) => displayOptions?.show?.['@tool'] !== undefined;
		const isForOthers = ({ displayOptions }: Property) => displayOptions?.hide?.['@tool'] !== undefined;
		const forTools = operation.properties.filter((property) => !isForOthers(property));
		const names = operation.properties.filter((property) => !isForTools(property)).map(({ name }) => name);
		const taken = ['description', 'operation', 'resource', 'toolDescription', 'toolName'];
		expect(names.filter((name) => taken.includes(name))).toEqual([]);
		expectDifferent(names);
		expectDifferent(forTools.map(({ name }) => name));
	});

	it('has the options that operations of its kind have', () => {
		const { verb = 'pay' } = methodNamed(operation.method ?? '') ?? {};
		const offered = fields.flatMap(({ names: [first, second] }) => (first === 'options' ? second : []));
		const isList = operation.properties.some(({ name }) => name === 'returnAll');
		const wanted = [
			...(operation.run === undefined ? ['preview'] : []),
			// A category cannot be read on its own (§4.9).
			...(isList && operation.method !== 'listExpenseCategory' ? ['fullRecords'] : []),
			...(['create', 'update', 'add'].includes(verb) ? ['return'] : []),
		];
		expect(wanted.filter((name) => !offered.includes(name))).toEqual([]);
	});

	it('writes the elements that its method takes, and no others', () => {
		const row = ROWS.get(operation.method ?? '');
		if (row === undefined) return;
		const taken = row.elements.map(({ path }) => path);
		const hasLines = taken.some((path) => path.startsWith('items/item/'));
		if (!hasLines) expect(() => rulesOf(row.method)).toThrow(RangeError);
		const lines = hasLines ? lineElements(row.method) : [];
		const written = [...fields.flatMap(({ elements }) => elements), ...lines];
		const isWithin = (path: string, element: string) => path === element || path.startsWith(`${element}/`);
		expect(written.filter((element) => !taken.some((path) => isWithin(path, element)))).toEqual([]);
		const unsent = taken.filter((path) => !written.some((element) => isWithin(path, element)));
		expect(unsent.filter((path) => !BESIDE.test(`${name} ${path}`))).toEqual([]);
	});
});

/** The row that a field stands in. Beside its label, agents and people see the row. */
const rowOf = ({ names }: FormField): string => names.slice(0, names.lastIndexOf(ENTRY) + 1).join();

/** Whether two fields can be shown at once: no condition of one rules the other out. */
function meet(one: FormField, other: FormField): boolean {
	return one.conditions.every(({ names, values }) => {
		const same = other.conditions.find((condition) => condition.names.join() === names.join());
		return same === undefined || same.values.some((value) => values.includes(value));
	});
}

/** The elements that every line of a method is sent with, whatever the form's values (§4.2). */
function lineElements(method: string): string[] {
	const [path, entries] = new Map(Object.entries(ENTRY_RULES)).get(method) ?? [];
	return [
		...elementsOf(rulesOf(method)).map((element) => `items/item/${element}`),
		...elementsOf(entries ?? []).map((element) => `${path}/${element}`),
	];
}

const containing = (...values: string[]) => expect.arrayContaining(values) as unknown;

function expectDifferent(texts: readonly string[]): void {
	expect(texts.filter((text, index) => texts.indexOf(text) < index)).toEqual([]);
}
