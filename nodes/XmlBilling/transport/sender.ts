import type {
	FunctionsBase,
	IAllExecuteFunctions,
	ICredentialTestFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { fieldsOf } from '../helpers/GenericFunctions';
import type { BodyStream, RawResponse, Sender } from './exchange';

export const CREDENTIAL = 'xmlBillingApi';

/** A key for what belongs to the node's credential. */
export const credentialKey = (context: FunctionsBase): string =>
	String(context.getNode().credentials?.[CREDENTIAL]?.id);

const POST: IHttpRequestMethods = 'POST';
const HEADERS = {
	'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8',
	Accept: 'application/xml',
};
// Checks certificates even if NODE_TLS_REJECT_UNAUTHORIZED tells Node not to. Older versions of n8n ignore this.
const CHECKED = { rejectUnauthorized: true };

/** Sends requests with the node's credential, which n8n adds (§5). */
export function nodeSender(context: IAllExecuteFunctions, url: string, timeoutMs: number): Sender {
	return async (form, signal) => {
		// In an execution, n8n replaces our signal with its own, but the agent still passes ours to the socket (Node's
		// `net.Socket`). If n8n doesn't pass it on, the timeout and the end of the body close the connection.
		const agentOptions = { ...CHECKED, signal };
		const options: IHttpRequestOptions = {
			method: POST,
			url,
			headers: { ...HEADERS },
			body: form,
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			agentOptions,
			abortSignal: signal,
			timeout: timeoutMs,
		};
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL,
			options,
		);
		return received(response);
	};
}

/**
 * Sends requests with a credential that isn't saved yet. This helper is the only one that credential tests have. It adds
 * no credential, so the header is set here (§5: the token is the user name).
 */
export function credentialTestSender(
	context: ICredentialTestFunctions,
	url: string,
	token: string,
	timeoutMs: number,
): Sender {
	return async (form) => {
		const response: unknown = await context.helpers.request({
			method: POST,
			uri: url,
			headers: HEADERS,
			body: form,
			auth: { username: token, password: 'x', sendImmediately: true },
			useStream: true,
			resolveWithFullResponse: true,
			simple: false,
			// This helper ignores signals: without a timeout, a request could outlast the test.
			timeout: timeoutMs,
			followRedirect: false,
			followAllRedirects: false,
			maxRedirects: 0,
			agentOptions: CHECKED,
		});
		return received(response);
	};
}

function received(response: unknown): RawResponse {
	const { statusCode, headers, body } = fieldsOf(response);
	return {
		statusCode: Number(statusCode),
		headers: fieldsOf(headers),
		body: isStream(body) ? body : undefined,
	};
}

// n8n's streams yield bytes, because no encoding was asked for.
const isStream = (body: unknown): body is BodyStream =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body && 'destroy' in body;
