import { unwrapLocator, type Values } from '../xml/encode';
import type { Body } from '../xml/request';
import {
	clientRecord,
	estimateRecord,
	invoiceRecord,
	productRecord,
	projectRecord,
	recurringRecord,
	serviceRecord,
	staffRecord,
	taskRecord,
	type RecordType,
} from '../records';
import { textOf, type BillingRecord } from '../xml/shape';
import { check, isAbsent, quote } from '../xml/values';
import { MAX_PER_PAGE } from '../transport/pages';
import type { BillingApi } from '../transport/billingApi';
import { isProperty, type Property } from './property';

/** What people know a record by: where a record shows it, and the filter of its list. */
export interface Key {
	readonly type: RecordType;
	readonly field: string;
	readonly filter: string;
}

export const INVOICE_NUMBER: Key = { type: invoiceRecord, field: 'number', filter: 'invoice_number' };
export const ESTIMATE_NUMBER: Key = { type: estimateRecord, field: 'number', filter: 'estimate_number' };
export const CLIENT_EMAIL: Key = { type: clientRecord, field: 'email', filter: 'client_email' };
export const PRODUCT_NAME: Key = { type: productRecord, field: 'product_name', filter: 'item_name' };
export const SERVICE_NAME: Key = { type: serviceRecord, field: 'service_name', filter: 'item_name' };
const PROFILE_NUMBER: Key = { type: recurringRecord, field: 'number', filter: 'recurring_number' };
export const PROJECT_NAME: Key = { type: projectRecord, field: 'project_name', filter: 'project_name' };
export const STAFF_EMAIL: Key = { type: staffRecord, field: 'email', filter: 'email' };
export const TASK_NAME: Key = { type: taskRecord, field: 'task_name', filter: 'task_name' };

/** What a locator can be looked up by besides its identifier, by the mode's name. */
const LOOKUPS: Readonly<Record<string, Key & { word: 'email' | 'name' | 'number' }>> = {
	email: { ...CLIENT_EMAIL, word: 'email' },
	estimateNumber: { ...ESTIMATE_NUMBER, word: 'number' },
	number: { ...INVOICE_NUMBER, word: 'number' },
	productName: { ...PRODUCT_NAME, word: 'name' },
	profileNumber: { ...PROFILE_NUMBER, word: 'number' },
	projectName: { ...PROJECT_NAME, word: 'name' },
	serviceName: { ...SERVICE_NAME, word: 'name' },
	staffEmail: { ...STAFF_EMAIL, word: 'email' },
	taskName: { ...TASK_NAME, word: 'name' },
};

export type Resolved = { ok: true; values: Values } | { ok: false; problem: string; advice: string };

/** The form that values belong to, for naming them: its fields, and what stands before their names. */
interface Form {
	readonly fields: readonly object[];
	readonly where: string;
}

/**
 * Replaces what people know a record by (a number, an email) with its identifier, in every locator of the form, also
 * inside collections. More than one match is a problem that names them; none is one, too.
 *
 * @param fields the form, by which problems name what they are about
 */
export const resolveLocators = async (
	values: Values,
	api: BillingApi,
	fields: readonly Property[] = [],
): Promise<Resolved> => await resolveValues(values, api, { fields, where: '' });

async function resolveValues(values: Values, api: BillingApi, { fields, where }: Form): Promise<Resolved> {
	const resolved: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(values)) {
		const field = fields.filter(isProperty).find((known) => known.name === name);
		const label = field === undefined ? '' : `${where}${field.displayName}`;
		const inside = { fields: field?.options ?? [], where: `${label} › ` };
		const result = await resolveValue(value, api, label, inside);
		if (!result.ok) return result;
		resolved[name] = result.value;
	}
	return { ok: true, values: resolved };
}

/**
 * The records with a number or an email. The filter alone is not believed, because the wrong client or invoice would be
 * billed or paid: what a record shows is compared, and one whose list does not show it is read (§2.2). Upper and lower
 * case are the same.
 *
 * @param more further filters
 */
export async function findByKey(
	api: BillingApi,
	{ type, field, filter }: Key,
	wanted: string,
	more: Body = {},
): Promise<BillingRecord[]> {
	const list = async (limit: number) => await api.list(type, { ...more, [filter]: wanted }, limit);
	const found = await matching(api, type, field, wanted, await list(MAX_PER_PAGE));
	if (found.listed < MAX_PER_PAGE || found.records.length === found.listed) return found.records;
	// A service that ignores the filter may have the record on any page.
	return (await matching(api, type, field, wanted, await list(Infinity))).records;
}

async function matching(
	api: BillingApi,
	type: RecordType,
	field: string,
	wanted: string,
	listed: readonly BillingRecord[],
): Promise<{ listed: number; records: BillingRecord[] }> {
	const records: BillingRecord[] = [];
	for (const record of listed) {
		const shown = record[field] === undefined ? await api.get(type, Number(record[type.id])) : record;
		if (isSameText(shown[field], wanted)) records.push(shown);
	}
	return { listed: listed.length, records };
}

/** Whether a number or an email is the one that is wanted. */
export const isSameText = (shown: unknown, wanted: string): boolean =>
	textOf(shown).trim().toLowerCase() === wanted.trim().toLowerCase();

type ResolvedValue = { ok: true; value: unknown } | { ok: false; problem: string; advice: string };

async function resolveValue(
	value: unknown,
	api: BillingApi,
	label: string,
	inside: Form,
): Promise<ResolvedValue> {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return { ok: true, value };
	if (!('__rl' in value)) {
		const isForm = Object.getPrototypeOf(value) === Object.prototype;
		if (!isForm) return { ok: true, value };
		const inner = await resolveValues(Object.fromEntries(Object.entries(value)), api, inside);
		return inner.ok ? { ok: true, value: inner.values } : inner;
	}
	const lookup = 'mode' in value ? LOOKUPS[String(value.mode)] : undefined;
	const wanted = unwrapLocator(value);
	// An expression that gives nothing leaves a record that was meant: it must not become a field that was not added.
	if (isAbsent(wanted)) return { ok: true, value: '' };
	if (lookup === undefined) return { ok: true, value: wanted };
	const text = check(wanted, 'text', 'utc');
	if (!text.ok) return { ok: false, problem: `${label || 'The record'} ${text.problem}`, advice: SPELLING };
	const found = await lookUp((text.text ?? '').trim(), lookup, api);
	if (found.ok || label === '') return found;
	return { ...found, problem: `${label}: ${found.problem.charAt(0).toLowerCase()}${found.problem.slice(1)}` };
}

const SPELLING = 'Check the spelling, or choose it by ID.';

async function lookUp(
	wanted: string,
	{ word, ...key }: Key & { word: string },
	api: BillingApi,
): Promise<ResolvedValue> {
	const { type } = key;
	const matches = await api.once(`${type.name} ${wanted}`, async () => await findByKey(api, key, wanted));
	const [match, ...others] = matches;
	// n8n logs the messages of errors, and nothing else of them.
	const [what, known] = [`${type.label} with this ${word}`, `The ${word} is ${quote(wanted)}.`];
	if (match === undefined) {
		return {
			ok: false,
			problem: `There is no active ${what}`,
			advice: `${known} ${SPELLING}`,
		};
	}
	if (others.length > 0) {
		const ids = matches.map((record: BillingRecord) => textOf(record[type.id])).join(', ');
		return {
			ok: false,
			problem: `There is more than one ${what}`,
			advice: `${known} Choose one of them by ID: ${ids}.`,
		};
	}
	return { ok: true, value: match[type.id] };
}
