import { NodeApiError, type IDataObject } from 'n8n-workflow';
import { option, type ItemContext } from '../../execution/item';
import type { Property } from '../../descriptions/property';
import { groupBy, isObject } from '../../helpers/GenericFunctions';
import { accountAnswer, invoiceRecord, RECORD_TYPES, type RecordType } from '../../records';
import { mayHavePayments, paymentsIn } from '../../records/invoicePayments';
import { INVOICE_STATUSES } from '../../records/states';
import { MAX_PER_PAGE } from '../../transport/billingApi';
import type { Page } from '../../xml/answer';
import { UNREADABLE } from '../../xml/characters';
import { dayIn } from '../../xml/dates';
import type { Body } from '../../xml/request';
import { isSameStatus } from '../../xml/identity';
import { RECORD_STATES } from '../../descriptions/fields';
import { isIdentifier, textOf, type BillingRecord, type Shape, type Value } from '../../xml/shape';
import { isAbsent } from '../../xml/values';
import { unit } from '../productOrService';
import { frequency } from '../recurringProfile';

/** What people should look at comes first. */
const RESULTS = ['to look at', 'different but handled', 'not tested', 'as specified'] as const;

/** What a check found. Of records, it holds only words of statuses, units, frequencies and kinds of taxes. */
interface Finding {
	readonly found: string;
	readonly result: (typeof RESULTS)[number];
}

/** What a check found, and what the node does about it. */
interface Row extends Finding {
	readonly check: string;
	readonly handling: string;
}

const specified = (found: string): Finding => ({ found, result: 'as specified' });
const handled = (found: string): Finding => ({ found, result: 'different but handled' });
const needsAttention = (found: string): Finding => ({ found, result: 'to look at' });
const untested = (found: string): Finding => ({ found, result: 'not tested' });

/** What was seen of a kind of record. */
interface Seen {
	readonly type: RecordType;
	/** The first page of its list. It has at least one record. */
	readonly page: Pick<Page, 'records' | 'total' | 'totalPages'>;
	/** A record as its list shows it. */
	readonly listed: BillingRecord;
	/** The same record, read on its own; undefined if no method reads it, or it could not be read. */
	readonly own: BillingRecord | undefined;
	/** The identifiers on the first page with a filter; undefined if it could not be read. */
	readonly idsWith: (filter: Body) => Promise<unknown[] | undefined>;
}

/** A question about every kind of record. */
interface Check {
	readonly check: string;
	/** What the node does about a difference. */
	readonly handling: string;
	readonly find: (seen: Seen) => Finding[] | Promise<Finding[]>;
}

const NO_ID = 2_147_483_646;
const NOTHING = 'no such record';
const NO_EMAIL = 'nobody@no-such-host.example';
const LATE = '2999-12-31';
const EARLY = '1900-01-01';

/**
 * The filters to try, by list (§4.3 to §4.10): a value that no record has, or two values of which a record has at most one.
 * Those that decide what is billed and paid come first.
 */
const FILTERS: Readonly<Record<string, Readonly<Record<string, readonly [asked: string, other?: string]>>>> =
	{
		invoices: {
			client_id: [String(NO_ID)],
			invoice_number: [NOTHING],
			date_from: [LATE],
			date_to: [EARLY],
			invoice_status: ['Paid', 'Draft'],
			invoice_record_status: ['Archived', 'Active'],
		},
		timelogs: { project_id: [String(NO_ID)], work_date: [EARLY], billed: ['Yes', 'No'] },
		expenses: { client_id: [String(NO_ID)], is_expense_invoiced: ['Yes', 'No'] },
		clients: { client_email: [NO_EMAIL] },
		estimates: { client_id: [String(NO_ID)], estimate_number: [NOTHING], date_from: [LATE] },
		recurrings: { client_id: [String(NO_ID)] },
		projects: { client_id: [String(NO_ID)] },
		tasks: { project_id: [String(NO_ID)] },
		products: { item_name: [NOTHING] },
		staff_users: { email: [NO_EMAIL] },
	};

const valuesOf = ({ options = [] }: Property): string[] =>
	options.filter((choice) => 'value' in choice).map(({ value }) => textOf(value));

const STATES = RECORD_STATES.map(({ name }) => name);

/** The words that the interface or the vendor lists: statuses (§3), units (§4.8), frequencies (§4.5), kinds of taxes. */
const WORDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
	invoices: { invoice_status: INVOICE_STATUSES, status: ['Active', 'Archived', 'Cancel'] },
	recurrings: { frequency: valuesOf(frequency) },
	staff_users: { status: STATES },
	products: { status: STATES },
	services: { status: STATES, quantity: valuesOf(unit) },
	expenses: { status: STATES },
	taxes: { type: ['Normal', 'Compound', 'Group'] },
};

