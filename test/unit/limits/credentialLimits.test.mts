import fc from 'fast-check';
import { limitsGuardOf, type LimitSettings } from '../../../nodes/XmlBilling/limits/credentialLimits';
import type { Body } from '../../../nodes/XmlBilling/xml/request';

const SENT = { invoice_status: 'Sent', items: [] };
const refusal = async (credential: LimitSettings, method: string, body: Body) =>
	await limitsGuardOf(credential, false)(method, body, {
		get: async () => await Promise.resolve(SENT),
		find: async () => await Promise.resolve(SENT),
	});

/** What each limit must stop, with any valid setting. */
const WRITES: ReadonlyArray<
	readonly [limit: keyof LimitSettings, isUnset: (given: unknown) => boolean, method: string, body: Body]
> = [
	['readOnly', (given) => given === false || isBlank(given), 'updateClient', { client_id: '1' }],
	['allowDeleting', isAnything, 'deleteInvoice', { invoice_id: '2' }],
	['maximumAmount', isBlank, 'invoiceOfflinePayment', { invoice: { id: '4', amount: '9'.repeat(60) } }],
];

function isBlank(given: unknown): boolean {
	return typeof given === 'string' && given.trim() === '';
}
function isAnything(given: unknown): boolean {
	return typeof given === 'string' && given.trim().toLowerCase() === 'anything';
}

const anyValue = fc.oneof(
	fc.constantFrom(
		undefined,
		null,
		'',
		' ',
		false,
		true,
		0,
		1,
		NaN,
		'anything',
		'drafts',
		'nothing',
		'100',
		'null',
		'undefined',
	),
	fc.anything(),
);
const anyCredential = fc.record(
	{ readOnly: anyValue, allowDeleting: anyValue, maximumAmount: anyValue },
	{ requiredKeys: [] },
);

describe('A limit of a credential', () => {
	it('is enforced, omitted by the user, or an error', async () => {
		await fc.assert(
			fc.asyncProperty(
				anyCredential,
				fc.constantFrom(...WRITES),
				async (credential, [limit, isUnset, method, body]) => {
					if (Object.hasOwn(credential, limit) && !isUnset(credential[limit]))
						expect(await refusal(credential, method, body)).toMatchObject({ effect: 'none' });
				},
			),
			{ numRuns: 500 },
		);
	});

	it.each(WRITES)(
		'%s is an error when its expression evaluates to nothing',
		async (limit, _, method, body) => {
			for (const nothing of [undefined, null]) {
				const told = await refusal({ [limit]: nothing }, method, body);
				expect(told?.advice).toContain('Nothing was sent. Correct it');
				// Not even a write that no limit is about.
				expect(await refusal({ [limit]: nothing }, 'createClient', {})).toEqual(told);
			}
		},
	);

	it('is none in a credential that was saved before there were limits', async () => {
		for (const [, , method, body] of WRITES) expect(await refusal({}, method, body)).toBeUndefined();
	});
});
