import type { INodeExecutionData } from 'n8n-workflow';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RESOURCES } from '../../nodes/XmlBilling/actions';
import { elementsAt, startSandbox, type ReceivedRequest, type Sandbox } from '../../sandbox/index.ts';
import { fieldsOf, type FormField } from '../../tools/forms.ts';
import { TODAY } from './billing.ts';
import { createMissing, distinctWays } from './distinctValues.ts';
import { fillVariants, type Filled, type Way } from './fill.ts';

/** A field that is not sent. */
interface FormOnly {
	/** The tests of its effect: a file beside this one, or the files of each resource that has it. */
	test: string;
	/** What it is filled in with here, so that each item is sent on its own. */
	value?: (item: number) => string | number | boolean;
}

const OF_RESOURCE = 'the files of each resource';

/** The fields that are of the form only, by the names that lead to them. */
const FORM_ONLY: Readonly<Record<string, FormOnly>> = {
	entriesFrom: { test: 'actions/invoice/unbilled' },
	estimateId: { test: 'actions/invoice/from', value: (item) => item + 1 },
	'filters/dateFrom': { test: 'actions/invoice/unbilled' },
	'filters/dateTo': { test: 'actions/invoice/unbilled' },
	'filters/projectId': { test: 'actions/invoice/unbilled' },
	'filters/unpaidOnly': { test: 'actions/invoice/unpaid' },
	groupBy: { test: 'engine/inputItems', value: (item) => `document ${item}` },
	limit: { test: 'actions/invoice/read' },
	linesFrom: { test: 'engine/inputItems' },
	returnAll: { test: 'actions/invoice/read' },
	simplify: { test: 'actions/invoice/read' },
	timeTax1: { test: 'actions/invoice/timeTaxes' },
	timeTax2: { test: 'actions/invoice/timeTaxes' },
	'options/allowOverpayment': { test: 'actions/invoice/payment', value: () => true },
	'options/expectedTotal': { test: 'guards/preview' },
	'options/fullRecords': { test: 'actions/invoice/read' },
	'options/ifExists': { test: OF_RESOURCE },
	'options/ifNothing': { test: 'actions/invoice/unbilled' },
	'options/keepUnchanged': { test: OF_RESOURCE },
	'options/preview': { test: 'guards/preview' },
	'options/return': { test: 'actions/client/write', value: () => 'id' },
	'updateFields/clearFields': { test: 'actions/invoice/clear' },
};

/** What operations without a method of their own send when no record is there yet. */
const SENDS: Readonly<Record<string, string>> = {
	'client/upsert': 'createClient',
	'productOrService/upsertProduct': 'createProduct',
	'productOrService/upsertService': 'createService',
};

/** Operations whose form says the request itself, and their tests. */
const APART: Readonly<Record<string, string>> = { 'account/customRequest': 'actions/account/customRequest' };

const OPERATIONS = RESOURCES.flatMap(({ option: { value: resource }, operations }) =>
	operations.map((operation) => {
		const { option, method } = operation;
		const key = `${String(resource)}/${String(option.value)}`;
		return {
			key,
			parameters: { resource, operation: option.value },
			method: method ?? SENDS[key],
			isBatch: operation.batch !== undefined,
			fields: fieldsOf(operation),
		};
	}),
).filter(({ key }) => APART[key] === undefined);

const isSent = ({ elements }: FormField): boolean => elements.length > 0;

const TESTS = readdirSync(import.meta.dirname, { encoding: 'utf8', recursive: true }).filter((file) =>
	file.endsWith('.test.ts'),
);

describe.each(OPERATIONS.filter(({ fields }) => fields.some(isSent)))('$key', (operation) => {
	const { parameters, method, isBatch, fields } = operation;

	it('sends every field of each item with it, and with no other', async () => {
		const sent = new Set<string>();
		for await (const { sandbox, filled } of eachVariant(fields)) {
			const outputs: INodeExecutionData[] = [];
			// A batch would put all items into one request.
			for (const items of isBatch ? filled.items.map((item) => [item]) : [filled.items]) {
				const ended = await engine.run({
					credential: { baseUrl: sandbox.url, token: sandbox.account('main').token },
					parameters: { ...parameters, ...filled.parameters },
					items,
					settings: { onError: 'continueRegularOutput' },
				});
				outputs.push(...ended.outputs.flat());
			}
			const requests = sandbox.requests.filter((request) => request.method === method);
			const wrong = differences(filled, requests);
			// What it takes to understand a failure is shown with it.
			const errors = outputs.flatMap(({ json: { error } }) => error ?? []);
			if (wrong.length > 0) expect({ wrong, errors }).toBe('all that is filled in');
			for (const label of filled.labels) sent.add(label);
		}
		const never = fields.filter((field) => isSent(field) && !sent.has(field.label));
		expect(never.map(({ label }) => label)).toEqual([]);
	});
});

