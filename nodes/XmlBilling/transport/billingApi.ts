import { createHash } from 'crypto';
import {
	NodeOperationError,
	type IAllExecuteFunctions,
	type INode,
	type IPollFunctions,
	type NodeApiError,
} from 'n8n-workflow';
import { decodeOne, decodePage, type Answer, type Page } from '../xml/answer';
import { isRead } from '../xml/methods';
import { writeRequest, type Body } from '../xml/request';
import { accountShape, type RecordType } from '../records';
import { decodeRecord, type BillingRecord } from '../xml/shape';
import { maxConcurrentRequestsOf, timeoutMsOf, type ConnectionSettings } from './connectionSettings';
import { endpointOf } from './endpoint';
import { exchange, type Exchanged } from './exchange';
import {
	malformedFailure,
	serviceFailure,
	toNodeError,
	wrongRecordFailure,
	writeError,
	type Failure,
} from './failure';
import { collectPages } from './pages';
import { createSemaphore } from './concurrency';
import { withLists } from './partial';
import {
	readSpendingLimits,
	refusalOf,
	type LimitSettings,
	type SpendingLimits,
} from '../guards/spendingLimits';
import { withRetries } from './retry';
import { CREDENTIAL, nodeSender } from './sender';

/** The billing service, as the nodes use it. Every method throws a NodeApiError that is ready to be shown. */
export interface BillingApi {
	/** The address of the service, without its token. */
	readonly host: string;
	readonly baseUrl: string;
	/** 18 bits of a hash: enough to see that a token is another one, and nothing to find it by. */
	readonly tokenMark: string;
	/**
	 * Calls a method (§4).
	 *
	 * @param accepted statuses other than 200 whose answer the caller reads itself
	 */
	call(method: string, body?: Body, accepted?: readonly number[]): Promise<Answer>;
	/** Why the credential does not let a write go, or nothing. `call` refuses such a write before it leaves. */
	refusal(method: string, body: Body): Promise<Failure | undefined>;
	/** One record, always with its identifier (§2.2). */
	get(type: RecordType, id: number): Promise<BillingRecord>;
	/** The same, or nothing where the service has no such record. */
	find(type: RecordType, id: number): Promise<BillingRecord | undefined>;
	/** The same, or why there is none: `gone`, or the error of a service that refuses this record. */
	tryGet(type: RecordType, id: number): Promise<BillingRecord | 'gone' | NodeApiError>;
	/** The account behind the token (§4.11). */
	account(): Promise<BillingRecord>;
	/** One page of a list (§4.1); one without records is no error. */
	page(type: RecordType, filter: Body, page: number, perPage: number): Promise<Page>;
	/** The first records of a list, in the service's order; Infinity for all. */
	list(type: RecordType, filter: Body, limit: number): Promise<BillingRecord[]>;
	/** A short table that has no pages (§4.11): taxes, late fees or payment methods. Read once, like `once`. */
	table(type: RecordType): Promise<BillingRecord[]>;
	/**
	 * What a loader gives, read once in the life of this service: per execution, not per item. A key that begins with the
	 * name of a kind of record is forgotten when such a record is written.
	 */
	once<Result>(key: string, load: () => Promise<Result>): Promise<Result>;
	/** The records created in the life of this service, by what guards recognize them by: their identifiers, or a doubt. */
	readonly created: Map<string, number | 'doubtful'>;
}

export interface BillingApiOptions {
	/** Upper bound in milliseconds for the timeout that the credential sets for one request. */
	maxTimeoutMs?: number;
	/** Epoch milliseconds after which nothing is tried again. */
	deadline?: number;
}

// What some get methods say of an identifier that is no record, instead of not found (§7.1).
const INVALID_ID = / id is invalid\.$/;

// What may be said of one record while the others are fine (§5, §7).
const REFUSALS = [400, 403, 500];

export { isRead };

/** Opens the service of the node's credential. */
export async function openBillingApi(
	context: IAllExecuteFunctions | IPollFunctions,
	options: BillingApiOptions = {},
): Promise<BillingApi> {
	const credential = await context.getCredentials<
		{ baseUrl?: string; token?: string } & LimitSettings & ConnectionSettings
	>(CREDENTIAL);
	const endpoint = endpointOf(credential.baseUrl);
	if (!endpoint.ok) {
		throw new NodeOperationError(context.getNode(), endpoint.problem, {
			description: 'Correct the Base URL in the credential.',
		});
	}
	const cancelSignal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const gate = createSemaphore(maxConcurrentRequestsOf(credential));
	const host = new URL(endpoint.url).host;
	const token = String(credential.token ?? '').trim();
	const timeoutMs = Math.min(options.maxTimeoutMs ?? Infinity, timeoutMsOf(credential));
	const send = nodeSender(context, endpoint.url, timeoutMs);
	const limits = readSpendingLimits(credential);
	const tokenMark = createHash('sha256').update(`${endpoint.url} ${token}`).digest('base64url').slice(0, 3);
	return createBillingApi(context.getNode(), endpoint.url, tokenMark, limits, async (method, document) => {
		const attempt = async () => await exchange(send, document, { host, token, timeoutMs, cancelSignal });
		return await gate(
			async () =>
				await withRetries(attempt, { isRead: isRead(method), deadline: options.deadline, cancelSignal }),
		);
	});
}

