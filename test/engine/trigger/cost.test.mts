/** The requests of a poll that finds nothing, by method: guards against requests that creep in. */
import { EVENT_KINDS } from '../../../nodes/XmlBilling/trigger/events/events';
import { billing, triggerOf } from './eventCauses.mts';

const TEN_MINUTES_MS = 600_000;

const OTHER_LISTS = {
	listClient: 1,
	listEstimate: 1,
	listExpense: 1,
	listProduct: 1,
	listProject: 1,
	listRecurring: 1,
	listService: 1,
	listStaff: 1,
	listTask: 1,
	listTimeLog: 1,
};

/** How often a poll calls each method. */
async function countsOf(poll: () => Promise<unknown>): Promise<Record<string, number>> {
	billing.sandbox.clearRequests();
	expect(await poll()).toBeNull();
	const counts: Record<string, number> = {};
	for (const method of billing.methods()) counts[method] = (counts[method] ?? 0) + 1;
	return counts;
}

it.each<[string, readonly string[], Record<string, number>]>([
	['the two main events', ['invoiceCreated', 'paymentRecorded'], {}],
	['all events', EVENT_KINDS, OTHER_LISTS],
])('A poll that finds nothing asks only for what may have changed: %s', async (_, events, others) => {
	const trigger = triggerOf({ events: [...events] });
	expect(await countsOf(() => trigger.poll())).toEqual({ getAccountInfo: 1, listInvoice: 4, ...others });
	for (let count = 0; count < 2; count += 1)
		expect(await countsOf(() => trigger.poll())).toEqual({ listInvoice: 1, ...others });
	const later = await countsOf(() => trigger.poll({ aheadMs: TEN_MINUTES_MS }));
	expect(later).toEqual({ getAccountInfo: 1, listInvoice: 3, ...others });
});

it('A poll that failed, or another process, asks whose account it is', async () => {
	const parameters = { events: ['clientCreated'] };
	const trigger = triggerOf(parameters);
	await trigger.poll();
	billing.sandbox.change('account', 1, { state: 'inactive' });
	await expect(trigger.poll()).rejects.toThrow('Account is not active.');
	billing.sandbox.change('account', 1, { state: 'active' });
	expect(await countsOf(() => trigger.poll())).toEqual({ getAccountInfo: 1, listClient: 1 });
	expect(await countsOf(() => trigger.poll())).toEqual({ listClient: 1 });
	const other = engine.trigger({
		parameters,
		credential: billing.credential(),
		staticData: trigger.staticData,
	});
	expect(await countsOf(() => other.poll())).toEqual({ getAccountInfo: 1, listClient: 1 });
});

it('A poll remembers how many records a list has, by which it sees that the list grew', async () => {
	const trigger = triggerOf({ events: ['expenseCreated'] });
	await trigger.poll();
	const { id } = billing.sandbox.account('main');
	const expenses = billing.sandbox.records('expense');
	const total = expenses.filter(({ account_id: of, status }) => of === id && status === 'Active').length;
	expect(total).toBeGreaterThan(1);
	expect(trigger.staticData).toMatchObject({ state: { lists: { expense: { total } } } });
});
