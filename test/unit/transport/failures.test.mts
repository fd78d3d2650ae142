import type { INode } from 'n8n-workflow';
import { adviseNothingDone } from '../../../nodes/XmlBilling/execution/errors';
import {
	adviseInDoubt,
	connectionFailure,
	failureOf,
	malformedFailure,
	markInDoubt,
	redirectFailure,
	serviceFailure,
	timeoutFailure,
	toNodeError,
	callError,
} from '../../../nodes/XmlBilling/transport/failures';
import { waitAdvice } from '../../../nodes/XmlBilling/transport/texts';

const HOST = 'billing.example.com';
const node: INode = {
	...{ id: '1', name: 'XML Billing', type: 'xmlBilling', typeVersion: 1, parameters: {} },
	position: [0, 0],
};
const PAYMENT = { invoice: [{ id: '17', amount: '120' }] };
const errorOf = (failure: ReturnType<typeof serviceFailure>) =>
	callError(node, failure, 'invoiceOfflinePayment', PAYMENT);

describe('whether a request may have been carried out, after', () => {
	// Only certain rejections may be called that, because people repeat payments that failed.
	it('a status in an answer, or a page with it: perhaps, unless it is a certain rejection', () => {
		for (const status of [100, 201, 299, 302, 408, 499, 500, 503, 520, 999]) {
			const message = `The service answered with the status ${status}.`;
			expect(serviceFailure(status, 'marked text')).toMatchObject({ effect: 'unknown', status, message });
		}
		const rejections = [400, 401, 403, 404, 409, 422, 425, 426, 429, 501];
		const message = 'What was wrong.';
		for (const status of rejections)
			expect(serviceFailure(status, message)).toMatchObject({ effect: 'rejected', message });
		for (const status of [200, 204, 408, 499, 500, 502, 503, 504, ...rejections]) {
			const effect = rejections.includes(status) ? 'rejected' : 'unknown';
			const { effect: told } = malformedFailure('html', HOST, status, false);
			expect([status, told]).toEqual([status, effect]);
		}
	});

	it('what begins as an answer does not make the Base URL doubtful', () => {
		for (const status of [200, 404, 500])
			for (const problem of ['notXml', 'tooDeep'] as const)
				expect(malformedFailure(problem, HOST, status, true).advice).not.toContain('Base URL');
	});

	it('a redirect: perhaps, unless it names another place for good or for this request', () => {
		const redirect = (status: number) => redirectFailure(HOST, status, 'https://elsewhere.example/');
		for (const status of [300, 302, 399])
			expect(redirect(status)).toMatchObject({ status, effect: 'unknown' });
		for (const status of [301, 307, 308])
			expect(redirect(status)).toMatchObject({ status, effect: 'rejected' });
		const { description } = errorOf(redirect(302));
		expect(description).toContain("Enter the service's actual address as the Base URL");
	});

	it('a fault of the connection: only if it certainly never left this machine, no', () => {
		for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'CERT_HAS_EXPIRED', 'CERT_SIGNATURE_FAILURE'])
			expect([code, connectionFailure(code, HOST).effect]).toEqual([code, 'none']);
		for (const code of ['EHOSTUNREACH', 'ECONNRESET', 'EPIPE', 'SOMETHING_NEW', ''])
			expect([code, connectionFailure(code, HOST).effect]).toEqual([code, 'unknown']);
	});
});

describe('the error of a write', () => {
	it('names what may have been done, and how to find out', () => {
		const error = errorOf(connectionFailure('ECONNRESET', HOST));
		expect(error.message).toBe(
			'The connection to billing.example.com was lost before the answer was complete. It is unknown whether the payment on the invoice with ID 17 was recorded.',
		);
		expect(error.description).toBe(
			'Before you run this again, look at the transactions of the invoice with ID 17. The request was not repeated, so that nothing is done twice.',
		);
	});

	it('keeps the advice on how to go on', () => {
		const { message, description } = errorOf(timeoutFailure(HOST, 1000));
		expect(message).toContain('within 1 second.');
		expect(timeoutFailure(HOST, 30_000).message).toContain('within 30 seconds.');
		expect(description).toMatch(/^Before .+ raise Timeout in the credential/);
	});

	it('is the plain failure where nothing was done, and says so once', () => {
		const error = errorOf(serviceFailure(400, 'Amount is invalid.'));
		for (const _ of [1, 2]) adviseNothingDone(error, 'recorded');
		expect(error.message).toBe('Amount is invalid.');
		expect(error.description).toMatch(/^Nothing was recorded\. The service rejected/);
	});

	it('keeps the failure out of what n8n stores and logs', () => {
		const error = errorOf({ ...serviceFailure(400, 'No.'), advice: 'Shown.' });
		const stored = [error, { ...error }, markInDoubt(new Error('Not sent.'))];
		expect(stored.map((value) => JSON.stringify(value)).join()).not.toMatch(/effect|kind/);
		for (const value of stored) expect(Object.getOwnPropertySymbols({ ...value })).toEqual([]);
		const usual = toNodeError(node, serviceFailure(400, 'No.'));
		expect(Object.keys(error).sort()).toEqual(Object.keys(usual).sort());
	});

	it('takes further advice only where the outcome of a write is unknown', () => {
		const unknown = connectionFailure('ECONNRESET', HOST);
		const [doubtful, refused] = [errorOf(unknown), errorOf(serviceFailure(400, 'No.'))];
		const read = callError(node, unknown, 'getInvoice', {});
		for (const error of [doubtful, refused, read]) adviseInDoubt(error, 'More advice.');
		for (const [error, effect, isAdvised] of [
			[doubtful, 'unknown', true],
			[refused, 'rejected', false],
			[read, 'none', false],
		] as const)
			expect([failureOf(error)?.effect, / More advice\.$/.test(error.description ?? '')]).toEqual([
				effect,
				isAdvised,
			]);
	});
});

describe('the advice on the status 403 fits its message:', () => {
	const all = 'check that the plan includes API access, and that the record belongs to this account';

	it.each([
		['Token is not recognised.', 'Check the token in the credential. Changing'],
		['Authentication failed', 'Check the token in the credential. Changing'],
		['Your plan does not include access to the API.', 'Upgrade the plan of the account'],
		['Product is not associated with your account.', 'the record belongs to a different account'],
		['Forbidden.', all],
		['', all],
	])('%j has advice of its own, and not with another status', (message, advice) => {
		expect(serviceFailure(403, message).advice).toContain(advice);
		expect(serviceFailure(400, message).advice).toContain('rejected a value');
	});
});

it.each([
	[undefined, ''],
	[0, ''],
	[1, 'The service asks you to wait a minute. '],
	[61_000, 'The service asks you to wait 2 minutes. '],
	[120 * 60_000, 'The service asks you to wait 120 minutes. '],
	[24 * 3_600_000, 'The service asks you to wait 24 hours. '],
])('A wait of %p ms is, in words and never too short: %p', (ms, words) => {
	expect(waitAdvice(ms)).toBe(words);
});
