import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { isSuccess, type Answer } from '../xml/answer';
import { writeRequest } from '../xml/request';
import { textOf } from '../xml/shape';
import { endpointOf, timeoutMsOf } from '../transport/endpoint';
import { exchange } from '../transport/exchange';
import { CHECK_ADDRESS } from '../transport/texts';
import { asSentence, serviceFailure, type Failure } from '../transport/failures';
import { readCredentialLimits } from '../limits/credentialLimits';
import { credentialTestSender } from '../transport/sender';
import { createRedactor } from '../transport/redact';

const MAX_TIMEOUT_MS = 20_000;

const refused = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

/**
 * Tests a credential by reading the account, which touches no billing record (§1). Connected means that the service itself
 * answers and recognizes the token. Otherwise, the result names the problem: the address, the network, the token, the
 * account or its plan (§5).
 */
export async function xmlBillingApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const endpoint = endpointOf(credential.data?.['baseUrl']);
	if (!endpoint.ok) return refused(endpoint.problem);
	const limits = readCredentialLimits(credential.data ?? {});
	if ('message' in limits) return refused(`${limits.message} ${limits.advice}`);
	const token = textOf(credential.data?.['token']).trim();
	if (token === '')
		return refused(
			'The token is empty. In the service, the account owner finds it under Settings, My Account, API.',
		);
	// The token is the user name of HTTP Basic authentication (§5), which ends at the first colon.
	if (token.includes(':'))
		return refused('The token contains a colon (:), where servers would cut it off. Copy only the token.');

	const timeoutMs = Math.min(MAX_TIMEOUT_MS, timeoutMsOf(credential.data ?? {}));
	const result = await exchange(
		credentialTestSender(this, endpoint.url, token, timeoutMs),
		writeRequest('getAccountInfo', {}),
		{
			host: new URL(endpoint.url).host,
			redactor: createRedactor(token),
			timeoutMs,
			signal: new AbortController().signal,
		},
	);
	if (result.ok && isConnected(result.answer)) return { status: 'OK', message: 'Connection successful' };
	const failure = result.ok ? serviceFailure(result.answer.status, result.answer.message) : result.failure;
	return refused(`${asSentence(failure.message)} ${adviceOn(failure)}`);
}

// A service that finds no data in the account has recognized the token (§7.1). An HTTP status alone proves nothing.
const NO_DATA = /^\s*data not found\.?(\s+kindly check the request\.?)?\s*$/i;

const isConnected = ({ status, message }: Answer): boolean =>
	isSuccess(status) || (status === 404 && NO_DATA.test(message));

// The usual advice on status 404 is about records. This test names none.
const adviceOn = ({ status, advice }: Failure): string => (status === 404 ? CHECK_ADDRESS : advice);
