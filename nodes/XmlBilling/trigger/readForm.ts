import { NodeOperationError, type IPollFunctions } from 'n8n-workflow';
import { INVOICE_STATUSES } from '../actions/invoice/forms';
import { readForm } from '../engine/readForm';
import { unwrapLocator, type Values } from '../xml/encode';
import { fieldsOf } from '../xml/unknown';
import { check, isAbsent, quote, type Kind } from '../xml/values';
import { DEFAULT_MAX_EVENTS, OPEN_STATUSES, triggerForm } from './form';
import { EVENT_KINDS, type EventFilters, type EventKind, type TriggerOptions } from './events';

/** What the trigger is to report, and whether its records are to be simplified. */
export interface TriggerSettings extends TriggerOptions {
	simplify: boolean;
}

/** The form as it was filled in, and what is needed to read it. */
interface Form {
	values: Values;
	timeZone: string;
	refuse: (message: string) => NodeOperationError;
}

/** Reads the trigger's form. Throws an error that names the field which is wrong. */
export function readTriggerForm(context: IPollFunctions): TriggerSettings {
	const refuse = (message: string) => new NodeOperationError(context.getNode(), message);
	const given = triggerForm.map(({ name, default: fallback }): [string, unknown] => [
		name,
		context.getNodeParameter(name, fallback),
	]);
	const values = readForm(triggerForm, Object.fromEntries(given), context.getNode().parameters, refuse);
	const formOf = (part: unknown): Form => ({
		values: { ...values, ...fieldsOf(part) },
		timeZone: context.getTimezone(),
		refuse,
	});
	const options = formOf(values.options);
	const filters = formOf(values.filters);
	const startFrom = readOne(options, 'Start From', 'startFrom', 'date');
	return {
		events: readEvents(options),
		includeDrafts: filters.values.includeDrafts === true,
		maxEvents: readCount(options, 'Max Events per Poll', 'maxEvents', DEFAULT_MAX_EVENTS),
		overdueDays: readCount(options, 'Days Overdue', 'overdueDays', 1),
		...(startFrom === undefined ? {} : { startFrom }),
		filters: readFilters(filters),
		simplify: values.simplify !== false,
	};
}

function readFilters(form: Form): EventFilters {
	const client = readFilter(form, 'Client', 'clientId', 'identifier');
	const amount = readFilter(form, 'Minimum Amount', 'minimumAmount', 'decimal');
	return {
		...(client === undefined ? {} : { clientId: Number(client) }),
		...(amount === undefined ? {} : { minimumAmount: Number(amount) }),
		statusFrom: {
			invoiceStatusChanged: readStatuses(form, 'Invoice Status From', 'invoiceStatusFrom', OPEN_STATUSES),
			estimateStatusChanged: readStatuses(form, 'Estimate Status From', 'estimateStatusFrom'),
		},
		statusTo: {
			invoiceStatusChanged: readStatuses(form, 'Invoice Status To', 'invoiceStatusTo', INVOICE_STATUSES),
			estimateStatusChanged: readStatuses(form, 'Estimate Status To', 'estimateStatusTo'),
		},
		fullPaymentOnly: form.values.fullPaymentOnly === true,
	};
}

function readOne(
	{ values, timeZone, refuse }: Form,
	label: string,
	name: string,
	kind: Kind,
): string | undefined {
	const checked = check(unwrapLocator(values[name]), kind, timeZone);
	if (!checked.ok) throw refuse(`${label} ${checked.problem}`);
	return checked.text;
}

// One that was added and says nothing would let everything through.
function readFilter(form: Form, label: string, name: string, kind: Kind): string | undefined {
	const text = readOne(form, label, name, kind);
	if (text === undefined && name in form.values) throw emptyFilter(form, label);
	return text;
}

function readCount(form: Form, label: string, name: string, fallback: number): number {
	const text = readOne(form, label, name, 'integer');
	return text === undefined ? fallback : Number(text);
}

function readStatuses(
	form: Form,
	label: string,
	name: string,
	known?: readonly string[],
): readonly string[] | undefined {
	if (!(name in form.values)) return undefined;
	const statuses = listOf(form, label, form.values[name]).map((status) => status.toLowerCase());
	if (statuses.length === 0) throw emptyFilter(form, label);
	const unknown = statuses.find((status) => known?.every((word) => word.toLowerCase() !== status));
	if (unknown !== undefined) throw form.refuse(`${label} takes ${known?.join(', ')}, not ${quote(unknown)}`);
	return statuses;
}

const emptyFilter = ({ refuse }: Form, label: string) =>
	refuse(`The filter ${label} is empty. Fill it in, or remove it`);

// A list, or text with commas. What is no text would silently be left out.
function listOf({ timeZone, refuse }: Form, label: string, value: unknown): string[] {
	const entries: unknown[] = typeof value === 'string' ? value.split(',') : [value].flat();
	return entries.flatMap((entry) => {
		const text = check(entry, 'text', timeZone);
		if (!text.ok) throw refuse(`${label} ${text.problem}`);
		return isAbsent(text.text) ? [] : [(text.text ?? '').trim()];
	});
}

function readEvents(form: Form): EventKind[] {
	const { values, refuse } = form;
	const chosen = new Set(listOf(form, 'Events', values.events));
	if (chosen.size === 0) throw refuse('No event is chosen under Events');
	return [...chosen].map((name) => {
		const kind = EVENT_KINDS.find((known) => known === name);
		if (kind === undefined) throw refuse(`Events takes ${EVENT_KINDS.join(', ')}, not ${quote(name)}`);
		return kind;
	});
}
