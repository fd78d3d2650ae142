import { NodeOperationError, type IPollFunctions } from 'n8n-workflow';
import { INVOICE_STATUSES } from '../records/states';
import { isProperty, type Property } from '../descriptions/property';
import { readForm } from '../execution/form/read';
import { valuesOf } from '../execution/form/tree';
import type { Values } from '../xml/encode';
import { fieldsOf } from '../helpers/GenericFunctions';
import { check, isAbsent, quote, type Kind } from '../xml/values';
import { EVENT_KINDS, type EventFilters, type EventKind, type TriggerOptions } from './events/events';
import { DEFAULT_MAX_EVENTS, OPEN_STATUSES, triggerForm } from './form';

/** The trigger's options, and how it shows its records. */
export interface TriggerSettings extends TriggerOptions {
	simplify: boolean;
	includeNames: boolean;
}

/** All fields of the form by name, those of its collections included. */
interface Form {
	values: Values;
	timeZone: string;
	refuse: (message: string, advice?: string) => NodeOperationError;
}

const FIELDS = triggerForm.flatMap((field) => [field, ...(field.options ?? []).filter(isProperty)]);

// The trigger sends nothing of its form.
const UNSENT = triggerForm.map((field): Property => ({ ...field, element: false }));

const labelOf = (name: string): string => FIELDS.find((field) => field.name === name)?.displayName ?? name;

/** Reads the trigger's form. Throws a NodeOperationError that names the wrong field. */
export function readTriggerForm(context: IPollFunctions): TriggerSettings {
	const refuse = (message: string, advice?: string) =>
		new NodeOperationError(context.getNode(), message, { description: advice });
	const timeZone = context.getTimezone();
	const given = triggerForm.map(({ name, default: fallback }): [string, unknown] => [
		name,
		context.getNodeParameter(name, fallback),
	]);
	const raw = context.getNode().parameters;
	const fields = valuesOf(readForm(UNSENT, Object.fromEntries(given), { raw, timeZone, refuse }));
	const values = { ...fields, ...fieldsOf(fields.options), ...fieldsOf(fields.filters) };
	const form: Form = { values, timeZone, refuse };
	const startFrom = readOne(form, 'startFrom', 'date');
	const events = readEvents(form);
	return {
		events,
		includeDrafts: values.includeDrafts === true,
		// readForm() has checked that a number is whole and within its bounds.
		maxEvents: typeof values.maxEvents === 'number' ? values.maxEvents : DEFAULT_MAX_EVENTS,
		// The form may keep anything in the days of an event that isn't chosen.
		daysBeforeDue: events.includes('invoiceDueSoon') ? readDays(form, 'daysBeforeDue', 0) : undefined,
		daysOverdue: events.includes('invoiceOverdue') ? readDays(form, 'daysOverdue', 1) : undefined,
		includeDisputed: values.includeDisputed === true,
		startFrom,
		filters: readFilters(form),
		simplify: values.simplify !== false,
		includeNames: values.includeNames !== false,
	};
}

function readFilters(form: Form): EventFilters {
	const client = readOne(form, 'clientId', 'identifier');
	const amount = readOne(form, 'minimumAmount', 'money');
	return {
		clientId: client === undefined ? undefined : Number(client),
		minimumAmount: amount === undefined ? undefined : Number(amount),
		statusFrom: {
			invoiceStatusChanged: readStatuses(form, 'invoiceStatusFrom', OPEN_STATUSES),
			estimateStatusChanged: readStatuses(form, 'estimateStatusFrom'),
		},
		statusTo: {
			invoiceStatusChanged: readStatuses(form, 'invoiceStatusTo', INVOICE_STATUSES),
			estimateStatusChanged: readStatuses(form, 'estimateStatusTo'),
		},
		fullPaymentOnly: form.values.fullPaymentOnly === true,
	};
}

function readOne({ values, timeZone, refuse }: Form, name: string, kind: Kind): string | undefined {
	const checked = check(values[name], kind, timeZone);
	if (!checked.ok) throw refuse(`${labelOf(name)} ${checked.problem}`);
	return checked.text;
}

function readStatuses(form: Form, name: string, known?: readonly string[]): readonly string[] | undefined {
	const statuses = readList(form, name).map((status) => status.toLowerCase());
	if (statuses.length === 0) return undefined;
	const unknown = statuses.find((status) => known?.every((word) => word.toLowerCase() !== status));
	if (unknown === undefined) return statuses;
	throw form.refuse(`${labelOf(name)} takes ${known?.join(', ')}, not ${quote(unknown)}`);
}

/** A list, or text with commas. Entries that are not text are errors, since leaving them out would widen the filter. */
function readList({ values, timeZone, refuse }: Form, name: string): string[] {
	const value = values[name];
	const entries: unknown[] = typeof value === 'string' ? value.split(',') : [value].flat();
	return entries.flatMap((entry) => {
		const text = check(entry, 'text', timeZone);
		if (!text.ok) throw refuse(`${labelOf(name)} ${text.problem}`);
		return isAbsent(text.text) ? [] : [(text.text ?? '').trim()];
	});
}

const MAX_REMINDER_DAYS = 365;

function readDays(form: Form, name: string, least: number): number[] {
	const days = readList(form, name).map((text) => {
		const checked = check(text, 'integer', form.timeZone);
		const number = checked.ok ? Number(checked.text) : Number.NaN;
		if (number >= least && number <= MAX_REMINDER_DAYS) return number;
		throw form.refuse(
			`${labelOf(name)} takes whole numbers from ${least} to ${MAX_REMINDER_DAYS}, separated by commas, not ${quote(text)}`,
			name === 'daysOverdue' ? 'For the due date and the days before it, use Invoice Due Soon.' : undefined,
		);
	});
	if (days.length === 0) throw form.refuse(`Enter at least one number under ${labelOf(name)}`);
	return [...new Set(days)];
}

function readEvents(form: Form): EventKind[] {
	const chosen = new Set(readList(form, 'events'));
	if (chosen.size === 0) throw form.refuse('Choose at least one event under Events');
	return [...chosen].map((name) => {
		const kind = EVENT_KINDS.find((known) => known === name);
		if (kind === undefined) throw form.refuse(`Events takes ${EVENT_KINDS.join(', ')}, not ${quote(name)}`);
		return kind;
	});
}
