import { unwrapLocator, type Values } from '../interface/encode';
import { clientRecord, invoiceRecord, type RecordType } from '../interface/records';
import { textOf, type BillingRecord } from '../interface/shape';
import { isAbsent } from '../interface/values';
import type { Service } from '../transport/service';

/** What a locator can be looked up by besides its identifier, by the mode's name. */
const LOOKUPS: Readonly<Record<string, { type: RecordType; filter: string; what: string }>> = {
	number: { type: invoiceRecord, filter: 'invoice_number', what: 'invoice with the number' },
	email: { type: clientRecord, filter: 'client_email', what: 'client with the email' },
};

export type Resolved = { ok: true; values: Values } | { ok: false; problem: string; advice: string };

/**
 * Replaces what people know a record by (a number, an email) with its identifier, in every locator of the form, also
 * inside collections. More than one match is a problem that names them; none is one, too.
 */
export async function resolveLocators(values: Values, service: Service): Promise<Resolved> {
	const resolved: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(values)) {
		const result = await resolveValue(value, service);
		if (!result.ok) return result;
		resolved[name] = result.value;
	}
	return { ok: true, values: resolved };
}

type ResolvedValue = { ok: true; value: unknown } | { ok: false; problem: string; advice: string };

async function resolveValue(value: unknown, service: Service): Promise<ResolvedValue> {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return { ok: true, value };
	if (!('__rl' in value)) {
		const isForm = Object.getPrototypeOf(value) === Object.prototype;
		if (!isForm) return { ok: true, value };
		const inner = await resolveLocators(Object.fromEntries(Object.entries(value)), service);
		return inner.ok ? { ok: true, value: inner.values } : inner;
	}
	const lookup = 'mode' in value ? LOOKUPS[String(value.mode)] : undefined;
	const wanted = unwrapLocator(value);
	if (lookup === undefined || isAbsent(wanted)) return { ok: true, value: wanted };
	return await lookUp(String(wanted).trim(), lookup, service);
}

async function lookUp(
	wanted: string,
	{ type, filter, what }: { type: RecordType; filter: string; what: string },
	service: Service,
): Promise<ResolvedValue> {
	const matches = await service.once(
		`${type.name} ${wanted}`,
		async () => await service.list(type, { [filter]: wanted }, 5),
	);
	const [match, ...others] = matches;
	if (match === undefined) {
		return {
			ok: false,
			problem: `There is no active ${what} '${wanted}'`,
			advice: 'Check the spelling, or choose it by ID.',
		};
	}
	if (others.length > 0) {
		const ids = matches.map((record: BillingRecord) => textOf(record[type.id])).join(', ');
		return {
			ok: false,
			problem: `There is more than one ${what} '${wanted}'`,
			advice: `Choose one of them by ID: ${ids}.`,
		};
	}
	return { ok: true, value: match[type.id] };
}
