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
import {
	asError,
	callError,
	failureOfWrite,
	malformedFailure,
	serviceFailure,
	type Failure,
} from './failures';
import { mapInOrder } from '../helpers/async';

/** Reads from the billing service. If a read fails, it throws a NodeApiError for the user. */
export interface BillingApi {
	/** The address of the service, without its token. */
	readonly baseUrl: string;
	/** 18 bits of a hash: enough to notice a changed token, and too few to reveal it. */
	readonly tokenMark: string;
	/** Reads one record, always with its identifier (§2.2). */
	get(type: RecordType, id: number): Promise<BillingRecord>;
	/** The same, but not if it was read before, until `forget` drops it. Returns undefined if the service has no such record. */
	find(type: RecordType, id: number): Promise<BillingRecord | undefined>;
	/** Reads what is no kind of record, such as the account. */
	read(type: AnswerType, body?: Body): Promise<BillingRecord>;
	/** One page of a list (§4.1). An empty page is not an error. */
	page(type: RecordType, filter: Body, page: number, perPage: number): Promise<Page>;
	/**
	 * The first records of a list, in the service's order. Infinity reads all. Leaves out records without an identifier, which
	 * can neither be read nor told apart. A table, which has no pages (§4.11), is read once and remembered.
	 */
	list(type: RecordType, filter: Body, limit: number): Promise<BillingRecord[]>;
	/**
	 * Loads a value once per execution. A write to a record of the kind drops the value.
	 *
	 * @param kind the name of a kind of record; any other word if writes leave the value as it is
	 */
	remember<Result>(kind: string, key: string, load: () => Promise<Result>): Promise<Result>;
	/** Remembers a record that its list shows in full: `find` need not read it. */
	keep(type: RecordType, record: BillingRecord): void;
	/** Drops what is remembered, or all of it, before a look that must not miss what others have just written. */
	forget(kind?: string, key?: string): void;
}

/** Reads and writes. Only the engine uses it, so that every write passes the guards. */
export interface WritableApi extends BillingApi {
	/** Calls a method (§4). A write that the credential's limits forbid is rejected before anything is sent. */
	call(method: string, body?: Body): Promise<Answer>;
	/** Why the credential's limits forbid a write; undefined if they allow it. */
	refusal(method: string, body: Body): Promise<Failure | undefined>;
	/** Aborted when nothing more is sent. Then whatever else waits must end as well. */
	readonly signal: AbortSignal;
}

/** Returns why a write must not be sent; undefined if it may. */
export type WriteGuard = (
	method: string,
	body: Body,
	api: Pick<BillingApi, 'get' | 'find'>,
) => Promise<Failure | undefined>;

interface Parts extends Pick<WritableApi, 'tokenMark' | 'signal'> {
	readonly node: INode;
	readonly url: string;
	readonly guard: WriteGuard;
	/** Sends a request, with retries where they are safe, and judges its answer. */
	readonly send: (method: string, body: Body) => Promise<Exchanged>;
}

/** What sending and reading share. */
interface Inside extends Parts, Pick<WritableApi, 'refusal'> {
	readonly errorOf: (failure: Failure, method: string, body?: Body) => NodeApiError;
	readonly memory: ReturnType<typeof remembering>;
}

/** Connects sending, reading and remembering. */
export function createBillingApi(parts: Parts): WritableApi {
	const { node, url, tokenMark, signal, guard } = parts;
	const errorOf: Inside['errorOf'] = (failure, method, body = {}) => callError(node, failure, method, body);
	const memory = remembering();
	const refusal: WritableApi['refusal'] = async (method, body) =>
		isRead(method) ? undefined : await guard(method, body, api);
	const inside: Inside = { ...parts, refusal, errorOf, memory };
	const call = sending(inside);
	const api: WritableApi = {
		baseUrl: url,
		tokenMark,
		signal,
		refusal,
		call,
		...memory,
		...reading(inside, call),
	};
	return api;
}

/** Calls methods. */
function sending({ send, errorOf, refusal, memory }: Inside): WritableApi['call'] {
	return async (method, body = {}) => {
		const failed = (failure: Failure) => errorOf(failure, method, body);
		const forbidden = await refusal(method, body);
		if (forbidden !== undefined) throw failed(forbidden);
		const result = await send(method, body);
		// The next item may look up a number that this write changed.
		if (!isRead(method)) memory.forget(methodNamed(method)?.kind);
		if (result.ok) return result.answer;
		// The vendor answers "often, not always" with a document. Only a create shows nothing by itself.
		if (result.failure.kind === 'silent' && ['update', 'delete'].includes(methodNamed(method)?.verb ?? ''))
			return NO_DOCUMENT;
		throw failed(result.failure);
	};
}