function createBillingApi(
	node: INode,
	url: string,
	tokenMark: string,
	limits: SpendingLimits,
	exchangeOnce: (method: string, document: string) => Promise<Exchanged>,
): BillingApi {
	const loaded = new Map<string, Promise<unknown>>();
	// Writes that may be carried out later than a guard looks for what they write: they are not sent again.
	const inDoubt = new Map<string, Failure>();
	const { host } = new URL(url);

	const errorOf = (failure: Failure, method: string, body: Body = {}): NodeApiError =>
		isRead(method) ? toNodeError(node, failure) : writeError(node, failure, method, body);

	function readOne(
		type: RecordType,
		id: number,
		answer: Answer,
	): { record: BillingRecord } | { failure: Failure } {
		const record = decodeOne(answer, type, id);
		if (record === undefined) return { failure: malformedFailure('notAnswer', host, 200) };
		return record[type.id] === id ? { record } : { failure: wrongRecordFailure(type.label) };
	}

	// What a write may change is read anew: the next item may look for a number that this one has changed.
	function forget(method: string): void {
		for (const key of loaded.keys()) {
			const [kind = ''] = key.split(' ');
			if (method.toLowerCase().includes(kind)) loaded.delete(key);
		}
	}

	const api: BillingApi = {
		host,
		baseUrl: url,
		tokenMark,
		created: new Map(),
		async call(method, body = {}, accepted = []) {
			const refusal = await api.refusal(method, body);
			if (refusal !== undefined) throw errorOf(refusal, method, body);
			const document = writeRequest(method, body);
			const failed = (failure: Failure) => {
				if (!isRead(method) && failure.effect === 'unknown') inDoubt.set(document, failure);
				return errorOf(failure, method, body);
			};
			const doubt = inDoubt.get(document);
			if (doubt !== undefined) throw failed(doubt);
			const result = await exchangeOnce(method, document);
			if (!isRead(method)) forget(method);
			if (!result.ok) throw failed(result.failure);
			const { status, message } = result.answer;
			if (status === 200 || accepted.includes(status)) return result.answer;
			const failure = serviceFailure(status, message);
			throw failed(isRead(method) ? failure : withLists(failure, result.answer));
		},
		async refusal(method, body) {
			return isRead(method) ? undefined : await refusalOf(limits, method, body, api);
		},
		async get(type, id) {
			if (type.get === undefined) throw errorOf(serviceFailure(501, ''), `get ${type.name}`);
			const read = readOne(type, id, await api.call(type.get, { [type.id]: String(id) }));
			if ('failure' in read) throw errorOf(read.failure, type.get);
			return read.record;
		},
		async find(type, id) {
			const found = await api.tryGet(type, id);
			if (found instanceof Error) throw found;
			return found === 'gone' ? undefined : found;
		},
		async tryGet(type, id) {
			const method = type.get ?? '';
			const result = await exchangeOnce(method, writeRequest(method, { [type.id]: String(id) }));
			const { status = 0, message = '' } = result.ok ? result.answer : {};
			const read = result.ok && status === 200 ? readOne(type, id, result.answer) : undefined;
			if (read !== undefined && 'record' in read) return read.record;
			if (status === 404 || (status !== 200 && INVALID_ID.test(message))) return 'gone';
			const failure = read?.failure ?? (result.ok ? serviceFailure(status, message) : result.failure);
			const error = errorOf(failure, method);
			if (failure.unreadable || REFUSALS.includes(failure.status ?? 0)) return error;
			throw error;
		},
		async account() {
			const { body } = await api.call('getAccountInfo');
			const element = body.children.find(({ name }) => name === 'account');
			if (element === undefined) throw errorOf(malformedFailure('notAnswer', host, 200), 'getAccountInfo');
			return decodeRecord(element, accountShape);
		},
		async page(type, filter, page, perPage) {
			const answer = await api.call(
				type.list,
				{ filter: { ...filter, page: String(page), per_page_record: String(perPage) } },
				[404],
			);
			const decoded = decodePage(answer, type);
			if (decoded === undefined) throw errorOf(malformedFailure('notAnswer', host, 200), type.list);
			return decoded;
		},
		async list(type, filter, limit) {
			const fetchPage = async (page: number, perPage: number) => await api.page(type, filter, page, perPage);
			return await collectPages(fetchPage, type.id, limit);
		},
		async table(type) {
			return await api.once(type.list, async () => {
				const decoded = decodePage(await api.call(type.list, {}, [404]), type);
				if (decoded === undefined) throw errorOf(malformedFailure('notAnswer', host, 200), type.list);
				return decoded.records;
			});
		},
		async once<Result>(key: string, load: () => Promise<Result>) {
			const known = loaded.get(key) ?? load();
			loaded.set(key, known);
			// What could not be read for one item may be read for the next one.
			known.catch(() => loaded.delete(key));
			// A key is used with one loader only.
			return await (known as Promise<Result>);
		},
	};
	return api;
}
