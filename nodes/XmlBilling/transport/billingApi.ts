import type { INode, NodeApiError } from 'n8n-workflow';
import { NO_DOCUMENT, decodeOne, decodePage, type Answer, type Page } from '../xml/answer';
import { capitalized, nameById } from '../records/display';
import { isRead, methodNamed } from '../records/methods';
import type { Body } from '../xml/request';
import type { AnswerType, RecordType } from '../records';
import { decodeRecord, type BillingRecord } from '../xml/shape';
import { isAbsent } from '../xml/values';
import { NO_ACCOUNT_DATA, TRY_LATER } from './texts';
import type { Exchanged } from './exchange';
import { callError, failureOf, malformedFailure, serviceFailure, type Failure } from './failures';
import { mapInOrder } from '../helpers/async';

/** Returns why a write must not be sent; undefined if it may. */
export type WriteGuard = (
	method: string,
	body: Body,
	api: Pick<BillingApi, 'get' | 'find'>,
) => Promise<Failure | undefined>;

interface Parts extends Pick<WritableApi, 'baseUrl' | 'tokenMark' | 'signal'> {
	readonly node: INode;
	readonly guard: WriteGuard;
	/** Sends a request, with retries where they are safe, and judges its answer. */
	readonly send: (method: string, body: Body) => Promise<Exchanged>;
}

/** Reads. Operations see no more, so that every write passes the guards. */
export type BillingApi = Omit<WritableApi, 'call' | 'refusal' | 'signal'>;

/** The billing service, for one run: reads, writes, and what was read. If a call fails, it throws a NodeApiError for the user. */
export class WritableApi {
	/** The address of the service, without its token. */
	readonly baseUrl: string;
	/** 18 bits of a hash: enough to notice a changed token, and too few to reveal it. */
	readonly tokenMark: string;
	/** Aborted when nothing more is sent. Then whatever else waits must end as well. */
	readonly signal: AbortSignal;
	/** What was loaded, by kind of record and by key. */
	readonly #loaded = new Map<string, Map<string, Promise<unknown>>>();
	readonly #parts: Parts;

	constructor(parts: Parts) {
		this.baseUrl = parts.baseUrl;
		this.tokenMark = parts.tokenMark;
		this.signal = parts.signal;
		this.#parts = parts;
	}

	/** Why the credential's limits forbid a write; undefined if they allow it. */
	async refusal(method: string, body: Body): Promise<Failure | undefined> {
		return isRead(method) ? undefined : await this.#parts.guard(method, body, this);
	}

	/** Calls a method (§4). A write that the credential's limits forbid is rejected before anything is sent. */
	async call(method: string, body: Body = {}): Promise<Answer> {
		const forbidden = await this.refusal(method, body);
		if (forbidden !== undefined) throw this.#error(forbidden, method, body);
		const result = await this.#parts.send(method, body);
		const { kind, verb = 'get' } = methodNamed(method) ?? {};
		// The next item may look up a number that this write changed.
		if (!isRead(method)) this.forget(kind);
		if (result.ok) return result.answer;
		// The vendor answers "often, not always" with a document. Whether the record was changed or is gone can be looked up.
		if (result.failure.kind === 'silent' && ['update', 'delete'].includes(verb)) return NO_DOCUMENT;
		throw this.#error(result.failure, method, body);
	}

	/** Reads one record, always with its identifier (§2.2). */
	async get(type: RecordType, id: number): Promise<BillingRecord> {
		this.forget(type.name, `id ${id}`);
		return await this.#readOnce(type, id);
	}

