import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { elementsAt, type ReceivedRequest } from '../../sandbox/index.mts';
import type { FormField } from '../../tools/forms.mts';
import { IS_ALL } from '../share.mts';
import { copiesOf } from './billing.mts';
import { createMissing } from './distinctValues.mts';
import { fillVariants, type Filled } from './fill.mts';
import { distinctForm, OPERATIONS, type FormOnlyValues } from './operations.mts';

/** The tests of operations, as texts. */
const TESTS = ['actions', 'documents', 'execution', 'limits'].flatMap((folder) =>
	readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => /\.(test\.mts|txt)$/.test(file))
		.map((file) => readFileSync(join(import.meta.dirname, folder, file), 'utf8')),
);

/** The values of form-only fields that make each item a request of its own. */
const VALUES: FormOnlyValues = {
	groupBy: (item) => `document ${item}`,
	...{ 'options/allowOverpayment': true, 'options/return': 'id', 'options/sendPaid': true },
};

/** The requests of operations without their own method; for those that write, when there is no record yet. */
const SENDS: Readonly<Record<string, string>> = {
	...{ 'client/getStatement': 'getClient', 'client/upsert': 'createClient' },
	...{ 'invoice/proposeAllocation': 'listInvoice', 'invoice/getPayments': 'listInvoice' },
	...{ 'invoice/getReceivables': 'listInvoice', 'productOrService/upsertProduct': 'createProduct' },
	...{ 'productOrService/upsertService': 'createService', 'timeEntry/markBilled': 'updateTimeLog' },
	...{ 'timeEntry/markUnbilled': 'updateTimeLog', 'timeEntry/getUnbilledSummary': 'listTimeLog' },
};

// A custom request is what its user writes.
const WALKED = OPERATIONS.filter(({ key }) => key !== 'settings/customRequest');

// These return the identifier alone, the payment that was recorded, or the entries that were billed, and read nothing back for it.
const hasReturn = (fields: readonly FormField[]): boolean =>
	fields.some(({ names }) => names.join('/') === 'options/return');
const isMore = (name: string): boolean =>
	!/(_ids?|^result|^sent|^payment_\w+|^time_entries|^error|^message)$/.test(name);

const isLookAfter = (key: string, called: string): boolean =>
	(/createFrom(Expense|TimeTracking)$/.test(key) && called.startsWith('list')) ||
	(/^(estimate|invoice|recurringProfile)\/update$/.test(key) && called.startsWith('get'));

const startComplete = copiesOf(createMissing);

const isSent = ({ elements }: FormField): boolean => elements.length > 0;

describe.each(WALKED.filter(({ fields }) => fields.some(isSent)))('$key', (operation) => {
	const { key, parameters, method = SENDS[key], fields, isBatch } = operation;

	it('sends every field of each item with that item only, and returns no more than requested', async () => {
		const sent = new Set<string>();
		for await (const { sandbox, filled } of eachVariant(fields, isBatch ? 1 : 2)) {
			// By day, one way to fill in each field is enough.
			if (!IS_ALL && filled.labels.every((label) => sent.has(label))) continue;
			const { outputs } = await engine.run({
				credential: { baseUrl: sandbox.url, token: sandbox.account('main').token },
				parameters: { ...parameters, ...filled.parameters },
				items: filled.items,
				settings: { onError: 'continueRegularOutput' },
			});
			const requests = sandbox.requests.filter((request) => request.method === method);
			const wrong = differences(filled, requests);
			// On a failure, shows what helps to understand it.
			const errors = outputs.flat().flatMap(({ json: { error } }) => error ?? []);
			if (wrong.length > 0) expect({ wrong, errors }).toBe('all that is filled in');
			if (hasReturn(fields)) {
				expect(outputs.flat().flatMap(({ json }) => Object.keys(json).filter(isMore))).toEqual([]);
				// What an invoice bills is listed afterwards, to see whether it is marked, and an update is compared.
				const last = sandbox.requests.findLast(({ method: called }) => !isLookAfter(key, called));
				if (errors.length === 0) expect(last?.method).toBe(method);
			}
			for (const label of filled.labels) sent.add(label);
		}
		const never = fields.filter((field) => isSent(field) && !sent.has(field.label));
		expect(never.map(({ label }) => label)).toEqual([]);
	});
});

it('knows a test of every field that is not sent', () => {
	const untested = WALKED.flatMap(({ fields }) => fields.filter((field) => !isSent(field)))
		.map(({ names }) => names.join('/'))
		.filter((name) => !isTested(name));
	expect([...new Set(untested)]).toEqual([]);
});

/** The variants of a form, each with its own sandbox, because operations change it. Batches share a request. */
async function* eachVariant(fields: readonly FormField[], items: number) {
	let variants: Filled[] | undefined;
	for (let variant = 0; variant < (variants?.length ?? 1); variant += 1) {
		const sandbox = await startComplete();
		try {
			// All sandboxes begin with the same records.
			const waysOf = distinctForm(sandbox, fields, VALUES);
			variants ??= fillVariants(fields, { items, entries: 2, waysOf });
			const filled = variants[variant];
			if (filled !== undefined) yield { sandbox, filled };
		} finally {
			await sandbox.close();
		}
	}
}

/** The values missing from the requests: each item is compared with the request that matches it best. */
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

// Line elements are sent even if empty, and an identifier may repeat for each line (§4.2, §4.3).
const distinct = (texts: readonly string[]): string =>
	JSON.stringify([...new Set(texts.filter((text) => text !== ''))]);

/** Whether a test that runs an operation with the field gives it a value. A word such as `return` alone does not count. */
function isTested(name: string): boolean {
	const given = new RegExp(`\\b${name.replace(/^.*\//, '')}(:|,| \\})`);
	const operations = WALKED.filter(({ fields }) => fields.some(({ names }) => names.join('/') === name)).map(
		({ parameters: { operation } }) =>
			new RegExp(`'${operation}'|\\b${operation}\\(|^\\w+ ${operation}:`, 'm'),
	);
	return TESTS.some((text) => given.test(text) && operations.some((operation) => operation.test(text)));
}
