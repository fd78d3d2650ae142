import { textOf } from '../xml/shape';

/** The settings of a credential that apply to every request sent with it. */
export interface ConnectionSettings {
	readonly timeout?: unknown;
	readonly maxConcurrentRequests?: unknown;
}

/** In seconds. The upper bound exists because Node fires timers of more than 24 days immediately. */
export const DEFAULT_TIMEOUT = 60;
export const MAX_TIMEOUT_SECONDS = 3600;

export const DEFAULT_CONCURRENT_REQUESTS = 10;
export const MAX_CONCURRENT_REQUESTS = 50;

/** The timeout of one request, in milliseconds. */
export const timeoutMsOf = ({ timeout }: ConnectionSettings): number =>
	clamp(timeout, DEFAULT_TIMEOUT, MAX_TIMEOUT_SECONDS) * 1000;

/** How many requests may be in flight at once. */
export const maxConcurrentRequestsOf = ({ maxConcurrentRequests }: ConnectionSettings): number =>
	Math.floor(clamp(maxConcurrentRequests, DEFAULT_CONCURRENT_REQUESTS, MAX_CONCURRENT_REQUESTS));

// n8n enforces the bounds for typed values only, not for expressions and older credentials.
function clamp(value: unknown, byDefault: number, max: number): number {
	const given = textOf(value).trim();
	return given === '' || Number.isNaN(Number(given)) ? byDefault : Math.min(max, Math.max(1, Number(given)));
}
