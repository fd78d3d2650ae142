import { NodeOperationError, type IPollFunctions } from 'n8n-workflow';
import { check } from './interface/values';
import { EVENT_KINDS, type EventKind, type TriggerOptions } from './trigger/events';

const DEFAULT_MAX_EVENTS = 1000;

/** What the trigger's form says. Throws an error that names the field. */
export function readTriggerOptions(context: IPollFunctions): TriggerOptions {
	const refuse = (message: string) => new NodeOperationError(context.getNode(), message);
	const chosen = context.getNodeParameter('events', []);
	const events = (Array.isArray(chosen) ? chosen : []).filter(isEventKind);
	if (events.length === 0) throw refuse('No event is chosen under Events');

	const options = new Map<string, unknown>(Object.entries(context.getNodeParameter('options', {}) ?? {}));
	const maxEvents = Number(options.get('maxEvents') ?? DEFAULT_MAX_EVENTS);
	if (!Number.isInteger(maxEvents) || maxEvents < 1) {
		throw refuse('Max Events per Poll is a whole number of 1 or more');
	}
	const startFrom = check(options.get('startFrom'), 'date', context.getTimezone());
	if (!startFrom.ok) throw refuse(`Start From ${startFrom.problem}`);
	return {
		events,
		includeDrafts: options.get('includeDrafts') === true,
		maxEvents,
		...(startFrom.text === undefined ? {} : { startFrom: startFrom.text }),
		filters: { fullPaymentOnly: options.get('fullPaymentOnly') === true },
	};
}

const isEventKind = (value: unknown): value is EventKind => EVENT_KINDS.some((kind) => kind === value);
