import { invoiceRecord, RECORD_TYPES, type RecordType } from '../../../records';
import { decodeOne, decodePage, findsNothing, isSuccess, type Page } from '../../../xml/answer';
import type { Element } from '../../../xml/parse';
import type { Body } from '../../../xml/request';
import type { BillingRecord } from '../../../xml/shape';
import { mayHavePayments } from '../../../records/invoicePayments';
import type { Inquiry } from './inquiry';

/** A page of a list. An empty list has no records. */
export interface Listed extends Page {
	/** What the records were read from. */
	readonly elements: readonly Element[];
	readonly ids: readonly number[];
	readonly namesPages: boolean;
}

/** One record read on its own, and as a list showed it. */
export interface Single {
	readonly record: BillingRecord;
	readonly element: Element;
	readonly listed: Element;
}

/** What was seen of a kind of record. */
export interface SeenKind {
	readonly kind: RecordType;
	/** The first page of its list. */
	readonly page: Listed;
	readonly single: Single | undefined;
}

/** What the checks look at. */
export interface Survey extends Inquiry {
	/** The kinds whose lists the service shows. */
	readonly kinds: readonly SeenKind[];
}

/** What was seen of invoices. */
export const invoicesIn = ({ kinds }: Survey): Partial<SeenKind> =>
	kinds.find(({ kind }) => kind === invoiceRecord) ?? {};

/** Reads the first page of each list but the short tables, and one record of each kind on its own. */
export async function survey(inquiry: Inquiry): Promise<Survey> {
	const kinds: SeenKind[] = [];
	for (const kind of RECORD_TYPES.filter(({ isTable }) => isTable !== true)) {
		const page = await readList(inquiry, kind);
		if (page !== undefined) kinds.push({ kind, page, single: await readOne(inquiry, kind, page) });
	}
	return { ...inquiry, kinds };
}

/** Reads a list, as far as more requests may be sent. Returns undefined if the service doesn't show it. */
export async function readList(
	{ ask }: Inquiry,
	kind: RecordType,
	filter?: Body,
): Promise<Listed | undefined> {
	const answer = (await ask(kind.list, filter && { filter }))?.answer;
	const page =
		answer && (isSuccess(answer.status) || findsNothing(answer)) ? decodePage(answer, kind) : undefined;
	if (answer === undefined || page === undefined) return undefined;
	const wrapper = answer.body.children.find(({ name }) => name === kind.wrapper);
	return {
		...page,
		elements: wrapper?.children.filter(({ name }) => name === kind.name) ?? [],
		ids: page.records.flatMap(({ [kind.id]: id }) => (typeof id === 'number' ? id : [])),
		namesPages: wrapper?.attributes['total_pages'] !== undefined,
	};
}

/** Reads a record on its own: of invoices one with payments, if there is one, because it shows the most. */
async function readOne(inquiry: Inquiry, kind: RecordType, page: Listed): Promise<Single | undefined> {
	const paid = kind === invoiceRecord ? await readList(inquiry, kind, { invoice_status: 'Paid' }) : undefined;
	const { records, elements } = paid === undefined || paid.records.length === 0 ? page : paid;
	const place = kind === invoiceRecord ? Math.max(0, records.findIndex(mayHavePayments)) : 0;
	const id = records[place]?.[kind.id];
	const listed = elements[place];
	if (kind.get === undefined || typeof id !== 'number' || listed === undefined) return undefined;
	const answer = (await inquiry.ask(kind.get, { [kind.id]: String(id) }))?.answer;
	const element = answer?.body.children.find(({ name }) => name === kind.name);
	if (answer === undefined || !isSuccess(answer.status) || element === undefined) return undefined;
	return { record: decodeOne(answer, kind, id) ?? {}, element, listed };
}
