import type { IDataObject } from 'n8n-workflow';
import { option, type ItemContext } from '../../engine/item/itemContext';
import { accountAnswer } from '../../records';
import { isSuccess } from '../../xml/answer';
import { answerChecks } from './serviceCheck/answerChecks';
import { filterChecks } from './serviceCheck/filterChecks';
import { formatChecks } from './serviceCheck/formatChecks';
import { createInquiry, MAX_REQUESTS } from './serviceCheck/inquiry';
import { listChecks } from './serviceCheck/listChecks';
import { byResult, reportOf, summaryOf, verdictOf, type CheckRow } from './serviceCheck/report';
import { survey } from './serviceCheck/survey';

const VERSION = '1.1';
// The last ones look at all requests.
const CHECKS = [...listChecks, ...formatChecks, ...filterChecks, ...answerChecks];
// Failures that say something of the service, and nothing of the token.
const TELLING = [404, 500, 501];

/**
 * Finds out what the service does where the interface is silent, or where services differ. Only reads. Of records it shows
 * nothing but words for statuses, units, frequencies and kinds of taxes, so that people can publish the report. All items of
 * an execution share one check. What people should look at comes first.
 */
export async function checkService(item: ItemContext): Promise<IDataObject[]> {
	const rows = await item.api.remember('service check', '', async () => await runChecks(item));
	item.tell(verdictOf(rows));
	return option(item, 'reportForPasting') === true
		? [{ report: reportOf(rows, VERSION) }]
		: rows.map((row) => ({ ...row }));
}

async function runChecks(item: ItemContext): Promise<CheckRow[]> {
	const { api } = item;
	item.log(`Checking the service with at most ${MAX_REQUESTS} requests. They change nothing.`);
	const inquiry = createInquiry(api, (message) => item.log(message));
	const first = await inquiry.ask('getAccountInfo');
	// With a wrong token or no connection there is nothing to check: this fails as any other read does.
	const status = first?.answer?.status ?? 0;
	if (!isSuccess(status) && !TELLING.includes(status)) await api.read(accountAnswer);
	const seen = await survey(inquiry);
	const rows: CheckRow[] = [];
	for (const { check, handling, find } of CHECKS) rows.push({ check, ...(await find(seen)), handling });
	item.log(`Service checked with ${inquiry.asked.length} requests. ${summaryOf(rows)}`);
	return byResult(rows);
}
