import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { writeRequest } from '../xml/request';
import { textOf } from '../xml/shape';
import { timeoutMsOf } from '../transport/connectionSettings';
import { endpointOf } from '../transport/endpoint';
import { exchange } from '../transport/exchange';
import { serviceFailure } from '../transport/failure';
import { readSpendingLimits } from '../guards/spendingLimits';
import { credentialTestSender } from '../transport/sender';

const MAX_TIMEOUT_MS = 20_000;

const refused = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

/**
 * Tests a credential by asking for the account (§1: `getAccountInfo` touches no billing record), and says in words what
 * is wrong: the address, the network, the token, the account or its plan (§5).
 */
export async function xmlBillingApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const endpoint = endpointOf(credential.data?.['baseUrl']);
	if (!endpoint.ok) return refused(endpoint.problem);
	if (readSpendingLimits(credential.data ?? {}).greatest === 'wrong')
		return refused('Greatest Amount takes a plain number, such as 5000 or 1200.50.');
	const token = textOf(credential.data?.['token']).trim();
	if (token === '')
		return refused('The token is empty. The account owner finds it in the account settings, on the API tab.');
	// The token is the user name of HTTP Basic authentication (§5), which ends at the first colon.
	if (token.includes(':'))
		return refused(
			'The token contains a colon (:), and servers would cut it off there. Copy the token alone.',
		);

	const timeoutMs = Math.min(MAX_TIMEOUT_MS, timeoutMsOf(credential.data ?? {}));
	const result = await exchange(
		credentialTestSender(this, endpoint.url, token, timeoutMs),
		writeRequest('getAccountInfo', {}),
		{
			host: new URL(endpoint.url).host,
			token,
			timeoutMs,
			cancelSignal: undefined,
		},
	);
	if (!result.ok) return refused(`${result.failure.message} ${result.failure.advice}`);
	const { status, message } = result.answer;
	if (status === 200) return { status: 'OK', message: 'Connection successful' };
	return refused(explain(status, message));
}

function explain(status: number, message: string): string {
	const said = message === '' ? '' : ` The service says: ${message}`;
	if (status === 401) return `The account behind this token is not active.${said}`;
	if (status === 403 && /plan|api access/i.test(message))
		return `The plan of this account does not include API access.${said}`;
	if (status === 403) return `The token is not recognised. Changing the account password resets it.${said}`;
	const failure = serviceFailure(status, message);
	return `${failure.message} ${failure.advice}`;
}
