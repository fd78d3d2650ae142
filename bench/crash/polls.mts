import type { ReceivedRequest } from '../../sandbox/index.mts';

/** The longest pause within a poll, while n8n stores and runs what it returned. */
const PAUSE_MS = 500;

/** How many polls have started since then: between two, no request is under way. A poll that finds nothing is a single request. */
export function pollsSince(since: number, requests: readonly ReceivedRequest[]): number {
	const reads = requests.filter(({ method, at }) => /^(get|list)/.test(method) && Date.parse(at) >= since);
	return reads.filter(({ at }, index) => {
		const former = reads[index - 1];
		return former === undefined || Date.parse(at) - Date.parse(former.at) - former.durationMs > PAUSE_MS;
	}).length;
}