const isEmpty = (value: Value | undefined): boolean =>
	isAbsent(value) || (Array.isArray(value) && value.length === 0);

/** Compares a listed record with the same one, read on its own. Lists may show less (§2.2). */
function fieldsIn({ type, listed, own }: Seen): Finding[] {
	if (type.get === undefined) return [];
	if (own === undefined) return [untested('nothing to compare with')];
	const findings: Finding[] = [];
	const full = Object.keys(type.shape).filter((field) => !isEmpty(own[field]) && field !== type.id);
	const unlisted = full.filter((field) => listed[field] === undefined);
	if (unlisted.length > 0) {
		const isDocumented = unlisted.every((field) => type.unlisted?.includes(field));
		findings.push((isDocumented ? specified : handled)(`the list lacks ${unlisted.join(', ')}`));
	}
	const others = full.filter(
		(field) => listed[field] !== undefined && JSON.stringify(listed[field]) !== JSON.stringify(own[field]),
	);
	if (others.length > 0) findings.push(handled(`the list shows other ${others.join(', ')}`));
	const { filled = [], present = [] } = type.watched ?? {};
	const needed = Object.values(type.keptOnUpdate ?? {}).map(({ field }) => field);
	needed.push(...filled, ...present);
	const missing = [...new Set(needed)].filter((field) => own[field] === undefined).sort();
	if (missing.length > 0) findings.push(needsAttention(`the record lacks ${missing.join(', ')}`));
	if (Number(own['total_paid']) > 0 && paymentsIn(own).length === 0)
		findings.push(needsAttention('the record lacks its payments'));
	return findings.length > 0 ? findings : [specified('complete')];
}

/** Looks at the identifiers of a list, which the trigger reads newest first, and at its count (§4.1). */
function orderIn({ type, page: { records, total = 0, totalPages } }: Seen): Finding[] {
	if (type.isTable) return [];
	const ids = records.map((record) => record[type.id]).filter(isIdentifier);
	const findings: Finding[] = [];
	if (ids.length < records.length) findings.push(needsAttention('records without an ID'));
	if (new Set(ids).size < ids.length) findings.push(needsAttention('a record twice'));
	if (totalPages === 1 && records.length < total)
		findings.push(needsAttention('fewer records than announced'));
	const isFalling = ids.every((id, index) => index === 0 || id <= Number(ids[index - 1]));
	return [...findings, isFalling ? specified('newest first') : handled('not newest first')];
}

/** Tries filters. One is ignored if two lists show the same record that can't share any. */
async function filtersIn({ type, page, idsWith }: Seen): Promise<Finding[]> {
	const all = page.records.map((record) => record[type.id]);
	const ignored: string[] = [];
	const heeded: string[] = [];
	for (const [name, [asked, other]] of Object.entries(FILTERS[type.wrapper] ?? {})) {
		const found = await idsWith({ [name]: asked });
		const others = other === undefined ? all : await idsWith({ [name]: other });
		// Of two lists without records, neither shows anything.
		if (found === undefined || others === undefined || found.length + others.length === 0) continue;
		(found.some((id) => others.includes(id)) ? ignored : heeded).push(name);
	}
	const findings: Finding[] = [];
	if (ignored.length > 0) findings.push(needsAttention(`ignores ${ignored.join(', ')}`));
	if (heeded.length > 0) findings.push(specified(`heeds ${heeded.join(', ')}`));
	return findings;
}

const MAX_OTHERS = 5;
// A word of a service, or how often one bills. Anything else could be about the account.
const PLAIN = /^(\d{1,3} )?\p{L}[\p{L} -]{0,19}$/u;

const recordsIn = ({ page, own }: Seen): BillingRecord[] =>
	own === undefined ? page.records : [...page.records, own];

/** Looks for words that the interface doesn't have. Their case doesn't matter. */
function wordsIn(seen: Seen): Finding[] {
	const findings: Finding[] = [];
	for (const [field, known] of Object.entries(WORDS[seen.type.wrapper] ?? {})) {
		const all = recordsIn(seen).map((record) => textOf(record[field]).trim());
		const words = [...new Set(all)].filter((word) => word !== '');
		const others = words.filter((word) => !known.some((one) => isSameStatus(word, one))).sort();
		const shown = others.filter((word) => PLAIN.test(word)).slice(0, MAX_OTHERS);
		const more = shown.length < others.length ? ['others'] : [];
		if (others.length > 0)
			findings.push(needsAttention(`unknown ${field} ${[...shown, ...more].join(', ')}`));
		else if (words.length > 0) findings.push(specified(`known ${field}`));
	}
	return findings;
}