it('knows the tests of every field that is not sent', () => {
	const untested = OPERATIONS.flatMap(({ parameters: { resource }, fields }) =>
		fields
			.filter((field) => !isSent(field))
			.map(({ names }) => ({ resource: String(resource), name: names.join('/') }))
			.filter((field) => !isTested(field)),
	);
	expect([...new Set(untested.map(({ resource, name }) => `${resource}: ${name}`))]).toEqual([]);
	expect(Object.values(APART).filter((test) => !TESTS.includes(`${test}.test.ts`))).toEqual([]);
});

/** The variants of a form, each with a sandbox of its own, because operations change what is there. */
async function* eachVariant(fields: readonly FormField[]) {
	for (let variant = 0, count = 1; variant < count; variant += 1) {
		const sandbox = await startSandbox({ today: () => TODAY });
		try {
			await createMissing(sandbox);
			const waysOf = (field: FormField) => waysToFill(sandbox, field, fields.indexOf(field));
			const variants = fillVariants(fields, { items: 2, entries: 2, waysOf });
			count = variants.length;
			const filled = variants[variant];
			if (filled !== undefined) yield { sandbox, filled };
		} finally {
			await sandbox.close();
		}
	}
}

function waysToFill(sandbox: Sandbox, field: FormField, position: number): readonly Way[] {
	if (field.elements.length > 0)
		return field.field.type === 'json' ? [] : distinctWays(sandbox, field, position);
	const value = FORM_ONLY[field.names.join('/')]?.value;
	if (value === undefined) return [];
	const give = (item: number) => ({ raw: value(item), texts: [] });
	return [field.field.type === 'resourceLocator' ? { mode: 'id', give } : { give }];
}

/** What the requests lack of what the items were filled in with: each item is held against the request that comes closest. */
function differences({ expected }: Filled, requests: readonly ReceivedRequest[]): string[] {
	const closest = expected.map((texts) => {
		const compared = requests.map((request) => ({ request, wrong: wrongIn(request, texts) }));
		return compared.sort((a, b) => a.wrong.length - b.wrong.length)[0];
	});
	const own = new Set(closest.flatMap((found) => found?.request ?? []));
	const isRead = requests.every(({ method }) => /^(get|list)/.test(method));
	if (own.size < expected.length || (!isRead && requests.length > expected.length)) {
		return [`${requests.length} requests were sent for ${expected.length} items`];
	}
	return closest.flatMap((found, item) => (found?.wrong ?? []).map((wrong) => `item ${item + 1}: ${wrong}`));
}

function wrongIn({ request }: ReceivedRequest, expected: ReadonlyMap<string, readonly string[]>): string[] {
	return [...expected].flatMap(([path, texts]) => {
		const found = request === undefined ? [] : elementsAt(request, path).map(({ text }) => text);
		const [given, wanted] = [distinct(found), distinct(texts)];
		return given === wanted ? [] : `${path} is ${given}, not ${wanted}`;
	});
}

// Line elements are sent also when they are empty, and an identifier may repeat for each line (§4.2, §4.3).
const distinct = (texts: readonly string[]): string =>
	JSON.stringify([...new Set(texts.filter((text) => text !== ''))]);

function isTested({ resource, name }: { resource: string; name: string }): boolean {
	const test = FORM_ONLY[name]?.test;
	const start = test === OF_RESOURCE ? `actions/${resource}/` : `${test}.`;
	// The field is given a value there, which a word such as `return` alone is not.
	const given = new RegExp(`\\b${name.replace(/^.*\//, '')}(:|,| \\})`);
	return TESTS.filter((file) => file.startsWith(start)).some((file) =>
		given.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
	);
}
