/**
 * The comparison of what is remembered of a record with what is seen of it now, one way for each kind of event. A watch
 * keeps one string for a record, its entry, and nothing for a record that cannot change any more.
 */
import {
	clientOf,
	type BillingRecord,
	type EventKind,
	type TriggerEvent,
	type TriggerOptions,
	type DetectorName,
} from './events';
import type { ResourceRow } from './resources';
import {
	comparePayments,
	differs,
	EMPTY_LEDGER,
	ledgerOf,
	listedTransactions,
	readLedger,
	totalsMark,
	transactionsOf,
	writeLedger,
} from './payments';

/**
 * `new`: it appeared since the last poll, and all that it has is news. `known`: it was there before.
 * `baseline`: the kind has just been chosen, and nothing that the record has is news.
 */
export type Standing = 'new' | 'known' | 'baseline';

export interface Look {
	id: number;
	standing: Standing;
	/** What the watch remembers of the record. */
	entry: string | undefined;
	record: BillingRecord;
	/** The commercial status, as the record or the list it stood in says; undefined where neither does. */
	status: string | undefined;
	/** Whether it stood in a list that was read. */
	isListed: boolean;
	/** Its record in that list, if it is still at hand. */
	listRecord: BillingRecord | undefined;
}

/** `ignore`: nothing has changed. `enough`: the list record will do for `step`. `read`: it has to be read singly. */
export type Verdict = 'ignore' | 'enough' | 'read';

export interface Step {
	/** The events, and the entry to keep should the poll end right after each of them. */
	changes: ReadonlyArray<{ event: TriggerEvent; entry: string | undefined }>;
	/** The entry to keep once all of them are out; undefined: nothing. */
	entry: string | undefined;
}

export interface Setting {
	kind: EventKind;
	row: ResourceRow;
	options: TriggerOptions;
	/** When the poll began: ISO, with the offset of the workflow's time zone. */
	now: string;
}

export interface Detector {
	/** The statuses of which it has to see every record, given whether it is at its baseline and what it watches. */
	statuses(setting: Setting, isBaseline: boolean, watchesAny: boolean): readonly string[] | 'all';
	/** What a list record is worth. */
	judge(look: Look, setting: Setting): Verdict;
	/** What a full record, or a list record that was judged enough, means. */
	step(look: Look, setting: Setting): Step;
}

const NOTHING: Step = { changes: [], entry: undefined };

/** The status that a record tells, '' where it has none; undefined where it does not tell. */
export const statusOf = (record: BillingRecord, row: ResourceRow): string | undefined => {
	if (row.status === undefined) return undefined;
	const { field, openLists, final } = row.status;
	const told = record[field];
	if (typeof told !== 'string') return undefined;
	// Lists and single reads may write one word in different letter cases.
	const isTold = (word: string): boolean => word.toLowerCase() === told.trim().toLowerCase();
	return [...(openLists?.statuses ?? []), ...final].find(isTold) ?? told;
};

const isFull = (record: BillingRecord, row: ResourceRow): boolean =>
	row.present.every((field) => record[field] !== undefined) &&
	(!row.filled.includes('client') || clientOf(record) !== undefined) &&
	row.filled.every((field) => {
		const value = record[field];
		return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
	});

const readUnlessFull = (record: BillingRecord, { row }: Setting): Verdict =>
	isFull(record, row) ? 'enough' : 'read';

const isDiscarded = (record: BillingRecord, { status }: ResourceRow): boolean => {
	const use = status?.inUse && record[status.inUse.field];
	return typeof use === 'string' && use !== '' && use.toLowerCase() !== status?.inUse?.value.toLowerCase();
};

/** Whether the record is settled: paid, archived or cancelled. Where nothing tells, one that left its list counts so. */
function isSettled({ record, status, isListed }: Look, { row }: Setting): boolean {
	if (isDiscarded(record, row)) return true;
	if (status !== undefined && row.status?.final.includes(status)) return true;
	return row.status?.inUse === undefined && !isListed;
}

const describe = ({ record }: Look, { kind, now }: Setting, eventId: string): TriggerEvent => ({
	event: kind,
	eventId,
	detectedAt: now,
	record,
});

/** The status in which a record waits; what waits already goes on waiting, whatever the option says now. */
const draftOf = ({ entry }: Look, { options, row }: Setting): string | undefined =>
	options.includeDrafts && entry === undefined ? undefined : row.status?.draft;

