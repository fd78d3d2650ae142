import { NodeOperationError, type IPollFunctions } from 'n8n-workflow';
import { readForm } from '../execution/form/read';
import type { FieldNode } from '../execution/form/tree';
import { check, isAbsent, quote } from '../xml/values';
import { EVENT_KINDS, type EventFilters, type EventKind, type TriggerOptions } from './events/events';
import { DEFAULT_MAX_EVENTS, triggerForm } from './form';

/** The trigger's options, and how it shows its records. */
export interface TriggerSettings extends TriggerOptions {
	simplify: boolean;
	includeNames: boolean;
}

/** All fields of the form by name, those of its collections included. */
interface Form {
	fields: ReadonlyMap<string, FieldNode>;
	refuse: (message: string, advice?: string) => NodeOperationError;
}

/** Reads the trigger's form. Throws a NodeOperationError that names the wrong field. */
export function readTriggerForm(context: IPollFunctions): TriggerSettings {
	const refuse = (message: string, advice?: string) =>
		new NodeOperationError(context.getNode(), message, { description: advice });
	const given = triggerForm.map(({ name, default: fallback }): [string, unknown] => [
		name,
		context.getNodeParameter(name, fallback),
	]);
	const reading = { raw: context.getNode().parameters, timeZone: context.getTimezone(), refuse };
	const nodes = readForm(triggerForm, Object.fromEntries(given), reading)
		.flatMap((node) => ('fields' in node ? node.fields : [node]))
		.filter((node) => 'value' in node);
	const form: Form = { fields: new Map(nodes.map((node) => [node.field.name, node])), refuse };
	const valueOf = (name: string) => form.fields.get(name)?.value;
	const events = readEvents(form);
	return {
		events,
		includeDrafts: valueOf('includeDrafts') === true,
		maxEvents: Number(textOf(form, 'maxEvents') ?? DEFAULT_MAX_EVENTS),
		daysBeforeDue: events.includes('invoiceDueSoon') ? readDays(form, 'daysBeforeDue', 0) : undefined,
		daysOverdue: events.includes('invoiceOverdue') ? readDays(form, 'daysOverdue', 1) : undefined,
		includeDisputed: valueOf('includeDisputed') === true,
		startFrom: textOf(form, 'startFrom'),
		filters: readFilters(form),
		simplify: valueOf('simplify') !== false,
		includeNames: valueOf('includeNames') !== false,
	};
}

function readFilters(form: Form): EventFilters {
	const client = textOf(form, 'clientId');
	const amount = textOf(form, 'minimumAmount');
	return {
		clientId: client === undefined ? undefined : Number(client),
		minimumAmount: amount === undefined ? undefined : Number(amount),
		statusFrom: {
			invoiceStatusChanged: readStatuses(form, 'invoiceStatusFrom'),
			estimateStatusChanged: readStatuses(form, 'estimateStatusFrom'),
		},
		statusTo: {
			invoiceStatusChanged: readStatuses(form, 'invoiceStatusTo'),
			estimateStatusChanged: readStatuses(form, 'estimateStatusTo'),
		},
		fullPaymentOnly: form.fields.get('fullPaymentOnly')?.value === true,
	};
}

/** A value of a field's kind; undefined if it is empty. */
function textOf({ fields }: Form, name: string): string | undefined {
	const content = fields.get(name)?.content;
	return typeof content === 'string' ? content : undefined;
}

function readStatuses(form: Form, name: string): readonly string[] | undefined {
	const { entries } = readEntries(form, name);
	return entries.length === 0 ? undefined : entries.map((status) => status.toLowerCase());
}

/** A list, or text with commas. Entries that are not text are errors, since leaving them out would widen the filter. */
function readEntries({ fields, refuse }: Form, name: string) {
	const { path = name, value } = fields.get(name) ?? {};
	const given: unknown[] = typeof value === 'string' ? value.split(',') : [value].flat();
	const entries = given.flatMap((entry) => {
		const text = check(entry, 'text', 'utc');
		if (!text.ok) throw refuse(`${path} ${text.problem}`);
		return isAbsent(text.text) ? [] : [(text.text ?? '').trim()];
	});
	return { path, entries };
}

const MAX_REMINDER_DAYS = 365;

function readDays(form: Form, name: string, least: number): number[] {
	const { path, entries } = readEntries(form, name);
	const days = entries.map((text) => {
		const checked = check(text, 'integer', 'utc');
		const number = checked.ok ? Number(checked.text) : Number.NaN;
		if (number >= least && number <= MAX_REMINDER_DAYS) return number;
		throw form.refuse(
			`${path} takes whole numbers from ${least} to ${MAX_REMINDER_DAYS}, separated by commas, not ${quote(text)}`,
			name === 'daysOverdue' ? 'For the due date and the days before it, use Invoice Due Soon.' : undefined,
		);
	});
	if (days.length === 0) throw form.refuse(`Enter at least one number under ${path}`);
	return [...new Set(days)];
}

function readEvents(form: Form): EventKind[] {
	const chosen = new Set(readEntries(form, 'events').entries);
	if (chosen.size === 0) throw form.refuse('Choose at least one event under Events');
	return [...chosen].map((name) => {
		const kind = EVENT_KINDS.find((known) => known === name);
		if (kind === undefined) throw form.refuse(`Events takes ${EVENT_KINDS.join(', ')}, not ${quote(name)}`);
		return kind;
	});
}
