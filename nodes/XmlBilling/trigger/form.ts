import type { INodePropertyOptions } from 'n8n-workflow';
import { ESTIMATE_STATUSES, DAY, asChoices, switchField, formField } from '../descriptions/fields';
import { INVOICE_STATUSES } from '../records/states';
import { clientFilter } from '../descriptions/locators';
import type { Property } from '../descriptions/property';
import { includeNames, simplifyField } from '../descriptions/output';
import { type EventKind, EVENT_KINDS, EVENTS, WATCHED_RESOURCES } from './events/events';
import { canBackfill } from './state';

export const DEFAULT_MAX_EVENTS = 1000;

const ofClients = EVENT_KINDS.filter((kind) => WATCHED_RESOURCES[EVENTS[kind].resource].hasClient ?? false);
const ofAmounts = EVENT_KINDS.filter((kind) => ['invoice', 'expense'].includes(EVENTS[kind].resource));

// A removed payment is reported before the one that replaces it, but people look for new ones.
const placeOf = (kind: EventKind): number =>
	EVENT_KINDS.indexOf(kind) + (EVENTS[kind].detector === 'removal' ? 1.5 : 0);

/** In the order of the table: n8n's panel of triggers keeps it, and people look for invoices and payments first. */
const choices: INodePropertyOptions[] = [...EVENT_KINDS]
	.sort((one, other) => placeOf(one) - placeOf(other))
	.map((value) => ({ name: EVENTS[value].label, value, description: EVENTS[value].description }));

/** The statuses from which a change can be noticed. Paid invoices are no longer watched. */
const OPEN_STATUSES = INVOICE_STATUSES.filter(
	(status) => !WATCHED_RESOURCES.invoice.status?.final.includes(status),
);

const ofDates = EVENT_KINDS.filter(canBackfill);

/** Shows a field if one of the events that it applies to is chosen. */
const shownWith = (...events: EventKind[]) => ({ show: { '/events': events } });

/** A field for the days of a reminder. */
const daysField = (label: string, event: EventKind, when: string, more: Partial<Property>): Property =>
	formField(label, {
		...more,
		// The form may keep anything in the days of an event that isn't chosen.
		element: false,
		required: true,
		description: `How many days ${when} to report an invoice, once for each number. After a gap, only the latest is reported. A new due date starts over. Days that are already past are not reported, unless Start From includes them.`,
		displayOptions: { show: { events: [event] } },
	});

/** A filter by the statuses between which a record changes. */
const statusesField = (label: string, event: EventKind, more: Partial<Property>): Property =>
	formField(label, { type: 'multiOptions', default: [], displayOptions: shownWith(event), ...more });

const filters = formField('Filters', {
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	strict: true,
	description: 'Only events that pass these filters start the workflow. You can change filters at any time.',
	displayOptions: { show: { events: [...new Set([...ofClients, ...ofAmounts])] } },
	options: [
		formField('Client', {
			name: 'clientId',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			description: 'Only records of this client',
			// A trigger looks nothing up.
			modes: clientFilter.modes?.filter(({ name }) => ['list', 'id'].includes(name)),
			displayOptions: shownWith(...ofClients),
		}),
		statusesField('Estimate Status From', 'estimateStatusChanged', {
			options: ESTIMATE_STATUSES,
			open: true,
			description:
				'Only estimates that had one of these statuses before. For other statuses, use an expression.',
		}),
		statusesField('Estimate Status To', 'estimateStatusChanged', {
			options: ESTIMATE_STATUSES,
			open: true,
			description:
				'Only estimates that have one of these statuses now. For other statuses, use an expression.',
		}),
		switchField('Full Payment Only', {
			description: 'Whether to report a payment only if it settles the invoice',
			displayOptions: shownWith('paymentRecorded'),
		}),
		switchField('Include Disputed', {
			description:
				'Whether to also report disputed invoices. Otherwise, they are reported once the dispute is resolved.',
			displayOptions: shownWith('invoiceDueSoon', 'invoiceOverdue'),
		}),
		switchField('Include Drafts', {
			description: 'Whether to report a draft immediately instead of when it is sent',
			displayOptions: shownWith('invoiceCreated'),
		}),
		statusesField('Invoice Status From', 'invoiceStatusChanged', {
			options: asChoices(OPEN_STATUSES),
			description:
				'Only invoices that had one of these statuses before. Paid invoices are no longer watched.',
		}),
		statusesField('Invoice Status To', 'invoiceStatusChanged', {
			options: asChoices(INVOICE_STATUSES),
			description: 'Only invoices that have one of these statuses now',
		}),
		formField('Minimum Amount', {
			kind: 'money',
			placeholder: 'e.g. 500.00',
			description:
				'Smallest amount to report, in the currency of the record: the payment, the balance of an invoice that is due soon or overdue, or else the total',
			displayOptions: shownWith(...ofAmounts),
		}),
	],
});

const options = formField('Options', {
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		includeNames,
		formField('Max Events per Poll', {
			name: 'maxEvents',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: DEFAULT_MAX_EVENTS,
			description:
				'How many events one poll may report, but for the last record, whose events stay together. The next polls report the rest, in order.',
		}),
		formField('Start From', {
			...DAY,
			description:
				'When the trigger starts for the first time, also report existing invoices (with their payments), estimates and recurring profiles dated on or after this day. By default, only later events are reported.',
			displayOptions: shownWith(...ofDates),
		}),
	],
});

/** The fields of the trigger. */
export const triggerForm: Property[] = [
	formField('Events', {
		type: 'multiOptions',
		element: false,
		options: choices,
		default: ['invoiceCreated'],
		required: true,
		description: 'Events that start the workflow',
	}),
	daysField('Days Before Due', 'invoiceDueSoon', 'before the due date', {
		default: '3',
		placeholder: 'e.g. 7, 3, 0',
		hint: 'One or more numbers, separated by commas. 0 is the due date.',
	}),
	daysField('Days Overdue', 'invoiceOverdue', 'after the due date', {
		default: '1',
		placeholder: 'e.g. 1, 7, 14',
		hint: 'One or more numbers, 1 or higher, separated by commas',
	}),
	simplifyField,
	filters,
	options,
	formField(
		'n8n keeps what this trigger remembers under its name: if you rename it, it starts anew. To miss no invoice or payment, set <i>Start From</i> to the date of your oldest open invoice; what was reported before comes again with the same <code>event_id</code>.',
		{
			name: 'renaming',
			type: 'notice',
		},
	),
];
