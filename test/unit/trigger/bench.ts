/** A service and a trigger that polls it, for tests of one thing each. */
import type { EventKind, TriggerEvent, TriggerOptions } from '../../../nodes/XmlBilling/trigger/events';
import { poll } from '../../../nodes/XmlBilling/trigger/poll';
import type { Reader } from '../../../nodes/XmlBilling/trigger/run';
import { kept, SCOPE } from './history';
import type { Order } from './manners';
import { Service } from './model';
import type { Shape } from './records';

export const NOW = '2026-03-01T10:00:00.000+01:00';

export const optionsFor = (...events: EventKind[]): TriggerOptions => ({
	events,
	includeDrafts: false,
	maxEvents: 1000,
});

/** It remembers its state as n8n would. */
export class Bench {
	readonly service: Service;
	options: TriggerOptions;
	saved: unknown = undefined;
	/** What the last poll said beside its events. */
	log: string[] = [];
	trouble: string | undefined;
	now = NOW;
	scope = SCOPE;

	constructor(options: TriggerOptions, shape: Shape = 'summary', order: Order = 'newest', perPage = 100) {
		this.service = new Service(shape, order, perPage);
		this.options = options;
	}

	async poll(reader: Reader = this.service.reader()): Promise<TriggerEvent[]> {
		this.service.requests = { page: 0, get: 0 };
		const { saved, scope, options, now } = this;
		const { events, state, log, trouble } = await poll(reader, { saved, scope, options, now });
		this.saved = kept(state);
		this.log = log;
		this.trouble = trouble;
		return events;
	}

	async ids(reader?: Reader): Promise<string[]> {
		return (await this.poll(reader)).map(({ eventId }) => eventId);
	}
}