/** Its entries are the drafts that are still to be announced, each an empty string. */
const created: Detector = {
	statuses({ row, options }, isBaseline, watchesAny) {
		const draft = row.status?.draft;
		return draft !== undefined && (watchesAny || (isBaseline && !options.includeDrafts)) ? [draft] : [];
	},
	judge(look, setting) {
		const { standing, entry, status, record } = look;
		const draft = draftOf(look, setting);
		const isDraft = draft !== undefined && status === draft;
		if (entry !== undefined) return isDraft ? 'ignore' : readUnlessFull(record, setting);
		if (standing === 'new') return isDraft ? 'enough' : readUnlessFull(record, setting);
		if (standing === 'known' || draft === undefined) return 'ignore';
		return isDraft ? 'enough' : status === undefined ? 'read' : 'ignore';
	},
	step(look, setting) {
		const { standing, entry, status, record } = look;
		const isDraft = status !== undefined && status === draftOf(look, setting);
		const isAwaited = isDraft && !isDiscarded(record, setting.row);
		if (entry === undefined && standing === 'known') return NOTHING;
		if (isDraft || (entry === undefined && standing === 'baseline')) {
			return { changes: [], entry: isAwaited ? '' : undefined };
		}
		const announced = describe(look, setting, `${setting.row.name}:${look.id}:created`);
		const event =
			entry === undefined ? announced : { ...announced, previousStatus: setting.row.status?.draft };
		return { changes: [{ event, entry: undefined }], entry: undefined };
	},
};

/** Its entries are ledgers. */
const payment: Detector = {
	statuses: () => 'all',
	judge(look, setting) {
		const { standing, entry, record, status } = look;
		const settled = isSettled(look, setting);
		const transactions = listedTransactions(record);
		const mark = totalsMark(record);
		if (entry === undefined && standing !== 'new') {
			if (settled) return 'ignore';
			return transactions === undefined ? 'read' : 'enough';
		}
		const ledger = entry === undefined ? EMPTY_LEDGER : readLedger(entry);
		if (transactions !== undefined) {
			if (differs(ledger, transactions)) return readUnlessFull(record, setting);
			return settled || entry === undefined ? 'enough' : 'ignore';
		}
		const isBare = (transactionsOf(record) ?? []).length === 0;
		const isUnpaidNew = entry === undefined && record.total_paid === 0 && status !== undefined && isBare;
		const saysNoPayment = isUnpaidNew || (entry !== undefined && mark !== '' && mark === ledger.mark);
		if (!saysNoPayment || settled) return 'read';
		return entry === undefined ? 'enough' : 'ignore';
	},
	step(look, setting) {
		const { standing, entry, record, listRecord } = look;
		const settled = isSettled(look, setting);
		const transactions = transactionsOf(record) ?? [];
		const mark = totalsMark(record, listRecord);
		if (entry === undefined && standing !== 'new') {
			return { changes: [], entry: settled ? undefined : writeLedger(ledgerOf(mark, transactions)) };
		}
		const known = entry === undefined ? EMPTY_LEDGER : readLedger(entry);
		const { payments, ledger } = comparePayments(known, record, transactions, mark);
		const changes = payments.map(({ payment, name, balanceLeft, ledger: soFar }) => {
			const announced = describe(look, setting, `payment:${look.id}:${name}`);
			const event = { ...announced, payment, ...(balanceLeft !== undefined && { balanceLeft }) };
			return { event, entry: writeLedger(soFar) };
		});
		return { changes, entry: settled ? undefined : writeLedger(ledger) };
	},
};

function readStatus(entry: string): { last: string; count: number } {
	const end = entry.lastIndexOf('/');
	return { last: entry.slice(0, end), count: Number(entry.slice(end + 1)) };
}

/**
 * Its entries are the last status that was seen and, after the last slash, the number of its last change. One that is
 * opened again is numbered from the minute in which that was seen, because its former numbers are forgotten.
 */
