import { createHash } from 'crypto';
import { NodeOperationError, type IAllExecuteFunctions, type IPollFunctions } from 'n8n-workflow';
import { isRead } from '../xml/methods';
import { readSpendingLimits, refusalOf, type LimitSettings } from '../guards/spendingLimits';
import { createBillingApi, type WritableApi } from './billingApi';
import { createSemaphore } from './concurrency';
import { maxConcurrentRequestsOf, timeoutMsOf, type ConnectionSettings } from './connectionSettings';
import { endpointOf } from './endpoint';
import { exchange } from './exchange';
import { withRetries } from './retry';
import { CREDENTIAL, nodeSender } from './sender';

type Credential = LimitSettings & ConnectionSettings & { baseUrl?: string; token?: string };

export interface OpenOptions {
	/** Upper bound in milliseconds for the timeout that the credential sets for one request. */
	maxTimeoutMs?: number;
	/** Epoch milliseconds after which no request is sent again. */
	deadline?: number;
}

/** Opens the service of the node's credential. Throws if its address cannot be used. */
export async function openBillingApi(
	context: IAllExecuteFunctions | IPollFunctions,
	{ maxTimeoutMs = Infinity, deadline }: OpenOptions = {},
): Promise<WritableApi> {
	const credential = await context.getCredentials<Credential>(CREDENTIAL);
	const endpoint = endpointOf(credential.baseUrl);
	if (!endpoint.ok) {
		throw new NodeOperationError(context.getNode(), endpoint.problem, {
			description: 'Correct the Base URL in the credential.',
		});
	}
	const { url } = endpoint;
	const token = String(credential.token ?? '').trim();
	const timeoutMs = Math.min(maxTimeoutMs, timeoutMsOf(credential));
	const closing = new AbortController();
	const close = () => closing.abort();
	const cancelSignal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	cancelSignal?.addEventListener('abort', close, { once: true });
	if (cancelSignal?.aborted === true) close();
	const send = nodeSender(context, url, timeoutMs);
	const options = { host: new URL(url).host, token, timeoutMs, cancelSignal: closing.signal };
	const limits = readSpendingLimits(credential);
	// The one limit on requests in flight. A request that waits to be sent again leaves its place to others.
	const inTurn = createSemaphore(maxConcurrentRequestsOf(credential));
	return createBillingApi({
		node: context.getNode(),
		url,
		tokenMark: createHash('sha256').update(`${url} ${token}`).digest('base64url').slice(0, 3),
		close,
		refusal: async (method, body, api) =>
			isRead(method) ? undefined : await refusalOf(limits, method, body, api),
		exchangeOnce: async (method, document) =>
			await withRetries(async () => await inTurn(async () => await exchange(send, document, options)), {
				isRead: isRead(method),
				deadline,
				cancelSignal: closing.signal,
			}),
	});
}