/** Looks for amounts, dates and texts that can't be read (§2.1). */
function valuesIn(seen: Seen): Finding[] {
	const unreadable = new Set(recordsIn(seen).flatMap((record) => unreadableIn(record, seen.type.shape)));
	return unreadable.size === 0
		? [specified('readable')]
		: [needsAttention(`unreadable ${[...unreadable].join(', ')}`)];
}

/** The names of the elements whose values can't be read. The interface has these names, so they tell nothing of the account. */
function unreadableIn(record: object, shape: Shape, around = ''): string[] {
	const values = new Map(Object.entries(record));
	return Object.entries(shape).flatMap(([name, of]) => {
		const value: unknown = values.get(name);
		const path = `${around}${name}`;
		if (typeof of === 'object') {
			const inner = 'fields' in of ? of.fields : of.of;
			if (typeof inner === 'string') return [];
			const entries: unknown[] = [value].flat();
			return entries.filter(isObject).flatMap((entry) => unreadableIn(entry, inner, `${path}/`));
		}
		const text = textOf(value).trim();
		if (text === '') return [];
		const isRead =
			of === 'number' ? typeof value === 'number' : !/date/.test(name) || dayIn(text) !== undefined;
		return isRead && !text.includes(UNREADABLE) ? [] : [path];
	});
}

/** The checks of each kind of record. */
const CHECKS: readonly Check[] = [
	{
		check: 'Fields',
		handling:
			'The node reads a record on its own where its list shows too little. What the record itself lacks, an update cannot resend: set it in every update.',
		find: fieldsIn,
	},
	{
		check: 'Order and count',
		handling:
			'The trigger reads a list whole if it is not newest first. A record without an ID is left out everywhere.',
		find: orderIn,
	},
	{
		check: 'Filters',
		handling:
			'The node compares numbers, names and emails itself and trusts other filters. Do not bill by one that is ignored.',
		find: filtersIn,
	},
	{
		check: 'Words',
		handling: 'The node shows unknown words as they are. Updates keep them.',
		find: wordsIn,
	},
	{
		check: 'Amounts, dates and texts',
		handling:
			'The node shows what it cannot read as it is, does not calculate with it, and never sends it back. Correct it on the website.',
		find: valuesIn,
	},
];

/** Sends reads one after another, and remembers what failed. */
interface Reader {
	readonly failed: Array<readonly [why: string, method: string]>;
	/** Returns undefined if the read fails. Once the service answers nothing anymore, nothing more is sent. */
	readonly read: <Result>(method: string, load: () => Promise<Result>) => Promise<Result | undefined>;
}

// Each of them may have taken the whole timeout, several times.
const MAX_SILENCES = 3;
const BUSY = ['', '429', '502', '503', '504'];

function createReader(): Reader {
	const failed: Array<readonly [string, string]> = [];
	let silences = 0;
	return {
		failed,
		async read(method, load) {
			if (silences === MAX_SILENCES) return undefined;
			try {
				const result = await load();
				silences = 0;
				return result;
			} catch (error) {
				const status = (error instanceof NodeApiError && error.httpCode) || '';
				silences = BUSY.includes(status) ? silences + 1 : 0;
				failed.push([status === '' ? 'no answer that can be read' : `status ${status}`, method]);
				return undefined;
			}
		},
	};
}

/** Reads the first page of a list and one of its records. Returns undefined if the list can't be read, or is empty. */
async function look({ api }: ItemContext, { read }: Reader, type: RecordType): Promise<Seen | undefined> {
	// Invoices are asked for as the trigger does it.
	const [filter = {}] = type.watched?.lists ?? [];
	const pageWith = (more: Body) => read(type.list, () => api.page(type, more, 1, MAX_PER_PAGE));
	const table = async () => ({ records: await api.list(type, {}, Infinity), total: 0, totalPages: 1 });
	const page = type.isTable ? await read(type.list, table) : await pageWith(filter);
	const records = page?.records.filter((record) => isIdentifier(record[type.id])) ?? [];
	// A paid invoice shows the most.
	const listed = records.find(mayHavePayments) ?? records[0] ?? page?.records[0];
	if (page === undefined || listed === undefined) return undefined;
	const id = listed[type.id];
	const { get } = type;
	const own = get === undefined || !isIdentifier(id) ? undefined : await read(get, () => api.get(type, id));
	const idsWith: Seen['idsWith'] = async (more) =>
		(await pageWith(more))?.records.map((record) => record[type.id]);
	return { type, page, listed, own, idsWith };
}

