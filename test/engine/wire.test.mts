import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { elementsAt, type ReceivedRequest } from '../../sandbox/index.mts';
import type { FormField } from '../../tools/forms.mts';
import { copiesOf } from './billing.mts';
import { createMissing } from './distinctValues.mts';
import { fillVariants, type Filled } from './fill.mts';
import { distinctForm, OPERATIONS, type FormOnlyValues } from './operations.mts';

/** The tests of form-only fields, by path. */
const FORM_ONLY: Readonly<Record<string, string>> = {
	'additionalFields/clientId': 'actions/invoice/findForPayment',
	'additionalFields/currency': 'actions/invoice/findForPayment',
	'additionalFields/recurringDays': 'actions/expense/expense',
	'additionalFields/reference': 'actions/invoice/findForPayment',
	afterCreating: 'actions/documents/afterCreating',
	allocateTo: 'actions/invoice/allocatePayment',
	amount: 'actions/invoice/findForPayment',
	currency: 'actions/invoice/allocatePayment',
	basis: 'actions/invoice/taxSummary',
	due: 'actions/documents/dueDate',
	dueInDays: 'actions/documents/dueDate',
	entriesFrom: 'actions/invoice/unbilled',
	estimateId: 'actions/invoice/from',
	dateFrom: 'actions/client/statement',
	dateTo: 'actions/client/statement',
	'filters/contains': 'actions/client/organization',
	'filters/dateFrom': 'actions/invoice/unbilled',
	'filters/dateTo': 'actions/period',
	'filters/dueFrom': 'actions/invoice/due',
	'filters/dueTo': 'actions/invoice/due',
	'filters/olderThanDays': 'actions/period',
	'filters/organization': 'actions/client/organization',
	'filters/overdueOnly': 'actions/invoice/due',
	'filters/paymentMethod': 'actions/invoice/getPayments',
	'filters/projectId': 'actions/invoice/unbilled',
	'filters/referenceContains': 'actions/invoice/getPayments',
	'filters/unpaidOnly': 'actions/invoice/unpaid',
	groupBy: 'engine/inputItems',
	limit: 'actions/invoice/read',
	linesFrom: 'engine/inputItems',
	output: 'engine/toolOutput',
	outputFields: 'engine/toolOutput',
	reference: 'actions/invoice/payment.reference',
	returnAll: 'actions/invoice/read',
	show: 'actions/client/statement',
	simplify: 'actions/invoice/read',
	text: 'actions/invoice/findForPayment',
	timeTax1: 'actions/invoice/timeTaxes',
	timeTax2: 'actions/invoice/timeTaxes',
	until: 'actions/invoice/unbilled',
	'options/allowOverpayment': 'actions/invoice/payment',
	'options/asOf': 'actions/invoice/receivables',
	'options/bucketLimits': 'actions/invoice/receivables',
	'options/expectedTotal': 'guards/preview',
	'options/fullRecords': 'actions/invoice/read',
	'options/ifExists': 'actions/ifExists',
	'options/ifNothing': 'actions/invoice/unbilled',
	'options/ifStayUnbilled': 'actions/invoice/marking',
	'options/includeInvoices': 'actions/invoice/receivables',
	'options/includeNames': 'actions/names',
	'options/keepUnchanged': 'actions/updates',
	'options/preview': 'guards/preview',
	'options/previewXml': 'guards/preview',
	'options/reportForPasting': 'actions/settings/checkService',
	'options/return': 'actions/updates',
	'options/sendPaid': 'actions/invoice/send',
	'updateFields/recurringDays': 'actions/expense/expense',
	'updateFields/clearFields': 'actions/invoice/clear',
};

/** Their values, which make each item a request of its own. */
const VALUES: FormOnlyValues = {
	groupBy: (item) => `document ${item}`,
	'options/allowOverpayment': true,
	'options/return': 'id',
	'options/sendPaid': true,
};

/** The requests of operations without their own method; for those that write, when there is no record yet. */
const SENDS: Readonly<Record<string, string>> = {
	'client/getStatement': 'getClient',
	'client/upsert': 'createClient',
	'invoice/allocatePayment': 'listInvoice',
	'invoice/getPayments': 'listInvoice',
	'invoice/getReceivables': 'listInvoice',
	'productOrService/upsertProduct': 'createProduct',
	'productOrService/upsertService': 'createService',
	'timeEntry/markBilled': 'updateTimeLog',
	'timeEntry/markUnbilled': 'updateTimeLog',
	'timeEntry/getUnbilledSummary': 'listTimeLog',
};

/** Operations whose form is the request itself, and their tests. */
const APART: Readonly<Record<string, string>> = {
	'settings/customRequest': 'actions/settings/customRequest',
};

const WALKED = OPERATIONS.filter(({ key }) => APART[key] === undefined);

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

it('knows the tests of every field that is not sent', () => {
	const formOnly = WALKED.flatMap(({ fields }) => fields.filter((field) => !isSent(field)));
	const names = new Set(formOnly.map((field) => field.names.join('/')));
	expect([...names].filter((name) => !isTested(name))).toEqual([]);
	for (const test of Object.values(APART)) expect(existsSync(pathOf(test))).toBe(true);
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

const pathOf = (test: string): string => join(import.meta.dirname, `${test}.test.mts`);

function isTested(name: string): boolean {
	// What a row only decides on is the same for all rows.
	const test = /^(lineItems|timeEntries|expenses)\//.test(name)
		? 'actions/documents/catalogLines'
		: FORM_ONLY[name];
	// The field has to be given a value there; a word such as `return` alone does not count.
	const given = new RegExp(`\\b${name.replace(/^.*\//, '')}(:|,| \\})`);
	return test !== undefined && given.test(readFileSync(pathOf(test), 'utf8'));
}
