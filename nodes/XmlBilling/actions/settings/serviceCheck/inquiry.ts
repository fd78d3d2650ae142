import type { ReadMethod } from '../../../records';
import type { BillingApi, Probed } from '../../../transport/billingApi';
import type { Answer } from '../../../xml/answer';
import type { Body } from '../../../xml/request';

/** An identifier that no record has. */
export const NO_ID = '2147483646';

/** A request of the check, and what became of it. */
export interface Asked extends Probed {
	readonly method: ReadMethod;
	/** Undefined if the service sent no answer of the interface. */
	readonly answer: Answer | undefined;
}

/** The requests of a check: one after another, and not too many. */
export interface Inquiry {
	readonly asked: readonly Asked[];
	/** Why no more requests are sent. */
	readonly stopped: () => string | undefined;
	/** Sends a read. Returns undefined, and sends nothing, once the inquiry has stopped. */
	readonly ask: (method: ReadMethod, body?: Body) => Promise<Asked | undefined>;
}

export const MAX_REQUESTS = 60;
export const REFUSED = 'the service refused further requests for now';
export const SILENT = 'the service stopped answering';
// Each of them may have taken the whole timeout.
const MAX_SILENCES = 3;
const REFUSALS = [429, 503];
const STEP = 20;

export function createInquiry(api: Pick<BillingApi, 'probe'>, log: (message: string) => void): Inquiry {
	const asked: Asked[] = [];

	function stopped(): string | undefined {
		const last = asked.slice(-MAX_SILENCES);
		if (asked.some(isRefused)) return REFUSED;
		if (last.length === MAX_SILENCES && last.every(({ facts }) => facts === undefined)) return SILENT;
		return asked.length < MAX_REQUESTS ? undefined : `the check sends no more than ${MAX_REQUESTS} requests`;
	}

	return {
		asked,
		stopped,
		async ask(method, body) {
			if (stopped() !== undefined) return undefined;
			const probed = await api.probe(method, body);
			const one = { ...probed, method, answer: probed.result.ok ? probed.result.answer : undefined };
			asked.push(one);
			if (asked.length % STEP === 0)
				log(`${asked.length} of at most ${MAX_REQUESTS} requests of the service check sent.`);
			return one;
		},
	};
}

/** Whether the service was too busy for a request, by its document or by the HTTP status. */
const isRefused = ({ facts, answer }: Asked): boolean =>
	REFUSALS.includes(answer?.status ?? facts?.httpStatus ?? 0);