/** Decodes records and lists. */
function reading(
	{ url, errorOf, memory: { remember, forget } }: Inside,
	call: WritableApi['call'],
): Pick<BillingApi, 'get' | 'find' | 'keep' | 'read' | 'page' | 'list'> {
	const noAnswer = malformedFailure('notAnswer', new URL(url).host, 200, true);

	async function readList(type: RecordType, body: Body): Promise<Page> {
		const decoded = decodePage(await call(type.list, body), type);
		if (decoded === undefined) throw errorOf(noAnswer, type.list);
		return decoded;
	}

	const readOnce = (type: RecordType, id: number): Promise<BillingRecord> =>
		remember(type.name, `id ${id}`, async () => {
			const { get: method } = type;
			if (method === undefined) throw errorOf(serviceFailure(501, ''), `get ${type.name}`);
			const answer = await call(method, { [type.id]: String(id) }).catch((error: unknown) => {
				const failure = failureOfWrite(error);
				if (failure?.kind !== 'gone') throw error;
				const message = `${capitalized(nameById(type, id))} was not found: ${failure.message}`;
				throw errorOf({ ...failure, message }, method);
			});
			const record = decodeOne(answer, type, id);
			if (record?.[type.id] !== id) throw errorOf(noAnswer, method);
			return record;
		});

	const reads: ReturnType<typeof reading> = {
		async get(type, id) {
			forget(type.name, `id ${id}`);
			return await readOnce(type, id);
		},
		async find(type, id) {
			const found = await readOnce(type, id).catch(asError);
			if (!(found instanceof Error)) return found;
			if (failureOfWrite(found)?.kind === 'gone') return undefined;
			throw found;
		},
		keep: (type, record) =>
			void remember(type.name, `id ${Number(record[type.id])}`, () => Promise.resolve(record)),
		async read(type, body) {
			const answer = await call(type.method, body).catch((error: unknown) => {
				const failure = failureOfWrite(error);
				throw failure?.kind === 'gone'
					? errorOf({ ...failure, advice: NO_ACCOUNT_DATA }, type.method)
					: error;
			});
			const element = answer.body.children.find(({ name }) => name === type.name);
			if (element === undefined) throw errorOf(noAnswer, type.method);
			return decodeRecord(element, type.shape);
		},
		async page(type, filter, page, perPage) {
			const paged = { ...filter, page: String(page), per_page_record: String(perPage) };
			return await readList(type, { filter: paged });
		},
		async list(type, filter, limit) {
			if (type.isTable) {
				const load = () => readList(type, {});
				const { records } = await remember(type.name, 'table', load);
				return records.slice(0, limit);
			}
			const missing = new Set<number>();
			const fetchPage = async (number: number, perPage: number) => {
				const page = await reads.page(type, filter, number, perPage);
				// HTTP: a page that the list announces twice and that fails is an error. The list would be short.
				if (number > 1 && page.total === 0) {
					if (missing.has(number))
						throw errorOf({ ...serviceFailure(404, ''), advice: TRY_LATER }, type.list);
					missing.add(number);
				}
				return { ...page, records: page.records.filter((record) => !isAbsent(record[type.id])) };
			};
			return await collectPages(fetchPage, type.id, limit);
		},
	};
	return reads;
}

/** Keeps what was loaded, by kind of record and by key. */
function remembering(): Pick<BillingApi, 'remember' | 'forget'> {
	const loaded = new Map<string, Map<string, Promise<unknown>>>();
	return {
		async remember<Result>(kind: string, key: string, load: () => Promise<Result>) {
			const ofKind = loaded.get(kind) ?? new Map<string, Promise<unknown>>();
			loaded.set(kind, ofKind);
			const known = ofKind.get(key) ?? load();
			ofKind.set(key, known);
			// A failed load may succeed for the next item.
			known.catch(() => ofKind.delete(key));
			// Each key has only one loader.
			return await (known as Promise<Result>);
		},
		forget(kind, key) {
			if (kind === undefined) loaded.clear();
			else if (key === undefined) loaded.delete(kind);
			else loaded.get(kind)?.delete(key);
		},
	};
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
