import {
	categoryRecord,
	clientRecord,
	estimateRecord,
	expenseRecord,
	invoiceRecord,
	lateFeeRecord,
	paymentMethodRecord,
	productRecord,
	projectRecord,
	recurringRecord,
	serviceRecord,
	staffRecord,
	taskRecord,
	taxRecord,
	timeEntryRecord,
	type RecordType,
} from '../../../records';
import { transactionsOf } from '../../../records/payments';
import type { ReadMethod } from '../../../transport/billingApi';
import { decodeOne, decodePage, type Page } from '../../../xml/answer';
import type { Element } from '../../../xml/parse';
import type { Body } from '../../../xml/request';
import { isSameText, type BillingRecord } from '../../../xml/shape';
import type { Asked, Inquiry } from './inquiry';

export interface Kind extends RecordType {
	readonly list: ReadMethod;
	readonly get?: ReadMethod;
}

/** The kinds of records that have a list, with their names in reports. */
const KINDS: ReadonlyArray<readonly [many: string, kind: Kind]> = [
	['invoices', invoiceRecord],
	['clients', clientRecord],
	['estimates', estimateRecord],
	['recurring profiles', recurringRecord],
	['time entries', timeEntryRecord],
	['expenses', expenseRecord],
	['projects', projectRecord],
	['tasks', taskRecord],
	['products', productRecord],
	['services', serviceRecord],
	['staff', staffRecord],
	['expense categories', categoryRecord],
	['taxes', taxRecord],
	['late-fee rules', lateFeeRecord],
	['payment methods', paymentMethodRecord],
];

/** A page of a list, with the elements that its records were read from. */
export interface Listed extends Page {
	readonly wrapper: Element | undefined;
	readonly elements: readonly Element[];
}

/** One record read on its own, and as a list showed it. */
export interface Single {
	readonly record: BillingRecord;
	readonly element: Element;
	readonly listed: Element;
}

/** What is known of a kind of record. */
export interface Seen {
	readonly many: string;
	readonly kind: Kind;
	/** The first page of its list. Undefined if the service didn't show it. */
	readonly page: Listed | undefined;
	readonly single: Single | undefined;
}

/** What the checks look at. */
export interface Survey {
	readonly inquiry: Inquiry;
	readonly kinds: readonly Seen[];
	readonly of: (many: string) => Seen | undefined;
	/** Reads a list with a filter, as far as more requests may be sent. */
	readonly list: (kind: Kind, filter: Body) => Promise<Asked | undefined>;
}

/** Reads the first page of each list, and one record of each kind on its own. */
export async function survey(inquiry: Inquiry): Promise<Survey> {
	const list = async (kind: Kind, filter: Body) => await inquiry.ask(kind.list, { filter });
	const kinds: Seen[] = [];
	for (const [many, kind] of KINDS) {
		const page = listedIn(await inquiry.ask(kind.list), kind);
		const chosen = await choose(kind, page, list);
		kinds.push({ many, kind, page, single: await readOne(inquiry, kind, chosen) });
	}
	return { inquiry, kinds, of: (many) => kinds.find((seen) => seen.many === many), list };
}

/** The page of a list in an answer; undefined if it shows none. An empty list has no records. */
export function listedIn(asked: Asked | undefined, kind: Kind): Listed | undefined {
	const answer = asked?.answer;
	if (answer === undefined || ![200, 404].includes(answer.status)) return undefined;
	const page = decodePage(answer, kind);
	const wrapper = answer.body.children.find(({ name }) => name === kind.wrapper);
	const elements = wrapper?.children.filter(({ name }) => name === kind.name) ?? [];
	return page && { ...page, wrapper, elements: answer.status === 404 ? [] : elements };
}

/** The identifiers of listed records. */
export const idsOf = (page: Page | undefined, kind: Kind): number[] =>
	(page?.records ?? []).flatMap(({ [kind.id]: id }) => (typeof id === 'number' ? id : []));

interface Chosen {
	readonly id: number;
	readonly listed: Element;
}

/** The record to read on its own: if possible an invoice with payments, because they show the most. */
async function choose(
	kind: Kind,
	page: Listed | undefined,
	list: Survey['list'],
): Promise<Chosen | undefined> {
	if (kind.get === undefined || page === undefined || page.records.length === 0) return undefined;
	if (kind.name !== invoiceRecord.name) return chosenFrom(page, kind, 0);
	const paid = page.records.findIndex(looksPaid);
	if (paid !== -1) return chosenFrom(page, kind, paid);
	const ofPaid = listedIn(await list(kind, { invoice_status: 'Paid', per_page_record: '1' }), kind);
	return (ofPaid && chosenFrom(ofPaid, kind, 0)) ?? chosenFrom(page, kind, 0);
}

const looksPaid = (invoice: BillingRecord): boolean =>
	(transactionsOf(invoice)?.length ?? 0) > 0 ||
	Number(invoice['total_paid'] ?? 0) > 0 ||
	isSameText(invoice['invoice_status'], 'Paid');

function chosenFrom({ records, elements }: Listed, kind: Kind, index: number): Chosen | undefined {
	const id = records[index]?.[kind.id];
	const listed = elements[index];
	return typeof id === 'number' && listed !== undefined ? { id, listed } : undefined;
}

async function readOne(
	inquiry: Inquiry,
	kind: Kind,
	chosen: Chosen | undefined,
): Promise<Single | undefined> {
	if (kind.get === undefined || chosen === undefined) return undefined;
	const { id, listed } = chosen;
	const answer = (await inquiry.ask(kind.get, { [kind.id]: String(id) }))?.answer;
	const element = answer?.body.children.find(({ name }) => name === kind.name);
	if (answer?.status !== 200 || element === undefined) return undefined;
	return { record: decodeOne(answer, kind, id) ?? {}, element, listed };
}
