import { byId, useBilling } from '../billing.mts';
import { CLIENT, useUnbilled } from '../unbilled.mts';

describe('In the lists of unbilled records', () => {
	const billing = useBilling();
	const { entries } = useUnbilled(billing);
	const requestsOf = async (method: string, filter?: string, parameters = {}) => {
		const before = billing.methods().length;
		const credential = billing.credential();
		const { results } = await engine.searchList({ method, filter, parameters, credential });
		return { results, requests: billing.methods().slice(before) };
	};

	it('typing searches the unbilled records that the list has shown; opening it reads them again', async () => {
		const form = { resource: 'invoice', operation: 'createFromTimeTracking', clientId: byId(CLIENT) };
		const opened = await requestsOf('searchUnbilledTimeEntries', undefined, form);
		expect(opened.requests.length).toBeGreaterThan(3);
		const typed = await requestsOf('searchUnbilledTimeEntries', entries()[0]?.work_date, form);
		expect(typed.requests).toEqual([]);
		expect(typed.results.map(({ value }) => value)).toContain(entries()[0]?.id);
		const other = { ...form, clientId: byId(CLIENT + 1) };
		const narrowed = await requestsOf('searchUnbilledTimeEntries', 'x', other);
		expect(narrowed.requests).toContain('listProject');
		const reopened = await requestsOf('searchUnbilledTimeEntries', '', form);
		expect(reopened).toEqual(opened);
	});
});
