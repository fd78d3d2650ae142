import type { Answer } from './answer.ts';
import { authenticate } from './authentication.ts';
import { chargeLateFees } from './documents/settlement.ts';
import { unknownPaths, type Element } from './element.ts';
import { readEnvelope } from './envelope.ts';
import { flatten } from './fields/field.ts';
import { readElements } from './fields/read.ts';
import type { Call, Method } from './method.ts';
import { METHODS } from './methods/index.ts';
import { reject, Rejection } from './rejection.ts';

/** A request as it came over HTTP. */
export interface RawRequest {
	/** The Authorization header. */
	authorization: string | undefined;
	contentType: string;
	/** The form that was posted. */
	body: Buffer;
}

/** What the log tells about a request. */
export interface ReadRequest {
	method: string;
	account: string | undefined;
	request?: Element;
	unknownElements: readonly string[];
}

/** An answer, with what the log tells about the request. */
export interface Served extends ReadRequest {
	answer: Answer;
}

/** What the service works with, and how its lists behave; the same for all of its requests. */
export type Setting = Pick<Call, 'store' | 'clock' | 'listRecords' | 'listOrder'>;

/** The service without its transport: it turns requests into answers, each in one transaction. */
export class Service {
	private readonly setting: Setting;
	private lateFeesChargedOn = '';

	constructor(setting: Setting) {
		this.setting = setting;
	}

	/** False once the database is closed: a request that arrived before has nothing to work with any more. */
	get isOpen(): boolean {
		return this.setting.store.database.isOpen;
	}

	/** Answers a request. Never throws: whatever goes wrong becomes a status (§7). */
	serve({ authorization, contentType, body }: RawRequest): Served {
		const served: Served = { answer: { status: 500 }, method: '', account: undefined, unknownElements: [] };
		try {
			const account = authenticate(this.setting.store, authorization);
			served.account = account.key;
			const { method, request } = readEnvelope(contentType, body);
			Object.assign(served, { method, request });
			const known = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
			if (known === undefined) return reject('The method is not recognised.', 501);
			served.unknownElements = unknownPaths(request, pathsOf(known));
			this.chargeLateFeesOnceADay();
			served.answer = this.setting.store.transaction(() => {
				const call = { ...this.setting, account, request, id: 0, values: {}, lists: {}, groups: {} };
				readElements(call, known.elements);
				return known.run(call);
			});
		} catch (error) {
			served.answer = answerOf(error);
		}
		return served;
	}

	/** Reads a request without acting on it. One that cannot be read has no method. */
	read({ contentType, body }: RawRequest): ReadRequest {
		const read: ReadRequest = { method: '', account: undefined, unknownElements: [] };
		try {
			return { ...read, ...readEnvelope(contentType, body) };
		} catch {
			return read;
		}
	}

	private chargeLateFeesOnceADay(): void {
		const { store, clock } = this.setting;
		const today = clock.today();
		if (this.lateFeesChargedOn === today) return;
		store.transaction(() => chargeLateFees(store, today));
		this.lateFeesChargedOn = today;
	}
}

function answerOf(error: unknown): Answer {
	if (error instanceof Rejection) return { status: error.status, text: error.message };
	// A fault of the sandbox itself: whoever runs it has to see it, the caller learns no more than §7 says.
	console.error(error);
	return { status: 500, text: 'The request could not be completed.' };
}

function pathsOf({ elements }: Method): string[] {
	return flatten(elements).flatMap(({ path, isOnlyChecked }) => (isOnlyChecked ? [] : path));
}