	/** The same, but not if it was read before, until `forget` drops it. Returns undefined if the service has no such record. */
	async find(type: RecordType, id: number): Promise<BillingRecord | undefined> {
		return await this.#readOnce(type, id).catch((error: unknown) => {
			if (failureOf(error)?.kind !== 'gone') throw error;
			return undefined;
		});
	}

	/** Reads what is no kind of record, such as the account. */
	async read(type: AnswerType, body?: Body): Promise<BillingRecord> {
		const answer = await this.call(type.method, body).catch((error: unknown) => {
			const failure = failureOf(error);
			if (failure?.kind !== 'gone') throw error;
			throw this.#error({ ...failure, advice: NO_ACCOUNT_DATA }, type.method);
		});
		const element = answer.body.children.find(({ name }) => name === type.name);
		if (element === undefined) throw this.#noAnswer(type.method);
		return decodeRecord(element, type.shape);
	}

	/** One page of a list (§4.1). An empty page is not an error. */
	async page(type: RecordType, filter: Body, page: number, perPage: number): Promise<Page> {
		const paged = { ...filter, page: String(page), per_page_record: String(perPage) };
		return await this.#readPage(type, { filter: paged });
	}

	/**
	 * The first records of a list, in the service's order. Infinity reads all. Leaves out records without an identifier, which
	 * can neither be read nor told apart. A table, which has no pages (§4.11), is read once and remembered.
	 */
	async list(type: RecordType, filter: Body, limit: number): Promise<BillingRecord[]> {
		if (type.isTable) {
			const { records } = await this.remember(type.name, 'table', () => this.#readPage(type, {}));
			return records.slice(0, limit);
		}
		const missing = new Set<number>();
		const fetchPage = async (number: number, perPage: number) => {
			const page = await this.page(type, filter, number, perPage);
			// HTTP: a page that the list announces twice and that fails is an error. The list would be short.
			if (number > 1 && page.total === 0) {
				if (missing.has(number))
					throw this.#error({ ...serviceFailure(404, ''), advice: TRY_LATER }, type.list);
				missing.add(number);
			}
			return { ...page, records: page.records.filter((record) => !isAbsent(record[type.id])) };
		};
		return await collectPages(fetchPage, type.id, limit);
	}

	/**
	 * Loads a value once per execution. A write to a record of the kind drops the value.
	 *
	 * @param kind the name of a kind of record; any other word if writes leave the value as it is
	 */
	async remember<Result>(kind: string, key: string, load: () => Promise<Result>): Promise<Result> {
		const ofKind = this.#loaded.get(kind) ?? new Map<string, Promise<unknown>>();
		this.#loaded.set(kind, ofKind);
		const known = ofKind.get(key) ?? load();
		ofKind.set(key, known);
		// A failed load may succeed for the next item.
		known.catch(() => ofKind.delete(key));
		// Each key has only one loader.
		return await (known as Promise<Result>);
	}

	/** Remembers a record that its list shows in full: `find` need not read it. */
	store(type: RecordType, record: BillingRecord): void {
		void this.remember(type.name, `id ${Number(record[type.id])}`, () => Promise.resolve(record));
	}

	/** Drops what is remembered, or all of it, before a look that must not miss what others have just written. */
	forget(kind?: string, key?: string): void {
		if (kind === undefined) this.#loaded.clear();
		else if (key === undefined) this.#loaded.delete(kind);
		else this.#loaded.get(kind)?.delete(key);
	}

	#error(failure: Failure, method: string, body: Body = {}): NodeApiError {
		return callError(this.#parts.node, failure, method, body);
	}

	#noAnswer(method: string): NodeApiError {
		return this.#error(malformedFailure('notAnswer', new URL(this.baseUrl).host, 200, true), method);
	}

	async #readOnce(type: RecordType, id: number): Promise<BillingRecord> {
		return await this.remember(type.name, `id ${id}`, async () => {
			const { get: method } = type;
			if (method === undefined) throw this.#error(serviceFailure(501, ''), `get ${type.name}`);
			const answer = await this.call(method, { [type.id]: String(id) }).catch((error: unknown) => {
				const failure = failureOf(error);
				if (failure?.kind !== 'gone') throw error;
				const message = `${capitalized(nameById(type, id))} was not found: ${failure.message}`;
				throw this.#error({ ...failure, message }, method);
			});
			const record = decodeOne(answer, type, id);
			if (record?.[type.id] !== id) throw this.#noAnswer(method);
			return record;
		});
	}

	async #readPage(type: RecordType, body: Body): Promise<Page> {
		const decoded = decodePage(await this.call(type.list, body), type);
		if (decoded === undefined) throw this.#noAnswer(type.list);
		return decoded;
	}
}

export const MAX_PER_PAGE = 100;

type FetchPage = (page: number, perPage: number) => Promise<Page>;

/**
 * Reads a list up to a limit: page 1, then the other needed pages in parallel (§4.1). People add and delete records meanwhile,
 * which move between pages: then the pages are read again. If they still differ, both readings count, so that nothing is lost.
 *
 * @param id the field that identifies a record; every record must have it
 * @param limit the most records to return; Infinity for all
 * @returns the records in the service's order, none twice
 */
export async function collectPages(
	fetchPage: FetchPage,
	id: string,
	limit: number,
): Promise<BillingRecord[]> {
	const first = await readPages(fetchPage, id, limit);
	if (first.isConsistent) return first.records.slice(0, limit);
	const second = await readPages(fetchPage, id, limit);
	const records = second.isConsistent ? second.records : [...first.records, ...second.records];
	return [...new Map(records.map((record) => [record[id], record])).values()].slice(0, limit);
}

async function readPages(fetchPage: FetchPage, id: string, limit: number) {
	const perPage = Math.min(limit, MAX_PER_PAGE);
	const first = await fetchPage(1, perPage);
	// A service may send smaller pages than asked for (§8).
	const needed = Math.min(first.totalPages ?? 1, Math.ceil(limit / Math.max(first.records.length, 1)));
	const numbers = Array.from({ length: Math.max(needed - 1, 0) }, (_, index) => index + 2);
	const others = await mapInOrder(numbers, (number) => fetchPage(number, perPage));
	const records = [first, ...others].flatMap((page) => page.records);
	const isDoubled = new Set(records.map((record) => record[id])).size < records.length;
	const isAgreed = others.every((page) => page.totalPages === first.totalPages && page.total === first.total);
	return { records, isConsistent: !isDoubled && isAgreed };
}
