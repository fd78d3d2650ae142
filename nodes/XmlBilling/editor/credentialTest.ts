import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { isSuccess } from '../xml/answer';
import { writeRequest } from '../xml/request';
import { textOf } from '../xml/shape';
import { timeoutMsOf } from '../transport/connectionSettings';
import { endpointOf } from '../transport/endpoint';
import { exchange } from '../transport/exchange';
import { asSentence, serviceFailure } from '../transport/failure';
import { CORRECT_DELETING, CORRECT_READ_ONLY, readCredentialLimits } from '../guards/credentialLimits';
import { credentialTestSender } from '../transport/sender';
import { createStop } from '../transport/stop';

const MAX_TIMEOUT_MS = 20_000;

const refused = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

/**
 * Tests a credential by reading the account, which touches no billing record (§1). The result names the problem: the
 * address, the network, the token, the account or its plan (§5).
 */
export async function xmlBillingApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const endpoint = endpointOf(credential.data?.['baseUrl']);
	if (!endpoint.ok) return refused(endpoint.problem);
	const { readOnly, deleting, maximum } = readCredentialLimits(credential.data ?? {});
	if (readOnly === 'wrong') return refused(`Read Only has no value. ${CORRECT_READ_ONLY}`);
	if (deleting === 'wrong') return refused(`Allow Deleting has an unknown value. ${CORRECT_DELETING}`);
	if (maximum === 'wrong') return refused('Maximum Amount must be a plain number, such as 5000 or 1200.50.');
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
			token,
			timeoutMs,
			stop: createStop(),
		},
	);
	if (result.ok && isSuccess(result.answer.status)) return { status: 'OK', message: 'Connection successful' };
	const { message, advice } = result.ok
		? serviceFailure(result.answer.status, result.answer.message)
		: result.failure;
	return refused(`${asSentence(message)} ${advice}`);
}