/** How the service answers for a record that it doesn't have. Every guard looks for such records. */
async function findUnknown({ api }: ItemContext, { failed, read }: Reader): Promise<Finding> {
	const before = failed.length;
	const found = await read('getInvoice', () => api.find(invoiceRecord, NO_ID));
	if (failed.length > before) return needsAttention('neither status 404 nor "invoice id is invalid."');
	return found === undefined ? specified('missing') : needsAttention('another record');
}

/** Names by the word that is true of each: `newest first: clients, tasks; not newest first: invoices`. */
const grouped = (pairs: ReadonlyArray<readonly [word: string, name: string]>): string =>
	[...groupBy(pairs, ([word]) => word)]
		.map(([word, same]) => `${word}: ${same.map(([, name]) => name).join(', ')}`)
		.join('; ');

async function runChecks(item: ItemContext): Promise<Row[]> {
	// With a wrong token or no connection there is nothing to check: this fails as any other read does.
	const account = await item.api.read(accountAnswer);
	const missing = Object.keys(accountAnswer.shape).filter((field) => isAbsent(account[field]));
	const reader = createReader();
	const rows: Row[] = [];
	const add = (check: string, { found, result }: Finding, handling: string) =>
		rows.push({ check, found, result, handling });
	add(
		'Account',
		missing.length === 0 ? specified('complete') : needsAttention(`without ${missing.join(', ')}`),
		'The trigger recognizes the account by company and name.',
	);
	add(
		'Unknown record',
		await findUnknown(item, reader),
		'A record is missing with status 404 or "... id is invalid." Anything else is an error.',
	);
	const kinds: Seen[] = [];
	const unseen: string[] = [];
	for (const type of RECORD_TYPES) {
		const seen = await look(item, reader, type);
		if (seen === undefined) unseen.push(type.wrapper);
		else kinds.push(seen);
	}
	if (unseen.length > 0)
		add(
			'Records',
			untested(`none seen of ${unseen.join(', ')}`),
			'Run the check again when there are records of these kinds.',
		);
	for (const { check, handling, find } of CHECKS) {
		const findings: Array<Finding & { readonly name: string }> = [];
		for (const seen of kinds)
			findings.push(...(await find(seen)).map((finding) => ({ ...finding, name: seen.type.wrapper })));
		for (const [result, same] of groupBy(findings, (finding) => finding.result))
			add(check, { found: grouped(same.map(({ found, name }) => [found, name])), result }, handling);
	}
	add(
		'Requests',
		reader.failed.length === 0 ? specified('none failed') : needsAttention(grouped(reader.failed)),
		'Reads are sent again after passing faults. Others are errors.',
	);
	return RESULTS.flatMap((result) => rows.filter((row) => row.result === result));
}

/** How many checks have which result: `1 to look at, 7 as specified.` */
const summaryOf = (rows: readonly Row[]): string =>
	`${[...groupBy(rows, ({ result }) => result)].map(([result, same]) => `${same.length} ${result}`).join(', ')}.`;

const cell = (text: string): string => text.replace(/[|\\]/g, '\\$&').replace(/\s+/g, ' ');

/** The report as Markdown, to be pasted into an issue. */
const reportOf = (rows: readonly Row[]): string =>
	[
		'### Service check',
		'',
		`XML Billing Service Interface 1.1. ${summaryOf(rows)}`,
		'',
		'| Check | Found | Result | What the node does |',
		'| --- | --- | --- | --- |',
		...rows.map(
			({ check, found, result, handling }) => `| ${[check, found, result, handling].map(cell).join(' | ')} |`,
		),
		'',
	].join('\n');

/**
 * Finds out what the service does where the interface is silent, or where services differ. Only reads. Of records it shows
 * nothing but words for statuses, units, frequencies and kinds of taxes, so that people can publish the report. All items of
 * an execution share one check.
 */
export async function checkService(item: ItemContext): Promise<IDataObject[]> {
	const rows = await item.api.remember('service check', '', () => runChecks(item));
	return option(item, 'reportForPasting') === true
		? [{ report: reportOf(rows) }]
		: rows.map((row) => ({ ...row }));
}
