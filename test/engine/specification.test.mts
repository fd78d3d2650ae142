import type { INodeParameters } from 'n8n-workflow';
import { elementsAt } from '../../sandbox/index.mts';
import type { FormField } from '../../tools/forms.mts';
import { SPECIFICATION, type MethodRow } from '../sandbox/walk/specification.mts';
import { startService, type RunningService } from '../sandbox/walk/service.mts';
import { fillVariants, type Given, type Way } from './fill.mts';
import { OPERATIONS } from './operations.mts';

/** Values for form-only fields that operations need. */
const FORM_ONLY: Readonly<Record<string, string>> = { afterCreating: 'paid', estimateId: '{estimate}' };

/** The dropdowns of taxes without the choice to type one in. */
const OF_ACCOUNT = ['getAccountTaxes', 'getEstimateTaxes'];

/** What the operation of a method takes, where the method takes more: time entries of the client that is billed alone. */
const EXAMPLES: Readonly<Record<string, string>> = {
	'createInvoiceFromTimeTracking client/client_id': '{projectClient}',
};

/** The methods whose rows in the form take fewer elements than JSON does: where their entries are, and what JSON calls one. */
const ENTRIES: Readonly<Record<string, readonly [path: string, id: string]>> = {
	createInvoiceFromTimeTracking: ['time_entries/time_entry', 'timelog_id'],
	createInvoiceFromExpense: ['expenses/expense', 'expense_id'],
};

let service: RunningService;
beforeEach(async () => {
	service = await startService();
	// An estimate is carried over unchanged, so its line needs every field.
	service.sandbox.change('line', Number(service.fill('{estimateItem}')), { description: 'Two pages' });
});
afterEach(() => service.close());

describe.each(SPECIFICATION)('$method', (row) => {
	it('is sent with every element that it takes, and with no other, also where the credential limits amounts', async () => {
		// The last one: Copy takes its lines from an invoice.
		const found = OPERATIONS.findLast(({ method }) => method === row.method);
		if (found === undefined) throw new RangeError(`No operation is ${row.method}`);
		const [form] = fillVariants(found.fields, {
			items: 1,
			entries: 1,
			waysOf: (field) => wayOf(field, row),
		});
		const { sandbox } = service;
		sandbox.clearRequests();
		const { error } = await engine.run({
			credential: { baseUrl: sandbox.url, token: sandbox.account('main').token, maximumAmount: '1000000' },
			parameters: { ...found.parameters, ...form?.parameters, ...linesInJson(row) },
			items: form?.items ?? [],
		});
		const requests = sandbox.requests.filter(({ method }) => method === row.method);
		const textsAt = (path: string) =>
			requests.flatMap(({ request }) =>
				request === undefined ? [] : elementsAt(request, path).map(({ text }) => text),
			);

		expect([error, requests.map(({ status }) => status)]).toEqual([undefined, requests.map(() => 200)]);
		expect(sandbox.requests.flatMap(({ unknownElements }) => unknownElements)).toEqual([]);
		const unsent = row.elements.filter(({ path }) => textsAt(path).every((text) => text === ''));
		expect(unsent.map(({ path }) => path)).toEqual([]);
		const changed = [...(form?.expected[0] ?? [])]
			.map(([path, texts]) => ({ path, texts: texts.map(plain), sent: textsAt(path).map(plain) }))
			.filter(
				({ path, texts, sent }) => texts.length > 0 && !isInJson(row, path) && sent.join() !== texts.join(),
			);
		expect(changed).toEqual([]);
	});
});

// A decimal is sent without the zeros at its end.
const plain = (text: string): string => text.replace(/^(\d+)(\.\d*[1-9])?\.?0*$/, '$1$2');

/** The entries of an invoice from entries, and its other lines, as JSON with the examples of all their elements. */
function linesInJson({ method, elements }: MethodRow): INodeParameters {
	const [entries, id] = ENTRIES[method] ?? [];
	if (entries === undefined || id === undefined) return {};
	const lineAt = (group: string) => {
		const own = elements.filter(({ path }) => path.startsWith(`${group}/`));
		const keyOf = (path: string) => (path === `${entries}/id` ? id : path.slice(group.length + 1));
		return JSON.stringify(
			Object.fromEntries(own.map(({ path, example }) => [keyOf(path), service.fill(example)])),
		);
	};
	return {
		entriesFrom: 'json',
		entriesJson: lineAt(entries),
		linesFrom: 'json',
		linesJson: lineAt('items/item'),
	};
}

const isInJson = ({ method }: MethodRow, path: string): boolean => {
	const [entries] = ENTRIES[method] ?? [];
	return entries !== undefined && [entries, 'items/item'].some((group) => path.startsWith(`${group}/`));
};

/** Each field has the example of its element in the table. */
function wayOf({ field, names, elements }: FormField, row: MethodRow): Way[] {
	const always = (given: Given, mode?: string): Way[] => [
		{ give: () => given, ...(mode === undefined ? {} : { mode }) },
	];
	const [element, second] = elements;
	if (element === undefined) {
		const value = FORM_ONLY[names.join('/')];
		if (value === undefined || (value === 'paid' && row.method === 'createEstimate')) return [];
		const mode = field.type === 'resourceLocator' ? 'list' : undefined;
		return always({ raw: service.fill(value), texts: [] }, mode);
	}
	if (field.type === 'json') return [];
	if (second !== undefined) return taxes(OF_ACCOUNT.includes(field.typeOptions?.loadOptionsMethod ?? ''));
	const { example } = row.elements.find(({ path }) => path === element) ?? unknown(row.method, element);
	const text = service.fill(EXAMPLES[`${row.method} ${element}`] ?? example);
	const given = { raw: text, texts: [[text]] };
	// It shows another field of its row.
	if (field.displayName === 'Charge Type') return [{ choice: text, give: () => given }];
	if (field.type === 'resourceLocator') return always(given, 'list');
	if (field.flag !== undefined) return always({ ...given, raw: text === field.flag[0] });
	return always(field.type === 'multiOptions' ? { ...given, raw: [text] } : given);
}

/** A tax of the account, or the choice to type in a name and a percentage. */
function taxes(isOfAccount: boolean): Way[] {
	if (isOfAccount) return [{ give: () => ({ raw: service.fill('{tax}'), texts: [] }) }];
	return [{ choice: 'custom', give: () => ({ raw: 'custom', texts: [] }) }];
}

function unknown(method: string, element: string): never {
	throw new RangeError(`${method} does not take ${element}`);
}