const status: Detector = {
	statuses: () => 'all',
	judge(look, setting) {
		const { entry, record } = look;
		if (look.status === undefined) return 'read';
		if (entry === undefined) return isSettled(look, setting) ? 'ignore' : 'enough';
		if (readStatus(entry).last !== look.status) return readUnlessFull(record, setting);
		return isSettled(look, setting) ? 'enough' : 'ignore';
	},
	step(look, setting) {
		const current = look.status;
		const settled = isSettled(look, setting);
		if (current === undefined) return { changes: [], entry: look.entry };
		if (look.entry === undefined) {
			const first = look.standing === 'known' ? Math.floor(Date.parse(setting.now) / 60_000) : 0;
			return { changes: [], entry: settled ? undefined : `${current}/${first}` };
		}
		const { last: previousStatus, count: changed } = readStatus(look.entry);
		if (previousStatus === current) return { changes: [], entry: settled ? undefined : look.entry };
		const count = changed + 1;
		const announced = describe(look, setting, `${setting.row.name}:${look.id}:status:${count}:${current}`);
		const event = { ...announced, previousStatus, status: current };
		const entry = settled ? undefined : `${current}/${count}`;
		return { changes: [{ event, entry }], entry };
	},
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** The due date that was last seen of an invoice, and those under which it was announced. */
interface Due {
	readonly last: string;
	readonly announced: readonly string[];
}

const readDues = (entry = ''): Due => {
	const [last = '', ...announced] = entry.split('!');
	return { last, announced };
};

const writeDues = ({ last, announced }: Due): string => [last, ...announced].join('!');

// Most open invoices have a due date of their own, so it is kept short: the day's number in base 36.
const writeDue = (due: string): string => (due === '' ? '' : (Date.parse(due) / DAY_MS).toString(36));
const readDue = (entry: string): string =>
	entry === '' ? '' : new Date(parseInt(entry, 36) * DAY_MS).toISOString().slice(0, 10);

const overdueDaysOf = ({ overdueDays }: TriggerOptions): number => Math.max(1, overdueDays ?? 1);

/** The due date that the record tells, else the one that is remembered; '' for none. */
function dueDateOf({ record, entry }: Look): string {
	const told = record.invoice_due_date;
	if (told === undefined) return readDue(readDues(entry).last);
	const day = typeof told === 'string' ? told.slice(0, 10) : '';
	return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : '';
}

const daysLate = (look: Look, { now }: Setting): number =>
	(Date.parse(now.slice(0, 10)) - Date.parse(dueDateOf(look))) / DAY_MS;

function isOverdue(look: Look, setting: Setting): boolean {
	const { outstanding } = look.record;
	const isPaid = typeof outstanding === 'number' && outstanding <= 0;
	const isDraft = look.status === setting.row.status?.draft;
	return !isDraft && !isPaid && daysLate(look, setting) >= overdueDaysOf(setting.options);
}

/** Its entries are the last due date and, each after an exclamation mark, those under which the invoice was announced. */
const overdue: Detector = {
	statuses: () => 'all',
	judge(look, setting) {
		const { entry, record, status, standing } = look;
		if (isSettled(look, setting)) return entry === undefined ? 'ignore' : 'enough';
		const isUntold = record.invoice_due_date === undefined && entry === undefined;
		if (status === undefined || isUntold) return 'read';
		const due = writeDue(dueDateOf(look));
		const { last, announced } = readDues(entry);
		const isNews = isOverdue(look, setting) && !announced.includes(due) && standing !== 'baseline';
		if (isNews) return readUnlessFull(record, setting);
		return entry !== undefined && last === due && (announced.includes(due) || !isOverdue(look, setting))
			? 'ignore'
			: 'enough';
	},
	step(look, setting) {
		if (isSettled(look, setting)) return NOTHING;
		const due = dueDateOf(look);
		const last = writeDue(due);
		const { announced } = readDues(look.entry);
		// One that is put off and set back is not announced again.
		if (!isOverdue(look, setting) || announced.includes(last))
			return { changes: [], entry: writeDues({ last, announced }) };
		const entry = writeDues({ last, announced: [...announced, last] });
		if (look.standing === 'baseline') return { changes: [], entry };
		const days = overdueDaysOf(setting.options);
		const announcedAs = describe(look, setting, `invoice:${look.id}:overdue:${days}:${due}`);
		const event = { ...announcedAs, daysOverdue: daysLate(look, setting) };
		return { changes: [{ event, entry }], entry };
	},
};

export const DETECTORS: Readonly<Record<DetectorName, Detector>> = { created, payment, status, overdue };
