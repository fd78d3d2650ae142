/** A service and a trigger that polls it and stores its state like n8n, for focused tests. */
import type {
	EventKind,
	TriggerEvent,
	TriggerOptions,
	WatchedRecord,
} from '../../../nodes/XmlBilling/trigger/events/events';
import { poll } from '../../../nodes/XmlBilling/trigger/poll';
import type { ListPage, RecordReader } from '../../../nodes/XmlBilling/trigger/scan';
import { kept, SCOPE } from './history.mts';
import { type Order, Service, type Shape } from './model.mts';

export const NOW = '2026-03-01T10:00:00.000+01:00';

export const optionsFor = (...events: EventKind[]): TriggerOptions => ({
	events,
	includeDrafts: false,
	maxEvents: 1000,
});

export class Bench {
	readonly service: Service;
	options: TriggerOptions;
	saved: unknown = undefined;
	now = NOW;
	/** How lists and single reads show a record, and what else becomes of pages. */
	lists: (record: WatchedRecord) => WatchedRecord = (record) => record;
	reads: (record: WatchedRecord) => WatchedRecord = (record) => record;
	distort: (page: ListPage, ...request: Parameters<RecordReader['page']>) => ListPage = (page) => page;
	/** The log of the last poll, and why its lists are unreliable. */
	log: string[] = [];
	trouble: string | undefined;

	constructor(options: TriggerOptions, shape: Shape = 'summary', order: Order = 'newest', perPage = 100) {
		this.service = new Service(shape, order, perPage);
		this.options = options;
	}

	async poll(reader: RecordReader = this.service.reader()): Promise<TriggerEvent[]> {
		this.service.requests = { page: 0, get: 0 };
		const { saved, options, now } = this;
		const page: RecordReader['page'] = async (...request) => {
			const answer = await reader.page(...request);
			return this.distort({ ...answer, records: answer.records.map(this.lists) }, ...request);
		};
		const get: RecordReader['get'] = async (...request) => {
			const answer = await reader.get(...request);
			return typeof answer === 'string' ? answer : this.reads(answer);
		};
		const result = await poll(
			{ ...reader, page, get },
			{ ...{ saved, access: SCOPE, options, now }, askScope: () => Promise.resolve(SCOPE), isFirst: false },
		);
		this.saved = kept(result.state);
		this.log = result.log;
		this.trouble = result.trouble;
		return result.events;
	}

	async ids(reader?: RecordReader): Promise<string[]> {
		return (await this.poll(reader)).map(({ eventId }) => eventId);
	}
}
