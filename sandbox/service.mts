import type { Call } from './call.mts';
import { chargeLateFees } from './documents/lines.mts';
import { flatten, readElements } from './fields.mts';
import { METHODS } from './methods/index.mts';
import { reject, Rejection } from './rejection.mts';
import type { Store } from './store.mts';
import type { AccountRow } from './tables.mts';
import { type Answer, unknownPaths, type Element, readEnvelope } from './xml.mts';

/**
 * The account whose token a request carries (§5) as the user name of HTTP Basic authentication; the password is ignored.
 * Throws a Rejection with status 400 without a token, 401 when the account is not active, 403 otherwise.
 */
function authenticate(store: Store, authorization: string | undefined): AccountRow {
	if (authorization === undefined) reject('Token is required.');
	const token = tokenOf(authorization) ?? reject('Authentication failed', 403);
	if (token === '') reject('Token is required.');
	const account = store.one<AccountRow>('SELECT * FROM account WHERE token = ?', token);
	if (account === undefined) return reject('Token is not recognised.', 403);
	if (account.state === 'inactive') reject('Account is not active.', 401);
	if (account.state === 'noApi') reject('Your plan does not include access to the API.', 403);
	return account;
}

/** The user name in a Basic authorization header, or undefined when it is no such header. */
export function tokenOf(authorization: string): string | undefined {
	const encoded = /^Basic +([A-Za-z0-9+/]*={0,2})$/i.exec(authorization)?.[1];
	const decoded = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
	const colon = decoded.indexOf(':');
	return colon === -1 ? undefined : decoded.slice(0, colon);
}

export interface RawRequest {
	authorization: string | undefined;
	contentType: string;
	body: Buffer;
}

/** What the log records about a request, without credentials. */
export interface ReadRequest {
	/** The method in the document; '' when the request was refused before it was read. */
	method: string;
	/** The account's key, such as `main`; undefined when the token was refused or not checked. */
	account: string | undefined;
	/** The parsed document. */
	request?: Element;
	/** Paths of elements that the method does not take. A real service ignores them. */
	unknownElements: readonly string[];
}

/** An answer, with the log's record of its request. */
export interface Served extends ReadRequest {
	answer: Answer;
}

/** What all requests share: the database, the clock, and the behavior of lists. */
type Setting = Pick<Call, 'store' | 'clock' | 'listRecords' | 'listOrder' | 'quirks'>;

/** The service without HTTP: it answers each request in one transaction. */
export class Service {
	private readonly setting: Setting;
	private lateFeesChargedOn = '';

	constructor(setting: Setting) {
		this.setting = setting;
	}

	/** False once the database is closed, even for requests that arrived before. */
	get isOpen(): boolean {
		return this.setting.store.database.isOpen;
	}

	/** Answers a request. Never throws: every error becomes a status (§7). */
	serve({ authorization, contentType, body }: RawRequest): Served {
		const { store, clock } = this.setting;
		const served: Served = { answer: { status: 500 }, method: '', account: undefined, unknownElements: [] };
		try {
			const account = authenticate(store, authorization);
			served.account = account.key;
			const { method, request } = readEnvelope(contentType, body);
			Object.assign(served, { method, request });
			const known = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
			if (known === undefined) return reject('The method is not recognised.', 501);
			served.unknownElements = unknownPaths(
				request,
				flatten(known.elements).flatMap(({ path, isOnlyChecked }) => (isOnlyChecked ? [] : path)),
			);
			const today = clock.today();
			// Once a day.
			if (this.lateFeesChargedOn !== today) store.transaction(() => chargeLateFees(store, today));
			this.lateFeesChargedOn = today;
			served.answer = store.transaction(() => {
				const call = { ...this.setting, account, request, id: 0, values: {}, lists: {}, groups: {} };
				readElements(call, known.elements);
				return known.run(call);
			});
		} catch (error) {
			served.answer = answerOf(error);
		}
		return served;
	}

	/** Reads a request without acting on it. The method is '' when it cannot be read. */
	read({ contentType, body }: RawRequest): ReadRequest {
		const read: ReadRequest = { method: '', account: undefined, unknownElements: [] };
		try {
			return { ...read, ...readEnvelope(contentType, body) };
		} catch {
			return read;
		}
	}
}

function answerOf(error: unknown): Answer {
	if (error instanceof Rejection) return { status: error.status, text: error.message };
	// A bug in the sandbox: its user has to see it, while the caller learns only what §7 says.
	console.error(error);
	return { status: 500, text: 'The request could not be completed.' };
}
