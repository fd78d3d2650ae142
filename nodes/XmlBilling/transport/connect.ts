import { createHash } from 'crypto';
import { NodeOperationError, type IAllExecuteFunctions, type IPollFunctions } from 'n8n-workflow';
import { WritableApi, type WriteGuard } from './billingApi';
import { endpointOf, maxConcurrentRequestsOf, timeoutMsOf, type ConnectionSettings } from './endpoint';
import { exchange } from './exchange';
import { unsentFailure } from './failures';
import { createRedactor } from './redact';
import { createQueue } from './retry';
import { CREDENTIAL, nodeSender } from './sender';
import { writeRequest } from '../xml/request';

type Credential = ConnectionSettings & { baseUrl?: string; token?: string };

interface OpenOptions {
	/** Makes the guard for all writes. Without it, every write is rejected. */
	guardOf?: (credential: Readonly<Record<string, unknown>>) => WriteGuard;
	/** Upper bound for the credential's timeout, in milliseconds. */
	maxTimeoutMs?: number;
	/** No retry begins after this time, in epoch milliseconds. */
	deadline?: number;
}

const noWrites: WriteGuard = () => Promise.resolve(unsentFailure('Nothing may be written here.', ''));

/**
 * Connects to the service with the node's credential. When `use` returns or throws, or the execution is canceled, all that is
 * still under way ends. Throws if the address is invalid.
 */
export async function withBillingApi<Result>(
	context: IAllExecuteFunctions | IPollFunctions,
	options: OpenOptions,
	use: (api: WritableApi) => Promise<Result>,
): Promise<Result> {
	const end = new AbortController();
	const cancel = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const signal = AbortSignal.any(cancel === undefined ? [end.signal] : [end.signal, cancel]);
	try {
		return await use(await connect(context, signal, options));
	} finally {
		end.abort();
	}
}

async function connect(
	context: IAllExecuteFunctions | IPollFunctions,
	signal: AbortSignal,
	{ guardOf = () => noWrites, maxTimeoutMs = Infinity, deadline = Infinity }: OpenOptions,
): Promise<WritableApi> {
	const credential = await context.getCredentials<Credential>(CREDENTIAL);
	const endpoint = endpointOf(credential.baseUrl);
	if (!endpoint.ok)
		throw new NodeOperationError(context.getNode(), endpoint.problem, {
			description: 'Correct the Base URL in the credential.',
		});
	const { url } = endpoint;
	const token = String(credential.token ?? '').trim();
	const timeoutMs = Math.min(maxTimeoutMs, timeoutMsOf(credential));
	const send = nodeSender(context, url, timeoutMs);
	const options = { host: new URL(url).host, redactor: createRedactor(token), timeoutMs, signal };
	const queue = createQueue(maxConcurrentRequestsOf(credential), deadline, signal);
	return new WritableApi({
		node: context.getNode(),
		baseUrl: url,
		tokenMark: createHash('sha256').update(`${url} ${token}`).digest('base64url').slice(0, 3),
		signal,
		guard: guardOf({ ...credential }),
		send: (method, body) => {
			const document = writeRequest(method, body);
			return queue(method, body, () => exchange(send, document, options));
		},
	});
}
