/** A service and a polling trigger, for focused tests. */
import type {
	EventKind,
	TriggerEvent,
	TriggerOptions,
	Filter,
} from '../../../nodes/XmlBilling/trigger/events/events';
import { poll } from '../../../nodes/XmlBilling/trigger/poll';
import type { RecordReader, ListPage } from '../../../nodes/XmlBilling/trigger/scan';
import { kept, SCOPE } from './history.mts';
import type { Order } from './quirks.mts';
import { Service } from './model.mts';
import type { Shape } from './records.mts';

export const NOW = '2026-03-01T10:00:00.000+01:00';

export const optionsFor = (...events: EventKind[]): TriggerOptions => ({
	events,
	includeDrafts: false,
	maxEvents: 1000,
});

/** Stores its state like n8n. */
export class Bench {
	readonly service: Service;
	options: TriggerOptions;
	saved: unknown = undefined;
	/** The warnings and log lines of the last poll. */
	log: string[] = [];
	trouble: string | undefined;
	now = NOW;
	scope = SCOPE;

	constructor(options: TriggerOptions, shape: Shape = 'summary', order: Order = 'newest', perPage = 100) {
		this.service = new Service(shape, order, perPage);
		this.options = options;
	}

	async poll(reader: RecordReader = this.service.reader()): Promise<TriggerEvent[]> {
		this.service.requests = { page: 0, get: 0 };
		const { saved, scope, options, now } = this;
		const { events, state, log, trouble } = await poll(reader, { saved, scope, options, now });
		this.saved = kept(state);
		this.log = log;
		this.trouble = trouble;
		return events;
	}

	/** The service, with something else made of the pages of its lists. */
	distorting(
		distort: (page: ListPage, ...request: Parameters<RecordReader['page']>) => ListPage,
		reader = this.service.reader(),
	): RecordReader {
		return { ...reader, page: async (...request) => distort(await reader.page(...request), ...request) };
	}

	/** The service, which reads another filter into the one that it is asked for. */
	misreading(read: (filter: Filter) => Filter): RecordReader {
		const reader = this.service.reader();
		return { ...reader, page: (resource, filter, page) => reader.page(resource, read(filter), page) };
	}

	async ids(reader?: RecordReader): Promise<string[]> {
		return (await this.poll(reader)).map(({ eventId }) => eventId);
	}
}
