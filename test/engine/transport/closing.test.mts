import { getEventListeners } from 'node:events';
import { EVENT_KINDS } from '../../../nodes/XmlBilling/trigger/events/events';
import { byId, useBilling } from '../billing.mts';
import { useContext } from '../contexts.mts';
import { useRefusingService, type Arrived } from '../refusing.mts';

describe('once an error is reported', () => {
	const service = useRefusingService();
	const PAGES = 40;
	const AT_ONCE = 4;
	/** A page in the middle of a poll, which reads from the last page backwards. */
	const LATE = PAGES - 2;
	let answerLater: () => void;

	/** The service refuses a page, and holds later answers until the test releases them. */
	const refuse = (refused: number) => {
		const later = new Promise<void>((resolve) => (answerLater = resolve));
		let isRefused = false;
		service.answerWith(async ({ method, page }: Arrived) => {
			if (method === 'getAccountInfo') return { body: '<account><company>A</company></account>' };
			if (isRefused) await later;
			if (page === refused) {
				isRefused = true;
				return { status: 403, body: 'Token is not recognised.' };
			}
			// Unordered, so that a poll reads all pages.
			const ids = [1, 0, 2].map((row) => ((3 * page + row) * 50) % 127);
			const clients = ids.map((id) => `<client><client_id>${id}</client_id><name>${id}</name></client>`);
			return {
				body: `<clients page="${page}" total_pages="${PAGES}" total_records="${3 * PAGES}">${clients.join('')}</clients>`,
			};
		});
	};

	const credential = () => ({ ...service.credential(), maxConcurrentRequests: AT_ONCE });
	/** How many pages have been asked for by the time that the service has answered a few others. */
	const pagesAsked = async () => {
		answerLater();
		for (let count = 0; count < 5; count += 1) await engine.testCredential(credential());
		return service.arrived().filter(({ page }) => page > 0).length;
	};
	const poll = async (workflowId: string, mode?: 'manual') => {
		const events = mode === undefined ? ['clientChanged'] : EVENT_KINDS;
		const node = { credential: credential(), parameters: { events: [...events] }, workflowId };
		return await engine.trigger(node).poll({ mode });
	};

	it.each<[string, number, () => Promise<unknown>]>([
		['a poll', LATE, () => poll('closing')],
		['a manual test of the trigger', 1, () => poll('closing', 'manual')],
		['a dropdown', 3, () => engine.loadOptions({ method: 'getClients', credential: credential() })],
	])('%s sends nothing more', async (_, page, call) => {
		refuse(page);
		await expect(call()).rejects.toThrow('Token is not recognised.');
		const asked = service.arrived().length;
		// One may be in flight.
		expect(await pagesAsked()).toBeLessThanOrEqual(asked + AT_ONCE);
	});

	it('an activation has nothing in flight any more when n8n tries again', async () => {
		refuse(LATE);
		await expect(poll('again')).rejects.toThrow('Token is not recognised.');
		const asked = service.arrived().length;
		service.answerWith(() => ({ status: 403, body: 'Token is not recognised.' }));
		expect(await poll('again')).toBeNull();
		// The only request of the second attempt, and those that were in flight.
		expect(await pagesAsked()).toBeLessThanOrEqual(asked + AT_ONCE);
	});
});

describe('the signal that cancels an execution', () => {
	const billing = useBilling();
	const counts: number[] = [];
	useContext((context) => {
		const signal = context.getExecutionCancelSignal();
		if (signal !== undefined) counts.push(getEventListeners(signal, 'abort').length);
		return context;
	});

	it('keeps nothing of a run that has ended, in a loop of them', async () => {
		const items = Array.from({ length: 20 }, (_, index) => ({ id: index + 1 }));
		await billing.outputOf('invoice', 'get', { invoiceId: byId('={{ $json.id }}') }, { items, runs: 6 });
		const [first] = counts;
		expect(counts).toEqual(Array.from({ length: 6 }, () => first));
	});
});
