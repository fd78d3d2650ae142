import type { ILoadOptionsFunctions } from 'n8n-workflow';
import type { BillingApi } from '../transport/billingApi';
import { openBillingApi } from '../transport/openBillingApi';

const MAX_TIMEOUT_MS = 10_000;
const LAST_TRY_MS = 15_000;

/** Opens the service for a list that someone is waiting for: one that hangs is named within half a minute. */
export const openForEditor = async (context: ILoadOptionsFunctions): Promise<BillingApi> =>
	await openBillingApi(context, { maxTimeoutMs: MAX_TIMEOUT_MS, deadline: Date.now() + LAST_TRY_MS });
