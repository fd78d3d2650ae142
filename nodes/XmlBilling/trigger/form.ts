import type { INodePropertyOptions } from 'n8n-workflow';
import { asChoices } from '../actions/common/fields';
import { INVOICE_STATUSES } from '../actions/invoice/forms';
import { clientFilter } from '../actions/common/locators';
import type { Property } from '../engine/property';
import { simplifyField } from '../actions/common/simplifyField';
import { type EventKind, EVENT_KINDS, EVENTS } from './events';
import { RESOURCES } from './resources';

export const DEFAULT_MAX_EVENTS = 1000;

const ofClients = EVENT_KINDS.filter((kind) => RESOURCES[EVENTS[kind].resource].hasClient === true);
const ofAmounts = EVENT_KINDS.filter((kind) => ['invoice', 'expense'].includes(EVENTS[kind].resource));

const choices: INodePropertyOptions[] = Object.entries(EVENTS)
	.map(([value, { label, description }]) => ({ name: label, value, description }))
	.sort((one, other) => one.name.localeCompare(other.name));

/** The statuses that are followed: what is paid is settled, and not watched any more. */
export const OPEN_STATUSES = INVOICE_STATUSES.filter(
	(status) => !RESOURCES.invoice.status?.final.includes(status),
);

const ofDates = EVENT_KINDS.filter(
	(kind) => EVENTS[kind].detector !== 'status' && RESOURCES[EVENTS[kind].resource].dateFilter !== undefined,
);

/** A field is shown with the events that it concerns. */
const shownWith = (...events: EventKind[]) => ({ show: { '/events': events } });

const filters: Property = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	strict: true,
	description: 'Which of these events start the workflow. Filters can be changed at any time.',
	displayOptions: { show: { events: [...new Set([...ofClients, ...ofAmounts])] } },
	options: [
		{
			displayName: 'Client',
			name: 'clientId',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			description: 'Only what belongs to this client',
			modes: clientFilter.modes?.filter(({ name }) => name !== 'email'),
			displayOptions: shownWith(...ofClients),
		},
		{
			displayName: 'Estimate Status From',
			name: 'estimateStatusFrom',
			type: 'string',
			default: '',
			placeholder: 'e.g. Sent, Viewed',
			description: 'Only estimates that had this status before. Several are separated by commas.',
			displayOptions: shownWith('estimateStatusChanged'),
		},
		{
			displayName: 'Estimate Status To',
			name: 'estimateStatusTo',
			type: 'string',
			default: '',
			placeholder: 'e.g. Accepted',
			description: 'Only estimates that have this status now. Several are separated by commas.',
			displayOptions: shownWith('estimateStatusChanged'),
		},
		{
			displayName: 'Full Payment Only',
			name: 'fullPaymentOnly',
			type: 'boolean',
			default: true,
			description: 'Whether to report a payment only when nothing is left to pay after it',
			displayOptions: shownWith('paymentRecorded'),
		},
		{
			displayName: 'Include Drafts',
			name: 'includeDrafts',
			type: 'boolean',
			default: true,
			description: 'Whether a draft counts as created at once instead of when it is sent',
			displayOptions: shownWith('invoiceCreated'),
		},
		{
			displayName: 'Invoice Status From',
			name: 'invoiceStatusFrom',
			type: 'multiOptions',
			options: asChoices(OPEN_STATUSES),
			default: [],
			description:
				'Only invoices that had one of these statuses before. What is paid is not followed further.',
			displayOptions: shownWith('invoiceStatusChanged'),
		},
		{
			displayName: 'Invoice Status To',
			name: 'invoiceStatusTo',
			type: 'multiOptions',
			options: asChoices(INVOICE_STATUSES),
			default: [],
			description: 'Only invoices that have one of these statuses now',
			displayOptions: shownWith('invoiceStatusChanged'),
		},
		{
			displayName: 'Minimum Amount',
			name: 'minimumAmount',
			type: 'string',
			default: '',
			placeholder: 'e.g. 500.00',
			description:
				'The least amount of the payment, of what is owed on an overdue invoice, or else of the total of the invoice or expense, in its own currency',
			displayOptions: shownWith(...ofAmounts),
		},
	],
};

const options: Property = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Max Events per Poll',
			name: 'maxEvents',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: DEFAULT_MAX_EVENTS,
			description: 'How many events one poll may report. The rest comes with the next polls, in order.',
		},
		{
			displayName: 'Start From',
			name: 'startFrom',
			type: 'dateTime',
			default: '',
			description:
				'The day from which on invoices, estimates and recurring profiles are reported when the trigger starts for the first time: those dated on it or later, with their payments, and as overdue where they are. When left out, only what happens from then on is reported.',
			displayOptions: shownWith(...ofDates),
		},
	],
};

/** What the trigger's user fills in. */
export const triggerForm: Property[] = [
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		options: choices,
		default: ['invoiceCreated'],
		required: true,
		description: 'What starts the workflow. Several events share the requests that they need.',
	},
	{
		displayName: 'Days Overdue',
		name: 'overdueDays',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1,
		required: true,
		description:
			'How many days the due date has to be over. Each invoice is reported once per due date, and once more if it was paid meanwhile. What is overdue when the trigger starts is reported with the option Start From only, and not after a change of the days.',
		displayOptions: { show: { events: ['invoiceOverdue'] } },
	},
	simplifyField,
	filters,
	options,
];
